/* SPDX-License-Identifier: MIT
 *
 * Devices: names, the list, the defaults, and machines on which OpenCL is missing or broken.
 *
 * A loader that has found its drivers never looks again, so a broken OpenCL needs a process of its own: this program
 * starts itself once more with the name of a device in FLOTILLA_TEST_CHILD, opens it before main() and says what came
 * of it. */
#define _GNU_SOURCE
#include "flotilla.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

int test_device(void);

enum { MAX_DEVICES = 64 };

static flo_status open_device(flo_device **device, const char *name)
{
    flo_device_def def = flo_default_device_def();
    def.name = name;
    return flo_device_open(device, &def);
}

/* Opens a device, closes it, and returns what it said of itself. */
static flo_device_info info_of(const char *name)
{
    flo_device *device = NULL;
    if (open_device(&device, name) != FLO_OK) fail_msg("%s: %s", name ? name : "NULL", flo_message());
    const flo_device_info info = flo_device_get_info(device);
    flo_device_close(device);
    return info;
}

static void assert_refused(const char *name, flo_status expected, const char *word)
{
    flo_device *device = NULL;
    const flo_status status = open_device(&device, name);
    if (status != expected) fail_msg("\"%s\" gives %s: %s", name, flo_status_name(status), flo_message());
    assert_null(device);
    if (!strstr(flo_message(), word)) fail_msg("\"%s\": no \"%s\" in: %s", name, word, flo_message());
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

static void names_open_what_they_say(void **state)
{
    (void)state;
    assert_string_equal(info_of("scalar").name, "scalar");
    assert_string_equal(info_of("scalar").kind, "cpu");
    assert_memory_equal(info_of("simd").name, "simd:", 5);
    assert_true(info_of("auto").available);
}

static void wrong_names_tell_what_there_is(void **state)
{
    (void)state;
    static const char *const wrong[] = { "", "gpu", "Scalar", "scalar ", "simd:", "simd:scalar", "simd:simd",
                                         "simd:avx1024", "opencl:", "openclx" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_refused(wrong[i], FLO_NO_DEVICE, "there is");
        assert_non_null(strstr(flo_message(), "simd:"));
        assert_non_null(strstr(flo_message(), "opencl:PLATFORM[:DEVICE]"));
        assert_non_null(strstr(flo_message(), wrong[i]));
    }
}

static void wrong_opencl_names_tell_what_there_is(void **state)
{
    (void)state;
    static const char *const wrong[] = { "opencl:99", "opencl:0:99", "opencl:99:0", "opencl:4294967296", "opencl::",
                                         "opencl::0", "opencl:0:", "opencl:no such platform",
                                         "opencl:0:no such device" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_refused(wrong[i], FLO_NO_DEVICE, "OpenCL");
    char endless[4000];
    memset(endless, 'x', sizeof endless);
    memcpy(endless, "opencl:", 7);
    endless[sizeof endless - 1] = '\0';
    assert_refused(endless, FLO_NO_DEVICE, "OpenCL");
    assert_refused(endless + 7, FLO_NO_DEVICE, "there is");
}

static void definitions_are_checked(void **state)
{
    (void)state;
    flo_device *device = NULL;
    flo_device_def def = flo_default_device_def();
    assert_null(def.name);
    assert_int_equal(def.threads, 0);
    assert_int_equal(def.group, 0);
    def.size = 0;
    assert_int_equal(flo_device_open(&device, &def), FLO_BAD_DEFINITION);
    static const int bad[][2] = { { -1, 0 }, { 4097, 0 }, { 0, -1 }, { 0, 1025 } };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        def = flo_default_device_def();
        def.name = "scalar";
        def.threads = bad[i][0];
        def.group = bad[i][1];
        assert_int_equal(flo_device_open(&device, &def), FLO_BAD_VALUE);
        assert_non_null(strstr(flo_message(), bad[i][0] ? "threads" : "group"));
        assert_null(device);
    }
    flo_device_close(NULL);
}

static void environment_names_the_default(void **state)
{
    (void)state;
    const char *const before = getenv("FLOTILLA_DEVICE");
    char *const kept = before ? strdup(before) : NULL;
    setenv("FLOTILLA_DEVICE", "scalar", 1);
    assert_string_equal(info_of(NULL).name, "scalar");
    assert_memory_equal(info_of("simd").name, "simd:", 5);      /* a name goes before the default */
    setenv("FLOTILLA_DEVICE", "nonsense", 1);
    assert_refused(NULL, FLO_NO_DEVICE, "FLOTILLA_DEVICE");
    setenv("FLOTILLA_DEVICE", "", 1);
    assert_true(info_of(NULL).available);
    unsetenv("FLOTILLA_DEVICE");
    assert_string_equal(info_of(NULL).name, info_of("auto").name);
    if (kept) setenv("FLOTILLA_DEVICE", kept, 1);
    free(kept);
}

/* ---- list ------------------------------------------------------------------------------------------------------ */

static bool is_gpu(flo_device_info info)
{
    return strcmp(info.kind, "gpu") == 0;
}

static void list_counts_beyond_its_capacity(void **state)
{
    (void)state;
    flo_device_info all[MAX_DEVICES], some[MAX_DEVICES];
    const int count = flo_device_list(NULL, 0);
    assert_in_range(count, 2, MAX_DEVICES);
    assert_int_equal(flo_device_list(all, MAX_DEVICES), count);
    for (int capacity = 1; capacity < count; capacity++) {
        memset(some, 0x55, sizeof some);
        assert_int_equal(flo_device_list(some, capacity), count);
        for (int i = 0; i < capacity; i++) assert_string_equal(some[i].name, all[i].name);
        assert_int_equal(some[capacity].name[0], 0x55);
    }
}

static void list_is_in_order(void **state)
{
    (void)state;
    flo_device_info all[MAX_DEVICES];
    const int count = flo_device_list(all, MAX_DEVICES);
    int scalars = 0;
    for (int i = 0; i < count; i++) {
        assert_true(is_gpu(all[i]) || strcmp(all[i].kind, "cpu") == 0);
        assert_true(i == 0 || is_gpu(all[i - 1]) || !is_gpu(all[i]));
        if (all[i].available) assert_in_range(all[i].lanes, 1, 64);
        assert_true(all[i].name[0] && all[i].description[0]);
        scalars += strcmp(all[i].name, "scalar") == 0;
        for (int j = 0; j < i; j++) assert_string_not_equal(all[i].name, all[j].name);
    }
    assert_int_equal(scalars, 1);
}

static void every_listed_device_opens_by_its_name(void **state)
{
    (void)state;
    flo_device_info all[MAX_DEVICES];
    const int count = flo_device_list(all, MAX_DEVICES);
    for (int i = 0; i < count; i++) {
        if (!all[i].available) {
            flo_device *device = NULL;
            assert_int_equal(open_device(&device, all[i].name), FLO_NO_DEVICE);
            continue;
        }
        const flo_device_info opened = info_of(all[i].name);
        assert_string_equal(opened.name, all[i].name);
        assert_string_equal(opened.kind, all[i].kind);
        assert_int_equal(opened.lanes, all[i].lanes);
        assert_int_equal(opened.exact, all[i].exact);
    }
}

/* ---- OpenCL ---------------------------------------------------------------------------------------------------- */

static bool has_pocl(void)
{
    flo_device_info all[MAX_DEVICES];
    const int count = flo_device_list(all, MAX_DEVICES);
    for (int i = 0; i < count; i++) {
        if (all[i].available && strstr(all[i].description, "Portable Computing Language")) return true;
    }
    return false;
}

static void opencl_goes_by_part_of_a_name(void **state)
{
    (void)state;
    if (!has_pocl()) skip();
    static const char *const names[] = { "opencl:PORTABLE", "opencl:portable computing", "opencl:pocl:0" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const flo_device_info info = info_of(names[i]);
        assert_memory_equal(info.name, "opencl:", 7);
        assert_non_null(strstr(info.description, "Portable Computing Language"));
    }
}

static void opencl_takes_any_group(void **state)
{
    (void)state;
    if (!has_pocl()) skip();
    static const int groups[] = { 1, 7, 1024 };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        flo_device *device = NULL;
        flo_device_def def = flo_default_device_def();
        def.name = "opencl:portable";
        def.group = groups[i];
        if (flo_device_open(&device, &def) != FLO_OK) fail_msg("group %d: %s", groups[i], flo_message());
        flo_device_close(device);
    }
}

static void opencl_lanes_can_be_set(void **state)
{
    (void)state;
    if (!has_pocl()) skip();
    setenv("FLOTILLA_OPENCL_LANES", "1x1", 1);
    const flo_device_info info = info_of("opencl:portable");
    setenv("FLOTILLA_OPENCL_LANES", "3x9", 1);
    flo_device *device = NULL;
    const flo_status status = open_device(&device, "opencl:portable");
    unsetenv("FLOTILLA_OPENCL_LANES");
    assert_int_equal(info.lanes, 1);
    assert_int_equal(status, FLO_BAD_VALUE);
    assert_non_null(strstr(flo_message(), "FLOTILLA_OPENCL_LANES"));
}

/* ---- a machine with a broken OpenCL ---------------------------------------------------------------------------- */

__attribute__((constructor)) static void run_as_child(void)
{
    const char *const name = getenv("FLOTILLA_TEST_CHILD");
    if (!name) return;
    flo_device *device = NULL;
    const flo_status status = open_device(&device, name);
    printf("%d %s", (int)status, status == FLO_OK ? flo_device_get_info(device).name : flo_message());
    fflush(stdout);
    flo_device_close(device);
    _exit(0);
}

/* What the drivers themselves have to say is not wanted here. */
static void become_child(const char *program, int output, const char *name, const char *variable, const char *value)
{
    setenv("FLOTILLA_TEST_CHILD", name, 1);
    setenv(variable, value, 1);
    dup2(output, STDOUT_FILENO);
    if (freopen("/dev/null", "w", stderr)) execl(program, program, (char *)NULL);
    _exit(127);
}

/* Opens a device in a process of its own that has an environment variable set.  Skips the test where no process can
 * be started. */
static void open_in_child(const char *name, const char *variable, const char *value, char *answer, size_t size)
{
    char program[4096];
    int ends[2], status = 0;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0 || pipe(ends) != 0) skip();
    program[length] = '\0';
    const pid_t child = fork();
    if (child == 0) become_child(program, ends[1], name, variable, value);
    close(ends[1]);
    size_t used = 0;
    for (ssize_t n = 1; child > 0 && n > 0 && used + 1 < size; used += n > 0 ? (size_t)n : 0) {
        n = read(ends[0], answer + used, size - 1 - used);
    }
    answer[used] = '\0';
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) != child || (WIFEXITED(status) && WEXITSTATUS(status) == 127)) skip();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail_msg("%s=%s ends the program", variable, value);
}

static void without_opencl_the_rest_works(void **state)
{
    (void)state;
    char folder[] = "/tmp/flotilla-no-opencl-XXXXXX", answer[4096];
    assert_non_null(mkdtemp(folder));
    open_in_child("auto", "OCL_ICD_VENDORS", folder, answer, sizeof answer);
    assert_memory_equal(answer, "0 simd:", 7);
    open_in_child("opencl", "OCL_ICD_VENDORS", folder, answer, sizeof answer);
    rmdir(folder);
    assert_int_equal(atoi(answer), FLO_NO_DEVICE);
    assert_true(strstr(answer, "OCL_ICD_VENDORS") || strstr(answer, "no OpenCL loader"));
}

/* Below a file no folder can be made, not even by root. */
static void pocl_without_its_cache_says_so(void **state)
{
    (void)state;
    static const char *const folders[] = { "/dev/null/x", "" };
    if (!has_pocl()) skip();
    char answer[4096];
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        open_in_child("opencl:portable", "POCL_CACHE_DIR", folders[i], answer, sizeof answer);
        assert_int_equal(atoi(answer), FLO_NO_DEVICE);
        assert_non_null(strstr(answer, "POCL_CACHE_DIR"));
        assert_non_null(strstr(answer, folders[i]));
    }
}

int test_device(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_open_what_they_say),
        cmocka_unit_test(wrong_names_tell_what_there_is),
        cmocka_unit_test(wrong_opencl_names_tell_what_there_is),
        cmocka_unit_test(definitions_are_checked),
        cmocka_unit_test(environment_names_the_default),
        cmocka_unit_test(list_counts_beyond_its_capacity),
        cmocka_unit_test(list_is_in_order),
        cmocka_unit_test(every_listed_device_opens_by_its_name),
        cmocka_unit_test(opencl_goes_by_part_of_a_name),
        cmocka_unit_test(opencl_takes_any_group),
        cmocka_unit_test(opencl_lanes_can_be_set),
        cmocka_unit_test(without_opencl_the_rest_works),
        cmocka_unit_test(pocl_without_its_cache_says_so),
    };
    return cmocka_run_group_tests_name("device", tests, NULL, NULL);
}
