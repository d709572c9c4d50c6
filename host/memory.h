/* SPDX-License-Identifier: MIT
 *
 * How much memory there is, and how much of it what a file asks for may take. */
#ifndef FLO_MEMORY_H
#define FLO_MEMORY_H

#include <stddef.h>

/* What this process may have at most, bytes: the machine's memory, or less where its control group or its own limit of
 * addresses says so.  (host/memory.c) */
size_t flo__physical_memory(void);

/* And how much of that what a file asks for may take where nobody says: three quarters. */
static inline double flo__memory_for_files(void) { return 0.75 * (double)flo__physical_memory(); }

/* The least limit of a control group and of those around it, bytes; SIZE_MAX: none.  `groups` is where the groups are,
 * /sys/fs/cgroup, and `own` the file that tells which this process is in, /proc/self/cgroup. */
size_t flo__group_memory(const char *groups, const char *own);

#endif
