/* SPDX-License-Identifier: MIT
 *
 * A whole fleet, step by step: 4096 bodies of 64 samples in 64 waves, by two threads of our own SIMD and of the best
 * OpenCL device.  A point-wave is counted once a step, however often the inversion evaluates it. */
#include "bench.h"

#include "../host/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ACROSS = 64, BODIES = ACROSS * ACROSS, SAMPLES = 64, THREADS = 2, CHECKED_STEPS = 2 };

typedef struct convoy {
    flo_device *device;
    flo_fleet *fleet;
} convoy;

static flo_status step(void *context)
{
    convoy *c = context;
    return flo_fleet_step(c->fleet, 1.0 / 60, 1);
}

/* A boat of 2 by 1 by 4 m, half in the water, with all that pushes and brakes it. */
static flo_status make_hull(flo_hull **hull)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = 4000;
    def.box_size[0] = 2;
    def.box_size[1] = 1;
    def.box_size[2] = 4;
    for (int i = 0; i < 3; i++) def.box_grid[i] = 4;
    def.buoyancy.law = FLO_ARCHIMEDES;
    def.buoyancy.reference_depth = 0;
    def.damping.vertical = 1;
    def.damping.angular = 1;
    def.drag.quadratic = 0.05;
    def.push.strength = 0.5;
    return flo_hull_create(hull, &def);
}

static void place_bodies(flo_body_def *bodies, const flo_hull *hull)
{
    const double spacing = 15;
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = (flo_body_def){ .hull = hull, .state.orientation = { 1, 0, 0, 0 }, .control.throttle = 0.5f };
        bodies[i].state.position[0] = spacing * (i % ACROSS);
        bodies[i].state.position[2] = spacing * (i / ACROSS);
    }
}

static flo_status open_convoy(convoy *c, bench_side *side, const char *device, const flo_sea *sea,
                              const flo_body_def *bodies)
{
    flo_status status = cli_open_device(&c->device, device, THREADS);
    if (status) return status;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = BODIES;
    status = flo_fleet_create(&c->fleet, c->device, &def);
    const flo_device_info info = flo_device_get_info(c->device);
    *side = (bench_side){ .what = "flo_fleet_step", .run = step, .context = c,
                          .work = (double)BODIES * SAMPLES * BENCH_WAVES };
    snprintf(side->device, sizeof side->device, "%s", info.name);
    snprintf(side->description, sizeof side->description, "%s", info.description);
    return status;
}

static void close_convoy(convoy *c)
{
    flo_fleet_destroy(c->fleet);
    flo_device_close(c->device);
}

/* After a few steps both fleets must be the same, to the bit. */
static int compare(convoy *c, const bench_side *sides)
{
    uint64_t hash[2];
    for (int i = 0; i < 2; i++) {
        flo_status status = FLO_OK;
        for (int n = 0; n < CHECKED_STEPS && !status; n++) status = step(&c[i]);
        if (!status) status = flo_fleet_hash(c[i].fleet, &hash[i]);
        if (status) return cli_failed(status);
    }
    if (hash[0] == hash[1]) return CLI_DONE;
    if (!flo_device_get_info(c[1].device).exact) {
        cli_print_warning("%s is not exact, so its fleet is not compared with that of %s", sides[1].device,
                          sides[0].device);
        return CLI_DONE;
    }
    cli_print_error("no figures: after %d steps the fleet of %s has the hash %016llx, that of %s has %016llx",
                    CHECKED_STEPS, sides[0].device, (unsigned long long)hash[0], sides[1].device,
                    (unsigned long long)hash[1]);
    return CLI_CHECK_FAILED;
}

static void report(bench_output *out, const bench_side *sides, int count, const flo_device *last)
{
    const bool gpu = strcmp(flo_device_get_info(last).kind, "gpu") == 0;
    const double point_waves = sides[0].work;
    bench_head(out, sides, count, "%d bodies of %d samples in %d waves, inversion 2, %d threads; ns are processor time "
               "of all threads, waits at the end of a loop included, rates are by elapsed time", BODIES, SAMPLES,
               BENCH_WAVES, THREADS);
    for (int i = 0; i < count; i++) {
        bench_side_row(out, &sides[i], (bench_figure){ "ns/(point*wave)", false, false, point_waves });
        bench_side_row(out, &sides[i], (bench_figure){ "point*waves/s", true, true, point_waves });
        bench_side_row(out, &sides[i], (bench_figure){ "body*steps/s", true, true, BODIES });
    }
    if (count > 1) bench_ratio(out, "fleet/opencl", &sides[0], &sides[1], (bench_limit){ 0, 0 }, gpu);
}

int bench_fleet(bench_output *out)
{
    bench_problem problem = { 0 };
    convoy convoys[2] = { 0 };
    bench_side sides[2] = { 0 };
    flo_hull *hull = NULL;
    flo_body_def *bodies = malloc(BODIES * sizeof *bodies);
    char threads[16];
    snprintf(threads, sizeof threads, "%d", THREADS);
    setenv("POCL_MAX_PTHREAD_COUNT", threads, 0);
    setenv("POCL_AFFINITY", "1", 0);    /* a thread to each processor: schedulers have left them all on one */

    int code = CLI_DONE, count = 1;
    flo_status status = bodies ? make_hull(&hull) : flo__fail(FLO_NO_MEMORY, "no memory for %d bodies", BODIES);
    if (!status) status = bench_problem_open(&problem, 1, 2);
    if (status) goto cleanup;
    place_bodies(bodies, hull);
    status = open_convoy(&convoys[0], &sides[0], "simd", problem.sea, bodies);
    if (status) goto cleanup;
    status = open_convoy(&convoys[1], &sides[1], "opencl", problem.sea, bodies);
    if (status == FLO_NO_DEVICE) {
        cli_print_warning("the fleet runs on simd only: %s", flo_message());
        status = FLO_OK;
    } else if (!status) {
        count = 2;
        code = compare(convoys, sides);
    }
    sides[0].key = out->name;
    sides[1].key = "opencl";
    if (!status && !code) status = bench_measure(sides, count, CLOCK_PROCESS_CPUTIME_ID, true);
    if (!status && !code) report(out, sides, count, convoys[count - 1].device);

cleanup:
    if (status) code = cli_failed(status);
    close_convoy(&convoys[0]);
    close_convoy(&convoys[1]);
    flo_hull_destroy(hull);
    bench_problem_close(&problem);
    free(bodies);
    return code;
}
