/* SPDX-License-Identifier: MIT
 *
 * The library itself: seas, hulls and fleets with a few members that are anything, and calls in any order, on plain C
 * and on one SIMD width at once (FLO_FUZZ_DEVICE; simd:avx2).  Both must give the same status, and the same bits. */
#include "definitions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEAS = 2, HULLS = 2, MOST_BODIES = 6, MOST_SAMPLES = 600, SIDES = 2, CALLS = 8 };

typedef struct world {
    flo_sea *seas[SEAS];
    flo_hull *hulls[HULLS];
    flo_fleet *fleets[SIDES];
    flo_fleet_def def;
} world;

static flo_device *devices[SIDES];

static void open_devices(void)
{
    const char *const asked = getenv("FLO_FUZZ_DEVICE");
    const char *const names[SIDES] = {"scalar", asked ? asked : "simd:avx2"};
    for (int i = 0; i < SIDES; i++) {
        flo_device_def def = flo_default_device_def();
        def.name = names[i];
        def.threads = 1;
        if (flo_device_open(&devices[i], &def) == FLO_OK) continue;
        def.name = "simd";
        if (flo_device_open(&devices[i], &def) != FLO_OK) fuzz_must(false, "a device opens");
    }
}

static void same(const void *a, const void *b, size_t bytes, const char *what)
{
    fuzz_must(memcmp(a, b, bytes) == 0, what);
}

static flo_status both(const flo_status status[SIDES], const char *what)
{
    fuzz_said(status[0]);
    if (status[0] != status[1]) fprintf(stderr, "%s: %d and %d\n", what, (int)status[0], (int)status[1]);
    fuzz_must(status[0] == status[1], what);
    return status[0];
}

#define BOTH(call, what) both((const flo_status[SIDES]){(call(0)), (call(1))}, what)

/* ---- looking --------------------------------------------------------------------------------------------------- */

static void compare(const world *w)
{
    const size_t count = flo_fleet_count(w->fleets[0]);
    fuzz_must(count == flo_fleet_count(w->fleets[1]), "as many bodies");
    flo_body_state states[SIDES][MOST_BODIES];
    flo_fleet_report reports[SIDES];
    uint64_t hashes[SIDES];
    memset(states, 0, sizeof states);
    memset(reports, 0, sizeof reports);
#define READ(i) flo_fleet_read(w->fleets[i], 0, count, states[i])
#define HASH(i) flo_fleet_hash(w->fleets[i], &hashes[i])
#define REPORT(i) flo_fleet_get_report(w->fleets[i], &reports[i])
    BOTH(READ, "reading has the same status");
    same(states[0], states[1], sizeof states[0], "states are the same");
    if (BOTH(HASH, "hashing has the same status") == FLO_OK) fuzz_must(hashes[0] == hashes[1], "hashes are the same");
    BOTH(REPORT, "reporting has the same status");
    fuzz_must(reports[0].steps == reports[1].steps && reports[0].bad_bodies == reports[1].bad_bodies,
              "reports are the same");
    same(&reports[0].time, &reports[1].time, sizeof(double), "times are the same");
    same(&reports[0].largest_residual, &reports[1].largest_residual, sizeof(float), "residuals are the same");
    fuzz_must(reports[0].bad_bodies == 0 || reports[0].first_bad_body == reports[1].first_bad_body, "the same is bad");
}

static void get_forces(const world *w, fuzz_bytes *bytes)
{
    static flo_body_load loads[SIDES][MOST_BODIES];
    static double height[SIDES][MOST_BODIES * MOST_SAMPLES];
    static float force[SIDES][MOST_BODIES * MOST_SAMPLES];
    flo_forces_def def = flo_default_forces_def();
    const uint8_t how = fuzz_byte(bytes);
    def.gravity = how & 1;
    def.look = how & 2;
    def.dt = how & 4 ? fuzz_number(bytes) : 0;
    if (how & 8) def.first = (size_t)fuzz_int(bytes), def.count = (size_t)fuzz_pick(bytes, MOST_BODIES + 1);
    flo_sample_loads samples[SIDES];
    memset(loads, 0, sizeof loads);
    for (int i = 0; i < SIDES; i++) {
        memset(height[i], 0, sizeof height[i]);
        memset(force[i], 0, sizeof force[i]);
        samples[i] = (flo_sample_loads){.height = height[i], .force = {force[i]}};
    }
#define FORCES(i) flo_fleet_forces(w->fleets[i], &def, loads[i], how & 16 ? &samples[i] : NULL)
    BOTH(FORCES, "forces have the same status");
    same(loads[0], loads[1], sizeof loads[0], "loads are the same");
    same(height[0], height[1], sizeof height[0], "heights are the same");
    same(force[0], force[1], sizeof force[0], "samples' forces are the same");
}

static void query(const world *w, fuzz_bytes *bytes)
{
    enum { POINTS = 5 };
    double x[POINTS], y[POINTS], z[POINTS], height[SIDES][POINTS] = {{0}};
    float out[SIDES][8][POINTS];
    memset(out, 0, sizeof out);
    const flo_sea *const sea = w->seas[fuzz_pick(bytes, SEAS)];
    const size_t count = (size_t)fuzz_pick(bytes, POINTS + 1);
    const double time = fuzz_number(bytes);
    for (int i = 0; i < POINTS; i++) x[i] = fuzz_number(bytes), y[i] = fuzz_number(bytes), z[i] = fuzz_number(bytes);
    if (!sea) return;
#define SURFACE(i)                                                                                            \
    flo_query(devices[i], sea, time, count, x, z,                                                             \
              &(flo_surface){height[i], {out[i][0], out[i][1], out[i][2]}, {out[i][3], out[i][4], out[i][5]}, \
                             out[i][6]})
    BOTH(SURFACE, "queries have the same status");
    same(height[0], height[1], sizeof height[0], "heights are the same");
    same(out[0], out[1], sizeof out[0], "normals, velocities and residuals are the same");
#define WATER(i)                                                                                                   \
    flo_query_water(devices[i], sea, time, count, x, y, z,                                                         \
                    &(flo_water){{out[i][0], out[i][1], out[i][2]}, {out[i][3], out[i][4], out[i][5]}, out[i][6], \
                                 out[i][7]})
    BOTH(WATER, "queries of water have the same status");
    same(out[0], out[1], sizeof out[0], "the water is the same");
}

/* ---- changing -------------------------------------------------------------------------------------------------- */

static void make_body(const world *w, flo_body_def *body, fuzz_bytes *bytes)
{
    const int hull = fuzz_pick(bytes, HULLS), mode = fuzz_pick(bytes, 8);
    *body = (flo_body_def){.hull = w->hulls[hull] ? w->hulls[hull] : w->hulls[hull ? 0 : 1]};
    body->mode = mode < 4 ? FLO_DYNAMIC : mode == 7 ? (flo_mode)fuzz_int(bytes) : (flo_mode)(mode - 3);
    fuzz_make_state(&body->state, bytes);
    fuzz_make_control(&body->control, bytes);
    if (fuzz_pick(bytes, 3) == 0) body->sea = w->seas[1];
}

static void change(const world *w, fuzz_bytes *bytes)
{
    const size_t has = flo_fleet_count(w->fleets[0]);
    const size_t first = (size_t)fuzz_pick(bytes, MOST_BODIES), count = (size_t)fuzz_pick(bytes, 3);
    flo_body_state states[2];
    flo_body_control controls[2];
    flo_body_def bodies[2];
    for (int i = 0; i < 2; i++) {
        fuzz_make_state(&states[i], bytes);
        fuzz_make_control(&controls[i], bytes);
        make_body(w, &bodies[i], bytes);
    }
    const double time = fuzz_number(bytes);
#define WRITE(i) flo_fleet_write(w->fleets[i], first, count, states)
#define CONTROL(i) flo_fleet_control(w->fleets[i], first, count, controls)
#define ADD(i) flo_fleet_add(w->fleets[i], count, bodies)
#define REMOVE(i) flo_fleet_remove(w->fleets[i], first, count)
#define SET_SEA(i) flo_fleet_set_sea(w->fleets[i], first, count, w->seas[1])
#define SET_TIME(i) flo_fleet_set_time(w->fleets[i], time)
    switch (fuzz_pick(bytes, 6)) {
    case 0: BOTH(WRITE, "writing has the same status"); break;
    case 1: BOTH(CONTROL, "controlling has the same status"); break;
    case 2: if (has + count <= MOST_BODIES) BOTH(ADD, "adding has the same status"); break;
    case 3: BOTH(REMOVE, "removing has the same status"); break;
    case 4: BOTH(SET_SEA, "setting the sea has the same status"); break;
    default: BOTH(SET_TIME, "setting the time has the same status"); break;
    }
}

static void step(const world *w, fuzz_bytes *bytes)
{
    const double dt = fuzz_pick(bytes, 4) ? 1.0 / (1 + fuzz_byte(bytes)) : fuzz_number(bytes);
    const uint64_t steps = (uint64_t)fuzz_pick(bytes, 4);
#define STEP(i) flo_fleet_step(w->fleets[i], dt, steps)
    BOTH(STEP, "steps have the same status");
}

/* ---- a whole life ---------------------------------------------------------------------------------------------- */

static void make_nouns(world *w, fuzz_bytes *bytes)
{
    for (int i = 0; i < SEAS; i++) {
        fuzz_sea sea;
        fuzz_make_sea(&sea, bytes);
        fuzz_said(flo_sea_create(&w->seas[i], &sea.def));
    }
    for (int i = 0; i < HULLS; i++) {
        fuzz_hull hull;
        fuzz_make_hull(&hull, bytes);
        const flo_status status = flo_hull_create(&w->hulls[i], &hull.def);
        fuzz_said(status);
        if (status || flo_hull_get_info(w->hulls[i]).samples <= MOST_SAMPLES) continue;
        flo_hull_destroy(w->hulls[i]);
        w->hulls[i] = NULL;
    }
}

static void live(world *w, fuzz_bytes *bytes)
{
    flo_body_def bodies[MOST_BODIES];
    const int count = fuzz_pick(bytes, MOST_BODIES);
    for (int i = 0; i < count; i++) make_body(w, &bodies[i], bytes);
    const uint8_t how = fuzz_byte(bytes);
    w->def = flo_default_fleet_def();
    w->def.sea = w->seas[0];
    w->def.bodies = bodies;
    w->def.count = (size_t)count;
    w->def.time = how & 1 ? fuzz_number(bytes) : 0;
    w->def.tolerance = how & 2 ? fuzz_number(bytes) : 0;
    w->def.integrator = how & 4 ? FLO_SYMPLECTIC : FLO_IMPLICIT;
    w->def.waves = how & 8 ? FLO_WAVES_DIRECT : FLO_WAVES_AUTO;
#define CREATE(i) flo_fleet_create(&w->fleets[i], devices[i], &w->def)
    if (BOTH(CREATE, "making a fleet has the same status")) return;
    compare(w);
    for (int i = 0; i < CALLS && bytes->at < bytes->end; i++) {
        switch (fuzz_pick(bytes, 4)) {
        case 0: change(w, bytes); break;
        case 1: get_forces(w, bytes); break;
        default: step(w, bytes); break;
        }
        compare(w);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!devices[0]) open_devices();
    fuzz_bytes bytes = {data, data + size};
    world w = {.def = {0}};
    const int kind = fuzz_pick(&bytes, 8);
    if (kind == 0) fuzz_try_spectrum(&bytes);
    if (kind == 1) fuzz_try_record(&bytes);
    make_nouns(&w, &bytes);
    if (kind == 2) query(&w, &bytes);
    if (w.seas[0] && w.seas[1] && (w.hulls[0] || w.hulls[1])) live(&w, &bytes);
    for (int i = 0; i < SIDES; i++) flo_fleet_destroy(w.fleets[i]);
    for (int i = 0; i < HULLS; i++) flo_hull_destroy(w.hulls[i]);
    for (int i = 0; i < SEAS; i++) flo_sea_destroy(w.seas[i]);
    return 0;
}
