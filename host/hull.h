/* SPDX-License-Identifier: MIT
 *
 * What the library knows of a hull.
 *
 * Samples are cut into pieces: groups that lie close together, all of the same number, the last slots of a group
 * filled up with samples of weight 0.  The cut follows from the hull and, where waves are not summed directly, from the
 * sea and the tolerance, so it is the same on every device. */
#ifndef FLO_HULL_H
#define FLO_HULL_H

#include "expansion.h"

/* A piece holds no more samples than an order-free sum can (kernels/quanta.h), and reaches no further, m, than float
 * phases stay exact. */
enum { FLO__PIECE_SAMPLES = 256 };
#define FLO__PIECE_RADIUS 16.0

typedef struct flo__pieces {
    int pieces, samples;            /* samples in each piece */
    hull_piece *centre;             /* [pieces] */
    hull_sample *sample;            /* [pieces * samples] */
    int panels;                     /* triangles in each piece; 0 where samples are what floats */
    hull_panel *panel;              /* [pieces * panels], between samples of their piece */
    int count;                      /* samples as given or, of a mesh, distinct corners after large panels were split */
    int *slot;                      /* [count] of each: its place in `sample` (of a corner, one of its places) */
} flo__pieces;

struct flo_hull {
    int holders;                    /* the creator and fleets; atomic */
    flo_hull_def def;               /* with inertia and volume filled in; points and mesh are not kept */
    double inertia[6];              /* kg m^2, scaled, in the hull's axes: xx yy zz xy xz yz */
    double radius;                  /* m, of the samples about the centre of mass */
    int count;                      /* samples as given; cells or corners of a mesh */
    double weights;                 /* of all samples together */
    double cell[3];                 /* m, size of a cell; 0 where samples are points or corners */
    double panel_area;              /* m^2, of the largest panel */
    double (*at)[3];                /* m from the centre of mass, [count]; NULL for panels */
    double *weight;                 /* of each; NULL: 1 */
    flo__pieces cut;
};

void flo__hull_hold(const flo_hull *hull);

/* Cuts `count` points, m from the centre of mass, into pieces of no more than a radius.  `weights` of 0 to 1, or NULL:
 * all 1.  (host/pieces.c) */
flo_status flo__pieces_cut(flo__pieces *cut, const double (*points)[3], const double *weights, int count,
                           double radius);

/* m, of the sample furthest from the centre of its piece. */
double flo__pieces_reach(const flo__pieces *cut);

/* How the waves of a sea are summed at least cost, and the cut of the hull's samples that it takes: *own, which the
 * caller frees, or the hull's where that is NULL. */
flo_status flo__hull_expansion(const flo_hull *hull, const flo_sea *sea, double tolerance, flo__pieces **own,
                               flo__expansion *expansion);
void flo__pieces_free(flo__pieces *cut);

/* The reference depth and the vertical damping of a hull: its own, or what its tuning makes of them. */
typedef struct flo__tuned { double reference_depth, vertical; } flo__tuned;
flo__tuned flo__hull_tuned(const flo_hull_def *def, double gravity, double density);

/* The numbers that kernels read, for bodies of a hull and a mode in a sea.  (host/hull_numbers.c) */
hull_numbers flo__hull_numbers(const flo_hull *hull, const flo__pieces *cut, const flo__expansion *expansion,
                               flo_mode mode, const flo_sea *sea);

/* The decay of a hull's spin in a step. */
float flo__hull_spin_decay(const flo_hull *hull, double dt);

/* How fast a hull moves by itself at most, and the passes that its implicit step then needs. */
typedef struct flo__pace {
    double frequency;               /* rad/s, of the stiffest motion */
    double damping;                 /* 1/s, of its samples */
    double lift;                    /* all of the lift, in weights */
    bool panels;
} flo__pace;
flo__pace flo__hull_pace(const flo_hull *hull, const hull_numbers *numbers);
int flo__pace_passes(const flo__pace *pace, double dt);

#endif
