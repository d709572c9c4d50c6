/* SPDX-License-Identifier: MIT
 *
 * The oracle's symplectic step, with the water that must move along, and the modes that follow the water. */
#include "oracle_parts.h"

#include <math.h>
#include <string.h>

/* ---- inertia with added mass ----------------------------------------------------------------------------------- */

/* Along the hull's axes, of a body that is submerged by a share. */
static double mass_along(const oracle_body *b, const oracle_sea *sea, double share, int axis)
{
    return b->hull.mass + b->hull.added_mass.coefficient[axis] * oracle_displaced(b, sea) * share;
}

/* The water's part is a share of the inertia that it would have in the body's shape, which is the body's own, scaled as
 * that is, times the ratio of the masses. */
static void whole_inertia(const oracle_body *b, const oracle_sea *sea, double share, double out[3][3])
{
    memcpy(out, b->inertia, sizeof b->inertia);
    const double ratio = oracle_displaced(b, sea) * share / b->hull.mass;
    for (int a = 0; a < 3; a++) out[a][a] += b->hull.added_mass.rotation[a] * ratio * b->inertia[a][a];
}

static void momentum_of_spin(oracle_body *b, double inertia[3][3])
{
    oracle_apply(b->orientation, inertia, b->spin, b->momentum);
}

static void spin_of_momentum(const double q[4], double inertia[3][3], const double momentum[3], double spin[3])
{
    double inverse[3][3];
    oracle_invert(inertia, inverse);
    oracle_apply(q, inverse, momentum, spin);
}

/* A velocity times a factor along each of the hull's axes. */
static void scale_along_axes(const double q[4], const double factor[3], double v[3])
{
    double along[3];
    oracle_turn_back(q, v, along);
    for (int a = 0; a < 3; a++) along[a] *= factor[a];
    oracle_turn(q, along, v);
}

/* The wet share becomes that of the load.  More water is set moving by the body's momentum (or by what entry_exponent
 * leaves of it), that through the water where anything is relative to it; less takes its own momentum along. */
static void get_wet(oracle_body *b, const oracle_sea *sea, const oracle_load *load)
{
    const flo_hull_def *d = &b->hull;
    const bool relative = d->damping.relative || d->drag.relative
                          || (d->push.strength > 0 && d->push.velocity == FLO_PUSH_RELATIVE);
    const double share = load->submerged, p = b->hull.added_mass.entry_exponent;
    double before[3][3], now[3][3], slowed[3], turned[3];
    whole_inertia(b, sea, b->wet, before);
    whole_inertia(b, sea, share, now);
    for (int a = 0; a < 3; a++) {
        slowed[a] = pow(mass_along(b, sea, b->wet, a) / mass_along(b, sea, share, a), p);
        turned[a] = pow(before[a][a] / now[a][a], p);
    }
    if (b->wet_known && share > b->wet) {
        for (int i = 0; i < 3 && relative; i++) b->velocity[i] -= load->water[i];
        scale_along_axes(b->orientation, slowed, b->velocity);
        for (int i = 0; i < 3 && relative; i++) b->velocity[i] += load->water[i];
        if (p == 1) spin_of_momentum(b->orientation, now, b->momentum, b->spin);
        else scale_along_axes(b->orientation, turned, b->spin);
    }
    momentum_of_spin(b, now);
    b->wet = share;
    b->wet_known = true;
}

static bool moves_water(const flo_added_mass_def *added)
{
    double sum = 0;
    for (int a = 0; a < 3; a++) sum += added->coefficient[a] + added->rotation[a];
    return sum > 0;
}

/* ---- dynamic --------------------------------------------------------------------------------------------------- */

static void step_rotation(oracle_body *b, const oracle_sea *sea, const double torque[3], double dt)
{
    const double decay = exp(-b->hull.damping.angular * dt);
    double inertia[3][3];
    whole_inertia(b, sea, b->wet, inertia);
    if (b->hull.damping.angular_form == FLO_ANGULAR_VELOCITY) {
        double change[3];
        spin_of_momentum(b->orientation, inertia, torque, change);
        for (int i = 0; i < 3; i++) b->spin[i] = (b->spin[i] + change[i] * dt) * decay;
        oracle_rotate(b->orientation, b->spin, dt);
        momentum_of_spin(b, inertia);
        return;
    }
    double half_way[4], spin[3];
    for (int i = 0; i < 3; i++) b->momentum[i] = (b->momentum[i] + torque[i] * dt) * decay;
    memcpy(half_way, b->orientation, sizeof half_way);
    spin_of_momentum(b->orientation, inertia, b->momentum, spin);
    oracle_rotate(half_way, spin, dt / 2);
    spin_of_momentum(half_way, inertia, b->momentum, spin);
    oracle_rotate(b->orientation, spin, dt);
    spin_of_momentum(b->orientation, inertia, b->momentum, b->spin);
}

/* Drag implicitly, along the hull's axes, of the velocity through what drags. */
static void step_velocity(oracle_body *b, const oracle_sea *sea, const oracle_load *load, double dt)
{
    double rates[3], water[3], along[3], push[3];
    oracle_drag_rates(b, load, rates, water);
    for (int i = 0; i < 3; i++) b->velocity[i] -= water[i];
    oracle_turn_back(b->orientation, b->velocity, along);
    oracle_turn_back(b->orientation, load->force, push);
    for (int a = 0; a < 3; a++) {
        const double mass = mass_along(b, sea, b->wet, a);
        along[a] = (along[a] + dt * push[a] / mass) / (1 + dt * rates[a] * b->hull.mass / mass);
    }
    oracle_turn(b->orientation, along, b->velocity);
    for (int i = 0; i < 3; i++) b->velocity[i] += water[i];
}

/* Puts the centre of mass where it belongs for an origin's place and velocity along an axis of the world. */
static void place_by_origin(oracle_body *b, int axis, double position, double velocity)
{
    double arm[3], swing[3] = { 0 };
    oracle_turn(b->orientation, b->hull.center_of_mass, arm);
    oracle_add_cross(swing, b->spin, arm);
    b->place[axis] = position + arm[axis];
    b->velocity[axis] = velocity + swing[axis];
}

static void step_dynamic(oracle_body *b, const oracle_sea *sea, double time, double dt)
{
    double origin[3], unused[3];
    const oracle_step look = { time, dt, true, false }, step = { time, dt, true, true };
    oracle_body_origin(b, origin, unused);
    oracle_find(b);
    const oracle_load before = oracle_water_load(b, sea, look);
    if (moves_water(&b->hull.added_mass)) get_wet(b, sea, &before);
    oracle_load load = oracle_water_load(b, sea, step);
    b->aged = true;
    load.force[1] -= oracle_weight(b, sea);
    step_velocity(b, sea, &load, dt);
    step_rotation(b, sea, load.torque, dt);
    for (int i = 0; i < 3; i++) b->place[i] += dt * b->velocity[i];
    if (b->mode != FLO_HYBRID) return;
    for (int i = 0; i < 2; i++) {
        const double v = b->control.velocity[i];
        place_by_origin(b, 2 * i, origin[2 * i] + dt * v, v);
    }
}

/* ---- following the water --------------------------------------------------------------------------------------- */

/* Mean height and normalised mean normal over the samples. */
static void water_under(oracle_body *b, const oracle_sea *sea, double time, double *height, double normal[3])
{
    real sum[3] = { 0 }, level = 0;
    oracle_look(b, sea, time);
    for (int i = 0; i < b->samples; i++) {
        double arm[3];
        oracle_turn(b->orientation, b->sample[i], arm);
        const real at[2] = { b->place[0] + arm[0], b->place[2] + arm[2] };
        const oracle_surface s = oracle_above(b, sea, time, at);
        real n[3] = { s.normal[0], s.normal[1], s.normal[2] };
        if (sea->normal_offset > 0) oracle_finite_normal(sea, time, &s, at, sea->inversion, n);
        for (int a = 0; a < 3; a++) sum[a] += n[a] * b->share[i];
        level += s.height * b->share[i];
    }
    const real length = sqrtl(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    for (int a = 0; a < 3; a++) normal[a] = (double)(sum[a] / length);
    *height = (double)level;
}

/* The attitude with a heading, a twist about +y, and then its +y swung the short way to `up`. */
static void attitude_of(double heading, const double up[3], double q[4])
{
    const double w = sqrt((1 + up[1]) / 2), x = up[2] / (2 * w), z = -up[0] / (2 * w);      /* the swing: y is 0 */
    const double c = cos(heading / 2), s = sin(heading / 2);
    q[0] = w * c;
    q[1] = x * c - z * s;
    q[2] = w * s;
    q[3] = z * c + x * s;
}

/* From one attitude to another, over a time: twice the sine of half the angle, as small turns are. */
static void spin_between(const double from[4], const double to[4], double dt, double spin[3])
{
    const double back[3] = { -from[1], -from[2], -from[3] };
    const double w = to[0] * from[0] - oracle_dot(to + 1, back);
    double v[3];
    for (int i = 0; i < 3; i++) v[i] = to[0] * back[i] + from[0] * to[1 + i];
    oracle_add_cross(v, to + 1, back);
    for (int i = 0; i < 3; i++) spin[i] = (w < 0 ? -2 : 2) * v[i] / dt;
}

static void step_following(oracle_body *b, const oracle_sea *sea, double time, double dt)
{
    const bool commanded = b->mode == FLO_KINEMATIC;
    const double f = -expm1(-b->control.smoothing * dt), old[4] = { b->orientation[0], b->orientation[1],
                                                                    b->orientation[2], b->orientation[3] };
    double origin[3], unused[3], axes[3][3], normal[3], height, up[3];
    oracle_body_origin(b, origin, unused);
    water_under(b, sea, time, &height, normal);
    oracle_axes(b->orientation, axes);
    for (int i = 0; i < 3; i++) up[i] = axes[1][i] + f * (normal[i] - axes[1][i]);
    const double length = sqrt(oracle_dot(up, up));
    for (int i = 0; i < 3; i++) up[i] /= length;
    const double heading = 2 * atan2(old[2], old[0]) + (commanded ? b->control.yaw_rate * dt : 0);
    attitude_of(heading, up, b->orientation);
    const double climb = f * (height - origin[1]) / dt;
    const double move[3] = { commanded ? b->control.velocity[0] : 0, climb, commanded ? b->control.velocity[1] : 0 };
    memset(b->spin, 0, sizeof b->spin);
    if (commanded) spin_between(old, b->orientation, dt, b->spin);
    for (int i = 0; i < 3; i++) place_by_origin(b, i, origin[i] + dt * move[i], commanded ? move[i] : 0);
    momentum_of_spin(b, b->inertia);
}

void oracle_body_step(oracle_body *body, const oracle_sea *sea, double time, double dt)
{
    if (body->mode == FLO_TRANSFORM || body->mode == FLO_KINEMATIC) step_following(body, sea, time, dt);
    else step_dynamic(body, sea, time, dt);
}
