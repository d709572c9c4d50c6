/* SPDX-License-Identifier: MIT
 *
 * Frequencies, damping and limits of the three motions that water brings back, and what a hull's engine and rudder do.
 * Mass and inertia have the added ones of the hull at rest.
 *
 * Symplectic Euler is stable up to omega dt = sqrt(4 z^2 + 2 (1 + d)) - 2 z, where z is the ratio of the damping that
 * is a force, and a step divides the velocity by d besides: exp(c dt) of the spin, 1 + c dt by drag.  The trace of its
 * matrix must not exceed one plus its determinant. */
#include "modes.h"

#include "afloat.h"
#include "../hull.h"

#include <math.h>

const char *mode_name(int mode)
{
    static const char *const names[MODES] = { "heave", "roll", "pitch" };
    return names[mode];
}

/* ---- motion ---------------------------------------------------------------------------------------------------- */

typedef struct motion {
    double stiffness, mass;     /* N/m and kg, or N m and kg m^2 */
    double steeper;
    double force, decay;        /* 1/s: damping taken as a force, and what divides the velocity */
    double divisor;             /* by which that is in a step */
} motion;

static hull_swing mode_of(const motion *m, double dt, flo_integrator integrator)
{
    if (!(m->stiffness > 0)) {              /* what is indifferent may be off by rounding */
        return (hull_swing){ .overturns = m->stiffness < -1e-6 * m->mass,
                             .limit = integrator == FLO_IMPLICIT ? INFINITY : 2 };
    }
    const double frequency = sqrt(m->stiffness / m->mass), steepest = frequency * sqrt(m->steeper);
    const double twice = m->force / steepest;       /* the ratio of that damping alone */
    return (hull_swing){
        .frequency = frequency,
        .damping_ratio = (m->force + m->decay) / (2 * frequency),
        .step = steepest * dt,
        .limit = integrator == FLO_IMPLICIT ? INFINITY : sqrt(twice * twice + 2 * (1 + m->divisor)) - twice,
    };
}

hull_modes hull_modes_of(const flo_hull_def *def, const flo_hull *hull, const flo_sea_def *sea, double dt,
                         flo_integrator integrator)
{
    const flo_hull_info info = flo_hull_get_info(hull);
    const flo_damping_def *damping = &def->damping;
    const flo_added_mass_def *added = &def->added_mass;
    const flo__tuned tuned = flo__hull_tuned(def, sea->gravity, sea->density);
    const afloat rest = afloat_of(def, hull, tuned.reference_depth, sea);
    hull_modes modes = { .depth = tuned.reference_depth, .lift = rest.full, .waterline = rest.waterline };

    /* The water that is displaced, over the hull's own mass. */
    const double water = sea->density * info.volume * rest.submerged / def->mass;
    const double vertical = tuned.vertical * (damping->scale_by_submerged ? rest.submerged : 1);
    const double each = damping->of == FLO_DAMPING_POINTS ? def->mass * vertical : 0;
    const double heave = 1 + added->coefficient[1] * water;
    const double roll = info.inertia[2] * (1 + added->rotation[2] * water);
    const double pitch = info.inertia[0] * (1 + added->rotation[0] * water);
    const double drag = (def->drag.linear + def->drag.local[1]) / heave, spin = exp(damping->angular * dt);
    const motion motions[MODES] = {
        { rest.heave, def->mass * heave, rest.steeper, vertical / heave, drag, 1 + drag * dt },
        { rest.roll, roll, rest.steeper, each * rest.square_x / roll, damping->angular, spin },
        { rest.pitch, pitch, rest.steeper, each * rest.square_z / pitch, damping->angular, spin },
    };
    for (int i = 0; i < MODES; i++) modes.mode[i] = mode_of(&motions[i], dt, integrator);
    return modes;
}

/* ---- drive ----------------------------------------------------------------------------------------------------- */

static double clamp(double x)
{
    return x > 0 ? fmin(x, 1) : 0;
}

/* As far as the propeller is submerged; one of a spring or of panels is, or is not. */
static double grip_of(const flo_hull *hull, const hull_modes *modes)
{
    const flo_hull_def *def = &hull->def;
    const double depth = modes->waterline - def->thrust.position[1];
    const bool cells = def->buoyancy.law == FLO_ARCHIMEDES && hull->cell[1] > 0;
    const double full = cells ? hull->cell[1] : modes->depth;
    if (isnan(depth)) return 1;             /* it goes under */
    return full > 0 ? clamp(depth / full) : depth > 0;
}

/* Where p = a v + q v^2. */
static double balance(double p, double a, double q)
{
    return p > 0 ? 2 * p / (a + sqrt(a * a + 4 * q * p)) : 0;
}

hull_drive hull_drive_of(const flo_hull_def *def, const flo_hull *hull, const hull_modes *modes)
{
    const flo_hull_info info = flo_hull_get_info(hull);
    const flo_drag_def *drag = &def->drag;
    const flo_steering_def *steering = &def->steering;
    hull_drive d = { .grip = grip_of(hull, modes), .yaw_inertia = info.inertia[1] };
    d.top_speed = balance(fabs(def->thrust.power) * d.grip / def->mass, drag->linear + drag->local[2],
                          drag->quadratic + drag->local_quadratic[2]);
    const double torque = fabs(steering->base + steering->speed * clamp(d.top_speed / steering->reference_speed));
    d.turn_rate = torque > 0 ? torque / (d.yaw_inertia * def->damping.angular) : 0;
    d.drift = atan2(d.turn_rate, drag->local[0] + drag->linear +
                    (isfinite(d.top_speed) ? drag->quadratic * d.top_speed : 0));
    return d;
}
