/* SPDX-License-Identifier: MIT
 *
 * See shared_file.h.  Bytes that follow each other go to MPI in large pieces, as parallel file systems like them. */
#include "shared_file.h"

#include "../internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4 << 20, PATH_SIZE = 4096 };

static bool flush_pending(shared_file *s)
{
    const size_t size = s->used;
    s->used = 0;
    return size == 0 || s->team->mpi->file_write(s->handle, s->offset, s->pending, size);
}

bool shared_flush(shared_file *s) { return !s->handle || flush_pending(s); }

static bool take(void *taker, uint64_t offset, const void *data, size_t size)
{
    shared_file *s = taker;
    if ((s->used > 0 && offset != s->offset + s->used) || s->used + size > ROOM) {
        if (!flush_pending(s)) return false;
    }
    if (size > ROOM) return s->team->mpi->file_write(s->handle, offset, data, size);
    if (s->used == 0) s->offset = offset;
    memcpy(s->pending + s->used, data, size);
    s->used += size;
    return true;
}

flo_status shared_open(shared_file *s, const ranks *team, FILE *stream, const char *path, flo_status made)
{
    *s = (shared_file){ .to = { .file = stream ? fileno(stream) : -1 }, .stream = stream, .team = team };
    if (!ranks_many(team)) return made;
    char shared[PATH_SIZE] = "";
    s->to.take = take;
    s->to.taker = s;
    s->pending = malloc(ROOM);
    if (!made && !s->pending) made = flo__fail(FLO_NO_MEMORY, "no memory to write with");
    if (!made && path && strlen(path) >= sizeof shared) {
        made = flo__fail(FLO_CANNOT_WRITE, "cannot write %s: its name is too long", path);
    } else if (path) {
        snprintf(shared, sizeof shared, "%s", path);
    }
    made = ranks_agree(team, made);
    if (made) return made;
    team->mpi->share(shared, sizeof shared, 0);
    s->handle = team->mpi->file_open(shared);
    if (!s->handle) made = flo__fail(FLO_CANNOT_WRITE, "cannot open %s: %s", shared, strerror(errno));
    made = ranks_agree(team, made);
    if (made) s->handle = NULL;         /* closing is for all, and some have nothing to close */
    return made;
}

flo_status shared_close(shared_file *s, const folder *f, const char *name)
{
    if (!s->handle) return FLO_OK;
    bool written = flush_pending(s);
    int reason = errno;
    if (!s->team->mpi->file_close(s->handle) && written) {
        written = false;
        reason = errno;
    }
    s->handle = NULL;
    shared_drop(s);
    if (written) return ranks_agree(s->team, FLO_OK);
    return ranks_agree(s->team, flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", f->path, name,
                                          strerror(reason)));
}

void shared_drop(shared_file *s)
{
    free(s->pending);
    s->pending = NULL;
    s->used = 0;
}
