/* SPDX-License-Identifier: MIT
 *
 * Fleets of equal boats, as sides of benchmarks. */
#include "bench.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double step_seconds = 1.0 / 60, spacing = 15, density = 1025;

/* ---- a boat ---------------------------------------------------------------------------------------------------- */

/* The shares of a boat's length that its sides are. */
static const double side_shares[3] = { 0.54, 0.36, 1 };

/* The length with which the samples, centres of a grid's cells, reach 1 m. */
static double boat_length(const int grid[3])
{
    double square = 0;
    for (int a = 0; a < 3; a++) {
        const double reach = side_shares[a] * (0.5 - 0.5 / grid[a]);
        square += reach * reach;
    }
    return square > 0 ? 1 / sqrt(square) : 1;
}

static void boat_points(const int grid[3], double (*points)[3])
{
    const double length = boat_length(grid);
    for (int i = 0; i < grid[0] * grid[1] * grid[2]; i++) {
        const int cell[3] = { i % grid[0], i / grid[0] % grid[1], i / grid[0] / grid[1] };
        for (int a = 0; a < 3; a++) points[i][a] = length * side_shares[a] * ((cell[a] + 0.5) / grid[a] - 0.5);
    }
}

/* A boat half in the water, with all that a step knows: buoyancy, the waves' push by height, slope and rate, added
 * mass, damping and drag. */
static flo_status make_hull(bench_convoy *c)
{
    const int *grid = c->boats.grid;
    double size[3];
    c->points = malloc(c->samples * sizeof *c->points);
    if (!c->points) return flo__fail(FLO_NO_MEMORY, "no memory for a boat of %zu samples", c->samples);
    boat_points(grid, c->points);
    for (int a = 0; a < 3; a++) size[a] = boat_length(grid) * side_shares[a];
    flo_hull_def def = flo_default_hull_def();
    def.points = (const double (*)[3])c->points;
    def.point_count = (int)c->samples;
    def.volume = size[0] * size[1] * size[2];
    def.mass = density * def.volume / 2;
    for (int a = 0; a < 3; a++) {
        const double one = size[(a + 1) % 3], other = size[(a + 2) % 3];
        def.inertia[a] = def.mass * (one * one + other * other) / 12;
    }
    def.buoyancy.law = FLO_ARCHIMEDES;
    def.buoyancy.reference_depth = size[1];
    def.damping.vertical = 1;
    def.damping.angular = 1;
    def.drag.quadratic = 0.05;
    def.drag.linear = 0.1;
    def.push.strength = c->boats.bare ? 0 : 0.5;
    def.push.velocity = FLO_PUSH_ANALYTIC;
    for (int a = 0; a < 3; a++) def.added_mass.coefficient[a] = 0.5;
    return flo_hull_create(&c->hull, &def);
}

/* ---- a convoy -------------------------------------------------------------------------------------------------- */

static flo_status step(void *context)
{
    bench_convoy *c = context;
    return flo_fleet_step(c->fleet, step_seconds, 1);
}

/* Where boat i is along x or z. */
static double place_of(const bench_convoy *c, size_t i, int axis)
{
    const size_t across = (size_t)ceil(sqrt((double)c->boats.bodies)), at = axis == 0 ? i % across : i / across;
    return spacing * ((double)at - (double)(across - 1) / 2);
}

void bench_convoy_points(const bench_convoy *c, double *x, double *z)
{
    for (size_t i = 0; i < (size_t)c->boats.bodies; i++) {
        for (size_t s = 0; s < c->samples; s++) {
            x[i * c->samples + s] = place_of(c, i, 0) + c->points[s][0];
            z[i * c->samples + s] = place_of(c, i, 2) + c->points[s][2];
        }
    }
}

static flo_status make_fleet(bench_convoy *c)
{
    const size_t count = (size_t)c->boats.bodies;
    flo_body_def *bodies = malloc(count * sizeof *bodies);
    if (!bodies) return flo__fail(FLO_NO_MEMORY, "no memory for %zu bodies", count);
    for (size_t i = 0; i < count; i++) {
        bodies[i] = (flo_body_def){ .hull = c->hull, .state.orientation = { 1, 0, 0, 0 } };
        bodies[i].state.position[0] = place_of(c, i, 0);
        bodies[i].state.position[2] = place_of(c, i, 2);
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = c->sea;
    def.bodies = bodies;
    def.count = count;
    def.time = 100;
    def.waves = c->boats.how;
    def.integrator = c->boats.integrator;
    const flo_status status = flo_fleet_create(&c->fleet, c->device, &def);
    free(bodies);
    return status;
}

flo_status bench_convoy_open(bench_convoy *c, bench_side *side, const bench_boats *boats)
{
    const int *grid = boats->grid;
    *c = (bench_convoy){ .boats = *boats, .samples = (size_t)(grid[0] * grid[1] * grid[2]) };
    flo_status status = cli_open_device(&c->device, boats->device, boats->threads);
    if (!status) status = bench_sea(&c->sea, boats->waves, boats->inversion);
    if (!status) status = make_hull(c);
    if (!status) status = make_fleet(c);
    if (status) {
        bench_convoy_close(c);
        return status;
    }
    const flo_device_info info = flo_device_get_info(c->device);
    *side = (bench_side){ .run = step, .context = c,
                          .work = (double)boats->bodies * (double)c->samples,
                          .what = boats->how == FLO_WAVES_DIRECT ? "a step, direct sum" : "a step, expansion" };
    snprintf(side->device, sizeof side->device, "%s", info.name);
    snprintf(side->description, sizeof side->description, "%s", info.description);
    return FLO_OK;
}

void bench_convoy_close(bench_convoy *c)
{
    flo_fleet_destroy(c->fleet);
    flo_hull_destroy(c->hull);
    flo_sea_destroy(c->sea);
    flo_device_close(c->device);
    free(c->points);
    *c = (bench_convoy){ 0 };
}

/* ---- several --------------------------------------------------------------------------------------------------- */

flo_status bench_regatta_add(bench_regatta *r, const bench_boats *boats, const char *format, ...)
{
    const int at = r->count;
    if (at == BENCH_SIDES) return flo__fail(FLO_BAD_VALUE, "a benchmark of more than %d sides", BENCH_SIDES);
    const flo_status status = bench_convoy_open(&r->convoy[at], &r->side[at], boats);
    if (status) return status;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->key[at], sizeof r->key[at], format, arguments);
    va_end(arguments);
    r->side[at].key = r->key[at];
    r->count++;
    return FLO_OK;
}

bench_side *bench_regatta_side(bench_regatta *r, const char *key)
{
    for (int i = 0; i < r->count; i++) {
        if (strcmp(r->key[i], key) == 0) return &r->side[i];
    }
    return NULL;
}

void bench_regatta_close(bench_regatta *r)
{
    for (int i = 0; i < r->count; i++) bench_convoy_close(&r->convoy[i]);
    r->count = 0;
}

/* ---- whether two are the same ---------------------------------------------------------------------------------- */

double bench_expansion_tolerance(const bench_convoy *c)
{
    return flo_sea_get_info(c->sea).significant_wave_height / 2500;
}

static flo_status heights_of(bench_convoy *c, double *heights)
{
    flo_forces_def def = flo_default_forces_def();
    def.look = true;
    return flo_fleet_forces(c->fleet, &def, NULL, &(flo_sample_loads){ .height = heights });
}

int bench_same_heights(bench_convoy *a, bench_convoy *b, double tolerance)
{
    const size_t count = (size_t)a->boats.bodies * a->samples;
    double *heights = malloc(2 * count * sizeof *heights);
    flo_status status = heights ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for %zu heights", count);
    int code = CLI_DONE;
    if (!status) status = heights_of(a, heights);
    if (!status) status = heights_of(b, heights + count);
    for (size_t i = 0; i < count && !status && !code; i++) {
        const double apart = fabs(heights[i] - heights[count + i]);
        if (apart <= tolerance) continue;
        cli_print_error("no figures: above sample %zu the water stands at %.9g m or at %.9g m; %.3g apart is allowed",
                        i, heights[i], heights[count + i], tolerance);
        code = CLI_CHECK_FAILED;
    }
    free(heights);
    return status ? cli_failed(status) : code;
}

int bench_same_steps(bench_convoy *a, bench_convoy *b, int steps)
{
    bench_convoy *const both[2] = { a, b };
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        flo_status status = FLO_OK;
        for (int n = 0; n < steps && !status; n++) status = step(both[i]);
        if (!status) status = flo_fleet_hash(both[i]->fleet, &hash[i]);
        if (status) return cli_failed(status);
    }
    const flo_device_info first = flo_device_get_info(a->device), second = flo_device_get_info(b->device);
    if (hash[0] == hash[1]) return CLI_DONE;
    if (!second.exact) {
        cli_print_warning("%s is not exact, so its fleet is not compared with that of %s", second.name, first.name);
        return CLI_DONE;
    }
    cli_print_error("no figures: after %d steps the fleet of %s has the hash %016llx, that of %s has %016llx", steps,
                    first.name, (unsigned long long)hash[0], second.name, (unsigned long long)hash[1]);
    return CLI_CHECK_FAILED;
}

int bench_nobody_stopped(bench_convoy *c)
{
    flo_fleet_report report;
    const flo_status status = flo_fleet_get_report(c->fleet, &report);
    if (status) return cli_failed(status);
    if (report.bad_bodies == 0) return CLI_DONE;
    cli_print_error("no figures: %zu of %d bodies were stopped, first body %zu", report.bad_bodies, c->boats.bodies,
                    report.first_bad_body);
    return CLI_CHECK_FAILED;
}
