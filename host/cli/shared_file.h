/* SPDX-License-Identifier: MIT
 *
 * A file of the results folder that all ranks write to, each at offsets of its own.  The rank that speaks makes it, by
 * folder.h, and gives it its name in the end; one rank alone writes to it as to any file. */
#ifndef FLO_CLI_SHARED_FILE_H
#define FLO_CLI_SHARED_FILE_H

#include "../io/write_at.h"
#include "folder.h"
#include "ranks.h"

typedef struct shared_file {
    write_place to;             /* where this rank writes */
    FILE *stream;               /* of the rank that speaks, which also closes it; elsewhere NULL */
    const ranks *team;
    void *handle;               /* MPI's; NULL: not open */
    char *pending;              /* bytes that follow each other, not written yet */
    uint64_t offset;            /* of the first of them */
    size_t used;
} shared_file;

/* All ranks call it.  What the rank that speaks has made: its stream, which is NULL elsewhere and where that failed,
 * the file's path, and the status of making it. */
flo_status shared_open(shared_file *s, const ranks *team, FILE *stream, const char *path, flo_status made);

/* For itself alone: what is pending is handed to the system.  False: errno has the reason. */
bool shared_flush(shared_file *s);

/* All ranks call it: all that was written is in the file.  `name` is for the message. */
flo_status shared_close(shared_file *s, const folder *f, const char *name);

/* Without the others: forgets what is pending.  A file that is open stays open until MPI ends. */
void shared_drop(shared_file *s);

#endif
