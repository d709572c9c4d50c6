/* SPDX-License-Identifier: MIT
 *
 * Calls of files that fail as on a disk that is full, breaks, or may not be written; and, in the command, faults that
 * the environment asks for: FAULTS_KIND=memory or file, FAULTS_AT=N, FAULTS_MODE=for-good; FAULTS_TELL=FILE takes the
 * name of the call that failed. */
#define _GNU_SOURCE
#include "faults.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REAL(type, name, ...) type __real_##name(__VA_ARGS__)
#define WRAP(type, name, ...) type __wrap_##name(__VA_ARGS__); type __wrap_##name(__VA_ARGS__)

REAL(int, open, const char *, int, ...);
REAL(FILE *, fopen, const char *, const char *);
REAL(FILE *, fdopen, int, const char *);
REAL(int, fflush, FILE *);
REAL(int, fclose, FILE *);
REAL(ssize_t, write, int, const void *, size_t);
REAL(ssize_t, pwrite, int, const void *, size_t, off_t);
REAL(ssize_t, pread, int, void *, size_t, off_t);
REAL(int, fsync, int);
REAL(int, rename, const char *, const char *);
REAL(int, mkdir, const char *, mode_t);

static bool strike(const char *name, int reason, int other_reason)
{
    long nth;
    if (!faults_strike(FAULT_FILE, name, &nth)) return false;
    errno = nth % 2 ? reason : other_reason;
    return true;
}

/* The linker gives callers __wrap_name, and us the real one as __real_name. */
int __wrap_open(const char *path, int flags, ...);
int __wrap_open(const char *path, int flags, ...)
{
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return strike("open", EACCES, EMFILE) ? -1 : __real_open(path, flags, mode);
}

WRAP(FILE *, fopen, const char *path, const char *mode)
{
    return strike("fopen", EMFILE, EACCES) ? NULL : __real_fopen(path, mode);
}

WRAP(FILE *, fdopen, int file, const char *mode)
{
    return strike("fdopen", ENOMEM, EMFILE) ? NULL : __real_fdopen(file, mode);
}

WRAP(int, fflush, FILE *file) { return strike("fflush", ENOSPC, EIO) ? EOF : __real_fflush(file); }

/* Closes all the same, as it does then. */
WRAP(int, fclose, FILE *file)
{
    const bool fails = strike("fclose", ENOSPC, EIO);
    const int reason = errno, result = __real_fclose(file);
    if (fails) errno = reason;
    return fails ? EOF : result;
}

WRAP(ssize_t, write, int file, const void *data, size_t bytes)
{
    return strike("write", ENOSPC, EIO) ? -1 : __real_write(file, data, bytes);
}

WRAP(ssize_t, pwrite, int file, const void *data, size_t bytes, off_t at)
{
    return strike("pwrite", ENOSPC, EIO) ? -1 : __real_pwrite(file, data, bytes, at);
}

WRAP(ssize_t, pread, int file, void *data, size_t bytes, off_t at)
{
    return strike("pread", EIO, ESTALE) ? -1 : __real_pread(file, data, bytes, at);
}

WRAP(int, fsync, int file) { return strike("fsync", EIO, ENOSPC) ? -1 : __real_fsync(file); }

WRAP(int, rename, const char *from, const char *to)
{
    return strike("rename", EACCES, ENOSPC) ? -1 : __real_rename(from, to);
}

WRAP(int, mkdir, const char *path, mode_t mode)
{
    return strike("mkdir", EACCES, EROFS) ? -1 : __real_mkdir(path, mode);
}

/* ---- faults that the environment asks for ---------------------------------------------------------------------- */

/* A line: the call that failed, or nothing; how many there were; what memory is held. */
static void tell(void)
{
    const bool struck = faults_disarm();
    FILE *const file = __real_fopen(getenv("FAULTS_TELL"), "w");
    if (!file) return;
    fprintf(file, "%s %ld %ld\n", struck ? faults_name() : "-", faults_calls(), faults_memory_held());
    __real_fclose(file);
}

static void __attribute__((constructor)) begin(void)
{
    const char *const kind = getenv("FAULTS_KIND"), *const at = getenv("FAULTS_AT");
    const char *const mode = getenv("FAULTS_MODE");
    if (!kind || !at || !getenv("FAULTS_TELL")) return;
    const bool for_good = mode && strcmp(mode, "for-good") == 0;
    atexit(tell);
    faults_arm(strcmp(kind, "file") == 0 ? FAULT_FILE : FAULT_MEMORY, atol(at), for_good ? FAULT_FOR_GOOD : FAULT_ONCE);
}
