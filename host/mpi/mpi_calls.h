/* SPDX-License-Identifier: MIT
 *
 * What the command asks of MPI.  The command itself is not linked to MPI: where a launcher has started it, it opens
 * libflotilla_mpi.so, which is, and gets this table from the function flotilla_mpi().
 *
 * All processes take part in every call but send, receive, abort and file_write, in the same order.  What goes wrong
 * between processes ends all of them, by MPI's own means; files tell what goes wrong by errno.  A process is called a
 * rank, by MPI's custom; ranks that share a machine's memory are of one node. */
#ifndef FLO_MPI_CALLS_H
#define FLO_MPI_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RANKS_CALLS_VERSION = 1 };     /* one more with every change of the table */

typedef enum mpi_how { RANKS_LEAST, RANKS_MOST, RANKS_TOTAL } mpi_how;

typedef struct mpi_where {
    int rank, size;                 /* this process among how many */
    int node_rank, node_size;       /* this process among those of its node */
    char host[256], library[256];   /* names, for people */
} mpi_where;

typedef struct mpi_calls {
    bool (*start)(mpi_where *where);
    void (*end)(void);
    void (*abort)(int status);      /* ends all processes, whatever they do */

    void (*share)(void *data, size_t size, int from);           /* all get what one has */
    void (*send)(const void *data, size_t size, int to);
    void (*receive)(void *data, size_t size, int from);
    void (*reduce)(double *values, int count, mpi_how how);     /* all get the result; totals in no certain order */
    void (*reduce_whole)(uint64_t *values, int count, mpi_how how);
    uint64_t (*before)(uint64_t own);                           /* the total of all ranks before this one */
    void (*gather_node)(const void *own, size_t size, void *all);   /* of the ranks of the node, in their order */

    /* A file that exists and is written to at offsets, by any rank.  NULL or false: errno has the reason. */
    void *(*file_open)(const char *path);
    bool (*file_write)(void *file, uint64_t offset, const void *data, size_t size);
    bool (*file_close)(void *file);
} mpi_calls;

/* The table, or NULL if the library has another version of it. */
typedef const mpi_calls *flotilla_mpi_function(int version);

#endif
