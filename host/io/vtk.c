/* SPDX-License-Identifier: MIT
 *
 * See vtk.h.  The format is VTK's XML with appended raw data, header_type UInt64: an array is its size in bytes and its
 * numbers, in the machine's byte order. */
#include "vtk.h"

#include <stdlib.h>
#include <string.h>

static const struct { const char *name; size_t size; } types[] = {
    [VTK_FLOAT] = { "Float32", 4 }, [VTK_DOUBLE] = { "Float64", 8 }, [VTK_INT] = { "Int32", 4 },
    [VTK_INT64] = { "Int64", 8 },   [VTK_UCHAR] = { "UInt8", 1 },
};

static const struct { int corners, number; const char *of_poly_data; } cells[] = {
    [VTK_VERTEX] = { 1, 1, "Verts" }, [VTK_TRIANGLE] = { 3, 5, "Polys" }, [VTK_QUAD] = { 4, 9, "Polys" },
};

enum { CELL_PIECE = 4096 };

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static const char order[] = "LittleEndian";
#else
static const char order[] = "BigEndian";
#endif

const char *vtk_suffix(vtk_form form)
{
    return form == VTK_VTP ? "vtp" : "vtu";
}

/* ---- layout ---------------------------------------------------------------------------------------------------- */

static size_t width_of(const vtk_array *a)
{
    return types[a->type].size * (size_t)a->components;
}

static uint64_t size_of(const vtk_array *a)
{
    return a->tuples * width_of(a);
}

static int add_array(vtk_file *v, const char *name, vtk_type type, int components, uint64_t tuples)
{
    v->array[v->count] = (vtk_array){ .name = name, .type = type, .components = components, .tuples = tuples };
    return v->count++;
}

static void write_array(FILE *to, const vtk_file *v, int index)
{
    const vtk_array *a = &v->array[index];
    fprintf(to, "        <DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
            "offset=\"%llu\"/>\n", types[a->type].name, a->name, a->components,
            (unsigned long long)(a->at - v->array[0].at));
}

/* Everything before the numbers. */
static void write_head(FILE *to, const vtk_file *v)
{
    const char *grid = v->form == VTK_VTP ? "PolyData" : "UnstructuredGrid";
    const char *group = v->form == VTK_VTP ? cells[v->cell].of_poly_data : "Cells";
    fprintf(to, "<?xml version=\"1.0\"?>\n<VTKFile type=\"%s\" version=\"1.0\" byte_order=\"%s\" "
            "header_type=\"UInt64\">\n  <%s>\n    <FieldData>\n"
            "      <DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">%.17g"
            "</DataArray>\n"
            "      <DataArray type=\"Int64\" Name=\"step\" NumberOfTuples=\"1\" format=\"ascii\">%llu</DataArray>\n"
            "    </FieldData>\n", grid, order, grid, v->time, (unsigned long long)v->step);
    fprintf(to, "    <Piece NumberOfPoints=\"%llu\" %s%s=\"%llu\">\n      <PointData>\n",
            (unsigned long long)v->points, v->form == VTK_VTP ? "NumberOf" : "NumberOfCells",
            v->form == VTK_VTP ? group : "", (unsigned long long)v->cells);
    for (int i = 0; i < v->place; i++) write_array(to, v, i);
    fputs("      </PointData>\n      <Points>\n", to);
    write_array(to, v, v->place);
    fprintf(to, "      </Points>\n      <%s>\n", group);
    for (int i = v->connectivity; i < v->count; i++) write_array(to, v, i);
    fprintf(to, "      </%s>\n    </Piece>\n  </%s>\n  <AppendedData encoding=\"raw\">\n_", group, grid);
}

/* The head's own length moves nothing in it: offsets count from where the numbers begin. */
static size_t head_of(const vtk_file *v, char **head)
{
    size_t size = 0;
    FILE *to = open_memstream(head, &size);
    if (!to) return 0;
    write_head(to, v);
    return fclose(to) == 0 ? size : 0;
}

static void put(vtk_file *v, uint64_t offset, const void *data, size_t size)
{
    if (!v->failed && !write_at(&v->to, offset, data, size)) v->failed = true;
}

void vtk_begin(vtk_file *v)
{
    const vtk_type whole = v->points > INT32_MAX ? VTK_INT64 : VTK_INT;
    for (int i = 0; i < v->count; i++) v->array[i].tuples = v->points;
    v->place = add_array(v, "points", VTK_DOUBLE, 3, v->points);
    v->connectivity = add_array(v, "connectivity", whole, 1, v->cells * (uint64_t)cells[v->cell].corners);
    add_array(v, "offsets", whole, 1, v->cells);
    if (v->form == VTK_VTU) add_array(v, "types", VTK_UCHAR, 1, v->cells);
    uint64_t at = 0;
    for (int i = 0; i < v->count; i++) {
        v->array[i].at = at;
        at += sizeof(uint64_t) + size_of(&v->array[i]);
    }
    char *head = NULL;
    const size_t size = head_of(v, &head);
    v->failed = size == 0;
    put(v, 0, head, size);
    free(head);
    for (int i = 0; i < v->count; i++) {
        const uint64_t bytes = size_of(&v->array[i]);
        put(v, size + v->array[i].at, &bytes, sizeof bytes);
        v->array[i].at += size;
    }
    static const char end[] = "\n  </AppendedData>\n</VTKFile>\n";
    put(v, size + at, end, sizeof end - 1);
}

void vtk_put(vtk_file *v, int array, uint64_t first, const void *data, uint64_t tuples)
{
    const vtk_array *a = &v->array[array];
    put(v, a->at + sizeof(uint64_t) + first * width_of(a), data, (size_t)tuples * width_of(a));
}

/* Writes first, first + step, ... as an array of whole numbers. */
static void put_whole(vtk_file *v, int array, uint64_t first, uint64_t step)
{
    int32_t narrow[CELL_PIECE];
    int64_t wide[CELL_PIECE];
    const vtk_array *a = &v->array[array];
    for (uint64_t from = 0; from < a->tuples; from += CELL_PIECE) {
        const uint64_t left = a->tuples - from, count = left < CELL_PIECE ? left : CELL_PIECE;
        for (uint64_t i = 0; i < count; i++) {
            wide[i] = (int64_t)(first + (from + i) * step);
            narrow[i] = (int32_t)wide[i];
        }
        vtk_put(v, array, from, a->type == VTK_INT64 ? (const void *)wide : narrow, count);
    }
}

void vtk_put_plain_cells(vtk_file *v)
{
    put_whole(v, v->connectivity, 0, 1);
}

void vtk_end(vtk_file *v)
{
    const uint64_t corners = (uint64_t)cells[v->cell].corners;
    put_whole(v, v->connectivity + 1, corners, corners);
    if (v->form == VTK_VTP) return;
    uint8_t number[CELL_PIECE];
    memset(number, cells[v->cell].number, sizeof number);
    for (uint64_t from = 0; from < v->cells; from += CELL_PIECE) {
        const uint64_t left = v->cells - from;
        vtk_put(v, v->connectivity + 2, from, number, left < CELL_PIECE ? left : CELL_PIECE);
    }
}

/* ---- over time ------------------------------------------------------------------------------------------------- */

void vtk_begin_list(FILE *to)
{
    fprintf(to, "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"%s\">\n"
            "  <Collection>\n", order);
}

void vtk_list(FILE *to, double time, const char *file)
{
    fprintf(to, "    <DataSet timestep=\"%.17g\" group=\"\" part=\"0\" file=\"%s\"/>\n", time, file);
}

void vtk_end_list(FILE *to)
{
    fputs("  </Collection>\n</VTKFile>\n", to);
}
