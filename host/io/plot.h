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
    double x, y, z;             /* m */
    double heading;             /* rad, from +z towards +x */
    double turn[3][3];          /* its columns: the hull's axes to port, up and ahead, in the world */
    double length;              /* m */
} plot_boat;

/* The sea, from above with north (-z) up, or in perspective: heights on a square grid, boats on it. */
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

/* Curves of any kind, in panels one below the other, each with its legend. */
typedef enum plot_style {
    PLOT_LINE,
    PLOT_DASHED,                /* in the colour of the curve before it: what was expected of it */
    PLOT_POINTS,
    PLOT_MARKS,                 /* points in the colour of the curve before it */
    PLOT_WATER,                 /* filled below */
    PLOT_LEVEL,                 /* a thin line across the panel, at the first y */
} plot_style;

typedef struct plot_curve {
    const char *label;          /* NULL or "": not in the legend */
    plot_style style;
    size_t count;
    const double *x, *y;
} plot_curve;

typedef struct plot_panel {
    const char *x_label, *y_label;
    const plot_curve *curves;
    size_t curve_count;
    bool log_x, log_y;
    bool map;                   /* seen from above: x to the left, y up, a metre as long along both */
    double low, high;           /* of y; both 0: as far as the curves go */
} plot_panel;

typedef struct plot_figure {
    const char *title;
    const plot_panel *panels;
    size_t panel_count;
} plot_figure;

/* FLO_CANNOT_WRITE where the name cannot be quoted, gnuplot is missing, fails or was stopped. */
flo_status plot_draw_map(const char *file, const plot_map *map, const volatile sig_atomic_t *stop);
flo_status plot_draw_perspective(const char *file, const plot_map *map, const volatile sig_atomic_t *stop);
flo_status plot_draw_motion(const char *file, const plot_motion *motion, const volatile sig_atomic_t *stop);
flo_status plot_draw_figure(const char *file, const plot_figure *figure, const volatile sig_atomic_t *stop);

#endif
