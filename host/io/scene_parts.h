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

/* Keep the spectrum that waves were made of.  (scene_spectrum.c) */
flo_status scene_keep_spectrum(scene *s, const flo_spectrum_def *def);
flo_status scene_keep_record(scene *s, const flo_record_def *def);

flo_status scene_read_hulls(scene *s, yaml_file *file, const yaml_node *hulls);

/* What no table of keys can say of a hull, whose points and mesh are not read yet: whether it has all that it needs,
 * and whether its keys go together.  (scene_rules.c) */
flo_status scene_check_hull(const yaml_file *file, const yaml_node *hull, const flo_hull_def *def);

/* After the sea and the hulls, which it refers to. */
flo_status scene_read_bodies(scene *s, yaml_file *file, const yaml_node *bodies);

/* The controls and pushes of an entry, out of its mapping; they belong to it. */
flo_status scene_read_schedule(scene *s, yaml_file *file, const yaml_node *body, scene_bodies *entry);

/* Whether bodies of an entry follow its velocity all the time; and the most, m/s, that flo_fleet_control takes of it.
 * (scene_schedule.c) */
#define SCENE_FASTEST_COMMAND 4999.0
bool scene_follows_velocity(const scene_bodies *entry);

/* Counts what `count` of something, `each` bytes, will take in the scene, its sea and its hulls, before it takes them.
 * FLO_NO_MEMORY names the key, the number, what it takes and what is allowed.  (scene_memory.c) */
flo_status scene_need(scene *s, const yaml_file *file, const yaml_node *node, double count, const char *what,
                      double each);

/* The same, without the key. */
flo_status scene_take(scene *s, double count, const char *what, double each);

/* What the scene may take: "--max-memory allows 4096 bytes". */
enum { SCENE_ALLOWED = 128 };
void scene_say_allowed(const scene *s, char words[SCENE_ALLOWED]);

/* The path, to be freed, of a file that a key names, found beside the scene, which is among the scene's inputs from now
 * on: nobody opens one that this refuses, for being outside of the scene's fence. */
flo_status scene_find(scene *s, const yaml_file *file, const yaml_node *node, char **path);

/* Zeroed memory for `count` elements, at least one; NULL and a message if there is none. */
void *scene_allocate(const scene *s, size_t count, size_t size);

#endif
