/* SPDX-License-Identifier: MIT
 *
 * The oracle's forces, sample by sample. */
#include "oracle_parts.h"

#include <math.h>
#include <string.h>

/* ---- buoyancy -------------------------------------------------------------------------------------------------- */

/* Submersion of a depth, and its derivative.  `extent` is a cell's height in the present attitude. */
static double submersion(const flo_hull_def *hull, double depth, double extent, double *slope)
{
    const flo_buoyancy_def *b = &hull->buoyancy;
    const double relative = depth / b->reference_depth;
    *slope = 0;
    if (b->law == FLO_SPRING || oracle_is_panels(hull)) return depth > 0;
    if (oracle_is_cells(hull)) {
        *slope = 1 / extent;
        return fmin(fmax(depth / extent + 0.5, 0), 1);
    }
    *slope = (b->curve == FLO_CURVE_SATURATE ? b->alpha : 1) / b->reference_depth;
    if (depth <= 0) return 0;
    if (b->curve == FLO_CURVE_CLAMP) return fmin(relative, 1);
    return b->curve == FLO_CURVE_SATURATE ? -expm1(-b->alpha * relative) : relative;
}

double oracle_displaced(const oracle_body *b, const oracle_sea *sea) { return (double)sea->density * b->hull.volume; }

/* N of all samples together, were their submersion 1. */
static double full_lift(const oracle_body *b, const oracle_sea *sea)
{
    const flo_hull_def *h = &b->hull;
    if (oracle_is_panels(h)) return 0;
    if (h->buoyancy.law == FLO_ARCHIMEDES) return oracle_displaced(b, sea) * (double)sea->gravity;
    return h->mass * (double)sea->gravity * h->buoyancy.bias;
}

double oracle_weight(const oracle_body *b, const oracle_sea *sea)
{
    return b->hull.buoyancy.law == FLO_SPRING ? 0 : b->hull.mass * (double)sea->gravity;
}

void oracle_tune(oracle_body *b, const oracle_sea *sea)
{
    flo_hull_def *h = &b->hull;
    if (h->tuning.settle == 0) return;
    const double pi = acos(-1), l = log(h->tuning.overshoot), zeta = sqrt(l * l / (pi * pi + l * l));
    const double omega = -log(0.02 * sqrt(1 - zeta * zeta)) / (zeta * h->tuning.settle);
    const double inertia = 1 + h->added_mass.coefficient[1];
    h->buoyancy.reference_depth = (double)sea->gravity * h->buoyancy.bias / (omega * omega * inertia);
    h->damping.vertical = 2 * zeta * omega * inertia;
    h->tuning.settle = 0;
}

void oracle_add_force(oracle_load *load, const double arm[3], const double force[3])
{
    for (int i = 0; i < 3; i++) load->force[i] += force[i];
    oracle_add_cross(load->torque, arm, force);
    load->size += sqrt(oracle_dot(force, force));
}

/* ---- one sample ------------------------------------------------------------------------------------------------ */

/* Whether searches start beside the label of the water at the centre of mass: the linear map there leaves of a wave's
 * displacement, as a share, half the square of k R, or, far out, the root of (k R)^2 + 2.  Over all waves that must be
 * less than the displacement, and three times the standard deviation of the strain no more than 4/3. */
static bool starts_beside(const oracle_body *b, const oracle_sea *sea)
{
    real reach = 0, left = 0, all = 0, strain = 0;
    for (int i = 0; i < b->samples; i++) {
        const real distance = sqrtl(oracle_dot(b->sample[i], b->sample[i]));
        if (distance > reach) reach = distance;
    }
    for (int i = 0; i < sea->count; i++) {
        const oracle_wave *w = &sea->waves[i];
        const real k = 8 * atanl(1) / w->wavelength, thrown = w->amplitude * w->steepness, far = k * reach;
        const real near = far * far / 2, further = sqrtl(far * far + 2), share = near < further ? near : further;
        left += thrown * share * thrown * share;
        all += thrown * thrown;
        strain += k * thrown * k * thrown / 2;
    }
    return sea->inversion >= 2 && left <= all && 3 * sqrtl(strain) < 4.0L / 3;
}

/* That label is where one step of Newton's method finds it, and the centre of mass the middle of all hulls of one
 * patch. */
void oracle_look(oracle_body *b, const oracle_sea *sea, double time)
{
    b->beside = starts_beside(b, sea);
    b->centre = oracle_surface_at(sea, time, b->place[0], b->place[2], 2);
}

oracle_surface oracle_above(const oracle_body *b, const oracle_sea *sea, double time, const real at[2])
{
    if (!b->beside) return oracle_surface_at(sea, time, at[0], at[1], sea->inversion);
    return oracle_surface_beside(sea, time, &b->centre, at, sea->inversion);
}

typedef struct sample {
    double arm[3];                      /* from the centre of mass, in the world */
    double submersion;
    oracle_surface above;
    oracle_motion water;                /* at its depth */
    real normal[3];                     /* as the sea wants it */
} sample;

static sample sample_at(oracle_body *b, int i, const oracle_sea *sea, double time, double *slope)
{
    const flo_hull_def *h = &b->hull;
    double axes[3][3], extent = 0;
    sample s;
    oracle_axes(b->orientation, axes);
    for (int a = 0; a < 3; a++) extent += fabs(axes[a][1]) * h->box_size[a] / (h->box_grid[a] ? h->box_grid[a] : 1);
    oracle_turn(b->orientation, b->sample[i], s.arm);
    const real at[2] = { b->place[0] + s.arm[0], b->place[2] + s.arm[2] };
    s.above = oracle_above(b, sea, time, at);
    b->height[i] = (double)s.above.height;
    const double depth = (double)(s.above.height - b->place[1] - s.arm[1]);
    s.submersion = submersion(h, depth, extent, slope);
    const real label[2] = { s.above.label_x, s.above.label_z };
    s.water = oracle_motion_at(sea, time, label, depth);
    for (int a = 0; a < 3; a++) s.normal[a] = s.above.normal[a];
    if (sea->normal_offset > 0) oracle_finite_normal(sea, time, &s.above, at, sea->inversion, s.normal);
    return s;
}

/* The force of water that is being accelerated: its own inertia, and that of what it must push aside. */
static void push_of_accelerated_water(const oracle_body *b, int i, const sample *s, const oracle_sea *sea,
                                      double force[3])
{
    const flo_hull_def *h = &b->hull;
    const double share = oracle_displaced(b, sea) * fmin(s->submersion, 1) * h->push.strength * b->share[i];
    const double pull[3] = { share * (double)s->water.acceleration[0], share * (double)s->water.acceleration[1],
                             share * (double)s->water.acceleration[2] };
    const double *c = h->added_mass.coefficient;
    double more[3][3] = { { 1 + c[0], 0, 0 }, { 0, 1 + c[1], 0 }, { 0, 0, 1 + c[2] } };
    oracle_apply(b->orientation, more, pull, force);
}

static void push_of(const oracle_body *b, int i, const sample *s, const oracle_sea *sea, double dt, double force[3])
{
    const flo_push_def *push = &b->hull.push;
    if (push->velocity == FLO_PUSH_RELATIVE) {
        push_of_accelerated_water(b, i, s, sea, force);
        return;
    }
    const double change = dt > 0 && b->aged ? (b->height[i] - b->height_before[i]) / dt : 0;
    const double speed = push->velocity == FLO_PUSH_CHANGE ? change : (double)s->above.rise;
    for (int a = 0; a < 3 && s->submersion > 0; a++) {
        force[a] = (double)s->normal[a] * speed * push->strength * b->hull.mass * b->share[i];
    }
}

/* mass * (vertical + quadratic |v|) * v */
static double damping_force(const flo_hull_def *h, double v)
{
    return -h->mass * (h->damping.vertical + h->damping.quadratic * fabs(v)) * v;
}

static double damping_rate(const flo_hull_def *h, double v)
{
    return h->mass * (h->damping.vertical + 2 * h->damping.quadratic * fabs(v));
}

static double damping_of_point(oracle_load *load, const oracle_body *b, int i, const sample *s)
{
    const flo_damping_def *d = &b->hull.damping;
    double velocity[3] = { b->found_velocity[0], b->found_velocity[1], b->found_velocity[2] };
    oracle_add_cross(velocity, b->found_spin, s->arm);
    const double through = velocity[1] - (d->relative ? (double)s->water.velocity[1] : 0);
    load->rate += damping_rate(&b->hull, through) * b->share[i];
    return damping_force(&b->hull, through) * (d->scale_by_submerged ? fmin(s->submersion, 1) : 1) * b->share[i];
}

/* One sample's part.  Returns its share if it is wet. */
static double add_sample(oracle_load *load, oracle_body *b, int i, const oracle_sea *sea, oracle_step step)
{
    const flo_hull_def *h = &b->hull;
    double slope, force[3] = { 0 };
    const sample s = sample_at(b, i, sea, step.time, &slope);
    const double depth = b->height[i] - b->place[1] - s.arm[1];
    push_of(b, i, &s, sea, step.dt, force);
    const double carried = h->push.strength * oracle_displaced(b, sea) * b->share[i];
    load->carried += h->push.velocity == FLO_PUSH_RELATIVE ? carried : 0;
    const double spring = h->buoyancy.stiffness * b->share[i], lift = full_lift(b, sea) * b->share[i];
    force[1] += h->buoyancy.law == FLO_SPRING ? spring * depth : lift * s.submersion;
    if (h->damping.of == FLO_DAMPING_POINTS) force[1] += damping_of_point(load, b, i, &s);
    load->stiffness += h->buoyancy.law == FLO_SPRING ? spring : lift * slope;
    load->submerged += fmin(s.submersion, 1) * b->share[i];
    oracle_add_force(load, s.arm, force);
    if (step.remember) b->height_before[i] = b->height[i];
    for (int a = 0; a < 3 && s.submersion > 0; a++) load->water[a] += (double)s.water.velocity[a] * b->share[i];
    return s.submersion > 0 ? b->share[i] : 0;
}

/* ---- the body as a whole --------------------------------------------------------------------------------------- */

/* How far the propeller is in the water. */
static double gate(const oracle_body *b, const oracle_sea *sea, double time, const double arm[3])
{
    const flo_hull_def *h = &b->hull;
    const real at[2] = { b->place[0] + arm[0], b->place[2] + arm[2] };
    const oracle_surface above = oracle_above(b, sea, time, at);
    const double depth = (double)(above.height - b->place[1] - arm[1]);
    if (h->buoyancy.law == FLO_SPRING) return depth > 0;
    const double full = oracle_is_cells(h) ? h->box_size[1] / h->box_grid[1] : h->buoyancy.reference_depth;
    return fmin(fmax(depth / full, 0), 1);
}

/* Where a place in the hull's axes is from the centre of mass, in the world. */
static void arm_of(const oracle_body *b, const double at[3], double arm[3])
{
    const double *com = b->hull.center_of_mass, from[3] = { at[0] - com[0], at[1] - com[1], at[2] - com[2] };
    oracle_turn(b->orientation, from, arm);
}

static void add_thrust(oracle_load *load, const oracle_body *b, const oracle_sea *sea, double time)
{
    const flo_thrust_def *thrust = &b->hull.thrust;
    if (thrust->power == 0) return;
    double arm[3], force[3];
    arm_of(b, thrust->position, arm);
    const double ahead[3] = { 0, 0, thrust->power * b->control.throttle * gate(b, sea, time, arm) };
    oracle_turn(b->orientation, ahead, force);
    oracle_add_force(load, arm, force);
}

static void add_damping(oracle_load *load, const oracle_body *b)
{
    const flo_damping_def *d = &b->hull.damping;
    if (d->of == FLO_DAMPING_POINTS) return;
    const double share = d->scale_by_submerged ? load->submerged : 1;
    const double through = b->velocity[1] - (d->relative ? load->water[1] : 0);
    load->rate += damping_rate(&b->hull, through);
    oracle_add_force(load, (const double[3]){ 0 }, (const double[3]){ 0, share * damping_force(&b->hull, through), 0 });
}

static void add_steering(oracle_load *load, const oracle_body *b)
{
    const flo_steering_def *s = &b->hull.steering;
    double axes[3][3];
    oracle_axes(b->orientation, axes);
    const double along = fmin(fmax(oracle_dot(axes[2], b->velocity) / s->reference_speed, 0), 1);
    if (s->needs_water && !load->wet) return;
    load->torque[1] += b->control.steer * (s->base + s->speed * along);
    for (int i = 0; i < 3; i++) load->torque[i] -= axes[2][i] * b->control.steer * s->lean * along;
}

static void add_outside(oracle_load *load, const oracle_body *b)
{
    const flo_body_control *c = &b->control;
    const double at[3] = { c->at[0], c->at[1], c->at[2] }, force[3] = { c->force[0], c->force[1], c->force[2] };
    double arm[3];
    arm_of(b, at, arm);
    oracle_add_force(load, arm, force);
    for (int i = 0; i < 3; i++) load->torque[i] += c->torque[i];
}

void oracle_drag_rates(const oracle_body *b, const oracle_load *load, double rates[3], double water[3])
{
    const flo_drag_def *d = &b->hull.drag;
    double through[3], along[3];
    for (int i = 0; i < 3; i++) {
        water[i] = d->relative ? load->water[i] : 0;
        through[i] = b->velocity[i] - water[i];
    }
    const double all = d->linear + d->quadratic * sqrt(oracle_dot(through, through));
    oracle_turn_back(b->orientation, through, along);
    for (int a = 0; a < 3; a++) {
        const double own = d->local[a] + d->local_quadratic[a] * fabs(along[a]);
        rates[a] = load->wet || !d->only_in_water ? all + own : 0;
    }
}

void oracle_find(oracle_body *b)
{
    memcpy(b->found_velocity, b->velocity, sizeof b->velocity);
    memcpy(b->found_spin, b->spin, sizeof b->spin);
}

oracle_load oracle_water_load(oracle_body *b, const oracle_sea *sea, oracle_step step)
{
    oracle_load load = { .size = 0 };
    double wet = 0;
    oracle_tune(b, sea);
    oracle_look(b, sea, step.time);
    for (int i = 0; i < b->samples; i++) wet += add_sample(&load, b, i, sea, step);
    load.wet = wet > 0;
    for (int a = 0; a < 3 && load.wet; a++) load.water[a] /= wet;
    if (oracle_is_panels(&b->hull)) oracle_add_pressure(&load, b, sea);
    add_thrust(&load, b, sea, step.time);
    add_damping(&load, b);
    add_steering(&load, b);
    add_outside(&load, b);
    return load;
}

oracle_load oracle_body_load(oracle_body *body, const oracle_sea *sea, oracle_step step)
{
    double rates[3], water[3], through[3], drag[3];
    const double nowhere[3] = { 0 }, mass = body->hull.mass;
    oracle_find(body);
    oracle_load load = oracle_water_load(body, sea, step);
    oracle_drag_rates(body, &load, rates, water);
    for (int i = 0; i < 3; i++) through[i] = body->velocity[i] - water[i];
    for (int a = 0; a < 3; a++) load.rate += 2 * mass * rates[a];
    double matrix[3][3] = { { -mass * rates[0], 0, 0 }, { 0, -mass * rates[1], 0 }, { 0, 0, -mass * rates[2] } };
    oracle_apply(body->orientation, matrix, through, drag);
    oracle_add_force(&load, nowhere, drag);
    if (step.gravity) oracle_add_force(&load, nowhere, (const double[3]){ 0, -oracle_weight(body, sea), 0 });
    if (step.remember) body->aged = true;
    return load;
}
