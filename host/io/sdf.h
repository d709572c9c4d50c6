/* SPDX-License-Identifier: MIT
 *
 * Bodies out of Gazebo's files: SDF, URDF, and xacro of either.  Read are a link's inertia and its fluid added mass,
 * its collision shapes, and the plugins that say how water acts on it:
 *
 *     VRX      Surface, SimpleHydrodynamics, PolyhedraBuoyancyDrag
 *     gz-sim   Hydrodynamics; the density and the level of Buoyancy
 *
 * All other elements that a body is made of are listed with their values, but for looks, sensors and joints.
 *
 * What was read is in the file's axes: x forward, y to port, z up, about the link's origin.  sdf_hull.h makes a hull of
 * it in ours. */
#ifndef FLO_IO_SDF_H
#define FLO_IO_SDF_H

#include "../flotilla.h"

/* What is told of a body besides its numbers: what was read and how it was taken, and what could not be. */
typedef struct sdf_notes {
    char **text;
    int count;
    int listed, more;                   /* elements that nobody read: those among the notes, those only counted */
} sdf_notes;

typedef struct sdf_pose {
    double place[3];                    /* m */
    double axes[3][3];                  /* columns are the shape's axes */
} sdf_pose;

typedef enum sdf_shape_kind { SDF_BOX, SDF_CYLINDER, SDF_SPHERE } sdf_shape_kind;

typedef struct sdf_shape {
    sdf_shape_kind kind;
    double size[3];                     /* m, along its axes: of what encloses it */
    sdf_pose pose;
} sdf_shape;

typedef struct sdf_surface {            /* of VRX: half of a cylinder, at points */
    double length, radius, level, density;
    double (*points)[3];
    int point_count;
} sdf_surface;

typedef enum sdf_water { SDF_NO_WATER, SDF_VRX, SDF_GZ } sdf_water;

/* Six numbers stand for x, y, z, roll, pitch, yaw; all are 0 or more: what slows, and what must move along. */
typedef struct sdf_body {
    char *name, *model;                 /* of the link; of the model around it, or "" */
    int line;
    bool has_inertial;
    double mass, center[3], inertia[3][3];      /* about the centre of mass, along the link's axes */
    sdf_shape *shapes;                  /* of PolyhedraBuoyancyDrag if there are any, else of the collisions */
    int shape_count;
    sdf_surface *surfaces;
    int surface_count;
    sdf_water water;                    /* whose coefficients these are */
    double linear[6];                   /* N s/m, N m s */
    double quadratic[6];                /* N s^2/m^2, N m s^2 */
    double added[6];                    /* kg, kg m^2 */
    bool polyhedra;
    double linear_drag, angular_drag;   /* 1/s, of polyhedra */
    double density;                     /* kg/m^3, of the water; 0: not told */
    double level;                       /* m, of the water, above the world's origin */
    double gravity;                     /* m/s^2, of the world; 0: the usual, or not told */
    sdf_notes taken, left;
} sdf_body;

typedef struct sdf_file {
    sdf_body *bodies;
    int count;
    sdf_notes left;                     /* of the file as a whole: what was not read or followed */
} sdf_file;

typedef struct sdf_options {
    const char *const *links;           /* only these, by their whole names or what follows the last / or :: */
    int link_count;
    const char *const *defines;         /* "NAME=VALUE", for xacro */
    int define_count;
} sdf_options;

/* Reads the bodies of a file: the links asked for, or else those that a plugin for water acts on, or, if there is none,
 * all that have an inertia.  FLO_CANNOT_READ, FLO_NO_MEMORY, FLO_BAD_FILE with file and line; FLO_BAD_VALUE: an option.
 * To be freed with sdf_free whatever came back. */
FLO_NODISCARD flo_status sdf_read(sdf_file *out, const char *file, const sdf_options *options);
void sdf_free(sdf_file *file);

/* What follows the last / or :: of a link's name. */
const char *sdf_last_part(const char *name);

/* Adds a note; FLO_NO_MEMORY. */
flo_status sdf_note(sdf_notes *notes, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void sdf_free_notes(sdf_notes *notes);

#endif
