/* SPDX-License-Identifier: MIT
 *
 * Meshes from files: shapes written here in every format, and files that are no meshes. */
#include "io/mesh_file.h"
#include "mesh.h"
#include "test_mesh_make.h"

#include <sys/stat.h>
#include <unistd.h>

int test_mesh_file(void);

enum { NAME_SIZE = 512 };

static char folder[64];         /* for files that are written here */

static const char *name_in(const char *file)
{
    static char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s/%s", folder, file);
    return name;
}

static const char *written(const char *file, const void *data, size_t bytes)
{
    const char *const name = name_in(file);
    FILE *const to = fopen(name, "wb");
    assert_non_null(to);
    assert_int_equal(fwrite(data, 1, bytes, to), bytes);
    fclose(to);
    return name;
}

static mesh_file read_as(const char *path, double scale, mesh_up up)
{
    mesh_file file;
    mesh_file_options options = mesh_file_default_options();
    options.scale = scale;
    options.up = up;
    OK(mesh_file_read(&file, path, &options));
    return file;
}

static flo_mesh_info info_as(const char *path, double scale, mesh_up up)
{
    flo_mesh_info info;
    mesh_file file = read_as(path, scale, up);
    OK(flo_mesh_get_info(&file.mesh, &info));
    mesh_file_free(&file);
    return info;
}

/* ---- formats --------------------------------------------------------------------------------------------------- */

/* A box 1.1 x 0.3 x 2.7 m with its low corner at (0.1, -0.2, 0.7), in quads, as STL cuts them. */
static const char box_obj[] =
    "# quads\nv 0.1 -0.2 0.7\nv 1.2 -0.2 0.7\nv 1.2 0.1 0.7\nv 0.1 0.1 0.7\nv 0.1 -0.2 3.4\nv 1.2 -0.2 3.4\n"
    "v 1.2 0.1 3.4\nv 0.1 0.1 3.4\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 3 4 8 7\nf 2 3 7 6\nf -8 -4 -1 -5\n";

static void assert_is_box(const flo_mesh_info *info)
{
    assert_int_equal(info->open_edges, 0);
    assert_int_equal(info->triangles, 12);
    assert_int_equal(info->vertices, 8);
    NEAR(info->volume, 1.1 * 0.3 * 2.7, 1e-15);
    NEAR(info->low[1], -0.2, 0);
    NEAR(info->high[2], 3.4, 0);
    NEAR(info->centroid[0], 0.65, 1e-15);
}

static void quads_of_an_obj_are_cut(void **state)
{
    (void)state;
    test_about("OBJ of quads");
    const flo_mesh_info info = info_as(written("box.obj", box_obj, sizeof box_obj - 1), 1, MESH_UP_Y);
    assert_is_box(&info);
}

/* An L as two polygons of six corners, which bend inwards, and six quads. */
static void bent_polygons_are_cut(void **state)
{
    (void)state;
    static const char text[] =
        "v 0 0 1\nv 4 0 1\nv 4 2 1\nv 2 2 1\nv 2 4 1\nv 0 4 1\nv 0 0 0\nv 4 0 0\nv 4 2 0\nv 2 2 0\nv 2 4 0\nv 0 4 0\n"
        "f 1 2 3 4 5 6\nf 12 11 10 9 8 7\nf 1 7 8 2\nf 2 8 9 3\nf 3 9 10 4\nf 4 10 11 5\nf 5 11 12 6\nf 6 12 7 1\n";
    test_about("OBJ of an L");
    const flo_mesh_info info = info_as(written("bent.obj", text, sizeof text - 1), 1, MESH_UP_Y);
    assert_int_equal(info.open_edges, 0);
    assert_int_equal(info.triangles, 20);
    NEAR(info.volume, 12, 1e-14);
    NEAR(info.area, 2 * 12 + 16, 1e-14);
}

/* The triangles of a mesh as STL, as text with an exponent of three digits, and as bytes. */
static const char *stl_of(const flo_mesh *mesh, bool text)
{
    const char *const name = name_in(text ? "text.stl" : "bytes.STL");
    FILE *const to = fopen(name, "wb");
    assert_non_null(to);
    char head[80] = "a solid of bytes";
    const uint32_t count = (uint32_t)mesh->triangle_count;
    if (text) fprintf(to, "solid box\n");
    if (!text) fwrite(head, 1, sizeof head, to), fwrite(&count, 4, 1, to);
    for (int i = 0; i < mesh->triangle_count; i++) {
        float data[12] = { 0 };
        if (text) fprintf(to, "facet normal 0 0 0\n outer loop\n");
        for (int k = 0; k < 9; k++) {
            const double at = mesh->vertices[mesh->triangles[i][k / 3]][k % 3];
            data[3 + k] = (float)at;
            if (text && k % 3 == 0) fprintf(to, "  vertex");
            if (text) fprintf(to, " %.6fe-001%s", at * 10, k % 3 == 2 ? "\n" : "");
        }
        if (text) fprintf(to, " endloop\nendfacet\n");
        if (!text) fwrite(data, 4, 12, to), fwrite("\0", 1, 2, to);
    }
    if (text) fprintf(to, "endsolid box\n");
    fclose(to);
    return name;
}

/* Both forms of STL, OBJ: the same bits in whatever is made of them. */
static void one_shape_is_one_mesh_in_all_formats(void **state)
{
    (void)state;
    test_about("box in three formats");
    mesh_file files[3];
    flo_mesh_info info[3];
    flo__cells cells[3];
    files[0] = read_as(written("box.obj", box_obj, sizeof box_obj - 1), 1, MESH_UP_Y);
    files[1] = read_as(stl_of(&files[0].mesh, true), 1, MESH_UP_Y);
    files[2] = read_as(stl_of(&files[0].mesh, false), 1, MESH_UP_Y);
    for (int i = 0; i < 3; i++) {
        OK(flo_mesh_get_info(&files[i].mesh, &info[i]));
        assert_is_box(&info[i]);
        OK(flo__cells_cut(&cells[i], &files[i].mesh, 100));
        SAME(info[i].low, info[0].low, sizeof info[0] - offsetof(flo_mesh_info, low));
        assert_int_equal(cells[i].count, cells[0].count);
        SAME(cells[i].center, cells[0].center, (size_t)cells[0].count * sizeof cells[0].center[0]);
    }
    for (int i = 0; i < 3; i++) {
        mesh_file_free(&files[i]);
        flo__cells_free(&cells[i]);
    }
}

/* The triangles of a tetrahedron of 1 m, as bytes for glTF: 12 floats of places, 12 indices. */
static size_t gltf_bytes(unsigned char bytes[96])
{
    static const float place[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    static const uint16_t index[12] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };
    memcpy(bytes, place, sizeof place);
    memcpy(bytes + sizeof place, index, sizeof index);
    return sizeof place + sizeof index;
}

#define GLTF_MESH                                                                                                     \
    "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],"                                \
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\",\"min\":[0,0,0],"          \
    "\"max\":[1,1,1]},{\"bufferView\":1,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}],"                   \
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24}],"

/* Two nodes show the same tetrahedron: one twice as large and moved, one mirrored. */
#define GLTF_NODES                                                                                                    \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":["                         \
    "{\"children\":[2],\"translation\":[10,0,0]},{\"mesh\":0,\"scale\":[-1,1,1]},"                                    \
    "{\"mesh\":0,\"scale\":[2,2,2],\"rotation\":[0,0.7071067811865476,0,0.7071067811865476]}],"

static void put_word(unsigned char *at, size_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> 8 * i);
}

static const char *glb_of(const char *json, const unsigned char *data, size_t bytes)
{
    unsigned char file[4096] = "glTF";
    const size_t text = (strlen(json) + 3) / 4 * 4, length = 12 + 8 + text + 8 + bytes;
    assert_true(length <= sizeof file);
    put_word(file + 4, 2);
    put_word(file + 8, length);
    put_word(file + 12, text);
    memcpy(file + 16, "JSON", 4);
    memset(file + 20, ' ', text);
    memcpy(file + 20, json, strlen(json));
    put_word(file + 20 + text, bytes);
    memcpy(file + 24 + text, "BIN", 4);
    memcpy(file + 28 + text, data, bytes);
    return written("nodes.glb", file, length);
}

/* Text whose bytes stand in it, as base64. */
static const char *gltf_of(const char *json, const unsigned char *data, size_t bytes)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char text[4096];
    size_t length = (size_t)snprintf(text, sizeof text, "%s\"buffers\":[{\"byteLength\":%zu,\"uri\":"
                                     "\"data:application/octet-stream;base64,", json, bytes);
    assert_int_equal(bytes % 3, 0);
    for (size_t i = 0; i < bytes; i += 3) {
        const unsigned group = (unsigned)data[i] << 16 | (unsigned)data[i + 1] << 8 | data[i + 2];
        for (int k = 0; k < 4; k++) text[length++] = digits[group >> (18 - 6 * k) & 63];
    }
    length += (size_t)snprintf(text + length, sizeof text - length, "\"}]}");
    return written("nodes.gltf", text, length);
}

static void nodes_place_their_meshes(void **state)
{
    (void)state;
    unsigned char bytes[96];
    const size_t size = gltf_bytes(bytes);
    for (int i = 0; i < 2; i++) {
        test_about(i ? "GLB" : "glTF");
        const flo_mesh_info info =
            info_as(i ? glb_of(GLTF_NODES GLTF_MESH "\"buffers\":[{\"byteLength\":72}]}", bytes, size)
                      : gltf_of(GLTF_NODES GLTF_MESH, bytes, size), 1, MESH_UP_Y);
        assert_int_equal(info.open_edges, 0);
        assert_int_equal(info.triangles, 8);
        NEAR(info.volume, (8 + 1) / 6.0, 1e-6);
        /* A quarter turn about y takes x to -z and z to x: the large one has x 10 to 12, z -2 to 0, the mirrored one
         * x -1 to 0, z 0 to 1. */
        const double low[3] = { -1, 0, -2 }, high[3] = { 12, 2, 1 };
        for (int a = 0; a < 3; a++) {
            NEAR(info.low[a], low[a], 2e-6);
            NEAR(info.high[a], high[a], 2e-6);
        }
        NEAR(info.centroid[0], (8 * 10.5 - 0.25) / 9, 1e-5);
    }
}

static void scale_and_up_are_applied(void **state)
{
    (void)state;
    const char *const name = written("box.obj", box_obj, sizeof box_obj - 1);
    test_about("box in millimetres, z up");
    const flo_mesh_info info = info_as(name, 0.001, MESH_UP_Z);
    const double low[3] = { -0.2, 0.7, 0.1 }, high[3] = { 0.1, 3.4, 1.2 };      /* of y, z, x */
    NEAR(info.volume, 1.1 * 0.3 * 2.7e-9, 1e-21);
    for (int a = 0; a < 3; a++) {
        NEAR(info.low[a], low[a] / 1000, 1e-18);
        NEAR(info.high[a], high[a] / 1000, 1e-18);
    }
    mesh_file file;
    const double scales[] = { 0, -1, NAN, INFINITY, 1e7, 1e-7 };
    for (int i = 0; i < 6; i++) {
        mesh_file_options options = mesh_file_default_options();
        options.scale = scales[i];
        REFUSED(mesh_file_read(&file, name, &options), FLO_BAD_VALUE, "scale is|1e-06 to 1e+06");
    }
    mesh_file_options options = mesh_file_default_options();
    options.up = (mesh_up)2;
    REFUSED(mesh_file_read(&file, name, &options), FLO_BAD_VALUE, "up is 2");
}

/* What is written in decimals is meant so; what is not is left within a float's step of it. */
static void places_are_those_that_were_written(void **state)
{
    (void)state;
    static const char text[] = "v 158.3217 0 -6.284666e-15\nv 0 9.02 0.1\nv 1 2 151.123456789\nv 0.333333333 3 4\n"
                               "f 1 2 3\nf 1 4 2\n";
    test_about("decimals");
    mesh_file file = read_as(written("decimals.obj", text, sizeof text - 1), 1, MESH_UP_Y);
    const double exact[][3] = { { 158.3217, 0, 0 }, { 0, 9.02, 0.1 }, { 1, 2, NAN }, { NAN, 3, 4 } };
    bool found[4] = { false };
    for (int i = 0; i < file.mesh.vertex_count; i++) {
        const double *v = file.vertices[i];
        for (int k = 0; k < 4; k++) {
            bool same = true;
            for (int a = 0; a < 3; a++) same = same && (isnan(exact[k][a]) || v[a] == exact[k][a]);
            found[k] |= same;
            if (same && k == 2) NEAR(v[2], 151.123456789, 2e-5);
            if (same && k == 3) NEAR(v[0], 0.333333333, 2e-5);
        }
    }
    for (int k = 0; k < 4; k++) assert_true(found[k]);
    mesh_file_free(&file);
}

/* ---- what is no mesh ------------------------------------------------------------------------------------------- */

typedef struct bad_file { const char *name, *text; size_t bytes; const char *words; } bad_file;

#define TEXT(text) text, sizeof text - 1
#define FACET "facet normal 0 0 1\nouter loop\n"
#define THREE "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
#define CORNERS "v 0 0 0\nv 1 0 0\nv 0 1 0\n"

static const bad_file bad_files[] = {
    { "empty.stl", TEXT(""), "read as a mesh" },
    { "empty.obj", TEXT(""), "no triangles" },
    { "empty.glb", TEXT(""), "does not begin as a GLB" },
    { "short.stl", TEXT("hello"), "read as a mesh" },
    { "text.obj", TEXT("It was a dark and stormy night; the rain fell in torrents.\n"), "no triangles" },
    { "text.gltf", TEXT("{\"hello\": \"world\"}"), "asset must have a version" },
    { "empty.gltf", TEXT(""), "no glTF" },
    { "collada.gltf", TEXT("<COLLADA version=\"1.4\"></COLLADA>"), "it is no glTF: line 1" },
    { "three.gltf", TEXT("{\"asset\": {\"version\": \"3.0\"}}"), "asset must have a version" },
    { "number.gltf", TEXT("{\"asset\": {\"version\": 2}}"), "asset must have a version" },
    { "twice.gltf", TEXT("{\"asset\": {\"version\": \"2.0\"}, \"asset\": 1}"), "no glTF|duplicate" },
    { "three.glb", TEXT("glTF\3\0\0\0\x14\0\0\0\0\0\0\0JSON"), "version 3" },
    { "cut.glb", TEXT("glTF\2\0\0\0\x14\0\0\0\xff\xff\xff\xffJSON{}"), "cut off|2 bytes of 4294967295" },
    { "text.glb", TEXT("It was a dark and stormy night; the rain fell in torrents.\n"), "does not begin as a GLB" },
    { "half.stl", TEXT("solid x\n" FACET "vertex 0 0 0\nvertex 1 0"), ":5: it is cut off: a solid has no endsolid" },
    { "two.stl", TEXT("solid x\n" FACET "vertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\nendsolid x\n"),
      ":7: a facet has 2 vertices; it must have 3" },
    { "none.stl", TEXT("solid x\nendsolid x\n"), "no triangles" },
    { "word.stl", TEXT("solid x\n" FACET "vertex 0 0 0\nvertex 1 0 north\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n"),
      ":5: \"north\" is no number" },
    { "nan.stl", TEXT("solid x\n" FACET "vertex 0 0 0\nvertex 1 nan 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid x\n"),
      ":5: \"nan\" is no number" },
    { "nan.obj", TEXT("v 0 0 0\nv 1 0 0\nv 0 nan 0\nf 1 2 3\n"), ":3: \"nan\" is no number" },
    { "inf.obj", TEXT("v 0 0 0\nv 1 0 0\nv 0 0 1e999\nf 1 2 3\n"), ":3: 1e999 is too large|3.40282e+38" },
    { "range.obj", TEXT("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"), ":4: corner 4 is none of the 3 vertices" },
    { "zero.obj", TEXT("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n"),
      ":4: corner 0 is none of the 3 vertices; its index must be 1 to 3" },
    { "lines.obj", TEXT("v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\np 1\n"), "no triangles" },
    { "cloud.obj", TEXT("v 0 0 0\nv 1 0 0\nv 0 1 0\n"), "no triangles" },
    { "back.obj", TEXT(CORNERS "f -4 1 2\n"), ":4: corner -4 is none of the 3 vertices|-1 to -3, counted back" },
    { "early.obj", TEXT("f -1 -2 -3\n" CORNERS), ":1: corner -1 is none of the 3 vertices" },
    { "huge.obj", TEXT(CORNERS "f 1 2 4294967299\n"), ":4: corner 4294967299 is none" },
    { "corner.obj", TEXT(CORNERS "\n\r\n# f\nf 1 2 3x\n"), ":7: \"3x\" is no corner of a face" },
    { "part.obj", TEXT(CORNERS "f 1/1 2/2 3/x\n"), ":4: \"3/x\" is no corner of a face" },
    { "parts.obj", TEXT(CORNERS "f 1/1/1/1 2 3\n"), ":4: \"1/1/1/1\" is no corner of a face" },
    { "forms.obj", TEXT(CORNERS "f 1/1/1 2/2/2 3\n"), ":4: corner 3 is of another form than the first of its face" },
    { "form.obj", TEXT(CORNERS "f 1/1/1 2/2/2 3/3/"), ":4: corner 3/3/ is of another form" },
    { "pair.obj", TEXT(CORNERS "f 1 2"), ":4: a face has 2 corners; it must have 3 at least" },
    { "bare.obj", TEXT(CORNERS "f 1 2 3\nf"), ":5: a face has 0 corners" },
    { "flat.obj", TEXT("v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n"), ":2: a vertex has 2 numbers; it must have 3, 4 with" },
    { "five.obj", TEXT("v 0 0 0 1 1\nf 1 1 1\n"), ":1: a vertex has 5 numbers" },
    { "many.obj", TEXT("v 0 0 0 1 1 1 1 1 1\nf 1 1 1\n"), ":1: a vertex has more than 6 numbers" },
    { "weight.obj", TEXT("v 0 0 0 0.0e1\nf 1 1 1\n"), ":1: the weight of a vertex" },
    { "colour.obj", TEXT("v 0 0 0 1 1 red\nf 1 1 1\n"), ":1: \"red\" is no number" },
    { "blank.obj", TEXT(CORNERS "v1 0 0\nf 1 2 3\n"), ":4: \"v1\" has no blank" },
    { "joined.obj", TEXT("v 0 0 \\\n0\nv 1 0 0 \\\r\n\\\n\n\nv 1 0 x\nf 1 2 3\n"), ":7: \"x\" is no number" },
    { "ended.stl", TEXT("solid x\n" FACET THREE "endloop\nendfacet\n"), ":9: it is cut off" },
    { "four.stl", TEXT("solid x\n" FACET THREE "vertex 1 1 0\nendloop\nendfacet\nendsolid\n"),
      ":7: a facet has more than 3 vertices" },
    { "next.stl", TEXT("solid x\n" FACET "vertex 0 0 0\n" FACET THREE "endloop\nendfacet\nendsolid\n"),
      ":5: a facet has 1 vertices" },
    { "spare.stl", TEXT("solid x\n" FACET "vertex 0 0 0 0\n" THREE "endloop\nendfacet\nendsolid\n"),
      ":4: \"0\" is no word of an STL" },
    { "normal.stl", TEXT("solid x\nfacet normal 0 1\nouter loop\n" THREE "endloop\nendfacet\nendsolid\n"),
      ":3: the normal of a facet must have 3 numbers" },
    { "bare.stl", TEXT("solid x\nfacet\nouter loop\n" THREE "endloop\nendfacet\nendsolid\n"),
      ":3: behind facet must be normal" },
    { "within.stl", TEXT("solid x\nsolid y\nendsolid\n"), ":2: a solid begins in another" },
    { "after.stl", TEXT("solid x\nendsolid\n" FACET), ":3: a facet is in no solid" },
    { "mesh.ply", TEXT("ply\n"), ".stl, .obj, .gltf or .glb" },
    { "mesh", TEXT("solid x\n"), ".stl, .obj, .gltf or .glb" },
    { "few.obj", TEXT("v 0 0 0\n"), "no triangles" },
};

static void what_is_no_mesh_is_refused(void **state)
{
    (void)state;
    const mesh_file_options options = mesh_file_default_options();
    mesh_file file;
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) {
        const bad_file *b = &bad_files[i];
        char words[NAME_SIZE];
        test_about("%s", b->name);
        snprintf(words, sizeof words, "%s:|%s", b->name, b->words);
        REFUSED(mesh_file_read(&file, written(b->name, b->text, b->bytes), &options), FLO_BAD_FILE, words);
        assert_null(file.vertices);
        mesh_file_free(&file);
    }
    test_about("no file");
    REFUSED(mesh_file_read(&file, name_in("nowhere.stl"), &options), FLO_CANNOT_READ, "nowhere.stl: No such file");
    REFUSED(mesh_file_read(&file, folder, &options), FLO_CANNOT_READ, "it is not a file");
}

/* A file that ends anywhere is either refused or, cut between two facets, an open mesh. */
static void cut_off_files_are_no_hulls(void **state)
{
    (void)state;
    test_solid box = test_solid_box(1, 2, 3);
    char data[4096];
    for (int text = 0; text < 2; text++) {
        FILE *const from = fopen(stl_of(&box.mesh, text), "rb");
        assert_non_null(from);
        const size_t whole = fread(data, 1, sizeof data, from);
        fclose(from);
        int refused = 0;
        for (size_t bytes = 0; bytes + 20 < whole; bytes += 37) {
            mesh_file file;
            const mesh_file_options options = mesh_file_default_options();
            const char *const name = written("cut.stl", data, bytes);
            test_about("%zu of %zu bytes of STL", bytes, whole);
            if (mesh_file_read(&file, name, &options) == FLO_OK) {
                REFUSED(flo__mesh_check(&file.mesh, NULL), FLO_BAD_VALUE, "open");
            } else {
                refused++;
            }
            mesh_file_free(&file);
        }
        assert_true(refused > 10);
    }
    test_solid_free(&box);
}

/* ---- the group ------------------------------------------------------------------------------------------------- */

static int make_folder(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/flotilla-mesh-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    (void)state;
    static const char *const made[] = { "box.obj", "bent.obj", "text.stl", "bytes.STL", "nodes.glb", "nodes.gltf",
                                        "decimals.obj", "cut.stl" };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) unlink(name_in(made[i]));
    for (size_t i = 0; i < sizeof bad_files / sizeof *bad_files; i++) unlink(name_in(bad_files[i].name));
    return rmdir(folder);
}

int test_mesh_file(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quads_of_an_obj_are_cut),
        cmocka_unit_test(bent_polygons_are_cut),
        cmocka_unit_test(one_shape_is_one_mesh_in_all_formats),
        cmocka_unit_test(nodes_place_their_meshes),
        cmocka_unit_test(scale_and_up_are_applied),
        cmocka_unit_test(places_are_those_that_were_written),
        cmocka_unit_test(what_is_no_mesh_is_refused),
        cmocka_unit_test(cut_off_files_are_no_hulls),
    };
    return cmocka_run_group_tests_name("mesh_file", tests, make_folder, drop_folder);
}
