/* SPDX-License-Identifier: MIT
 *
 * flotilla hull: what a mesh is, how a body of its shape floats, and that body as a hull for a scene.
 *
 * What is said of the mesh stands in comments, so that the whole of it is YAML. */
#include "cli.h"

#include "../internal.h"
#include "../io/mesh_file.h"
#include "../mesh.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* What was asked for. */
typedef struct request {
    const char *file;
    mesh_file_options options;
    double mass, density;       /* mass 0: not given */
} request;

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* With enough digits for any measure, and without those that rounding left. */
static void print_number(const char *before, double value) { printf("%s%.12g", before, value); }

static void print_numbers(const char *before, const double *value, int count, const char *after)
{
    for (int i = 0; i < count; i++) print_number(i == 0 ? before : ", ", value[i]);
    fputs(after, stdout);
}

/* Rounding leaves 1e-16 where there is nothing: what is so small beside `whole` is printed as 0. */
static double tidy(double value, double whole) { return fabs(value) <= 1e-12 * whole ? 0 : value; }

/* ---- the mesh ---------------------------------------------------------------------------------------------------- */

static double length_of(const flo_mesh_info *info)
{
    double length = 0;
    for (int a = 0; a < 3; a++) length = fmax(length, fmax(fabs(info->low[a]), fabs(info->high[a])));
    return length;
}

static void print_name(const char *file)
{
    for (; *file; file++) putchar((unsigned char)*file < ' ' || *file == 127 ? '?' : *file);
}

static void print_mesh(const request *r, const flo_mesh_info *info)
{
    const double length = length_of(info), trace = info->inertia[0][0] + info->inertia[1][1] + info->inertia[2][2];
    fputs("# The mesh of ", stdout);
    print_name(r->file);
    printf(": %d triangles, %d corners\n", info->triangles, info->vertices);
    printf("#   volume                %.9g m^3\n", info->volume);
    printf("#   area                  %.9g m^2\n", info->area);
    printf("#   centroid              %.9g, %.9g, %.9g m\n", tidy(info->centroid[0], length),
           tidy(info->centroid[1], length), tidy(info->centroid[2], length));
    printf("#   box                   x %.9g to %.9g, y %.9g to %.9g, z %.9g to %.9g m\n", info->low[0], info->high[0],
           info->low[1], info->high[1], info->low[2], info->high[2]);
    printf("#   inertia               xx %.9g, yy %.9g, zz %.9g, xy %.9g, xz %.9g, yz %.9g m^5,\n", info->inertia[0][0],
           info->inertia[1][1], info->inertia[2][2], tidy(info->inertia[0][1], trace), tidy(info->inertia[0][2], trace),
           tidy(info->inertia[1][2], trace));
    fputs("#                         about the centroid; times a density, kg m^2\n", stdout);
    printf("#   open edges            %d\n", info->open_edges);
    printf("#   non-manifold edges    %d\n", info->crowded_edges);
    printf("#   degenerate triangles  %d%s\n", info->degenerate, info->degenerate ? ", left out" : "");
    if (info->open_edges == 0) return;
    fputs("# It is open: its volume, seen from the origin, would be another from elsewhere.\n", stdout);
}

static void print_floating(const request *r, const flo_mesh_info *info, const flo_hydrostatics *h)
{
    const double length = length_of(info), keel = info->low[1];
    printf("# Afloat with %.9g kg, evenly spread, in water of %.9g kg/m^3, on an even keel:\n", r->mass, r->density);
    printf("#   draft                 %.9g m, the waterline at y %.9g\n", h->draft, tidy(h->waterline, length));
    printf("#   displaced             %.9g m^3\n", h->volume);
    printf("#   waterplane            %.9g m^2, its centre at x %.9g, z %.9g\n", h->waterplane,
           tidy(h->flotation[0], length), tidy(h->flotation[1], length));
    printf("#   KB                    %.9g m, the centre of buoyancy above the lowest point\n", h->buoyancy[1] - keel);
    printf("#   KG                    %.9g m, the centre of mass above it\n", info->centroid[1] - keel);
    printf("#   BM                    transverse %.9g m, longitudinal %.9g m\n", h->bm[0], h->bm[1]);
    printf("#   GM                    transverse %.9g m, longitudinal %.9g m%s\n", h->gm[0], h->gm[1],
           h->gm[0] < 0 || h->gm[1] < 0 ? ": it does not stay upright" : "");
}

/* ---- the hull ---------------------------------------------------------------------------------------------------- */

/* Turns the axes that are rows p and q of `axes` within their plane until the product of inertia between them is gone
 * (C. G. J. Jacobi, 1846). */
static void turn(double tensor[3][3], double axes[3][3], int p, int q)
{
    if (tensor[p][q] == 0) return;
    const double angle = atan2(2 * tensor[p][q], tensor[p][p] - tensor[q][q]) / 2, c = cos(angle), s = sin(angle);
    for (int k = 0; k < 3; k++) {
        const double a = tensor[p][k], b = tensor[q][k], u = axes[p][k], v = axes[q][k];
        tensor[p][k] = c * a + s * b;
        tensor[q][k] = c * b - s * a;
        axes[p][k] = c * u + s * v;
        axes[q][k] = c * v - s * u;
    }
    for (int k = 0; k < 3; k++) {
        const double a = tensor[k][p], b = tensor[k][q];
        tensor[k][p] = c * a + s * b;
        tensor[k][q] = c * b - s * a;
    }
}

/* The axes are those of the hull where the mesh is even to them. */
static void print_inertia(const flo_mesh_info *info, double density)
{
    enum { SWEEPS = 20 };
    double tensor[3][3], axes[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    const double trace = info->inertia[0][0] + info->inertia[1][1] + info->inertia[2][2];
    bool turned = false;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            tensor[i][j] = density * (i == j ? info->inertia[i][j] : tidy(info->inertia[i][j], trace));
            turned |= i != j && tensor[i][j] != 0;
        }
    }
    for (int i = 0; i < SWEEPS && turned; i++) {
        turn(tensor, axes, 0, 1);
        turn(tensor, axes, 0, 2);
        turn(tensor, axes, 1, 2);
    }
    print_numbers("    inertia: [", (const double[]){ tensor[0][0], tensor[1][1], tensor[2][2] }, 3, "]\n");
    if (!turned) return;
    print_numbers("    principal_axes: [[", axes[0], 3, "]");
    print_numbers(", [", axes[1], 3, "]");
    print_numbers(", [", axes[2], 3, "]]\n");
}

/* A key made of the file's name. */
static void print_key(const char *file)
{
    static const char *const words[] = { "true", "false", "null" };
    const char *const slash = strrchr(file, '/'), *const name = slash ? slash + 1 : file;
    const char *const dot = strrchr(name, '.');
    const int length = dot ? (int)(dot - name) : (int)strlen(name);
    bool prefixed = !isalpha((unsigned char)*name);
    for (int i = 0; i < 3; i++) {
        prefixed |= (int)strlen(words[i]) == length && strncasecmp(words[i], name, (size_t)length) == 0;
    }
    printf("  %s", prefixed ? "hull_" : "");
    for (int i = 0; i < length; i++) putchar(isalnum((unsigned char)name[i]) || name[i] == '-' ? name[i] : '_');
    fputs(":\n", stdout);
}

/* In double quotes. */
static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        if ((unsigned char)*text < ' ' || *text == 127) {
            printf("\\x%02X", (unsigned)(unsigned char)*text);
        } else {
            putchar(*text);
        }
    }
    putchar('"');
}

static void print_hull(const request *r, const flo_mesh_info *info)
{
    const double length = length_of(info);
    double center[3];
    for (int a = 0; a < 3; a++) center[a] = tidy(info->centroid[a], length);
    if (*r->file != '/') fputs("# A scene looks for the file beside itself.\n", stdout);
    fputs("hulls:\n", stdout);
    print_key(r->file);
    print_number("    mass: ", r->mass);
    fputs("\n", stdout);
    print_numbers("    center_of_mass: [", center, 3, "]\n");
    print_inertia(info, r->mass / info->volume);
    print_number("    volume: ", info->volume);
    fputs("\n    mesh: {file: ", stdout);
    print_text(r->file);
    if (r->options.scale != 1) print_number(", scale: ", r->options.scale);
    if (r->options.up == MESH_UP_Z) fputs(", up: z", stdout);
    fputs("}\n    buoyancy: {law: archimedes}\n", stdout);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static flo_status check(const flo_mesh *mesh, flo_mesh_info *info)
{
    const flo_status status = flo_mesh_get_info(mesh, info);
    if (status) return status;
    if (info->open_edges > 0 && !mesh->allow_open) {
        return flo__fail(FLO_BAD_FILE, "the mesh is open: %d edges of its triangles have no opposite twin in another; "
                         "--allow-open takes it as it is", info->open_edges);
    }
    return flo__mesh_check(mesh, info);
}

static flo_status describe(const request *r)
{
    mesh_file file;
    flo_mesh_info info;
    flo_hydrostatics floats;
    flo_status status = mesh_file_read(&file, r->file, &r->options);
    if (status) return status;
    status = check(&file.mesh, &info);
    if (!status && r->mass > 0) status = flo_mesh_float(&file.mesh, r->mass, r->density, info.centroid, &floats);
    mesh_file_free(&file);
    if (status) return flo__fail_more(status, "%s", r->file);
    print_mesh(r, &info);
    if (r->mass == 0) return FLO_OK;
    print_floating(r, &info, &floats);
    if (info.open_edges > 0) {
        fputs("# Scenes take closed meshes only.\n", stdout);
    } else {
        print_hull(r, &info);
    }
    return FLO_OK;
}

static int hull_command(int argc, char **argv)
{
    request r = { .options = mesh_file_default_options() };
    const char *up = "y";
    cli_list operands = { 0 };
    const cli_option options[] = {
        { "--mass", CLI_NUMBER, &r.mass, "kg, 1e-9 to 1e12", 1e-9, 1e12 },
        { "--density", CLI_NUMBER, &r.density, "kg/m^3 of the water, 1e-9 to 1e5", 1e-9, 1e5 },
        { "--scale", CLI_NUMBER, &r.options.scale, "a factor of all lengths, 1e-6 to 1e6", 1e-6, 1e6 },
        { "--up", CLI_WORD, &up, "y|z", 0, 0 },
        { "--allow-open", CLI_FLAG, &r.options.allow_open, NULL, 0, 0 },
    };
    const cli_syntax syntax = { options, sizeof options / sizeof *options, "one FILE", 1, 1, &operands };
    int result = cli_parse(&syntax, argc, argv);
    if (!result && r.density > 0 && r.mass == 0) result = cli_misused("--density needs --mass");
    if (!result) {
        r.file = operands.text[0];
        r.options.up = *up == 'z' ? MESH_UP_Z : MESH_UP_Y;
        if (r.density == 0) r.density = flo_default_sea_def().density;
        const flo_status status = describe(&r);
        if (status) result = cli_failed(status);
    }
    cli_free_list(&operands);
    return result;
}

const cli_command cli_hull = {
    "hull", hull_command, "hydrostatics of a mesh, and the mesh as a hull for a scene",
    "flotilla hull FILE [--mass KG] [--density RHO] [--scale S] [--up y|z] [--allow-open]\n"
    "\n"
    "FILE is a mesh: STL (text or binary), OBJ, glTF or GLB.  Prints its volume, area, centroid, inertia and box, and\n"
    "the edges that do not match: open ones, which no other triangle continues, and non-manifold ones, of more than\n"
    "two triangles.  With a mass it also prints how such a body floats, and the hull as YAML for a scene.\n"
    "\n"
    "  --mass KG        of the body; it is spread evenly over the mesh's volume\n"
    "  --density RHO    of the water, kg/m^3; 1025\n"
    "  --scale S        multiplies all lengths: 0.001 for a file in millimetres\n"
    "  --up y|z         z: the file has +x forward, +y to port, +z up, and (x, y, z) becomes (y, z, x)\n"
    "  --allow-open     takes a mesh with open edges as it is; its volume then depends on where it stands\n"
};
