/* SPDX-License-Identifier: MIT
 *
 * A body of Gazebo's files as one of our hulls.  What our model of a hull cannot say is told in notes, with its
 * value. */
#ifndef FLO_IO_SDF_HULL_H
#define FLO_IO_SDF_HULL_H

#include "sdf.h"

/* In our axes: x to port, y up, z forward.  Numbers are those that a scene has under their names. */
typedef struct sdf_hull {
    double mass, center[3], inertia[3][3], volume;
    double box[3];                      /* m; all 0: points */
    int grid[3];
    double (*points)[3];
    int point_count;
    double reference_depth;             /* m, of points */
    double linear, local[3], local_quadratic[3];        /* of drag */
    bool relative;
    double angular;                     /* of damping */
    double added[3], rotation[3];
    double density;                     /* kg/m^3, the water's; 0: not told */
    sdf_notes taken, left;
} sdf_hull;

/* What the file need not say; 0: it must. */
typedef struct sdf_given {
    double mass;                        /* kg */
    double inertia[3];                  /* kg m^2, in the file's axes: roll, pitch, yaw */
} sdf_given;

/* FLO_BAD_FILE names the file, the line and what is missing.  To be freed whatever came back. */
FLO_NODISCARD flo_status sdf_hull_make(sdf_hull *hull, const sdf_body *body, const sdf_given *given, const char *file);
void sdf_hull_free(sdf_hull *hull);

#endif
