/* SPDX-License-Identifier: MIT
 *
 * How fast a device is: by the wall clock what a caller waits for, by the device's own what its kernels take. */
#include "gpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES = 64, MOST_STEPS = 2000 };

/* ---- profiles -------------------------------------------------------------------------------------------------- */

static flo_profile_entry entry_of(const flo_profile *profile, const char *name)
{
    flo_profile_entry sum = { .name = name };
    for (int i = 0; i < profile->count; i++) {
        const flo_profile_entry *e = &profile->entry[i];
        if (strncmp(e->name, name, strlen(name)) != 0) continue;
        sum.launches += e->launches;
        sum.bytes += e->bytes;
        sum.seconds += e->seconds;
    }
    return sum;
}

/* What happened between two looks, of all passes or transfers whose names begin so. */
static flo_profile_entry between(const flo_profile *before, const flo_profile *after, const char *name)
{
    flo_profile_entry a = entry_of(before, name), b = entry_of(after, name);
    b.launches -= a.launches;
    b.bytes -= a.bytes;
    b.seconds -= a.seconds;
    return b;
}

/* ---- points ---------------------------------------------------------------------------------------------------- */

static void time_points(gpu_check *c)
{
    enum { RUNS = 5 };
    const size_t most = (size_t)1 << 22, count = c->points < most ? c->points : most;
    double *x = malloc(count * sizeof *x), *z = malloc(count * sizeof *z), *height = malloc(count * sizeof *height);
    flo_sea *sea = NULL;
    flo_profile before, after;
    double best = INFINITY, kernel = INFINITY, up = 0, down = 0;
    flo_status status = x && z && height ? gpu_sea(&sea, WAVES, false) : FLO_NO_MEMORY;
    for (size_t i = 0; !status && i < count; i++) x[i] = 0.7 * (double)(i % 2048), z[i] = 0.7 * (double)(i / 2048);
    for (int run = 0; run < RUNS && !status && gpu_left(c) > 5; run++) {
        status = flo_device_get_profile(c->device, &before);
        const double start = gpu_now();
        if (!status) status = flo_query(c->device, sea, run, count, x, z, &(flo_surface){ .height = height });
        const double wall = gpu_now() - start;
        if (!status) status = flo_device_get_profile(c->device, &after);
        if (status || run == 0) continue;                       /* the first has buffers made */
        const flo_profile_entry pass = between(&before, &after, "points");
        best = fmin(best, wall);
        kernel = fmin(kernel, pass.seconds);
        const flo_profile_entry write = between(&before, &after, "write"), read = between(&before, &after, "read");
        if (write.seconds > 0) up = fmax(up, (double)write.bytes / write.seconds);
        if (read.seconds > 0) down = fmax(down, (double)read.bytes / read.seconds);
    }
    if (!gpu_is_bad(c, status, "the surface at points")) {
        const double work = (double)count * WAVES;
        printf("  %zu points, %d waves, height, normal, velocity, inversion 2: kernel %.4g ms, %.4g point waves/s; "
               "with transfers %.4g ms\n", count, WAVES, 1e3 * kernel, work / kernel, 1e3 * best);
        printf("  transfers: %.3g GB/s to the device, %.3g GB/s from it\n", 1e-9 * up, 1e-9 * down);
    }
    flo_sea_destroy(sea);
    free(x);
    free(z);
    free(height);
}

/* ---- fleets ---------------------------------------------------------------------------------------------------- */

typedef struct timing {
    double wall;                        /* s a step, one call for many */
    double patches, bodies;             /* s a step, by the device's clock */
} timing;

/* As many steps as fill a second or so, in one call, after some to warm up. */
static flo_status time_steps(gpu_check *c, flo_fleet *fleet, double limit, timing *t)
{
    flo_profile before, after;
    double start = gpu_now();
    flo_status status = flo_fleet_step(fleet, 1.0 / 60, 2);     /* drivers compile, memory is touched */
    if (!status) status = flo_device_get_profile(c->device, &before);
    start = gpu_now();
    if (!status) status = flo_fleet_step(fleet, 1.0 / 60, 3);
    const double one = (gpu_now() - start) / 3;
    const double fit = ceil(fmin(limit, 0.2 * gpu_left(c)) / fmax(one, 1e-6));
    const uint64_t steps = (uint64_t)fmax(1, fmin(fit, MOST_STEPS));
    if (!status) status = flo_device_get_profile(c->device, &before);
    start = gpu_now();
    if (!status) status = flo_fleet_step(fleet, 1.0 / 60, steps);
    t->wall = (gpu_now() - start) / (double)steps;
    if (!status) status = flo_device_get_profile(c->device, &after);
    if (status) return status;
    t->patches = between(&before, &after, "patches").seconds / (double)steps;
    t->bodies = between(&before, &after, "bodies").seconds / (double)steps;
    return FLO_OK;
}

static flo_status time_fleet(gpu_check *c, const flo_sea *sea, const flo_hull *hull, size_t count, gpu_way way,
                             timing *t)
{
    flo_fleet *fleet = NULL;
    flo_status status = gpu_fleet(&fleet, c->device, sea, hull, count, way);
    if (!status) status = time_steps(c, fleet, 1.5, t);
    if (!status) {
        const flo_summation sum = flo_fleet_get_summation(fleet, 0);
        const double work = (double)count * sum.samples * sum.patches * WAVES;
        printf("  %8zu x %d samples, %-18s (degree %d, %2d of %d waves): %9.4f ms a step, %8.3g bodies/s, "
               "%8.3g point waves/s; patches %.4f ms, bodies %.4f ms\n", count, sum.samples * sum.patches,
               gpu_way_name(way), sum.degree, sum.expanded, sum.waves, 1e3 * t->wall, (double)count / t->wall,
               work / t->wall, 1e3 * t->patches, 1e3 * t->bodies);
    }
    flo_fleet_destroy(fleet);
    return status;
}

/* Of all bodies at once, there and back. */
static void time_transfers(gpu_check *c, const flo_sea *sea, const flo_hull *hull, size_t count)
{
    flo_fleet *fleet = NULL;
    flo_profile before, after;
    flo_body_state *states = malloc(count * sizeof *states);
    const gpu_way way = { FLO_IMPLICIT, FLO_WAVES_AUTO, 0 };
    flo_status status = states ? gpu_fleet(&fleet, c->device, sea, hull, count, way) : FLO_NO_MEMORY;
    if (!status) status = flo_fleet_read(fleet, 0, count, states);
    if (!status) status = flo_device_get_profile(c->device, &before);
    const double start = gpu_now();
    if (!status) status = flo_fleet_read(fleet, 0, count, states);
    const double middle = gpu_now();
    if (!status) status = flo_fleet_write(fleet, 0, count, states);
    if (!status) status = flo_device_get_profile(c->device, &after);
    const double end = gpu_now();
    if (!gpu_is_bad(c, status, "transfers")) {
        const flo_profile_entry read = between(&before, &after, "read"), write = between(&before, &after, "write");
        printf("  states of %zu bodies: read %.4g ms (the device %.4g ms for %.4g MB), written %.4g ms (%.4g ms for "
               "%.4g MB)\n", count, 1e3 * (middle - start), 1e3 * read.seconds, 1e-6 * (double)read.bytes,
               1e3 * (end - middle), 1e3 * write.seconds, 1e-6 * (double)write.bytes);
    }
    flo_fleet_destroy(fleet);
    free(states);
}

static void time_fleets(gpu_check *c, const flo_sea *sea, const flo_hull *hull)
{
    static const size_t counts[] = { 1, 10000, 65536, 100000, 1000000 };
    static const gpu_way ways[] = {
        { FLO_SYMPLECTIC, FLO_WAVES_DIRECT, 0 }, { FLO_SYMPLECTIC, FLO_WAVES_AUTO, 0 },
        { FLO_IMPLICIT, FLO_WAVES_DIRECT, 0 }, { FLO_IMPLICIT, FLO_WAVES_AUTO, 0 },
    };
    double per_body[2] = { 0, 0 };
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            timing t = { 0 };
            if (counts[n] > c->bodies) continue;
            if (gpu_left(c) < 8) {
                printf("  %zu bodies are left out: time\n", counts[n]);
                continue;
            }
            const flo_status status = time_fleet(c, sea, hull, counts[n], ways[w], &t);
            if (status == FLO_NO_MEMORY) printf("  %zu bodies do not fit: %s\n", counts[n], flo_message());
            else if (gpu_is_bad(c, status, "a fleet")) return;
            if (w != 1 || status) continue;
            if (counts[n] == 10000) per_body[0] = t.wall / 1e4;
            if (counts[n] == 1000000) per_body[1] = t.wall / 1e6;
        }
    }
    if (per_body[0] > 0 && per_body[1] > 0) {
        printf("  a body takes %.2f times as long among a million as among ten thousand\n", per_body[1] / per_body[0]);
    }
}

void gpu_time(gpu_check *c)
{
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    printf("\nhow fast\n");
    time_points(c);
    flo_status status = gpu_sea(&sea, WAVES, false);
    if (!status) status = gpu_hull(&hull, GPU_BOX);
    if (!gpu_is_bad(c, status, "a hull")) {
        printf("  memory of 1000000 bodies of 64 samples: %.4g GB\n", 1e-9 * (double)flo_fleet_memory(hull, 1000000));
        time_fleets(c, sea, hull);
        if (gpu_left(c) > 10) time_transfers(c, sea, hull, c->bodies);
    }
    flo_hull_destroy(hull);
    flo_sea_destroy(sea);
    printf("  predicted on paper for an H200: 1.6e12 point waves/s for height and slope by the direct sum, one "
           "evaluation; 0.025 ms for 65536 bodies of 64 points in 64 waves by polynomials, 0.165 ms directly\n");
}
