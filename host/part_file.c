/* SPDX-License-Identifier: MIT
 *
 * See part_file.h. */
#define _GNU_SOURCE
#include "part_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool flo__lock(int handle, int how)
{
    int failed;
    do failed = flock(handle, how);
    while (failed && errno == EINTR);
    return !failed;
}

flo_status flo__part_fail(const char *path, int reason)
{
    if (reason != EEXIST) return flo__fail(FLO_CANNOT_WRITE, "cannot write %s: %s", path, strerror(reason));
    const char *const slash = strrchr(path, '/');
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s: all %d temporary names, %s.%ld-0.part and so on, are taken; "
                     "remove what runs that are over left in the folder %.*s", path, FLO__PART_NAMES,
                     slash ? slash + 1 : path, (long)getpid(), slash ? (int)(slash - path) + (slash == path) : 1,
                     slash ? path : ".");
}

char *flo__part_name(const char *path, int number)
{
    char ending[48];
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    const size_t ends = (size_t)snprintf(ending, sizeof ending, ".%ld-%d.part", (long)getpid(), number);
    const size_t most = NAME_MAX - ends, length = strlen(name), kept = length < most ? length : most;
    const size_t stem = (size_t)(name - path) + kept, room = stem + ends + 1;
    char *const part = malloc(room);
    if (part) snprintf(part, room, "%.*s%s", (int)stem, path, ending);
    return part;
}

bool flo__is_gone(const char *path, int handle)
{
    struct stat ours, there;
    if (lstat(path, &there) != 0) return errno == ENOENT;
    return fstat(handle, &ours) == 0 && (ours.st_dev != there.st_dev || ours.st_ino != there.st_ino);
}

/* Who waits for the lock here waits for one who looks whether the file was left behind, and may find so. */
static bool was_taken(const char *path, int handle)
{
    flo__lock(handle, LOCK_EX);
    return flo__is_gone(path, handle);
}

flo_status flo__part_make(const char *path, char **part, int *handle)
{
    int reason = EEXIST;
    for (int i = 0; i < FLO__PART_NAMES && reason == EEXIST; i++) {
        *part = flo__part_name(path, i);
        if (!*part) return flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", path);
        *handle = open(*part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        reason = *handle < 0 ? errno : 0;
        if (*handle >= 0 && !was_taken(*part, *handle)) return FLO_OK;
        if (*handle >= 0) {
            close(*handle);
            reason = EEXIST;
        }
        free(*part);
        *part = NULL;
    }
    *handle = -1;
    return flo__part_fail(path, reason);
}
