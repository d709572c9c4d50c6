/* SPDX-License-Identifier: MIT
 *
 * What the files of the SDF reader share: values of elements, and what each of them reads of a body. */
#ifndef FLO_IO_SDF_PARTS_H
#define FLO_IO_SDF_PARTS_H

#include "sdf.h"
#include "sdf_tree.h"

/* ---- values (sdf_values.c) --------------------------------------------------------------------------------------- */

/* `count` finite numbers out of a text of an element, and nothing else. */
flo_status sdf_numbers(const sdf_tree *tree, const sdf_node *node, const char *text, int count, double *values);

/* The number of a child: <mass>25</mass>, or URDF's <mass value="25"/>; `*value` stays where there is none. */
flo_status sdf_number_of(const sdf_tree *tree, const sdf_node *node, const char *child, double *value);

/* The same, which must be above 0 if it is there. */
flo_status sdf_positive_of(const sdf_tree *tree, const sdf_node *node, const char *child, double *value);

/* <pose> or URDF's <origin> in an element; none where there is none. */
flo_status sdf_pose_of(const sdf_tree *tree, const sdf_node *node, sdf_pose *pose);

/* Turns a vector or a tensor by the pose's axes. */
void sdf_turn(const sdf_pose *pose, const double v[3], double turned[3]);
void sdf_turn_tensor(const sdf_pose *pose, double tensor[3][3]);

/* Whether two names are one link's: only the last part counts. */
bool sdf_same_link(const char *one, const char *other);

/* ---- what is not read (sdf_left.c) ------------------------------------------------------------------------------- */

/* Names of children, with blanks between them: those that are read once, those that are read as often as they stand
 * there, and those that are no matter here. */
typedef struct sdf_names {
    const char *once, *often, *silent;
} sdf_names;

/* Notes an element and all below it that have a value, with their paths from below `from` on.  Of many, the first few
 * are noted, and the others counted; sdf_list_end notes how many. */
flo_status sdf_list(sdf_notes *notes, const sdf_node *from, const sdf_node *node);
flo_status sdf_list_end(sdf_notes *notes);

/* The same of what is below an element and is not read: by the names of its children, or by those that are known of all
 * its kind. */
flo_status sdf_list_others(sdf_notes *notes, const sdf_node *from, const sdf_node *node, const sdf_names *names);
flo_status sdf_list_unread(sdf_notes *notes, const sdf_node *from, const sdf_node *node);

/* ---- parts ------------------------------------------------------------------------------------------------------- */

/* A link's mass, inertia, fluid added mass and collision shapes (sdf_link.c). */
flo_status sdf_read_link(const sdf_tree *tree, const sdf_node *link, sdf_body *body);

/* The shape of a <geometry>; `*taken` is false, with a note, if it is none of ours (sdf_link.c). */
flo_status sdf_read_shape(const sdf_tree *tree, const sdf_node *holder, sdf_body *body, bool *taken);

/* Which plugin for water an element is (sdf_plugin.c). */
typedef enum sdf_plugin {
    SDF_NO_PLUGIN, SDF_SURFACE, SDF_SIMPLE_HYDRODYNAMICS, SDF_POLYHEDRA, SDF_HYDRODYNAMICS, SDF_BUOYANCY
} sdf_plugin;

sdf_plugin sdf_plugin_of(const sdf_node *node);

/* What a plugin says of a body (sdf_plugin.c, sdf_drag.c). */
flo_status sdf_read_plugin(const sdf_tree *tree, const sdf_node *plugin, sdf_body *body);
flo_status sdf_read_drag(const sdf_tree *tree, const sdf_node *plugin, sdf_plugin kind, sdf_body *body);

/* The water of gz-sim's Buoyancy; 0 kg/m^3: there is none. */
typedef struct sdf_sea {
    double density, level;
} sdf_sea;

/* What a Buoyancy says of the water, and the gravity of the world around an element (sdf_world.c). */
flo_status sdf_read_buoyancy(const sdf_tree *tree, const sdf_node *plugin, sdf_sea *sea, sdf_notes *left);
flo_status sdf_read_gravity(const sdf_tree *tree, const sdf_node *node, sdf_body *body);

#endif
