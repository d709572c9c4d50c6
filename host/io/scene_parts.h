/* SPDX-License-Identifier: MIT
 *
 * What the files of the scene reader share.  Each reads one part of a scene into it, after scene.c has made the tree;
 * on failure the scene holds what scene_free can free. */
#ifndef FLO_IO_SCENE_PARTS_H
#define FLO_IO_SCENE_PARTS_H

#include "scene.h"
#include "yaml.h"

/* `sea` may be NULL: flat water. */
flo_status scene_read_sea(scene *s, yaml_file *file, const yaml_node *sea);

flo_status scene_read_hulls(scene *s, yaml_file *file, const yaml_node *hulls);

/* After the sea and the hulls, which it refers to. */
flo_status scene_read_bodies(scene *s, yaml_file *file, const yaml_node *bodies);

/* A file name found beside the scene, to be freed; NULL without memory. */
char *scene_beside(const scene *s, const char *name);

/* Zeroed memory for `count` elements, at least one; NULL and a message if there is none. */
void *scene_allocate(const scene *s, size_t count, size_t size);

#endif
