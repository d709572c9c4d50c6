/* SPDX-License-Identifier: MIT
 *
 * What the library knows of a hull.
 *
 * Samples are cut into pieces: groups that lie close together, all of the same number, the last slots of a group
 * filled up with samples of weight 0.  The cut follows from the hull alone, so it is the same on every device. */
#ifndef FLO_HULL_H
#define FLO_HULL_H

#include "sea.h"

/* A piece holds no more samples than an order-free sum can (kernels/quanta.h), and reaches no further, m, than float
 * phases stay exact. */
enum { FLO__PIECE_SAMPLES = 256 };
#define FLO__PIECE_RADIUS 16.0

typedef struct flo__pieces {
    int pieces, samples;            /* samples in each piece */
    hull_piece *centre;             /* [pieces] */
    hull_sample *sample;            /* [pieces * samples] */
    int *slot;                      /* of each sample as given: its place in `sample` */
} flo__pieces;

struct flo_hull {
    int holders;                    /* the creator and fleets; atomic */
    flo_hull_def def;               /* with inertia and volume filled in; points are not kept */
    double radius;                  /* m, of the samples about the centre of mass */
    int count;                      /* samples as given */
    flo__pieces cut;
};

void flo__hull_hold(const flo_hull *hull);

/* Cuts `count` points, m from the centre of mass.  (host/pieces.c) */
flo_status flo__pieces_cut(flo__pieces *cut, const double (*points)[3], int count);
void flo__pieces_free(flo__pieces *cut);

/* The numbers that kernels read, for a hull in a sea. */
hull_numbers flo__hull_numbers(const flo_hull *hull, const flo_sea *sea);

/* The decay of a hull's spin in a step. */
float flo__hull_spin_decay(const flo_hull *hull, double dt);

#endif
