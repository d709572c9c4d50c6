/* SPDX-License-Identifier: MIT
 *
 * A device against plain C, bit by bit: the surface of the water at millions of points, then fleets of every kind of
 * hull, both integrators, waves summed directly and into polynomials. */
#include "gpu.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 18, COLUMNS = 7, STEPS = 10 };

/* ---- points ---------------------------------------------------------------------------------------------------- */

typedef struct answers {
    double height[CHUNK];
    float rest[COLUMNS][CHUNK];
} answers;

typedef struct points {
    double x[CHUNK], z[CHUNK];
    answers got, want;
} points;

static double random_unit(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) * 0x1p-53;
}

/* Near and far: up to a thousand kilometres out. */
static void place(points *p, size_t count, uint64_t *state)
{
    for (size_t i = 0; i < count; i++) {
        const double reach = i % 4 == 0 ? 1e6 : 500;
        p->x[i] = reach * (2 * random_unit(state) - 1);
        p->z[i] = reach * (2 * random_unit(state) - 1);
    }
}

static flo_status ask(flo_device *device, const flo_sea *sea, double time, size_t count, const points *p, answers *a)
{
    float (*r)[CHUNK] = a->rest;
    const flo_surface out = { a->height, { r[0], r[1], r[2] }, { r[3], r[4], r[5] }, r[6] };
    return flo_query(device, sea, time, count, p->x, p->z, &out);
}

static void count_values(gpu_check *c, const points *p, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        c->differing += memcmp(&p->got.height[i], &p->want.height[i], sizeof(double)) != 0;
    }
    for (int r = 0; r < COLUMNS; r++) {
        for (size_t i = 0; i < count; i++) {
            c->differing += memcmp(&p->got.rest[r][i], &p->want.rest[r][i], sizeof(float)) != 0;
        }
    }
    c->values += (uint64_t)count * (COLUMNS + 1);
}

static void compare_points(gpu_check *c, int waves, bool hard, size_t wanted, double limit)
{
    flo_sea *sea = NULL;
    points *p = malloc(sizeof *p);
    uint64_t state = (uint64_t)waves;
    const uint64_t differing = c->differing;
    const double start = gpu_now();
    size_t done = 0;
    flo_status status = p ? gpu_sea(&sea, waves, hard) : FLO_NO_MEMORY;
    while (!status && done < wanted && gpu_now() - start < limit) {
        const size_t count = wanted - done < CHUNK ? wanted - done : CHUNK;
        const double time = 1000.0 * random_unit(&state);
        place(p, count, &state);
        status = ask(c->device, sea, time, count, p, &p->got);
        if (!status) status = ask(c->scalar, sea, time, count, p, &p->want);
        if (!status) count_values(c, p, count);
        done += status ? 0 : count;
    }
    if (!gpu_is_bad(c, status, "the surface at points")) {
        printf("  %9zu points, %3d waves%s: %" PRIu64 " of %zu values differ%s\n", done, waves,
               hard ? ", finite depth, current, differences" : "", c->differing - differing, done * (COLUMNS + 1),
               done < wanted ? " (cut short: time)" : "");
    }
    flo_sea_destroy(sea);
    free(p);
}

/* ---- fleets ---------------------------------------------------------------------------------------------------- */

typedef struct outcome {
    flo_body_state *states;
    uint64_t hash;
    flo_summation sum;
} outcome;

static flo_status float_fleet(flo_device *device, const flo_sea *sea, const flo_hull *hull, size_t count, gpu_way way,
                              outcome *out)
{
    flo_fleet *fleet = NULL;
    flo_status status = gpu_fleet(&fleet, device, sea, hull, count, way);
    if (!status) status = flo_fleet_step(fleet, 1.0 / 60, STEPS);
    if (!status) status = flo_fleet_read(fleet, 0, count, out->states);
    if (!status) status = flo_fleet_hash(fleet, &out->hash);
    if (!status) out->sum = flo_fleet_get_summation(fleet, 0);
    flo_fleet_destroy(fleet);
    return status;
}

static size_t states_that_differ(const outcome *a, const outcome *b, size_t count)
{
    size_t differing = 0;
    for (size_t i = 0; i < count; i++) {
        const flo_body_state *s = &a->states[i], *t = &b->states[i];
        differing += memcmp(s->position, t->position, sizeof s->position) != 0 ||
                     memcmp(s->orientation, t->orientation, sizeof s->orientation) != 0 ||
                     memcmp(s->velocity, t->velocity, sizeof s->velocity) != 0 ||
                     memcmp(s->angular_velocity, t->angular_velocity, sizeof s->angular_velocity) != 0;
    }
    return differing == 0 && a->hash != b->hash ? 1 : differing;
}

static void compare_fleet(gpu_check *c, const flo_sea *sea, int which, size_t count, gpu_way way)
{
    flo_hull *hull = NULL;
    outcome got = { .states = malloc(count * sizeof *got.states) };
    outcome want = { .states = malloc(count * sizeof *want.states) };
    flo_status status = got.states && want.states ? gpu_hull(&hull, which) : FLO_NO_MEMORY;
    if (!status) status = float_fleet(c->device, sea, hull, count, way, &got);
    if (!status) status = float_fleet(c->scalar, sea, hull, count, way, &want);
    if (!gpu_is_bad(c, status, gpu_hull_name(which))) {
        const size_t differing = states_that_differ(&got, &want, count);
        c->values += count;
        c->differing += differing;
        c->degrees |= 1u << got.sum.degree;
        printf("  %9zu x %-17s %-18s degree %d, %d of %d waves, %d patches: %zu bodies differ after %d steps\n", count,
               gpu_hull_name(which), gpu_way_name(way), got.sum.degree, got.sum.expanded, got.sum.waves,
               got.sum.patches, differing, STEPS);
    }
    flo_hull_destroy(hull);
    free(got.states);
    free(want.states);
}

/* All kinds of hull before the next way to step them, so that little time still sees all hulls.  What is fine enough
 * takes polynomials of higher degrees. */
static void compare_fleets_in(gpu_check *c, const flo_sea *sea, double end)
{
    static const size_t counts[GPU_HULLS] = { 5003, 499, 61, 499 };         /* primes: groups that are not full */
    static const gpu_way ways[] = {
        { FLO_IMPLICIT, FLO_WAVES_AUTO, 0 }, { FLO_SYMPLECTIC, FLO_WAVES_AUTO, 1e-4 },
        { FLO_IMPLICIT, FLO_WAVES_DIRECT, 0 }, { FLO_SYMPLECTIC, FLO_WAVES_DIRECT, 0 },
        { FLO_IMPLICIT, FLO_WAVES_AUTO, 1e-4 }, { FLO_SYMPLECTIC, FLO_WAVES_AUTO, 0 },
    };
    const int fleets = GPU_HULLS * (int)(sizeof ways / sizeof *ways);
    int left_out = 0;
    for (int i = 0; i < fleets; i++) {
        const int which = i % GPU_HULLS;
        if (gpu_now() > end) {
            left_out++;
            continue;
        }
        compare_fleet(c, sea, which, counts[which] < c->bodies ? counts[which] : c->bodies, ways[i / GPU_HULLS]);
    }
    if (left_out) printf("  %d of %d fleets are left out: time\n", left_out, fleets);
}

static void compare_fleets(gpu_check *c, double limit)
{
    for (int hard = 0; hard < 2; hard++) {
        flo_sea *sea = NULL;
        if (gpu_is_bad(c, gpu_sea(&sea, hard ? 24 : 64, hard), "a sea")) continue;
        compare_fleets_in(c, sea, gpu_now() + limit / 2);
        flo_sea_destroy(sea);
    }
}

void gpu_compare(gpu_check *c)
{
    const flo_device_info info = flo_device_get_info(c->device);
    printf("\nagainst plain C, bit by bit%s\n", info.exact ? "" : " (the device does not claim to be exact)");
    compare_points(c, 64, false, c->points / 2, 0.12 * c->seconds);
    compare_points(c, 16, true, c->points - c->points / 2, 0.1 * c->seconds);
    compare_fleets(c, 0.25 * c->seconds);
    printf("degrees that were compared:");
    for (unsigned degree = 0; degree < 16; degree++) {
        if (c->degrees >> degree & 1) printf(" %u", degree);
    }
    printf(" (0: direct)\n");
    printf("differing: %" PRIu64 " of %" PRIu64 " values\n", c->differing, c->values);
}
