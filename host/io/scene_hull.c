/* SPDX-License-Identifier: MIT
 *
 * Scenes: the hulls, each a mapping under its name. */
#include "../hull_check.h"
#include "../mesh.h"
#include "scene_parts.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------ */

enum { MOST_SAMPLES = 1000000 };

/* Those of flo_hull_create, so that it has nothing more to refuse in a single value. */
static const yaml_range samples = {1, MOST_SAMPLES, false}, places = {-1e4, 1e4, false}, lengths = {1e-6, 1e4, false};
static const yaml_range masses = {1e-9, 1e12, false}, moments = {1e-15, 1e20, false}, powers = {-1e12, 1e12, false};
static const yaml_range factors = {0, 1e6, true}, rates = {0, 1e6, false}, stiffnesses = {0, 1e15, true};
static const yaml_range volumes = {0, 1e12, true}, scales = {1e-6, 1e6, false}, torques = {-1e15, 1e15, false};
static const yaml_range cosines = {-1, 1, false}, shares = {0, 1, true};
static const char *const laws[] = {"spring", "proportional", "archimedes", NULL};
static const char *const curves[] = {"none", "clamp", "saturate", NULL};
static const char *const things_damped[] = {"body", "points", NULL};
static const char *const angular_forms[] = {"momentum", "velocity", NULL};
static const char *const velocities[] = {"change", "analytic", "relative", NULL};
static const char *const methods[] = {"volume", "panels", NULL}, *const ups[] = {"y", "z", NULL};

/* What a mapping says: the definition, and what it takes to read a mesh. */
typedef struct hull_values {
    flo_hull_def def;
    const char *mesh;               /* the file's name */
    double scale;
    mesh_up up;
} hull_values;

#define HULL(member) offsetof(hull_values, def.member)

static const yaml_key point = {"point", YAML_NUMBER, .length = 3, .range = &places};
static const yaml_key axis = {"axis", YAML_NUMBER, .length = 3, .range = &cosines};

static const yaml_key box_keys[] = {
    {"size", YAML_NUMBER, .required = true, .length = 3, .range = &lengths, .at = HULL(box_size)},
    {"grid", YAML_INT, .required = true, .length = 3, .range = &samples, .at = HULL(box_grid)},
    {0},
};

static const yaml_key mesh_keys[] = {
    {"file", YAML_TEXT, .required = true, .at = offsetof(hull_values, mesh)},
    {"method", YAML_WORD, .words = methods, .at = HULL(mesh_method)},
    {"samples", YAML_INT, .range = &samples, .standard = 64, .at = HULL(mesh_samples)},
    {"scale", YAML_NUMBER, .range = &scales, .standard = 1, .at = offsetof(hull_values, scale)},
    {"up", YAML_WORD, .words = ups, .at = offsetof(hull_values, up)},
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
    {"settle", YAML_NUMBER, .required = true, .range = &factors, .at = HULL(tuning.settle)},
    {"overshoot", YAML_NUMBER, .required = true, .range = &shares, .below = true, .at = HULL(tuning.overshoot)},
    {0},
};

static const yaml_key damping_keys[] = {
    {"vertical", YAML_NUMBER, .range = &rates, .at = HULL(damping.vertical)},
    {"of", YAML_WORD, .words = things_damped, .at = HULL(damping.of)},
    {"relative", YAML_BOOL, .at = HULL(damping.relative)},
    {"quadratic", YAML_NUMBER, .range = &rates, .at = HULL(damping.quadratic)},
    {"angular", YAML_NUMBER, .range = &rates, .at = HULL(damping.angular)},
    {"angular_form", YAML_WORD, .words = angular_forms, .at = HULL(damping.angular_form)},
    {"scale_by_submerged", YAML_BOOL, .at = HULL(damping.scale_by_submerged)},
    {0},
};

static const yaml_key drag_keys[] = {
    {"linear", YAML_NUMBER, .range = &rates, .at = HULL(drag.linear)},
    {"quadratic", YAML_NUMBER, .range = &rates, .at = HULL(drag.quadratic)},
    {"local", YAML_NUMBER, .length = 3, .range = &rates, .at = HULL(drag.local)},
    {"local_quadratic", YAML_NUMBER, .length = 3, .range = &rates, .at = HULL(drag.local_quadratic)},
    {"only_in_water", YAML_BOOL, .standard = true, .at = HULL(drag.only_in_water)},
    {"relative", YAML_BOOL, .at = HULL(drag.relative)},
    {0},
};

static const yaml_key push_keys[] = {
    {"strength", YAML_NUMBER, .range = &rates, .at = HULL(push.strength)},
    {"velocity", YAML_WORD, .words = velocities, .at = HULL(push.velocity)},
    {0},
};

static const yaml_key added_mass_keys[] = {
    {"coefficient", YAML_NUMBER, .length = 3, .range = &rates, .at = HULL(added_mass.coefficient)},
    {"entry_exponent", YAML_NUMBER, .range = &rates, .standard = 1, .at = HULL(added_mass.entry_exponent)},
    {"rotation", YAML_NUMBER, .length = 3, .range = &rates, .at = HULL(added_mass.rotation)},
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
    {"lean", YAML_NUMBER, .range = &torques, .at = HULL(steering.lean)},
    {0},
};

static const yaml_key hull_keys[] = {
    {"mass", YAML_NUMBER, .required = true, .range = &masses, .at = HULL(mass)},
    {"inertia", YAML_NUMBER, .length = 3, .range = &moments, .at = HULL(inertia)},
    {"inertia_scale", YAML_NUMBER, .range = &scales, .standard = 1, .at = HULL(inertia_scale)},
    {"principal_axes", YAML_ROWS, .or_none = true},
    {"center_of_mass", YAML_NUMBER, .length = 3, .range = &places, .at = HULL(center_of_mass)},
    {"volume", YAML_NUMBER, .range = &volumes, .at = HULL(volume)},
    {"points", .type = YAML_ROWS},
    {"box", YAML_KEYS, .keys = box_keys},
    {"mesh", YAML_KEYS, .keys = mesh_keys},
    {"buoyancy", YAML_KEYS, .required = true, .keys = buoyancy_keys},
    {"tuning", YAML_KEYS, .keys = tuning_keys},
    {"damping", YAML_KEYS, .keys = damping_keys},
    {"drag", YAML_KEYS, .keys = drag_keys},
    {"push", YAML_KEYS, .keys = push_keys},
    {"added_mass", YAML_KEYS, .keys = added_mass_keys},
    {"thrust", YAML_KEYS, .keys = thrust_keys},
    {"steering", YAML_KEYS, .keys = steering_keys},
    {0},
};

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* Bytes that a sample of a hull takes, here and at most while the hull is made; and a triangle of a mesh, or a panel
 * that is made of it. */
enum { SAMPLE_BYTES = 128, TRIANGLE_BYTES = 320, MOST_PANELS = 2000000 };

static flo_status read_points(scene *s, yaml_file *file, const yaml_node *list, flo_hull_def *def)
{
    if (!list->count || list->count > MOST_SAMPLES)
        return yaml_fail(file, list, "%d points are not allowed; there must be 1 to %d", list->count, MOST_SAMPLES);
    flo_status status = scene_need(s, file, list, list->count, "points", SAMPLE_BYTES);
    if (status) return status;
    double(*points)[3] = scene_allocate(s, (size_t)list->count, sizeof *points);
    if (!points) return FLO_NO_MEMORY;
    def->points = (const double(*)[3])points;
    def->point_count = list->count;
    for (const yaml_node *node = list->first; node && !status; node = node->next)
        status = yaml_read_value(file, node, &point, *points++);
    return status;
}

static flo_status check_box(scene *s, const yaml_file *file, const yaml_node *box, const flo_hull_def *def)
{
    const double cells = (double)def->box_grid[0] * def->box_grid[1] * def->box_grid[2];
    if (cells <= MOST_SAMPLES) return scene_need(s, file, yaml_get(box, "grid"), cells, "cells", SAMPLE_BYTES);
    return yaml_fail(file, yaml_get(box, "grid"), "%.0f cells are not allowed; there must be 1 to %d", cells,
                     MOST_SAMPLES);
}

/* While assimp reads a file it takes some eight times as much memory. */
static flo_status take_mesh_bytes(void *of, double bytes)
{
    return scene_take(of, bytes, "bytes of a mesh", MESH_TIMES);
}

static flo_status read_mesh_file(scene *s, const yaml_file *file, const yaml_node *node, const char *path,
                                 mesh_file_options options, mesh_file *mesh)
{
    const double before = s->memory;
    options.memory = &(mesh_memory){ take_mesh_bytes, s };
    const flo_status status = mesh_file_read(mesh, path, &options);
    s->memory = before;
    return status ? yaml_blame(file, node, status) : FLO_OK;
}

/* Panels are halved until they are small: some 60 m^2 are left of a large one, and 25 at least. */
static flo_status need_mesh(scene *s, const yaml_file *file, const yaml_node *mesh, const hull_values *values,
                            const flo_mesh_info *info)
{
    const double panels = info->triangles + info->area / 25;
    flo_status status = scene_need(s, file, yaml_get(mesh, "file"), values->def.mesh_method == FLO_MESH_PANELS
                                   ? fmin(panels, MOST_PANELS) : info->triangles, "triangles", TRIANGLE_BYTES);
    const yaml_node *samples_of = yaml_get(mesh, "samples");
    if (!status && values->def.mesh_method == FLO_MESH_VOLUME)
        status = scene_need(s, file, samples_of ? samples_of : mesh, values->def.mesh_samples, "cells", SAMPLE_BYTES);
    return status;
}

static flo_status read_mesh(scene *s, const yaml_file *file, const yaml_node *mesh, const hull_values *values,
                            scene_hull *hull)
{
    mesh_file_options options = mesh_file_default_options();
    options.scale = values->scale;
    options.up = values->up;
    options.fence = s->fence;
    options.read = &s->read;
    char *path;
    flo_mesh_info info;
    flo_status status = scene_find(s, file, yaml_get(mesh, "file"), &path);
    if (!status) status = read_mesh_file(s, file, yaml_get(mesh, "file"), path, options, &hull->mesh);
    free(path);
    if (status) return status;
    status = flo__mesh_check(&hull->mesh.mesh, &info);
    if (status) return yaml_blame(file, yaml_get(mesh, "file"), status);
    status = need_mesh(s, file, mesh, values, &info);
    if (status) return status;
    hull->def.mesh = &hull->mesh.mesh;
    return FLO_OK;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static flo_status read_axes(yaml_file *file, const yaml_node *list, flo_hull_def *def)
{
    if (!list) return FLO_OK;
    if (list->count != 3)
        return yaml_fail(file, list, "%d rows are not allowed; there must be 3, of 3 numbers each", list->count);
    int row = 0;
    flo_status status = FLO_OK;
    for (const yaml_node *node = list->first; node && !status; node = node->next)
        status = yaml_read_value(file, node, &axis, def->principal_axes[row++]);
    return status;
}

static flo_status read_hull(scene *s, yaml_file *file, const yaml_node *node, scene_hull *hull)
{
    hull_values values = {.def = flo_default_hull_def()};
    flo_status status = yaml_read_map(file, node, hull_keys, &values);
    if (!status) status = read_axes(file, yaml_rows(node, "principal_axes"), &values.def);
    if (!status) status = scene_check_hull(file, node, &values.def);
    if (status) return status;
    flo_hull_def *def = &hull->def;
    *def = values.def;
    const yaml_node *points = yaml_get(node, "points"), *box = yaml_get(node, "box"), *mesh = yaml_get(node, "mesh");
    if (points) status = read_points(s, file, points, def);
    if (box) status = check_box(s, file, box, def);
    if (mesh) status = read_mesh(s, file, mesh, &values, hull);
    if (status) return status;
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
        status = read_hull(s, file, node, hull);
    }
    return status;
}
