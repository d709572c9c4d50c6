/* SPDX-License-Identifier: MIT
 *
 * The numbers of a hull that kernels read, for bodies of one mode in one sea. */
#include "hull.h"
#include <math.h>

static const double pi = 3.14159265358979323846;

/* E. Catto's soft constraints (2011), as flo_tuning_def says. */
flo__tuned flo__hull_tuned(const flo_hull_def *d, double gravity, double density)
{
    if (d->tuning.settle == 0) return (flo__tuned){ d->buoyancy.reference_depth, d->damping.vertical };
    const double over = log(d->tuning.overshoot), zeta = sqrt(over * over / (pi * pi + over * over));
    const double omega = -log(0.02 * sqrt(1 - zeta * zeta)) / (zeta * d->tuning.settle);
    const double more = 1 + d->added_mass.coefficient[1];
    const double full = d->buoyancy.law == FLO_ARCHIMEDES ? density * d->volume / d->mass : d->buoyancy.bias;
    return (flo__tuned){ gravity * full / (omega * omega * more), 2 * zeta * omega * more };
}

static bool is_cells(const flo_hull *hull) { return hull->def.buoyancy.law == FLO_ARCHIMEDES && hull->cell[0] > 0; }

/* The unit of the order-free sums: a power of two, so that scaling is exact, of which a full sample has 128 to 256.  A
 * sample then has room for 4096 times its weight, and four of them are rounded to 2^-27 of one. */
static void set_quanta(hull_numbers *n, const flo_hull *hull)
{
    double full = fmax(fabs((double)n->lift), fmax((double)n->stiffness, hull->def.mass / hull->weights));
    if (n->panels) full = fmax(full, (double)n->pressure * hull->panel_area * 2 * hull->radius);
    const double unit = exp2(ceil(log2(full)) - 8);
    const double reach = exp2(ceil(log2(fmax(2 * hull->radius, 1e-3))));
    n->per_force_unit = (float)(1 / unit);
    n->per_torque_unit = (float)(1 / (unit * reach));
    n->force_quantum = (float)(unit * 0x1p-20);
    n->torque_quantum = (float)(unit * reach * 0x1p-20);
    n->submerged_quantum = (float)(0x1p-28 / hull->weights);
}

static void set_law(hull_numbers *n, const flo_hull *hull, const flo_sea *sea)
{
    const flo_hull_def *d = &hull->def;
    const flo_buoyancy_def *b = &d->buoyancy;
    const double weight = d->mass * sea->gravity;
    const double depth = flo__hull_tuned(d, sea->gravity, sea->density).reference_depth;
    const bool cells = is_cells(hull);
    n->law = (sea_int)b->law;
    n->curve = cells ? HULL_CELL : (sea_int)b->curve;
    n->weight = b->law == FLO_SPRING ? 0.0f : (float)weight;
    n->stiffness = b->law == FLO_SPRING ? (float)(b->stiffness / hull->weights) : 0.0f;
    if (b->law == FLO_PROPORTIONAL) n->lift = (float)(weight * b->bias / hull->weights);
    if (b->law == FLO_ARCHIMEDES) n->lift = (float)(sea->density * sea->gravity * d->volume / hull->weights);
    n->per_depth = depth > 0 ? (float)(1 / depth) : 0.0f;
    n->alpha = (float)b->alpha;
    if (cells) n->cell_x = (float)hull->cell[0], n->cell_y = (float)hull->cell[1], n->cell_z = (float)hull->cell[2];
    /* The spring's propeller works below the surface and not above, that of panels, too: a depth of nothing. */
    n->per_gate_depth = b->law == FLO_SPRING || n->panels ? 1e30f : cells ? (float)(1 / hull->cell[1]) : n->per_depth;
    if (!n->panels) return;
    n->curve = HULL_CLAMP;          /* a corner is in the water or not; what lifts is the panels between them */
    n->per_depth = 1e30f;
    n->lift = 0.0f;
}

/* The piece whose centre is nearest to the propeller: it asks the sea there. */
static int nearest_piece(const flo_hull *hull, const flo__pieces *cut)
{
    const flo_hull_def *d = &hull->def;
    int nearest = 0;
    double least = INFINITY;
    for (int i = 0; i < cut->pieces; i++) {
        const hull_piece *c = &cut->centre[i];
        const double x = d->thrust.position[0] - d->center_of_mass[0] - (double)c->x;
        const double y = d->thrust.position[1] - d->center_of_mass[1] - (double)c->y;
        const double z = d->thrust.position[2] - d->center_of_mass[2] - (double)c->z;
        const double square = x * x + y * y + z * z;
        if (square < least) least = square, nearest = i;
    }
    return nearest;
}

static void set_inertia(hull_numbers *n, const flo_hull *hull)
{
    const double *i = hull->inertia;
    const double xx = i[1] * i[2] - i[5] * i[5], xy = i[4] * i[5] - i[3] * i[2], xz = i[3] * i[5] - i[4] * i[1];
    const double determinant = i[0] * xx + i[3] * xy + i[4] * xz;
    n->inertia_xx = (float)i[0], n->inertia_yy = (float)i[1], n->inertia_zz = (float)i[2];
    n->inertia_xy = (float)i[3], n->inertia_xz = (float)i[4], n->inertia_yz = (float)i[5];
    n->per_inertia_xx = (float)(xx / determinant);
    n->per_inertia_yy = (float)((i[0] * i[2] - i[4] * i[4]) / determinant);
    n->per_inertia_zz = (float)((i[0] * i[1] - i[3] * i[3]) / determinant);
    n->per_inertia_xy = (float)(xy / determinant);
    n->per_inertia_xz = (float)(xz / determinant);
    n->per_inertia_yz = (float)((i[3] * i[4] - i[0] * i[5]) / determinant);
}

static void set_added_mass(hull_numbers *n, const flo_hull *hull, const flo_sea *sea)
{
    const flo_hull_def *d = &hull->def;
    const flo_added_mass_def *a = &d->added_mass;
    const bool mass = a->coefficient[0] > 0 || a->coefficient[1] > 0 || a->coefficient[2] > 0;
    const bool turn = a->rotation[0] > 0 || a->rotation[1] > 0 || a->rotation[2] > 0;
    n->added = (mass ? ADDED_MASS : 0) | (turn ? ADDED_TURN : 0);
    n->displaced = (float)(sea->density * d->volume);
    n->added_x = (float)a->coefficient[0], n->added_y = (float)a->coefficient[1];
    n->added_z = (float)a->coefficient[2];
    n->entry_exponent = (float)a->entry_exponent;
    n->added_turn_x = (float)(a->rotation[0] * hull->inertia[0] / d->mass);
    n->added_turn_y = (float)(a->rotation[1] * hull->inertia[1] / d->mass);
    n->added_turn_z = (float)(a->rotation[2] * hull->inertia[2] / d->mass);
}

static void set_water(hull_numbers *n, const flo_hull *hull, const flo_sea *sea)
{
    const flo_hull_def *d = &hull->def;
    static const sea_int pushes[] = { HULL_PUSH_CHANGE, HULL_PUSH_ANALYTIC, HULL_PUSH_RELATIVE };
    const bool relative = d->push.velocity == FLO_PUSH_RELATIVE;
    n->push = d->push.strength > 0 ? pushes[d->push.velocity] : HULL_NO_PUSH;
    n->push_strength = (float)(d->push.strength * (relative ? sea->density * d->volume : d->mass) / hull->weights);
    n->damping_vertical = (float)flo__hull_tuned(d, sea->gravity, sea->density).vertical;
    n->damping_quadratic = (float)d->damping.quadratic;
    n->damping_of_points = d->damping.of == FLO_DAMPING_POINTS && (n->damping_vertical > 0 || n->damping_quadratic > 0);
    n->damping_relative = d->damping.relative;
    n->damping_scaled = d->damping.scale_by_submerged;
    n->keep_velocity = d->damping.angular_form == FLO_ANGULAR_VELOCITY;
    n->drag_linear = (float)d->drag.linear, n->drag_quadratic = (float)d->drag.quadratic;
    n->drag_x = (float)d->drag.local[0], n->drag_y = (float)d->drag.local[1], n->drag_z = (float)d->drag.local[2];
    const double *square = d->drag.local_quadratic;
    n->drag_xx = (float)square[0], n->drag_yy = (float)square[1], n->drag_zz = (float)square[2];
    n->drag_squared = square[0] > 0 || square[1] > 0 || square[2] > 0;
    n->drag_along = d->drag.local[0] > 0 || d->drag.local[1] > 0 || d->drag.local[2] > 0 || n->drag_squared
                    || (n->added & ADDED_MASS);
    n->drag_in_water = d->drag.only_in_water;
    n->drag_relative = d->drag.relative;
    n->water_sums = n->drag_relative || (n->damping_relative && !n->damping_of_points)
                    || (n->added && (n->damping_relative || n->push == HULL_PUSH_RELATIVE));
}

static void set_drive(hull_numbers *n, const flo_hull *hull, const flo__pieces *cut)
{
    const flo_hull_def *d = &hull->def;
    n->gate_piece = d->thrust.power != 0 ? nearest_piece(hull, cut) : -1;
    n->gate_x = (float)(d->thrust.position[0] - d->center_of_mass[0]);
    n->gate_y = (float)(d->thrust.position[1] - d->center_of_mass[1]);
    n->gate_z = (float)(d->thrust.position[2] - d->center_of_mass[2]);
    n->thrust = (float)d->thrust.power;
    n->steer_base = (float)d->steering.base, n->steer_speed = (float)d->steering.speed;
    n->per_reference_speed = (float)(1 / d->steering.reference_speed);
    n->steer_in_water = d->steering.needs_water;
    n->lean = (float)d->steering.lean;
    n->steers = d->steering.base != 0 || d->steering.speed != 0 || d->steering.lean != 0;
}

/* No limit where there is no displacement that a slope could turn into height. */
static float steep_of(const flo__expansion *e, const flo_sea *sea)
{
    if (sea->numbers.inversion == 0 || !(e->slope > 0)) return 0.0f;
    return (float)(e->radius * e->radius / (e->slope * e->slope));
}

/* No limit where nothing shifts labels from their places. */
static float near_of(const flo__expansion *e, const flo_sea *sea)
{
    const double shift = (double)sea->numbers.shift_limit;
    return shift > 0 ? (float)(e->radius * e->radius / (shift * shift)) : 0.0f;
}

hull_numbers flo__hull_numbers(const flo_hull *hull, const flo__pieces *cut, const flo__expansion *expansion,
                               flo_mode mode, const flo_sea *sea)
{
    const flo_hull_def *d = &hull->def;
    hull_numbers n = {
        .pieces = cut->pieces, .samples = cut->samples, .panels = cut->panels, .mode = (sea_int)mode,
        .mass = (float)d->mass, .per_mass = (float)(1 / d->mass), .per_samples = (float)(1 / hull->weights),
        .com_x = (float)d->center_of_mass[0], .com_y = (float)d->center_of_mass[1],
        .com_z = (float)d->center_of_mass[2], .pressure = (float)(sea->density * sea->gravity),
        .expanded = expansion->expanded, .disc = (float)(expansion->radius * expansion->radius),
        .steep = steep_of(expansion, sea), .near = near_of(expansion, sea), .guess = expansion->guess,
    };
    if (n.panels) n.per_full_lift = (float)(1 / (sea->density * sea->gravity * d->volume));
    set_law(&n, hull, sea);
    set_inertia(&n, hull);
    set_added_mass(&n, hull, sea);
    set_water(&n, hull, sea);
    set_drive(&n, hull, cut);
    set_quanta(&n, hull);
    return n;
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

float flo__hull_spin_decay(const flo_hull *hull, double dt)
{
    return (float)expl(-(long double)hull->def.damping.angular * dt);
}

/* The stiffest angular frequency of a hull's heave and, by how far its samples reach, of its roll and pitch. */
static double stiffest(const flo_hull *hull, const hull_numbers *n)
{
    const double weights = hull->weights, mass = hull->def.mass;
    const double full = n->law == HULL_SPRING ? (double)n->stiffness : (double)n->lift;
    double steep = 1;
    if (n->law != HULL_SPRING && n->curve == HULL_CELL) {
        steep = 1 / fmin(hull->cell[0], fmin(hull->cell[1], hull->cell[2]));
    } else if (n->law != HULL_SPRING) {
        steep = (double)n->per_depth * (n->curve == HULL_SATURATE ? (double)n->alpha : 1);
    }
    double x = 0, z = 0;
    for (int i = 0; i < hull->cut.pieces * hull->cut.samples; i++) {
        const hull_sample *s = &hull->cut.sample[i];
        const hull_piece *c = &hull->cut.centre[i / hull->cut.samples];
        x += (double)s->weight * pow((double)c->x + (double)s->x, 2);
        z += (double)s->weight * pow((double)c->z + (double)s->z, 2);
    }
    const double least = fmin(hull->inertia[0], fmin(hull->inertia[1], hull->inertia[2]));
    return sqrt(full * steep * fmax(weights / mass, fmax(x, z) / least));
}

flo__pace flo__hull_pace(const flo_hull *hull, const hull_numbers *n)
{
    flo__pace pace = { stiffest(hull, n), 0, 1, n->panels > 0 };
    if (n->weight > 0) pace.lift = (double)n->lift * hull->weights / (double)n->weight;
    /* Speeds of samples are not known here; 5 m/s is much. */
    if (n->damping_of_points) pace.damping = (double)n->damping_vertical + 5 * (double)n->damping_quadratic;
    return pace;
}

/* Two bring a motion that the step resolves to 1e-4 of its period, three free spinning to 1e-7 of its energy (two:
 * 4e-5); four finish what is stiff, and bodies that slam take six. */
int flo__pace_passes(const flo__pace *pace, double dt)
{
    if (pace->panels) return 1;
    if (pace->frequency * dt <= 1 && pace->damping * dt <= 1) return STEP_PASSES_RESOLVED;
    return pace->lift > 20 ? 6 : 4;
}
