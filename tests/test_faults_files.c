/* SPDX-License-Identifier: MIT
 *
 * Save and load, whose calls fail: those of files and of memory, one after the other, once and from then on.
 *
 * The name holds the old snapshot or the new one, whole, and nothing else stays in the folder; the fleet that was saved
 * is what it was.  One that was to be loaded is that too, or, behind the check of the whole file, torn, and says so.
 * Nothing stays open. */
#include "test_faults.h"
#include "test_snapshot.h"

#include <dirent.h>
#include <unistd.h>

int test_faults_files(void);

static const char name[] = "fleet.flo";

typedef struct file_scene {
    flo_fleet *fleet;
    test_bytes old, now;        /* what lies there before; what the fleet is */
    int torn;                   /* loads that left the fleet torn */
} file_scene;

static int entries(const char *folder)
{
    int count = 0;
    DIR *const open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *entry; (entry = readdir(open));) count += entry->d_name[0] != '.';
    closedir(open);
    return count;
}

static bool lies_there(const test_bytes *bytes)
{
    static unsigned char found[1 << 20];
    FILE *const file = fopen(test_path(name), "rb");
    assert_non_null(file);
    const size_t size = fread(found, 1, sizeof found, file);
    fclose(file);
    return size == bytes->size && memcmp(found, bytes->at, size) == 0;
}

static bool is_as(flo_fleet *fleet, const test_bytes *bytes)
{
    const test_bytes is = test_take(fleet);
    const bool same = is.size == bytes->size && memcmp(is.at, bytes->at, is.size) == 0;
    free(is.at);
    return same;
}

/* What must be true of a fault that is told, whatever was done. */
static void check_told(fault_kind kind, flo_status status, flo_status of_files, const char *what)
{
    const char *const m = flo_message();
    test_faults_message(what);
    if (kind == FAULT_FILE && status != of_files) fail_msg("%s: %s: %s", what, flo_status_name(status), m);
    if (status != of_files && status != FLO_NO_MEMORY) fail_msg("%s: %s: %s", what, flo_status_name(status), m);
    if (!strstr(m, name) && !strstr(m, "memory")) fail_msg("%s: it does not say of what: %s", what, m);
}

static flo_status save(flo_fleet *fleet) { return flo_fleet_save(fleet, test_path(name)); }

static flo_status load(flo_fleet *fleet) { return flo_fleet_load(fleet, test_path(name)); }

/* Which call fails. */
typedef struct file_fault { fault_kind kind; fault_mode mode; long nth; const char *what; } file_fault;

/* With the old snapshot under the name. */
static flo_status fail_in(flo_status (*run)(flo_fleet *), file_scene *s, const file_fault *f, flo_status of_files)
{
    test_put(name, s->old.at, s->old.size);
    faults_arm(f->kind, f->nth, f->mode);
    const flo_status status = run(s->fleet);
    const bool struck = faults_disarm();
    assert_true(struck);
    if (status) check_told(f->kind, status, of_files, f->what);
    faults_count(faults_name(), status != FLO_OK);
    return status;
}

/* Ends with the fleet's present state under the name. */
static void fail_save(file_scene *s, const file_fault *f)
{
    const flo_status status = fail_in(save, s, f, FLO_CANNOT_WRITE);
    if (!lies_there(&s->now) && (!status || !lies_there(&s->old))) fail_msg("%s: neither the old nor the new", f->what);
    if (!is_as(s->fleet, &s->now)) fail_msg("%s: the fleet is another", f->what);
    OK(save(s->fleet));
    assert_true(lies_there(&s->now));
}

/* Ends with the fleet in the state that it began with, and the older one under the name. */
static void fail_load(file_scene *s, const file_fault *f)
{
    uint64_t hash;
    const flo_status status = fail_in(load, s, f, FLO_CANNOT_READ);
    const bool is_torn = status && flo_fleet_hash(s->fleet, &hash) == FLO_DEVICE_FAILED;
    if (!is_torn && !is_as(s->fleet, status ? &s->now : &s->old)) fail_msg("%s: the fleet is another", f->what);
    if (!is_torn && f->mode == FAULT_ONCE && s->torn > 0 && status) fail_msg("%s: torn before, now whole", f->what);
    s->torn += is_torn && f->mode == FAULT_ONCE;
    OK(load(s->fleet));
    assert_true(is_as(s->fleet, &s->old));
    OK(flo_fleet_restore(s->fleet, s->now.at, s->now.size));
}

typedef void fail_one(file_scene *s, const file_fault *f);

static void every_call(file_scene *s, flo_status (*run)(flo_fleet *), fail_one *one, fault_kind kind, const char *of)
{
    static const fault_mode modes[] = { FAULT_ONCE, FAULT_FOR_GOOD };
    char what[160];
    test_put(name, s->now.at, s->now.size);
    faults_arm(kind, 0, FAULT_ONCE);
    OK(run(s->fleet));
    faults_disarm();
    const long calls = faults_calls();
    assert_true(calls > 0);
    for (size_t m = 0; m < 2; m++) {
        for (long n = 1; n <= calls; n++) {
            const int open = entries("/proc/self/fd");
            const long held = faults_memory_held();
            snprintf(what, sizeof what, "%s, call %ld%s", of, n, m ? " and all behind it" : "");
            test_faults_forget_message();
            one(s, &(file_fault){ kind, modes[m], n, what });
            if (entries(test_path("")) != 1) fail_msg("%s: something is left in the folder", what);
            if (entries("/proc/self/fd") != open) fail_msg("%s: a file is left open", what);
            if (faults_memory_held() != held) fail_msg("%s: memory is left", what);
        }
    }
}

/* How many loads left a fleet torn. */
static int on(const char *device_name)
{
    flo_device *const device = test_open(device_name);
    file_scene s = { .fleet = test_small_fleet(device) };
    s.old = test_take(s.fleet);
    OK(flo_fleet_step(s.fleet, 1 / 60.0, 3));
    s.now = test_take(s.fleet);
    every_call(&s, save, fail_save, FAULT_FILE, "save, files");
    every_call(&s, save, fail_save, FAULT_MEMORY, "save, memory");
    every_call(&s, load, fail_load, FAULT_FILE, "load, files");
    const int torn = s.torn;
    s.torn = 0;
    every_call(&s, load, fail_load, FAULT_MEMORY, "load, memory");
    free(s.old.at);
    free(s.now.at);
    flo_fleet_destroy(s.fleet);
    flo_device_close(device);
    return torn + s.torn;
}

static void on_a_processor(void **state)
{
    (void)state;
    on("scalar");         /* a small fleet is read in one piece before any of it is taken */
}

static void on_two_processors(void **state)
{
    (void)state;
    assert_true(on("simd*1+scalar*1") > 0);
}

static void on_opencl(void **state)
{
    (void)state;
    if (!test_many_has("opencl:0:0")) skip();
    on("opencl:0:0");
}

static int begin(void **state) { return test_many_begin(state) || test_folder_make(state); }

static int end(void **state)
{
    const int failed = test_folder_remove(state);
    return test_faults_end(state) || failed;
}

int test_faults_files(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_processor), cmocka_unit_test(on_two_processors), cmocka_unit_test(on_opencl),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
