/* SPDX-License-Identifier: MIT
 *
 * Scenes: the hulls, each a mapping under its name. */
#include "../hull_check.h"
#include "scene_parts.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------ */

enum { MOST_SAMPLES = 1000000 };

/* Those of flo_hull_create, so that it has nothing more to refuse in a single value. */
static const yaml_range samples = {1, MOST_SAMPLES, false}, places = {-1e4, 1e4, false}, lengths = {1e-6, 1e4, false};
static const yaml_range masses = {1e-9, 1e12, false}, moments = {1e-15, 1e20, false}, powers = {-1e12, 1e12, false};
static const yaml_range factors = {0, 1e6, true}, rates = {0, 1e6, false}, stiffnesses = {0, 1e15, true};
static const yaml_range volumes = {0, 1e12, true}, scales = {1e-6, 1e6, false}, torques = {-1e15, 1e15, false};
static const char *const laws[] = {"spring", "proportional", "archimedes", NULL};
static const char *const curves[] = {"none", "clamp", "saturate", NULL};
static const char *const things_damped[] = {"body", "points", NULL};
static const char *const angular_forms[] = {"momentum", "velocity", NULL};
static const char *const velocities[] = {"change", "analytic", "relative", NULL};
static const char *const methods[] = {"volume", "panels", NULL}, *const ups[] = {"y", "z", NULL};

#define HULL(member) offsetof(flo_hull_def, member)

static const yaml_key point = {"point", YAML_NUMBER, .length = 3, .range = &places};

static const yaml_key box_keys[] = {
    {"size", YAML_NUMBER, .required = true, .length = 3, .range = &lengths, .at = HULL(box_size)},
    {"grid", YAML_INT, .required = true, .length = 3, .range = &samples, .at = HULL(box_grid)},
    {0},
};

static const yaml_key mesh_keys[] = {
    {"file", YAML_TEXT, .required = true},
    {"method", YAML_WORD, .words = methods},
    {"samples", YAML_INT, .range = &samples, .standard = 64},
    {"scale", YAML_NUMBER, .range = &factors, .standard = 1},
    {"up", YAML_WORD, .words = ups},
    {0},
};

static const yaml_key buoyancy_keys[] = {
    {"law", YAML_WORD, .required = true, .words = laws, .at = HULL(buoyancy.law)},
    {"curve", YAML_WORD, .words = curves, .standard = FLO_CURVE_CLAMP, .at = HULL(buoyancy.curve)},
    {"reference_depth", YAML_NUMBER, .range = &factors, .at = HULL(buoyancy.reference_depth)},
    {"alpha", YAML_NUMBER, .range = &factors, .standard = 3, .at = HULL(buoyancy.alpha)},
    {"bias", YAML_NUMBER, .range = &rates, .standard = 1, .at = HULL(buoyancy.bias)},
    {"stiffness", YAML_NUMBER, .range = &stiffnesses, .at = HULL(buoyancy.stiffness)},
    {0},
};

static const yaml_key tuning_keys[] = {
    {"settle", YAML_NUMBER, .required = true, .range = &factors},
    {"overshoot", YAML_NUMBER, .required = true, .range = &yaml_share},
    {0},
};

static const yaml_key damping_keys[] = {
    {"vertical", YAML_NUMBER, .range = &rates, .at = HULL(damping.vertical)},
    {"of", YAML_WORD, .words = things_damped, .not_built = true},
    {"relative", YAML_BOOL, .not_built = true},
    {"quadratic", YAML_NUMBER, .range = &rates, .not_built = true},
    {"angular", YAML_NUMBER, .range = &rates, .at = HULL(damping.angular)},
    {"angular_form", YAML_WORD, .words = angular_forms, .at = HULL(damping.angular_form)},
    {"scale_by_submerged", YAML_BOOL, .at = HULL(damping.scale_by_submerged)},
    {0},
};

static const yaml_key drag_keys[] = {
    {"linear", YAML_NUMBER, .range = &rates, .at = HULL(drag.linear)},
    {"quadratic", YAML_NUMBER, .range = &rates, .at = HULL(drag.quadratic)},
    {"local", YAML_NUMBER, .length = 3, .range = &rates, .at = HULL(drag.local)},
    {"only_in_water", YAML_BOOL, .standard = true, .at = HULL(drag.only_in_water)},
    {"relative", YAML_BOOL, .not_built = true},
    {0},
};

static const yaml_key push_keys[] = {
    {"strength", YAML_NUMBER, .range = &rates, .at = HULL(push.strength)},
    {"velocity", YAML_WORD, .words = velocities, .words_built = 2, .at = HULL(push.velocity)},
    {0},
};

static const yaml_key added_mass_keys[] = {
    {"coefficient", YAML_NUMBER, .length = 3, .range = &rates, .not_built = true},
    {"entry_exponent", YAML_NUMBER, .range = &rates, .standard = 1, .not_built = true},
    {"rotation", YAML_NUMBER, .length = 3, .range = &rates, .not_built = true},
    {0},
};

static const yaml_key thrust_keys[] = {
    {"power", YAML_NUMBER, .range = &powers, .at = HULL(thrust.power)},
    {"position", YAML_NUMBER, .length = 3, .range = &places, .at = HULL(thrust.position)},
    {0},
};

static const yaml_key steering_keys[] = {
    {"base", YAML_NUMBER, .range = &torques, .at = HULL(steering.base)},
    {"speed", YAML_NUMBER, .range = &torques, .at = HULL(steering.speed)},
    {"reference_speed", YAML_NUMBER, .range = &factors, .standard = 1, .at = HULL(steering.reference_speed)},
    {"needs_water", YAML_BOOL, .at = HULL(steering.needs_water)},
    {"lean", YAML_NUMBER, .range = &torques, .not_built = true},
    {0},
};

static const yaml_key hull_keys[] = {
    {"mass", YAML_NUMBER, .required = true, .range = &masses, .at = HULL(mass)},
    {"inertia", YAML_NUMBER, .length = 3, .range = &moments, .at = HULL(inertia)},
    {"inertia_scale", YAML_NUMBER, .range = &scales, .standard = 1, .at = HULL(inertia_scale)},
    {"principal_axes", YAML_NOTHING, .not_built = true},
    {"center_of_mass", YAML_NUMBER, .length = 3, .range = &places, .at = HULL(center_of_mass)},
    {"volume", YAML_NUMBER, .range = &volumes, .at = HULL(volume)},
    {"points", .type = YAML_ROWS},
    {"box", YAML_KEYS, .keys = box_keys},
    {"mesh", YAML_KEYS, .keys = mesh_keys, .not_built = true},
    {"buoyancy", YAML_KEYS, .required = true, .keys = buoyancy_keys},
    {"tuning", YAML_KEYS, .keys = tuning_keys, .not_built = true},
    {"damping", YAML_KEYS, .keys = damping_keys},
    {"drag", YAML_KEYS, .keys = drag_keys},
    {"push", YAML_KEYS, .keys = push_keys},
    {"added_mass", YAML_KEYS, .keys = added_mass_keys},
    {"thrust", YAML_KEYS, .keys = thrust_keys},
    {"steering", YAML_KEYS, .keys = steering_keys},
    {0},
};

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static flo_status read_points(scene *s, yaml_file *file, const yaml_node *list, flo_hull_def *def)
{
    if (!list->count || list->count > MOST_SAMPLES)
        return yaml_fail(file, list, "%d points are not allowed; there must be 1 to %d", list->count, MOST_SAMPLES);
    double(*points)[3] = scene_allocate(s, (size_t)list->count, sizeof *points);
    if (!points) return FLO_NO_MEMORY;
    def->points = (const double(*)[3])points;
    def->point_count = list->count;
    flo_status status = FLO_OK;
    for (const yaml_node *node = list->first; node && !status; node = node->next)
        status = yaml_read_value(file, node, &point, *points++);
    return status;
}

static flo_status check_box(const yaml_file *file, const yaml_node *box, const flo_hull_def *def)
{
    const double cells = (double)def->box_grid[0] * def->box_grid[1] * def->box_grid[2];
    if (cells <= MOST_SAMPLES) return FLO_OK;
    return yaml_fail(file, yaml_get(box, "grid"), "%.0f cells are not allowed; there must be 1 to %d", cells,
                     MOST_SAMPLES);
}

/* A mesh that is not there is refused for that, whether or not meshes are built. */
static flo_status check_mesh(const scene *s, const yaml_file *file, const yaml_node *mesh)
{
    const yaml_node *name = yaml_get(mesh, "file");
    char *path = scene_beside(s, name->text);
    if (!path) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", s->file);
    FILE *stream = fopen(path, "rb");
    const bool readable = stream && (fgetc(stream) != EOF || !ferror(stream));
    const int error = errno;
    if (stream) fclose(stream);
    char where[512];
    yaml_where(file, name, where, sizeof where);
    const flo_status status =
        readable ? FLO_OK : flo__fail(FLO_CANNOT_READ, "%s: %s cannot be read: %s", where, path, strerror(error));
    free(path);
    return status;
}

/* ---- what no table can say --------------------------------------------------------------------------------------- */

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
        char shown[96];
        yaml_show(node, shown, sizeof shown);
        return yaml_fail(file, node, "%s is not allowed: no body has %.10g beside %.10g for the sum of the other two; "
                         "none may be above it", shown, one, others);
    }
    return FLO_OK;
}

static flo_status check_volume(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const bool needed = yaml_get(hull, "points") && def->buoyancy.law == FLO_ARCHIMEDES;
    if (!needed || yaml_get(hull, "volume")) return FLO_OK;
    return yaml_fail_key(file, hull, "volume", "missing; points under archimedes need it, a number above 0");
}

/* The reference depth of points and of cells under `proportional` is needed; that of cells under `archimedes`, which
 * have a height of their own, is not allowed. */
static flo_status check_reference_depth(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    const yaml_node *buoyancy = yaml_get(hull, "buoyancy"), *depth = yaml_get(buoyancy, "reference_depth");
    const yaml_node *law = yaml_get(buoyancy, "law");
    const bool cells = !yaml_get(hull, "points"), own = cells && def->buoyancy.law == FLO_ARCHIMEDES;
    if (depth && own)
        return yaml_exclude(file, depth, law, "cells under archimedes are submerged by their own height");
    if (depth || own || def->buoyancy.law == FLO_SPRING || yaml_get(hull, "tuning")) return FLO_OK;
    return yaml_fail_key(file, buoyancy, "reference_depth", "missing; %s needs it, a number above 0",
                         cells ? "proportional" : "a hull of points");
}

static flo_status check_tuning(const yaml_file *file, const yaml_node *hull)
{
    const yaml_node *tuning = yaml_get(hull, "tuning");
    const yaml_node *depth = yaml_get(yaml_get(hull, "buoyancy"), "reference_depth");
    const yaml_node *vertical = yaml_get(yaml_get(hull, "damping"), "vertical");
    if (tuning && depth) return yaml_exclude(file, depth, tuning, "the tuning finds the reference depth");
    if (tuning && vertical) return yaml_exclude(file, vertical, tuning, "the tuning finds the vertical damping");
    return FLO_OK;
}

static flo_status check_together(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def)
{
    static const char *const shapes[] = {"points", "box", "mesh", NULL};
    flo_status status = yaml_one_of(file, hull, shapes, true);
    if (!status) status = check_inertia(file, hull, def);
    if (!status) status = check_volume(file, hull, def);
    if (!status) status = check_tuning(file, hull);
    if (!status) status = check_reference_depth(file, hull, def);
    if (!status && def->buoyancy.law == FLO_SPRING && !yaml_get(yaml_get(hull, "buoyancy"), "stiffness"))
        status = yaml_fail_key(file, yaml_get(hull, "buoyancy"), "stiffness",
                               "missing; the spring needs it, a number above 0");
    return status;
}

static flo_status read_hull(scene *s, yaml_file *file, const yaml_node *node, flo_hull_def *def)
{
    *def = flo_default_hull_def();
    flo_status status = yaml_read_map(file, node, hull_keys, def);
    if (!status) status = check_together(file, node, def);
    if (status) return status;
    const yaml_node *points = yaml_get(node, "points"), *box = yaml_get(node, "box"), *mesh = yaml_get(node, "mesh");
    if (points) status = read_points(s, file, points, def);
    if (box) status = check_box(file, box, def);
    if (mesh) status = check_mesh(s, file, mesh);
    if (status || file->not_built[0]) return status;    /* a hull with what is not built is not whole */
    status = flo__hull_check(def);
    return status ? yaml_blame(file, node, status) : FLO_OK;
}

flo_status scene_read_hulls(scene *s, yaml_file *file, const yaml_node *hulls)
{
    if (!hulls) return FLO_OK;
    s->hulls = scene_allocate(s, (size_t)hulls->count, sizeof *s->hulls);
    if (!s->hulls) return FLO_NO_MEMORY;
    flo_status status = FLO_OK;
    for (const yaml_node *node = hulls->first; node && !status; node = node->next) {
        scene_hull *hull = &s->hulls[s->hull_count++];
        if (!*node->key) return yaml_fail_key(file, node, NULL, "a hull without a name is not allowed");
        hull->name = strdup(node->key);
        if (!hull->name) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", s->file);
        status = read_hull(s, file, node, &hull->def);
    }
    return status;
}
