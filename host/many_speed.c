/* SPDX-License-Identifier: MIT
 *
 * How fast parts are, each beside the others at work: boxes of 64 cells in a sea of 16 waves, summed directly, so that
 * no driver has to compile what a fleet may never ask for. */
#define _DEFAULT_SOURCE
#include "many.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* As many bodies as keep a part busy for so long, s; more than the most keep no device busier. */
enum { FEWEST = 128, MOST = 1 << 16 };
static const double step_seconds = 1e-3;

/* All work for so long, s, and that several times, of which the middle one counts. */
enum { ROUNDS = 3 };
static const double round_seconds = 20e-3;

static const double dt = 1.0 / 60;

typedef struct trial {
    flo_device *device;                 /* the whole */
    const flo_sea *sea;
    const flo_hull *hull;
    flo_fleet *fleet[FLO__MOST_PARTS];
    double rate[FLO__MOST_PARTS];       /* bodies' steps per second */
} trial;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static flo_status make_sea(flo_sea **sea)
{
    flo_wave waves[16];
    for (int i = 0; i < 16; i++) {
        waves[i] = (flo_wave){ .amplitude = 0.02 * (i + 1), .wavelength = 4.0 * (i + 1), .heading = 0.1 * i,
                               .steepness = 0.5, .phase = i };
    }
    flo_sea_def def = flo_default_sea_def();
    def.waves = waves;
    def.wave_count = 16;
    return flo_sea_create(sea, &def);
}

static flo_status make_hull(flo_hull **hull)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = 2000;
    for (int i = 0; i < 3; i++) {
        def.box_size[i] = 2;
        def.box_grid[i] = 4;
    }
    def.buoyancy.law = FLO_ARCHIMEDES;
    return flo_hull_create(hull, &def);
}

static flo_status make_fleet(flo_fleet **fleet, flo_device *device, const trial *t, size_t count)
{
    flo_body_def *bodies = malloc(count * sizeof *bodies);
    if (!bodies) return flo__fail(FLO_NO_MEMORY, "no memory to measure the speed of %s", device->info.name);
    for (size_t i = 0; i < count; i++) {
        bodies[i] = (flo_body_def){ .hull = t->hull, .state = { .position = { 5.0 * (double)(i % 256), 0,
                                                                             5.0 * (double)(i / 256) },
                                                               .orientation = { 1 } } };
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = t->sea;
    def.bodies = bodies;
    def.count = count;
    def.waves = FLO_WAVES_DIRECT;
    const flo_status status = flo_fleet_create(fleet, device, &def);
    free(bodies);
    return status;
}

/* Finds how many bodies a part should have. */
static flo_status prepare(int part, void *of)
{
    trial *t = of;
    flo_device *device = flo__device_part(t->device, part);
    flo_status status = FLO_OK;
    for (size_t count = FEWEST; !status; count *= 4) {
        status = make_fleet(&t->fleet[part], device, t, count);
        if (!status) status = flo_fleet_step(t->fleet[part], dt, 1);        /* what is done only once */
        const double start = now();
        if (!status) status = flo_fleet_step(t->fleet[part], dt, 1);
        if (!status && (now() - start >= step_seconds || count >= MOST)) break;
        flo_fleet_destroy(t->fleet[part]);
        t->fleet[part] = NULL;
    }
    return status;
}

static flo_status run_round(int part, void *of)
{
    trial *t = of;
    uint64_t steps = 0;
    flo_status status = FLO_OK;
    const double start = now();
    double seconds = 0;
    while (seconds < round_seconds && !status) {
        status = flo_fleet_step(t->fleet[part], dt, 1);
        steps++;
        seconds = now() - start;
    }
    t->rate[part] = (double)flo_fleet_count(t->fleet[part]) * (double)steps / seconds;
    return status;
}

static double middle(const double rate[ROUNDS])
{
    const double a = rate[0], b = rate[1], c = rate[2];
    return a < b ? (b < c ? b : a < c ? c : a) : (a < c ? a : b < c ? c : b);
}

/* Parts that are the same device with as many threads are equally fast, whoever was disturbed. */
static void make_even(const flo__many *many, double rate[FLO__MOST_PARTS])
{
    double even[FLO__MOST_PARTS];
    for (int i = 0; i < many->count; i++) {
        const flo_device *part = many->part[i];
        double sum = 0;
        int count = 0;
        for (int k = 0; k < many->count; k++) {
            const flo_device *other = many->part[k];
            if (strcmp(part->info.name, other->info.name) != 0 || part->threads != other->threads) continue;
            sum += rate[k];
            count++;
        }
        even[i] = sum / count;
    }
    memcpy(rate, even, (size_t)many->count * sizeof *rate);
}

static flo_status run_rounds(trial *t, double rate[FLO__MOST_PARTS])
{
    static const uint64_t everyone = UINT64_MAX;
    double of_round[FLO__MOST_PARTS][ROUNDS];
    flo_status status = flo__team_run(t->device, everyone, prepare, t);
    for (int r = 0; r < ROUNDS && !status; r++) {
        status = flo__team_run(t->device, everyone, run_round, t);
        for (int i = 0; i < flo__device_parts(t->device); i++) of_round[i][r] = t->rate[i];
    }
    for (int i = 0; i < flo__device_parts(t->device) && !status; i++) rate[i] = middle(of_round[i]);
    if (!status) make_even(t->device->many, rate);
    return status;
}

flo_status flo__many_measure(flo_device *device, double rate[FLO__MOST_PARTS])
{
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    flo_status status = make_sea(&sea);
    if (!status) status = make_hull(&hull);
    trial t = { .device = device, .sea = sea, .hull = hull };
    if (!status) status = run_rounds(&t, rate);
    for (int i = 0; i < flo__device_parts(device); i++) flo_fleet_destroy(t.fleet[i]);
    flo_hull_destroy(hull);
    flo_sea_destroy(sea);
    return status;
}
