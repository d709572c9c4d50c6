/* SPDX-License-Identifier: MIT
 *
 * Scenes: what no table can say of a hull: keys that others need, and keys that cannot stand beside each other. */
#include "scene_parts.h"

#include <math.h>

enum { SHOWN = 96 };

static bool is_any(const double v[3])
{
    return fabs(v[0]) > 0 || fabs(v[1]) > 0 || fabs(v[2]) > 0;
}

/* ---- mass -------------------------------------------------------------------------------------------------------- */

/* No body has a moment of inertia above the sum of the other two; one that is flat has one equal to it, and decimal
 * fractions may then miss it by a rounding. */
static flo_status check_inertia(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *node = yaml_get(hull, "inertia");
    if (!node && yaml_get(hull, "points"))
        return yaml_fail_key(file, hull, "inertia", "missing; a hull of points needs it: 3 numbers, each above 0");
    for (int i = 0; node && i < 3; i++) {
        const double one = def->inertia[i], others = def->inertia[(i + 1) % 3] + def->inertia[(i + 2) % 3];
        if (one <= others * (1 + 1e-9)) continue;
        char shown[SHOWN];
        yaml_show(node, shown, sizeof shown);
        return yaml_fail(file, node, "%s is not allowed: no body has %.10g beside %.10g for the sum of the other two; "
                         "none may be above it", shown, one, others);
    }
    return FLO_OK;
}

static flo_status check_axes(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *axes = yaml_rows(hull, "principal_axes");
    if (!axes) return FLO_OK;
    if (!yaml_get(hull, "inertia"))
        return yaml_fail_key(file, hull, "inertia", "missing; principal_axes need it: they say about which axes it is");
    for (int i = 0; i < 3; i++) {
        for (int j = i; j < 3; j++) {
            const double *a = def->principal_axes[i], *b = def->principal_axes[j];
            const double product = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            if (i == j && !(fabs(sqrt(product) - 1) <= 1e-6))
                return yaml_fail(file, axes, "row %d has the length %.9g; it must be 1 within 1e-6", i, sqrt(product));
            if (i != j && !(fabs(product) <= 1e-6))
                return yaml_fail(file, axes, "rows %d and %d are not at right angles: the cosine between them is %.3g; "
                                 "it must be 0 within 1e-6", i, j, product);
        }
    }
    return FLO_OK;
}

static flo_status check_volume(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    if (!yaml_get(hull, "points") || yaml_get(hull, "volume")) return FLO_OK;
    const flo_added_mass_def *added = &def->added_mass;
    const bool relative = def->push.velocity == FLO_PUSH_RELATIVE && def->push.strength > 0;
    const char *user = def->buoyancy.law == FLO_ARCHIMEDES                        ? "under archimedes"
                       : is_any(added->coefficient) || is_any(added->rotation) ? "with added_mass"
                       : relative                                              ? "with the relative push"
                                                                               : NULL;
    if (!user) return FLO_OK;
    return yaml_fail_key(file, hull, "volume", "missing; points %s need it, a number above 0", user);
}

/* ---- buoyancy ---------------------------------------------------------------------------------------------------- */

static const char own_height[] = "cells under archimedes are submerged by their own height";

/* The reference depth of points and of cells under `proportional` is needed; that of cells under `archimedes`, which
 * have a height of their own, is not allowed. */
static flo_status check_reference_depth(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *buoyancy = yaml_get(hull, "buoyancy"), *depth = yaml_get(buoyancy, "reference_depth");
    const yaml_node *law = yaml_get(buoyancy, "law");
    const bool cells = !yaml_get(hull, "points"), own = cells && def->buoyancy.law == FLO_ARCHIMEDES;
    if (depth && own) return yaml_exclude(file, depth, law, own_height);
    if (depth || own || def->buoyancy.law == FLO_SPRING || yaml_get(hull, "tuning")) return FLO_OK;
    return yaml_fail_key(file, buoyancy, "reference_depth", "missing; %s needs it, a number above 0",
                         cells ? "proportional" : "a hull of points");
}

static flo_status check_tuning(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *tuning = yaml_get(hull, "tuning"), *buoyancy = yaml_get(hull, "buoyancy");
    const yaml_node *depth = yaml_get(buoyancy, "reference_depth"), *law = yaml_get(buoyancy, "law");
    const yaml_node *vertical = yaml_get(yaml_get(hull, "damping"), "vertical");
    if (!tuning) return FLO_OK;
    if (depth) return yaml_exclude(file, depth, tuning, "the tuning finds the reference depth");
    if (vertical) return yaml_exclude(file, vertical, tuning, "the tuning finds the vertical damping");
    if (def->buoyancy.law == FLO_SPRING)
        return yaml_exclude(file, tuning, law, "a spring has no reference depth that the tuning could find");
    if (def->buoyancy.law == FLO_ARCHIMEDES && !yaml_get(hull, "points"))
        return yaml_exclude(file, tuning, law, own_height);
    return FLO_OK;
}

static flo_status check_spring(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *buoyancy = yaml_get(hull, "buoyancy");
    if (def->buoyancy.law != FLO_SPRING || yaml_get(buoyancy, "stiffness")) return FLO_OK;
    return yaml_fail_key(file, buoyancy, "stiffness", "missing; the spring needs it, a number above 0");
}

/* ---- shape and drive --------------------------------------------------------------------------------------------- */

/* Panels are pressed on, all over; there are no samples that could be pushed or slowed one by one. */
static flo_status check_panels(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *mesh = yaml_get(hull, "mesh"), *method = yaml_get(mesh, "method");
    const yaml_node *samples = yaml_get(mesh, "samples"), *law = yaml_get(yaml_get(hull, "buoyancy"), "law");
    if (!mesh || def->mesh_method != FLO_MESH_PANELS) return FLO_OK;
    if (samples) return yaml_exclude(file, samples, method, "panels are the mesh's own triangles, all of them");
    if (def->buoyancy.law != FLO_ARCHIMEDES)
        return yaml_exclude(file, law, method, "panels take the water's pressure, which is archimedes");
    if (def->push.strength > 0)
        return yaml_exclude(file, yaml_get(yaml_get(hull, "push"), "strength"), method,
                            "panels feel the waves by their pressure");
    if (def->damping.of == FLO_DAMPING_POINTS)
        return yaml_exclude(file, yaml_get(yaml_get(hull, "damping"), "of"), method, "panels are no points");
    return FLO_OK;
}

static flo_status check_thrust(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *thrust = yaml_get(hull, "thrust");
    if (!(fabs(def->thrust.power) > 0) || yaml_get(thrust, "position")) return FLO_OK;
    return yaml_fail_key(file, thrust, "position", "missing; thrust needs it: where the propeller is, 3 numbers");
}

flo_status scene_check_hull(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    static const char *const shapes[] = {"points", "box", "mesh", NULL};
    flo_status status = yaml_one_of(file, hull, shapes, true);
    if (!status) status = check_inertia(file, hull, def);
    if (!status) status = check_axes(file, hull, def);
    if (!status) status = check_volume(file, hull, def);
    if (!status) status = check_panels(file, hull, def);
    if (!status) status = check_tuning(file, hull, def);
    if (!status) status = check_reference_depth(file, hull, def);
    if (!status) status = check_spring(file, hull, def);
    return status ? status : check_thrust(file, hull, def);
}
