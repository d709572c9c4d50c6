/* SPDX-License-Identifier: MIT
 *
 * What a hull may be: every member of a definition against its range. */
#include "hull_check.h"
#include "mesh.h"
#include <math.h>

/* A number, its name and its range; with `open` the lowest value itself is not allowed. */
typedef struct limit { const char *name; double value, low, high; bool open; } limit;

static flo_status check_limits(const limit *limits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const limit l = limits[i];
        if (l.value <= l.high && (l.open ? l.value > l.low : l.value >= l.low)) continue;
        return flo__fail(FLO_BAD_VALUE, "%s is %g; it must be %s%g and at most %g", l.name, l.value,
                         l.open ? "above " : "at least ", l.low, l.high);
    }
    return FLO_OK;
}
#define CHECK(limits) check_limits(limits, sizeof(limits) / sizeof(limits)[0])

static flo_status check_mass(const flo_hull_def *d)
{
    const limit limits[] = {
        { "mass", d->mass, 1e-9, 1e12, false },
        { "inertia_scale", d->inertia_scale, 1e-6, 1e6, false },
        { "center_of_mass[0]", d->center_of_mass[0], -1e4, 1e4, false },
        { "center_of_mass[1]", d->center_of_mass[1], -1e4, 1e4, false },
        { "center_of_mass[2]", d->center_of_mass[2], -1e4, 1e4, false },
        { "volume", d->volume, 0, 1e12, false },
    };
    const flo_status status = CHECK(limits);
    const double *i = d->inertia;
    if (status || (i[0] == 0 && i[1] == 0 && i[2] == 0)) return status;
    for (int a = 0; a < 3; a++) {
        if (i[a] >= 1e-15 && i[a] <= 1e20) continue;
        return flo__fail(FLO_BAD_VALUE, "inertia[%d] is %g kg m^2; it must be above 0 (1e-15 to 1e20)", a, i[a]);
    }
    for (int a = 0; a < 3; a++) {
        const double scaled = i[a] * d->inertia_scale;
        if (scaled >= 1e-15 && scaled <= 1e20) continue;
        return flo__fail(FLO_BAD_VALUE, "inertia[%d] * inertia_scale is %g kg m^2; it must be 1e-15 to 1e20", a,
                         scaled);
    }
    for (int a = 0; a < 3; a++) {
        const double others = i[(a + 1) % 3] + i[(a + 2) % 3];
        if (!(i[a] <= others * (1 + 1e-9))) {
            return flo__fail(FLO_BAD_VALUE, "inertia[%d] is %g kg m^2; no body has more than the other two together, "
                             "%g", a, i[a], others);
        }
    }
    return FLO_OK;
}

static flo_status check_buoyancy(const flo_hull_def *d)
{
    const flo_buoyancy_def *b = &d->buoyancy;
    if ((int)b->law < FLO_SPRING || (int)b->law > FLO_ARCHIMEDES) {
        return flo__fail(FLO_BAD_VALUE, "buoyancy.law is %d; it must be one of flo_law", (int)b->law);
    }
    if ((int)b->curve < FLO_CURVE_NONE || (int)b->curve > FLO_CURVE_SATURATE) {
        return flo__fail(FLO_BAD_VALUE, "buoyancy.curve is %d; it must be one of flo_curve", (int)b->curve);
    }
    const bool cells = b->law == FLO_ARCHIMEDES && d->point_count == 0;
    if (cells && b->reference_depth != 0) {
        return flo__fail(FLO_BAD_VALUE, "buoyancy.reference_depth is %g m; it must be 0 for a box or a mesh under "
                         "archimedes, whose cells are submerged by their own height", b->reference_depth);
    }
    const bool tuned = d->tuning.settle != 0;
    if (tuned && (b->law == FLO_SPRING || cells)) {
        return flo__fail(FLO_BAD_VALUE, "tuning.settle is %g s; it must be 0 where no reference depth is used: for the "
                         "spring, and for a box or a mesh under archimedes", d->tuning.settle);
    }
    if (tuned && b->reference_depth != 0) {
        return flo__fail(FLO_BAD_VALUE, "buoyancy.reference_depth is %g m; it must be 0 with a tuning, which finds it",
                         b->reference_depth);
    }
    if (tuned && d->damping.vertical != 0) {
        return flo__fail(FLO_BAD_VALUE, "damping.vertical is %g /s; it must be 0 with a tuning, which finds it",
                         d->damping.vertical);
    }
    if (tuned && b->law == FLO_PROPORTIONAL && b->bias == 0) {
        return flo__fail(FLO_BAD_VALUE, "buoyancy.bias is 0; with a tuning it must be above 0: without lift nothing "
                         "settles");
    }
    const bool needs_depth = b->law != FLO_SPRING && !cells && !tuned;
    const limit limits[] = {
        { "buoyancy.alpha", b->alpha, 0, 1e6, true },
        { "buoyancy.bias", b->bias, 0, 1e6, false },
        { "buoyancy.reference_depth", needs_depth ? b->reference_depth : 1, 0, 1e6, true },
        { "buoyancy.stiffness", b->law == FLO_SPRING ? b->stiffness : 1, 0, 1e15, true },
        { "tuning.settle", tuned ? d->tuning.settle : 1, 1e-4, 1e6, false },
        { "tuning.overshoot", tuned ? d->tuning.overshoot : 0.5, 0, 0.999, true },
    };
    return CHECK(limits);
}

static flo_status check_added_mass(const flo_hull_def *d)
{
    const flo_added_mass_def *a = &d->added_mass;
    const limit limits[] = {
        { "added_mass.coefficient[0]", a->coefficient[0], 0, 1e6, false },
        { "added_mass.coefficient[1]", a->coefficient[1], 0, 1e6, false },
        { "added_mass.coefficient[2]", a->coefficient[2], 0, 1e6, false },
        { "added_mass.entry_exponent", a->entry_exponent, 0, 1e6, false },
        { "added_mass.rotation[0]", a->rotation[0], 0, 1e6, false },
        { "added_mass.rotation[1]", a->rotation[1], 0, 1e6, false },
        { "added_mass.rotation[2]", a->rotation[2], 0, 1e6, false },
    };
    const bool any = a->coefficient[0] > 0 || a->coefficient[1] > 0 || a->coefficient[2] > 0 || a->rotation[0] > 0
                     || a->rotation[1] > 0 || a->rotation[2] > 0;
    const bool push = d->push.strength > 0 && d->push.velocity == FLO_PUSH_RELATIVE;
    const flo_status status = CHECK(limits);
    if (status || d->point_count == 0 || d->volume > 0 || !(any || push)) return status;
    return flo__fail(FLO_BAD_VALUE, "volume is 0; points with %s need it", any ? "added mass" : "the relative push");
}

/* Panels know the pressure on them, and nothing of samples. */
static flo_status check_panels(const flo_hull_def *d)
{
    if (!d->mesh || d->mesh_method != FLO_MESH_PANELS) return FLO_OK;
    if (d->buoyancy.law != FLO_ARCHIMEDES) {
        return flo__fail(FLO_BAD_VALUE, "buoyancy.law is %d; panels need FLO_ARCHIMEDES (%d)", (int)d->buoyancy.law,
                         (int)FLO_ARCHIMEDES);
    }
    if (d->push.strength > 0) {
        return flo__fail(FLO_BAD_VALUE, "push.strength is %g; it must be 0 for panels, which feel the sloping water's "
                         "pressure themselves", d->push.strength);
    }
    if (d->damping.of == FLO_DAMPING_POINTS) {
        return flo__fail(FLO_BAD_VALUE, "damping.of is FLO_DAMPING_POINTS; panels have no points to damp, only "
                         "FLO_DAMPING_BODY");
    }
    return FLO_OK;
}

static flo_status check_water(const flo_hull_def *d)
{
    const limit limits[] = {
        { "damping.vertical", d->damping.vertical, 0, 1e6, false },
        { "damping.quadratic", d->damping.quadratic, 0, 1e6, false },
        { "damping.angular", d->damping.angular, 0, 1e6, false },
        { "drag.linear", d->drag.linear, 0, 1e6, false },
        { "drag.quadratic", d->drag.quadratic, 0, 1e6, false },
        { "drag.local[0]", d->drag.local[0], 0, 1e6, false },
        { "drag.local[1]", d->drag.local[1], 0, 1e6, false },
        { "drag.local[2]", d->drag.local[2], 0, 1e6, false },
        { "drag.local_quadratic[0]", d->drag.local_quadratic[0], 0, 1e6, false },
        { "drag.local_quadratic[1]", d->drag.local_quadratic[1], 0, 1e6, false },
        { "drag.local_quadratic[2]", d->drag.local_quadratic[2], 0, 1e6, false },
        { "push.strength", d->push.strength, 0, 1e6, false },
        { "thrust.power", d->thrust.power, -1e12, 1e12, false },
        { "thrust.position[0]", d->thrust.position[0], -1e4, 1e4, false },
        { "thrust.position[1]", d->thrust.position[1], -1e4, 1e4, false },
        { "thrust.position[2]", d->thrust.position[2], -1e4, 1e4, false },
        { "steering.base", d->steering.base, -1e15, 1e15, false },
        { "steering.speed", d->steering.speed, -1e15, 1e15, false },
        { "steering.reference_speed", d->steering.reference_speed, 0, 1e6, true },
        { "steering.lean", d->steering.lean, -1e15, 1e15, false },
    };
    if ((int)d->push.velocity < FLO_PUSH_CHANGE || (int)d->push.velocity > FLO_PUSH_RELATIVE) {
        return flo__fail(FLO_BAD_VALUE, "push.velocity is %d; it must be one of flo_push_velocity",
                         (int)d->push.velocity);
    }
    if ((int)d->damping.of < FLO_DAMPING_BODY || (int)d->damping.of > FLO_DAMPING_POINTS) {
        return flo__fail(FLO_BAD_VALUE, "damping.of is %d; it must be one of flo_damping_of", (int)d->damping.of);
    }
    if ((int)d->damping.angular_form < FLO_ANGULAR_MOMENTUM || (int)d->damping.angular_form > FLO_ANGULAR_VELOCITY) {
        return flo__fail(FLO_BAD_VALUE, "damping.angular_form is %d; it must be one of flo_angular_form",
                         (int)d->damping.angular_form);
    }
    return CHECK(limits);
}

static flo_status check_points(const flo_hull_def *d)
{
    if (!d->points) return flo__fail(FLO_BAD_VALUE, "point_count is %d, but points is NULL", d->point_count);
    if (d->inertia[0] == 0) return flo__fail(FLO_BAD_VALUE, "inertia is 0; a hull of points must state it");
    if (d->buoyancy.law == FLO_ARCHIMEDES && d->volume == 0) {
        return flo__fail(FLO_BAD_VALUE, "volume is 0; points under archimedes need it");
    }
    for (int i = 0; i < d->point_count; i++) {
        for (int a = 0; a < 3; a++) {
            if (fabs(d->points[i][a]) <= 1e4) continue;
            return flo__fail(FLO_BAD_VALUE, "points[%d][%d] is %g m; it must be -1e4 to 1e4", i, a, d->points[i][a]);
        }
    }
    return FLO_OK;
}

static flo_status check_box(const flo_hull_def *d)
{
    long long cells = 1;
    for (int a = 0; a < 3; a++) {
        if (!(d->box_size[a] >= 1e-6 && d->box_size[a] <= 1e4)) {
            return flo__fail(FLO_BAD_VALUE, "box_size[%d] is %g m; it must be 1e-6 to 1e4", a, d->box_size[a]);
        }
        if (d->box_grid[a] < 1 || d->box_grid[a] > 1000000) {
            return flo__fail(FLO_BAD_VALUE, "box_grid[%d] is %d; it must be 1 to 1000000", a, d->box_grid[a]);
        }
        cells *= d->box_grid[a];
        if (cells > 1000000) return flo__fail(FLO_BAD_VALUE, "box_grid makes %lld cells; at most 1000000", cells);
    }
    return FLO_OK;
}

/* Unit vectors at right angles, or none at all. */
static flo_status check_axes(const flo_hull_def *d)
{
    double size = 0;
    for (int i = 0; i < 9; i++) size += fabs(d->principal_axes[i / 3][i % 3]);
    if (size == 0) return FLO_OK;
    if (d->inertia[0] == 0) return flo__fail(FLO_BAD_VALUE, "principal_axes are given, but inertia is 0: about them "
                                             "the body needs its own");
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            const double *a = d->principal_axes[i], *b = d->principal_axes[j];
            const double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            if (fabs(product - (i == j)) <= 1e-6) continue;
            if (i == j) {
                return flo__fail(FLO_BAD_VALUE, "principal_axes[%d] is %g long; it must be 1 to 1e-6", i,
                                 sqrt(product));
            }
            return flo__fail(FLO_BAD_VALUE, "principal_axes[%d] and [%d] have the product %g; it must be 0 to 1e-6: "
                             "they stand at right angles", i, j, product);
        }
    }
    return FLO_OK;
}

/* One of points, box and mesh, and that one as it should be. */
static flo_status check_shape(const flo_hull_def *d)
{
    const bool box = d->box_size[0] != 0 || d->box_size[1] != 0 || d->box_size[2] != 0;
    if (d->point_count < 0 || d->point_count > 1000000) {
        return flo__fail(FLO_BAD_VALUE, "point_count is %d; it must be 1 to 1000000", d->point_count);
    }
    const int shapes = box + (d->point_count > 0) + (d->mesh != NULL);
    if (shapes != 1) {
        return flo__fail(FLO_BAD_VALUE, shapes ? "a hull has points, a box or a mesh, not several of them"
                         : "a hull needs points (point_count is 0), a box (box_size is 0) or a mesh (NULL)");
    }
    if (!d->mesh) return box ? check_box(d) : check_points(d);
    if ((int)d->mesh_method < FLO_MESH_VOLUME || (int)d->mesh_method > FLO_MESH_PANELS) {
        return flo__fail(FLO_BAD_VALUE, "mesh_method is %d; it must be one of flo_mesh_method", (int)d->mesh_method);
    }
    if (d->mesh_samples < 1 || d->mesh_samples > 1000000) {
        return flo__fail(FLO_BAD_VALUE, "mesh_samples is %d; it must be 1 to 1000000", d->mesh_samples);
    }
    return flo__mesh_check(d->mesh, NULL);
}

flo_status flo__hull_check(const flo_hull_def *d)
{
    if (d->size != sizeof *d) return flo__fail(FLO_BAD_DEFINITION, "take flo_hull_def from flo_default_hull_def()");
    flo_status status = check_shape(d);
    if (!status) status = check_mass(d);
    if (!status) status = check_axes(d);
    if (!status) status = check_buoyancy(d);
    if (!status) status = check_panels(d);
    if (!status) status = check_water(d);
    return status ? status : check_added_mass(d);
}
