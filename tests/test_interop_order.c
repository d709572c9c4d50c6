/* SPDX-License-Identifier: MIT
 *
 * Order and waiting: events are waited for, nothing else is, and nothing that is asked for is lost on the way. */
#include "test_interop.h"

#include <unistd.h>

int test_interop_order(void);

enum { BODIES = 70 };

static flo_hull *boat_make(void)
{
    flo_hull_def def = test_boat_def();
    return test_hull_make(&def);
}

static flo_fleet *fleet_make(flo_device *device, const flo_sea *sea, const flo_hull *hull, size_t count)
{
    static flo_body_def bodies[BODIES];
    for (size_t b = 0; b < count; b++) {
        bodies[b] = test_body(hull, test_state_at(8.0 * (double)b, 3, -5.0 * (double)b),
                              (flo_body_control){ .throttle = 1 });
    }
    return test_fleet_direct(device, sea, bodies, count, 5);
}

/* What plain C comes to after so many steps. */
static uint64_t plain_hash(const flo_sea *sea, const flo_hull *hull, size_t count, uint64_t steps)
{
    flo_device *scalar = test_open("scalar");
    flo_fleet *fleet = fleet_make(scalar, sea, hull, count);
    if (steps > 0) OK(flo_fleet_step(fleet, 0.01, steps));
    const uint64_t hash = test_hash(fleet);
    flo_fleet_destroy(fleet);
    flo_device_close(scalar);
    return hash;
}

static void check_hash(const test_cl *cl, flo_fleet *fleet, uint64_t want)
{
    if (cl->of->device->exact) assert_true(test_hash(fleet) == want);
}

/* ---- held back ------------------------------------------------------------------------------------------------- */

/* Nothing runs before the event that it is to wait for, and everything does after it. */
static void wait_lists_are_waited_for(void **state)
{
    (void)state;
    test_water w = test_water_random(6, 50, 0.2, 71);
    flo_hull *hull = boat_make();
    const uint64_t want = plain_hash(w.sea, hull, BODIES, 2);
    const flo_forces_def look = flo_default_forces_def();
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = fleet_make(cl->device, w.sea, hull, BODIES);
        const flo_opencl_flock f = test_cl_flock(fleet, 0);
        const size_t places = 3 * f.stride, loads = FLO_OPENCL_LOAD_COLUMNS * f.stride;
        int64_t *before = malloc(places * sizeof *before), *after = malloc(places * sizeof *after);
        float *load = malloc(loads * sizeof *load), most = 0;
        const cl_event gate = test_cl_gate(cl);
        cl_event done[2];
        OK(flo_fleet_step(fleet, 0.01, 0));
        test_cl_read(cl, f.place, before, places * sizeof *before);
        OK(flo_opencl_fleet_forces(fleet, &look, NULL, 1, &gate, &done[0]));
        OK(flo_opencl_fleet_step(fleet, 0.01, 2, 0, NULL, &done[1]));
        test_cl_rest(60);
        assert_false(test_cl_is_done(done[0]));
        assert_false(test_cl_is_done(done[1]));
        test_cl_read(cl, f.place, after, places * sizeof *after);
        test_cl_read(cl, f.load, load, loads * sizeof *load);
        SAME(before, after, places * sizeof *before);
        for (size_t i = 0; i < loads; i++) assert_true(load[i] == 0);
        test_cl_open(gate);
        test_cl_wait(done[0]);
        test_cl_wait(done[1]);
        test_cl_read(cl, f.load, load, loads * sizeof *load);
        for (size_t i = 0; i < loads; i++) most = fabsf(load[i]) > most ? fabsf(load[i]) : most;
        assert_true(most > 100);
        check_hash(cl, fleet, want);
        free(before);
        free(after);
        free(load);
        flo_fleet_destroy(fleet);
        test_cl_end(cl);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

static void queries_wait_too(void **state)
{
    (void)state;
    enum { STRIDE = 64 };
    static const int64_t places[2 * STRIDE];
    static float got[FLO_OPENCL_SURFACE_COLUMNS * STRIDE];
    test_water w = test_water_random(6, 50, 0.2, 72);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        memset(got, 0, sizeof got);
        const cl_mem in = test_cl_buffer(cl, places, sizeof places), out = test_cl_buffer(cl, got, sizeof got);
        const cl_event gate = test_cl_gate(cl);
        cl_event done;
        OK(flo_opencl_wait(cl->device, 1, &gate));
        OK(flo_opencl_query(cl->device, w.sea, 1, 1, STRIDE, in, out, 0, NULL, NULL));
        OK(flo_opencl_mark(cl->device, &done));
        test_cl_rest(60);
        assert_false(test_cl_is_done(done));
        test_cl_read(cl, out, got, sizeof got);
        NEAR(got[(FLO_OPENCL_SURFACE_NORMAL + 1) * STRIDE], 0, 0);
        test_cl_open(gate);
        test_cl_wait(done);
        test_cl_read(cl, out, got, sizeof got);
        assert_true(got[(FLO_OPENCL_SURFACE_NORMAL + 1) * STRIDE] > 0.5f);
        CL(cl_of.clReleaseMemObject(in));
        CL(cl_of.clReleaseMemObject(out));
        test_cl_end(cl);
    }
    test_water_free(&w);
}

/* More than all room for copies, of steps, of phases, of a profile: and still nothing waits. */
static void held_back_by_the_thousand(void **state)
{
    (void)state;
    enum { CALLS = 900, WAVES = 600, MOST = 3 };
    test_water w = test_water_random(WAVES, 50, 0.2, 73);
    flo_hull *hull = boat_make();
    const uint64_t want = plain_hash(w.sea, hull, MOST, CALLS);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        flo_device *own = cl->device;
        const bool profile = c->queue & CL_QUEUE_PROFILING_ENABLE;
        flo_device_def def = flo_default_device_def();
        def.profile = profile;
        OK(flo_opencl_device_open(&cl->device, cl->context, c->id, cl->queue, &def));
        flo_fleet *fleet = fleet_make(cl->device, w.sea, hull, MOST);
        const cl_event gate = test_cl_gate(cl);
        cl_event done = NULL;
        OK(flo_opencl_wait(cl->device, 1, &gate));
        for (int i = 0; i < CALLS; i++) {
            OK(flo_opencl_fleet_step(fleet, 0.01, 1, 0, NULL, i == CALLS - 1 ? &done : NULL));
            if (i % 3 == 0) OK(flo_opencl_fleet_step(fleet, 0.01, 0, 0, NULL, NULL));
        }
        assert_false(test_cl_is_done(done));
        test_cl_open(gate);
        test_cl_wait(done);
        check_hash(cl, fleet, want);
        if (profile) {
            flo_profile p;
            uint64_t launches = 0;
            OK(flo_device_get_profile(cl->device, &p));
            for (int i = 0; i < p.count; i++) {
                launches += strcmp(p.entry[i].name, "bodies") == 0 ? p.entry[i].launches : 0;
                assert_true(p.entry[i].seconds > 0);
            }
            assert_int_equal(launches, CALLS);
        }
        flo_fleet_destroy(fleet);
        flo_device_close(own);
        test_cl_end(cl);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* Phases of one instant that are more than the room for copies takes at once. */
static void many_waves_do_not_wait(void **state)
{
    (void)state;
    enum { WAVES = 70000 };
    const test_cl_case *c = test_cl_cases();
    flo_wave *waves = calloc(WAVES, sizeof *waves);
    for (int i = 0; i < WAVES; i++) {
        waves[i] = (flo_wave){ .amplitude = 1e-5, .wavelength = test_random(5, 60), .heading = test_random(-3, 3),
                               .phase = i };
    }
    flo_sea_def def = flo_default_sea_def();
    def.waves = waves, def.wave_count = WAVES, def.level = 3;
    flo_sea *sea = NULL;
    flo_hull *hull = boat_make();
    OK(flo_sea_create(&sea, &def));
    const uint64_t want = plain_hash(sea, hull, 1, 2);
    test_cl *cl = test_cl_begin(c);
    flo_fleet *fleet = fleet_make(cl->device, sea, hull, 1);
    const cl_event gate = test_cl_gate(cl);
    OK(flo_opencl_fleet_step(fleet, 0.01, 2, 1, &gate, NULL));
    test_cl_open(gate);
    check_hash(cl, fleet, want);
    flo_fleet_destroy(fleet);
    test_cl_end(cl);
    flo_sea_destroy(sea);
    flo_hull_destroy(hull);
    free(waves);
}

/* A queue of the caller's is his: what he holds back in it holds nobody else where it keeps no order. */
static void others_commands_are_let_be(void **state)
{
    (void)state;
    test_water w = test_water_random(6, 50, 0.2, 74);
    flo_hull *hull = boat_make();
    const uint64_t want = plain_hash(w.sea, hull, BODIES, 3);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        if (!(c->queue & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)) continue;
        test_cl *cl = test_cl_begin(c);
        const int one = 1;
        int got = 0;
        const cl_mem memory = test_cl_buffer(cl, &got, sizeof got);
        const cl_event gate = test_cl_gate(cl);
        cl_event written;
        flo_fleet *fleet = fleet_make(cl->device, w.sea, hull, BODIES);
        CL(cl_of.clEnqueueWriteBuffer(cl->queue, memory, CL_FALSE, 0, sizeof one, &one, 1, &gate, &written));
        OK(flo_fleet_step(fleet, 0.01, 3));
        check_hash(cl, fleet, want);
        flo_fleet_destroy(fleet);
        flo_device_close(cl->device);
        assert_false(test_cl_is_done(written));
        test_cl_open(gate);
        test_cl_wait(written);
        test_cl_read(cl, memory, &got, sizeof got);
        assert_int_equal(got, 1);
        CL(cl_of.clReleaseMemObject(memory));
        cl->device = NULL;
        test_cl_end(cl);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- between queues -------------------------------------------------------------------------------------------- */

static const char slow_text[] =
    "__kernel void slow(__global float *state, int stride, int turns)\n"
    "{\n"
    "    float x = 0.3f;\n"
    "    for (int i = 0; i < turns; i++) x = 3.9f * x * (1.0f - x);\n"
    "    state[FLO_OPENCL_STATE_FORCE * stride] = x > 2.0f ? 7.0f : 900.0f;\n"
    "}\n"
    "__kernel void copy(__global const long *place, __global long *out) { out[0] = place[0]; }\n";

/* A slow kernel of another queue before a step, a quick one in a third after it. */
static void events_order_queues(void **state)
{
    (void)state;
    enum { ROUNDS = 5 };
    test_water w = test_water_random(6, 50, 0.2, 75);
    flo_hull *hull = boat_make();
    flo_device *scalar = test_open("scalar");
    flo_fleet *plain = fleet_make(scalar, w.sea, hull, BODIES);
    OK(flo_fleet_control(plain, 0, 1, &(flo_body_control){ .throttle = 1, .force = { 900 } }));
    OK(flo_fleet_step(plain, 0.01, ROUNDS));
    const uint64_t want = test_hash(plain);
    flo_fleet_destroy(plain);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        cl_int error;
        int64_t out = 0, place = 0;
        flo_fleet *fleet = fleet_make(cl->device, w.sea, hull, BODIES);
        OK(flo_fleet_control(fleet, 0, 1, &(flo_body_control){ .throttle = 1 }));
        const flo_opencl_flock f = test_cl_flock(fleet, 0);
        const cl_command_queue third = cl_of.clCreateCommandQueue(cl->context, c->id, 0, &error);
        const cl_kernel slow = test_cl_kernel(cl, slow_text, "slow"), copy = test_cl_kernel(cl, slow_text, "copy");
        const cl_mem memory = test_cl_buffer(cl, &out, sizeof out);
        cl_event ready, done[ROUNDS], copied;
        CL(error);
        OK(flo_opencl_mark(cl->device, &ready));
        test_cl_arguments(slow, "mii", f.state, (int)f.stride, 3000000);
        test_cl_arguments(copy, "mm", f.place, memory);
        for (int round = 0; round < ROUNDS; round++) {
            cl_event pushed;
            test_cl_run(cl->other, slow, 1, 1, round ? &done[round - 1] : &ready, &pushed);
            OK(flo_opencl_fleet_step(fleet, 0.01, 1, 1, &pushed, &done[round]));
            CL(cl_of.clReleaseEvent(pushed));
        }
        test_cl_run(third, copy, 1, 1, &done[ROUNDS - 1], &copied);
        for (int round = 0; round < ROUNDS; round++) CL(cl_of.clReleaseEvent(done[round]));
        CL(cl_of.clReleaseEvent(ready));
        test_cl_wait(copied);
        test_cl_read(cl, memory, &out, sizeof out);
        check_hash(cl, fleet, want);
        test_cl_read(cl, f.place, &place, sizeof place);
        assert_true(out == place);
        CL(cl_of.clReleaseKernel(slow));
        CL(cl_of.clReleaseKernel(copy));
        CL(cl_of.clReleaseMemObject(memory));
        CL(cl_of.clReleaseCommandQueue(third));
        flo_fleet_destroy(fleet);
        test_cl_end(cl);
    }
    flo_device_close(scalar);
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* The same calls on a device that the library opened. */
static void own_devices_take_events(void **state)
{
    (void)state;
    test_water w = test_water_random(6, 50, 0.2, 76);
    flo_hull *hull = boat_make();
    const uint64_t want = plain_hash(w.sea, hull, BODIES, 300);
    cl_device_id last = NULL;
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        flo_opencl_objects objects;
        cl_int error;
        cl_event done;
        if (c->id == last) continue;
        last = c->id;
        test_about("%s", c->device->label);
        OK(flo_opencl_device_get(c->device->device, &objects));
        flo_fleet *fleet = fleet_make(c->device->device, w.sea, hull, BODIES);
        const cl_event gate = cl_of.clCreateUserEvent(objects.context, &error);
        CL(error);
        OK(flo_opencl_fleet_step(fleet, 0.01, 300, 1, &gate, &done));
        test_cl_rest(30);
        assert_false(test_cl_is_done(done));
        test_cl_open(gate);
        test_cl_wait(done);
        if (c->device->exact) assert_true(test_hash(fleet) == want);
        flo_fleet_destroy(fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- who goes before whom --------------------------------------------------------------------------------------- */

/* Fleets and seas go while their steps are still to come, in any order, and the device behind them. */
static void everything_may_go_while_it_is_under_way(void **state)
{
    (void)state;
    enum { FLEETS = 6 };
    static flo_body_state states[BODIES];
    static flo_body_control controls[BODIES];
    for (int b = 0; b < BODIES; b++) states[b] = test_state_at(b, 3, -b);
    test_water w = test_water_random(40, 50, 0.2, 77);
    flo_hull *hull = boat_make();
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet[FLEETS];
        flo_device *second = NULL;
        OK(flo_opencl_device_open(&second, cl->context, c->id, cl->queue, NULL));
        for (int i = 0; i < FLEETS; i++) fleet[i] = fleet_make(i % 2 ? cl->device : second, w.sea, hull, BODIES);
        const cl_event gate = test_cl_gate(cl);
        for (int i = 0; i < FLEETS; i++) {
            OK(flo_opencl_fleet_step(fleet[i], 0.01, 20, i < 2, &gate, NULL));
            OK(flo_fleet_write(fleet[i], 0, BODIES, states));
            OK(flo_fleet_control(fleet[i], 0, BODIES, controls));
        }
        for (int i = 0; i < FLEETS; i++) flo_fleet_destroy(fleet[(5 * i + 3) % FLEETS]);
        test_cl_open(gate);
        flo_device_close(second);
        test_cl_end(cl);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

static void fleets_take_turns(void **state)
{
    (void)state;
    enum { FLEETS = 5, ROUNDS = 8 };
    test_water w = test_water_random(7, 50, 0.2, 78), v = test_water_random(9, 40, 0.2, 79);
    flo_hull *hull = boat_make();
    const uint64_t want[2] = { plain_hash(w.sea, hull, BODIES, ROUNDS), plain_hash(v.sea, hull, BODIES, ROUNDS) };
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet[FLEETS];
        for (int i = 0; i < FLEETS; i++) fleet[i] = fleet_make(cl->device, i % 2 ? v.sea : w.sea, hull, BODIES);
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < FLEETS; i++) OK(flo_opencl_fleet_step(fleet[i], 0.01, 1, 0, NULL, NULL));
        }
        for (int i = 0; i < FLEETS; i++) check_hash(cl, fleet[i], want[i % 2]);
        for (int i = 0; i < FLEETS; i++) flo_fleet_destroy(fleet[i]);
        test_cl_end(cl);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
    test_water_free(&v);
}

/* Calls that wait for what waits for them would never come back. */
enum { PATIENCE = 900 };    /* s, for all of them */

int test_interop_order(void)
{
    alarm(PATIENCE);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wait_lists_are_waited_for),
        cmocka_unit_test(queries_wait_too),
        cmocka_unit_test(held_back_by_the_thousand),
        cmocka_unit_test(many_waves_do_not_wait),
        cmocka_unit_test(others_commands_are_let_be),
        cmocka_unit_test(events_order_queues),
        cmocka_unit_test(own_devices_take_events),
        cmocka_unit_test(everything_may_go_while_it_is_under_way),
        cmocka_unit_test(fleets_take_turns),
    };
    const int failed = cmocka_run_group_tests_name("interop_order", tests, NULL, test_devices_close);
    alarm(0);
    return failed;
}
