/* SPDX-License-Identifier: MIT
 *
 * The oracle's bodies: forces sample by sample, and the step, in double and in the words of flotilla.h. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void add_cross(double sum[3], const double a[3], const double b[3])
{
    for (int i = 0; i < 3; i++) sum[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* The three hull axes in the world. */
static void axes_of(const double q[4], double axes[3][3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double m[3][3] = { { w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y) },
                             { 2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x) },
                             { 2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z } };
    memcpy(axes, m, sizeof m);
}

void oracle_turn(const double orientation[4], const double v[3], double out[3])
{
    double axes[3][3];
    axes_of(orientation, axes);
    for (int i = 0; i < 3; i++) out[i] = axes[0][i] * v[0] + axes[1][i] * v[1] + axes[2][i] * v[2];
}

/* A world vector times a symmetric matrix that is diagonal in the hull's axes. */
static void scale_along_axes(const double q[4], const double factor[3], const double v[3], double out[3])
{
    double axes[3][3], along[3];
    axes_of(q, axes);
    for (int a = 0; a < 3; a++) along[a] = factor[a] * dot(axes[a], v);
    for (int i = 0; i < 3; i++) out[i] = axes[0][i] * along[0] + axes[1][i] * along[1] + axes[2][i] * along[2];
}

void oracle_momentum(const double orientation[4], const double inertia[3], const double spin[3], double out[3])
{
    scale_along_axes(orientation, inertia, spin, out);
}

static void spin_of(const double q[4], const double inertia[3], const double momentum[3], double spin[3])
{
    const double per_inertia[3] = { 1 / inertia[0], 1 / inertia[1], 1 / inertia[2] };
    scale_along_axes(q, per_inertia, momentum, spin);
}

/* ---- making ---------------------------------------------------------------------------------------------------- */

static bool is_box(const flo_hull_def *hull) { return hull->point_count == 0; }
static bool is_cells(const flo_hull_def *hull) { return is_box(hull) && hull->buoyancy.law == FLO_ARCHIMEDES; }

static void fill_in(flo_hull_def *hull)
{
    const double *s = hull->box_size;
    if (is_box(hull) && hull->volume == 0) hull->volume = s[0] * s[1] * s[2];
    const bool stated = hull->inertia[0] != 0;
    for (int a = 0; a < 3; a++) {
        if (!stated) hull->inertia[a] = hull->mass * (dot(s, s) - s[a] * s[a]) / 12;
        hull->inertia[a] *= hull->inertia_scale;
    }
}

static void sample_of(const flo_hull_def *hull, int i, double out[3])
{
    const int *grid = hull->box_grid;
    for (int a = 0; a < 3; a++) {
        if (is_box(hull)) {
            const double cell = hull->box_size[a] / grid[a];
            const int at = a == 0 ? i % grid[0] : a == 1 ? i / grid[0] % grid[1] : i / (grid[0] * grid[1]);
            out[a] = (at + 0.5) * cell - hull->box_size[a] / 2 - hull->center_of_mass[a];
        } else {
            out[a] = hull->points[i][a] - hull->center_of_mass[a];
        }
    }
}

oracle_body oracle_body_make(const flo_hull_def *hull, const flo_body_state *state, flo_body_control control)
{
    oracle_body b = { .hull = *hull, .throttle = control.throttle, .steer = control.steer };
    const int *grid = hull->box_grid;
    fill_in(&b.hull);
    b.samples = is_box(hull) ? grid[0] * grid[1] * grid[2] : hull->point_count;
    b.sample = calloc((size_t)b.samples, sizeof *b.sample);
    b.height_before = calloc((size_t)b.samples, sizeof *b.height_before);
    if (!b.sample || !b.height_before) abort();
    for (int i = 0; i < b.samples; i++) sample_of(hull, i, b.sample[i]);
    double square = 0, arm[3];
    for (int i = 0; i < 4; i++) square += (double)state->orientation[i] * state->orientation[i];
    for (int i = 0; i < 4; i++) b.orientation[i] = state->orientation[i] / sqrt(square);
    oracle_turn(b.orientation, hull->center_of_mass, arm);
    for (int i = 0; i < 3; i++) {
        b.spin[i] = state->angular_velocity[i];
        b.place[i] = state->position[i] + arm[i];
        b.velocity[i] = state->velocity[i];
    }
    add_cross(b.velocity, b.spin, arm);
    oracle_momentum(b.orientation, b.hull.inertia, b.spin, b.momentum);
    return b;
}

void oracle_body_free(oracle_body *body)
{
    free(body->sample);
    free(body->height_before);
    body->sample = NULL;
    body->height_before = NULL;
}

void oracle_body_origin(const oracle_body *body, double position[3], double velocity[3])
{
    const double *com = body->hull.center_of_mass, back[3] = { -com[0], -com[1], -com[2] };
    double arm[3];
    oracle_turn(body->orientation, back, arm);
    for (int i = 0; i < 3; i++) {
        position[i] = body->place[i] + arm[i];
        velocity[i] = body->velocity[i];
    }
    add_cross(velocity, body->spin, arm);
}

/* ---- forces ---------------------------------------------------------------------------------------------------- */

/* Submersion of a depth, and its derivative.  `extent` is a cell's height in the present attitude. */
static double submersion(const flo_hull_def *hull, double depth, double extent, double *slope)
{
    const flo_buoyancy_def *b = &hull->buoyancy;
    const double relative = depth / b->reference_depth;
    *slope = 0;
    if (b->law == FLO_SPRING) return depth > 0;
    if (is_cells(hull)) {
        *slope = 1 / extent;
        return fmin(fmax(depth / extent + 0.5, 0), 1);
    }
    *slope = (b->curve == FLO_CURVE_SATURATE ? b->alpha : 1) / b->reference_depth;
    if (depth <= 0) return 0;
    if (b->curve == FLO_CURVE_CLAMP) return fmin(relative, 1);
    return b->curve == FLO_CURVE_SATURATE ? -expm1(-b->alpha * relative) : relative;
}

/* N of a sample whose submersion is 1. */
static double full_lift(const oracle_body *b, const oracle_sea *sea)
{
    const flo_hull_def *h = &b->hull;
    if (h->buoyancy.law == FLO_ARCHIMEDES) return (double)(sea->density * sea->gravity) * h->volume / b->samples;
    return h->mass * (double)sea->gravity * h->buoyancy.bias / b->samples;
}

static void add_force(oracle_load *load, const double arm[3], const double force[3])
{
    for (int i = 0; i < 3; i++) load->force[i] += force[i];
    add_cross(load->torque, arm, force);
    load->size += sqrt(dot(force, force));
}

/* One sample's part.  True if it is wet. */
static bool add_sample(oracle_load *load, oracle_body *b, int i, const oracle_sea *sea, oracle_step step)
{
    const flo_hull_def *h = &b->hull;
    double arm[3], axes[3][3], slope, extent = 0, force[3] = { 0 };
    axes_of(b->orientation, axes);
    for (int a = 0; a < 3; a++) extent += fabs(axes[a][1]) * h->box_size[a] / (h->box_grid[a] ? h->box_grid[a] : 1);
    oracle_turn(b->orientation, b->sample[i], arm);
    const oracle_surface above = oracle_surface_at(sea, step.time, b->place[0] + arm[0], b->place[2] + arm[2],
                                                   sea->inversion);
    const double depth = (double)(above.height - b->place[1] - arm[1]), s = submersion(h, depth, extent, &slope);
    const double change = step.dt > 0 && b->aged ? ((double)above.height - b->height_before[i]) / step.dt : 0;
    const double speed = h->push.velocity == FLO_PUSH_CHANGE ? change : (double)above.rise;
    real normal[3] = { above.normal[0], above.normal[1], above.normal[2] };
    if (sea->normal_offset > 0) {
        const real at[2] = { b->place[0] + arm[0], b->place[2] + arm[2] };
        oracle_finite_normal(sea, step.time, at, sea->inversion, normal);
    }
    for (int a = 0; a < 3 && s > 0; a++) {
        force[a] = (double)normal[a] * speed * h->push.strength * h->mass / b->samples;
    }
    const double spring = h->buoyancy.stiffness / b->samples, lift = full_lift(b, sea);
    force[1] += h->buoyancy.law == FLO_SPRING ? spring * depth : lift * s;
    load->stiffness += h->buoyancy.law == FLO_SPRING ? spring : lift * slope;
    load->submerged += fmin(s, 1) / b->samples;
    add_force(load, arm, force);
    if (step.remember) b->height_before[i] = (double)above.height;
    return s > 0;
}

/* How far the propeller is in the water. */
static double gate(const oracle_body *b, const oracle_sea *sea, double time, const double arm[3])
{
    const flo_hull_def *h = &b->hull;
    const oracle_surface above = oracle_surface_at(sea, time, b->place[0] + arm[0], b->place[2] + arm[2],
                                                   sea->inversion);
    const double depth = (double)(above.height - b->place[1] - arm[1]);
    if (h->buoyancy.law == FLO_SPRING) return depth > 0;
    const double full = is_cells(h) ? h->box_size[1] / h->box_grid[1] : h->buoyancy.reference_depth;
    return fmin(fmax(depth / full, 0), 1);
}

static void add_thrust(oracle_load *load, const oracle_body *b, const oracle_sea *sea, double time)
{
    const flo_hull_def *h = &b->hull;
    double at[3], arm[3], force[3];
    for (int a = 0; a < 3; a++) at[a] = h->thrust.position[a] - h->center_of_mass[a];
    oracle_turn(b->orientation, at, arm);
    const double ahead[3] = { 0, 0, h->thrust.power * b->throttle * gate(b, sea, time, arm) };
    oracle_turn(b->orientation, ahead, force);
    add_force(load, arm, force);
}

static void add_damping_and_steering(oracle_load *load, const oracle_body *b, bool wet)
{
    const flo_hull_def *h = &b->hull;
    const double share = h->damping.scale_by_submerged ? load->submerged : 1;
    const double nowhere[3] = { 0 }, force[3] = { 0, -h->damping.vertical * share * h->mass * b->velocity[1], 0 };
    double axes[3][3];
    add_force(load, nowhere, force);
    axes_of(b->orientation, axes);
    const double along = fmin(fmax(dot(axes[2], b->velocity) / h->steering.reference_speed, 0), 1);
    if (wet || !h->steering.needs_water) load->torque[1] += b->steer * (h->steering.base + h->steering.speed * along);
}

/* Drag along the hull's axes: a rate, 1/s, for each. */
static void drag_rates(const oracle_body *b, bool wet, double rates[3])
{
    const flo_drag_def *d = &b->hull.drag;
    const double all = d->linear + d->quadratic * sqrt(dot(b->velocity, b->velocity));
    for (int a = 0; a < 3; a++) rates[a] = wet || !d->only_in_water ? all + d->local[a] : 0;
}

/* All but drag and weight.  Sets whether any sample is wet. */
static oracle_load water_load(oracle_body *b, const oracle_sea *sea, oracle_step step, bool *wet)
{
    oracle_load load = { .size = 0 };
    *wet = false;
    for (int i = 0; i < b->samples; i++) {
        if (add_sample(&load, b, i, sea, step)) *wet = true;
    }
    if (step.remember) b->aged = true;
    add_thrust(&load, b, sea, step.time);
    add_damping_and_steering(&load, b, *wet);
    return load;
}

static double weight_of(const oracle_body *b, const oracle_sea *sea)
{
    return b->hull.buoyancy.law == FLO_SPRING ? 0 : b->hull.mass * (double)sea->gravity;
}

oracle_load oracle_body_load(oracle_body *body, const oracle_sea *sea, oracle_step step)
{
    bool wet;
    double rates[3], drag[3];
    const double nowhere[3] = { 0 };
    oracle_load load = water_load(body, sea, step, &wet);
    drag_rates(body, wet, rates);
    scale_along_axes(body->orientation, rates, body->velocity, drag);
    for (int i = 0; i < 3; i++) drag[i] *= -body->hull.mass;
    add_force(&load, nowhere, drag);
    if (step.gravity) add_force(&load, nowhere, (const double[3]){ 0, -weight_of(body, sea), 0 });
    return load;
}

/* ---- the step -------------------------------------------------------------------------------------------------- */

/* q turned by a rotation vector of the world, rad. */
static void rotate(double q[4], const double spin[3], double time)
{
    const double angle = sqrt(dot(spin, spin)) * time;
    const double s = angle != 0 ? sin(angle / 2) / angle * time : 0, w = cos(angle / 2);
    const double v[3] = { s * spin[0], s * spin[1], s * spin[2] }, old[4] = { q[0], q[1], q[2], q[3] };
    double length = 0;
    q[0] = w * old[0] - dot(v, old + 1);
    for (int i = 0; i < 3; i++) q[1 + i] = w * old[1 + i] + old[0] * v[i];
    add_cross(q + 1, v, old + 1);
    for (int i = 0; i < 4; i++) length += q[i] * q[i];
    for (int i = 0; i < 4; i++) q[i] /= sqrt(length);
}

static void step_rotation(oracle_body *b, const double torque[3], double dt)
{
    const double decay = exp(-b->hull.damping.angular * dt), *inertia = b->hull.inertia;
    if (b->hull.damping.angular_form == FLO_ANGULAR_VELOCITY) {
        double change[3];
        spin_of(b->orientation, inertia, torque, change);
        for (int i = 0; i < 3; i++) b->spin[i] = (b->spin[i] + change[i] * dt) * decay;
        rotate(b->orientation, b->spin, dt);
        oracle_momentum(b->orientation, inertia, b->spin, b->momentum);
        return;
    }
    double half_way[4], spin[3];
    for (int i = 0; i < 3; i++) b->momentum[i] = (b->momentum[i] + torque[i] * dt) * decay;
    memcpy(half_way, b->orientation, sizeof half_way);
    spin_of(b->orientation, inertia, b->momentum, spin);
    rotate(half_way, spin, dt / 2);
    spin_of(half_way, inertia, b->momentum, spin);
    rotate(b->orientation, spin, dt);
    spin_of(b->orientation, inertia, b->momentum, b->spin);
}

void oracle_body_step(oracle_body *body, const oracle_sea *sea, double time, double dt)
{
    bool wet;
    double rates[3], factor[3], pushed[3];
    const oracle_step step = { time, dt, true, true };
    oracle_load load = water_load(body, sea, step, &wet);
    load.force[1] -= weight_of(body, sea);
    drag_rates(body, wet, rates);
    for (int i = 0; i < 3; i++) {
        pushed[i] = body->velocity[i] + dt * load.force[i] / body->hull.mass;
        factor[i] = 1 / (1 + dt * rates[i]);
    }
    scale_along_axes(body->orientation, factor, pushed, body->velocity);
    step_rotation(body, load.torque, dt);
    for (int i = 0; i < 3; i++) body->place[i] += dt * body->velocity[i];
}
