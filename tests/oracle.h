/* SPDX-License-Identifier: MIT
 *
 * The oracle: the sea and its bodies straight from the formulas, in long double and double.
 *
 * It shares nothing with the library but the definitions that callers write: neither tables nor integers, no rounded
 * wave numbers, and its own dispersion relation.  Turns are counted in long double: ten years of waves of one second
 * are 3e8 turns, of which 64 bits leave 3e-11 turn (where long double is double, far and late tests mean nothing). */
#ifndef FLO_TESTS_ORACLE_H
#define FLO_TESTS_ORACLE_H

#include "flotilla.h"

typedef long double real;

/* ---- the sea (tests/oracle.c) ---------------------------------------------------------------------------------- */

typedef struct oracle_wave {
    real amplitude, steepness;
    real along_x, along_z;              /* direction of travel */
    real wavelength;                    /* m */
    real sigma;                         /* rad/s in still water */
    real frequency;                     /* Hz at a place at rest, current included */
    real start;                         /* turns at the origin at time 0 */
} oracle_wave;

typedef struct oracle_sea {
    real gravity, density, level;       /* level with its correction, if asked for */
    real depth;
    real current_x, current_z;
    int inversion;                      /* as in the definition */
    real normal_offset;
    int count;
    oracle_wave *waves;
} oracle_sea;

/* What is asked of the surface; `inversion` evaluations as flo_sea_def counts them, or ORACLE_CONVERGED. */
enum { ORACLE_CONVERGED = -1 };

typedef struct oracle_surface {
    real height;                        /* above y = 0 */
    real slope_x, slope_z;
    real normal[3], velocity[3];
    real rise;                          /* dh/dt at the place */
    real residual;                      /* |X(a) - x| of the label */
    real label_x, label_z;
} oracle_surface;

/* Free it with oracle_sea_free. */
oracle_sea oracle_sea_make(const flo_sea_def *def);
void oracle_sea_free(oracle_sea *sea);

/* The search for the label starts from the place itself. */
oracle_surface oracle_surface_at(const oracle_sea *sea, real time, real x, real z, int inversion);

/* It starts from the linear answer around a label that is known, that of `known`. */
oracle_surface oracle_surface_beside(const oracle_sea *sea, real time, const oracle_surface *known, const real at[2],
                                     int inversion);

/* The normal from the height at a place, which is known, and those `normal_offset` along x and along z. */
void oracle_finite_normal(const oracle_sea *sea, real time, const oracle_surface *here, const real at[2],
                          int inversion, real normal[3]);

/* How the water with a label moves `depth` metres below the surface: as there, but each wave fades with depth.  Above
 * the surface it is the surface's motion, and what is deeper than the sea is as its bottom. */
typedef struct oracle_motion { real velocity[3], acceleration[3]; } oracle_motion;

oracle_motion oracle_motion_at(const oracle_sea *sea, real time, const real label[2], real depth);

/* The wave number, rad/m, of an angular frequency in water of a depth. */
real oracle_wavenumber(real sigma, real gravity, real depth);

real oracle_amplitude_sum(const oracle_sea *sea);

/* ---- bodies (tests/oracle_body.c, oracle_load.c, oracle_panels.c, oracle_step.c) -------------------------------- */

typedef struct oracle_body {
    flo_hull_def hull;                  /* with mass properties filled in, and tuned once it met a sea */
    flo_mode mode;                      /* FLO_DYNAMIC unless a test sets it */
    flo_body_control control;           /* a test may change it between steps */
    double inertia[3][3];               /* along the hull's axes, its scale included */
    int samples;
    double (*sample)[3];                /* from the centre of mass, hull's axes */
    double *share;                      /* of the whole that each sample stands for; of corners by their area */
    double *height;                     /* above each sample, when last looked at */
    double *height_before;              /* the same at the last step */
    oracle_surface centre;              /* at the centre of mass, when last looked at, */
    bool beside;                        /* and whether searches start from there */
    bool aged;                          /* height_before is known */
    double wet;                         /* share that was submerged at the last step, */
    bool wet_known;                     /* once there was one */
    double place[3], velocity[3];       /* of the centre of mass */
    double orientation[4], spin[3], momentum[3];
    double found_velocity[3], found_spin[3];    /* as a step found them, before the body got wetter */
} oracle_body;

typedef struct oracle_load {
    double force[3], torque[3], submerged;
    bool wet;                           /* any sample is */
    double water[3];                    /* mean velocity of the water at the wet samples, each at its depth */
    double size;                        /* N, sum of the sizes of all forces: what rounding is in proportion to */
    double stiffness;                   /* N/m, sum over the samples of force per metre of depth */
    double carried;                     /* kg, water whose acceleration pushes */
    double rate;                        /* N s/m, of all damping and drag: force per velocity of the water or body */
} oracle_load;

/* What a step or a call for forces is made with. */
typedef struct oracle_step { double time, dt; bool gravity, remember; } oracle_step;

/* Free it with oracle_body_free.  Points and mesh stay the caller's. */
oracle_body oracle_body_make(const flo_hull_def *hull, const flo_body_state *state, flo_body_control control);
void oracle_body_free(oracle_body *body);

/* All that acts on a body, drag included; dt 0 leaves out the push by change. */
oracle_load oracle_body_load(oracle_body *body, const oracle_sea *sea, oracle_step step);

/* One symplectic step, or one of a body that follows the water. */
void oracle_body_step(oracle_body *body, const oracle_sea *sea, double time, double dt);

/* Where the hull's origin is, and how it moves. */
void oracle_body_origin(const oracle_body *body, double position[3], double velocity[3]);

/* A vector of the hull's axes, in the world; and the angular momentum of a spin. */
void oracle_turn(const double orientation[4], const double v[3], double out[3]);
void oracle_momentum(const double orientation[4], const double inertia[3], const double spin[3], double out[3]);

#endif
