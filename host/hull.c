/* SPDX-License-Identifier: MIT
 *
 * Hulls: from a definition to samples in pieces, and to the numbers that kernels read. */
#include "hull.h"
#include "hull_check.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

flo_hull_def flo_default_hull_def(void)
{
    return (flo_hull_def){
        .size = sizeof(flo_hull_def), .inertia_scale = 1,
        .buoyancy = { .law = FLO_PROPORTIONAL, .curve = FLO_CURVE_CLAMP, .alpha = 3, .bias = 1 },
        .drag = { .only_in_water = true }, .steering = { .reference_speed = 1 },
    };
}

/* The centres of a box's cells, x fastest. */
static void box_samples(const flo_hull_def *d, double (*samples)[3])
{
    const int *grid = d->box_grid;
    for (int i = 0; i < grid[0] * grid[1] * grid[2]; i++) {
        const int cell[3] = { i % grid[0], i / grid[0] % grid[1], i / grid[0] / grid[1] };
        for (int a = 0; a < 3; a++) samples[i][a] = d->box_size[a] * ((cell[a] + 0.5) / grid[a] - 0.5);
    }
}

/* The samples of a hull, from its centre of mass. */
static double (*make_samples(const flo_hull_def *d, int *count))[3]
{
    *count = d->point_count > 0 ? d->point_count : d->box_grid[0] * d->box_grid[1] * d->box_grid[2];
    double (*samples)[3] = malloc((size_t)*count * sizeof *samples);
    if (!samples) return NULL;
    if (d->point_count > 0) {
        memcpy(samples, d->points, (size_t)*count * sizeof *samples);
    } else {
        box_samples(d, samples);
    }
    for (int i = 0; i < *count; i++) {
        for (int a = 0; a < 3; a++) samples[i][a] -= d->center_of_mass[a];
    }
    return samples;
}

/* What a box says by itself. */
static void fill_in(flo_hull_def *d)
{
    const double *s = d->box_size;
    if (d->point_count == 0 && d->volume == 0) d->volume = s[0] * s[1] * s[2];
    if (d->inertia[0] == 0) {
        for (int a = 0; a < 3; a++) {
            const double b = s[(a + 1) % 3], c = s[(a + 2) % 3];
            d->inertia[a] = d->mass * (b * b + c * c) / 12;
        }
    }
    for (int a = 0; a < 3; a++) d->inertia[a] *= d->inertia_scale;
}

static double radius_of(const double (*samples)[3], int count)
{
    double radius = 0;
    for (int i = 0; i < count; i++) {
        const double *p = samples[i];
        radius = fmax(radius, sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]));
    }
    return radius;
}

flo_status flo_hull_create(flo_hull **out, const flo_hull_def *def)
{
    *out = NULL;
    flo_status status = flo__hull_check(def);
    if (status) return status;
    int count = 0;
    flo_hull *hull = calloc(1, sizeof *hull);
    double (*samples)[3] = make_samples(def, &count);
    if (!hull || !samples) {
        status = flo__fail(FLO_NO_MEMORY, "no memory for a hull of %d samples", count);
    } else {
        status = flo__pieces_cut(&hull->cut, (const double (*)[3])samples, count);
    }
    if (status) {
        free(samples);
        free(hull);
        return status;
    }
    hull->holders = 1;
    hull->count = count;
    hull->def = *def;
    hull->radius = radius_of((const double (*)[3])samples, count);
    fill_in(&hull->def);
    hull->def.points = NULL;
    free(samples);
    *out = hull;
    return FLO_OK;
}

void flo__hull_hold(const flo_hull *hull)
{
    __atomic_add_fetch(&((flo_hull *)(uintptr_t)hull)->holders, 1, __ATOMIC_RELAXED);
}

void flo_hull_destroy(flo_hull *hull)
{
    if (!hull || __atomic_sub_fetch(&hull->holders, 1, __ATOMIC_ACQ_REL) > 0) return;
    flo__pieces_free(&hull->cut);
    free(hull);
}

flo_hull_info flo_hull_get_info(const flo_hull *hull)
{
    const flo_hull_def *d = &hull->def;
    return (flo_hull_info){ .samples = hull->count, .mass = d->mass, .volume = d->volume, .radius = hull->radius,
                            .inertia = { d->inertia[0], d->inertia[1], d->inertia[2] } };
}

/* The unit of the order-free sums: a power of two, so that scaling is exact, of which a full sample has 512 to 1024.
 * A sample then has room for 4096 times its weight, and is rounded to 2^-29 of it. */
static void set_quanta(hull_numbers *n, const flo_hull *hull)
{
    const double full = fmax(fabs((double)n->lift), fmax((double)n->stiffness, hull->def.mass / hull->count));
    const double unit = exp2(ceil(log2(full)) - 10);
    const double reach = exp2(ceil(log2(fmax(2 * hull->radius, 1e-3))));
    n->force_limit = (float)(unit * (0x1p22 - 1));
    n->per_force_unit = (float)(1 / unit);
    n->per_torque_unit = (float)(1 / (unit * reach));
    n->force_quantum = (float)(unit * 0x1p-20);
    n->torque_quantum = (float)(unit * reach * 0x1p-20);
    n->submerged_quantum = (float)(0x1p-30 / hull->count);
}

static void set_law(hull_numbers *n, const flo_hull *hull, const flo_sea *sea)
{
    const flo_hull_def *d = &hull->def;
    const flo_buoyancy_def *b = &d->buoyancy;
    const bool cells = b->law == FLO_ARCHIMEDES && d->point_count == 0;
    const double weight = d->mass * sea->gravity, samples = hull->count;
    n->law = (sea_int)b->law;
    n->curve = cells ? HULL_CELL : (sea_int)b->curve;
    n->weight = b->law == FLO_SPRING ? 0.0f : (float)weight;
    n->stiffness = b->law == FLO_SPRING ? (float)(b->stiffness / samples) : 0.0f;
    if (b->law == FLO_PROPORTIONAL) n->lift = (float)(weight * b->bias / samples);
    if (b->law == FLO_ARCHIMEDES) n->lift = (float)(sea->density * sea->gravity * d->volume / samples);
    n->per_depth = b->reference_depth > 0 ? (float)(1 / b->reference_depth) : 0.0f;
    n->alpha = (float)b->alpha;
    const double cell_y = cells ? d->box_size[1] / d->box_grid[1] : 0;
    if (cells) {
        n->cell_x = (float)(d->box_size[0] / d->box_grid[0]);
        n->cell_y = (float)cell_y;
        n->cell_z = (float)(d->box_size[2] / d->box_grid[2]);
    }
    /* The spring's propeller works below the surface and not above: a depth of nothing. */
    n->per_gate_depth = b->law == FLO_SPRING ? 1e30f : cells ? (float)(1 / cell_y) : n->per_depth;
}

/* The piece whose centre is nearest to the propeller: it asks the sea there. */
static int nearest_piece(const flo_hull *hull)
{
    const flo_hull_def *d = &hull->def;
    int nearest = 0;
    double least = INFINITY;
    for (int i = 0; i < hull->cut.pieces; i++) {
        const hull_piece *c = &hull->cut.centre[i];
        const double x = d->thrust.position[0] - d->center_of_mass[0] - (double)c->x;
        const double y = d->thrust.position[1] - d->center_of_mass[1] - (double)c->y;
        const double z = d->thrust.position[2] - d->center_of_mass[2] - (double)c->z;
        const double square = x * x + y * y + z * z;
        if (square < least) least = square, nearest = i;
    }
    return nearest;
}

hull_numbers flo__hull_numbers(const flo_hull *hull, const flo_sea *sea)
{
    const flo_hull_def *d = &hull->def;
    const bool push = d->push.strength > 0, change = d->push.velocity == FLO_PUSH_CHANGE;
    hull_numbers n = {
        .pieces = hull->cut.pieces, .samples = hull->cut.samples,
        .push = !push ? HULL_NO_PUSH : change ? HULL_PUSH_CHANGE : HULL_PUSH_ANALYTIC,
        .gate_piece = d->thrust.power != 0 ? nearest_piece(hull) : -1,
        .push_strength = (float)(d->push.strength * d->mass / hull->count),
        .gate_x = (float)(d->thrust.position[0] - d->center_of_mass[0]),
        .gate_y = (float)(d->thrust.position[1] - d->center_of_mass[1]),
        .gate_z = (float)(d->thrust.position[2] - d->center_of_mass[2]),
        .mass = (float)d->mass, .per_mass = (float)(1 / d->mass),
        .inertia_x = (float)d->inertia[0], .inertia_y = (float)d->inertia[1], .inertia_z = (float)d->inertia[2],
        .per_inertia_x = (float)(1 / d->inertia[0]), .per_inertia_y = (float)(1 / d->inertia[1]),
        .per_inertia_z = (float)(1 / d->inertia[2]),
        .damping_vertical = (float)d->damping.vertical, .damping_scaled = d->damping.scale_by_submerged,
        .keep_velocity = d->damping.angular_form == FLO_ANGULAR_VELOCITY,
        .drag_linear = (float)d->drag.linear, .drag_quadratic = (float)d->drag.quadratic,
        .drag_x = (float)d->drag.local[0], .drag_y = (float)d->drag.local[1], .drag_z = (float)d->drag.local[2],
        .drag_in_water = d->drag.only_in_water, .thrust = (float)d->thrust.power,
        .steer_base = (float)d->steering.base, .steer_speed = (float)d->steering.speed,
        .per_reference_speed = (float)(1 / d->steering.reference_speed), .steer_in_water = d->steering.needs_water,
    };
    set_law(&n, hull, sea);
    set_quanta(&n, hull);
    return n;
}

float flo__hull_spin_decay(const flo_hull *hull, double dt)
{
    return (float)expl(-(long double)hull->def.damping.angular * dt);
}
