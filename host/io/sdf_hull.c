/* SPDX-License-Identifier: MIT
 *
 * Makes a hull of what a Gazebo file says of a body.
 *
 * Our drag is linear and quadratic along each axis, and one number for the spin, for which yaw is taken; what roll and
 * pitch are besides is told.  All of them are divided by the body's own mass, as ours are defined.
 *
 * The file's axes are x forward, y to port, z up; (x, y, z) becomes (y, z, x), which is a rotation. */
#include "sdf_hull.h"

#include "sdf_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static const int axis_of[3] = { 1, 2, 0 };     /* ours to the file's */
enum { ROLL = 3, PITCH, YAW };

static void turn_axes(const double from[3], double to[3])
{
    for (int a = 0; a < 3; a++) to[a] = from[axis_of[a]];
}

/* ---- mass -------------------------------------------------------------------------------------------------------- */

/* Says all that is missing at once, with the options that give it. */
static flo_status refuse_massless(const sdf_body *body, const char *file, bool mass, bool inertia)
{
    const bool both = mass && inertia;
    return flo__fail(FLO_BAD_FILE, "%s:%d: \"%.60s\": its %s %s in no <inertial> of this file; %s%s%s %s", file,
                     body->line, body->name, both ? "mass and inertia" : mass ? "mass" : "inertia",
                     both ? "are" : "is", mass ? "--mass KG" : "", both ? " and " : "",
                     inertia ? "--inertia ROLL,PITCH,YAW" : "", both ? "give them" : "gives it");
}

static flo_status make_mass(sdf_hull *h, const sdf_body *body, const sdf_given *given, const char *file)
{
    const bool whole = given->inertia[0] > 0, no_inertia = !whole && !body->has_inertial;
    h->mass = given->mass > 0 ? given->mass : body->mass;
    if (!(h->mass > 0) || no_inertia) return refuse_massless(body, file, !(h->mass > 0), no_inertia);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            h->inertia[i][j] =
                whole ? (i == j ? given->inertia[axis_of[i]] : 0) : body->inertia[axis_of[i]][axis_of[j]];
    turn_axes(body->center, h->center);
    return FLO_OK;
}

/* ---- lift by points ---------------------------------------------------------------------------------------------- */

/* The share of a half disc of radius 1 that lies below depth h. */
static double half_disc(double h) { return (acos(1 - h) - (1 - h) * sqrt(2 * h - h * h)) / (pi / 2); }

/* The depth, in radii, at which it is this share. */
static double depth_of_share(double share)
{
    double low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        const double middle = (low + high) / 2;
        if (half_disc(middle) < share) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

static flo_status make_surface_depth(sdf_hull *h, const sdf_body *body)
{
    const double radius = body->surfaces[0].radius, share = h->mass / (h->density * h->volume);
    h->reference_depth = radius;
    if (!(share < 1)) return sdf_note(&h->taken, "its points cannot carry %.9g kg: it sinks", h->mass);
    h->reference_depth = radius * depth_of_share(share) / share;
    return sdf_note(&h->taken,
                    "reference_depth: a point is as deep at rest as in the source, and lifts the same when full; "
                    "between, ours grows evenly, the source's as the segment of a circle of radius %.9g m",
                    radius);
}

static flo_status make_surfaces(sdf_hull *h, const sdf_body *body)
{
    int count = 0;
    bool even = true;
    const sdf_surface *first = &body->surfaces[0];
    for (int i = 0; i < body->surface_count; i++) {
        const sdf_surface *s = &body->surfaces[i];
        h->volume += pi * s->radius * s->radius / 2 * s->length;
        count += s->point_count;
        even = even && s->radius == first->radius && s->length * first->point_count == first->length * s->point_count;
    }
    h->points = calloc((size_t)count, sizeof *h->points);
    if (!h->points) return flo__fail(FLO_NO_MEMORY, "not enough memory for %d points", count);
    flo_status status = FLO_OK;
    if (body->shape_count > 0)
        status = sdf_note(&h->left, "shapes of the link or of another plugin, %d: the Surface's points lift it",
                          body->shape_count);
    for (int i = 0; i < body->surface_count && !status; i++) {
        const sdf_surface *s = &body->surfaces[i];
        for (int k = 0; k < s->point_count; k++) turn_axes(s->points[k], h->points[h->point_count++]);
        if (s->level != 0) status = sdf_note(&h->left, "fluid_level %.9g m: a scene says sea.level", s->level);
    }
    if (!status && !even)
        status = sdf_note(&h->left, "the Surface plugins differ: here all points lift alike, together as much");
    return status ? status : make_surface_depth(h, body);
}

/* ---- lift by shapes ---------------------------------------------------------------------------------------------- */

static double volume_of(const sdf_shape *shape)
{
    const double box = shape->size[0] * shape->size[1] * shape->size[2];
    return shape->kind == SDF_BOX ? box : shape->kind == SDF_CYLINDER ? pi / 4 * box : pi / 6 * box;
}

/* Whether a place, as shares of the size from -1/2 to 1/2, is inside. */
static bool is_inside(const sdf_shape *shape, const double at[3])
{
    const double round = at[0] * at[0] + at[1] * at[1];
    if (shape->kind == SDF_BOX) return true;
    return round + (shape->kind == SDF_SPHERE ? at[2] * at[2] : 0) <= 0.25;
}

/* How many cells along an axis, near the edge that is wanted. */
static int cells_along(double length, double edge)
{
    enum { MOST = 64 };
    return (int)fmin(fmax(round(length / edge), 1), MOST);
}

/* The centres of a shape's cells; `points` may be NULL, for their count. */
static int fill_shape(const sdf_shape *shape, double edge, double (*points)[3])
{
    int n[3], count = 0;
    for (int a = 0; a < 3; a++) n[a] = cells_along(shape->size[a], edge);
    if (shape->kind != SDF_BOX)         /* four across leave a round shape round */
        for (int a = 0; a < (shape->kind == SDF_SPHERE ? 3 : 2); a++) n[a] = n[a] < 4 ? 4 : n[a];
    for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
        const int cell[3] = { i % n[0], i / n[0] % n[1], i / n[0] / n[1] };
        double share[3], at[3], turned[3];
        for (int a = 0; a < 3; a++) share[a] = (cell[a] + 0.5) / n[a] - 0.5, at[a] = share[a] * shape->size[a];
        if (!is_inside(shape, share)) continue;
        if (points) {
            sdf_turn(&shape->pose, at, turned);
            for (int a = 0; a < 3; a++) turned[a] += shape->pose.place[a];
            turn_axes(turned, points[count]);
        }
        count++;
    }
    return count;
}

static bool is_at_origin(const sdf_pose *pose)
{
    bool plain = true;
    for (int i = 0; i < 3; i++) {
        plain = plain && pose->place[i] == 0;
        for (int j = 0; j < 3; j++) plain = plain && pose->axes[i][j] == (i == j ? 1 : 0);
    }
    return plain;
}

static flo_status make_shapes(sdf_hull *h, const sdf_body *body)
{
    enum { SAMPLES = 64 };
    int count = 0;
    for (int i = 0; i < body->shape_count; i++) h->volume += volume_of(&body->shapes[i]);
    const double edge = cbrt(h->volume / SAMPLES);
    if (body->shape_count == 1 && body->shapes[0].kind == SDF_BOX && is_at_origin(&body->shapes[0].pose)) {
        turn_axes(body->shapes[0].size, h->box);
        for (int a = 0; a < 3; a++) h->grid[a] = cells_along(h->box[a], edge);
        return sdf_note(&h->taken, "shape: the link's box");
    }
    h->reference_depth = edge;
    for (int i = 0; i < body->shape_count; i++) count += fill_shape(&body->shapes[i], edge, NULL);
    h->points = calloc((size_t)count, sizeof *h->points);
    if (!h->points) return flo__fail(FLO_NO_MEMORY, "not enough memory for %d points", count);
    for (int i = 0; i < body->shape_count; i++)
        h->point_count += fill_shape(&body->shapes[i], edge, h->points + h->point_count);
    return sdf_note(&h->taken,
                    "shape: %d of the link's, of %.9g m^3 in all, filled with %d points that share it evenly; a "
                    "point lifts by its depth below the water, so that it floats half a reference_depth too deep",
                    body->shape_count, h->volume, h->point_count);
}

/* ---- drag -------------------------------------------------------------------------------------------------------- */

static flo_status tell_rotation(sdf_hull *h, const sdf_body *body)
{
    static const char *const names[] = { "roll", "pitch", "yaw" };
    flo_status status = FLO_OK;
    if (body->linear[YAW] > 0)
        status = sdf_note(&h->taken, "damping.angular: that of yaw, over its inertia and added inertia");
    for (int i = 0; i < 3 && !status; i++) {
        const double inertia = h->inertia[(i + 2) % 3][(i + 2) % 3] + body->added[ROLL + i];
        const double rate = body->linear[ROLL + i] / inertia;
        if (i < 2 && fabs(rate - h->angular) > 1e-9 * (rate + h->angular))
            status = sdf_note(&h->left, "damping of %s, %.9g N m s, or %.6g 1/s: here it is that of yaw, %.6g 1/s",
                              names[i], body->linear[ROLL + i], rate, h->angular);
        if (!status && body->quadratic[ROLL + i] > 0)
            status = sdf_note(&h->left, "quadratic damping of %s, %.9g N m s^2: there is none here", names[i],
                              body->quadratic[ROLL + i]);
    }
    return status;
}

static flo_status make_drag(sdf_hull *h, const sdf_body *body)
{
    for (int a = 0; a < 3; a++) {
        h->local[a] = body->linear[axis_of[a]] / h->mass;
        h->local_quadratic[a] = body->quadratic[axis_of[a]] / h->mass;
    }
    h->angular = body->linear[YAW] / (h->inertia[1][1] + body->added[YAW]);
    h->relative = body->water == SDF_GZ;
    flo_status status = FLO_OK;
    if (body->water != SDF_NO_WATER)
        status = sdf_note(&h->taken, "drag acts while any of the hull is wet; the source's acts in the air, too");
    return status ? status : tell_rotation(h, body);
}

/* Polyhedra: a force of -c m v and a torque of -c m L^2 w, both by the submerged share. */
static flo_status make_polyhedra(sdf_hull *h, const sdf_body *body)
{
    const sdf_shape *shape = &body->shapes[0];
    const double across = (shape->size[0] + shape->size[1] + shape->size[2]) / 3;
    const double torque = body->angular_drag * h->mass * across * across;
    h->linear += body->linear_drag;
    flo_status status = FLO_OK;
    if (body->linear_drag > 0)
        status =
            sdf_note(&h->taken, "linear_drag: in the source by the submerged share, here whole while any of it is wet");
    if (status || !(torque > 0)) return status;
    if (!(h->angular > 0)) h->angular = torque / h->inertia[1][1];
    return sdf_note(&h->left,
                    "angular_drag %.9g, a torque of some %.6g N m s about each axis: here it is one rate for all, "
                    "that of yaw",
                    body->angular_drag, torque);
}

/* ---- added mass -------------------------------------------------------------------------------------------------- */

/* Ours is a share of the water displaced: at rest a floating body displaces its own mass, a sunken one its volume. */
static flo_status make_added(sdf_hull *h, const sdf_body *body)
{
    bool any = false;
    for (int i = 0; i < 6; i++) any = any || body->added[i] > 0;
    if (!any) return FLO_OK;
    const double density = h->density > 0 ? h->density : flo_default_sea_def().density;
    const double displaced = fmin(h->mass, density * h->volume);
    for (int a = 0; a < 3; a++) {
        h->added[a] = body->added[axis_of[a]] / displaced;
        h->rotation[a] = body->added[ROLL + axis_of[a]] * h->mass / (displaced * h->inertia[a][a]);
    }
    return sdf_note(&h->taken,
                    "added mass: exact where %.9g kg of water are displaced, as %s; with more or less of it wet, "
                    "more or less",
                    displaced, displaced < h->mass ? "all of it under water" : "afloat at rest");
}

/* ---- the whole --------------------------------------------------------------------------------------------------- */

/* A shape that was not taken is the likely reason. */
static flo_status refuse_shapeless(const sdf_body *body, const char *file)
{
    const char *reason = "";
    for (int i = 0; i < body->left.count; i++)
        if (strncmp(body->left.text[i], "<collision>", 11) == 0) reason = body->left.text[i];
    return flo__fail(FLO_BAD_FILE,
                     "%s:%d: \"%.60s\": it has nothing that lifts it: no Surface, no PolyhedraBuoyancyDrag, and "
                     "no <collision> that is a box, a cylinder or a sphere%s%s",
                     file, body->line, body->name, *reason ? "; " : "", reason);
}

flo_status sdf_hull_make(sdf_hull *hull, const sdf_body *body, const sdf_given *given, const char *file)
{
    *hull = (sdf_hull){ .density = body->density };
    flo_status status = make_mass(hull, body, given, file);
    if (status) return status;
    if (body->surface_count == 0 && body->shape_count == 0) return refuse_shapeless(body, file);
    status = body->surface_count ? make_surfaces(hull, body) : make_shapes(hull, body);
    if (!status) status = make_drag(hull, body);
    if (!status && body->polyhedra) status = make_polyhedra(hull, body);
    if (!status) status = make_added(hull, body);
    return status;
}

void sdf_hull_free(sdf_hull *hull)
{
    free(hull->points);
    sdf_free_notes(&hull->taken);
    sdf_free_notes(&hull->left);
    *hull = (sdf_hull){ .mass = 0 };
}
