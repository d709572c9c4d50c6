/* SPDX-License-Identifier: MIT
 *
 * Compiled programs in files: what was kept comes back, and whatever is cut short, damaged, somebody else's or in
 * nobody's reach is not taken, costs time and nothing else. */
#define _GNU_SOURCE
#include "../host/opencl.h"
#include "test_cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BYTES = 3000, SOMEBODY = 54321 };

static char folder[64], path[128];
static unsigned char program[BYTES];
static flo__opencl_key key;

/* ---- a folder for each test ------------------------------------------------------------------------------------ */

static void remove_folder(void)
{
    char name[400];
    DIR *all = opendir(folder);
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        unlink(name);
    }
    if (all) closedir(all);
    rmdir(folder);
}

static flo__opencl_key key_of(const char *driver)
{
    flo__opencl_device device = { .name = "a device", .vendor = "a vendor", .platform_name = "a platform",
                                  .platform_version = "OpenCL 1.2" };
    snprintf(device.driver, sizeof device.driver, "%s", driver);
    return flo__opencl_cache_key(&device, "-DOPTION=1");
}

int test_cache_begin(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/flotilla-cache-%ld", (long)getpid());
    remove_folder();
    setenv("FLOTILLA_CACHE", folder, 1);
    key = key_of("1.0");
    snprintf(path, sizeof path, "%s/%s", folder, key.file);
    for (int i = 0; i < BYTES; i++) program[i] = (unsigned char)(i * 7 + i / 256);
    return 0;
}

int test_cache_end(void **state)
{
    (void)state;
    remove_folder();
    unsetenv("FLOTILLA_CACHE");
    return 0;
}

const char *test_cache_folder(void) { return folder; }

static bool comes_back(const flo__opencl_key *of)
{
    size_t bytes = 0;
    unsigned char *got = flo__opencl_cache_read(of, &bytes);
    const bool same = got && bytes == BYTES && memcmp(got, program, BYTES) == 0;
    if (got && !same) fail_msg("a program came back that is not the one that was kept");
    free(got);
    return same;
}

static void keep(void)
{
    flo__opencl_cache_write(&key, program, BYTES);
    assert_true(comes_back(&key));
}

size_t test_cache_files(void)
{
    size_t count = 0;
    DIR *all = opendir(folder);
    for (const struct dirent *entry; all && (entry = readdir(all));) count += entry->d_name[0] != '.';
    if (all) closedir(all);
    return count;
}

/* ---- what is kept ---------------------------------------------------------------------------------------------- */

static void what_is_kept_comes_back(void **state)
{
    (void)state;
    struct stat s;
    assert_false(comes_back(&key));             /* there is not even a folder */
    keep();
    assert_int_equal(stat(folder, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0700);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_mode & 0777, 0600);
    assert_int_equal(test_cache_files(), 1);
    keep();
    assert_int_equal(test_cache_files(), 1);
}

static void keys_tell_programs_apart(void **state)
{
    (void)state;
    const flo__opencl_key other = key_of("1.1");
    keep();
    assert_string_not_equal(other.file, key.file);
    assert_false(comes_back(&other));
    flo__opencl_key same_name = other;          /* as if two hashes were the same */
    snprintf(same_name.file, sizeof same_name.file, "%s", key.file);
    assert_false(comes_back(&same_name));
    flo__opencl_device device = { .name = "a device" };
    static const char *const parts[] = { "name", "vendor", "driver", "platform", "version", "options" };
    char *const text[] = { device.name, device.vendor, device.driver, device.platform_name, device.platform_version };
    const flo__opencl_key before = flo__opencl_cache_key(&device, "");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (i < sizeof text / sizeof *text) strcpy(text[i], "new");
        const flo__opencl_key after = flo__opencl_cache_key(&device, i == 5 ? "-DNEW" : "");
        if (strcmp(after.file, before.file) == 0) fail_msg("another %s has the same key", parts[i]);
        if (i < sizeof text / sizeof *text) strcpy(text[i], i == 0 ? "a device" : "");
    }
}

static void off_is_off(void **state)
{
    (void)state;
    const flo__opencl_device pocl = { .platform_name = "Portable Computing Language" }, other = { .name = "other" };
    assert_true(flo__opencl_cache_is_on(&pocl) && flo__opencl_cache_is_on(&other));
    setenv("FLOTILLA_CACHE", "off", 1);
    assert_false(flo__opencl_cache_is_on(&pocl) || flo__opencl_cache_is_on(&other));
    unsetenv("FLOTILLA_CACHE");
    assert_true(flo__opencl_cache_is_on(&other) && !flo__opencl_cache_is_on(&pocl));    /* it has its own */
}

static void without_a_name_it_is_where_caches_are(void **state)
{
    (void)state;
    static const char *const variables[] = { "XDG_CACHE_HOME", "HOME" }, *const ends[] = { "", "/.cache" };
    char above[128], here[160], file[256];
    unsetenv("FLOTILLA_CACHE");
    for (int i = 0; i < 2; i++) {
        char *before[2];
        for (int j = 0; j < 2; j++) {
            before[j] = getenv(variables[j]) ? strdup(getenv(variables[j])) : NULL;
            unsetenv(variables[j]);
        }
        mkdir(folder, 0700);
        setenv(variables[i], folder, 1);
        snprintf(above, sizeof above, "%s%s", folder, ends[i]);
        snprintf(here, sizeof here, "%s/flotilla", above);
        flo__opencl_cache_write(&key, program, BYTES);
        const bool back = comes_back(&key);
        snprintf(file, sizeof file, "%s/%s", here, key.file);
        const bool there = unlink(file) == 0 && rmdir(here) == 0;
        if (i == 1) rmdir(above);
        unsetenv(variables[i]);
        flo__opencl_cache_write(&key, program, BYTES);      /* there is no home at all */
        const bool nowhere = !comes_back(&key);
        for (int j = 0; j < 2; j++) {
            if (before[j]) setenv(variables[j], before[j], 1);
            free(before[j]);
        }
        assert_true(back && there && nowhere);
    }
}

/* ---- what is not taken ----------------------------------------------------------------------------------------- */

static void change_file(size_t length, size_t at, unsigned char by)
{
    const int file = open(path, O_RDWR | O_CLOEXEC);
    unsigned char byte;
    assert_true(file >= 0 && ftruncate(file, (off_t)length) == 0);
    if (by) {
        assert_int_equal(pread(file, &byte, 1, (off_t)at), 1);
        byte ^= by;
        assert_int_equal(pwrite(file, &byte, 1, (off_t)at), 1);
    }
    close(file);
}

static size_t file_size(void)
{
    struct stat s;
    assert_int_equal(stat(path, &s), 0);
    return (size_t)s.st_size;
}

static void every_damaged_byte_is_seen(void **state)
{
    (void)state;
    keep();
    const size_t size = file_size();
    for (size_t at = 0; at < size; at++) {
        change_file(size, at, 1);
        if (comes_back(&key)) fail_msg("byte %zu of %zu is wrong, and the program was taken", at, size);
        change_file(size, at, 1);
    }
    assert_true(comes_back(&key));
}

static void every_length_but_its_own_is_seen(void **state)
{
    (void)state;
    keep();
    const size_t size = file_size();
    for (size_t length = size; length-- > 0;) {
        change_file(length, 0, 0);
        if (comes_back(&key)) fail_msg("cut to %zu of %zu bytes it was taken", length, size);
    }
    keep();                                     /* what is no good is written over */
    change_file(size + 1, 0, 0);
    assert_false(comes_back(&key));
}

static void nothing_goes_through_links(void **state)
{
    (void)state;
    char elsewhere[160];
    keep();
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", folder);
    assert_int_equal(rename(path, elsewhere), 0);
    assert_int_equal(symlink(elsewhere, path), 0);
    assert_false(comes_back(&key));
    keep();                                     /* the link is replaced, and what it points to stays as it was */
    struct stat s;
    assert_true(lstat(path, &s) == 0 && S_ISREG(s.st_mode));
    char link[80];
    snprintf(link, sizeof link, "%s-link", folder);
    assert_int_equal(symlink(folder, link), 0);
    setenv("FLOTILLA_CACHE", link, 1);
    const bool taken = comes_back(&key);
    unlink(link);
    assert_false(taken);
}

static void what_others_can_write_is_not_trusted(void **state)
{
    (void)state;
    keep();
    assert_int_equal(chmod(path, 0620), 0);
    assert_false(comes_back(&key));
    assert_int_equal(chmod(path, 0600), 0);
    assert_true(comes_back(&key));
    assert_int_equal(chmod(folder, 0770), 0);
    assert_false(comes_back(&key));
    assert_int_equal(chmod(folder, 0700), 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);    /* to read from it would never end */
    assert_false(comes_back(&key));
    keep();
}

static void what_is_somebody_elses_is_not_taken(void **state)
{
    (void)state;
    if (geteuid() != 0) skip();                 /* only root can give files away */
    keep();
    assert_int_equal(chown(path, SOMEBODY, SOMEBODY), 0);
    assert_false(comes_back(&key));
    assert_int_equal(chown(path, 0, 0), 0);
    assert_true(comes_back(&key));
    assert_int_equal(chown(folder, SOMEBODY, SOMEBODY), 0);
    assert_false(comes_back(&key));
}

static void nowhere_to_write_is_no_error(void **state)
{
    (void)state;
    static const char *const nowhere[] = { "/dev/null/x", "/proc/flotilla", "/no/such/folder", "/dev/null" };
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++) {
        setenv("FLOTILLA_CACHE", nowhere[i], 1);
        flo__opencl_cache_write(&key, program, BYTES);
        assert_false(comes_back(&key));
    }
}

static void old_files_go(void **state)
{
    (void)state;
    char driver[16];
    for (int i = 0; i < 80; i++) {
        snprintf(driver, sizeof driver, "%d", i);
        const flo__opencl_key one = key_of(driver);
        flo__opencl_cache_write(&one, program, BYTES);
        assert_true(comes_back(&one));
    }
    assert_int_equal(test_cache_files(), 64);
}

/* Processes that write and read at once: what is read is always whole. */
static void nobody_reads_half_a_program(void **state)
{
    (void)state;
    enum { PROCESSES = 4, TIMES = 300 };
    pid_t child[PROCESSES];
    keep();
    for (int p = 0; p < PROCESSES; p++) {
        child[p] = fork();
        assert_true(child[p] >= 0);
        for (int i = 0; child[p] == 0 && i < TIMES; i++) {
            size_t bytes = 0;
            flo__opencl_cache_write(&key, program, BYTES);
            unsigned char *got = flo__opencl_cache_read(&key, &bytes);
            if (!got || bytes != BYTES || memcmp(got, program, BYTES) != 0) _exit(1);
            free(got);
        }
        if (child[p] == 0) _exit(0);
    }
    for (int p = 0; p < PROCESSES; p++) {
        int status = 1;
        assert_int_equal(waitpid(child[p], &status, 0), child[p]);
        assert_int_equal(status, 0);
    }
    assert_int_equal(test_cache_files(), 1);
}

int test_cache(void);
int test_cache(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, test_cache_begin, test_cache_end)
    const struct CMUnitTest tests[] = {
        TEST(what_is_kept_comes_back), TEST(keys_tell_programs_apart), TEST(off_is_off),
        TEST(without_a_name_it_is_where_caches_are), TEST(every_damaged_byte_is_seen),
        TEST(every_length_but_its_own_is_seen), TEST(nothing_goes_through_links),
        TEST(what_others_can_write_is_not_trusted), TEST(what_is_somebody_elses_is_not_taken),
        TEST(nowhere_to_write_is_no_error), TEST(old_files_go), TEST(nobody_reads_half_a_program),
    };
    return cmocka_run_group_tests_name("cache", tests, NULL, NULL) + test_programs();
}
