/* SPDX-License-Identifier: MIT
 *
 * Loads, heights and points in a caller's buffers, which are those of plain C, and what is refused of his. */
#include "test_interop_scene.h"

int test_interop_loads(void);

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
static size_t sample_starts(const cl_scene *s, size_t start[BODIES])
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
    cl_scene s = test_cl_scene(9);
    const size_t all = sample_starts(&s, start);
    double *height = malloc(all * sizeof *height);
    float *force_y = malloc(all * sizeof *force_y);
    flo_forces_def def = flo_default_forces_def();
    flo_fleet *plain = test_cl_fleet(&s, s.scalar, FLO_IMPLICIT);
    OK(flo_fleet_forces(plain, &def, loads, &(flo_sample_loads){ .height = height, .force = { NULL, force_y } }));
    OK(flo_fleet_step(plain, 1.0 / 60, 1));
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        if (!c->device->exact) continue;
        test_cl *cl = test_cl_begin(c);
        cl_mem samples[FLOCKS] = { NULL };
        cl_event done[2];
        flo_fleet *fleet = test_cl_fleet(&s, cl->device, FLO_IMPLICIT);
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
        test_cl_same_fleets(fleet, plain);
        flo_fleet_destroy(fleet);
        test_cl_end(cl);
    }
    flo_fleet_destroy(plain);
    free(height);
    free(force_y);
    test_cl_scene_free(&s);
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
    cl_scene s = test_cl_scene(20);
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
    test_cl_scene_free(&s);
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
    cl_scene s = test_cl_scene(5);
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c), *other = test_cl_begin(c);
        flo_fleet *fleet = test_cl_fleet(&s, cl->device, FLO_IMPLICIT);
        const uint64_t before = test_hash(fleet);
        refuse_work(cl, fleet);
        refuse_queries(cl, other, s.water.sea);
        refuse_events(cl, other, fleet);
        assert_true(test_hash(fleet) == before);
        flo_fleet_destroy(fleet);
        test_cl_end(other);
        test_cl_end(cl);
    }
    flo_fleet *plain = test_cl_fleet(&s, s.scalar, FLO_IMPLICIT);
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
    test_cl_scene_free(&s);
}

int test_interop_loads(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_and_heights_are_plain_cs),
        cmocka_unit_test(queries_of_buffers_are_plain_cs),
        cmocka_unit_test(bad_values_are_refused),
    };
    return cmocka_run_group_tests_name("interop_loads", tests, NULL, test_devices_close);
}
