/* SPDX-License-Identifier: MIT
 *
 * The programs of an OpenCL device: built when their kernels are needed, kept in files, and built anew where what was
 * kept is of no use. */
#include "../host/opencl.h"
#include "test_cache.h"
#include "test_expansion.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

/* What no driver takes. */
static unsigned char nonsense[3000];

static int begin(void **state)
{
    for (size_t i = 0; i < sizeof nonsense; i++) nonsense[i] = (unsigned char)(i * 7 + i / 256);
    return test_cache_begin(state);
}

static bool has_opencl(void)
{
    flo_device_info all[16];
    const int count = flo_device_list(all, 16);
    for (int i = 0; i < count && i < 16; i++) {
        if (all[i].available && strncmp(all[i].name, "opencl", 6) == 0) return true;
    }
    return false;
}

static flo_device *open_device(void)
{
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    def.name = "opencl";
    OK(flo_device_open(&device, &def));
    return device;
}

static void open_and_close(void)
{
    flo_device_close(open_device());
}

/* The key of a file: its name, and its text, which stands behind 40 bytes of other numbers. */
static flo__opencl_key key_in(const char *name)
{
    flo__opencl_key found = { .text = "" };
    uint64_t head[5];
    FILE *file = fopen(name, "rb");
    assert_true(file && fread(head, sizeof head, 1, file) == 1 && head[2] < sizeof found.text);
    assert_int_equal(fread(found.text, 1, head[2], file), head[2]);
    fclose(file);
    snprintf(found.file, sizeof found.file, "%.39s", strrchr(name, '/') + 1);
    return found;
}

/* A program in the folder. */
typedef struct kept {
    flo__opencl_key key;
    char name[128];
    ino_t number;                       /* a file that was written anew has another */
} kept;

/* That of the passes with a degree, 0 for those without. */
static kept kept_of(int passes_degree)
{
    kept found = { .name = "" };
    char option[40];
    struct stat s = { 0 };
    snprintf(option, sizeof option, "-DPASSES_DEGREE=%d", passes_degree);
    DIR *all = opendir(test_cache_folder());
    for (const struct dirent *entry; all && !found.number && (entry = readdir(all));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(found.name, sizeof found.name, "%s/%.60s", test_cache_folder(), entry->d_name);
        found.key = key_in(found.name);
        if (strstr(found.key.text, option) && stat(found.name, &s) == 0) found.number = s.st_ino;
    }
    if (all) closedir(all);
    if (!found.number) fail_msg("no program with %s is kept", option);
    return found;
}

static void a_device_keeps_its_program(void **state)
{
    (void)state;
    if (!has_opencl()) skip();
    open_and_close();
    const kept first = kept_of(0);
    open_and_close();
    assert_true(kept_of(0).number == first.number);             /* taken as it is */
    flo__opencl_cache_write(&first.key, nonsense, sizeof nonsense);        /* well kept, and no program at all */
    const kept spoilt = kept_of(0);
    open_and_close();
    assert_true(kept_of(0).number != spoilt.number);
    assert_int_equal(truncate(first.name, 1000), 0);
    const kept cut = kept_of(0);
    open_and_close();
    assert_true(kept_of(0).number != cut.number);
}

/* ---- what is built when it is needed --------------------------------------------------------------------------- */

/* A few bodies in waves that are longer than they are. */
typedef struct late {
    test_water water;
    test_crowd crowd;
    int degree;                         /* of their polynomials */
} late;

static late late_begin(void)
{
    const test_spectrum spectrum = { 2.5, 8, 3, 64 };
    const flo_sea_def like = flo_default_sea_def();
    return (late){ .water = test_water_of(&spectrum, &like),
                   .crowd = test_crowd_make(1, 64, 5, (const double[2]){ 0, 0 }, 20) };
}

static void late_end(late *l)
{
    test_crowd_free(&l->crowd);
    test_water_free(&l->water);
}

/* A step of a new fleet, and the hash after it. */
static flo_status step_late(late *l, flo_device *device, flo_waves waves, uint64_t *hash)
{
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = l->water.sea;
    def.bodies = l->crowd.body;
    def.count = l->crowd.bodies;
    def.waves = waves;
    flo_status status = flo_fleet_create(&fleet, device, &def);
    if (status) return status;
    l->degree = flo_fleet_get_summation(fleet, 0).degree;
    status = flo_fleet_step(fleet, 1.0 / 60, 1);
    if (!status) OK(flo_fleet_hash(fleet, hash));
    flo_fleet_destroy(fleet);
    return status;
}

static uint64_t hash_of_late(late *l)
{
    uint64_t hash;
    flo_device *device = open_device();
    OK(step_late(l, device, FLO_WAVES_AUTO, &hash));
    flo_device_close(device);
    assert_true(l->degree > 0);
    return hash;
}

static void copy_program(const flo__opencl_key *from, const flo__opencl_key *to)
{
    size_t bytes = 0;
    unsigned char *read = flo__opencl_cache_read(from, &bytes);
    assert_non_null(read);
    flo__opencl_cache_write(to, read, bytes);
    free(read);
}

/* Of a degree's program nothing is known when the device is opened. */
static void a_late_program_is_kept(void **state)
{
    (void)state;
    if (!has_opencl()) skip();
    late l = late_begin();
    open_and_close();
    assert_int_equal(test_cache_files(), 1);                     /* built when it is needed, and not before */
    const uint64_t hash = hash_of_late(&l);
    assert_int_equal(test_cache_files(), 2);
    const kept first = kept_of(0), second = kept_of(l.degree);
    assert_true(hash_of_late(&l) == hash);
    assert_true(kept_of(0).number == first.number && kept_of(l.degree).number == second.number);
    flo__opencl_cache_write(&second.key, nonsense, sizeof nonsense);       /* no program at all */
    const kept spoilt = kept_of(l.degree);
    assert_true(hash_of_late(&l) == hash && kept_of(l.degree).number != spoilt.number);
    copy_program(&first.key, &second.key);                      /* a program, and not the one that is wanted */
    const kept wrong = kept_of(l.degree);
    assert_true(hash_of_late(&l) == hash && kept_of(l.degree).number != wrong.number);
    flo__opencl_cache_write(&first.key, nonsense, sizeof nonsense);
    const kept right = kept_of(l.degree);
    assert_true(hash_of_late(&l) == hash && kept_of(l.degree).number == right.number);
    copy_program(&second.key, &first.key);                      /* fails the self-test: nothing is trusted any more */
    open_and_close();
    assert_int_equal(test_cache_files(), 1);
    assert_true(hash_of_late(&l) == hash);
    late_end(&l);
}

static cl_int CL_API_CALL build_nothing(cl_program of, cl_uint devices, const cl_device_id *device,
                                        const char *options, void (CL_CALLBACK *done)(cl_program, void *), void *data)
{
    (void)of, (void)devices, (void)device, (void)options, (void)done, (void)data;
    return CL_BUILD_PROGRAM_FAILURE;
}

static void a_late_build_that_fails_costs_no_device(void **state)
{
    (void)state;
    uint64_t hash = 0, direct = 0;
    if (!has_opencl()) skip();
    setenv("FLOTILLA_CACHE", "off", 1);
    late l = late_begin();
    const uint64_t right = hash_of_late(&l);
    flo_device *device = open_device();
    const __typeof__(flo__cl.clBuildProgram) build = flo__cl.clBuildProgram;
    flo__cl.clBuildProgram = build_nothing;
    const char *const words = "cannot build the kernels";
    for (int i = 0; i < 2; i++) {
        const flo_status status = step_late(&l, device, FLO_WAVES_AUTO, &hash);
        if (status == FLO_OK) flo__cl.clBuildProgram = build;
        REFUSED(status, FLO_DEVICE_FAILED, words);
    }
    const flo_status status = step_late(&l, device, FLO_WAVES_DIRECT, &direct);
    flo__cl.clBuildProgram = build;
    OK(status);
    OK(step_late(&l, device, FLO_WAVES_AUTO, &hash));
    assert_true(hash == right);
    flo_device_close(device);
    late_end(&l);
}

int test_programs(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, test_cache_end)
    const struct CMUnitTest tests[] = {
        TEST(a_device_keeps_its_program), TEST(a_late_program_is_kept),
        TEST(a_late_build_that_fails_costs_no_device),
    };
    return cmocka_run_group_tests_name("programs", tests, NULL, NULL);
}
