/* SPDX-License-Identifier: MIT
 *
 * flotilla check: runs the same work on every device and compares with a reference, bit for bit. */
#include "check.h"
#include "progress.h"

#include "../internal.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_POINTS = 150000,            /* of the surface: 1.2 million values */
    MOST_SAMPLES = 100000,              /* of the fleet */
};

const char *check_name(int check)
{
    static const char *const names[CHECKS] = { "surface", "forces", "samples", "states" };
    return names[check];
}

int check_degree(int index)
{
    static const int degrees[CHECK_DEGREES] = { 4, 6, 8 };
    return degrees[index];
}

/* ---- devices --------------------------------------------------------------------------------------------------- */

static flo_status add_target(check_targets *all, const char *name)
{
    check_target *grown = realloc(all->target, ((size_t)all->count + 1) * sizeof *grown);
    if (!grown) return flo__fail(FLO_NO_MEMORY, "no memory for a device");
    all->target = grown;
    check_target target = { .device = NULL };
    const flo_status status = cli_open_device(&target.device, name, 0);
    if (status) return status;
    target.info = flo_device_get_info(target.device);
    all->target[all->count++] = target;
    return FLO_OK;
}

/* Every device of the machine that can be used, after the reference. */
static flo_status add_all(check_targets *all)
{
    const int count = flo_device_list(NULL, 0);
    flo_device_info *info = calloc((size_t)count + 1, sizeof *info);
    if (!info) return flo__fail(FLO_NO_MEMORY, "no memory for %d devices", count);
    flo_status status = FLO_OK;
    for (int i = 0, now = flo_device_list(info, count); i < count && i < now && !status; i++) {
        if (info[i].available && strcmp(info[i].name, "scalar") != 0) status = add_target(all, info[i].name);
    }
    free(info);
    return status;
}

static flo_status add_named(check_targets *all, const char *names)
{
    flo_status status = FLO_OK;
    for (const char *at = names; !status; at++) {
        const size_t length = strcspn(at, ",");
        char *name = strndup(at, length);
        if (!name) return flo__fail(FLO_NO_MEMORY, "no memory for a name");
        if (length == 0) {
            status = flo__fail(FLO_BAD_VALUE, "--devices is \"%s\"; it must be devices with commas between", names);
        } else if (strcmp(name, "scalar") != 0) {
            status = add_target(all, name);
        }
        free(name);
        at += length;
        if (*at == '\0') break;
    }
    return status;
}

static void close_targets(check_targets *all)
{
    for (int i = 0; i < all->count; i++) flo_device_close(all->target[i].device);
    free(all->target);
}

/* ---- telling --------------------------------------------------------------------------------------------------- */

static tally total(const check_targets *all)
{
    tally sum = { 0, 0, 0 };
    for (int i = 1; i < all->count; i++) {
        for (int k = 0; k < CHECKS; k++) {
            sum.values += all->target[i].tally[k].values;
            sum.differing += all->target[i].tally[k].differing;
        }
    }
    return sum;
}

static void print_head(const check_case *c, const check_targets *all)
{
    const flo_device_info *reference = &all->target[0].info;
    printf("reference: %s, %s\n", reference->name, reference->description);
    printf("sea of %d waves, fleet of %zu bodies with %zu points\n", c->sea.wave_count, c->body_count,
           c->sample_count);
}

static void print_targets(const check_targets *all)
{
    for (int i = 1; i < all->count; i++) {
        const check_target *target = &all->target[i];
        for (int k = 0; k < CHECKS; k++) {
            const tally *t = &target->tally[k];
            printf("%-24s %-7s  %-7s  %9llu values, %llu differing", target->info.name,
                   target->info.exact ? "exact" : "inexact", check_name(k), (unsigned long long)t->values,
                   (unsigned long long)t->differing);
            if (t->differing > 0) printf(", by %.4g ULP at most", t->largest);
            putchar('\n');
        }
    }
    printf("summed directly: %zu bodies; in polynomials of degree", all->direct);
    for (int i = 0; i < CHECK_DEGREES; i++) printf("%s %d: %zu", i ? "," : "", check_degree(i), all->expanded[i]);
    putchar('\n');
    const tally sum = total(all);
    printf("differing: %llu of %llu values\n", (unsigned long long)sum.differing, (unsigned long long)sum.values);
}

static json_t *tally_json(const tally *t)
{
    return json_pack("{s:I, s:I, s:o}", "values", (json_int_t)t->values, "differing", (json_int_t)t->differing,
                     "largest_ulp", isfinite(t->largest) ? json_real(t->largest) : json_null());
}

static void print_json(const check_case *c, const check_targets *all)
{
    json_t *devices = json_array();
    for (int i = 1; i < all->count; i++) {
        const check_target *target = &all->target[i];
        json_t *checks = json_object();
        for (int k = 0; k < CHECKS; k++) json_object_set_new(checks, check_name(k), tally_json(&target->tally[k]));
        json_array_append_new(devices, json_pack("{s:s, s:b, s:o}", "name", target->info.name, "exact",
                                                 target->info.exact, "checks", checks));
    }
    json_t *degrees = json_pack("{s:I}", "0", (json_int_t)all->direct);
    for (int i = 0; i < CHECK_DEGREES; i++) {
        char name[12];
        snprintf(name, sizeof name, "%d", check_degree(i));
        json_object_set_new(degrees, name, json_integer((json_int_t)all->expanded[i]));
    }
    const tally sum = total(all);
    json_t *json = json_pack("{s:s, s:i, s:I, s:I, s:o, s:o, s:I, s:I}", "reference", all->target[0].info.name, "waves",
                             c->sea.wave_count, "bodies", (json_int_t)c->body_count, "points",
                             (json_int_t)c->sample_count, "degrees", degrees, "devices", devices, "differing",
                             (json_int_t)sum.differing, "values", (json_int_t)sum.values);
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
    putchar('\n');
    json_decref(json);
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

typedef struct check_options {
    const char *scene, *devices, *files_below;
    size_t points;
    bool json;
    progress_options progress;
} check_options;

/* The reference is the scalar device, or else the first of several that are named. */
static flo_status open_targets(check_targets *all, const char *names)
{
    const bool several = names && strchr(names, ',') && !strstr(names, "scalar");
    flo_status status = several ? FLO_OK : add_target(all, "scalar");
    if (!status) status = names ? add_named(all, names) : add_all(all);
    if (!status && all->count < 2) {
        status = flo__fail(FLO_BAD_VALUE, "there is nothing to compare with the scalar device, the reference; name "
                           "another one, see: flotilla devices");
    }
    return status;
}

static int check_devices(const check_options *o)
{
    check_case c = { .step = 0 };
    check_targets all = { .target = NULL };
    const size_t samples = o->points < MOST_SAMPLES ? o->points : MOST_SAMPLES;
    progress_open(&o->progress);
    progress_task("preparations", 0);
    flo_status status = o->scene ? check_case_scene(&c, o->scene, o->files_below, samples)
                        : check_case_own(&c, samples);
    if (!status) status = open_targets(&all, o->devices);
    progress_hold();
    if (!status && !o->json) print_head(&c, &all);
    fflush(stdout);
    progress_go();
    progress_task("points of the surface", (double)o->points * all.count);
    if (!status) status = check_surface(&c, &all, o->points);
    if (!status) status = check_fleet(&c, &all);
    progress_close();
    int result = status ? cli_failed(status) : CLI_DONE;
    if (!status && o->json) print_json(&c, &all);
    if (!status && !o->json) print_targets(&all);
    if (!status && total(&all).differing > 0) result = CLI_CHECK_FAILED;
    close_targets(&all);
    check_case_free(&c);
    return result;
}

static int check_command(int argc, char **argv)
{
    check_options o = { .points = DEFAULT_POINTS };
    cli_number points = { 0, false };
    cli_list operands = { 0 };
    const cli_option options[] = {
        { "--devices", CLI_TEXT, &o.devices, "devices with commas between, see: flotilla devices", 0, 0 },
        { "--points", CLI_COUNT, &points, "a whole number, 1 to 1e9", 1, 1e9 },
        { "--json", CLI_FLAG, &o.json, NULL, 0, 0 },
        CLI_FILES_BELOW(&o.files_below),
        PROGRESS_OPTIONS(&o.progress),
    };
    const cli_syntax syntax = { options, sizeof options / sizeof options[0], "at most one SCENE.yaml", 0, 1,
                                &operands };
    int result = cli_parse(&syntax, argc, argv);
    if (!result) {
        if (operands.count > 0) o.scene = operands.text[0];
        if (points.given) o.points = (size_t)points.value;
        result = check_devices(&o);
    }
    cli_free_list(&operands);
    return result;
}

const cli_command cli_check = {
    "check", check_command, "compares all devices with the scalar one, bit for bit",
    "flotilla check [SCENE.yaml] [OPTION]...\n"
    "\n"
    "Computes the surface of the water, forces, per-sample values and the states after 100 steps on every device, and\n"
    "compares them with the scalar device; once with all waves summed directly, in a smaller fleet, and once in\n"
    "polynomials, as `flotilla run --waves auto` does.  Without a scene, in a sea of its own with hulls of every kind\n"
    "and of many sizes, near the origin and 1000 km from it, at the start and ten years later.  Ends with\n"
    "`differing: D of N values`; the exit status is 0 only if D is 0.\n"
    "\n"
    "  --devices A,B,...    which, see `flotilla devices`; else all.  Without scalar among several, the first is the\n"
    "                       reference\n"
    "  --points N           points of the surface, and samples of the fleet up to 100000; else 150000\n"
    "  --json               prints one object instead\n"
    CLI_FILES_BELOW_HELP
    "  --quiet              no line on a terminal that tells how far it is\n"
    "  --progress json      tells it on the standard error, a line of JSON twice a second\n"
};
