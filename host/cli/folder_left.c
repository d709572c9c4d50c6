/* SPDX-License-Identifier: MIT
 *
 * Files that a run left behind when it was killed, how another run goes on with them, and which files of a folder a run
 * takes away or replaces; see folder.h. */
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

enum { PIECE = 1 << 16 };

static const folder_found nothing = { .handle = -1 };

static flo_status cannot_write(const folder *f, const char *name, int reason)
{
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", f->path, name, strerror(reason));
}

static flo_status cannot_read(const char *path, int reason)
{
    return flo__fail(FLO_CANNOT_READ, "cannot read %s: %s", path, strerror(reason));
}

/* ---- what is in it --------------------------------------------------------------------------------------------- */

/* Hashes on, with what is in a file from `from` to `size`.  False if it cannot be read; errno says why. */
static bool hash_on(int handle, uint64_t from, uint64_t size, uint64_t *hash)
{
    unsigned char piece[PIECE];
    while (from < size) {
        const size_t left = size - from < PIECE ? (size_t)(size - from) : PIECE;
        const ssize_t got = pread(handle, piece, left, (off_t)from);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO;
        if (got <= 0) return false;
        *hash = flo__hash_bytes(*hash, piece, (size_t)got);
        from += (uint64_t)got;
    }
    return true;
}

/* What others wrote, on other machines, is seen through a handle that is opened after that.  A file that its owner has
 * no right to open has but ours. */
flo_status folder_sync(const folder *f, folder_file *file, folder_beginning *beginning)
{
    const int own = fileno(file->stream);
    const bool written = fflush(file->stream) == 0 && (fsync(own) == 0 || errno == EINVAL);
    if (!written) return cannot_write(f, file->name, errno);
    const uint64_t from = file->hashed > beginning->from ? file->hashed : beginning->from;
    const int handle = open(file->part, O_RDONLY | O_CLOEXEC);
    beginning->hash = file->hash;
    const bool read = hash_on(handle >= 0 ? handle : own, from, beginning->size, &beginning->hash);
    const int reason = errno;
    if (handle >= 0) close(handle);
    if (!read) return cannot_read(file->part, reason);
    file->hashed = beginning->size;
    file->hash = beginning->hash;
    return FLO_OK;
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

/* What nobody is at work on becomes ours at once, so that it stays as it is. */
static int open_found(const char *path, bool part, bool *ours)
{
    const int flags = O_CLOEXEC | O_NONBLOCK | (part ? O_NOFOLLOW : 0), handle = part ? open(path, O_RDWR | flags) : -1;
    if (handle < 0) return open(path, O_RDONLY | flags);
    *ours = flo__lock(handle, LOCK_EX | LOCK_NB);
    if (!*ours || !flo__is_gone(path, handle)) return handle;
    close(handle);              /* its run, which ended just now, has given it its name */
    errno = ENOENT;
    return -1;
}

/* Whether it begins so; `*reason`, of errno, if it cannot be read. */
static bool begins_so(int handle, const folder_beginning *beginning, int *reason)
{
    struct stat what;
    uint64_t hash = FLO_HASH_START;
    *reason = 0;
    const bool known = fstat(handle, &what) == 0;
    if (known && (!S_ISREG(what.st_mode) || (uint64_t)what.st_size < beginning->size)) return false;
    if (known && hash_on(handle, beginning->from, beginning->size, &hash)) return hash == beginning->hash;
    *reason = errno;
    return false;
}

/* Takes the path. */
static flo_status look_at(char *path, bool part, const folder_beginning *beginning, folder_found *found)
{
    if (!path) return flo__fail(FLO_NO_MEMORY, "no memory for the name of a file");
    *found = (folder_found){ .path = path };
    found->handle = open_found(path, part, &found->ours);
    int reason = errno;
    if (found->handle >= 0 && begins_so(found->handle, beginning, &reason)) return FLO_OK;
    const bool told = reason && reason != ENOENT && reason != ELOOP && reason != ENXIO;
    const flo_status status = told ? cannot_read(path, reason) : FLO_OK;
    folder_leave(found);
    return status;
}

void folder_leave(folder_found *found)
{
    if (found->path && found->handle >= 0) close(found->handle);
    free(found->path);
    *found = nothing;
}

/* Those that were left behind come first: they need no copy. */
flo_status folder_find(const folder *f, const char *name, const folder_beginning *beginning, folder_found *found)
{
    DIR *entries = opendir(f->path);
    flo_status status = entries ? FLO_OK : cannot_read(f->path, errno);
    *found = nothing;
    if (!entries) return status;
    for (const struct dirent *entry; !found->path && (entry = readdir(entries));) {
        if (!is_part_of(name, entry->d_name)) continue;
        const flo_status looked = look_at(folder_join(f->path, entry->d_name), true, beginning, found);
        if (looked) status = looked;
    }
    closedir(entries);
    if (!found->path) {
        const flo_status looked = look_at(folder_join(f->path, name), false, beginning, found);
        if (looked) status = looked;
    }
    return found->path ? FLO_OK : status;
}

/* ---- going on -------------------------------------------------------------------------------------------------- */

static bool copy(int from, int to, uint64_t size)
{
    unsigned char piece[PIECE];
    for (uint64_t done = 0; done < size;) {
        const size_t left = size - done < PIECE ? (size_t)(size - done) : PIECE;
        const ssize_t got = pread(from, piece, left, (off_t)done);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) errno = EIO;
        if (got <= 0) return false;
        for (ssize_t put = 0; put < got;) {
            const ssize_t more = write(to, piece + put, (size_t)(got - put));
            if (more < 0 && errno == EINTR) continue;
            if (more == 0) errno = ENOSPC;
            if (more <= 0) return false;
            put += more;
        }
        done += (uint64_t)got;
    }
    return true;
}

/* Another run may be at work on it: what counts is what is in the copy. */
static flo_status continue_copy(folder *f, const char *name, const folder_beginning *beginning,
                                const folder_found *found, folder_file **out)
{
    const flo_status status = folder_begin(f, name, out);
    if (status) return status;
    const int to = fileno((*out)->stream);
    if (!copy(found->handle, to, beginning->size)) {
        return flo__fail(FLO_CANNOT_WRITE, "cannot copy %s to %s/%s: %s", found->path, f->path, name, strerror(errno));
    }
    int reason;
    if (begins_so(to, beginning, &reason)) return FLO_OK;
    return flo__fail(FLO_CANNOT_READ, "cannot read %s: it changed meanwhile", found->path);
}

/* What is ours goes on as it is. */
static flo_status continue_left(folder *f, const char *name, uint64_t size, folder_found *found, folder_file **out)
{
    folder_file *file = f->files;
    while (file < f->files + FOLDER_FILES && file->part) file++;
    errno = ENFILE;
    FILE *stream = file < f->files + FOLDER_FILES ? fdopen(found->handle, "w") : NULL;
    if (!stream) return cannot_write(f, name, errno);
    if (fseeko(stream, (off_t)size, SEEK_SET) != 0) {
        const int reason = errno;
        fclose(stream);
        found->handle = -1;
        return cannot_write(f, name, reason);
    }
    *file = (folder_file){ .name = name, .part = found->path, .stream = stream, .keep = true,
                           .lock = fcntl(found->handle, F_DUPFD_CLOEXEC, 0) };
    *found = nothing;
    *out = file;
    return FLO_OK;
}

flo_status folder_continue(folder *f, const char *name, const folder_beginning *beginning, folder_found *found,
                           folder_file **file)
{
    const bool ours = found->ours && ftruncate(found->handle, (off_t)beginning->size) == 0;
    const flo_status status = ours ? continue_left(f, name, beginning->size, found, file)
                                   : continue_copy(f, name, beginning, found, file);
    if (status) return status;
    (*file)->hashed = beginning->size;
    (*file)->hash = beginning->hash;
    return FLO_OK;
}

/* ---- what is of no use ----------------------------------------------------------------------------------------- */

/* The digits behind snapshot-, if a name begins so: how many, or 0. */
static size_t digits_of_snapshot(const char *entry)
{
    static const char before[] = "snapshot-";
    return strncmp(entry, before, sizeof before - 1) == 0 ? strspn(entry + sizeof before - 1, "0123456789") : 0;
}

static bool is_snapshot(const char *entry)
{
    const size_t digits = digits_of_snapshot(entry);
    return digits > 0 && strcmp(entry + strlen("snapshot-") + digits, ".flo") == 0;
}

static bool is_part_of_snapshot(const char *entry)
{
    char name[64];
    const size_t digits = digits_of_snapshot(entry);
    if (digits == 0 || digits > 20) return false;
    snprintf(name, sizeof name, "%.*s.flo", (int)(strlen("snapshot-") + digits), entry);
    return is_part_of(name, entry);
}

/* True also where nobody can tell. */
static bool has_snapshots(const folder *f)
{
    DIR *entries = opendir(f->path);
    bool found = !entries;
    for (const struct dirent *entry; !found && (entry = readdir(entries));) found = is_snapshot(entry->d_name);
    if (entries) closedir(entries);
    return found;
}

typedef enum left { LEFT_ALONE, LEFT_FILE, LEFT_ROWS, LEFT_SERIES } left;

static left kind_of(const char *entry, const char *const *names, int rows)
{
    for (int i = 0; names[i]; i++) {
        if (is_part_of(names[i], entry)) return i < rows ? LEFT_ROWS : LEFT_FILE;
    }
    return is_part_of("series", entry) ? LEFT_SERIES : is_part_of_snapshot(entry) ? LEFT_FILE : LEFT_ALONE;
}

/* ---- what must not be lost ------------------------------------------------------------------------------------- */

/* `names` that are NULL: all that is in the folder. */
static bool is_taken(const char *entry, const char *const *names, bool snapshots)
{
    if (!names || folder_has_name(names, entry)) return true;
    return kind_of(entry, names, 0) != LEFT_ALONE || (snapshots && is_snapshot(entry));
}

static flo_status spare_file(const folder *f, const char *path, const inputs *read)
{
    const char *const name = inputs_find(read, path);
    if (!name) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "cannot write to %s: what is read from %s would be lost, as %s is replaced or "
                     "removed; take another folder", f->path, name, path);
}

static flo_status spare_files(const folder *f, const char *where, const char *const *names, bool snapshots,
                              const inputs *read)
{
    DIR *entries = opendir(where);
    if (!entries) return errno == ENOTDIR ? FLO_OK : cannot_read(where, errno);
    flo_status status = FLO_OK;
    for (const struct dirent *entry; !status && (entry = readdir(entries));) {
        if (!is_taken(entry->d_name, names, snapshots)) continue;
        char *path = folder_join(where, entry->d_name);
        if (!path) status = flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", entry->d_name);
        else if (names && is_part_of("series", entry->d_name)) status = spare_files(f, path, NULL, false, read);
        else status = spare_file(f, path, read);
        free(path);
    }
    closedir(entries);
    return status;
}

flo_status folder_spare(const folder *f, const char *const *names, bool snapshots, const inputs *read)
{
    return read->count == 0 ? FLO_OK : spare_files(f, f->path, names, snapshots, read);
}

/* ---- sweeping -------------------------------------------------------------------------------------------------- */

/* What nobody is at work on, for that is locked.  Whether there are snapshots is looked at when it is ours: the run
 * that wrote it may have made its first one, and been killed, just before. */
static void remove_left(const folder *f, const char *path, left kind)
{
    const int how = kind == LEFT_SERIES ? O_RDONLY | O_DIRECTORY : O_WRONLY | O_NONBLOCK;
    const int handle = open(path, how | O_CLOEXEC | O_NOFOLLOW);
    if (handle < 0) return;
    const bool ours = flo__lock(handle, LOCK_EX | LOCK_NB) && !flo__is_gone(path, handle);
    if (ours && kind == LEFT_SERIES) folder_remove_series(path);
    else if (ours && (kind == LEFT_FILE || !has_snapshots(f))) unlink(path);
    close(handle);
}

void folder_sweep(const folder *f, const char *const *names, int rows)
{
    DIR *entries = opendir(f->path);
    for (const struct dirent *entry; entries && (entry = readdir(entries));) {
        const left kind = kind_of(entry->d_name, names, rows);
        char *path = kind ? folder_join(f->path, entry->d_name) : NULL;
        if (path) remove_left(f, path, kind);
        free(path);
    }
    if (entries) closedir(entries);
}
