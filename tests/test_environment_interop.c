/* SPDX-License-Identifier: MIT
 *
 * Environments that are not the usual one, where the program's own threads of OpenMP are in one, and where nothing is
 * copied. */
#include "test_environment.h"

#ifdef _OPENMP
#include <omp.h>
#endif

int test_environment_interop(void);

/* ---- threads of OpenMP ----------------------------------------------------------------------------------------- */

#ifdef _OPENMP
/* The program has set its OpenMP threads, which are the library's as well; and finds them so afterwards. */
static void threads_of_the_program_stay_as_they_are(void **state)
{
    (void)state;
    enum { THREADS = 3, MANY = 3000 };
    static flo_body_def bodies[MANY];
    test_water w = test_water_random(64, 60, 0.3, 5);
    flo_hull_def hull_def = test_box_def(2, 1, 4, 4000);
    hull_def.box_grid[0] = hull_def.box_grid[1] = hull_def.box_grid[2] = 4;
    flo_hull *hull = test_hull_make(&hull_def);
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    uint64_t hash[2];
    for (int i = 0; i < MANY; i++) {
        bodies[i] = test_body(hull, test_state_at(i % 50 * 7, 0, i / 50 * 9), (flo_body_control){ 0 });
    }
    def.name = "simd";
    def.threads = THREADS;
    OK(flo_device_open(&device, &def));
    for (int i = 0; i < 2; i++) {
        int kept = 0;
        flo_fleet *fleet = test_fleet_make(device, w.sea, bodies, MANY, 0);
        test_about("threads of the program, %d", i);
        test_wild = i == 1;
        test_theirs = test_modes_wild(2, true);
        if (test_wild) {
#pragma omp parallel num_threads(THREADS)
            if (omp_get_thread_num() > 0) test_modes_set(&test_theirs);
        }
        IN(flo_fleet_step(fleet, sixtieth, 3));
        if (test_wild) {
            const test_modes usual = test_modes_get();
#pragma omp parallel num_threads(THREADS) reduction(+ : kept)
            if (omp_get_thread_num() > 0) {
                const test_modes now = test_modes_get();
                kept += test_modes_same(&now, &test_theirs);
                test_modes_set(&usual);
            }
#ifndef __clang__                       /* whose OpenMP gives its threads the caller's environment in every region */
            assert_int_equal(kept, THREADS - 1);
#endif
        }
        test_wild = false;
        hash[i] = test_hash(fleet);
        flo_fleet_destroy(fleet);
    }
    assert_true(hash[0] == hash[1]);
    flo_device_close(device);
    flo_hull_destroy(hull);
    test_water_free(&w);
}
#endif

/* ---- without a copy -------------------------------------------------------------------------------------------- */

static void interop_is_the_same_in_any_environment(void **state)
{
    (void)state;
    test_water w = test_water_random(20, 60, 0.3, 5);
    const flo_hull_def hull_def = test_boat_def();
    flo_hull *hull = test_hull_make(&hull_def);
    const flo_body_state at = test_state_at(3, 0.2, 5);
    const flo_forces_def forces = flo_default_forces_def();
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        uint64_t right = 0;
        cl_int error;
        cl_mem places = cl_of.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 2 * 64 * 8, NULL, &error);
        CL(error);
        cl_mem surface = cl_of.clCreateBuffer(cl->context, CL_MEM_READ_WRITE, 8 * 64 * 4, NULL, &error);
        CL(error);
        for (int way = 0; way < WAYS; way++) {
            flo_device *device = NULL;
            cl_event done = NULL;
            float answers[8 * 64];
            const int64_t zero[2 * 64] = { 5 << 24 };
            test_go(way, c->name);
            IN(flo_opencl_device_open(&device, cl->context, c->id, cl->queue, NULL));
            flo_fleet *fleet = test_fleet_one(device, w.sea, hull, &at, (flo_body_control){ .throttle = 0.5f });
            CL(cl_of.clEnqueueWriteBuffer(cl->other, places, CL_TRUE, 0, sizeof zero, zero, 0, NULL, NULL));
            test_digest = 3;
            IN(flo_opencl_wait(device, 0, NULL));
            IN(flo_opencl_fleet_step(fleet, sixtieth, 10, 0, NULL, NULL));
            IN(flo_opencl_fleet_forces(fleet, &forces, NULL, 0, NULL, NULL));
            IN(flo_opencl_query(device, w.sea, moment, 1, 64, places, surface, 0, NULL, NULL));
            IN(flo_opencl_mark(device, &done));
            CL(cl_of.clWaitForEvents(1, &done));
            CL(cl_of.clReleaseEvent(done));
            CL(cl_of.clEnqueueReadBuffer(cl->other, surface, CL_TRUE, 0, sizeof answers, answers, 0, NULL, NULL));
            for (int i = 0; i < 8; i++) test_note(&answers[64 * i], sizeof *answers);
            IN(flo_fleet_hash_on(fleet, &test_digest));
            test_wild = false;
            if (way == 0) right = test_digest;
            if (test_digest != right) fail_msg("%s, way %d: other bits", c->name, way);
            flo_fleet_destroy(fleet);
            flo_device_close(device);
        }
        CL(cl_of.clReleaseMemObject(places));
        CL(cl_of.clReleaseMemObject(surface));
        test_cl_end(cl);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_environment_interop(void)
{
    const struct CMUnitTest tests[] = {
#ifdef _OPENMP
        cmocka_unit_test(threads_of_the_program_stay_as_they_are),
#endif
        cmocka_unit_test(interop_is_the_same_in_any_environment),
    };
    return cmocka_run_group_tests_name("environment interop", tests, NULL, test_devices_close);
}
