/* SPDX-License-Identifier: MIT
 *
 * What a world says of the water and of gravity, which are a scene's and no hull's: they are told with the key that
 * sets them. */
#include "sdf_parts.h"

#include <math.h>
#include <string.h>

/* ---- buoyancy ---------------------------------------------------------------------------------------------------- */

/* Water with air above it, in gz-sim's words a change to another density above a depth, z being up. */
static flo_status read_surface(const sdf_tree *tree, const sdf_node *change, sdf_sea *sea, bool *taken)
{
    const double air = 10, highest = 1e6;           /* kg/m^3; m, of a scene's sea.level */
    double level = 0, density = air;
    flo_status status = sdf_number_of(tree, change, "above_depth", &level);
    if (!status) status = sdf_number_of(tree, change, "density", &density);
    *taken = !status && sdf_child(change, "above_depth") && density >= 0 && density < air && fabs(level) <= highest;
    if (*taken) sea->level = level;
    return status;
}

static flo_status read_graded(const sdf_tree *tree, const sdf_node *plugin, const sdf_node *graded, sdf_sea *sea,
                              sdf_notes *left)
{
    static const sdf_names parts = { "above_depth density", "", "" };
    int changes = 0;
    bool taken = false;
    for (const sdf_node *child = graded->first; child; child = child->next)
        changes += strcmp(child->name, "density_change") == 0;
    flo_status status = sdf_positive_of(tree, graded, "default_density", &sea->density);
    if (!status && changes == 1) status = read_surface(tree, sdf_child(graded, "density_change"), sea, &taken);
    for (const sdf_node *child = graded->first; child && !status; child = child->next) {
        if (strcmp(child->name, "density_change") != 0) continue;
        status = taken ? sdf_list_others(left, plugin->parent, child, &parts) : sdf_list(left, plugin->parent, child);
    }
    return status;
}

flo_status sdf_read_buoyancy(const sdf_tree *tree, const sdf_node *plugin, sdf_sea *sea, sdf_notes *left)
{
    static const sdf_names uniform = { "uniform_fluid_density", "", "" }, graded = { "graded_buoyancy", "", "" };
    const bool is_uniform = sdf_child(plugin, "uniform_fluid_density") != NULL;         /* goes before the other */
    const sdf_node *layers = is_uniform ? NULL : sdf_child(plugin, "graded_buoyancy");
    *sea = (sdf_sea){ .density = 1000 };            /* its default */
    flo_status status = sdf_positive_of(tree, plugin, "uniform_fluid_density", &sea->density);
    if (!status && layers) status = read_graded(tree, plugin, layers, sea, left);
    return status ? status : sdf_list_others(left, plugin->parent, plugin, is_uniform ? &uniform : &graded);
}

/* ---- gravity ----------------------------------------------------------------------------------------------------- */

flo_status sdf_read_gravity(const sdf_tree *tree, const sdf_node *node, sdf_body *body)
{
    const double usual = 9.8, most = 1000;          /* m/s^2; the latter a scene's */
    double g[3];
    while (node && strcmp(node->name, "world") != 0) node = node->parent;
    const sdf_node *gravity = sdf_child(node, "gravity");
    if (!gravity) return FLO_OK;
    const flo_status status = sdf_numbers(tree, gravity, gravity->text, 3, g);
    if (status || hypot(hypot(g[0], g[1]), g[2] + usual) <= 0.01 * usual) return status;
    if (g[0] == 0 && g[1] == 0 && g[2] < 0 && g[2] >= -most) {
        body->gravity = -g[2];
        return FLO_OK;
    }
    return sdf_note(&body->left, "gravity %.9g %.9g %.9g (line %d): a scene's points down, above 0 and to %g m/s^2",
                    g[0], g[1], g[2], gravity->line, most);
}
