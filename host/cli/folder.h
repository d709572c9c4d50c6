/* SPDX-License-Identifier: MIT
 *
 * The folder that results go to.  A file is written under a temporary name of this run's own beside its place, and all
 * files of a run get their names together, when all are whole: whoever finds NAME finds all of it, an older NAME
 * survives a failed run, and of two runs into one folder the last to end leaves all that is there.
 *
 * A temporary file is locked as long as its run is at work on it, so that another run can tell whether it was left
 * behind, and may go on with it. */
#ifndef FLO_CLI_FOLDER_H
#define FLO_CLI_FOLDER_H

#include "../flotilla.h"
#include "../io/inputs.h"

#include <stdio.h>

enum { FOLDER_FILES = 16, FOLDER_NO_LOCK = -1 };

typedef struct folder_file {
    const char *name;
    char *part;             /* the path of the temporary file; NULL: there is none */
    FILE *stream;           /* NULL once it is closed */
    int lock;               /* a handle that holds the lock on it, or FOLDER_NO_LOCK */
    uint64_t hashed, hash;  /* how many bytes were hashed so far, and their hash; see folder_beginning */
    bool whole;
    bool keep;              /* it stays, if the run fails, for one that goes on from a snapshot */
} folder_file;

typedef struct folder {
    char *path;
    bool created;           /* by us, so that it goes again if nothing came of it */
    bool used;              /* a file was kept */
    char *series;           /* the path of the temporary folder of series; NULL: there is none */
    int series_lock;        /* a handle that holds the lock on it, or FOLDER_NO_LOCK */
    bool keep_series;       /* it stays, for nobody could give its files their names */
    folder_file files[FOLDER_FILES];
} folder;

/* Opens a folder, making it (but none above it) if it is missing.  FLO_CANNOT_WRITE. */
flo_status folder_open(folder *f, const char *path);

/* Refuses a name that a folder has: what is written could not get it.  `frames`: of a name with a #, as folder_publish
 * takes it, so many files from 0 on.  FLO_CANNOT_WRITE. */
flo_status folder_check(const folder *f, const char *name, uint64_t frames);

/* Refuses where one of these inputs would be lost: where it is a file of the folder that has one of `names`, as
 * folder_publish takes them, or is what a killed run left behind of one; with `snapshots` also that of a snapshot.
 * FLO_BAD_VALUE; FLO_CANNOT_READ where nobody can tell. */
flo_status folder_spare(const folder *f, const char *const *names, bool snapshots, const inputs *read);

/* Opens the temporary file of a name, which must last as long as the folder; one at a time for each name.  The file
 * stays the folder's, which closes it. */
flo_status folder_begin(folder *f, const char *name, folder_file **file);

/* Closes a temporary file that is whole; or removes one. */
flo_status folder_end(folder *f, folder_file *file);
void folder_drop(folder_file *file);

/* The first `size` bytes of a file, known again by the hash of all of them behind `from`: a head that is written last
 * does not count. */
typedef struct folder_beginning { uint64_t from, size, hash; } folder_beginning;

/* What is in a temporary file so far, `size` bytes, is brought to the disk, and hashed: only what is new since the last
 * time is read for that.  `from` is always the same. */
flo_status folder_sync(const folder *f, folder_file *file, folder_beginning *beginning);

/* A file that begins so. */
typedef struct folder_found {
    char *path;             /* NULL: there is none */
    int handle;
    bool ours;              /* a run left it behind, and it is locked for us now */
} folder_found;

/* Looks for one, under the name itself or under a temporary one.  FLO_CANNOT_READ if there is none among those that can
 * be read. */
flo_status folder_find(const folder *f, const char *name, const folder_beginning *beginning, folder_found *found);
void folder_leave(folder_found *found);

/* Opens the temporary file of a name with that beginning of what was found: what a run left behind becomes ours and is
 * cut; what has its name already, or is at work for somebody else, is copied. */
flo_status folder_continue(folder *f, const char *name, const folder_beginning *beginning, folder_found *found,
                           folder_file **file);

/* Removes what runs left behind when they were killed: temporary files of these names, which NULL ends, and of
 * snapshots, and folders of series.  The first `rows` names are of files that a run may go on with from a snapshot:
 * they go only if the folder has no snapshot. */
void folder_sweep(const folder *f, const char *const *names, int rows);

/* Removes a temporary folder of series, with what is in it. */
void folder_remove_series(const char *path);

/* Opens one file of a series, such as bodies-000012.vtp, which stays away, in a temporary folder, until all is
 * published.  The caller closes it, and frees its path. */
flo_status folder_open_one(folder *f, const char *name, FILE **stream, char **path);

/* Gives all that is whole its name.  `names`, which NULL ends, are those that a run may write: a file under one of them
 * that this run did not write is an older run's, would pass for this one's, and is removed.  A name with a # is that of
 * a series, the # standing for six digits or more. */
flo_status folder_publish(folder *f, const char *const *names);

/* Whether a name is one of `names`, as folder_publish takes them. */
bool folder_has_name(const char *const *names, const char *name);

/* A path in a folder, to be freed; NULL without memory. */
char *folder_join(const char *where, const char *name);

/* Drops what was not published. */
void folder_close(folder *f);

#endif
