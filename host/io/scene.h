/* SPDX-License-Identifier: MIT
 *
 * Scenes: YAML files that say what sea there is, which hulls, and which bodies float where.
 *
 * Reading is strict: a key that is unknown, doubled, of the wrong type, out of range, or at odds with another is
 * refused with file, line, key, value and what is allowed. */
#ifndef FLO_IO_SCENE_H
#define FLO_IO_SCENE_H

#include "../flotilla.h"
#include "fence.h"
#include "inputs.h"
#include "mesh_file.h"

typedef struct scene_hull {
    char *name;
    flo_hull_def def;               /* its points and its mesh belong to the scene */
    mesh_file mesh;
} scene_hull;

typedef struct scene_control {      /* from `time` on until the next */
    double time, throttle, steer;
} scene_control;

typedef struct scene_push {         /* at every step that begins in [time, time + duration) */
    double time, duration;
    double force[3];                /* N, in world axes */
    double at[3];                   /* m, in the hull's axes */
} scene_push;

typedef struct scene_bodies {       /* one entry of bodies: a square of bodies of one hull */
    int hull;                       /* index into scene.hulls */
    size_t count;
    double spacing;                 /* m between neighbours */
    double position[3];             /* m, centre of the square */
    double heading, pitch, roll;    /* rad */
    double velocity[3], angular_velocity[3];
    flo_mode mode;
    double smoothing;               /* 1/s */
    double yaw_rate;                /* rad/s */
    double throttle, steer;         /* before the first of `controls` */
    scene_control *controls;        /* in the order of their times */
    int control_count;
    scene_push *pushes;             /* of those that act together, all have one place */
    int push_count;
} scene_bodies;

typedef enum scene_vtk { SCENE_NO_VTK = 0, SCENE_VTP_TOO = 1, SCENE_VTP = 2, SCENE_VTU = 3 } scene_vtk;

typedef struct scene_output {
    uint64_t every;                 /* steps */
    bool csv, npy, plot, page;
    scene_vtk vtk;
} scene_output;

typedef struct scene_spectrum {     /* what a sea was asked to be; empty where its waves were given */
    int count;
    double *frequency, *density;    /* Hz, m^2/Hz; one piece of memory */
} scene_spectrum;

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
    scene_spectrum asked;
    scene_hull *hulls;
    int hull_count;
    scene_bodies *bodies;
    int bodies_count;               /* entries */
    size_t body_count;              /* bodies in all */
    scene_output output;
    double memory, allowed;         /* bytes that its hulls and waves take here, and may take */
    bool allowed_by_caller;
    fence *fence;                   /* around the files that it names; NULL: there is none */
    inputs read;                    /* its own file, those that it names, and what these draw in */
} scene;

typedef struct scene_options {
    const char *const *set;         /* "dotted.path=value", applied over the file */
    int set_count;
    bool sea_only;                  /* a SEA file: hulls and bodies may be missing; if present they are checked too */
    double max_memory;              /* bytes that the scene may take, above 0; 0: three quarters of what there is */
    const char *files_below;        /* a folder: what files the scene names must be there or below; NULL: anywhere */
} scene_options;

/* Reads a scene.  FLO_CANNOT_READ, FLO_BAD_FILE, also where it names a file outside of files_below; FLO_NO_MEMORY, also
 * where waves or hulls would take more than is allowed: that is refused before they take it.  Bodies take memory in a
 * fleet only, and are not counted here.  flo_message() has the sentence. */
flo_status scene_read(scene **out, const char *file, const scene_options *options);
void scene_free(scene *s);

/* The first step, counted from 0 on, that begins at `time` or later, a billionth of a step's length being nothing;
 * UINT64_MAX for one that never comes. */
uint64_t scene_step_at(const scene *s, double time);

/* What the file says of an entry's bodies for a step: throttle and rudder, pushes, command. */
flo_body_control scene_control_at(const scene *s, const scene_bodies *entry, uint64_t step);

/* Of an entry's `count` bodies, which come after `before` others, how many are among the `part` bodies from `first` on;
 * and the first of them, counted in the scene. */
size_t scene_overlap(size_t before, size_t count, size_t first, size_t part, size_t *from);

/* The definitions of all bodies, in order: an array of body_count entries that the caller frees; `hulls` are the
 * created hulls, one for each of scene.hulls.  Bodies of one entry stand in rows of ceil(sqrt(count)), `spacing`
 * apart, x fastest, centred on `position`; body 0 of a count of 1 stands on it.  Their controls are those of step 0. */
flo_status scene_make_bodies(const scene *s, flo_hull *const *hulls, flo_body_def **bodies);

/* The same of `count` bodies from `first` on, alone: it takes no more memory than these. */
flo_status scene_make_some(const scene *s, flo_hull *const *hulls, size_t first, size_t count, flo_body_def **bodies);

/* "25600 bytes", "1.5 MiB": three digits from there on. */
enum { SCENE_BYTES = 32 };
void scene_say_bytes(char words[SCENE_BYTES], double bytes);

#endif
