/* SPDX-License-Identifier: MIT
 *
 * flotilla query: height, normal and velocity of the water at points of a file, as a table.
 *
 * All points are read before a line is printed, so that a bad line leaves no half a table behind.  A point's answer
 * depends on that point alone, so the work is cut into pieces of a fixed size, and memory stays small. */
#include "cli.h"

#include "../internal.h"
#include "../io/csv.h"

#include <math.h>
#include <stdlib.h>

enum { PIECE = 1 << 15 };       /* points a call */

typedef struct answer {         /* of one piece */
    double height[PIECE];
    float normal[3][PIECE], velocity[3][PIECE], residual[PIECE];
    csv_writer writer;
} answer;

typedef struct request {
    const char *sea_file, *points_file, *device, *files_below;
    double time, inversion, normal_offset;      /* NaN: not given */
    double max_memory;                          /* bytes; 0: not given */
} request;

static void print_rows(answer *a, const double *x, const double *z, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        csv_double(&a->writer, x[i]);
        csv_double(&a->writer, z[i]);
        csv_double(&a->writer, a->height[i]);
        for (int axis = 0; axis < 3; axis++) csv_float(&a->writer, a->normal[axis][i]);
        for (int axis = 0; axis < 3; axis++) csv_float(&a->writer, a->velocity[axis][i]);
        csv_float(&a->writer, a->residual[i]);
        csv_end_line(&a->writer);
    }
}

static flo_status print_answers(flo_device *device, const flo_sea *sea, double time, const csv_points *points)
{
    answer *a = malloc(sizeof *a);
    if (!a) return flo__fail(FLO_NO_MEMORY, "no memory for the answers");
    const flo_surface surface = {
        .height = a->height,
        .normal = { a->normal[0], a->normal[1], a->normal[2] },
        .velocity = { a->velocity[0], a->velocity[1], a->velocity[2] },
        .residual = a->residual,
    };
    csv_begin(&a->writer, stdout);
    flo_status status = FLO_OK;
    for (size_t from = 0; from < points->count || from == 0; from += PIECE) {
        const size_t left = points->count - from, count = left < PIECE ? left : PIECE;
        const double *x = points->x + from, *z = points->z + from;
        if (count > 0) status = flo_query(device, sea, time, count, x, z, &surface);
        if (status) break;
        if (from == 0) csv_line(&a->writer, "x,z,height,nx,ny,nz,vx,vy,vz,residual");
        print_rows(a, x, z, count);
    }
    if (!csv_flush(&a->writer) && !status) {
        status = flo__fail(FLO_CANNOT_WRITE, "cannot write to the standard output");
    }
    free(a);
    return status;
}

static int answer_request(const request *r)
{
    const scene_options options = { .sea_only = true, .max_memory = r->max_memory,
                                    .files_below = r->files_below };
    csv_points points = { 0 };
    scene *s = NULL;
    flo_sea *sea = NULL;
    flo_device *device = NULL;
    flo_status status = scene_read(&s, r->sea_file, &options);
    if (status) goto cleanup;
    if (!isnan(r->inversion)) s->sea.inversion = (int)r->inversion;
    if (!isnan(r->normal_offset)) s->sea.normal_offset = r->normal_offset;
    status = cli_create_sea(&sea, s);
    if (status) goto cleanup;
    status = csv_read_points_within(&points, r->points_file, s->allowed);
    if (status) goto cleanup;
    status = cli_open_device(&device, r->device ? r->device : s->device, 0);
    if (status) goto cleanup;
    status = print_answers(device, sea, r->time, &points);
cleanup:;
    const int result = status ? cli_failed(status) : CLI_DONE;
    flo_device_close(device);
    flo_sea_destroy(sea);
    if (s) scene_free(s);
    csv_free_points(&points);
    return result;
}

static int query(int argc, char **argv)
{
    request r = { .time = NAN, .inversion = NAN, .normal_offset = NAN };
    const char *waves = NULL;
    cli_number inversion = { 0 }, max_memory = { 0 };
    cli_list operands = { 0 };
    const cli_option options[] = {
        { "--time", CLI_NUMBER, &r.time, "a time in s, -1e12 to 1e12", -1e12, 1e12 },
        { "--points", CLI_TEXT, &r.points_file, "a file with lines x,z, or - for the standard input", 0, 0 },
        { "--inversion", CLI_COUNT, &inversion, "a whole number, 0 to 16", 0, 16 },
        { "--normal-offset", CLI_NUMBER_OR_0, &r.normal_offset, "a number of m: 0, or 0.001 to 1000", 1e-3, 1e3 },
        { "--waves", CLI_WORD, &waves, "direct|auto", 0, 0 },
        { "--max-memory", CLI_BYTES, &max_memory, "bytes, such as 4G (K, M, G, T)", 0, 0 },
        { "--device", CLI_TEXT, &r.device, "a device, see: flotilla devices", 0, 0 },
        CLI_FILES_BELOW(&r.files_below),
    };
    const cli_syntax syntax = { options, sizeof options / sizeof options[0], "one SEA.yaml", 1, 1, &operands };
    int result = cli_parse(&syntax, argc, argv);
    if (!result && isnan(r.time)) result = cli_misused("query lacks --time T, in s");
    if (!result && !r.points_file) result = cli_misused("query lacks --points FILE, or - for the standard input");
    if (!result) {
        r.sea_file = operands.text[0];
        r.max_memory = (double)max_memory.value;
        if (inversion.given) r.inversion = (double)inversion.value;
        result = answer_request(&r);
    }
    cli_free_list(&operands);
    return result;
}

const cli_command cli_query = {
    "query", query, "height, normal and velocity of the water at given points",
    "flotilla query SEA.yaml --time T --points FILE|- [OPTION]...\n"
    "\n"
    "Reads lines `x,z`, in m, and prints a line x,z,height,nx,ny,nz,vx,vy,vz,residual for each, with digits that read\n"
    "back as the same numbers.  SEA.yaml holds `sea:`; a scene does, too.\n"
    "\n"
    "  --time T             s\n"
    "  --points FILE|-      lines x,z, with or without a header; - is the standard input\n"
    "  --inversion N        evaluations of the sum for the height at a place, 0 to 16; else the file's\n"
    "  --normal-offset M    m; 0: analytic normals, 0.001 to 1000: from the heights so far away; else the file's\n"
    "  --waves direct|auto  how the waves are summed: for single points it is the same, directly\n"
    "  --device D           see `flotilla devices`; else the file's, $FLOTILLA_DEVICE, or auto\n"
    "  --max-memory BYTES   refuse a sea or points that need more, such as 4G; else three quarters of the machine's\n"
    CLI_FILES_BELOW_HELP
};
