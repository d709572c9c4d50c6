/* SPDX-License-Identifier: MIT
 *
 * See memory.h.  A container's limit stands in the files of its control group: memory.max of version 2,
 * memory.limit_in_bytes of version 1. */
#include "memory.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

static size_t less_of(size_t a, size_t b) { return a < b ? a : b; }

/* The number in a file; SIZE_MAX where there is none, as in "max". */
static size_t read_limit(const char *file)
{
    char text[32] = "", *end;
    FILE *const stream = fopen(file, "r");
    if (!stream) return SIZE_MAX;
    const bool got = fgets(text, sizeof text, stream) != NULL;
    fclose(stream);
    if (!got || text[0] < '0' || text[0] > '9') return SIZE_MAX;
    const unsigned long long bytes = strtoull(text, &end, 10);
    return bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

/* The limits of a group and of all around it.  In a container the path may be that of the host and lead nowhere; the
 * root is then the container's own. */
static size_t least_of_path(const char *root, const char *path, const char *name)
{
    char file[PATH_SIZE], group[PATH_SIZE];
    size_t least = SIZE_MAX;
    snprintf(group, sizeof group, "%s", path);
    for (;;) {
        char *const slash = strrchr(group, '/');
        const int length = snprintf(file, sizeof file, "%s%s/%s", root, group, name);
        if (length > 0 && (size_t)length < sizeof file) least = less_of(least, read_limit(file));
        if (!slash) return least;
        *slash = '\0';
    }
}

/* A line is "0::/path" of version 2, "7:memory:/path" of version 1. */
size_t flo__group_memory(const char *groups, const char *own)
{
    char line[PATH_SIZE], root[PATH_SIZE];
    size_t least = SIZE_MAX;
    FILE *const stream = fopen(own, "r");
    if (!stream) return SIZE_MAX;
    while (fgets(line, sizeof line, stream)) {
        line[strcspn(line, "\n")] = '\0';
        char *const kinds = strchr(line, ':'), *const path = kinds ? strchr(kinds + 1, ':') : NULL;
        if (!path) continue;
        *path = '\0';
        const bool first = strcmp(kinds + 1, "memory") == 0, second = kinds[1] == '\0';
        snprintf(root, sizeof root, "%.2000s%s", groups, first ? "/memory" : "");
        if (first) least = less_of(least, least_of_path(root, path + 1, "memory.limit_in_bytes"));
        if (second) least = less_of(least, least_of_path(root, path + 1, "memory.max"));
    }
    fclose(stream);
    return least;
}

static size_t find_memory(void)
{
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t bytes = pages > 0 && size > 0 ? (size_t)pages * (size_t)size : SIZE_MAX;
    struct rlimit addresses;
    if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY)
        bytes = less_of(bytes, (size_t)addresses.rlim_cur);
    return less_of(bytes, flo__group_memory("/sys/fs/cgroup", "/proc/self/cgroup"));
}

/* Found once: it is asked for at every buffer.  Threads that come at the same time find the same. */
size_t flo__physical_memory(void)
{
    static size_t found;
    size_t bytes = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (bytes == 0) {
        bytes = find_memory();
        __atomic_store_n(&found, bytes, __ATOMIC_RELAXED);
    }
    return bytes;
}
