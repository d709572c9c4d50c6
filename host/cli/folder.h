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

#include <stdio.h>

enum { FOLDER_FILES = 16, FOLDER_NO_LOCK = -1 };

typedef struct folder_file {
    const char *name;
    char *part;             /* the path of the temporary file; NULL: there is none */
    FILE *stream;           /* NULL once it is closed */
    int lock;               /* a handle that holds the lock on it, or FOLDER_NO_LOCK */
    bool whole;
    bool keep;              /* it stays, if the run fails, for one that goes on from a snapshot */
} folder_file;

typedef struct folder {
    char *path;
    bool created;           /* by us, so that it goes again if nothing came of it */
    bool used;              /* a file was kept */
    char *series;           /* the path of the temporary folder of series; NULL: there is none */
    folder_file files[FOLDER_FILES];
} folder;

/* Opens a folder, making it (but none above it) if it is missing.  FLO_CANNOT_WRITE. */
flo_status folder_open(folder *f, const char *path);

/* Opens the temporary file of a name, which must last as long as the folder; one at a time for each name.  The file
 * stays the folder's, which closes it. */
flo_status folder_begin(folder *f, const char *name, folder_file **file);

/* Closes a temporary file that is whole; or removes one. */
flo_status folder_end(folder *f, folder_file *file);
void folder_drop(folder_file *file);

/* What is in a temporary file so far is brought to the disk: `size` bytes, whose last ones, behind `from`, have the
 * hash `tail`, by which it is known again. */
flo_status folder_sync(const folder *f, const folder_file *file, uint64_t from, uint64_t size, uint64_t *tail);

/* Looks for a file that begins with just that, under the name itself or under a temporary one that a run left behind:
 * its path, which the caller frees, or NULL. */
flo_status folder_find(const folder *f, const char *name, uint64_t from, uint64_t size, uint64_t tail, char **path);

/* Opens the temporary file of a name with the first `size` bytes of what was found: what a run left behind becomes ours
 * and is cut; what has its name already, or is at work for somebody else, is copied. */
flo_status folder_continue(folder *f, const char *name, const char *found, uint64_t size, folder_file **file);

/* Removes temporary files of these names, which NULL ends, and of snapshots, that runs left behind when they were
 * killed. */
void folder_sweep(const folder *f, const char *const *names);

/* Opens one file of a series, such as bodies-000012.vtp, which stays away, in a temporary folder, until all is
 * published.  The caller closes it, and frees its path. */
flo_status folder_open_one(folder *f, const char *name, FILE **stream, char **path);

/* Gives all that is whole its name.  `names`, which NULL ends, are those that a run may write: a file under one of them
 * that this run did not write is an older run's, would pass for this one's, and is removed.  A name with a # is that of
 * a series, the # standing for six digits or more. */
flo_status folder_publish(folder *f, const char *const *names);

/* A path in a folder, to be freed; NULL without memory. */
char *folder_join(const char *where, const char *name);

/* Drops what was not published. */
void folder_close(folder *f);

#endif
