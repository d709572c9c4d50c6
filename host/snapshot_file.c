/* SPDX-License-Identifier: MIT
 *
 * Snapshots in files.  One is written under a temporary name beside its place, brought to the disk, and only then gets
 * its name, which is brought to the disk as well: whoever finds the name finds all of it, whenever the program, the
 * system or the power fails. */
#define _GNU_SOURCE
#include "part_file.h"
#include "snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static flo_status cannot_write(const char *path, int reason)
{
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s: %s", path, strerror(reason));
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

flo_status flo__snapshot_file_make(flo__snapshot_file *file, const char *path)
{
    *file = (flo__snapshot_file){ -1, NULL, path };
    struct stat what;               /* to rename over a device would be to lose it */
    if (lstat(path, &what) == 0 && !S_ISREG(what.st_mode) && !S_ISLNK(what.st_mode)) {
        return flo__fail(FLO_CANNOT_WRITE, "cannot write %s: it is no ordinary file", path);
    }
    return flo__part_make(path, &file->part, &file->handle);
}

static flo_status put(void *of, uint64_t offset, const void *data, size_t size)
{
    const flo__snapshot_file *file = of;
    const char *from = data;
    while (size > 0) {
        const ssize_t written = pwrite(file->handle, from, size, (off_t)offset);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return cannot_write(file->path, written < 0 ? errno : ENOSPC);
        from += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return FLO_OK;
}

flo__snapshot_to flo__snapshot_file_to(flo__snapshot_file *file) { return (flo__snapshot_to){ put, file }; }

void flo__snapshot_file_drop(flo__snapshot_file *file)
{
    if (file->part) unlink(file->part);
    if (file->handle >= 0) close(file->handle);
    free(file->part);
    *file = (flo__snapshot_file){ .handle = -1 };
}

/* The name of a file is part of its folder.  Some systems cannot sync folders, and need not. */
static int sync_folder(const char *path)
{
    char *folder = strdup(path);
    if (!folder) return ENOMEM;
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    const int handle = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int reason = 0;
    if (handle >= 0 && fsync(handle) != 0 && errno != EINVAL && errno != EROFS) reason = errno;
    if (handle >= 0) close(handle);
    free(folder);
    return reason;
}

flo_status flo__snapshot_file_end(flo__snapshot_file *file)
{
    int reason = fsync(file->handle) == 0 || errno == EINVAL || errno == EROFS ? 0 : errno;
    if (!reason && rename(file->part, file->path) != 0) reason = errno;
    const char *const path = file->path;
    if (!reason) {
        free(file->part);
        file->part = NULL;
        reason = sync_folder(path);
    }
    flo__snapshot_file_drop(file);
    return reason ? cannot_write(path, reason) : FLO_OK;
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static flo_status get(void *of, uint64_t offset, void *data, size_t size)
{
    const flo__snapshot_source *source = of;
    char *to = data;
    while (size > 0) {
        const ssize_t read = pread(source->handle, to, size, (off_t)offset);
        if (read < 0 && errno == EINTR) continue;
        if (read < 0) return flo__fail(FLO_CANNOT_READ, "cannot read %s: %s", source->path, strerror(errno));
        if (read == 0) return flo__fail(FLO_CANNOT_READ, "%s became shorter while it was read", source->path);
        to += read;
        offset += (uint64_t)read;
        size -= (size_t)read;
    }
    return FLO_OK;
}

flo_status flo__snapshot_file_open(flo__snapshot_source *source, const char *path, flo__snapshot_from *from)
{
    struct stat what;
    *source = (flo__snapshot_source){ open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path };
    const int reason = source->handle < 0 || fstat(source->handle, &what) != 0 ? errno
                       : S_ISREG(what.st_mode) ? 0 : S_ISDIR(what.st_mode) ? EISDIR : EINVAL;
    if (reason) {
        flo__snapshot_file_close(source);
        return flo__fail(FLO_CANNOT_READ, "cannot read %s: %s", path,
                         reason == EINVAL ? "it is no ordinary file" : strerror(reason));
    }
    *from = (flo__snapshot_from){ get, source, (uint64_t)what.st_size };
    return FLO_OK;
}

void flo__snapshot_file_close(flo__snapshot_source *source)
{
    if (source->handle >= 0) close(source->handle);
    source->handle = -1;
}
