/* SPDX-License-Identifier: MIT
 *
 * The potential of a sample is the integral of its lift over its depth. */
#include "test_energy.h"

#include "oracle.h"

#include <math.h>

/* The samples' lift when submerged, N, and over which depth they fill, m; `offset` is how far a sample at the surface
 * is filled. */
typedef struct lift { double full, band, offset; } lift;

static int samples_of(const flo_hull_def *d)
{
    return d->point_count ? d->point_count : d->box_grid[0] * d->box_grid[1] * d->box_grid[2];
}

static double volume_of(const flo_hull_def *d)
{
    return d->volume > 0 ? d->volume : d->box_size[0] * d->box_size[1] * d->box_size[2];
}

/* Sample i, from the hull's origin. */
static void sample_at(const flo_hull_def *d, int i, double at[3])
{
    for (int a = 0; a < 3; a++) {
        const int n = d->box_grid[a];
        at[a] = d->point_count ? d->points[i][a] : d->box_size[a] * ((i % n + 0.5) / n - 0.5);
        if (!d->point_count) i /= n;
    }
}

static lift lift_of(const flo_hull_def *d, double density, double gravity, const double up[3])
{
    const flo_buoyancy_def *b = &d->buoyancy;
    const double n = samples_of(d), volume = volume_of(d);
    if (b->law == FLO_SPRING) return (lift){ b->stiffness / n, 1, 0 };
    const double full = b->law == FLO_PROPORTIONAL ? d->mass * gravity * b->bias / n : density * gravity * volume / n;
    if (d->point_count || b->law == FLO_PROPORTIONAL) return (lift){ full, b->reference_depth, 0 };
    double extent = 0;
    for (int a = 0; a < 3; a++) extent += fabs(up[a]) * d->box_size[a] / d->box_grid[a];
    return (lift){ full, extent, 0.5 };
}

/* The integral of a sample's share over x, and the share; cells have a curve of their own. */
static double share_of(const flo_hull_def *d, const lift *l, double x, double *integral)
{
    const flo_buoyancy_def *b = &d->buoyancy;
    const double wet = fmax(x, 0);
    *integral = b->law == FLO_SPRING ? x * x / 2 : wet * wet / 2;
    if (b->law == FLO_SPRING) return x > 0 ? 1 : 0;
    if (l->offset > 0 || b->curve == FLO_CURVE_CLAMP) {
        if (x > 1) *integral = x - 0.5;
        return fmin(wet, 1);
    }
    if (b->curve == FLO_CURVE_NONE) return wet;
    const double share = -expm1(-b->alpha * wet);
    *integral = wet - share / b->alpha;
    return share;
}

static double motion_of(const flo_hull_def *d, double water, const double q[4], const flo_body_state *s,
                        const double arm[3])
{
    const double back[4] = { q[0], -q[1], -q[2], -q[3] };
    const double w[3] = { s->angular_velocity[0], s->angular_velocity[1], s->angular_velocity[2] };
    const double v[3] = { s->velocity[0] + w[1] * arm[2] - w[2] * arm[1],
                          s->velocity[1] + w[2] * arm[0] - w[0] * arm[2],
                          s->velocity[2] + w[0] * arm[1] - w[1] * arm[0] };
    double along[3], about[3], sum = 0;
    oracle_turn(back, v, along);
    oracle_turn(back, w, about);
    for (int a = 0; a < 3; a++) {
        const double turn = d->inertia[a] * d->inertia_scale * (1 + d->added_mass.rotation[a] * water / d->mass);
        sum += (d->mass + d->added_mass.coefficient[a] * water) * along[a] * along[a] + turn * about[a] * about[a];
    }
    return sum / 2;
}

test_energy test_energy_of(const flo_hull_def *d, double density, double gravity, const flo_body_state *s, double wet)
{
    double length = 0, q[4], arm[3], up[3];
    for (int i = 0; i < 4; i++) length += (double)s->orientation[i] * (double)s->orientation[i];
    for (int i = 0; i < 4; i++) q[i] = (double)s->orientation[i] / sqrt(length);
    const double back[4] = { q[0], -q[1], -q[2], -q[3] };
    oracle_turn(q, d->center_of_mass, arm);
    oracle_turn(back, (const double[3]){ 0, 1, 0 }, up);
    const lift l = lift_of(d, density, gravity, up);
    test_energy r = { motion_of(d, density * volume_of(d) * wet, q, s, arm), 0, 0 };
    if (d->buoyancy.law != FLO_SPRING) r.potential = d->mass * gravity * (s->position[1] + arm[1]);
    const int n = samples_of(d);
    for (int i = 0; i < n; i++) {
        double at[3], integral;
        sample_at(d, i, at);
        const double y = s->position[1] + up[0] * at[0] + up[1] * at[1] + up[2] * at[2];
        r.wet += fmin(share_of(d, &l, -y / l.band + l.offset, &integral), 1) / n;
        r.potential += l.full * l.band * integral;
    }
    return r;
}

double test_energy_least(const flo_hull_def *d, double density, double gravity, double reach)
{
    flo_body_state s = { .orientation = { 1, 0, 0, 0 } };
    double low = -reach, high = reach;
    for (int i = 0; i < 200; i++) {
        double value[2];
        for (int k = 0; k < 2; k++) {
            s.position[1] = low + (high - low) * (k + 1) / 3;
            value[k] = test_energy_of(d, density, gravity, &s, 0).potential;
        }
        if (value[0] < value[1]) high = low + (high - low) * 2 / 3; else low += (high - low) / 3;
    }
    s.position[1] = (low + high) / 2;
    return test_energy_of(d, density, gravity, &s, 0).potential;
}
