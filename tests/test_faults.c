/* SPDX-License-Identifier: MIT
 *
 * Every call fails once: memory, OpenCL and threads, in all that a caller can ask for (test_faults_operations.c).  What
 * must be true then is in test_faults_each.c; opening devices in test_faults_open.c. */
#include "test_faults.h"

#include "../host/opencl.h"

int test_faults(void);

static int begin(void **state)
{
    test_faults_set_points();
    faults_opencl_begin();
    return test_many_begin(state);
}

static void on(const char *name, bool profile, fault_kind kind, fault_mode mode)
{
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    def.name = name;
    def.profile = profile;
    OK(flo_device_open(&device, &def));
    const flo__opencl *const opencl = flo__opencl_of(device);
    if (opencl) test_faults_make_buffers(opencl->context);
    test_faults_all(test_faults_operations + FAULT_WITHOUT_DEVICE, FAULT_OPERATIONS - FAULT_WITHOUT_DEVICE, device,
                    name, kind, mode);
    flo_device_close(device);
    if (opencl) test_faults_release_buffers();
}

static void memory_without_a_device(void **state)
{
    (void)state;
    flo_device *const scalar = test_open("scalar");
    test_faults_all(test_faults_operations, FAULT_WITHOUT_DEVICE, scalar, "no device", FAULT_MEMORY, FAULT_ONCE);
    test_faults_all(test_faults_operations, FAULT_WITHOUT_DEVICE, scalar, "no device", FAULT_MEMORY, FAULT_FOR_GOOD);
    flo_device_close(scalar);
}

static void memory_on_processors(void **state)
{
    (void)state;
    on("scalar", true, FAULT_MEMORY, FAULT_ONCE);
    on("simd", false, FAULT_MEMORY, FAULT_ONCE);
    on("simd", false, FAULT_MEMORY, FAULT_FOR_GOOD);
    on("simd*1+scalar*1", false, FAULT_MEMORY, FAULT_ONCE);
}

/* A caller's own context, and a queue that keeps no order. */
static void on_given(cl_command_queue_properties kind, fault_kind what, fault_mode mode)
{
    flo_opencl_objects o;
    flo_device *theirs = test_open("opencl:0:0"), *device = NULL;
    cl_int error;
    OK(flo_opencl_device_get(theirs, &o));
    const cl_command_queue queue = flo__cl.clCreateCommandQueue(o.context, o.device, kind, &error);
    assert_non_null(queue);
    test_faults_make_buffers(o.context);
    const flo_device_def def = { .size = sizeof def, .profile = kind & CL_QUEUE_PROFILING_ENABLE };
    OK(flo_opencl_device_open(&device, o.context, o.device, queue, &def));
    test_faults_all(test_faults_operations + FAULT_WITHOUT_DEVICE, FAULT_OPERATIONS - FAULT_WITHOUT_DEVICE, device,
                    kind ? "a queue without order, profiled" : "a queue in order", what, mode);
    flo_device_close(device);
    test_faults_release_buffers();
    flo__cl.clReleaseCommandQueue(queue);
    flo_device_close(theirs);
}

static const cl_command_queue_properties chained = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

static void need_opencl(void)
{
    if (!faults_opencl_begin() || !test_many_has("opencl:0:0")) skip();
}

static void opencl_once(void **state)
{
    (void)state;
    need_opencl();
    on_given(chained, FAULT_OPENCL, FAULT_ONCE);
    if (faults_are_all()) on_given(0, FAULT_OPENCL, FAULT_ONCE);
    on_given(chained, FAULT_MEMORY, FAULT_ONCE);
}

static void opencl_for_good(void **state)
{
    (void)state;
    need_opencl();
    on_given(chained, FAULT_OPENCL, FAULT_FOR_GOOD);
}

static void opencl_late(void **state)
{
    (void)state;
    need_opencl();
    on_given(chained, FAULT_OPENCL, FAULT_LATE);
    on_given(0, FAULT_OPENCL, FAULT_LATE);
    on_given(chained, FAULT_OPENCL, FAULT_LATE_WRITE);
}

/* A fleet that a driver loses while it is made, or laid out anew, takes no other one along. */
static void others_stay_whole(void **state)
{
    (void)state;
    need_opencl();
    many_scene m = test_many_scene();
    flo_device *const device = test_open("opencl:0:0");
    flo_fleet *const bystander = test_many_fleet(device, &m, m.bodies, FAULT_BODIES, FLO_IMPLICIT);
    OK(flo_fleet_step(bystander, 1 / 60.0, 2));
    const uint64_t before = test_hash(bystander);
    fault_scene s = { .device = device, .m = &m };
    int lost = 0;
    for (long nth = 1;; nth += 9) {
        faults_arm(FAULT_OPENCL, nth, FAULT_LATE_WRITE);
        flo_status status = test_faults_create(&s);
        if (!status) status = test_faults_add_bodies(&s);
        const bool struck = faults_disarm();
        test_about("write %ld is lost", nth);
        GIVES(status, struck ? FLO_DEVICE_FAILED : FLO_OK);
        assert_true(test_hash(bystander) == before);
        flo_fleet_destroy(s.fleet);
        s.fleet = NULL;
        if (!struck) break;
        lost++;
    }
    assert_true(lost > 20);
    OK(flo_fleet_step(bystander, 1 / 60.0, 1));
    flo_fleet_destroy(bystander);
    flo_device_close(device);
    test_many_free(&m);
}

static void opencl_of_the_library(void **state)
{
    (void)state;
    need_opencl();
    on("opencl:0:0", true, FAULT_OPENCL, FAULT_ONCE);
    on("opencl:0:0", false, FAULT_OPENCL, FAULT_LATE);
    on("opencl:0:0", false, FAULT_OPENCL, FAULT_LATE_WRITE);
    on("opencl:0:0", false, FAULT_MEMORY, FAULT_ONCE);
}

static void opencl_beside_simd(void **state)
{
    (void)state;
    need_opencl();
    on("opencl:0:0*1+simd*1", false, FAULT_OPENCL, FAULT_ONCE);
}

int test_faults(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_without_a_device), cmocka_unit_test(memory_on_processors),
        cmocka_unit_test(opencl_once), cmocka_unit_test(opencl_for_good), cmocka_unit_test(opencl_late),
        cmocka_unit_test(others_stay_whole), cmocka_unit_test(opencl_of_the_library),
        cmocka_unit_test(opencl_beside_simd),
    };
    return cmocka_run_group_tests(tests, begin, test_faults_end);
}
