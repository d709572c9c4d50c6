/* SPDX-License-Identifier: MIT
 *
 * The checks of test.h. */
#define _GNU_SOURCE
#include "test.h"

#include <ftw.h>
#include <time.h>
#include <unistd.h>

static char about[160];

void test_about(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(about, sizeof about, format, arguments);
    va_end(arguments);
}

void test_near(double value, double want, double within, const char *what, const char *file, int line)
{
    if (fabs(value - want) <= within) return;
    print_error("%s: %s is %.10g; it should be %.10g within %.3g, and is off by %.3g\n", about, what, value, want,
                within, value - want);
    _fail(file, line);
}

void test_status(flo_status got, flo_status want, const char *what, const char *file, int line)
{
    if (got == want) return;
    print_error("%s: %s gives %s instead of %s: %s\n", about, what, flo_status_name(got), flo_status_name(want),
                got ? flo_message() : "");
    _fail(file, line);
}

void test_refused(flo_status got, flo_status want, const char *words, const char *what, const char *file, int line)
{
    test_status(got, want, what, file, line);
    for (const char *word = words; *word;) {
        char one[80];
        const size_t length = strcspn(word, "|");
        snprintf(one, sizeof one, "%.*s", (int)length, word);
        if (!strstr(flo_message(), one)) {
            print_error("%s: %s does not say \"%s\": %s\n", about, what, one, flo_message());
            _fail(file, line);
        }
        word += length + (word[length] == '|');
    }
}

void test_same_bytes(const void *a, const void *b, size_t bytes, const char *what, const char *file, int line)
{
    const unsigned char *p = a, *q = b;
    size_t differing = 0, first = 0;
    for (size_t i = bytes; i-- > 0;) {
        if (p[i] == q[i]) continue;
        differing++;
        first = i;
    }
    if (differing == 0) return;
    print_error("%s: %s: %zu of %zu bytes differ, the first at %zu\n", about, what, differing, bytes, first);
    _fail(file, line);
}

void test_worst_add(test_worst *worst, double value, double want, double allowed)
{
    const double error = value == want ? 0 : fabs(value - want) / allowed;
    if (error <= worst->error) return;
    worst->error = isnan(error) ? INFINITY : error;
    snprintf(worst->where, sizeof worst->where, "%.60s: %.9g instead of %.9g, %.3g off and %.3g allowed", about, value,
             want, fabs(value - want), allowed);
}

void test_worst_check(const test_worst *worst, const char *name, const char *file, int line)
{
    print_message("             %s: at most %.3f of what is allowed (%s)\n", name, worst->error, worst->where);
    if (worst->error > 1) _fail(file, line);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static char folder[256];

int test_folder_make(void **state)
{
    (void)state;
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/flotilla-test-XXXXXX", temporary ? temporary : P_tmpdir);
    return mkdtemp(folder) == NULL;
}

static int remove_one(const char *path, const struct stat *stat, int kind, struct FTW *at)
{
    (void)stat;
    (void)kind;
    (void)at;
    return remove(path);
}

int test_folder_remove(void **state)
{
    (void)state;
    return nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

const char *test_path(const char *name)
{
    static char paths[8][512];
    static int last;
    char *path = paths[last = (last + 1) % 8];
    const int length = snprintf(path, sizeof *paths, "%s%s%s", folder, *name ? "/" : "", name);
    assert_true(length > 0 && (size_t)length < sizeof *paths);
    return path;
}

const char *test_put(const char *name, const void *bytes, size_t size)
{
    const char *path = test_path(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    const bool written = fwrite(bytes, 1, size, file) == size;
    assert_true(fclose(file) == 0 && written);
    return path;
}

const char *test_data(const char *name)
{
    static char path[1024];
    const char *data = getenv("FLOTILLA_TEST_DATA");
    if (!data) {
        print_message("             FLOTILLA_TEST_DATA is not set, which has %s\n", name);
        skip();
    } else {
        assert_in_range(snprintf(path, sizeof path, "%s/%s", data, name), 1, sizeof path - 1);
    }
    return path;
}

/* ---- time ------------------------------------------------------------------------------------------------------- */

double test_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

static uint64_t random_state;

void test_random_start(uint64_t seed) { random_state = seed; }

/* A Weyl sequence through a mixer by D. Stafford. */
double test_random(double low, double high)
{
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}
