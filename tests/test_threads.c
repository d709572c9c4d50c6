/* SPDX-License-Identifier: MIT
 *
 * Threads of the caller's own: each with its device and its fleet, all with one sea and one hull between them.  What a
 * thread sanitizer has to say about the library, it says here. */
#include "test.h"

#include <pthread.h>

enum { THREADS = 4, BODIES = 70, POINTS = 300 };

typedef struct share {              /* what all threads read */
    const flo_sea *sea;
    const flo_hull *hull;
} share;

typedef struct worker {
    const share *all;
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
    def.name = "simd";
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
    static worker workers[THREADS];
    pthread_t threads[THREADS];
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    make_share(&sea, &hull);
    const share all = { sea, hull };
    for (int i = 0; i < THREADS; i++) {
        workers[i] = (worker){ .all = &all };
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) {
        test_about("thread %d: %s", i, workers[i].message);
        OK(workers[i].status);
        assert_true(workers[i].hash == workers[0].hash);
        SAME(workers[i].height, workers[0].height, sizeof workers[0].height);
    }
    flo_sea_destroy(sea);
    flo_hull_destroy(hull);
}

int test_threads(void);
int test_threads(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(threads_do_not_meet) };
    return cmocka_run_group_tests_name("threads", tests, NULL, NULL);
}
