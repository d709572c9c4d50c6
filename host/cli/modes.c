/* SPDX-License-Identifier: MIT
 *
 * Stiffness, mass and damping of the three motions that water brings back.
 *
 *   heave          K = slope of the lift over the draft
 *   roll, pitch    K (mean square of the samples' distance from the axis) + W (height of the lift's centre above the
 *                  centre of mass), W the weight that the water carries; for a box this is rho g I + W (BG).
 *                  A box whose waterline lies just between two layers of cells is stiffer: both work then
 *
 * Symplectic Euler is stable up to omega dt = 2 (sqrt(1 + z^2) - z) where damping is a force of ratio z, and up to
 * omega dt = sqrt(2 (1 + exp(c dt))) where the spin decays by exp(-c dt) a step: the trace of its matrix must not
 * exceed one plus its determinant. */
#include "modes.h"

#include <math.h>

const char *mode_name(int mode)
{
    static const char *const names[MODES] = { "heave", "roll", "pitch" };
    return names[mode];
}

/* The samples seen from the centre of mass: mean squares along x and z, mean height. */
typedef struct sample_shape {
    double square_x, square_z, height;
} sample_shape;

static sample_shape shape_of(const flo_hull_def *def)
{
    const double *center = def->center_of_mass;
    sample_shape shape = { 0, 0, 0 };
    if (!def->points) {     /* cells at equal distances: their variance is (size^2 - cell^2) / 12 */
        const double cell_x = def->box_size[0] / def->box_grid[0], cell_z = def->box_size[2] / def->box_grid[2];
        shape.square_x = (def->box_size[0] * def->box_size[0] - cell_x * cell_x) / 12 + center[0] * center[0];
        shape.square_z = (def->box_size[2] * def->box_size[2] - cell_z * cell_z) / 12 + center[2] * center[2];
        shape.height = -center[1];
        return shape;
    }
    for (int i = 0; i < def->point_count; i++) {
        const double x = def->points[i][0] - center[0], z = def->points[i][2] - center[2];
        shape.square_x += x * x / def->point_count;
        shape.square_z += z * z / def->point_count;
        shape.height += (def->points[i][1] - center[1]) / def->point_count;
    }
    return shape;
}

typedef struct lift {
    double stiffness;       /* N/m where it floats */
    double steepest;        /* N/m where the curve is steepest */
    double weight;          /* N that the water carries */
    double submerged;       /* share where it floats */
} lift;

/* The lift of `full` N that a sample-wise curve reaches over the reference depth. */
static lift curve_lift(const flo_buoyancy_def *b, double full, double weight)
{
    lift l = { full / b->reference_depth, full / b->reference_depth, weight, fmin(1, weight / full) };
    if (b->curve == FLO_CURVE_SATURATE) {       /* slope alpha exp(-alpha d / D), and 1 - exp(..) = weight / full */
        l.steepest *= b->alpha;
        l.stiffness = full > weight ? l.steepest * (1 - weight / full) : l.steepest;
    }
    return l;
}

static lift lift_of(const flo_hull_def *def, const flo_hull_info *info, const flo_sea_def *sea, sample_shape *shape)
{
    const flo_buoyancy_def *b = &def->buoyancy;
    const double weight = def->mass * sea->gravity, unit = sea->density * sea->gravity;
    if (b->law == FLO_SPRING) return (lift){ b->stiffness, b->stiffness, 0, 1 };
    if (b->law == FLO_PROPORTIONAL) return curve_lift(b, weight * b->bias, weight);
    if (def->points) return curve_lift(b, unit * info->volume, weight);
    const double area = def->box_size[0] * def->box_size[2];
    const double draft = fmin(def->box_size[1], def->mass / (sea->density * area));
    shape->height = -def->box_size[1] / 2 + draft / 2 - def->center_of_mass[1];
    return (lift){ unit * area, unit * area, weight, draft / def->box_size[1] };
}

static hull_mode spin_mode(double stiffness, double steepest, double inertia, double decay_step, double dt)
{
    hull_mode m = { 0, 0, 0, sqrt(2 * (1 + exp(decay_step))) };
    if (stiffness > 0) m.frequency = sqrt(stiffness / inertia);
    if (steepest > 0) m.step = sqrt(steepest / inertia) * dt;
    if (m.frequency > 0) m.damping_ratio = decay_step / dt / (2 * m.frequency);
    return m;
}

static hull_mode heave_mode(const lift *l, const flo_damping_def *damping, double mass, double dt)
{
    const double steepest = sqrt(l->steepest / mass), ratio = damping->vertical / (2 * steepest);
    hull_mode m = { sqrt(l->stiffness / mass), 0, steepest * dt, 2 * (sqrt(1 + ratio * ratio) - ratio) };
    const double share = damping->scale_by_submerged ? l->submerged : 1;
    if (m.frequency > 0) m.damping_ratio = damping->vertical * share / (2 * m.frequency);
    return m;
}

hull_modes hull_modes_of(const flo_hull_def *def, const flo_hull *hull, const flo_sea_def *sea, double dt)
{
    const flo_hull_info info = flo_hull_get_info(hull);
    sample_shape shape = shape_of(def);
    const lift l = lift_of(def, &info, sea, &shape);
    const double upright = l.weight * shape.height, decay = def->damping.angular * dt;
    hull_modes modes;
    modes.mode[MODE_HEAVE] = heave_mode(&l, &def->damping, def->mass, dt);
    modes.mode[MODE_ROLL] = spin_mode(l.stiffness * shape.square_x + upright, l.steepest * shape.square_x + upright,
                                      info.inertia[2], decay, dt);
    modes.mode[MODE_PITCH] = spin_mode(l.stiffness * shape.square_z + upright, l.steepest * shape.square_z + upright,
                                       info.inertia[0], decay, dt);
    return modes;
}
