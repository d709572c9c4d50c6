/* SPDX-License-Identifier: MIT
 *
 * Faults while a device is opened, whatever its name is: each is told, or made good; nothing of it is left; and it
 * opens the next time.  "auto" opens all the same, says what became of the GPU, and gives the same bits. */
#include "test_faults.h"

#include "../host/opencl.h"
#include "../host/flotilla_opencl.h"

int test_faults_open(void);

static char heard[512];
static int hearings;

static void hear(void *user, flo_status status, const char *message)
{
    (void)user;
    (void)status;
    hearings++;
    snprintf(heard, sizeof heard, "%s", message);
}

/* What a fleet has on any exact device. */
static uint64_t bits_of(flo_device *device)
{
    many_scene m = test_many_scene();
    flo_fleet *fleet = test_many_fleet(device, &m, m.bodies, FAULT_BODIES, FLO_IMPLICIT);
    OK(flo_fleet_step(fleet, 1 / 60.0, 3));
    const uint64_t hash = test_hash(fleet);
    flo_fleet_destroy(fleet);
    test_many_free(&m);
    return hash;
}

static uint64_t right_bits(void)
{
    static uint64_t hash;
    if (hash) return hash;
    flo_device *const scalar = test_open("scalar");
    hash = bits_of(scalar);
    flo_device_close(scalar);
    return hash;
}

static flo_status open_named(flo_device **device, const char *name, bool profile)
{
    flo_device_def def = flo_default_device_def();
    def.name = name;
    def.profile = profile;
    *device = NULL;
    return flo_device_open(device, &def);
}

typedef struct opening { const char *name; bool profile, falls_back; } opening;

static bool fail_one(const opening *o, fault_kind kind, fault_mode mode, long nth)
{
    char what[160];
    flo_device *device;
    const fault_hold held = test_faults_hold();
    const bool thorough = nth % 16 == 1;
    test_faults_forget_message();
    hearings = 0;
    faults_arm(kind, nth, mode);
    const flo_status status = open_named(&device, o->name, o->profile);
    const bool struck = faults_disarm();
    snprintf(what, sizeof what, "opening %s, call %ld, %s%s", o->name, nth, faults_name(),
             mode == FAULT_ONCE ? "" : " and all behind it");
    if (status) {
        test_faults_message(what);
        if (hearings == 0) fail_msg("%s: nobody was told: %s", what, flo_message());
        if (device) fail_msg("%s: there is half a device", what);
        if (!struck || o->falls_back) fail_msg("%s: %s", what, flo_message());
    } else {
        if (thorough && bits_of(device) != right_bits()) fail_msg("%s: other bits than plain C's", what);
        const flo_device_info info = flo_device_get_info(device);
        const bool fell = o->falls_back && strncmp(info.name, "simd:", 5) == 0;
        if (fell && (hearings == 0 || !strstr(info.description, "the GPU was refused: "))) {
            fail_msg("%s: nobody was told that %s was taken (%s)", what, info.name, info.description);
        }
        flo_device_close(device);
    }
    if (struck) faults_count(faults_name(), status != FLO_OK);
    if (mode == FAULT_ONCE) test_faults_is_held(&held, what);
    return struck;
}

static void open_all(const opening *o, fault_kind kind, fault_mode mode)
{
    flo_device *device;
    long failed = 0;
    test_about("opening %s", o->name);
    OK(open_named(&device, o->name, o->profile));       /* and what the process keeps */
    flo_device_close(device);
    faults_arm(kind, 0, mode);
    OK(open_named(&device, o->name, o->profile));
    faults_disarm();
    if (bits_of(device) != right_bits()) fail_msg("%s: other bits than plain C's", o->name);
    flo_device_close(device);
    static bool worth[1 << 17];
    const long calls = faults_calls();
    for (long n = 1; n <= calls; n++) worth[n] = faults_is_worth(n);
    for (long n = 1; n <= calls; n++) failed += worth[n] && fail_one(o, kind, mode, n);
    print_message("             opening %s: %ld of %ld calls made to fail%s\n", o->name, failed, calls,
                  mode == FAULT_ONCE ? "" : ", and all behind them");
}

static int begin(void **state)
{
    faults_opencl_begin();
    flo_set_message_function(hear, NULL);
    return test_many_begin(state);
}

static int end(void **state)
{
    flo_set_message_function(NULL, NULL);
    return test_faults_end(state);
}

static void memory(void **state)
{
    (void)state;
    static const opening openings[] = { { "scalar", true, false }, { "simd", false, false },
                                        { "simd*1+scalar*1", false, false } };
    for (int i = 0; i < 3; i++) open_all(&openings[i], FAULT_MEMORY, FAULT_ONCE);
    open_all(&openings[2], FAULT_MEMORY, FAULT_FOR_GOOD);
}

static void need_opencl(void)
{
    if (!faults_opencl_begin() || !test_many_has("opencl:0:0")) skip();
}

static void opencl(void **state)
{
    (void)state;
    need_opencl();
    open_all(&(opening){ "opencl:0:0", false, false }, FAULT_OPENCL, FAULT_ONCE);
    open_all(&(opening){ "opencl:0:0", true, false }, FAULT_MEMORY, FAULT_ONCE);
    if (faults_are_all()) open_all(&(opening){ "opencl:0:0*1+simd*1", false, false }, FAULT_OPENCL, FAULT_ONCE);
}

static void opencl_for_good(void **state)
{
    (void)state;
    need_opencl();
    open_all(&(opening){ "opencl:0:0", false, false }, FAULT_OPENCL, FAULT_FOR_GOOD);
}

/* "auto" with a processor that says that it is a GPU. */
static void automatic(void **state)
{
    (void)state;
    need_opencl();
    faults_opencl_pretend(true, false);
    flo_device *device;
    OK(open_named(&device, "auto", false));
    const flo_device_info info = flo_device_get_info(device);
    if (strncmp(info.name, "opencl:", 7) != 0) fail_msg("there is a GPU, and auto takes %s", info.name);
    flo_device_close(device);
    if (faults_are_all()) open_all(&(opening){ "auto", false, true }, FAULT_OPENCL, FAULT_ONCE);
    open_all(&(opening){ "auto", false, true }, FAULT_OPENCL, FAULT_FOR_GOOD);
    faults_opencl_pretend(false, false);
}

/* Without any platform auto has nothing to say; who asks for OpenCL is told. */
static void no_platform(void **state)
{
    (void)state;
    flo_device *device;
    if (!faults_opencl_begin()) skip();
    faults_opencl_pretend(false, true);
    OK(open_named(&device, "auto", false));
    const flo_device_info info = flo_device_get_info(device);
    assert_null(strstr(info.description, "refused"));
    assert_true(bits_of(device) == right_bits());
    flo_device_close(device);
    test_about("no platform");
    REFUSED(open_named(&device, "opencl", false), FLO_NO_DEVICE, "no OpenCL platform");
    REFUSED(open_named(&device, "opencl:0:0+simd", false), FLO_NO_DEVICE, "no OpenCL platform");
    faults_opencl_pretend(false, false);
}

/* A build that fails shows the compiler's words, from the first error on. */
static void the_log_of_a_build(void **state)
{
    (void)state;
    flo_device *device;
    need_opencl();
    faults_arm(FAULT_OPENCL, 0, FAULT_ONCE);
    OK(open_named(&device, "opencl:0:0", false));
    faults_disarm();
    flo_device_close(device);
    long nth = 1;
    while (nth <= faults_calls() && strcmp(faults_name_of(nth), "clBuildProgram") != 0) nth++;
    if (nth > faults_calls()) fail_msg("of %ld calls none builds the kernels", faults_calls());
    int logs = 0;
    test_about("a build that fails");
    for (int i = 0; i < 4; i++) {       /* which of the errors it is goes with the number of the call */
        faults_arm(FAULT_OPENCL, nth, FAULT_ONCE);
        GIVES(open_named(&device, "opencl:0:0", false), FLO_DEVICE_FAILED);
        faults_disarm();
        assert_non_null(strstr(flo_message(), "cannot build the kernels"));
        logs += strstr(flo_message(), "\n<kernel>:7:3: error: no registers left") != NULL;
        if (strstr(flo_message(), "CL_BUILD_PROGRAM_FAILURE")) break;
    }
    print_message("             a build's log was told %d times: %s\n", logs, flo_message());
    assert_true(logs > 0);
}

int test_faults_open(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory), cmocka_unit_test(opencl), cmocka_unit_test(opencl_for_good),
        cmocka_unit_test(automatic), cmocka_unit_test(no_platform), cmocka_unit_test(the_log_of_a_build),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
