/* SPDX-License-Identifier: MIT
 *
 * One run as several processes that a launcher, such as mpirun, has started: ranks, each with its part of the bodies.
 * One process alone is the only rank, and all of this costs it nothing.
 *
 * All ranks take the same way through the program: whatever may go wrong on one of them is agreed upon before it
 * changes anybody's way.  So a function that says "all ranks call it" is called by all ranks, in the same order, or by
 * none. */
#ifndef FLO_CLI_RANKS_H
#define FLO_CLI_RANKS_H

#include "../mpi/mpi_calls.h"
#include "cli.h"

typedef struct ranks {
    const mpi_calls *mpi;       /* NULL: there is no MPI, and one rank */
    mpi_where where;
    size_t *begin;              /* of each rank, its first body; and behind the last, all bodies; NULL before the cut */
    char *note;                 /* what to warn of; NULL: nothing */
} ranks;

/* Finds out whether a launcher started this process, and then opens MPI.  CLI_DONE; or CLI_BAD_INPUT, one of the
 * processes having said why. */
int ranks_open(ranks *t);

/* The last call of all: `result` is the exit status of the first rank, which all get. */
int ranks_close(ranks *t, int result);

/* Whether there are several; whether this one speaks for all. */
bool ranks_many(const ranks *t);
bool ranks_speaks(const ranks *t);

/* Cuts the bodies of a model into a range for each rank, such that all have about as many samples.  The ranges follow
 * from the scene and the number of ranks alone. */
flo_status ranks_cut(ranks *t, cli_model *model);

/* All ranks call it.  FLO_OK if all ranks are well; else what the first of those that are not has to say, for all. */
flo_status ranks_agree(const ranks *t, flo_status status);

/* All ranks call it after a block of steps: the status as above, the longest time, s, and whether any is to stop. */
flo_status ranks_agree_block(const ranks *t, flo_status status, double *seconds, bool *stop);

/* All ranks call it: a report of all bodies, from that of each rank's. */
void ranks_report(const ranks *t, flo_fleet_report *report);

/* All ranks call it: the hash of all bodies' states. */
flo_status ranks_hash(const ranks *t, flo_fleet *fleet, uint64_t *hash);

/* All ranks call it: the one that speaks gets each rank's text, in an array of as many as there are ranks, to be freed
 * with all its texts; the others get NULL. */
flo_status ranks_gather(const ranks *t, const char *text, char ***texts);

/* ---- devices --------------------------------------------------------------------------------------------------- */

/* All ranks call it: ranks of one node share its GPUs and processors out.  `name` is as asked for, or NULL, and becomes
 * the device for this rank, kept in `room`; `threads` 0 becomes this rank's share where there are several. */
void ranks_choose_device(const ranks *t, const char **name, int *threads, char room[64]);

#endif
