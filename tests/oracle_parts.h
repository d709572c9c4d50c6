/* SPDX-License-Identifier: MIT
 *
 * What the oracle's parts share: vectors, attitudes, inertia. */
#ifndef FLO_TESTS_ORACLE_PARTS_H
#define FLO_TESTS_ORACLE_PARTS_H

#include "oracle.h"

double oracle_dot(const double a[3], const double b[3]);
void oracle_add_cross(double sum[3], const double a[3], const double b[3]);

/* The three hull axes in the world. */
void oracle_axes(const double q[4], double axes[3][3]);

/* A world vector in the hull's axes. */
void oracle_turn_back(const double q[4], const double v[3], double along[3]);

/* A world vector times a symmetric matrix that is given in the hull's axes. */
void oracle_apply(const double q[4], double matrix[3][3], const double v[3], double out[3]);

/* The inverse of a symmetric matrix. */
void oracle_invert(double matrix[3][3], double inverse[3][3]);

/* q turned by a rotation vector of the world, rad/s for a time. */
void oracle_rotate(double q[4], const double spin[3], double time);

/* A box of cells, a mesh of panels. */
bool oracle_is_cells(const flo_hull_def *hull);
bool oracle_is_panels(const flo_hull_def *hull);

/* kg of water that the whole hull displaces. */
double oracle_displaced(const oracle_body *b, const oracle_sea *sea);

/* Reference depth and vertical damping of a hull that states how it should settle instead. */
void oracle_tune(oracle_body *b, const oracle_sea *sea);

/* Keeps the velocities that damping of points goes by. */
void oracle_find(oracle_body *b);

/* Looks at the water where the centre of mass is; the surface above a place near it, searched for from there on. */
void oracle_look(oracle_body *b, const oracle_sea *sea, double time);
oracle_surface oracle_above(const oracle_body *b, const oracle_sea *sea, double time, const real at[2]);

/* All but drag and weight. */
oracle_load oracle_water_load(oracle_body *b, const oracle_sea *sea, oracle_step step);

/* A force at an arm from the centre of mass. */
void oracle_add_force(oracle_load *load, const double arm[3], const double force[3]);

/* The pressure on the panels of a mesh, with the heights above its corners as they were last looked at. */
void oracle_add_pressure(oracle_load *load, const oracle_body *b, const oracle_sea *sea);

/* N, 0 where the law has no gravity. */
double oracle_weight(const oracle_body *b, const oracle_sea *sea);

/* Drag along the hull's axes: a rate, 1/s, for each; and the velocity of what it drags in. */
void oracle_drag_rates(const oracle_body *b, const oracle_load *load, double rates[3], double water[3]);

#endif
