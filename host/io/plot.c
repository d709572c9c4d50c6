/* SPDX-License-Identifier: MIT
 *
 * See plot.h.  Data stand in gnuplot's named blocks before the commands that use them, so that one stream does. */
#include "plot.h"

#include "plot_pen.h"

#include <math.h>
#include <stdio.h>

#define DEGREES (180 / 3.14159265358979323846)

enum { WIDTH = 1280, HEIGHT = 960 };    /* pixels */

/* ---- the sea from above ---------------------------------------------------------------------------------------- */

/* An outline with a pointed bow, 0.4 times as wide as long. */
static void put_boat(FILE *to, const plot_boat *boat)
{
    static const double outline[][2] = { { 0, 0.5 },      { 0.17, 0.2 },  { 0.2, -0.1 }, { 0.16, -0.5 },
                                         { -0.16, -0.5 }, { -0.2, -0.1 }, { -0.17, 0.2 } };
    const double s = sin(boat->heading) * boat->length, c = cos(boat->heading) * boat->length;
    for (size_t i = 0; i < sizeof outline / sizeof outline[0]; i++) {
        const double side = outline[i][0], along = outline[i][1];
        fprintf(to, "%.3f %.3f\n", boat->x + side * c + along * s, boat->z - side * s + along * c);
    }
    fputc('\n', to);
}

static double largest_deviation(const plot_map *map, double *mean)
{
    const size_t count = (size_t)map->columns * (size_t)map->rows;
    double sum = 0, largest = 0;
    for (size_t i = 0; i < count; i++) sum += map->height[i] / (double)count;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(map->height[i] - sum));
    *mean = sum;
    return fmax(largest, 1e-3);     /* flat water has a colour, too */
}

static void put_map_data(FILE *to, const plot_map *map)
{
    fputs("$sea << EndOfData\n", to);
    for (int row = 0; row < map->rows; row++) {
        for (int column = 0; column < map->columns; column++) {
            const double height = map->height[(size_t)row * (size_t)map->columns + (size_t)column];
            fprintf(to, "%.2f %.2f %.4f\n", map->left + column * map->spacing, map->top + row * map->spacing, height);
        }
        fputc('\n', to);
    }
    fputs("EndOfData\n$boats << EndOfData\n", to);
    for (size_t i = 0; i < map->boat_count; i++) put_boat(to, &map->boats[i]);
    fputs("EndOfData\n", to);
}

flo_status plot_draw_map(const char *file, const plot_map *map, const volatile sig_atomic_t *stop)
{
    pen p;
    const flo_status status = pen_begin(&p, file, map->title, WIDTH, HEIGHT);
    if (status) return status;
    FILE *to = p.script;
    double mean;
    const double range = largest_deviation(map, &mean);
    put_map_data(to, map);
    /* Contours first, into a block of their own: they go over the colours. */
    fprintf(to, "set contour base\nunset surface\nset cntrparam levels incremental %g,%g,%g\n", mean - range,
            range / 4, mean + range);
    fputs("set table $contours\nsplot $sea using 1:2:3 with lines notitle\nunset table\nunset contour\n"
          "set surface\n", to);
    fprintf(to, "set xrange [%g:%g]\nset yrange [%g:%g]\nset cbrange [%g:%g]\n", map->left,
            map->left + (map->columns - 1) * map->spacing, map->top + (map->rows - 1) * map->spacing, map->top,
            mean - range, mean + range);
    fputs("set size ratio -1\nset tics out nomirror\nset xlabel 'x (m), east →'\nset ylabel 'z (m), ← north up'\n"
          "set cblabel 'height of the water (m)'\n"
          "set palette defined (0 '#08244a', 0.25 '#155a8a', 0.5 '#3f9cb5', 0.75 '#9fd3cf', 1 '#fbfbf2')\n"
          "unset key\n"
          "plot $sea using 1:2:3 with image, "
          "$contours using 1:2 with lines lc rgb '#40ffffff' lw 0.7, "
          "$boats using 1:2 with filledcurves closed fc rgb '#ff7a1a' fs solid 1, "
          "$boats using 1:2 with lines lc rgb '#3a1a00' lw 1\n"
          "unset output\n", to);
    return pen_close(&p, stop);
}

/* ---- one body over time ---------------------------------------------------------------------------------------- */

typedef struct range {
    double low, high;
} range;

static range widen(range r, const double *value, size_t count, double unit)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(value[i])) continue;
        r.low = fmin(r.low, value[i] * unit);
        r.high = fmax(r.high, value[i] * unit);
    }
    return r;
}

/* The range of two curves, with room above them for the key. */
static range range_of(const double *one, const double *other, size_t count, double unit)
{
    const range nothing = { INFINITY, -INFINITY };
    range r = widen(widen(nothing, one, count, unit), other, count, unit);
    if (!(r.low <= r.high)) r = (range){ 0, 0 };
    const double size = fmax(r.high - r.low, 0.01);
    return (range){ r.low - 0.05 * size, r.high + 0.25 * size };
}

static void put_motion_data(FILE *to, const plot_motion *motion)
{
    fputs("$motion << EndOfData\n", to);
    for (size_t i = 0; i < motion->count; i++) {
        fprintf(to, "%.9g %.9g %.9g %.6g %.6g\n", motion->time[i], motion->heave[i], motion->surface[i],
                motion->roll[i] * DEGREES, motion->pitch[i] * DEGREES);
    }
    fputs("EndOfData\n", to);
}

flo_status plot_draw_motion(const char *file, const plot_motion *motion, const volatile sig_atomic_t *stop)
{
    pen p;
    const flo_status status = pen_begin(&p, file, motion->title, WIDTH, HEIGHT);
    if (status) return status;
    FILE *to = p.script;
    const range height = range_of(motion->heave, motion->surface, motion->count, 1);
    const range angle = range_of(motion->roll, motion->pitch, motion->count, DEGREES);
    put_motion_data(to, motion);
    fputs("set multiplot\n"
          "set lmargin at screen 0.08\nset rmargin at screen 0.97\n"
          "set grid lc rgb '#dddddd' lt 1\nset tics nomirror\nset border 3\nset key top right horizontal\n"
          "set tmargin at screen 0.93\nset bmargin at screen 0.53\n"
          "set ylabel 'height (m)'\nset format x ''\n", to);
    fprintf(to, "set yrange [%g:%g]\nplot $motion using 1:3 with filledcurves y=%g fc rgb '#d8ecf5' notitle, ",
            height.low, height.high, height.low);
    fputs("'' using 1:3 with lines lc rgb '#5aa6c8' lw 1.5 title 'water at the boat', "
          "'' using 1:2 with lines lc rgb '#08244a' lw 2 title 'boat (heave)'\n"
          "unset title\nset format x\nset tmargin at screen 0.49\nset bmargin at screen 0.09\n"
          "set xlabel 'time (s)'\nset ylabel 'angle (degrees)'\n", to);
    fprintf(to, "set yrange [%g:%g]\n", angle.low, angle.high);
    fputs("plot $motion using 1:4 with lines lc rgb '#d1495b' lw 2 title 'roll, port side up', "
          "'' using 1:5 with lines lc rgb '#2a7f62' lw 2 title 'pitch, bow down'\n"
          "unset multiplot\nunset output\n", to);
    return pen_close(&p, stop);
}
