/* SPDX-License-Identifier: MIT
 *
 * A fence around the files that somebody else's scene may have read: a folder, and what is below it, whatever links
 * and .. lead to.
 *
 * A name is followed part by part, and nothing outside is looked at: what is told of a file outside is the same whether
 * there is one or not.  A name that leaves the folder on its way is outside, even where it would come back.  This is
 * for names and links that lie there; whoever changes links while they are followed is not kept out. */
#ifndef FLO_IO_FENCE_H
#define FLO_IO_FENCE_H

#include "../flotilla.h"

typedef struct fence {
    char *given, *root;         /* the folder, as given and without links */
    char *folder, *start;       /* that of the file that names others, with its slash, and without links */
} fence;

/* A fence at a folder, for the names in `file`, which are found beside it.  FLO_CANNOT_READ: there is no such folder.
 * To be closed whatever came back. */
FLO_NODISCARD flo_status fence_open(fence *f, const char *folder, const char *file);
void fence_close(fence *f);

/* Whether a path, absolute or beside that file, is inside; a fence that is NULL holds everything. */
bool fence_holds(const fence *f, const char *path);

/* FLO_BAD_FILE where it is not; `name` is how the message calls it. */
FLO_NODISCARD flo_status fence_check(const fence *f, const char *path, const char *name);

#endif
