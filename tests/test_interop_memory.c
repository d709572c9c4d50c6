/* SPDX-License-Identifier: MIT
 *
 * A fleet's memory in a caller's hands: where everything stands, his kernels on it, and the bits that come of it, which
 * are those of plain C with the same done through flotilla.h. */
#include "test_interop_scene.h"

int test_interop_memory(void);

enum { ROUNDS = 4 };

/* ---- where everything stands ----------------------------------------------------------------------------------- */

static void check_buffer(const test_cl *cl, cl_mem memory, size_t bytes)
{
    cl_context context = NULL;
    size_t size = 0;
    CL(cl_of.clGetMemObjectInfo(memory, CL_MEM_CONTEXT, sizeof context, &context, NULL));
    CL(cl_of.clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof size, &size, NULL));
    assert_ptr_equal(context, cl->context);
    assert_true(size >= bytes);
}

/* The buffers of a flock, read as they are, are what flo_fleet_read makes of them. */
static void check_states(const test_cl *cl, const flo_opencl_flock *f, const uint32_t *bodies,
                         const flo_body_state *states)
{
    const size_t places = FLO_OPENCL_PLACE_COLUMNS * f->stride, numbers = FLO_OPENCL_STATE_COLUMNS * f->stride;
    int64_t *place = malloc(places * sizeof *place);
    float *state = malloc(numbers * sizeof *state);
    test_cl_read(cl, f->place, place, places * sizeof *place);
    test_cl_read(cl, f->state, state, numbers * sizeof *state);
    for (size_t s = 0; s < f->count; s++) {
        const flo_body_state *want = &states[bodies[s]];
        for (size_t a = 0; a < 3; a++) {
            const double height = a == FLO_OPENCL_PLACE_Y ? f->level : 0;
            NEAR((double)place[a * f->stride + s] / FLO_OPENCL_PLACES_PER_METRE + height, want->position[a], 0);
            NEAR(state[(FLO_OPENCL_STATE_VELOCITY + a) * f->stride + s], (double)want->velocity[a], 0);
            NEAR(state[(FLO_OPENCL_STATE_ANGULAR_VELOCITY + a) * f->stride + s], (double)want->angular_velocity[a], 0);
        }
        for (size_t a = 0; a < 4; a++) {
            NEAR(state[(FLO_OPENCL_STATE_ORIENTATION + a) * f->stride + s], (double)want->orientation[a], 0);
        }
        NEAR(state[FLO_OPENCL_STATE_GOOD * f->stride + s], 1, 0);
    }
    free(place);
    free(state);
}

static void bodies_stand_where_it_says(void **state)
{
    (void)state;
    cl_scene s = test_cl_scene(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        static flo_body_state states[BODIES];
        bool seen[BODIES] = { false };
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = test_cl_fleet(&s, cl->device, FLO_IMPLICIT);
        OK(flo_fleet_step(fleet, 0.01, 3));
        OK(flo_fleet_read(fleet, 0, BODIES, states));
        const int flocks = flo_opencl_fleet_flocks(fleet);
        assert_true(flocks > 2 * HULLS);
        for (int i = 0; i < flocks; i++) {
            const flo_opencl_flock f = test_cl_flock(fleet, i), again = test_cl_flock(fleet, i);
            uint32_t bodies[BODIES];
            SAME(&f, &again, sizeof f);
            check_buffer(cl, f.place, 8 * FLO_OPENCL_PLACE_COLUMNS * f.stride);
            check_buffer(cl, f.state, 4 * FLO_OPENCL_STATE_COLUMNS * f.stride);
            check_buffer(cl, f.load, 4 * FLO_OPENCL_LOAD_COLUMNS * f.stride);
            check_buffer(cl, f.height, 4 * f.height_columns * f.samples * f.stride);
            OK(flo_opencl_fleet_get_bodies(fleet, i, bodies));
            for (size_t at = 0; at < f.count; at++) {
                int flock = -1;
                size_t slot = 999;
                OK(flo_opencl_fleet_find(fleet, bodies[at], &flock, &slot));
                assert_int_equal(flock, i);
                assert_int_equal(slot, at);
                assert_false(seen[bodies[at]]);
                seen[bodies[at]] = true;
                assert_ptr_equal(f.hull, s.body[bodies[at]].hull);
                assert_int_equal(f.mode, s.body[bodies[at]].mode);
                NEAR(f.level, bodies[at] % 5 == 0 ? s.other.def.level : s.water.def.level, 0);
            }
            check_states(cl, &f, bodies, states);
        }
        for (int b = 0; b < BODIES; b++) assert_true(seen[b]);
        flo_fleet_destroy(fleet);
        test_cl_end(cl);
    }
    test_cl_scene_free(&s);
}

static void constants_are_told_as_text(void **state)
{
    (void)state;
    const char *text = flo_opencl_constants();
    char line[80];
#define LOOK(name, value)                                                                  \
    snprintf(line, sizeof line, "#define FLO_OPENCL_%s %d\n", #name, FLO_OPENCL_##name);    \
    assert_non_null(strstr(text, line));
    FLO_OPENCL_CONSTANTS(LOOK)
#undef LOOK
}

/* ---- kernels of the caller's ----------------------------------------------------------------------------------- */

static const char wind_text[] =
    "__kernel void wind(__global float *state, int stride, int count, int round)\n"
    "{\n"
    "    const int s = get_global_id(0);\n"
    "    if (s >= count) return;\n"
    "    __global float *force = state + FLO_OPENCL_STATE_FORCE * stride + s;\n"
    "    __global float *torque = state + FLO_OPENCL_STATE_TORQUE * stride + s;\n"
    "    __global const float *velocity = state + FLO_OPENCL_STATE_VELOCITY * stride + s;\n"
    "    const float wind = 4.0f + (float)round;\n"
    "    force[0] = 50.0f * (wind - velocity[0]);\n"
    "    force[2 * stride] = -30.0f * velocity[2 * stride];\n"
    "    torque[stride] = 3.0f * wind;\n"
    "}\n"
    "__kernel void heights(__global const long *place, __global long *out, int stride, int round)\n"
    "{\n"
    "    const int s = get_global_id(0);\n"
    "    out[round * stride + s] = place[FLO_OPENCL_PLACE_Y * stride + s];\n"
    "}\n";

/* The same through flotilla.h. */
static void blow(const cl_scene *s, flo_fleet *fleet, int round)
{
    static flo_body_state states[BODIES];
    OK(flo_fleet_read(fleet, 0, BODIES, states));
    for (size_t b = 0; b < BODIES; b++) {
        const float wind = 4.0f + (float)round, less = wind - states[b].velocity[0];
        flo_body_control control = s->body[b].control;
        control.force[0] = 50.0f * less;
        control.force[2] = -30.0f * states[b].velocity[2];
        control.torque[1] = 3.0f * wind;
        OK(flo_fleet_control(fleet, b, 1, &control));
    }
}

typedef struct flock_kernels { flo_opencl_flock f; cl_kernel wind, heights; cl_mem copy; } flock_kernels;

static flock_kernels kernels_make(const test_cl *cl, flo_fleet *fleet, int flock)
{
    flock_kernels k = { .f = test_cl_flock(fleet, flock), .wind = test_cl_kernel(cl, wind_text, "wind"),
                        .heights = test_cl_kernel(cl, wind_text, "heights") };
    k.copy = test_cl_buffer(cl, NULL, ROUNDS * k.f.stride * sizeof(int64_t));
    return k;
}

static void kernels_free(flock_kernels *k)
{
    CL(cl_of.clReleaseKernel(k->wind));
    CL(cl_of.clReleaseKernel(k->heights));
    CL(cl_of.clReleaseMemObject(k->copy));
}

/* Wind, steps, a copy: for each round and flock in the caller's queue, order kept by events alone. */
static void rounds(const test_cl *cl, flo_fleet *fleet, flock_kernels *k, int flocks)
{
    cl_event before[FLOCKS] = { NULL };
    for (int round = 0; round < ROUNDS; round++) {
        cl_event blown[FLOCKS], moved = NULL;
        for (int i = 0; i < flocks; i++) {
            const int stride = (int)k[i].f.stride;
            test_cl_arguments(k[i].wind, "miii", k[i].f.state, stride, (int)k[i].f.count, round);
            test_cl_run(cl->queue, k[i].wind, k[i].f.stride, before[i] ? 1 : 0, &before[i], &blown[i]);
        }
        OK(flo_opencl_fleet_step(fleet, 1.0 / 60, 5, (cl_uint)flocks, blown, &moved));
        for (int i = 0; i < flocks; i++) {
            CL(cl_of.clReleaseEvent(blown[i]));
            if (before[i]) CL(cl_of.clReleaseEvent(before[i]));
            test_cl_arguments(k[i].heights, "mmii", k[i].f.place, k[i].copy, (int)k[i].f.stride, round);
            test_cl_run(cl->queue, k[i].heights, k[i].f.stride, 1, &moved, &before[i]);
        }
        CL(cl_of.clReleaseEvent(moved));
    }
    for (int i = 0; i < flocks; i++) test_cl_wait(before[i]);
}

static void check_copies(const test_cl *cl, flo_fleet *fleet, const flock_kernels *k, int flocks,
                         double heights[ROUNDS][BODIES])
{
    for (int i = 0; i < flocks; i++) {
        uint32_t bodies[BODIES];
        const size_t stride = k[i].f.stride;
        int64_t *copy = malloc(ROUNDS * stride * sizeof *copy);
        OK(flo_opencl_fleet_get_bodies(fleet, i, bodies));
        test_cl_read(cl, k[i].copy, copy, ROUNDS * stride * sizeof *copy);
        for (size_t r = 0; r < ROUNDS; r++) {
            for (size_t s = 0; s < k[i].f.count; s++) {
                NEAR((double)copy[r * stride + s] * 0x1p-24 + k[i].f.level, heights[r][bodies[s]], 0);
            }
        }
        free(copy);
    }
}

static void foreign_kernels_give_the_same_bits(void **state)
{
    (void)state;
    static double heights[ROUNDS][BODIES];
    static flo_body_state states[BODIES];
    cl_scene s = test_cl_scene(12);
    for (int integrator = FLO_SYMPLECTIC; integrator <= FLO_IMPLICIT; integrator++) {
        flo_fleet *plain = test_cl_fleet(&s, s.scalar, (flo_integrator)integrator);
        for (int round = 0; round < ROUNDS; round++) {
            blow(&s, plain, round);
            OK(flo_fleet_step(plain, 1.0 / 60, 5));
            OK(flo_fleet_read(plain, 0, BODIES, states));
            for (int b = 0; b < BODIES; b++) heights[round][b] = states[b].position[1];
        }
        for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
            if (!c->device->exact) continue;
            test_cl *cl = test_cl_begin(c);
            flock_kernels k[FLOCKS];
            flo_fleet *fleet = test_cl_fleet(&s, cl->device, (flo_integrator)integrator);
            const int flocks = flo_opencl_fleet_flocks(fleet);
            assert_in_range(flocks, 1, FLOCKS);
            for (int i = 0; i < flocks; i++) k[i] = kernels_make(cl, fleet, i);
            rounds(cl, fleet, k, flocks);
            test_cl_same_fleets(fleet, plain);
            check_copies(cl, fleet, k, flocks, heights);
            for (int i = 0; i < flocks; i++) kernels_free(&k[i]);
            flo_fleet_destroy(fleet);
            test_cl_end(cl);
        }
        flo_fleet_destroy(plain);
    }
    test_cl_scene_free(&s);
}

/* Where bodies come and go buffers are others, and what was pushed is pushed on. */
static void buffers_are_had_anew(void **state)
{
    (void)state;
    enum { MORE = 10 };
    cl_scene s = test_cl_scene(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        if (!c->device->exact) continue;
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = test_cl_fleet(&s, cl->device, FLO_IMPLICIT);
        flo_fleet *plain = test_cl_fleet(&s, s.scalar, FLO_IMPLICIT);
        const flo_opencl_flock before = test_cl_flock(fleet, 0);
        const cl_kernel wind = test_cl_kernel(cl, wind_text, "wind");
        cl_event blown;
        test_cl_arguments(wind, "miii", before.state, (int)before.stride, 1, 2);
        test_cl_run(cl->queue, wind, 1, 0, NULL, &blown);
        OK(flo_opencl_wait(cl->device, 1, &blown));
        CL(cl_of.clReleaseEvent(blown));
        flo_body_control control = s.body[0].control;
        control.force[0] = 50.0f * (6.0f - s.body[0].state.velocity[0]);
        control.force[2] = -30.0f * s.body[0].state.velocity[2];
        control.torque[1] = 3.0f * 6.0f;
        OK(flo_fleet_control(plain, 0, 1, &control));
        for (int i = 0; i < 2; i++) {
            OK(flo_fleet_add(i ? plain : fleet, MORE, s.body));
            OK(flo_fleet_remove(i ? plain : fleet, 30, 2 * MORE));
        }
        OK(flo_opencl_fleet_step(fleet, 1.0 / 60, 3, 0, NULL, NULL));
        OK(flo_fleet_step(plain, 1.0 / 60, 3));
        assert_true(test_hash(fleet) == test_hash(plain));
        const flo_opencl_flock after = test_cl_flock(fleet, 0);
        check_buffer(cl, after.state, 4 * FLO_OPENCL_STATE_COLUMNS * after.stride);
        CL(cl_of.clReleaseKernel(wind));
        flo_fleet_destroy(fleet);
        flo_fleet_destroy(plain);
        test_cl_end(cl);
    }
    test_cl_scene_free(&s);
}

/* A kernel that makes nonsense of one body and, once that was told, sets it right. */
static void nonsense_costs_its_own_body(void **state)
{
    (void)state;
    enum { WRONG = 8 };
    static const char text[] =
        "__kernel void set(__global float *state, int stride, int slot, int good)\n"
        "{\n"
        "    state[FLO_OPENCL_STATE_VELOCITY * stride + slot] = good ? 0.0f : 1e20f;\n"
        "    if (good) state[FLO_OPENCL_STATE_GOOD * stride + slot] = 1.0f;\n"
        "}\n";
    cl_scene s = test_cl_scene(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        flo_fleet_report report;
        cl_event event;
        size_t slot;
        int flock;
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = test_cl_fleet(&s, cl->device, FLO_IMPLICIT);
        flo_fleet *plain = test_cl_fleet(&s, s.scalar, FLO_IMPLICIT);
        OK(flo_opencl_fleet_find(fleet, WRONG, &flock, &slot));
        const flo_opencl_flock f = test_cl_flock(fleet, flock);
        const cl_kernel kernel = test_cl_kernel(cl, text, "set");
        test_cl_arguments(kernel, "miii", f.state, (int)f.stride, (int)slot, 0);
        test_cl_run(cl->queue, kernel, 1, 0, NULL, &event);
        OK(flo_opencl_fleet_step(fleet, 0.01, 2, 1, &event, NULL));
        CL(cl_of.clReleaseEvent(event));
        OK(flo_fleet_get_report(fleet, &report));
        assert_int_equal(report.bad_bodies, 1);
        assert_int_equal(report.first_bad_body, WRONG);
        assert_int_equal(report.steps, 2);
        NEAR(report.time, 100.02, 1e-9);
        OK(flo_fleet_step(plain, 0.01, 2));
        static flo_body_state got[BODIES], want[BODIES];
        OK(flo_fleet_read(fleet, 0, BODIES, got));
        OK(flo_fleet_read(plain, 0, BODIES, want));
        got[WRONG] = want[WRONG];
        if (c->device->exact) SAME(got, want, sizeof got);
        test_cl_arguments(kernel, "miii", f.state, (int)f.stride, (int)slot, 1);
        test_cl_run(cl->queue, kernel, 1, 0, NULL, &event);
        OK(flo_opencl_wait(cl->device, 1, &event));
        CL(cl_of.clReleaseEvent(event));
        OK(flo_fleet_step(fleet, 0.01, 1));
        CL(cl_of.clReleaseKernel(kernel));
        flo_fleet_destroy(fleet);
        flo_fleet_destroy(plain);
        test_cl_end(cl);
    }
    test_cl_scene_free(&s);
}

int test_interop_memory(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_stand_where_it_says),
        cmocka_unit_test(constants_are_told_as_text),
        cmocka_unit_test(foreign_kernels_give_the_same_bits),
        cmocka_unit_test(buffers_are_had_anew),
        cmocka_unit_test(nonsense_costs_its_own_body),
    };
    return cmocka_run_group_tests_name("interop_memory", tests, NULL, test_devices_close);
}
