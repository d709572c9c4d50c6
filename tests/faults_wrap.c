/* SPDX-License-Identifier: MIT
 *
 * Memory, threads and files of the objects that are linked with --wrap.  What they take and give back is counted. */
#define _GNU_SOURCE
#include "faults.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_long held;

long faults_memory_held(void) { return held; }

#define REAL(type, name, ...) type __real_##name(__VA_ARGS__)
#define WRAP(type, name, ...) type __wrap_##name(__VA_ARGS__); type __wrap_##name(__VA_ARGS__)

/* The linker gives callers __wrap_name, and us the real one as __real_name. */
REAL(void *, malloc, size_t);
REAL(void *, calloc, size_t, size_t);
REAL(void *, realloc, void *, size_t);
REAL(void, free, void *);
REAL(char *, strdup, const char *);
REAL(char *, strndup, const char *, size_t);
REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static bool strike(const char *name)
{
    long nth;
    const bool now = faults_strike(FAULT_MEMORY, name, &nth);
    if (now) errno = ENOMEM;
    return now;
}

static void *count(void *memory)
{
    held += memory != NULL;
    return memory;
}

WRAP(void *, malloc, size_t bytes) { return strike("malloc") ? NULL : count(__real_malloc(bytes)); }

WRAP(void *, calloc, size_t pieces, size_t bytes)
{
    return strike("calloc") ? NULL : count(__real_calloc(pieces, bytes));
}

WRAP(void *, realloc, void *memory, size_t bytes)
{
    if (strike("realloc")) return NULL;
    return memory ? __real_realloc(memory, bytes) : count(__real_realloc(NULL, bytes));
}

WRAP(void, free, void *memory)
{
    held -= memory != NULL;
    __real_free(memory);
}

WRAP(char *, strdup, const char *text) { return strike("strdup") ? NULL : count(__real_strdup(text)); }

WRAP(char *, strndup, const char *text, size_t most)
{
    return strike("strndup") ? NULL : count(__real_strndup(text, most));
}

WRAP(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*begin)(void *), void *of)
{
    return strike("pthread_create") ? EAGAIN : __real_pthread_create(thread, attributes, begin, of);
}
