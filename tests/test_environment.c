/* SPDX-License-Identifier: MIT
 *
 * Callers whose floating-point environment is not the usual one: rounding up, down or to zero, denormals flushed to
 * zero, every exception trapped, the x87 cut to double, flags of exceptions up.  Every public call that computes gives
 * the same bits to all of them, leaves their environment as it was, flags included, and raises no SIGFPE. */
#define _GNU_SOURCE
#include "test_environment.h"
#include "test_solids.h"

#include <stddef.h>

int test_environment(void);

/* ---- environments ---------------------------------------------------------------------------------------------- */

#if defined(__x86_64__)

__attribute__((noinline)) test_modes test_modes_get(void)
{
    test_modes m;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2"
                     : "=m"(m.sse), "=m"(m.control), "=m"(m.status) : : "memory");
    m.status &= 0x3F;
    return m;
}

__attribute__((noinline)) void test_modes_set(const test_modes *m)
{
    struct { uint16_t control, a, status, b, rest[10]; } all;
    __asm__ volatile("fnstenv %0" : "=m"(all) : : "memory");
    all.control = m->control;
    all.status = (uint16_t)((all.status & ~0xFF) | m->status);
    __asm__ volatile("fldenv %0\n\tldmxcsr %1" : : "m"(all), "m"(m->sse) : "memory");
}

test_modes test_modes_wild(int rounding, bool trap)
{
    const uint32_t direction = (uint32_t)rounding;
    if (trap) return (test_modes){ direction << 13 | 0x8040, (uint16_t)(direction << 10 | 0x0340), 0 };
    return (test_modes){ direction << 13 | 0x1F80 | 0x2C, (uint16_t)(direction << 10 | 0x027F), 0x0C };
}

#elif defined(__aarch64__)

__attribute__((noinline)) test_modes test_modes_get(void)
{
    test_modes m;
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr" : "=r"(m.control), "=r"(m.status) : : "memory");
    return m;
}

__attribute__((noinline)) void test_modes_set(const test_modes *m)
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1" : : "r"(m->control), "r"(m->status) : "memory");
}

/* Most processors of this kind cannot trap. */
test_modes test_modes_wild(int rounding, bool trap)
{
    return (test_modes){ (uint64_t)rounding << 22 | (uint64_t)trap << 24, trap ? 0 : 0x1E };
}

#endif

bool test_modes_same(const test_modes *a, const test_modes *b) { return memcmp(a, b, sizeof *a) == 0; }

bool test_wild;
test_modes test_theirs;
static test_modes mine;

void test_before(void)
{
    if (!test_wild) return;
    mine = test_modes_get();
    test_modes_set(&test_theirs);
}

void test_after(const char *call)
{
    if (!test_wild) return;
    const test_modes now = test_modes_get();
    test_modes_set(&mine);
    if (!test_modes_same(&now, &test_theirs)) fail_msg("%s leaves another environment than it found", call);
}

uint64_t test_digest;
void test_note(const void *data, size_t bytes) { test_digest = same_hash_bytes(test_digest, data, bytes); }

/* But for the padding. */
static void note_waves(const flo_wave *waves, int count)
{
    for (int i = 0; i < count; i++) test_note(&waves[i], offsetof(flo_wave, own_frequency));
}

/* ---- what needs no device -------------------------------------------------------------------------------------- */

enum { WAVES = 40 };

static void tour_spectra(flo_wave waves[WAVES])
{
    static const double frequency[] = { 0.05, 0.1, 0.15, 0.2, 0.3 }, density[] = { 0.1, 4, 2, 0.7, 0.01 };
    static const double alpha[] = { 0.1, 0.5, 0.9, 2, 3 };
    static const double r1[] = { 0.9, 0.8, 0.6, 0.5, 0.2 }, r2[] = { 0.7, 0.5, 0.3, 0.2, 0 };
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    flo_record_def record = flo_default_record_def();
    flo_record_info info;
    spectrum.type = FLO_TMA;
    spectrum.depth = 30;
    spectrum.significant_wave_height = 1.7;
    spectrum.peak_period = 7;
    spectrum.components = record.components = WAVES;
    record.bands = 5;
    record.frequency = frequency;
    record.density = density;
    record.alpha1 = record.alpha2 = alpha;
    record.r1 = r1;
    record.r2 = r2;
    IN(flo_record_waves(&record, waves));
    note_waves(waves, WAVES);
    IN(flo_record_get_info(&record, &info));
    test_note(&info, sizeof info);
    IN(flo_spectrum_waves(&spectrum, waves));
    note_waves(waves, WAVES);
}

static void tour_meshes(const test_solid *stone)
{
    flo_mesh_info info;
    flo_hydrostatics floats;
    const double center[3] = { 0, -0.1, 0 };
    IN(flo_mesh_get_info(&stone->mesh, &info));
    IN(flo_mesh_float(&stone->mesh, 700, 1025, center, &floats));
    test_note(&info, sizeof info);
    test_note(&floats, sizeof floats);
}

typedef struct things { flo_sea *sea; flo_hull *boat, *box, *cells, *panels; } things;

static void tour_hulls(things *t, const test_solid *stone)
{
    flo_hull_def boat = test_boat_def(), box = test_box_def(2, 1, 4, 4000), cells = box, panels = box;
    boat.buoyancy.curve = FLO_CURVE_SATURATE;
    for (int a = 0; a < 3; a++) {
        panels.box_size[a] = cells.box_size[a] = 0;
        panels.box_grid[a] = cells.box_grid[a] = 0;
    }
    cells.mesh = panels.mesh = &stone->mesh;
    panels.mesh_method = FLO_MESH_PANELS;
    panels.mass = cells.mass = 700;
    IN(flo_hull_create(&t->boat, &boat));
    IN(flo_hull_create(&t->box, &box));
    IN(flo_hull_create(&t->cells, &cells));
    IN(flo_hull_create(&t->panels, &panels));
    flo_hull *const hulls[] = { t->boat, t->box, t->cells, t->panels };
    for (int i = 0; i < 4; i++) {
        const flo_hull_info info = flo_hull_get_info(hulls[i]);
        size_t memory = 0;
        test_note(&info.inertia, sizeof info.inertia);
        test_note(&info.volume, sizeof info.volume);
        IN_VOID(memory = flo_fleet_memory(hulls[i], 1000));
        test_note(&memory, sizeof memory);
    }
}

static uint64_t tour_of_things(things *t, const test_solid *stone)
{
    flo_wave waves[WAVES], made[WAVES];
    flo_sea_def def = flo_default_sea_def();
    test_digest = 1;
    tour_spectra(waves);
    def.depth = 30;
    def.current[0] = 0.3;
    def.waves = waves;
    def.wave_count = WAVES;
    def.mean_level_correction = true;
    IN(flo_sea_create(&t->sea, &def));
    flo_sea_get_waves(t->sea, made);
    note_waves(made, WAVES);
    tour_meshes(stone);
    tour_hulls(t, stone);
    return test_digest;
}

static void things_free(things *t)
{
    flo_hull *const hulls[] = { t->boat, t->box, t->cells, t->panels };
    for (int i = 0; i < 4; i++) flo_hull_destroy(hulls[i]);
    flo_sea_destroy(t->sea);
}

/* ---- what a device does ---------------------------------------------------------------------------------------- */

enum { BODIES = 150, POINTS = 400 };

static void tour_queries(flo_device *device, const flo_sea *sea)
{
    static double x[POINTS], y[POINTS], z[POINTS], height[POINTS];
    static float out[7][POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = 37.1 * i;
        y[i] = -0.02 * i;
        z[i] = 1e5 - 11.3 * i;
    }
    const flo_surface surface = { height, { out[0], out[1], out[2] }, { out[3], out[4], out[5] }, out[6] };
    const flo_water water = { { out[0], out[1], out[2] }, { out[3], out[4], out[5] }, out[6], NULL };
    IN(flo_query(device, sea, moment, POINTS, x, z, &surface));
    test_note(height, sizeof height);
    test_note(out, sizeof out);
    IN(flo_query_water(device, sea, moment, POINTS, x, y, z, &water));
    test_note(out, sizeof out);
}

static void bodies_make(const things *t, flo_body_def bodies[BODIES + 1])
{
    flo_hull *const hulls[] = { t->boat, t->box, t->cells, t->panels };
    for (int i = 0; i <= BODIES; i++) {
        flo_body_state at = test_state_at(9 * i % 100, 0.1, 7 * i);
        test_state_turn(&at, 0.2, 1, i % 3, 0.5);
        bodies[i] = (flo_body_def){ .hull = hulls[i % 4], .state = at };
        if (i % 4 == 0) bodies[i].control.throttle = 0.5f;
    }
    bodies[7].state.velocity[1] = 1e-40f;               /* denormal */
    bodies[8].mode = FLO_TRANSFORM;
    bodies[8].control.smoothing = 3;
}

static void note_fleet(flo_fleet *fleet)
{
    static flo_body_state states[BODIES + 1];
    flo_fleet_report report;
    uint64_t hash = FLO_HASH_START, again = 0;
    size_t bad[4], count = 9;
    IN(flo_fleet_get_report(fleet, &report));
    IN(flo_fleet_get_bad(fleet, 4, bad, &count));
    IN(flo_fleet_hash_on(fleet, &hash));
    IN(flo_fleet_hash(fleet, &again));
    IN(flo_fleet_read(fleet, 0, BODIES, states));
    assert_true(hash == again && count == 0 && report.bad_bodies == 0);
    test_note(states, BODIES * sizeof *states);
    test_note(&hash, sizeof hash);
    test_note(&report.time, sizeof report.time);
    test_note(&report.largest_residual, sizeof report.largest_residual);
}

static void tour_loads(flo_fleet *fleet)
{
    static flo_body_load loads[BODIES];
    static double heights[BODIES * 1000];
    flo_forces_def def = flo_default_forces_def();
    def.dt = sixtieth;
    IN(flo_fleet_forces(fleet, &def, loads, &(flo_sample_loads){ .height = heights }));
    test_note(loads, sizeof loads);
    test_note(heights, sizeof heights);
}

/* There and back, by memory and by a file: the fleet is as it was. */
static void tour_snapshots(flo_fleet *fleet)
{
    size_t size = 0;
    const char *path = test_path("snapshot.flo");
    IN(flo_fleet_snapshot_size(fleet, &size));
    unsigned char *bytes = malloc(size);
    assert_non_null(bytes);
    IN(flo_fleet_snapshot(fleet, bytes, size));
    test_note(bytes, size);
    IN(flo_fleet_save(fleet, path));
    IN(flo_fleet_step(fleet, sixtieth, 1));
    IN(flo_fleet_restore(fleet, bytes, size));
    IN(flo_fleet_load(fleet, path));
    free(bytes);
}

static void tour_changes(flo_fleet *fleet, const flo_sea *other, const flo_body_def *more)
{
    static flo_body_state states[3];
    const flo_body_control control = { .throttle = 0.25f, .steer = -0.3f, .force = { 1, 2, 3 }, .smoothing = 1 };
    IN(flo_fleet_read(fleet, 3, 3, states));
    IN(flo_fleet_write(fleet, 4, 1, states));
    IN(flo_fleet_control(fleet, 4, 1, &control));
    IN(flo_fleet_add(fleet, 1, more));
    IN(flo_fleet_remove(fleet, 0, 1));
    IN(flo_fleet_set_sea(fleet, 10, 20, other));
    IN(flo_fleet_set_time(fleet, moment));
    IN(flo_fleet_step(fleet, sixtieth, 5));
}

static uint64_t tour_of_device(flo_device *device, const things *t, const flo_sea *other)
{
    static flo_body_def bodies[BODIES + 1];
    flo_fleet_def def = flo_default_fleet_def();
    flo_fleet *fleet = NULL;
    test_digest = 2;
    bodies_make(t, bodies);
    def.sea = t->sea;
    def.bodies = bodies;
    def.count = BODIES;
    def.time = moment;
    tour_queries(device, t->sea);
    IN(flo_fleet_create(&fleet, device, &def));
    IN(flo_fleet_step(fleet, sixtieth, 20));
    note_fleet(fleet);
    tour_loads(fleet);
    tour_changes(fleet, other, bodies + BODIES);
    tour_snapshots(fleet);
    note_fleet(fleet);
    IN_VOID(flo_fleet_destroy(fleet));
    return test_digest;
}

/* ---- all of them ----------------------------------------------------------------------------------------------- */

static const char *const roundings[4] = { "to nearest", "down", "up", "to zero" };

void test_go(int way, const char *where)
{
    const int rounding = way / 2 % 4;
    test_wild = way > 0;
    test_theirs = test_modes_wild(rounding, way % 2);
    test_about("%s, %s", where, test_wild ? roundings[rounding] : "usual");
}

static void things_are_the_same_in_any_environment(void **state)
{
    (void)state;
    test_solid stone = test_solid_stone(0.8, 2, 0.2);
    uint64_t right = 0;
    for (int way = 0; way < WAYS; way++) {
        things t;
        test_go(way, "things");
        const uint64_t got = tour_of_things(&t, &stone);
        if (way == 0) right = got;
        if (got != right) fail_msg("rounding %s: other bits", roundings[way / 2 % 4]);
        test_wild = false;
        things_free(&t);
    }
    test_solid_free(&stone);
}

static void devices_are_the_same_in_any_environment(void **state)
{
    (void)state;
    test_solid stone = test_solid_stone(0.8, 2, 0.2);
    test_water other = test_water_random(9, 60, 0.3, 5);
    uint64_t right = 0;
    things t;
    test_wild = false;
    tour_of_things(&t, &stone);
    for (const test_device *d = test_devices(); d->device; d++) {
        uint64_t own = 0;
        for (int way = 0; way < WAYS; way++) {
            test_go(way, d->label);
            const uint64_t got = tour_of_device(d->device, &t, other.sea);
            test_wild = false;
            if (way == 0) own = got;
            if (right == 0 && d->exact) right = got;
            if (got != own || (d->exact && got != right)) fail_msg("%s, way %d: other bits", d->label, way);
        }
    }
    things_free(&t);
    test_water_free(&other);
    test_solid_free(&stone);
}

/* Opening has a self-test with known answers in it; and several devices have threads that are made then. */
static void devices_open_in_any_environment(void **state)
{
    (void)state;
    const char *const names[] = { "scalar", "simd", "simd*1+scalar*1", "simd+simd", "opencl" };
    for (int way = 1; way < WAYS; way++) {
        flo_device_info info[32];
        flo_profile profile;
        int count = 0;
        test_go(way, "opening");
        IN_VOID(count = flo_device_list(info, 32));
        assert_true(count > 1);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            flo_device_def def = flo_default_device_def();
            flo_device *device = NULL;
            uint64_t hash = 0;
            def.name = names[i];
            def.profile = true;
            test_before();
            const flo_status status = flo_device_open(&device, &def);
            test_after("flo_device_open");
            if (status == FLO_NO_DEVICE && i == 4) continue;
            OK(status);
            OK(same_hash(device, &hash));
            IN(flo_device_get_profile(device, &profile));
            if (flo_device_get_info(device).exact) assert_true(hash == SCENE_HASH);
            IN_VOID(flo_device_close(device));
        }
    }
    test_wild = false;
}

static int end(void **state) { return test_devices_close(state) | test_folder_remove(state); }

int test_environment(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_are_the_same_in_any_environment),
        cmocka_unit_test(devices_are_the_same_in_any_environment),
        cmocka_unit_test(devices_open_in_any_environment),
    };
    return cmocka_run_group_tests_name("environment", tests, test_folder_make, end);
}
