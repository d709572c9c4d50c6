/* SPDX-License-Identifier: MIT
 *
 * Stiffness of a hull at rest:
 *
 *   heave          slope of the lift over the draft; of a mesh rho g waterplane
 *   roll, pitch    sum of each sample's slope times the square of its distance from the axis, and W (height of the
 *                  lift's centre above the centre of mass), W being the weight that the water carries; for a mesh W GM
 *
 * The lift of a box's cell acts at its middle, however much of it is wet: one layer of cells is stiffer than the box,
 * and the more layers, the less.  Where the waterline lies just between two layers, both work: tilted by an angle a, a
 * cell at x takes in |x| a, and half of its width times a besides. */
#include "afloat.h"

#include "../hull.h"

#include <math.h>

static const afloat nowhere = { .steeper = 1, .submerged = 1, .waterline = NAN };

/* ---- samples --------------------------------------------------------------------------------------------------- */

/* How a sample's submersion follows from its depth.  The spring is two-sided; its depth counts in metres. */
typedef struct bend {
    bool spring;
    const double *cell;             /* m: the extents of a box's cells, or NULL; then `depth` is their height */
    flo_curve curve;
    double depth, alpha;
} bend;

typedef struct wetness {
    double submersion;
    double slope, steepest;         /* 1/m: here, and at the steepest place of the curve if it is wet */
    bool between;                   /* the water is where one layer of cells ends and the next begins */
} wetness;

/* x is the water's height over the bottom of a cell, in heights of cells. */
static wetness wet_cell(double x, double depth)
{
    if (fabs(x) < 1e-6 || fabs(x - 1) < 1e-6) return (wetness){ fmin(fmax(x, 0), 1), 0.5 / depth, 0.5 / depth, true };
    if (x < 0) return (wetness){ 0 };
    if (x > 1) return (wetness){ .submersion = 1 };
    return (wetness){ x, 1 / depth, 1 / depth, false };
}

static wetness wet(const bend *b, double depth)
{
    const double x = depth / b->depth;
    if (b->spring) return (wetness){ x, 1, 1, false };
    if (b->cell) return wet_cell(x + 0.5, b->depth);
    if (x < 0) return (wetness){ 0 };
    if (b->curve == FLO_CURVE_SATURATE) {
        return (wetness){ -expm1(-b->alpha * x), b->alpha * exp(-b->alpha * x) / b->depth, b->alpha / b->depth, false };
    }
    if (b->curve == FLO_CURVE_CLAMP && x > 1 + 1e-9) return (wetness){ .submersion = 1 };
    return (wetness){ x, 1 / b->depth, 1 / b->depth, false };
}

/* Means over the samples of a hull, by weight, places being seen from the centre of mass. */
typedef struct means {
    double submersion, height;      /* m: height times submersion */
    double slope, steepest;         /* 1/m */
    double slope_x, slope_z;        /* m: slope times the square of the distance */
    double square_x, square_z;      /* m^2 */
    double highest;                 /* m */
} means;

/* In water of a height above the centre of mass. */
static means means_of(const flo_hull *hull, const bend *b, double water)
{
    const flo__pieces *cut = &hull->cut;
    means m = { .highest = -INFINITY };
    for (int i = 0; i < cut->pieces * cut->samples; i++) {
        const hull_sample *sample = &cut->sample[i];
        const hull_piece *centre = &cut->centre[i / cut->samples];
        const double share = (double)sample->weight / hull->weights;
        const double x = (double)centre->x + (double)sample->x, y = (double)centre->y + (double)sample->y;
        const double z = (double)centre->z + (double)sample->z;
        if (!(share > 0)) continue;
        const wetness w = wet(b, water - y);
        m.submersion += share * w.submersion;
        m.height += share * w.submersion * y;
        m.slope += share * w.slope;
        m.steepest += share * w.steepest;
        m.slope_x += share * w.slope * (x * x + (w.between ? fabs(x) * b->cell[0] / 2 : 0));
        m.slope_z += share * w.slope * (z * z + (w.between ? fabs(z) * b->cell[2] / 2 : 0));
        m.square_x += share * x * x;
        m.square_z += share * z * z;
        m.highest = fmax(m.highest, y);
    }
    return m;
}

/* The lowest water with a mean submersion, by halving. */
static double find_water(const flo_hull *hull, const bend *b, double submersion)
{
    const double enough = submersion - 1e-12 * fabs(submersion);
    double high = means_of(hull, b, 0).highest, low = high - 2 * hull->radius - b->depth;
    for (double more = b->depth; means_of(hull, b, high).submersion < enough && more < 1e12; more *= 2) high += more;
    for (int i = 0; i < 64; i++) {
        const double middle = low + (high - low) / 2;
        if (means_of(hull, b, middle).submersion < enough) low = middle;
        else high = middle;
    }
    return high;
}

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

/* Samples along a curve, with a lift of `full` N where their submersion is 1. */
static afloat float_samples(const flo_hull *hull, const bend *b, double full, double weight)
{
    const bool endless = b->spring || b->curve == FLO_CURVE_NONE;
    afloat a = nowhere;
    a.full = endless && full > 0 ? INFINITY : full / weight;
    if (b->curve == FLO_CURVE_SATURATE && !b->spring ? a.full <= 1 : a.full < 1) return a;
    const double share = b->spring ? 0 : weight / full, water = find_water(hull, b, share);
    const means m = means_of(hull, b, water);
    a.heave = full * m.slope;
    a.roll = full * (m.slope_x + (b->spring ? 0 : m.height));
    a.pitch = full * (m.slope_z + (b->spring ? 0 : m.height));
    a.steeper = m.steepest / m.slope;
    a.submerged = b->spring ? 1 : fmin(1, share);
    a.waterline = hull->def.center_of_mass[1] + water;
    return a;
}

static afloat float_mesh(const flo_mesh *mesh, const flo_hull *hull, const flo_sea_def *sea)
{
    const flo_hull_def *def = &hull->def;
    const double weight = def->mass * sea->gravity;
    flo_hydrostatics floats;
    afloat a = nowhere;
    a.full = sea->density * def->volume / def->mass;
    if (a.full < 1 || flo_mesh_float(mesh, def->mass, sea->density, def->center_of_mass, &floats)) return a;
    a.heave = sea->density * sea->gravity * floats.waterplane;
    a.roll = weight * floats.gm[0];
    a.pitch = weight * floats.gm[1];
    a.submerged = 1 / a.full;
    a.waterline = floats.waterline;
    return a;
}

afloat afloat_of(const flo_hull_def *def, const flo_hull *hull, double depth, const flo_sea_def *sea)
{
    const flo_buoyancy_def *b = &def->buoyancy;
    const double weight = def->mass * sea->gravity;
    const bend curve = { .spring = b->law == FLO_SPRING, .curve = b->curve,
                         .depth = b->law == FLO_SPRING ? 1 : depth, .alpha = b->alpha };
    const bend cells = { .cell = hull->cell, .curve = FLO_CURVE_CLAMP, .depth = hull->cell[1] };
    const means all = means_of(hull, &(bend){ .spring = true, .depth = 1 }, 0);
    afloat a;
    if (b->law == FLO_SPRING) a = float_samples(hull, &curve, b->stiffness, weight);
    else if (b->law == FLO_PROPORTIONAL) a = float_samples(hull, &curve, weight * b->bias, weight);
    else if (def->points) a = float_samples(hull, &curve, sea->density * sea->gravity * hull->def.volume, weight);
    else if (def->mesh) a = float_mesh(def->mesh, hull, sea);
    else a = float_samples(hull, &cells, sea->density * sea->gravity * hull->def.volume, weight);
    a.square_x = all.square_x;
    a.square_z = all.square_z;
    return a;
}
