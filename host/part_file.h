/* SPDX-License-Identifier: MIT
 *
 * A file gets its name when it is whole.  Until then it lies beside its place under a temporary name of this process's
 * own, PATH.PROCESS-NUMBER.part, and is locked, so that others can tell whether it was left behind. */
#ifndef FLO_PART_FILE_H
#define FLO_PART_FILE_H

#include "internal.h"

#include <stdbool.h>

/* How many numbers are tried: the process's own is nearly enough, but not for two machines with one disk. */
enum { FLO__PART_NAMES = 1000 };

/* The temporary name of that number, to be freed; NULL without memory.  A name so long that no other would fit behind
 * it is cut off before that. */
char *flo__part_name(const char *path, int number);

/* Makes a file that nobody else has, open for reading and writing.  `*part`, its name, is to be freed; NULL on
 * failure. */
flo_status flo__part_make(const char *path, char **part, int *handle);

/* "cannot write PATH: ..."; of EEXIST, that all temporary names are taken, and what to do. */
flo_status flo__part_fail(const char *path, int reason);

/* flock(2), however often signals interrupt it.  A disk that cannot lock is as good as it was: false then. */
bool flo__lock(int handle, int how);

/* Whether what was opened under that name no longer has it: it was removed, or has the name that it was to get.  Who
 * locks what somebody left behind asks when it is locked. */
bool flo__is_gone(const char *path, int handle);

#endif
