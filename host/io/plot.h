/* SPDX-License-Identifier: MIT
 *
 * Pictures, drawn by gnuplot.  The command is always just "gnuplot"; script and data go through a pipe, and the name
 * of the picture stands in the script, quoted.  A gnuplot that does not end is ended: after two minutes, or at once
 * when a signal's handler sets `stop`. */
#ifndef FLO_IO_PLOT_H
#define FLO_IO_PLOT_H

#include "../flotilla.h"

#include <signal.h>

typedef struct plot_boat {
    double x, z;                /* m */
    double heading;             /* rad, from +z towards +x */
    double length;              /* m */
} plot_boat;

/* The sea from above, north (-z) up: heights on a square grid, boats on it. */
typedef struct plot_map {
    const char *title;
    double left, top, spacing;  /* m, x and z of the first height; between heights */
    int columns, rows;          /* x fastest, z downwards */
    const double *height;       /* m */
    const plot_boat *boats;
    size_t boat_count;
} plot_map;

/* Curves of one body over time. */
typedef struct plot_motion {
    const char *title;
    size_t count;
    const double *time, *heave; /* s, m */
    const double *surface;      /* m, height of the water there */
    const double *roll, *pitch; /* rad; positive: port side up, bow down */
} plot_motion;

/* FLO_CANNOT_WRITE where the name cannot be quoted, gnuplot is missing, fails or was stopped. */
flo_status plot_draw_map(const char *file, const plot_map *map, const volatile sig_atomic_t *stop);
flo_status plot_draw_motion(const char *file, const plot_motion *motion, const volatile sig_atomic_t *stop);

#endif
