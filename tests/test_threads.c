/* SPDX-License-Identifier: MIT
 *
 * Threads of the caller's own: each with its device and its fleet, all with one sea and one hull between them; devices
 * of all kinds at work at once; one device from hand to hand; and all that needs no device from everywhere at once.
 * What a thread sanitizer has to say about the library, it says here. */
#include "devices.h"
#include "test.h"
#include "test_same_scene.h"
#include "test_solids.h"

#include <pthread.h>
#include <stddef.h>

enum { THREADS = 4, BODIES = 70, POINTS = 300 };

typedef struct share {              /* what all threads read */
    const flo_sea *sea;
    const flo_hull *hull;
} share;

typedef struct worker {
    const share *all;
    const char *device;
    flo_status status;
    char message[256];
    uint64_t hash;
    double height[POINTS];
} worker;

static flo_status float_fleet(worker *w, flo_device *device)
{
    flo_body_def bodies[BODIES];
    for (int i = 0; i < BODIES; i++) {
        const flo_body_state state = { .position = { 9.0 * i, 0.1, -4.0 * i }, .orientation = { 1, 0, 0, 0 } };
        bodies[i] = (flo_body_def){ .hull = w->all->hull, .state = state };
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = w->all->sea;
    def.bodies = bodies;
    def.count = BODIES;
    flo_fleet *fleet = NULL;
    flo_status status = flo_fleet_create(&fleet, device, &def);
    if (!status) status = flo_fleet_step(fleet, 1.0 / 60, 20);
    if (!status) status = flo_fleet_hash(fleet, &w->hash);
    flo_fleet_destroy(fleet);
    return status;
}

static flo_status ask_points(worker *w, flo_device *device)
{
    double x[POINTS], z[POINTS];
    for (int i = 0; i < POINTS; i++) x[i] = 3.0 * i, z[i] = -2.0 * i;
    return flo_query(device, w->all->sea, 7.5, POINTS, x, z, &(flo_surface){ .height = w->height });
}

/* A message belongs to its thread: each asks for something impossible and must find its own words. */
static flo_status refuse(void)
{
    flo_sea *sea = NULL;
    flo_sea_def def = flo_default_sea_def();
    def.gravity = -1;
    return flo_sea_create(&sea, &def) == FLO_BAD_VALUE && strstr(flo_message(), "gravity") ? FLO_OK : FLO_BAD_VALUE;
}

static void *work(void *argument)
{
    worker *w = argument;
    flo_device_def def = flo_default_device_def();
    def.name = w->device;
    def.threads = 1;
    flo_device *device = NULL;
    w->status = flo_device_open(&device, &def);
    if (!w->status) w->status = float_fleet(w, device);
    if (!w->status) w->status = ask_points(w, device);
    if (!w->status) w->status = refuse();
    snprintf(w->message, sizeof w->message, "%s", flo_message());
    flo_device_close(device);
    return NULL;
}

static void make_share(flo_sea **sea, flo_hull **hull)
{
    static const double points[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };
    flo_wave waves[16];
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    spectrum.significant_wave_height = 1;
    spectrum.peak_period = 6;
    spectrum.components = 16;
    OK(flo_spectrum_waves(&spectrum, waves));
    flo_sea_def sea_def = flo_default_sea_def();
    sea_def.waves = waves;
    sea_def.wave_count = 16;
    OK(flo_sea_create(sea, &sea_def));
    flo_hull_def hull_def = flo_default_hull_def();
    hull_def.mass = 1000;
    for (int i = 0; i < 3; i++) hull_def.inertia[i] = 800;
    hull_def.points = points;
    hull_def.point_count = 4;
    hull_def.buoyancy.reference_depth = 0.5;
    hull_def.push.strength = 0.5;
    OK(flo_hull_create(hull, &hull_def));
}

static void threads_do_not_meet(void **state)
{
    (void)state;
    static worker workers[THREADS], alone;
    pthread_t threads[THREADS];
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    make_share(&sea, &hull);
    const share all = { sea, hull };
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){ .all = &all, .device = "simd" };
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    alone = (worker){ .all = &all, .device = "simd" };  /* last: whatever is made once, the threads made together */
    work(&alone);
    test_about("alone: %s", alone.message);
    OK(alone.status);
    for (int i = 0; i < THREADS; i++) {
        test_about("thread %d: %s", i, workers[i].message);
        OK(workers[i].status);
        assert_true(workers[i].hash == alone.hash);
        SAME(workers[i].height, alone.height, sizeof alone.height);
    }
    flo_sea_destroy(sea);
    flo_hull_destroy(hull);
}

/* What docs/threads.md says a call may take; frames of the sanitizers are larger. */
#ifndef __has_feature
#define __has_feature(what) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
enum { LITTLE_STACK = 2 << 20 };
#else
enum { LITTLE_STACK = 256 << 10 };  /* bytes */
#endif

static void little_stack_is_enough(void **state)
{
    (void)state;
    static const char *const names[] = { "scalar", "simd:sse2", "simd", "simd*1+scalar*1", "opencl" };
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    pthread_attr_t little;
    make_share(&sea, &hull);
    const share all = { sea, hull };
    pthread_attr_init(&little);
    pthread_attr_setstacksize(&little, LITTLE_STACK);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        worker w = { .all = &all, .device = names[i] };
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, &little, work, &w), 0);
        pthread_join(thread, NULL);
        test_about("%s: %s", w.device, w.message);
        if (w.status != FLO_NO_DEVICE) OK(w.status);        /* this machine may have none */
    }
    pthread_attr_destroy(&little);
    flo_sea_destroy(sea);
    flo_hull_destroy(hull);
}

/* ---- devices of all kinds at once ------------------------------------------------------------------------------- */

enum { MOST_KINDS = 8 };

typedef struct kind { const char *name; flo_status status; bool exact; char message[256]; uint64_t hash; } kind;

/* The golden scene has a sea and hulls of its own. */
static void *golden(void *argument)
{
    kind *k = argument;
    flo_device *device = NULL;
    flo_device_def def = flo_default_device_def();
    def.name = k->name;
    def.threads = 2;
    k->status = flo_device_open(&device, &def);
    k->exact = !k->status && flo_device_get_info(device).exact;
    for (int i = 0; i < 2 && !k->status; i++) k->status = same_hash(device, &k->hash);
    snprintf(k->message, sizeof k->message, "%s", flo_message());
    flo_device_close(device);
    return NULL;
}

static void devices_of_all_kinds_work_at_once(void **state)
{
    (void)state;
    static const char *const names[MOST_KINDS] = { "scalar", "simd", "simd", "simd*1+scalar*1", "scalar*1+scalar*1",
                                                   "simd:sse2", "opencl", "opencl" };
    kind kinds[MOST_KINDS];
    pthread_t threads[MOST_KINDS];
    for (int i = 0; i < MOST_KINDS; i++) {
        kinds[i] = (kind){ .name = names[i] };
        assert_int_equal(pthread_create(&threads[i], NULL, golden, &kinds[i]), 0);
    }
    for (int i = 0; i < MOST_KINDS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < MOST_KINDS; i++) {
        test_about("%s: %s", kinds[i].name, kinds[i].message);
        const bool is_opencl = strcmp(kinds[i].name, "opencl") == 0;
        const bool may_lack = is_opencl || strcmp(kinds[i].name, "simd:sse2") == 0;
        if (kinds[i].status == FLO_NO_DEVICE && may_lack) continue;     /* this machine has none */
        OK(kinds[i].status);
        assert_true(kinds[i].exact || is_opencl);
        assert_true(kinds[i].hash == SCENE_HASH || !kinds[i].exact);
    }
}

/* ---- one device from hand to hand ------------------------------------------------------------------------------- */

/* What the header promises: a device and its fleets belong to one thread at a time.  Who has the lock has them. */
typedef struct baton {
    pthread_mutex_t lock;
    const share *all;
    flo_device *device;
    flo_fleet *fleet[2];
    flo_status status;
} baton;

enum { TURNS = 30 };

static flo_status take_a_turn(baton *b, int i)
{
    double x[POINTS] = { 0 }, height[POINTS];
    flo_status status = FLO_OK;
    for (int n = 0; n < 2 && !status; n++) status = flo_fleet_step(b->fleet[n], 1.0 / 60, 2);
    if (!status && i % 3 == 0) {
        status = flo_query(b->device, b->all->sea, i, POINTS, x, x, &(flo_surface){ .height = height });
    }
    return status;
}

static void *take_turns(void *argument)
{
    baton *b = argument;
    for (int i = 0; i < TURNS; i++) {
        pthread_mutex_lock(&b->lock);
        const flo_status status = take_a_turn(b, i);
        if (status) b->status = status;
        pthread_mutex_unlock(&b->lock);
    }
    return NULL;
}

static void a_device_goes_from_hand_to_hand(void **state)
{
    (void)state;
    static flo_body_def bodies[BODIES];
    const char *const names[] = { "scalar", "simd", "simd*1+scalar*1", "opencl" };
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    make_share(&sea, &hull);
    const share all = { sea, hull };
    uint64_t want = 0;
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = (flo_body_def){ .hull = hull, .state = { .position = { 9.0 * i, 0.1, -4.0 * i },
                                                             .orientation = { 1, 0, 0, 0 } } };
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = BODIES;
    for (int d = 0; d < 4; d++) {
        baton b = { .all = &all };
        pthread_t threads[3];
        flo_device_def device_def = flo_default_device_def();
        device_def.name = names[d];
        device_def.threads = 2;
        test_about("%s", names[d]);
        const flo_status status = flo_device_open(&b.device, &device_def);
        if (status == FLO_NO_DEVICE && d == 3) continue;
        OK(status);
        for (int n = 0; n < 2; n++) OK(flo_fleet_create(&b.fleet[n], b.device, &def));
        pthread_mutex_init(&b.lock, NULL);
        for (int i = 0; i < 3; i++) assert_int_equal(pthread_create(&threads[i], NULL, take_turns, &b), 0);
        for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
        OK(b.status);
        for (int n = 0; n < 2; n++) {
            const uint64_t hash = test_hash(b.fleet[n]);
            if (d == 0 && n == 0) {
                flo_fleet *alone = NULL;                    /* by one thread, in one call */
                OK(flo_fleet_create(&alone, b.device, &def));
                OK(flo_fleet_step(alone, 1.0 / 60, 3 * TURNS * 2));
                want = test_hash(alone);
                flo_fleet_destroy(alone);
            }
            assert_true(hash == want || !flo_device_get_info(b.device).exact);
            flo_fleet_destroy(b.fleet[n]);
        }
        flo_device_close(b.device);
        pthread_mutex_destroy(&b.lock);
    }
    flo_hull_destroy(hull);
    flo_sea_destroy(sea);
}

/* ---- without a device ------------------------------------------------------------------------------------------- */

typedef struct maker { const test_solid *stone; uint64_t hash; flo_status status; } maker;

static flo_status make_all(maker *m)
{
    static const double frequency[3] = { 0.1, 0.15, 0.2 }, density[3] = { 1, 3, 0.5 };
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    flo_wave waves[2][20];
    flo_mesh_info info;
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    flo_record_def record = flo_default_record_def();
    flo_hull_def def = flo_default_hull_def();
    spectrum.significant_wave_height = 2;
    spectrum.peak_period = 8;
    spectrum.components = record.components = 20;
    record.bands = 3;
    record.frequency = frequency;
    record.density = density;
    def.mesh = &m->stone->mesh;
    def.mass = 500;
    def.buoyancy.law = FLO_ARCHIMEDES;
    flo_status status = flo_spectrum_waves(&spectrum, waves[0]);
    if (!status) status = flo_record_waves(&record, waves[1]);
    if (!status) status = flo_mesh_get_info(&m->stone->mesh, &info);
    if (!status) status = flo_hull_create(&hull, &def);
    flo_sea_def sea_def = flo_default_sea_def();
    sea_def.waves = waves[1];
    sea_def.wave_count = 20;
    if (!status) status = flo_sea_create(&sea, &sea_def);
    if (!status) {
        const double most = flo_sea_get_info(sea).amplitude_sum + flo_hull_get_info(hull).radius + info.volume;
        m->hash = same_hash_bytes(m->hash, &most, sizeof most);
        for (int i = 0; i < 40; i++) {
            m->hash = same_hash_bytes(m->hash, &waves[i / 20][i % 20], offsetof(flo_wave, own_frequency));
        }
    }
    flo_hull_destroy(hull);
    flo_sea_destroy(sea);
    return status;
}

static void *make_and_list(void *argument)
{
    maker *m = argument;
    flo_device_info info[32];
    for (int i = 0; i < 5 && !m->status; i++) {
        m->status = make_all(m);
        if (flo_device_list(info, 32) < 2) m->status = FLO_NO_DEVICE;
    }
    return NULL;
}

static void what_needs_no_device_is_had_by_all_at_once(void **state)
{
    (void)state;
    test_solid stone = test_solid_stone(0.7, 1, 0.2);
    maker makers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        makers[i] = (maker){ .stone = &stone };
        assert_int_equal(pthread_create(&threads[i], NULL, make_and_list, &makers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    maker alone = { .stone = &stone };      /* last, as above */
    make_and_list(&alone);
    test_about("alone");
    OK(alone.status);
    for (int i = 0; i < THREADS; i++) {
        test_about("thread %d", i);
        OK(makers[i].status);
        assert_true(makers[i].hash == alone.hash);
    }
    test_solid_free(&stone);
}

int test_threads(void);
int test_threads(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_do_not_meet),
        cmocka_unit_test(little_stack_is_enough),
        cmocka_unit_test(devices_of_all_kinds_work_at_once),
        cmocka_unit_test(a_device_goes_from_hand_to_hand),
        cmocka_unit_test(what_needs_no_device_is_had_by_all_at_once),
    };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
