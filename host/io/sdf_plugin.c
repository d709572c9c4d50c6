/* SPDX-License-Identifier: MIT
 *
 * The plugins that say how water acts on a link: which they are, and what those that lift it have. */
#include "sdf_parts.h"

#include <stdlib.h>
#include <string.h>

/* By their names, which end alike in all versions, or by their files. */
sdf_plugin sdf_plugin_of(const sdf_node *node)
{
    static const struct { const char *name, *file; sdf_plugin plugin; } plugins[] = {
        { "SimpleHydrodynamics", "libSimpleHydrodynamics.so", SDF_SIMPLE_HYDRODYNAMICS },
        { "PolyhedraBuoyancyDrag", "libPolyhedraBuoyancyDrag.so", SDF_POLYHEDRA },
        { "Surface", "libSurface.so", SDF_SURFACE },
        { "Hydrodynamics", "hydrodynamics-system", SDF_HYDRODYNAMICS },
        { "Buoyancy", "buoyancy-system", SDF_BUOYANCY },
    };
    if (strcmp(node->name, "plugin") != 0) return SDF_NO_PLUGIN;
    const char *name = sdf_attribute_of(node, "name"), *file = sdf_attribute_of(node, "filename");
    for (size_t i = 0; i < sizeof plugins / sizeof *plugins; i++) {
        if (name && strcmp(sdf_last_part(name), plugins[i].name) == 0) return plugins[i].plugin;
        if (file && strstr(file, plugins[i].file)) return plugins[i].plugin;
    }
    return SDF_NO_PLUGIN;
}

/* Lists what of a plugin has none of these names; a macro's call may have been one of them. */
static flo_status list_others(const sdf_tree *tree, const sdf_node *plugin, const sdf_names *known, sdf_body *body)
{
    for (const sdf_node *child = plugin->first; child; child = child->next)
        if (strncmp(child->name, "xacro:", 6) == 0)
            return sdf_fail(tree, child, "it is not defined in this file, and stands where a plugin's values do");
    return sdf_list_others(&body->left, plugin, plugin, known);
}

/* ---- surface ----------------------------------------------------------------------------------------------------- */

static flo_status read_points(const sdf_tree *tree, const sdf_node *plugin, sdf_surface *s)
{
    const sdf_node *list = sdf_child(plugin, "points");
    int count = 0;
    for (const sdf_node *child = list ? list->first : NULL; child; child = child->next)
        count += strcmp(child->name, "point") == 0;
    if (!count) return sdf_fail(tree, plugin, "it has no <points> with a <point>, at which it would lift");
    s->points = calloc((size_t)count, sizeof *s->points);
    if (!s->points) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", tree->file);
    flo_status status = FLO_OK;
    for (const sdf_node *child = list->first; child && !status; child = child->next) {
        if (strcmp(child->name, "point") != 0) continue;
        double *to = s->points[s->point_count++];
        status = sdf_numbers(tree, child, child->text, 3, to);
        for (int i = 0; i < 3 && !status; i++)
            if (!(to[i] >= -1e4 && to[i] <= 1e4)) status = sdf_fail(tree, child, "%g m is not within 1e4 m", to[i]);
    }
    return status;
}

static flo_status read_surface(const sdf_tree *tree, const sdf_node *plugin, sdf_body *body)
{
    static const sdf_names known = { "link_name hull_length hull_radius fluid_level fluid_density points", "", "" };
    sdf_surface *grown = realloc(body->surfaces, ((size_t)body->surface_count + 1) * sizeof *grown);
    if (!grown) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", tree->file);
    body->surfaces = grown;
    sdf_surface *s = &body->surfaces[body->surface_count++];
    *s = (sdf_surface){ .length = 4.9, .radius = 0.213, .density = 997.7735 };        /* its defaults */
    flo_status status = sdf_positive_of(tree, plugin, "hull_length", &s->length);
    if (!status) status = sdf_positive_of(tree, plugin, "hull_radius", &s->radius);
    if (!status) status = sdf_positive_of(tree, plugin, "fluid_density", &s->density);
    if (!status) status = sdf_number_of(tree, plugin, "fluid_level", &s->level);
    if (!status && (s->length > 1e4 || s->radius > 1e4 || s->density > 1e5))
        status = sdf_fail(tree, plugin, "hull_length %g m, hull_radius %g m or fluid_density %g kg/m^3 is too large",
                          s->length, s->radius, s->density);
    if (!status) status = read_points(tree, plugin, s);
    if (!status) status = list_others(tree, plugin, &known, body);
    if (status) return status;
    if (body->surface_count > 1 && s->density != body->surfaces[0].density)
        return sdf_fail(tree, plugin, "fluid_density is %g, and that of another Surface of this link is %g", s->density,
                        body->surfaces[0].density);
    body->density = s->density;
    return sdf_note(&body->taken, "lift from VRX Surface (line %d): length %.9g m, radius %.9g m, %d points",
                    plugin->line, s->length, s->radius, s->point_count);
}

/* ---- polyhedra --------------------------------------------------------------------------------------------------- */

/* The plugin's shapes go before the link's. */
static flo_status leave_collisions(sdf_body *body)
{
    const int count = body->shape_count;
    body->shape_count = 0;
    return count ? sdf_note(&body->left, "shapes of the link, %d: PolyhedraBuoyancyDrag has its own", count) : FLO_OK;
}

static flo_status read_polyhedra(const sdf_tree *tree, const sdf_node *plugin, sdf_body *body)
{
    static const sdf_names known = { "link_name fluid_density fluid_level linear_drag angular_drag", "buoyancy", "" };
    double density = 997, level = 0;
    bool taken = false, any = false;
    flo_status status = body->polyhedra ? FLO_OK : leave_collisions(body);
    body->polyhedra = true;
    if (!status) status = sdf_positive_of(tree, plugin, "fluid_density", &density);
    if (!status) status = sdf_number_of(tree, plugin, "fluid_level", &level);
    if (!status) status = sdf_number_of(tree, plugin, "linear_drag", &body->linear_drag);
    if (!status) status = sdf_number_of(tree, plugin, "angular_drag", &body->angular_drag);
    if (!status && (body->linear_drag < 0 || body->angular_drag < 0))
        status = sdf_fail(tree, plugin, "linear_drag %g and angular_drag %g must be 0 or more: they slow",
                          body->linear_drag, body->angular_drag);
    for (const sdf_node *child = plugin->first; child && !status; child = child->next) {
        if (strcmp(child->name, "buoyancy") != 0) continue;
        const sdf_node *name = sdf_child(child, "link_name");
        if (name && !sdf_same_link(name->text, body->name)) continue;
        status = sdf_read_shape(tree, child, body, &taken);
        any = any || taken;
    }
    if (!status) status = list_others(tree, plugin, &known, body);
    if (status) return status;
    if (!any)
        return sdf_fail(tree, plugin, "it has no <buoyancy> for \"%.60s\" with a box, cylinder or sphere", body->name);
    body->density = density;
    if (level != 0) status = sdf_note(&body->left, "fluid_level %.9g: a scene says sea.level", level);
    return status ? status
                  : sdf_note(&body->taken,
                             "lift and drag from VRX PolyhedraBuoyancyDrag (line %d): linear_drag %.9g "
                             "1/s and angular_drag %.9g, positive, which slow: taken as they are",
                             plugin->line, body->linear_drag, body->angular_drag);
}

flo_status sdf_read_plugin(const sdf_tree *tree, const sdf_node *plugin, sdf_body *body)
{
    const sdf_plugin kind = sdf_plugin_of(plugin);
    switch (kind) {
    case SDF_SURFACE: return read_surface(tree, plugin, body);
    case SDF_POLYHEDRA: return read_polyhedra(tree, plugin, body);
    case SDF_SIMPLE_HYDRODYNAMICS:
    case SDF_HYDRODYNAMICS: return sdf_read_drag(tree, plugin, kind, body);
    default: return FLO_OK;
    }
}
