/* SPDX-License-Identifier: MIT
 *
 * A fleet's memory in a caller's hands: where everything stands, his kernels on it, and the bits that come of it, which
 * are those of plain C with the same done through flotilla.h. */
#include "test_interop.h"

int test_interop_memory(void);

enum { BODIES = 151, HULLS = 3, ROUNDS = 4 };

typedef struct scene {
    test_water water, other;            /* the other is above every fifth body */
    flo_hull *hull[HULLS];
    flo_body_def body[BODIES];
    flo_device *scalar;
} scene;

/* Boats, boxes and panels around their centres of mass, so that velocities are the caller's and the device's alike. */
static scene scene_make(int waves)
{
    static const double corners[4][3] = { { 1, 0.5, -1 }, { -1, 0.5, -1 }, { 0, 0.5, 1 }, { 0, -1, 0 } };
    static const int triangles[4][3] = { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 3 }, { 0, 2, 3 } };
    static const flo_mesh mesh = { corners, 4, triangles, 4, false };
    scene s = { .water = test_water_random(waves, 60, 0.2, 61), .other = test_water_random(4, 40, 0.1, 62) };
    flo_hull_def def[HULLS] = { test_boat_def(), test_box_def(2, 1, 4, 3500), flo_default_hull_def() };
    for (int a = 0; a < 3; a++) def[0].center_of_mass[a] = 0;
    def[2].mass = 400, def[2].mesh = &mesh, def[2].mesh_method = FLO_MESH_PANELS;
    def[2].buoyancy.law = FLO_ARCHIMEDES;
    for (int i = 0; i < HULLS; i++) s.hull[i] = test_hull_make(&def[i]);
    for (int b = 0; b < BODIES; b++) {
        const flo_body_control control = { .throttle = (float)test_random(0, 1), .smoothing = 4,
                                           .velocity = { 1, 0.5f } };
        s.body[b] = test_body(s.hull[b % HULLS], test_state_random(9.0 * b, s.water.def.level, -7.0 * b), control);
        if (b % 5 == 0) s.body[b].sea = s.other.sea;
        s.body[b].mode = b % 7 < 4 ? FLO_DYNAMIC : (flo_mode)(b % 7 - 3);
    }
    flo_device_def where = flo_default_device_def();
    where.name = "scalar";
    OK(flo_device_open(&s.scalar, &where));
    return s;
}

static void scene_free(scene *s)
{
    flo_device_close(s->scalar);
    for (int i = 0; i < HULLS; i++) flo_hull_destroy(s->hull[i]);
    test_water_free(&s->water);
    test_water_free(&s->other);
}

static flo_fleet *scene_fleet(const scene *s, flo_device *device, flo_integrator integrator)
{
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = s->water.sea;
    def.bodies = s->body;
    def.count = BODIES;
    def.time = 100;
    def.integrator = integrator;
    OK(flo_fleet_create(&fleet, device, &def));
    return fleet;
}

static void same_fleets(flo_fleet *got, flo_fleet *want)
{
    static flo_body_state a[BODIES], b[BODIES];
    uint64_t hash[2];
    OK(flo_fleet_read(got, 0, BODIES, a));
    OK(flo_fleet_read(want, 0, BODIES, b));
    SAME(a, b, sizeof a);
    OK(flo_fleet_hash(got, &hash[0]));
    OK(flo_fleet_hash(want, &hash[1]));
    assert_true(hash[0] == hash[1]);
}

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
    scene s = scene_make(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        static flo_body_state states[BODIES];
        bool seen[BODIES] = { false };
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = scene_fleet(&s, cl->device, FLO_IMPLICIT);
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
    scene_free(&s);
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
static void blow(const scene *s, flo_fleet *fleet, int round)
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

enum { FLOCKS = 32 };

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
    scene s = scene_make(12);
    for (int integrator = FLO_SYMPLECTIC; integrator <= FLO_IMPLICIT; integrator++) {
        flo_fleet *plain = scene_fleet(&s, s.scalar, (flo_integrator)integrator);
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
            flo_fleet *fleet = scene_fleet(&s, cl->device, (flo_integrator)integrator);
            const int flocks = flo_opencl_fleet_flocks(fleet);
            assert_in_range(flocks, 1, FLOCKS);
            for (int i = 0; i < flocks; i++) k[i] = kernels_make(cl, fleet, i);
            rounds(cl, fleet, k, flocks);
            same_fleets(fleet, plain);
            check_copies(cl, fleet, k, flocks, heights);
            for (int i = 0; i < flocks; i++) kernels_free(&k[i]);
            flo_fleet_destroy(fleet);
            test_cl_end(cl);
        }
        flo_fleet_destroy(plain);
    }
    scene_free(&s);
}

/* Where bodies come and go buffers are others, and what was pushed is pushed on. */
static void buffers_are_had_anew(void **state)
{
    (void)state;
    enum { MORE = 10 };
    scene s = scene_make(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        uint64_t hash[2];
        if (!c->device->exact) continue;
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = scene_fleet(&s, cl->device, FLO_IMPLICIT), *plain = scene_fleet(&s, s.scalar, FLO_IMPLICIT);
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
        OK(flo_fleet_hash(fleet, &hash[0]));
        OK(flo_fleet_hash(plain, &hash[1]));
        assert_true(hash[0] == hash[1]);
        const flo_opencl_flock after = test_cl_flock(fleet, 0);
        check_buffer(cl, after.state, 4 * FLO_OPENCL_STATE_COLUMNS * after.stride);
        CL(cl_of.clReleaseKernel(wind));
        flo_fleet_destroy(fleet);
        flo_fleet_destroy(plain);
        test_cl_end(cl);
    }
    scene_free(&s);
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
    scene s = scene_make(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        flo_fleet_report report;
        cl_event event;
        size_t slot;
        int flock;
        test_cl *cl = test_cl_begin(c);
        flo_fleet *fleet = scene_fleet(&s, cl->device, FLO_IMPLICIT), *plain = scene_fleet(&s, s.scalar, FLO_IMPLICIT);
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
    scene_free(&s);
}

/* ---- loads, heights, points ------------------------------------------------------------------------------------ */

static void check_loads(const test_cl *cl, flo_fleet *fleet, const flo_body_load *loads)
{
    for (int i = 0; i < flo_opencl_fleet_flocks(fleet); i++) {
        const flo_opencl_flock f = test_cl_flock(fleet, i);
        uint32_t bodies[BODIES];
        float *load = malloc(FLO_OPENCL_LOAD_COLUMNS * f.stride * sizeof *load);
        OK(flo_opencl_fleet_get_bodies(fleet, i, bodies));
        test_cl_read(cl, f.load, load, FLO_OPENCL_LOAD_COLUMNS * f.stride * sizeof *load);
        for (size_t s = 0; s < f.count; s++) {
            const flo_body_load *want = &loads[bodies[s]];
            for (size_t a = 0; a < 3; a++) {
                NEAR(load[(FLO_OPENCL_LOAD_FORCE + a) * f.stride + s], (double)want->force[a], 0);
                NEAR(load[(FLO_OPENCL_LOAD_TORQUE + a) * f.stride + s], (double)want->torque[a], 0);
            }
            NEAR(load[FLO_OPENCL_LOAD_SUBMERGED * f.stride + s], (double)want->submerged, 0);
            NEAR(load[FLO_OPENCL_LOAD_GOOD * f.stride + s], 1, 0);
        }
        free(load);
    }
}

/* Where the samples of each body begin in the arrays of flo_fleet_forces. */
static size_t sample_starts(const scene *s, size_t start[BODIES])
{
    size_t all = 0;
    for (int b = 0; b < BODIES; b++) {
        start[b] = all;
        all += (size_t)flo_hull_get_info(s->body[b].hull).samples;
    }
    return all;
}

/* Columns of samples of a flock, from `memory`, are those of plain C. */
static void check_samples(const test_cl *cl, flo_fleet *fleet, int flock, cl_mem memory, const size_t start[BODIES],
                          const double *height, const float *force_y)
{
    const flo_opencl_flock f = test_cl_flock(fleet, flock);
    const size_t samples = (size_t)flo_hull_get_info(f.hull).samples, column = f.samples * f.stride;
    const size_t columns = force_y ? FLO_OPENCL_SAMPLE_COLUMNS : f.height_columns;
    uint32_t bodies[BODIES], *places = malloc(samples * sizeof *places);
    float *numbers = malloc(columns * column * sizeof *numbers);
    OK(flo_opencl_fleet_get_bodies(fleet, flock, bodies));
    OK(flo_opencl_fleet_get_samples(fleet, flock, places));
    test_cl_read(cl, memory, numbers, columns * column * sizeof *numbers);
    for (size_t s = 0; s < f.count; s++) {
        for (size_t i = 0; i < samples; i++) {
            const size_t at = places[i] * f.stride + s, from = start[bodies[s]] + i;
            NEAR(f.level + (double)numbers[at], height[from], 0);
            if (force_y) NEAR(numbers[(FLO_OPENCL_SAMPLE_FORCE + 1) * column + at], (double)force_y[from], 0);
        }
    }
    free(numbers);
    free(places);
}

static void loads_and_heights_are_plain_cs(void **state)
{
    (void)state;
    size_t start[BODIES];
    flo_body_load loads[BODIES];
    scene s = scene_make(9);
    const size_t all = sample_starts(&s, start);
    double *height = malloc(all * sizeof *height);
    float *force_y = malloc(all * sizeof *force_y);
    flo_forces_def def = flo_default_forces_def();
    flo_fleet *plain = scene_fleet(&s, s.scalar, FLO_IMPLICIT);
    OK(flo_fleet_forces(plain, &def, loads, &(flo_sample_loads){ .height = height, .force = { NULL, force_y } }));
    OK(flo_fleet_step(plain, 1.0 / 60, 1));
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        if (!c->device->exact) continue;
        test_cl *cl = test_cl_begin(c);
        cl_mem samples[FLOCKS] = { NULL };
        cl_event done[2];
        flo_fleet *fleet = scene_fleet(&s, cl->device, FLO_IMPLICIT);
        const int flocks = flo_opencl_fleet_flocks(fleet);
        for (int i = 0; i < flocks; i++) {
            const flo_opencl_flock f = test_cl_flock(fleet, i);
            if (i == 1) continue;       /* not wanted of this one */
            samples[i] = test_cl_buffer(cl, NULL, FLO_OPENCL_SAMPLE_COLUMNS * f.samples * f.stride * sizeof(float));
        }
        OK(flo_opencl_fleet_forces(fleet, &def, samples, 0, NULL, &done[0]));
        OK(flo_opencl_fleet_step(fleet, 1.0 / 60, 1, 1, &done[0], &done[1]));
        CL(cl_of.clReleaseEvent(done[0]));
        test_cl_wait(done[1]);
        check_loads(cl, fleet, loads);
        for (int i = 0; i < flocks; i++) {
            const flo_opencl_flock f = test_cl_flock(fleet, i);
            if (samples[i]) check_samples(cl, fleet, i, samples[i], start, height, force_y);
            check_samples(cl, fleet, i, f.height, start, height, NULL);
            if (samples[i]) CL(cl_of.clReleaseMemObject(samples[i]));
        }
        same_fleets(fleet, plain);
        flo_fleet_destroy(fleet);
        test_cl_end(cl);
    }
    flo_fleet_destroy(plain);
    free(height);
    free(force_y);
    scene_free(&s);
}

static const char fix_text[] =
    "__kernel void fix(__global const float *at, __global long *places, int stride)\n"
    "{\n"
    "    const int i = get_global_id(0);\n"
    "    places[i] = convert_long_rte(at[i] * (float)FLO_OPENCL_PLACES_PER_METRE);\n"
    "    places[stride + i] = convert_long_rte(at[stride + i] * (float)FLO_OPENCL_PLACES_PER_METRE);\n"
    "}\n";

static void queries_of_buffers_are_plain_cs(void **state)
{
    (void)state;
    enum { POINTS = 1000, STRIDE = 1088 };
    static float at[2 * STRIDE], got[FLO_OPENCL_SURFACE_COLUMNS * STRIDE];
    static double x[POINTS], z[POINTS], height[POINTS];
    static float normal[3][POINTS], velocity[3][POINTS], residual[POINTS];
    scene s = scene_make(20);
    for (int i = 0; i < STRIDE; i++) at[i] = (float)test_random(-1e6, 1e6), at[STRIDE + i] = (float)test_random(-9, 9);
    for (int i = 0; i < POINTS; i++) x[i] = (double)at[i], z[i] = (double)at[STRIDE + i];
    const flo_surface want = { height, { normal[0], normal[1], normal[2] },
                               { velocity[0], velocity[1], velocity[2] }, residual };
    OK(flo_query(s.scalar, s.water.sea, 77, POINTS, x, z, &want));
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        cl_event fixed, done;
        const cl_mem floats = test_cl_buffer(cl, at, sizeof at), out = test_cl_buffer(cl, NULL, sizeof got);
        const cl_mem places = test_cl_buffer(cl, NULL, 2 * STRIDE * sizeof(int64_t));
        const cl_kernel fix = test_cl_kernel(cl, fix_text, "fix");
        test_cl_arguments(fix, "mmi", floats, places, STRIDE);
        test_cl_run(cl->queue, fix, STRIDE, 0, NULL, &fixed);
        OK(flo_opencl_query(cl->device, s.water.sea, 77, POINTS, STRIDE, places, out, 1, &fixed, &done));
        CL(cl_of.clReleaseEvent(fixed));
        test_cl_wait(done);
        test_cl_read(cl, out, got, sizeof got);
        for (int i = 0; i < POINTS && c->device->exact; i++) {
            NEAR(s.water.def.level + (double)got[i], height[i], 0);
            for (int a = 0; a < 3; a++) {
                NEAR(got[(FLO_OPENCL_SURFACE_NORMAL + a) * STRIDE + i], (double)normal[a][i], 0);
                NEAR(got[(FLO_OPENCL_SURFACE_VELOCITY + a) * STRIDE + i], (double)velocity[a][i], 0);
            }
            NEAR(got[FLO_OPENCL_SURFACE_RESIDUAL * STRIDE + i], (double)residual[i], 0);
        }
        CL(cl_of.clReleaseKernel(fix));
        CL(cl_of.clReleaseMemObject(floats));
        CL(cl_of.clReleaseMemObject(places));
        CL(cl_of.clReleaseMemObject(out));
        test_cl_end(cl);
    }
    scene_free(&s);
}

/* ---- what is refused ------------------------------------------------------------------------------------------- */

static void refuse_work(const test_cl *cl, flo_fleet *fleet)
{
    flo_forces_def def = flo_default_forces_def();
    const int flocks = flo_opencl_fleet_flocks(fleet);
    const cl_mem small = test_cl_buffer(cl, NULL, 64), samples[FLOCKS] = { NULL, small };
    cl_event done = NULL, none = NULL;
    flo_opencl_flock f;
    uint32_t numbers[1];
    size_t slot;
    int flock;
    REFUSED(flo_opencl_fleet_get_flock(fleet, -1, &f), FLO_BAD_VALUE, "flock is -1");
    REFUSED(flo_opencl_fleet_get_flock(fleet, flocks, &f), FLO_BAD_VALUE, "flock is |the fleet has ");
    REFUSED(flo_opencl_fleet_get_bodies(fleet, flocks, numbers), FLO_BAD_VALUE, "flock is ");
    REFUSED(flo_opencl_fleet_get_samples(fleet, -5, numbers), FLO_BAD_VALUE, "flock is -5");
    REFUSED(flo_opencl_fleet_find(fleet, BODIES, &flock, &slot), FLO_BAD_VALUE, "body is 151|has 151");
    REFUSED(flo_opencl_fleet_step(fleet, 0, 1, 0, NULL, &done), FLO_BAD_VALUE, "dt is 0");
    REFUSED(flo_opencl_fleet_step(fleet, NAN, 1, 0, NULL, &done), FLO_BAD_VALUE, "dt is |nan");
    REFUSED(flo_opencl_fleet_step(fleet, 0.01, 1, 1, NULL, &done), FLO_BAD_VALUE, "wait is NULL|wait_count is 1");
    REFUSED(flo_opencl_fleet_step(fleet, 0.01, 1, 1, &none, &done), FLO_BAD_VALUE, "wait[0] is NULL");
    REFUSED(flo_opencl_fleet_forces(fleet, &def, samples, 0, NULL, &done), FLO_BAD_VALUE, "samples[1] has 64 bytes");
    def.first = 1;
    REFUSED(flo_opencl_fleet_forces(fleet, &def, NULL, 0, NULL, &done), FLO_BAD_VALUE, "first and count must be 0");
    def = flo_default_forces_def(), def.dt = 11;
    REFUSED(flo_opencl_fleet_forces(fleet, &def, NULL, 0, NULL, &done), FLO_BAD_VALUE, "dt is 11");
    def.size = 1;
    REFUSED(flo_opencl_fleet_forces(fleet, &def, NULL, 0, NULL, &done), FLO_BAD_DEFINITION, "flo_default_forces_def");
    assert_null(done);
    CL(cl_of.clReleaseMemObject(small));
}

static void refuse_queries(const test_cl *cl, const test_cl *other, const flo_sea *sea)
{
    enum { STRIDE = 128 };
    cl_int error;
    const size_t bytes = 2 * STRIDE * sizeof(int64_t), most = FLO_OPENCL_SURFACE_COLUMNS * STRIDE * sizeof(float);
    const cl_mem in = test_cl_buffer(cl, NULL, bytes), out = test_cl_buffer(cl, NULL, most);
    const cl_mem strange = test_cl_buffer(other, NULL, most);
    const cl_mem fixed = cl_of.clCreateBuffer(cl->context, CL_MEM_READ_ONLY, most, NULL, &error);
    const cl_mem hidden = cl_of.clCreateBuffer(cl->context, CL_MEM_WRITE_ONLY, most, NULL, &error);
    flo_device *d = cl->device;
    REFUSED(flo_opencl_query(d, sea, NAN, 9, STRIDE, in, out, 0, NULL, NULL), FLO_BAD_VALUE, "time is |nan");
    REFUSED(flo_opencl_query(d, sea, 0, 9, 9, in, out, 0, NULL, NULL), FLO_BAD_VALUE, "stride is 9|multiple of 64");
    REFUSED(flo_opencl_query(d, sea, 0, 129, STRIDE, in, out, 0, NULL, NULL), FLO_BAD_VALUE, "stride is 128 for 129");
    REFUSED(flo_opencl_query(d, sea, 0, 9, (size_t)1 << 31, in, out, 0, NULL, NULL), FLO_BAD_VALUE, "stride is 2147");
    REFUSED(flo_opencl_query(d, sea, 0, 9, STRIDE, NULL, out, 0, NULL, NULL), FLO_BAD_VALUE, "places is NULL");
    REFUSED(flo_opencl_query(d, sea, 0, 9, STRIDE, in, NULL, 0, NULL, NULL), FLO_BAD_VALUE, "surface is NULL");
    REFUSED(flo_opencl_query(d, sea, 0, 9, 256, in, out, 0, NULL, NULL), FLO_BAD_VALUE, "places has 2048 bytes|4096");
    REFUSED(flo_opencl_query(d, sea, 0, 9, STRIDE, in, in, 0, NULL, NULL), FLO_BAD_VALUE, "surface has 2048|4096");
    REFUSED(flo_opencl_query(d, sea, 0, 9, STRIDE, in, strange, 0, NULL, NULL), FLO_BAD_VALUE, "another context");
    REFUSED(flo_opencl_query(d, sea, 0, 9, STRIDE, in, fixed, 0, NULL, NULL), FLO_BAD_VALUE, "CL_MEM_READ_ONLY");
    REFUSED(flo_opencl_query(d, sea, 0, 9, STRIDE, hidden, out, 0, NULL, NULL), FLO_BAD_VALUE, "CL_MEM_WRITE_ONLY");
    OK(flo_opencl_query(d, sea, 0, 0, 0, NULL, NULL, 0, NULL, NULL));
    const cl_mem all[] = { in, out, strange, fixed, hidden };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) CL(cl_of.clReleaseMemObject(all[i]));
}

static void refuse_events(const test_cl *cl, const test_cl *other, flo_fleet *fleet)
{
    cl_int error;
    cl_event done = NULL;
    cl_event strange = cl_of.clCreateUserEvent(other->context, &error);
    CL(error);
    REFUSED(flo_opencl_fleet_step(fleet, 0.01, 1, 1, &strange, &done), FLO_BAD_VALUE, "wait[0]|another context");
    REFUSED(flo_opencl_wait(cl->device, 1, &strange), FLO_BAD_VALUE, "wait[0]|another context");
    assert_null(done);
    CL(cl_of.clSetUserEventStatus(strange, CL_COMPLETE));
    CL(cl_of.clReleaseEvent(strange));
}

/* What is wrong is said, and has changed nothing. */
static void bad_values_are_refused(void **state)
{
    (void)state;
    scene s = scene_make(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        uint64_t hash[2];
        test_cl *cl = test_cl_begin(c), *other = test_cl_begin(c);
        flo_fleet *fleet = scene_fleet(&s, cl->device, FLO_IMPLICIT);
        OK(flo_fleet_hash(fleet, &hash[0]));
        refuse_work(cl, fleet);
        refuse_queries(cl, other, s.water.sea);
        refuse_events(cl, other, fleet);
        OK(flo_fleet_hash(fleet, &hash[1]));
        assert_true(hash[0] == hash[1]);
        flo_fleet_destroy(fleet);
        test_cl_end(other);
        test_cl_end(cl);
    }
    flo_fleet *plain = scene_fleet(&s, s.scalar, FLO_IMPLICIT);
    const flo_forces_def def = flo_default_forces_def();
    flo_opencl_flock f;
    cl_event done;
    uint32_t numbers[BODIES];
    size_t slot;
    int flock;
    assert_int_equal(flo_opencl_fleet_flocks(plain), 0);
    REFUSED(flo_opencl_fleet_find(plain, 0, &flock, &slot), FLO_BAD_VALUE, "scalar is no OpenCL device");
    REFUSED(flo_opencl_fleet_get_bodies(plain, 0, numbers), FLO_BAD_VALUE, "scalar is no OpenCL device");
    REFUSED(flo_opencl_fleet_get_samples(plain, 0, numbers), FLO_BAD_VALUE, "scalar is no OpenCL device");
    REFUSED(flo_opencl_fleet_get_flock(plain, 0, &f), FLO_BAD_VALUE, "scalar is no OpenCL device");
    REFUSED(flo_opencl_fleet_step(plain, 0.01, 1, 0, NULL, NULL), FLO_BAD_VALUE, "scalar is no OpenCL device");
    REFUSED(flo_opencl_fleet_forces(plain, &def, NULL, 0, NULL, NULL), FLO_BAD_VALUE, "scalar is no OpenCL device");
    REFUSED(flo_opencl_mark(s.scalar, &done), FLO_BAD_VALUE, "scalar is no OpenCL device");
    flo_fleet_destroy(plain);
    scene_free(&s);
}

int test_interop_memory(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_stand_where_it_says),
        cmocka_unit_test(constants_are_told_as_text),
        cmocka_unit_test(foreign_kernels_give_the_same_bits),
        cmocka_unit_test(buffers_are_had_anew),
        cmocka_unit_test(nonsense_costs_its_own_body),
        cmocka_unit_test(loads_and_heights_are_plain_cs),
        cmocka_unit_test(queries_of_buffers_are_plain_cs),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests_name("interop_memory", tests, NULL, test_devices_close);
}
