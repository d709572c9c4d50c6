/* SPDX-License-Identifier: MIT
 *
 * A link of SDF or URDF: its inertia and its collision shapes. */
#include "sdf_parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- inertia ----------------------------------------------------------------------------------------------------- */

/* <ixx> and the like, or URDF's attributes of <inertia>; `inertia` may be NULL. */
static flo_status read_tensor(const sdf_tree *tree, const sdf_node *inertia, sdf_body *body)
{
    static const struct { const char *name; int i, j; } parts[] = {
        { "ixx", 0, 0 }, { "iyy", 1, 1 }, { "izz", 2, 2 }, { "ixy", 0, 1 }, { "ixz", 0, 2 }, { "iyz", 1, 2 },
    };
    flo_status status = FLO_OK;
    for (int k = 0; k < 6 && !status; k++) {
        double value = k < 3 ? 1 : 0;           /* SDF's own defaults */
        const char *attribute = sdf_attribute_of(inertia, parts[k].name);
        status = attribute ? sdf_numbers(tree, inertia, attribute, 1, &value)
                           : sdf_number_of(tree, inertia, parts[k].name, &value);
        if (!status && k < 3 && !(value > 0))
            status = sdf_fail(tree, inertia, "%s is %g; it must be above 0", parts[k].name, value);
        if (!status && k < 3 && inertia && !attribute && !sdf_child(inertia, parts[k].name))
            status = sdf_note(&body->taken, "<inertia> has no %s: SDF's default is 1 kg m^2", parts[k].name);
        body->inertia[parts[k].i][parts[k].j] = body->inertia[parts[k].j][parts[k].i] = value;
    }
    if (!status && !inertia)
        status = sdf_note(&body->taken, "<inertial> has no <inertia>: SDF's default is 1 kg m^2 about each axis");
    return status;
}

/* <fluid_added_mass>: 21 numbers of a symmetric matrix; those on its diagonal are taken. */
static flo_status read_added_mass(const sdf_tree *tree, const sdf_node *added, sdf_body *body)
{
    static const char axes[] = "xyzpqr";
    flo_status status = FLO_OK;
    for (const sdf_node *child = added->first; child && !status; child = child->next) {
        const char *first = strchr(axes, child->name[0]);
        const char *second = child->name[0] ? strchr(axes, child->name[1]) : NULL;
        double value = 0;
        if (strlen(child->name) != 2 || !first || !second) {
            status = sdf_fail(tree, child, "it is no part of <fluid_added_mass>, which has xx, xy, ... rr");
            continue;
        }
        status = sdf_numbers(tree, child, child->text, 1, &value);
        if (status || value == 0) continue;
        if (first != second)
            status =
                sdf_note(&body->left, "fluid_added_mass %s %.9g: only the diagonal is known here", child->name, value);
        else if (value < 0)
            status = sdf_fail(tree, child, "%g is not allowed on the diagonal of an added mass; it must be 0 or more",
                              value);
        else
            body->added[first - axes] = value;
    }
    if (!status) status = sdf_note(&body->taken, "added mass from <fluid_added_mass>, positive: it must move along");
    return status;
}

/* auto="true" of SDF 1.11 has Gazebo make mass and inertia of the shapes and a density, whatever else is written. */
static flo_status check_auto(const sdf_tree *tree, const sdf_node *inertial, const sdf_body *body)
{
    char shown[64];
    const char *automatic = sdf_attribute_of(inertial, "auto");
    if (!automatic || strcasecmp(automatic, "false") == 0 || strcmp(automatic, "0") == 0) return FLO_OK;
    sdf_show(automatic, shown, sizeof shown);
    return sdf_fail(tree, inertial,
                    "\"%.60s\": its auto is \"%s\", and mass and inertia are not made of densities here; give <mass> "
                    "and <inertia>, and auto=\"false\" or none",
                    body->name, shown);
}

static flo_status read_inertial(const sdf_tree *tree, const sdf_node *inertial, sdf_body *body)
{
    sdf_pose pose;
    body->has_inertial = true;
    body->mass = 1;
    flo_status status = check_auto(tree, inertial, body);
    if (!status) status = sdf_positive_of(tree, inertial, "mass", &body->mass);
    if (!status && !sdf_child(inertial, "mass"))
        status = sdf_note(&body->taken, "<inertial> has no <mass>: SDF's default is 1 kg");
    if (!status) status = sdf_pose_of(tree, inertial, &pose);
    if (!status) status = read_tensor(tree, sdf_child(inertial, "inertia"), body);
    if (status) return status;
    sdf_turn_tensor(&pose, body->inertia);
    memcpy(body->center, pose.place, sizeof body->center);
    const sdf_node *added = sdf_child(inertial, "fluid_added_mass");
    return added ? read_added_mass(tree, added, body) : FLO_OK;
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static bool is_size(double length) { return length >= 1e-6 && length <= 1e4; }

/* A measure that SDF has as an element and URDF as an attribute. */
static flo_status read_measure(const sdf_tree *tree, const sdf_node *shape, const char *name, int count, double *values)
{
    const sdf_node *child = sdf_child(shape, name);
    const char *attribute = sdf_attribute_of(shape, name);
    if (!child && !attribute) return sdf_fail(tree, shape, "it has no %s", name);
    flo_status status = sdf_numbers(tree, child ? child : shape, child ? child->text : attribute, count, values);
    for (int i = 0; i < count && !status; i++)
        if (!is_size(values[i]))
            status = sdf_fail(tree, child ? child : shape, "%s %g is not allowed; it must be 1e-6 to 1e4 m", name,
                              values[i]);
    return status;
}

static flo_status read_geometry(const sdf_tree *tree, const sdf_node *node, sdf_shape *shape)
{
    double radius = 0, length = 0;
    flo_status status;
    if (strcmp(node->name, "box") == 0) {
        shape->kind = SDF_BOX;
        return read_measure(tree, node, "size", 3, shape->size);
    }
    shape->kind = strcmp(node->name, "sphere") == 0 ? SDF_SPHERE : SDF_CYLINDER;
    status = read_measure(tree, node, "radius", 1, &radius);
    if (!status && shape->kind == SDF_CYLINDER) status = read_measure(tree, node, "length", 1, &length);
    for (int i = 0; i < 3; i++) shape->size[i] = 2 * radius;
    if (shape->kind == SDF_CYLINDER) shape->size[2] = length;
    return status;
}

flo_status sdf_read_shape(const sdf_tree *tree, const sdf_node *holder, sdf_body *body, bool *taken)
{
    const sdf_node *geometry = sdf_child(holder, "geometry"), *node = geometry ? geometry->first : NULL;
    *taken = node && (strcmp(node->name, "box") == 0 || strcmp(node->name, "cylinder") == 0
                      || strcmp(node->name, "sphere") == 0);
    if (!node) return sdf_note(&body->left, "<%s> of line %d: it has no shape", holder->name, holder->line);
    if (!*taken)
        return sdf_note(&body->left, "<%s> of line %d: a %s; box, cylinder and sphere are taken%s", holder->name,
                        node->line, node->name,
                        strcmp(node->name, "mesh") == 0 ? ", a mesh by flotilla hull FILE" : "");
    sdf_shape shape;
    flo_status status = read_geometry(tree, node, &shape);
    if (!status) status = sdf_pose_of(tree, holder, &shape.pose);
    if (status) return status;
    sdf_shape *grown = realloc(body->shapes, ((size_t)body->shape_count + 1) * sizeof *grown);
    if (!grown) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", tree->file);
    body->shapes = grown;
    body->shapes[body->shape_count++] = shape;
    return FLO_OK;
}

flo_status sdf_read_link(const sdf_tree *tree, const sdf_node *link, sdf_body *body)
{
    flo_status status = FLO_OK;
    bool taken;
    for (const sdf_node *child = link->first; child && !status; child = child->next) {
        if (strcmp(child->name, "inertial") == 0 && !body->has_inertial)
            status = read_inertial(tree, child, body);
        else if (strcmp(child->name, "collision") == 0)
            status = sdf_read_shape(tree, child, body, &taken);
    }
    return status ? status : sdf_list_unread(&body->left, link, link);
}
