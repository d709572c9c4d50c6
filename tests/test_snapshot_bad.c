/* SPDX-License-Identifier: MIT
 *
 * Snapshots that are refused: damaged ones, those that change while they are read, and files that cannot be read or
 * written.  Whatever is refused has changed nothing. */
#include "devices.h"
#include "test_snapshot.h"

#include "snapshot.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

int test_snapshot_bad(void);

static const double dt = 1 / 60.0;
/* ---- damage ---------------------------------------------------------------------------------------------------- */

static void every_flipped_bit_is_found(void **state)
{
    (void)state;
    flo_fleet *fleet = test_small_fleet(test_devices()->device);
    const test_bytes saved = test_take(fleet);
    OK(flo_fleet_step(fleet, dt, 5));
    const uint64_t before = test_snapshot_bits(fleet);
    for (size_t bit = 0; bit < 8 * saved.size; bit++) {
        saved.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        const flo_status status = flo_fleet_restore(fleet, saved.at, saved.size);
        if (status != FLO_BAD_FILE) fail_msg("bit %zu of %zu: %d, %s", bit, 8 * saved.size, status, flo_message());
        saved.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_true(test_snapshot_bits(fleet) == before);
    printf("%zu flipped bits, every one found\n", 8 * saved.size);
    free(saved.at);
    flo_fleet_destroy(fleet);
}

static void no_other_length_will_do(void **state)
{
    (void)state;
    flo_fleet *fleet = test_small_fleet(test_devices()->device);
    const test_bytes saved = test_take(fleet);
    OK(flo_fleet_step(fleet, dt, 5));
    const uint64_t before = test_snapshot_bits(fleet);
    for (size_t size = 0; size < saved.size; size++) {
        unsigned char *cut = malloc(size + 1);      /* so that a sanitizer sees whoever reads on */
        assert_non_null(cut);
        memcpy(cut, saved.at, size);
        REFUSED(flo_fleet_restore(fleet, cut, size), FLO_BAD_FILE, size == 0 ? "it is empty" : "cut short");
        free(cut);
    }
    memset(saved.at + saved.size, 0, 100);
    for (size_t more = 1; more <= 100; more++) {
        REFUSED(flo_fleet_restore(fleet, saved.at, saved.size + more), FLO_BAD_FILE, "too long");
    }
    assert_true(test_snapshot_bits(fleet) == before);
    free(saved.at);
    flo_fleet_destroy(fleet);
}

/* What stands where is said in host/snapshot.h. */
static void other_formats_are_told_apart(void **state)
{
    (void)state;
    enum { VERSION = 8, ORDER = 12, HEAD = 24, BODIES = 80, SINCE = 56, STEPS = 64 };
    flo_fleet *fleet = test_small_fleet(test_devices()->device);
    const test_bytes saved = test_take(fleet);
    unsigned char *other = malloc(saved.size);
    assert_non_null(other);
    memcpy(other, saved.at, saved.size);
    other[VERSION] = 2;
    REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "version 2|reads version 1");
    memcpy(other, saved.at, saved.size);
    for (size_t i = 0; i < 4; i++) other[ORDER + i] = saved.at[ORDER + 3 - i];
    REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "big endian|little endian");
    memset(other, ' ', saved.size);
    REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "no snapshot");
    memcpy(other, saved.at, saved.size);
    other[HEAD + 7] = 0xFF;
    flo__snapshot_mend(other, saved.size);
    REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "its head would have");
    memcpy(other, saved.at, saved.size);
    other[BODIES] = 9;
    flo__snapshot_mend(other, saved.size);
    REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "damaged");
    memcpy(other, saved.at, saved.size);
    other[SINCE + 6] = 1;                                       /* 2^48 steps of 1/60 s */
    flo__snapshot_mend(other, saved.size);
    REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "which no fleet can be at");
    for (size_t i = 0; i < 2; i++) {                            /* 19 steps, 20 of them since; and 2^63 */
        memcpy(other, saved.at, saved.size);
        other[STEPS + 7 * i] = i == 0 ? 19 : 0x80;
        flo__snapshot_mend(other, saved.size);
        REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "steps, and 20 of them since");
    }
    other[STEPS + 7] = 0x7F;
    flo__snapshot_mend(other, saved.size);
    OK(flo_fleet_restore(fleet, other, saved.size));
    OK(flo_fleet_restore(fleet, saved.at, saved.size));
    REFUSED(flo_fleet_snapshot(fleet, other, saved.size - 1), FLO_BAD_VALUE, "the snapshot has");
    free(other);
    free(saved.at);
    flo_fleet_destroy(fleet);
}

/* Whoever makes checksums comes further, but to no state in which no body can be; and nobody crashes. */
static void bodies_that_cannot_be_are_refused(void **state)
{
    (void)state;
    flo_fleet *fleet = test_small_fleet(test_devices()->device);
    const test_bytes saved = test_take(fleet);
    const size_t record = saved.size - (24 + 140 + 4 * 4);      /* of the last body, whose hull has 4 points */
    unsigned char *other = malloc(saved.size);
    assert_non_null(other);
    const struct { size_t at; unsigned char value; const char *words; } cases[] = {
        { 24 + 4 * STATE_GOOD + 3, 0x40, "body 1|neither 0 nor 1" }, { 24 + 4 * STATE_Q + 3, 0x40, "body 1|attitude" },
        { 24 + 4 * STATE_VELOCITY + 3, 0x7E, "body 1|faster" },
        { 24 + 4 * STATE_THROTTLE + 3, 0x40, "body 1|throttle" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(other, saved.at, saved.size);
        other[record + cases[i].at] = cases[i].value;
        flo__snapshot_mend(other, saved.size);
        REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, cases[i].words);
    }
    memcpy(other, saved.at, saved.size);
    memset(other + record + 24 + 4 * STATE_VELOCITY, 0xFF, 4);
    flo__snapshot_mend(other, saved.size);
    REFUSED(flo_fleet_restore(fleet, other, saved.size), FLO_BAD_FILE, "body 1|not finite");
    test_random_start(7);
    size_t taken = 0;
    for (int i = 0; i < 20000; i++) {
        memcpy(other, saved.at, saved.size);
        const int changes = 1 + (int)test_random(0, 4);
        for (int c = 0; c < changes; c++) {
            other[(size_t)test_random(0, (double)saved.size - 0.5)] = (unsigned char)test_random(0, 255.9);
        }
        flo__snapshot_mend(other, saved.size);
        const flo_status status = flo_fleet_restore(fleet, other, saved.size);
        taken += status == FLO_OK;
        if (status == FLO_OK && i % 8 == 0) (void)!flo_fleet_step(fleet, dt, 1);
        if (status != FLO_OK) assert_true(status == FLO_BAD_FILE || status == FLO_BAD_VALUE);
    }
    printf("20000 changed snapshots with right checksums, %zu of them taken\n", taken);
    assert_true(taken > 100);
    OK(flo_fleet_restore(fleet, saved.at, saved.size));
    free(other);
    free(saved.at);
    flo_fleet_destroy(fleet);
}

/* ---- bytes that change ----------------------------------------------------------------------------------------- */

/* A snapshot some of whose bytes are others when they are read again: byte `at`, once `reads` are done. */
typedef struct changing { test_bytes bytes; size_t at; int reads; } changing;

static flo_status get_changing(void *of, uint64_t offset, void *data, size_t size)
{
    changing *c = of;
    if (c->reads-- == 0) c->bytes.at[c->at] ^= 1;
    memcpy(data, c->bytes.at + offset, size);
    return FLO_OK;
}

/* Read are the first bytes, the head, the records of each part and, to be loaded, these again.  Whatever comes then is
 * no state that a fleet had, and is not taken for one. */
static void what_changes_while_it_is_read_is_found(void **state)
{
    (void)state;
    static const char *const lists[] = { "scalar", "scalar*1+scalar*1" };
    for (int i = 0; i < 2; i++) {
        flo_device *device = test_open(lists[i]);
        flo_fleet *fleet = test_small_fleet(device);
        const test_bytes saved = test_take(fleet);
        const uint64_t right = test_snapshot_bits(fleet);
        int torn = 0, refused = 0;
        for (size_t back = 1; back <= saved.size - 8; back += 7) {
            for (int reads = 2; reads < 6; reads++) {
                changing c = { saved, saved.size - back, reads };
                const flo__snapshot_from from = { get_changing, &c, saved.size };
                flo_fleet_report report;
                OK(flo_fleet_restore(fleet, saved.at, saved.size));
                const flo_status status = flo__snapshot_load_whole(fleet, &from);
                if (c.reads < 0) saved.at[c.at] ^= 1;
                if (status == FLO_OK) {                 /* nobody read that any more */
                    assert_true(test_snapshot_bits(fleet) == right);
                    continue;
                }
                test_about("%s, byte %zu from the end, %d reads", lists[i], back, reads);
                if (strstr(flo_message(), "damaged")) {
                    REFUSED(status, FLO_BAD_FILE, "it is damaged: the checksum of its bodies is wrong");
                    assert_true(test_snapshot_bits(fleet) == right);
                    refused++;
                    continue;
                }
                REFUSED(status, FLO_BAD_FILE, "it was changed while it was read");
                torn++;
                REFUSED(flo_fleet_step(fleet, dt, 1), FLO_DEVICE_FAILED, "snapshot that was loaded|made anew");
                REFUSED(flo_fleet_get_report(fleet, &report), FLO_DEVICE_FAILED, "made anew");
            }
        }
        printf("%s: %d changes found in time, %d when they were loaded\n", lists[i], refused, torn);
        assert_true(torn > 50 && refused > 50);
        OK(flo_fleet_restore(fleet, saved.at, saved.size));
        assert_true(test_snapshot_bits(fleet) == right);
        OK(flo_fleet_step(fleet, dt, 1));
        free(saved.at);
        flo_fleet_destroy(fleet);
        flo_device_close(device);
    }
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

static size_t files_in_folder(void)
{
    DIR *entries = opendir(test_path(""));
    size_t count = 0;
    assert_non_null(entries);
    while (readdir(entries)) count++;
    closedir(entries);
    return count - 2;
}

static void files_are_whole_or_not_there(void **state)
{
    (void)state;
    flo_fleet *fleet = test_small_fleet(test_devices()->device);
    const test_bytes saved = test_take(fleet);
    char path[4096];
    snprintf(path, sizeof path, "%s", test_path("a.flo"));
    OK(flo_fleet_save(fleet, path));
    assert_int_equal(files_in_folder(), 1);
    unsigned char *file = malloc(saved.size + 1);
    FILE *stream = fopen(path, "rb");
    assert_true(file && stream && fread(file, 1, saved.size + 1, stream) == saved.size);
    fclose(stream);
    SAME(file, saved.at, saved.size);
    OK(flo_fleet_step(fleet, dt, 4));
    const uint64_t right = test_snapshot_bits(fleet);
    OK(flo_fleet_load(fleet, path));
    OK(flo_fleet_step(fleet, dt, 4));
    assert_true(test_snapshot_bits(fleet) == right);

    struct rlimit limit, old;       /* a disk that is full */
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    for (rlim_t size = 0; size < saved.size; size += 97) {
        limit.rlim_cur = size;
        setrlimit(RLIMIT_FSIZE, &limit);
        const flo_status status = flo_fleet_save(fleet, path);
        setrlimit(RLIMIT_FSIZE, &old);
        test_refused(status, FLO_CANNOT_WRITE, "a.flo", "save", __FILE__, __LINE__);
    }
    setrlimit(RLIMIT_FSIZE, &old);
    signal(SIGXFSZ, before);
    assert_int_equal(files_in_folder(), 1);
    OK(flo_fleet_load(fleet, path));            /* the old one is still there */
    test_put("b.flo", saved.at, saved.size - 1);
    REFUSED(flo_fleet_load(fleet, test_path("b.flo")), FLO_BAD_FILE, "b.flo|cut short");
    test_put("b.flo", saved.at, 0);
    REFUSED(flo_fleet_load(fleet, test_path("b.flo")), FLO_BAD_FILE, "b.flo|empty");
    REFUSED(flo_fleet_load(fleet, test_path("none.flo")), FLO_CANNOT_READ, "none.flo|No such file");
    REFUSED(flo_fleet_load(fleet, test_path("")), FLO_CANNOT_READ, "directory");
    REFUSED(flo_fleet_load(fleet, "/dev/zero"), FLO_CANNOT_READ, "/dev/zero|ordinary");
    REFUSED(flo_fleet_save(fleet, test_path("no/where.flo")), FLO_CANNOT_WRITE, "where.flo|No such file");
    free(file);
    free(saved.at);
    flo_fleet_destroy(fleet);
}

/* A pipe and a folder stay what they are, and of a link what it leads to. */
static void only_files_are_replaced(void **state)
{
    (void)state;
    flo_fleet *fleet = test_small_fleet(test_devices()->device);
    char path[4096];
    struct stat what;
    snprintf(path, sizeof path, "%s", test_path("pipe"));
    assert_int_equal(mkfifo(path, 0600), 0);
    REFUSED(flo_fleet_save(fleet, path), FLO_CANNOT_WRITE, "pipe|no ordinary file");
    assert_true(lstat(path, &what) == 0 && S_ISFIFO(what.st_mode));
    assert_int_equal(unlink(path), 0);
    REFUSED(flo_fleet_save(fleet, test_path("")), FLO_CANNOT_WRITE, "no ordinary file");
    test_put("aim", "keep", 4);
    snprintf(path, sizeof path, "%s", test_path("link"));
    assert_int_equal(symlink("aim", path), 0);
    OK(flo_fleet_save(fleet, path));
    assert_true(lstat(path, &what) == 0 && S_ISREG(what.st_mode) && what.st_size > 4);
    assert_true(stat(test_path("aim"), &what) == 0 && what.st_size == 4);
    OK(flo_fleet_load(fleet, path));
    flo_fleet_destroy(fleet);
}

/* A temporary name needs no more room than the name itself, nor takes another's place. */
static void names_may_be_as_long_as_any(void **state)
{
    (void)state;
    flo_fleet *fleet = test_small_fleet(test_devices()->device);
    const size_t before = files_in_folder();
    for (size_t length = 225; length <= 256; length++) {
        char name[300], other[300], path[4096], beside[4096];
        memset(name, 'a', length);
        name[length] = '\0';
        memcpy(other, name, sizeof other);
        other[length - 1] = 'b';
        snprintf(path, sizeof path, "%s/%s", test_path(""), name);
        snprintf(beside, sizeof beside, "%s/%s", test_path(""), other);
        test_about("%zu bytes", length);
        if (length > 255) {
            REFUSED(flo_fleet_save(fleet, path), FLO_CANNOT_WRITE, "File name too long");
            continue;
        }
        OK(flo_fleet_save(fleet, path));
        const uint64_t right = test_snapshot_bits(fleet);
        OK(flo_fleet_step(fleet, dt, 1));
        OK(flo_fleet_save(fleet, beside));
        assert_int_equal(files_in_folder(), before + 2);
        OK(flo_fleet_load(fleet, path));
        assert_true(test_snapshot_bits(fleet) == right);
        assert_true(unlink(path) == 0 && unlink(beside) == 0);
    }
    flo_fleet_destroy(fleet);
}

static int begin(void **state) { return test_folder_make(state); }

static int end(void **state)
{
    test_devices_close(state);
    return test_folder_remove(state);
}

int test_snapshot_bad(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_flipped_bit_is_found),
        cmocka_unit_test(no_other_length_will_do),
        cmocka_unit_test(other_formats_are_told_apart),
        cmocka_unit_test(bodies_that_cannot_be_are_refused),
        cmocka_unit_test(what_changes_while_it_is_read_is_found),
        cmocka_unit_test(files_are_whole_or_not_there),
        cmocka_unit_test(only_files_are_replaced),
        cmocka_unit_test(names_may_be_as_long_as_any),
    };
    return cmocka_run_group_tests_name("snapshot_bad", tests, begin, end);
}
