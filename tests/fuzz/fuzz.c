/* SPDX-License-Identifier: MIT
 *
 * See fuzz.h. */
#include "fuzz.h"

#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- files ----------------------------------------------------------------------------------------------------- */

enum { FILES = 16, PATH_SIZE = 256 };

typedef struct fuzz_open {
    char path[PATH_SIZE];
    int handle;
    bool there;
} fuzz_open;

static char folder[PATH_SIZE - 64];
static fuzz_open files[FILES];
static int file_count;

static void remove_all(void)
{
    for (int i = 0; i < file_count; i++) unlink(files[i].path);
    if (folder[0]) rmdir(folder);
}

static void make_folder(void)
{
    const char *const given = getenv("FLO_FUZZ_FOLDER");
    struct stat s;
    const char *const where = given ? given : stat("/dev/shm", &s) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/flotilla-fuzz-XXXXXX", where);
    fuzz_must(mkdtemp(folder) != NULL, "a folder for files");
    atexit(remove_all);
}

static fuzz_open *find(const char *name)
{
    if (!folder[0]) make_folder();
    const size_t before = strlen(folder) + 1;
    for (int i = 0; i < file_count; i++) {
        if (strcmp(files[i].path + before, name) == 0) return &files[i];
    }
    fuzz_must(file_count < FILES, "room for another file");
    fuzz_open *const file = &files[file_count++];
    snprintf(file->path, sizeof file->path, "%s/%s", folder, name);
    return file;
}

const char *fuzz_file(const char *name, const void *data, size_t size)
{
    fuzz_open *const file = find(name);
    if (!file->there) file->handle = open(file->path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    file->there = true;
    fuzz_must(ftruncate(file->handle, 0) == 0 && pwrite(file->handle, data, size, 0) == (ssize_t)size, "a file");
    return file->path;
}

void fuzz_no_file(const char *name)
{
    fuzz_open *const file = find(name);
    if (!file->there) return;
    close(file->handle);
    unlink(file->path);
    file->there = false;
}

/* ---- complaints ------------------------------------------------------------------------------------------------ */

void fuzz_must(bool holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "does not hold: %s (last message: %s)\n", what, flo_message());
    abort();
}

void fuzz_said(flo_status status)
{
    if (status == FLO_OK) return;
    const char *const said = flo_message();
    fuzz_must(strcmp(flo_status_name(status), "unknown status") != 0, "a failure has a known status");
    fuzz_must(said[0] != '\0' && strlen(said) < 65536, "a failure says why");
}

/* ---- bytes as choices ------------------------------------------------------------------------------------------ */

uint8_t fuzz_byte(fuzz_bytes *bytes) { return bytes->at < bytes->end ? *bytes->at++ : 0; }

int fuzz_pick(fuzz_bytes *bytes, int count) { return fuzz_byte(bytes) % count; }

double fuzz_number(fuzz_bytes *bytes)
{
    static const double odd[] = {
        0, -0.0, 1, -1, 0.5, 2, 10, 100, 1000, 5000, 1e4, 1e5, 1e6, 1e7, 1e9, 1e12, 1e15, 1e20, 1e30, 1e300, 1e-3, 1e-4,
        1e-6, 1e-9, 1e-15, 1e-30, 1e-300, 5e-324, DBL_MIN, DBL_MAX, -DBL_MAX, FLT_MAX, FLT_MIN, -1e9, -1e12, -1e6, -13,
        -17, 17, 4096, 8192, 16777216, 2147483648.0, 0x1p53, 0x1p63, 0x1p-24, (double)NAN, (double)INFINITY,
        (double)-INFINITY, 9.81, 1025, 3.14159265358979, 0x1.fffffep127, 999999999.99999999, 1e9 + 1,
    };
    const int kind = fuzz_pick(bytes, 8);
    if (kind < 2) return odd[fuzz_pick(bytes, sizeof odd / sizeof *odd)];
    if (kind == 2) {
        double any;
        uint8_t bits[sizeof any];
        for (size_t i = 0; i < sizeof bits; i++) bits[i] = fuzz_byte(bytes);
        memcpy(&any, bits, sizeof any);
        return any;
    }
    const int high = fuzz_byte(bytes), low = fuzz_byte(bytes);
    const double plain = (256 * high + low - 32768) / 4096.0;   /* -8 to 8 */
    return kind == 3 ? 100 * plain : plain;
}

int fuzz_int(fuzz_bytes *bytes)
{
    static const int odd[] = {-1, INT_MIN, INT_MAX, 65536, 1000001, 100001, 1 << 30, -65536};
    const int kind = fuzz_pick(bytes, 8);
    return kind == 0 ? odd[fuzz_pick(bytes, sizeof odd / sizeof *odd)] : fuzz_pick(bytes, 9);
}
