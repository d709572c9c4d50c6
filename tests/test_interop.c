/* SPDX-License-Identifier: MIT
 *
 * Devices on a caller's OpenCL context: what is taken, what is refused, who holds what, and the way back. */
#include "test_interop.h"

#include <fcntl.h>
#include <unistd.h>

int test_interop(void);

static flo_status open_on(const test_cl *cl, flo_device **device)
{
    return flo_opencl_device_open(device, cl->context, cl->of->id, cl->queue, NULL);
}

static double height_on(flo_device *device, const flo_sea *sea)
{
    return (double)test_ask_one(device, sea, 1, 2, 3).height;
}

/* ---- what is taken --------------------------------------------------------------------------------------------- */

static void opens_on_a_callers_objects(void **state)
{
    (void)state;
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        const flo_device_info want = flo_device_get_info(c->device->device), got = flo_device_get_info(cl->device);
        flo_opencl_objects objects;
        OK(flo_opencl_device_get(cl->device, &objects));
        assert_ptr_equal(objects.context, cl->context);
        assert_ptr_equal(objects.device, c->id);
        assert_ptr_equal(objects.queue, cl->queue);
        assert_string_equal(got.name, want.name);
        assert_string_equal(got.kind, want.kind);
        assert_int_equal(got.lanes, want.lanes);
        assert_int_equal(got.exact, want.exact);
        test_cl_end(cl);
    }
}

/* The caller may let go first. */
static void what_is_given_is_held(void **state)
{
    (void)state;
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        test_water w = test_water_random(3, 40, 0.1, 51);
        CL(cl_of.clReleaseCommandQueue(cl->queue));
        CL(cl_of.clReleaseCommandQueue(cl->other));
        CL(cl_of.clReleaseContext(cl->context));
        NEAR(height_on(cl->device, w.sea), height_on(c->device->device, w.sea), 0);
        flo_device_close(cl->device);
        free(cl);
        test_water_free(&w);
    }
}

/* The other way: kernels of a caller's in a context of the library's. */
static void devices_tell_their_objects(void **state)
{
    (void)state;
    static const char text[] = "__kernel void twice(__global int *a) { a[get_global_id(0)] *= 2; }";
    const test_cl_case *cases = test_cl_cases();
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_opencl_objects objects;
        test_about("%s", d->label);
        if (strncmp(flo_device_get_info(d->device).name, "opencl", 6) != 0) {
            REFUSED(flo_opencl_device_get(d->device, &objects), FLO_BAD_VALUE, "no OpenCL device");
            continue;
        }
        OK(flo_opencl_device_get(d->device, &objects));
        test_cl_case of = { "the library's", objects.device, 0, d };
        test_cl cl = { .of = &of, .context = objects.context, .queue = objects.queue, .other = objects.queue };
        int numbers[64];
        for (int i = 0; i < 64; i++) numbers[i] = i;
        const cl_mem memory = test_cl_buffer(&cl, numbers, sizeof numbers);
        const cl_kernel kernel = test_cl_kernel(&cl, text, "twice");
        test_cl_arguments(kernel, "m", memory);
        test_cl_run(objects.queue, kernel, 64, 0, NULL, NULL);
        test_cl_read(&cl, memory, numbers, sizeof numbers);
        for (int i = 0; i < 64; i++) assert_int_equal(numbers[i], 2 * i);
        CL(cl_of.clReleaseKernel(kernel));
        CL(cl_of.clReleaseMemObject(memory));
    }
    assert_non_null(cases);
}

/* A part of a device is another device to OpenCL; it must be known as one of the driver's all the same. */
static void parts_of_devices_are_taken(void **state)
{
    (void)state;
    const test_cl_case *c = test_cl_cases();
    const cl_device_partition_property by[] = { CL_DEVICE_PARTITION_EQUALLY, 1, 0 };
    cl_device_id part[64];
    cl_uint parts = 0;
    if (cl_of.clCreateSubDevices(c->id, by, 64, part, &parts) != CL_SUCCESS || parts < 2) skip();
    test_cl_case of = { "of a part", part[1], 0, c->device };
    test_cl *cl = test_cl_begin(&of);
    test_water w = test_water_random(3, 40, 0.1, 52);
    NEAR(height_on(cl->device, w.sea), height_on(c->device->device, w.sea), 0);
    flo_device *device = NULL;
    GIVES(flo_opencl_device_open(&device, cl->context, part[0], cl->queue, NULL), FLO_BAD_VALUE);
    assert_true(strstr(flo_message(), "of another device") || strstr(flo_message(), "not among them"));
    test_cl_end(cl);
    cl_int error;
    const cl_context both = cl_of.clCreateContext(NULL, 2, part, NULL, NULL, &error);
    CL(error);
    const cl_command_queue queue = cl_of.clCreateCommandQueue(both, part[0], 0, &error);
    CL(error);
    REFUSED(flo_opencl_device_open(&device, both, part[1], queue, NULL), FLO_BAD_VALUE, "queue is of another device");
    OK(flo_opencl_device_open(&device, both, part[0], queue, NULL));
    flo_device_close(device);
    CL(cl_of.clReleaseCommandQueue(queue));
    CL(cl_of.clReleaseContext(both));
    for (cl_uint i = 0; i < parts; i++) CL(cl_of.clReleaseDevice(part[i]));
    test_water_free(&w);
}

/* ---- other loaders --------------------------------------------------------------------------------------------- */

/* A second copy of the system's loader, which finds the same drivers but is loaded on its own. */
static bool copy_loader(const char *to)
{
    char line[4096], from[4096] = "";
    FILE *maps = fopen("/proc/self/maps", "r");
    if (!maps) return false;
    while (fgets(line, sizeof line, maps)) {
        if (strstr(line, "libOpenCL.so")) sscanf(line, "%*s %*s %*s %*s %*s %4095s", from);
    }
    fclose(maps);
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    bool good = in && out;
    for (size_t n; good && (n = fread(line, 1, sizeof line, in)) > 0;) good = fwrite(line, 1, n, out) == n;
    if (in) fclose(in);
    if (out) good = fclose(out) == 0 && good;
    return good;
}

static void other_loaders_of_the_same_drivers_will_do(void **state)
{
    (void)state;
    char file[] = "/tmp/flotilla-loader-XXXXXX";
    const test_cl_case *c = test_cl_cases();
    const test_cl_api systems = cl_of;
    close(mkstemp(file));
    const bool loaded = copy_loader(file) && test_cl_load(&cl_of, file);
    unlink(file);
    if (!loaded) skip();
    assert_true(cl_of.clCreateContext != systems.clCreateContext);
    test_cl *cl = test_cl_begin(c);
    test_cl_end(cl);
    cl_of = systems;
}

/* Objects that no driver of the system's loader made. */
static void other_drivers_are_told_about(void **state)
{
    (void)state;
    static void *table[256], *strange[64] = { table };
    const test_cl_case *c = test_cl_cases();
    test_cl *cl = test_cl_begin(c);
    flo_device *device = NULL;
    REFUSED(flo_opencl_device_open(&device, cl->context, (cl_device_id)(void *)strange, cl->queue, NULL),
            FLO_NO_DEVICE, "libOpenCL.so|same drivers|OCL_ICD_VENDORS");
    assert_null(device);
    test_cl_end(cl);
}

/* ---- what is refused ------------------------------------------------------------------------------------------- */

static void missing_objects_are_named(void **state)
{
    (void)state;
    test_cl *cl = test_cl_begin(test_cl_cases());
    const cl_device_id id = cl->of->id;
    flo_device *device = NULL;
    REFUSED(flo_opencl_device_open(&device, NULL, id, cl->queue, NULL), FLO_BAD_VALUE, "context is NULL");
    REFUSED(flo_opencl_device_open(&device, cl->context, NULL, cl->queue, NULL), FLO_BAD_VALUE, "device is NULL");
    REFUSED(flo_opencl_device_open(&device, cl->context, id, NULL, NULL), FLO_BAD_VALUE, "queue is NULL");
    assert_null(device);
    test_cl_end(cl);
}

static void strangers_do_not_belong_together(void **state)
{
    (void)state;
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *one = test_cl_begin(c), *other = test_cl_begin(c);
        flo_device *device = NULL;
        REFUSED(flo_opencl_device_open(&device, one->context, c->id, other->queue, NULL), FLO_BAD_VALUE,
                "queue is of another context");
        for (const test_cl_case *d = test_cl_cases(); d->name; d++) {
            if (d->id == c->id) continue;
            REFUSED(flo_opencl_device_open(&device, one->context, d->id, one->queue, NULL), FLO_BAD_VALUE,
                    "not among them");
        }
        assert_null(device);
        test_cl_end(one);
        test_cl_end(other);
    }
}

static flo_status open_with(const test_cl *cl, flo_device_def def, flo_device **device)
{
    return flo_opencl_device_open(device, cl->context, cl->of->id, cl->queue, &def);
}

static void definitions_are_checked(void **state)
{
    (void)state;
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c);
        flo_device *device = NULL;
        flo_device_def def = flo_default_device_def();
        def.size = 3;
        REFUSED(open_with(cl, def, &device), FLO_BAD_DEFINITION, "flo_default_device_def");
        def = flo_default_device_def(), def.name = "opencl";
        REFUSED(open_with(cl, def, &device), FLO_BAD_VALUE, "name is \"opencl\"|NULL");
        def = flo_default_device_def(), def.group = 1025;
        REFUSED(open_with(cl, def, &device), FLO_BAD_VALUE, "group is 1025");
        assert_null(device);
        def = flo_default_device_def(), def.group = 7, def.profile = true;
        if (!(c->queue & CL_QUEUE_PROFILING_ENABLE)) {
            REFUSED(open_with(cl, def, &device), FLO_BAD_VALUE, "profile|CL_QUEUE_PROFILING_ENABLE");
            def.profile = false;
        }
        OK(open_with(cl, def, &device));
        flo_profile profile;
        assert_int_equal(flo_device_get_profile(device, &profile), def.profile ? FLO_OK : FLO_BAD_VALUE);
        flo_device_close(device);
        setenv("FLOTILLA_OPENCL_LANES", "3x9", 1);
        const flo_status status = open_on(cl, &device);
        unsetenv("FLOTILLA_OPENCL_LANES");
        assert_int_equal(status, FLO_BAD_VALUE);
        test_cl_end(cl);
    }
}

/* Whoever is refused holds nothing. */
static void refusals_hold_nothing(void **state)
{
    (void)state;
    for (const test_cl_case *c = test_cl_cases(); c->name; c++) {
        test_cl *cl = test_cl_begin(c), *other = test_cl_begin(c);
        flo_device *device = NULL;
        flo_device_close(cl->device);
        cl->device = NULL;
        setenv("FLOTILLA_OPENCL_LANES", "3x9", 1);
        GIVES(open_on(cl, &device), FLO_BAD_VALUE);
        unsetenv("FLOTILLA_OPENCL_LANES");
        GIVES(flo_opencl_device_open(&device, cl->context, c->id, other->queue, NULL), FLO_BAD_VALUE);
        test_cl_is_held(cl, "after a refusal");
        test_cl_end(other);
        test_cl_end(cl);
    }
}

int test_interop(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_on_a_callers_objects),
        cmocka_unit_test(what_is_given_is_held),
        cmocka_unit_test(devices_tell_their_objects),
        cmocka_unit_test(parts_of_devices_are_taken),
        cmocka_unit_test(other_loaders_of_the_same_drivers_will_do),
        cmocka_unit_test(other_drivers_are_told_about),
        cmocka_unit_test(missing_objects_are_named),
        cmocka_unit_test(strangers_do_not_belong_together),
        cmocka_unit_test(definitions_are_checked),
        cmocka_unit_test(refusals_hold_nothing),
    };
    return cmocka_run_group_tests_name("interop", tests, NULL, test_devices_close);
}
