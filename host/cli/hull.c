/* SPDX-License-Identifier: MIT
 *
 * flotilla hull: what a mesh is, how a body of its shape floats, and that body as a hull for a scene; or the bodies of
 * a Gazebo file as such hulls (hull_sdf.c).
 *
 * What is said of the mesh stands in comments, so that the whole of it is YAML. */
#include "hull_print.h"

#include "../internal.h"
#include "../io/csv.h"
#include "../io/mesh_file.h"
#include "../io/scene.h"
#include "../io/yaml.h"
#include "../memory.h"
#include "../mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What was asked for. */
typedef struct request {
    const char *file, *files_below;
    mesh_file_options options;
    double mass, density;       /* mass 0: not given */
    cli_number max_memory;
    double memory;              /* bytes that were taken */
    progress_options progress;
} request;

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* Rounding leaves 1e-16 where there is nothing: what is so small beside `whole` is printed as 0. */
static double tidy(double value, double whole) { return fabs(value) <= 1e-12 * whole ? 0 : value; }

/* ---- the mesh ---------------------------------------------------------------------------------------------------- */

static double length_of(const flo_mesh_info *info)
{
    double length = 0;
    for (int a = 0; a < 3; a++) length = fmax(length, fmax(fabs(info->low[a]), fabs(info->high[a])));
    return length;
}

static void print_mesh(const request *r, const flo_mesh_info *info)
{
    const double length = length_of(info), trace = info->inertia[0][0] + info->inertia[1][1] + info->inertia[2][2];
    fputs("# The mesh of ", stdout);
    hull_print_name(r->file);
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

/* A scene is UTF-8 and cannot name a file by other bytes. */
static flo_status check_name(const char *name)
{
    for (size_t length; *name; name += length) {
        length = yaml_measure_character((const unsigned char *)name, strlen(name));
        if (length == 0 && (unsigned char)*name >= 0x80)
            return flo__fail(FLO_BAD_VALUE, "its name has the byte 0x%02x, which a scene cannot have: it is text in "
                             "UTF-8, without control characters", (unsigned)(unsigned char)*name);
        if (length == 0) length = 1;
    }
    return FLO_OK;
}

/* In double quotes. */
static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') putchar('\\');
        if ((unsigned char)*text < ' ' || *text == 127 || *text == '\'') {
            printf("\\x%02X", (unsigned)(unsigned char)*text);
        } else {
            putchar(*text);
        }
    }
    putchar('"');
}

static void print_key(const char *file)
{
    const char *const slash = strrchr(file, '/'), *const name = slash ? slash + 1 : file;
    const char *const dot = strrchr(name, '.');
    char key[HULL_KEY];
    hull_make_key(name, dot ? (size_t)(dot - name) : strlen(name), key);
    printf("hulls:\n  %s:\n", key);
}

static void print_hull(const request *r, const flo_mesh_info *info)
{
    const double length = length_of(info);
    double center[3], tensor[3][3];
    for (int a = 0; a < 3; a++) {
        center[a] = tidy(info->centroid[a], length);
        for (int b = 0; b < 3; b++) tensor[a][b] = r->mass / info->volume * info->inertia[a][b];
    }
    if (*r->file != '/') fputs("# A scene looks for the file beside itself.\n", stdout);
    print_key(r->file);
    hull_print_number("    mass: ", r->mass);
    fputs("\n", stdout);
    hull_print_numbers("    center_of_mass: [", center, 3, "]\n");
    hull_print_inertia((const double(*)[3])tensor);
    hull_print_number("    volume: ", info->volume);
    fputs("\n    mesh: {file: ", stdout);
    print_text(r->file);
    if (r->options.scale != 1) hull_print_number(", scale: ", r->options.scale);
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

static flo_status take_bytes(void *of, double bytes)
{
    request *const r = of;
    const double allowed = r->max_memory.given ? (double)r->max_memory.value : flo__memory_for_files();
    const double need = MESH_TIMES * bytes;
    if (r->memory + need <= allowed) {
        r->memory += need;
        return FLO_OK;
    }
    char needed[SCENE_BYTES], allow[SCENE_BYTES];
    scene_say_bytes(needed, r->memory + need);
    scene_say_bytes(allow, allowed);
    return flo__fail(FLO_NO_MEMORY, "to read it takes %s of memory; %s %s", needed, r->max_memory.given
                     ? "--max-memory allows" : "without --max-memory three quarters of this machine's are allowed,",
                     allow);
}

static flo_status describe(request *r)
{
    mesh_file file;
    flo_mesh_info info;
    flo_hydrostatics floats;
    progress_open(&r->progress);
    progress_task("the mesh", 0);
    r->options.memory = &(mesh_memory){ take_bytes, r };
    flo_status status = mesh_file_read(&file, r->file, &r->options);
    if (!status) {
        progress_task("triangles", file.mesh.triangle_count);
        status = check(&file.mesh, &info);
        if (!status && r->mass > 0) status = flo_mesh_float(&file.mesh, r->mass, r->density, info.centroid, &floats);
        if (!status && r->mass > 0 && info.open_edges == 0) status = check_name(r->file);
        progress_set(file.mesh.triangle_count);
        mesh_file_free(&file);
        if (status) status = flo__fail_more(status, "%s", r->file);
    }
    progress_close();
    if (status) return status;
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

static int describe_mesh(const cli_list *operands, request *r, const char *up)
{
    if (operands->count == 0) return cli_misused("one FILE is missing, a mesh; or --from-sdf FILE");
    if (r->density > 0 && r->mass == 0) return cli_misused("--density needs --mass");
    r->file = operands->text[0];
    r->options.up = up && *up == 'z' ? MESH_UP_Z : MESH_UP_Y;
    if (r->density == 0) r->density = flo_default_sea_def().density;
    fence within;
    flo_status status = r->files_below ? fence_open(&within, r->files_below, r->file) : FLO_OK;
    r->options.fence = r->files_below ? &within : NULL;
    if (!status) status = describe(r);
    if (r->files_below) fence_close(&within);
    return status ? cli_failed(status) : CLI_DONE;
}

/* "120,393,446" */
static bool read_inertia(const char *text, double inertia[3])
{
    for (int i = 0; i < 3; i++) {
        if (!csv_parse_number(&text, &inertia[i]) || !(inertia[i] > 0)) return false;
        if (i < 2 && *text++ != ',') return false;
    }
    return *text == '\0';
}

static int describe_sdf(const cli_list *operands, const request *r, const char *up, const char *inertia,
                        hull_sdf_request *sdf)
{
    if (operands->count > 0)
        return cli_misused("\"%.60s\" beside --from-sdf: only one file can be read", operands->text[0]);
    const char *const mesh_only = r->density > 0 ? "--density" : r->options.scale != 1 ? "--scale" : up ? "--up"
                                : r->options.allow_open ? "--allow-open" : r->max_memory.given ? "--max-memory" : NULL;
    if (mesh_only) return cli_misused("%s is of a mesh; --from-sdf does not take it", mesh_only);
    if (inertia && !read_inertia(inertia, sdf->inertia))
        return cli_misused("--inertia is \"%.60s\"; it must be ROLL,PITCH,YAW: three numbers above 0, in kg m^2",
                           inertia);
    sdf->mass = r->mass;
    sdf->progress = r->progress;
    const flo_status status = hull_print_sdf(sdf);
    return status ? cli_failed(status) : CLI_DONE;
}

static int hull_command(int argc, char **argv)
{
    request r = { .options = mesh_file_default_options() };
    hull_sdf_request sdf = { .file = NULL };
    const char *up = NULL, *inertia = NULL;
    cli_list operands = { 0 };
    const cli_option options[] = {
        { "--mass", CLI_NUMBER, &r.mass, "kg, 1e-9 to 1e12", 1e-9, 1e12 },
        { "--density", CLI_NUMBER, &r.density, "kg/m^3 of the water, 1e-9 to 1e5", 1e-9, 1e5 },
        { "--scale", CLI_NUMBER, &r.options.scale, "a factor of all lengths, 1e-6 to 1e6", 1e-6, 1e6 },
        { "--up", CLI_WORD, &up, "y|z", 0, 0 },
        { "--allow-open", CLI_FLAG, &r.options.allow_open, NULL, 0, 0 },
        PROGRESS_OPTIONS(&r.progress),
        CLI_FILES_BELOW(&r.files_below),
        { "--max-memory", CLI_BYTES, &r.max_memory, "bytes, such as 4G (K, M, G, T)", 0, 0 },
        { "--from-sdf", CLI_TEXT, &sdf.file, "a file of Gazebo: SDF, URDF or xacro", 0, 0 },
        { "--link", CLI_LIST, &sdf.links, "the name of a link", 0, 0 },
        { "--define", CLI_LIST, &sdf.defines, "NAME=VALUE, of a property or argument of xacro", 0, 0 },
        { "--inertia", CLI_TEXT, &inertia, "ROLL,PITCH,YAW in kg m^2", 0, 0 },
    };
    const cli_syntax syntax = { options, sizeof options / sizeof *options, "one FILE", 0, 1, &operands };
    int result = cli_parse(&syntax, argc, argv);
    if (!result && !sdf.file && (sdf.links.count || sdf.defines.count || inertia)) {
        result = cli_misused("%s needs --from-sdf FILE", sdf.links.count ? "--link"
                                                         : inertia       ? "--inertia"
                                                                         : "--define");
    }
    if (!result) {
        result = sdf.file ? describe_sdf(&operands, &r, up, inertia, &sdf) : describe_mesh(&operands, &r, up);
    }
    cli_free_list(&operands);
    cli_free_list(&sdf.links);
    cli_free_list(&sdf.defines);
    return result;
}

const cli_command cli_hull = {
    "hull", hull_command, "hydrostatics of a mesh, and a mesh or a Gazebo body as a hull for a scene",
    "flotilla hull FILE [--mass KG] [--density RHO] [--scale S] [--up y|z] [--allow-open]\n"
    "flotilla hull --from-sdf FILE [--link NAME]... [--mass KG] [--inertia R,P,Y] [--define NAME=VALUE]...\n"
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
    "  --files-below DIR\n"
    "                   for meshes of strangers: what a glTF draws in must lie in DIR or below, wherever links lead\n"
    "  --max-memory BYTES\n"
    "                   refuse a mesh that takes more to read, such as 4G; else three quarters of the machine's\n"
    "  --quiet          no line on a terminal that tells how long it takes\n"
    "  --progress json  tells it on the standard error, a line of JSON twice a second\n"
    "\n"
    "Or a file of Gazebo: SDF, URDF, or xacro of either.  Prints its bodies as YAML for a scene: inertia and shapes\n"
    "of the links, VRX's Surface, SimpleHydrodynamics and PolyhedraBuoyancyDrag, gz-sim's Hydrodynamics.  What was\n"
    "read, how its signs were taken and what could not be carried over stands in comments.\n"
    "\n"
    "  --from-sdf FILE      of Gazebo\n"
    "  --link NAME          only this link, by its name or what follows the last / or ::; else all that water acts on\n"
    "  --mass KG            instead of the file's, or where it has none\n"
    "  --inertia R,P,Y      about forward, port and up, kg m^2, instead of the file's\n"
    "  --define NAME=VALUE  a property or an argument of xacro that the file does not set, or another value for it\n"
};
