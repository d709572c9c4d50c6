/* SPDX-License-Identifier: MIT
 *
 * See folder.h. */
#include "folder.h"

#include "../internal.h"
#include "../part_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* For the lock of a folder, to give files their names. */
enum { LONGEST_WAIT = 60 /* s */, LOOKS_A_SECOND = 20 };

static const folder_file no_file = { .lock = FOLDER_NO_LOCK, .hash = FLO_HASH_START };

char *folder_join(const char *where, const char *name)
{
    const size_t size = strlen(where) + strlen(name) + 2;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s", where, name);
    return path;
}

static flo_status no_memory(const char *name)
{
    return flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", name);
}

static flo_status cannot_write(const folder *f, const char *name, int reason)
{
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", f->path, name, strerror(reason));
}

flo_status folder_open(folder *f, const char *path)
{
    *f = (folder){ .path = strdup(path) };
    for (int i = 0; i < FOLDER_FILES; i++) f->files[i] = no_file;
    if (!f->path) return no_memory(path);
    struct stat what;
    f->created = mkdir(path, 0777) == 0;
    if (!f->created && errno != EEXIST) {
        return flo__fail(FLO_CANNOT_WRITE, "cannot make the folder %s: %s", path, strerror(errno));
    }
    if (stat(path, &what) != 0 || !S_ISDIR(what.st_mode)) {
        return flo__fail(FLO_CANNOT_WRITE, "%s is not a folder", path);
    }
    return FLO_OK;
}

/* Whether a name is that of a series: its beginning, six digits or more, its end. */
static bool is_of_series(const char *pattern, const char *name)
{
    const size_t before = strcspn(pattern, "#");
    if (strncmp(pattern, name, before) != 0) return false;
    const size_t digits = strspn(name + before, "0123456789");
    return digits >= 6 && strcmp(name + before + digits, pattern + before + 1) == 0;
}

bool folder_has_name(const char *const *names, const char *name)
{
    for (; *names; names++) {
        if (strchr(*names, '#') ? is_of_series(*names, name) : strcmp(*names, name) == 0) return true;
    }
    return false;
}

static bool is_folder(const folder *f, const char *name)
{
    char *path = folder_join(f->path, name);
    struct stat what;
    const bool is = path && lstat(path, &what) == 0 && S_ISDIR(what.st_mode);
    free(path);
    return is;
}

/* Of a series: six digits or more, and below so many. */
static bool is_frame(const char *pattern, const char *name, uint64_t frames)
{
    return is_of_series(pattern, name) && strtoull(name + strcspn(pattern, "#"), NULL, 10) < frames;
}

flo_status folder_check(const folder *f, const char *name, uint64_t frames)
{
    if (!strchr(name, '#')) return is_folder(f, name) ? cannot_write(f, name, EISDIR) : FLO_OK;
    DIR *entries = opendir(f->path);
    flo_status status = entries ? FLO_OK : cannot_write(f, name, errno);
    for (const struct dirent *entry; !status && (entry = readdir(entries)); ) {
        const bool taken = is_frame(name, entry->d_name, frames) && is_folder(f, entry->d_name);
        if (taken) status = cannot_write(f, entry->d_name, EISDIR);
    }
    if (entries) closedir(entries);
    return status;
}

static void unlock(folder_file *file)
{
    if (file->lock != FOLDER_NO_LOCK) close(file->lock);
    file->lock = FOLDER_NO_LOCK;
}

/* The stream, and another handle, which keeps the lock when the stream is closed. */
static flo_status open_part(const folder *f, const char *name, folder_file *file)
{
    char *path = folder_join(f->path, name);
    if (!path) return no_memory(name);
    int handle;
    const flo_status status = flo__part_make(path, &file->part, &handle);
    free(path);
    if (status) return status;
    file->stream = fdopen(handle, "w");
    if (file->stream) {
        const int lock = fcntl(handle, F_DUPFD_CLOEXEC, 0);
        file->lock = lock >= 0 ? lock : FOLDER_NO_LOCK;
        return FLO_OK;
    }
    const int reason = errno;
    close(handle);
    unlink(file->part);
    free(file->part);
    file->part = NULL;
    return cannot_write(f, name, reason);
}

flo_status folder_begin(folder *f, const char *name, folder_file **out)
{
    folder_file *file = f->files;
    while (file < f->files + FOLDER_FILES && file->part) file++;
    if (file == f->files + FOLDER_FILES) return cannot_write(f, name, ENFILE);
    *file = no_file;
    file->name = name;
    flo_status status = folder_check(f, name, 0);
    if (!status) status = open_part(f, name, file);
    if (!status) *out = file;
    return status;
}

flo_status folder_end(folder *f, folder_file *file)
{
    FILE *stream = file->stream;
    file->stream = NULL;
    if (fclose(stream) != 0) return cannot_write(f, file->name, errno);
    file->whole = true;
    return FLO_OK;
}

void folder_drop(folder_file *file)
{
    if (file->stream) fclose(file->stream);
    if (file->part && !file->keep) unlink(file->part);
    if (file->part) unlock(file);
    free(file->part);
    *file = no_file;
}

/* ---- series ---------------------------------------------------------------------------------------------------- */

/* Makes a folder that is locked: 0, or the reason why not.  EEXIST: there was one, or somebody who looked for what was
 * left behind took it away before it was locked. */
static int make_locked(const char *path, int *lock)
{
    if (mkdir(path, 0777) != 0) return errno;
    *lock = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (*lock < 0) {
        const int reason = errno;
        rmdir(path);
        return reason == ENOENT ? EEXIST : reason;
    }
    flo__lock(*lock, LOCK_EX);
    if (!flo__is_gone(path, *lock)) return 0;
    close(*lock);
    return EEXIST;
}

static flo_status make_series(folder *f)
{
    int reason = EEXIST;
    char *path = folder_join(f->path, "series");
    for (int i = 0; path && i < FLO__PART_NAMES && reason == EEXIST; i++) {
        free(f->series);
        f->series = flo__part_name(path, i);
        reason = f->series ? make_locked(f->series, &f->series_lock) : ENOMEM;
    }
    const flo_status status = !path ? no_memory("series") : reason ? flo__part_fail(path, reason) : FLO_OK;
    free(path);
    if (!status) return FLO_OK;
    free(f->series);
    f->series = NULL;
    return status;
}

flo_status folder_open_one(folder *f, const char *name, FILE **stream, char **path)
{
    if (!f->series) {
        const flo_status status = make_series(f);
        if (status) return status;
    }
    *path = folder_join(f->series, name);
    if (!*path) return no_memory(name);
    *stream = fopen(*path, "wx");
    return *stream ? FLO_OK : cannot_write(f, name, errno);
}

/* Removes an older run's files of a series; or moves this run's to their place. */
static flo_status visit_series(folder *f, const char *pattern, const char *path, bool move)
{
    DIR *entries = opendir(path);
    flo_status status = entries ? FLO_OK : cannot_write(f, pattern, errno);
    for (const struct dirent *entry; !status && (entry = readdir(entries)); ) {
        if (!is_of_series(pattern, entry->d_name)) continue;
        char *from = folder_join(path, entry->d_name), *to = folder_join(f->path, entry->d_name);
        if (!from || !to) status = no_memory(entry->d_name);
        else if (move ? rename(from, to) != 0 : unlink(from) != 0 && errno != EISDIR && errno != EPERM)
            status = cannot_write(f, entry->d_name, errno);
        if (move && !status) f->used = true;
        free(from);
        free(to);
    }
    if (entries) closedir(entries);
    return status;
}

static flo_status publish_series(folder *f, const char *pattern)
{
    const flo_status status = visit_series(f, pattern, f->path, false);
    return status || !f->series ? status : visit_series(f, pattern, f->series, true);
}

void folder_remove_series(const char *path)
{
    DIR *entries = opendir(path);
    for (const struct dirent *entry; entries && (entry = readdir(entries)); ) {
        char *file = folder_join(path, entry->d_name);
        if (file && entry->d_name[0] != '.') unlink(file);
        free(file);
    }
    if (entries) closedir(entries);
    rmdir(path);
}

static void drop_series(folder *f)
{
    if (!f->series) return;
    if (!f->keep_series) folder_remove_series(f->series);
    close(f->series_lock);
    free(f->series);
    f->series = NULL;
}

/* ---- publishing ------------------------------------------------------------------------------------------------ */

static folder_file *find_whole(folder *f, const char *name)
{
    for (int i = 0; i < FOLDER_FILES; i++) {
        folder_file *file = &f->files[i];
        if (file->part && file->whole && strcmp(file->name, name) == 0) return file;
    }
    return NULL;
}

static flo_status publish(folder *f, const char *name)
{
    char *path = folder_join(f->path, name);
    if (!path) return no_memory(name);
    folder_file *file = find_whole(f, name);
    struct stat what;
    flo_status status = FLO_OK;
    if (file && rename(file->part, path) == 0) {
        f->used = true;
        free(file->part);
        unlock(file);
        *file = no_file;
    } else if (file) {
        status = cannot_write(f, name, errno);
    } else if (lstat(path, &what) == 0 && !S_ISDIR(what.st_mode) && unlink(path) != 0 && errno != ENOENT) {
        status = flo__fail(FLO_CANNOT_WRITE, "cannot remove %s, which is an older run's: %s", path, strerror(errno));
    }
    free(path);
    return status;
}

/* Another run holds the lock for moments.  What holds it for long may hold it for ever: who starts a run by flock(1) of
 * this very folder waits for its end.  A disk that cannot lock is as good as it was. */
static bool lock_folder(int handle)
{
    const struct timespec pause = { .tv_nsec = 1000000000 / LOOKS_A_SECOND };
    for (int looks = 0; !flo__lock(handle, LOCK_EX | LOCK_NB); looks++) {
        if (errno != EWOULDBLOCK) return true;
        if (looks == LONGEST_WAIT * LOOKS_A_SECOND) return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* Under a name that no other run takes for what a killed one left. */
static void name_kept(char *part)
{
    char *kept = strdup(part), *end = kept ? strrchr(kept, '.') : NULL;
    if (end) strcpy(end, ".kept");
    if (end && rename(part, kept) == 0) strcpy(part, kept);
    free(kept);
}

/* Files of two runs must not mix, and nothing is to be lost. */
static flo_status keep_parts(folder *f)
{
    for (int i = 0; i < FOLDER_FILES; i++) {
        folder_file *file = &f->files[i];
        if (!file->whole || file->keep) continue;       /* a run may go on with it, and knows it by its name */
        name_kept(file->part);
        file->keep = true;
    }
    if (f->series) name_kept(f->series);
    f->keep_series = f->used = true;
    return flo__fail(FLO_CANNOT_WRITE, "cannot write to %s: another process has had the folder locked for %d s; the "
                     "results stay there, whole, under the names NAME.%ld-NUMBER.kept, or .part where a run can go on "
                     "with them from a snapshot", f->path, LONGEST_WAIT, (long)getpid());
}

flo_status folder_publish(folder *f, const char *const *names)
{
    /* Nobody else renames meanwhile. */
    const int lock = open(f->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    flo_status status = lock < 0 || lock_folder(lock) ? FLO_OK : keep_parts(f);
    for (int i = 0; names[i] && !status; i++) {       /* before any of them gets its name */
        if (find_whole(f, names[i])) status = folder_check(f, names[i], 0);
    }
    for (; *names && !status; names++) {
        status = strchr(*names, '#') ? publish_series(f, *names) : publish(f, *names);
    }
    if (lock >= 0) close(lock);
    return status;
}

void folder_close(folder *f)
{
    for (int i = 0; i < FOLDER_FILES; i++) folder_drop(&f->files[i]);
    drop_series(f);
    if (f->path && f->created && !f->used) rmdir(f->path);
    free(f->path);
    *f = (folder){ .path = NULL };
}
