/* SPDX-License-Identifier: MIT
 *
 * Files that a run left behind when it was killed, and how another run goes on with them; see folder.h. */
#define _GNU_SOURCE
#include "folder.h"

#include "../internal.h"
#include "../part_file.h"
#include "../snapshot.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TAIL = 4096, PIECE = 1 << 20 };

static flo_status cannot_write(const folder *f, const char *name, int reason)
{
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", f->path, name, strerror(reason));
}

static flo_status cannot_read(const char *path, int reason)
{
    return flo__fail(FLO_CANNOT_READ, "cannot read %s: %s", path, strerror(reason));
}

/* ---- what is in it --------------------------------------------------------------------------------------------- */

/* The hash of the last bytes before `size`, behind `from`.  False if they cannot be read. */
static bool hash_tail(int handle, uint64_t from, uint64_t size, uint64_t *tail)
{
    unsigned char bytes[TAIL];
    const uint64_t begin = size > from + TAIL ? size - TAIL : from < size ? from : size;
    const size_t count = (size_t)(size - begin);
    for (size_t got = 0; got < count;) {
        const ssize_t more = pread(handle, bytes + got, count - got, (off_t)(begin + got));
        if (more < 0 && errno == EINTR) continue;
        if (more <= 0) return false;
        got += (size_t)more;
    }
    *tail = flo__hash_bytes(FLO_HASH_START, bytes, count);
    return true;
}

flo_status folder_sync(const folder *f, const folder_file *file, uint64_t from, uint64_t size, uint64_t *tail)
{
    const bool written = fflush(file->stream) == 0 && (fsync(fileno(file->stream)) == 0 || errno == EINVAL);
    if (!written) return cannot_write(f, file->name, errno);
    errno = 0;
    const int handle = open(file->part, O_RDONLY | O_CLOEXEC);
    const bool read = handle >= 0 && hash_tail(handle, from, size, tail);
    const int reason = errno ? errno : EIO;
    if (handle >= 0) close(handle);
    return read ? FLO_OK : cannot_read(file->part, reason);
}

/* ---- which file ------------------------------------------------------------------------------------------------ */

/* NAME.NUMBER-NUMBER.part, as flo__part_name() makes it. */
static bool is_part_of(const char *name, const char *entry)
{
    const size_t length = strlen(name);
    if (strncmp(entry, name, length) != 0 || entry[length] != '.') return false;
    const char *at = entry + length + 1;
    const size_t first = strspn(at, "0123456789");
    if (first == 0 || at[first] != '-') return false;
    const size_t second = strspn(at + first + 1, "0123456789");
    return second > 0 && strcmp(at + first + 1 + second, ".part") == 0;
}

static bool fits(const char *path, uint64_t from, uint64_t size, uint64_t tail)
{
    struct stat what;
    uint64_t found = 0;
    const int handle = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const bool same = handle >= 0 && fstat(handle, &what) == 0 && S_ISREG(what.st_mode)
                      && (uint64_t)what.st_size >= size && hash_tail(handle, from, size, &found) && found == tail;
    if (handle >= 0) close(handle);
    return same;
}

/* Those that were left behind come first: they need no copy. */
flo_status folder_find(const folder *f, const char *name, uint64_t from, uint64_t size, uint64_t tail, char **path)
{
    DIR *entries = opendir(f->path);
    *path = NULL;
    if (!entries) return cannot_read(f->path, errno);
    for (const struct dirent *entry; !*path && (entry = readdir(entries));) {
        if (!is_part_of(name, entry->d_name)) continue;
        *path = folder_join(f->path, entry->d_name);
        if (*path && fits(*path, from, size, tail)) continue;
        free(*path);
        *path = NULL;
    }
    closedir(entries);
    if (*path) return FLO_OK;
    *path = folder_join(f->path, name);
    if (!*path) return flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", name);
    if (fits(*path, from, size, tail)) return FLO_OK;
    free(*path);
    *path = NULL;
    return FLO_OK;
}

/* ---- going on -------------------------------------------------------------------------------------------------- */

/* Ours from now on, if nobody is at work on it: a handle, or -1. */
static int take_over(const folder *f, const char *name, const char *found, uint64_t size)
{
    const size_t before = strlen(f->path) + 1;
    const int handle = is_part_of(name, found + before) ? open(found, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (handle < 0) return -1;
    struct stat what;
    if (flo__lock(handle, LOCK_EX | LOCK_NB) && fstat(handle, &what) == 0 && what.st_nlink > 0
        && ftruncate(handle, (off_t)size) == 0) {
        return handle;
    }
    close(handle);
    return -1;
}

static bool copy(int from, int to, uint64_t size)
{
    char *piece = malloc(PIECE);
    uint64_t done = 0;
    while (piece && done < size) {
        const size_t left = size - done < PIECE ? (size_t)(size - done) : PIECE;
        const ssize_t got = pread(from, piece, left, (off_t)done);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO;
        if (got <= 0) break;
        for (ssize_t put = 0; put < got;) {
            const ssize_t more = write(to, piece + put, (size_t)(got - put));
            if (more < 0 && errno == EINTR) continue;
            if (more == 0) errno = ENOSPC;
            if (more <= 0) goto cleanup;
            put += more;
        }
        done += (uint64_t)got;
    }
cleanup:
    free(piece);
    return done == size;
}

static flo_status continue_copy(folder *f, const char *name, const char *found, uint64_t size, folder_file **file)
{
    const int from = open(found, O_RDONLY | O_CLOEXEC);
    flo_status status = from >= 0 ? folder_begin(f, name, file) : cannot_read(found, errno);
    if (!status && !copy(from, fileno((*file)->stream), size)) {
        status = flo__fail(FLO_CANNOT_WRITE, "cannot copy %s to %s/%s: %s", found, f->path, name, strerror(errno));
    }
    if (from >= 0) close(from);
    return status;
}

flo_status folder_continue(folder *f, const char *name, const char *found, uint64_t size, folder_file **out)
{
    const int handle = take_over(f, name, found, size);
    if (handle < 0) return continue_copy(f, name, found, size, out);
    folder_file *file = f->files;
    while (file < f->files + FOLDER_FILES && file->part) file++;
    errno = ENFILE;
    FILE *stream = file < f->files + FOLDER_FILES ? fdopen(handle, "w") : NULL;
    char *part = stream ? strdup(found) : NULL;
    if (!part || fseeko(stream, (off_t)size, SEEK_SET) != 0) {
        const int reason = errno;
        if (stream) fclose(stream);
        else close(handle);
        free(part);
        return cannot_write(f, name, reason);
    }
    *file = (folder_file){ .name = name, .part = part, .stream = stream, .keep = true,
                           .lock = fcntl(handle, F_DUPFD_CLOEXEC, 0) };
    *out = file;
    return FLO_OK;
}

/* ---- what is of no use ----------------------------------------------------------------------------------------- */

/* What is written anew in the end; or of a snapshot. */
static bool is_of_no_use(const char *entry, const char *const *names)
{
    for (; *names; names++) {
        if (is_part_of(*names, entry)) return true;
    }
    static const char before[] = "snapshot-";
    char name[64];
    const size_t digits = strncmp(entry, before, sizeof before - 1) == 0
                          ? strspn(entry + sizeof before - 1, "0123456789") : 0;
    if (digits == 0 || digits > 20) return false;
    snprintf(name, sizeof name, "%.*s.flo", (int)(sizeof before - 1 + digits), entry);
    return is_part_of(name, entry);
}

void folder_sweep(const folder *f, const char *const *names)
{
    DIR *entries = opendir(f->path);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        if (!is_of_no_use(entry->d_name, names)) continue;
        char *path = folder_join(f->path, entry->d_name);
        const int handle = path ? open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
        if (handle >= 0 && flo__lock(handle, LOCK_EX | LOCK_NB)) unlink(path);
        if (handle >= 0) close(handle);
        free(path);
    }
    if (entries) closedir(entries);
}
