/* SPDX-License-Identifier: MIT
 *
 * How long a call takes that only asks for something: it does not wait for what it asks for. */
#include "test_interop.h"

#include <time.h>
#include <unistd.h>

int test_interop_time(void);

enum { BODIES = 1024, TIMES = 11 };

/* s, of the processor, for the thread that asks: what others do meanwhile, and the driver's threads, is not in it. */
static double busy_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Asks for a step that a gate holds back; returns how long the processor was busy with asking. */
static double ask_behind_a_gate(const test_cl *cl, flo_fleet *fleet)
{
    const cl_event gate = test_cl_gate(cl);
    cl_event done;
    const double from = busy_seconds();
    OK(flo_opencl_fleet_step(fleet, 0.01, 1, 1, &gate, &done));
    const double busy = busy_seconds() - from;
    assert_false(test_cl_is_done(done));
    test_cl_open(gate);
    test_cl_wait(done);
    return busy;
}

/* Asking for a step of a tenth of a second comes back while the step cannot even begin (or never: then the alarm ends
 * it), and costs the processor less than a millisecond.  A call may be disturbed, by an interrupt or by caches that
 * others emptied, but not all of them: the least counts. */
static void asking_takes_no_time(void **state)
{
    (void)state;
    test_water w = test_water_random(700, 60, 0.2, 80);
    flo_hull_def def = test_box_def(2, 1, 4, 3500);
    flo_hull *hull = test_hull_make(&def);
    static flo_body_def bodies[BODIES];
    for (int b = 0; b < BODIES; b++) {
        bodies[b] = test_body(hull, test_state_at(7.0 * b, 3, 5.0 * b), (flo_body_control){ 0 });
    }
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = test_fleet_direct(cl->device, w.sea, bodies, BODIES, 0);
        OK(flo_fleet_step(fleet, 0.01, 1));             /* what is done only once */
        double least = INFINITY, most = 0;
        for (int i = 0; i < TIMES; i++) {
            const double busy = ask_behind_a_gate(cl, fleet);
            least = fmin(least, busy), most = fmax(most, busy);
        }
        print_message("             %s, %s: a step is asked for in %.3f to %.3f ms of the processor\n",
                      c->device->label, c->name, 1e3 * least, 1e3 * most);
        assert_true(least < 0.001);
        flo_fleet_destroy(fleet);
        test_cl_end(cl);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* A call that waits for what waits for it would never come back. */
enum { PATIENCE = 900 };    /* s, for all of them */

int test_interop_time(void)
{
    alarm(PATIENCE);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(asking_takes_no_time),
    };
    const int failed = cmocka_run_group_tests_name("interop_time", tests, NULL, test_devices_close);
    alarm(0);
    return failed;
}
