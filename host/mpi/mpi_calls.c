/* SPDX-License-Identifier: MIT
 *
 * The table of mpi_calls.h, on MPI 3: collective calls on MPI_COMM_WORLD, files by MPI-IO. */
#include "mpi_calls.h"

#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
EXPORT flotilla_mpi_function flotilla_mpi;

enum { TAG = 1, PIECE = 1 << 30 };      /* bytes: MPI counts in int */

static MPI_Comm node = MPI_COMM_NULL;

/* ---- processes ------------------------------------------------------------------------------------------------- */

static bool start(mpi_where *where)
{
    int had, length = 0;
    char library[MPI_MAX_LIBRARY_VERSION_STRING], host[MPI_MAX_PROCESSOR_NAME];
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &had) != MPI_SUCCESS) return false;
    MPI_Comm_rank(MPI_COMM_WORLD, &where->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &where->size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, where->rank, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &where->node_rank);
    MPI_Comm_size(node, &where->node_size);
    MPI_Get_processor_name(host, &length);
    host[length] = '\0';
    MPI_Get_library_version(library, &length);
    library[strcspn(library, ",\n")] = '\0';
    snprintf(where->host, sizeof where->host, "%.255s", host);
    snprintf(where->library, sizeof where->library, "%.255s", library);
    return true;
}

static void end(void)
{
    MPI_Comm_free(&node);
    MPI_Finalize();
}

static void abort_all(int status)
{
    MPI_Abort(MPI_COMM_WORLD, status);
}

/* ---- messages -------------------------------------------------------------------------------------------------- */

static int least(size_t size)
{
    return size < PIECE ? (int)size : PIECE;
}

static void share(void *data, size_t size, int from)
{
    for (char *at = data; size > 0;) {
        const int count = least(size);
        MPI_Bcast(at, count, MPI_BYTE, from, MPI_COMM_WORLD);
        at += count;
        size -= (size_t)count;
    }
}

static void send_to(const void *data, size_t size, int to)
{
    for (const char *at = data; size > 0;) {
        const int count = least(size);
        MPI_Send(at, count, MPI_BYTE, to, TAG, MPI_COMM_WORLD);
        at += count;
        size -= (size_t)count;
    }
}

static void receive(void *data, size_t size, int from)
{
    for (char *at = data; size > 0;) {
        const int count = least(size);
        MPI_Recv(at, count, MPI_BYTE, from, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        at += count;
        size -= (size_t)count;
    }
}

static MPI_Op operation(mpi_how how)
{
    return how == RANKS_LEAST ? MPI_MIN : how == RANKS_MOST ? MPI_MAX : MPI_SUM;
}

static void reduce(double *values, int count, mpi_how how)
{
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_DOUBLE, operation(how), MPI_COMM_WORLD);
}

static void reduce_whole(uint64_t *values, int count, mpi_how how)
{
    MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_UINT64_T, operation(how), MPI_COMM_WORLD);
}

static uint64_t before(uint64_t own)
{
    uint64_t total = 0;
    int rank;
    MPI_Exscan(&own, &total, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank == 0 ? 0 : total;       /* MPI leaves the first rank's undefined */
}

static void gather_node(const void *own, size_t size, void *all)
{
    MPI_Allgather(own, (int)size, MPI_BYTE, all, (int)size, MPI_BYTE, node);
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

/* MPI has classes of errors, of which some are the system's. */
static bool fine(int code)
{
    int class = MPI_ERR_IO;
    if (code == MPI_SUCCESS) return true;
    MPI_Error_class(code, &class);
    errno = class == MPI_ERR_NO_SPACE ? ENOSPC : class == MPI_ERR_QUOTA ? EDQUOT : class == MPI_ERR_ACCESS ? EACCES
            : class == MPI_ERR_READ_ONLY ? EROFS : class == MPI_ERR_NO_SUCH_FILE ? ENOENT : class == MPI_ERR_BAD_FILE
            ? ENAMETOOLONG : class == MPI_ERR_NO_MEM ? ENOMEM : EIO;
    return false;
}

static void *file_open(const char *path)
{
    MPI_File opened;
    if (!fine(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_WRONLY, MPI_INFO_NULL, &opened))) return NULL;
    MPI_File *file = malloc(sizeof *file);
    if (file) *file = opened;
    return file;
}

static bool file_write(void *to, uint64_t offset, const void *data, size_t size)
{
    MPI_File *file = to;
    for (const char *at = data; size > 0;) {
        MPI_Status status;
        int written = 0;
        if (!fine(MPI_File_write_at(*file, (MPI_Offset)offset, at, least(size), MPI_BYTE, &status))) return false;
        MPI_Get_count(&status, MPI_BYTE, &written);
        if (written <= 0) errno = ENOSPC;
        if (written <= 0) return false;
        at += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return true;
}

static bool file_close(void *to)
{
    MPI_File *file = to;
    const bool closed = fine(MPI_File_close(file));
    free(file);
    return closed;
}

const mpi_calls *flotilla_mpi(int version)
{
    static const mpi_calls calls = { start, end, abort_all, share, send_to, receive, reduce, reduce_whole, before,
                                     gather_node, file_open, file_write, file_close };
    return version == RANKS_CALLS_VERSION ? &calls : NULL;
}
