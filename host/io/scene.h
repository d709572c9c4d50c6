/* SPDX-License-Identifier: MIT
 *
 * Scenes: YAML files that say what sea there is, which hulls, and which bodies float where.
 *
 * Reading is strict: a key that is unknown, doubled, of the wrong type, out of range, or at odds with another is
 * refused with file, line, key, value and what is allowed.  What this version cannot do yet is refused as that. */
#ifndef FLO_IO_SCENE_H
#define FLO_IO_SCENE_H

#include "../flotilla.h"

typedef struct scene_hull {
    char *name;
    flo_hull_def def;               /* its points belong to the scene */
} scene_hull;

typedef struct scene_bodies {       /* one entry of bodies: a square of bodies of one hull */
    int hull;                       /* index into scene.hulls */
    size_t count;
    double spacing;                 /* m between neighbours */
    double position[3];             /* m, centre of the square */
    double heading, pitch, roll;    /* rad */
    double velocity[3], angular_velocity[3];
    double throttle, steer;
} scene_bodies;

typedef struct scene_output {
    uint64_t every;                 /* steps */
    bool csv, npy, vtk, plot;
} scene_output;

typedef struct scene {
    char *file;                     /* as given: relative file names are found beside it */
    char *device;                   /* NULL: not given */
    double step, start;             /* s */
    uint64_t steps;
    flo_integrator integrator;
    flo_sea_def sea;                /* waves belong to the scene */
    bool has_record;                /* the sea is a buoy's */
    flo_record_info record;         /* of it */
    char record_time[32];           /* "YYYY-MM-DD hh:mm" */
    scene_hull *hulls;
    int hull_count;
    scene_bodies *bodies;
    int bodies_count;               /* entries */
    size_t body_count;              /* bodies in all */
    scene_output output;
} scene;

typedef struct scene_options {
    const char *const *set;         /* "dotted.path=value", applied over the file */
    int set_count;
    bool sea_only;                  /* a SEA file: hulls and bodies may be missing; if present they are checked too */
} scene_options;

/* Reads a scene.  FLO_CANNOT_READ, FLO_BAD_FILE, FLO_NOT_BUILT, FLO_NO_MEMORY; flo_message() has the sentence. */
flo_status scene_read(scene **out, const char *file, const scene_options *options);
void scene_free(scene *s);

/* The definitions of all bodies, in order: an array of body_count entries that the caller frees; `hulls` are the
 * created hulls, one for each of scene.hulls.  Bodies of one entry stand in rows of ceil(sqrt(count)), `spacing`
 * apart, x fastest, centred on `position`; body 0 of a count of 1 stands on it. */
flo_status scene_make_bodies(const scene *s, flo_hull *const *hulls, flo_body_def **bodies);

#endif
