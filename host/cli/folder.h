/* SPDX-License-Identifier: MIT
 *
 * The folder that results go to.  A file is written under a temporary name beside its place, NAME.part, and gets its
 * own name when it is whole: whoever finds NAME finds all of it, and an older NAME survives a failed run. */
#ifndef FLO_CLI_FOLDER_H
#define FLO_CLI_FOLDER_H

#include "../flotilla.h"

#include <stdio.h>

typedef struct folder {
    char *path;
    bool created;           /* by us, so that it goes again if nothing came of it */
    bool used;              /* a file was kept */
} folder;

/* Opens a folder, making it (but none above it) if it is missing.  FLO_CANNOT_WRITE. */
flo_status folder_open(folder *f, const char *path);

/* Opens the temporary file of a name. */
flo_status folder_begin(const folder *f, const char *name, FILE **file);

/* The path of a name, or of its temporary file; the caller frees it.  NULL without memory. */
char *folder_path(const folder *f, const char *name);
char *folder_part(const folder *f, const char *name);

/* Gives a temporary file, which must be closed, its own name; or removes it. */
flo_status folder_keep(folder *f, const char *name);
void folder_drop(const folder *f, const char *name);

void folder_close(folder *f);

#endif
