/* SPDX-License-Identifier: MIT
 *
 * Snapshots, from memory.  The first byte says how the rest is meant: as a whole snapshot, or as changes of a good one,
 * three bytes each, an offset and what goes there; and whether the checksums are then made right, so that what is
 * behind them is reached as well.  What is refused changes nothing; what is taken is a fleet that steps, gives loads,
 * can be steered, and can be kept again, for a fleet on two devices that does all of it with the same bits. */
#include "fuzz.h"
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { BODIES = 5, MOST_BYTES = 1 << 16 };

static flo_device *device, *two;
static flo_fleet *fleet, *other;        /* on the one and on the other */
static unsigned char good[MOST_BYTES], work[MOST_BYTES];
static size_t good_size;

static flo_hull *make_hull(bool points)
{
    static const double corners[4][3] = {{-1, 0, -2}, {1, 0, -2}, {-1, 0, 2}, {1, 0, 2}};
    flo_hull *hull = NULL;
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1000;
    def.damping.vertical = 2;
    if (points) {
        def.points = corners, def.point_count = 4;
        def.inertia[0] = 900, def.inertia[1] = 1100, def.inertia[2] = 300;
        def.buoyancy.reference_depth = 0.5;
        def.push.strength = 0.5;            /* by change: it keeps heights */
    } else {
        for (int a = 0; a < 3; a++) def.box_size[a] = 1 + a, def.box_grid[a] = 2;
        def.buoyancy.law = FLO_ARCHIMEDES;
    }
    fuzz_must(flo_hull_create(&hull, &def) == FLO_OK, "a hull");
    return hull;
}

static flo_fleet *make_fleet(flo_device *on, const flo_sea *sea, flo_hull *const hulls[2])
{
    flo_body_def bodies[BODIES];
    flo_fleet *made = NULL;
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = (flo_body_def){.hull = hulls[i % 2], .mode = i == 4 ? FLO_KINEMATIC : FLO_DYNAMIC,
                                   .state = {.position = {7.0 * i, 0, 3}, .orientation = {1, 0, 0, 0}},
                                   .control = {.smoothing = 4}};
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = BODIES;
    fuzz_must(flo_fleet_create(&made, on, &def) == FLO_OK, "a fleet");
    return made;
}

static void make(void)
{
    const flo_wave waves[2] = {{.amplitude = 0.5, .wavelength = 20}, {.amplitude = 0.2, .wavelength = 7, .heading = 1}};
    flo_sea *sea = NULL;
    flo_sea_def def = flo_default_sea_def();
    def.waves = waves, def.wave_count = 2;
    flo_device_def where = flo_default_device_def();
    where.name = "scalar", where.threads = 1;
    fuzz_must(flo_sea_create(&sea, &def) == FLO_OK && flo_device_open(&device, &where) == FLO_OK, "sea and device");
    where.name = "scalar*1+scalar*1";
    fuzz_must(flo_device_open(&two, &where) == FLO_OK, "two devices");
    flo_hull *hulls[2] = {make_hull(true), make_hull(false)};
    fleet = make_fleet(device, sea, hulls);
    other = make_fleet(two, sea, hulls);
    for (int i = 0; i < 2; i++) flo_hull_destroy(hulls[i]);
    flo_sea_destroy(sea);
    fuzz_must(flo_fleet_step(fleet, 0.02, 3) == FLO_OK, "steps");
    fuzz_must(flo_fleet_snapshot_size(fleet, &good_size) == FLO_OK && good_size <= MOST_BYTES, "a size");
    fuzz_must(flo_fleet_snapshot(fleet, good, good_size) == FLO_OK, "a snapshot");
}

static uint64_t hash_of(flo_fleet *of)
{
    uint64_t hash = 0;
    fuzz_said(flo_fleet_hash(of, &hash));
    return hash;
}

/* All that can be asked of a fleet without a change. */
typedef struct answers {
    flo_body_load loads[BODIES];
    flo_body_state states[BODIES];
    flo_fleet_report report;
    size_t bad[BODIES], bad_count;
    bool has_no_load[BODIES];
} answers;

static void ask(flo_fleet *of, answers *a)
{
    memset(a, 0, sizeof *a);
    flo_forces_def def = flo_default_forces_def();
    def.dt = 0.02, def.look = true, def.bad = a->has_no_load;
    fuzz_said(flo_fleet_forces(of, &def, a->loads, NULL));
    fuzz_said(flo_fleet_read(of, 0, BODIES, a->states));
    fuzz_said(flo_fleet_get_report(of, &a->report));
    fuzz_said(flo_fleet_get_bad(of, BODIES, a->bad, &a->bad_count));
}

static void same_answers(void)
{
    static answers ours, theirs;
    ask(fleet, &ours);
    ask(other, &theirs);
    fuzz_must(memcmp(&ours, &theirs, sizeof ours) == 0, "two fleets of one snapshot give the same answers");
    fuzz_must(ours.report.bad_bodies == ours.bad_count, "who is stopped is counted and listed");
}

static void steer(flo_fleet *of)
{
    flo_body_control controls[BODIES - 1];
    for (int i = 0; i < BODIES - 1; i++) {
        controls[i] = (flo_body_control){.throttle = 0.5f, .steer = -0.25f, .force = {100, 0, -50}, .smoothing = 4};
    }
    fuzz_said(flo_fleet_control(of, 1, BODIES - 1, controls));
}

/* What was taken goes on, and what it has become can be kept, and brings another fleet to the same. */
static void go_on(void)
{
    fuzz_said(flo_fleet_step(fleet, 0.02, 2));
    fuzz_must(flo_fleet_snapshot(fleet, work, good_size) == FLO_OK, "what was taken can be kept again");
    fuzz_must(flo_fleet_restore(other, work, good_size) == FLO_OK, "what was kept can be taken");
    fuzz_must(hash_of(other) == hash_of(fleet), "two fleets of one snapshot are the same");
    same_answers();
    steer(fleet);
    steer(other);
    fuzz_said(flo_fleet_step(fleet, 0.02, 1));
    fuzz_said(flo_fleet_step(other, 0.02, 1));
    fuzz_must(hash_of(other) == hash_of(fleet), "they stay the same");
    fuzz_must(flo_fleet_restore(fleet, good, good_size) == FLO_OK, "the good snapshot stays good");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!device) make();
    const uint8_t how = size > 0 ? data[0] : 0;
    size_t length = size > 0 ? size - 1 : 0;
    if (how & 1) {
        memcpy(work, good, good_size);
        for (size_t i = 1; i + 2 < size; i += 3) {
            const size_t at = (size_t)(data[i] | data[i + 1] << 8) % good_size;
            work[at] = data[i + 2];
        }
        length = how & 4 ? good_size - how % 64 : good_size;
    } else if (length > 0) {
        memcpy(work, data + 1, length < MOST_BYTES ? length : MOST_BYTES);
        if (length > MOST_BYTES) length = MOST_BYTES;
    }
    if (how & 2) flo__snapshot_mend(work, length);
    unsigned char *const exact = malloc(length + 1);       /* so that a byte too far is found */
    fuzz_must(exact != NULL, "memory");
    memcpy(exact, work, length);
    const uint64_t before = hash_of(fleet);
    const flo_status status = flo_fleet_restore(fleet, exact, length);
    free(exact);
    fuzz_said(status);
    if (status == FLO_OK) go_on();
    else fuzz_must(hash_of(fleet) == before, "what was refused changed nothing");
    return 0;
}
