/* SPDX-License-Identifier: MIT
 *
 * Curves in panels; see plot.h.  Data stand in gnuplot's named blocks, one for each curve, before the commands that
 * use them.  A curve of more points than a picture has columns is thinned: of each piece its lowest and its highest
 * point are drawn, so that no peak is lost. */
#include "plot.h"

#include "plot_pen.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 1200, HEADER = 60, PANEL = 300, MAP = 560, AXIS = 70, MOST_POINTS = 2400 };

static const char *const colours[] = { "#08447a", "#d1495b", "#2a7f62", "#e09f1f", "#7b4ea3", "#17a0b8", "#8a5a2b",
                                       "#4d4d4d" };

enum { COLOURS = sizeof colours / sizeof colours[0] };

/* ---- data ------------------------------------------------------------------------------------------------------ */

static void put_point(FILE *to, const plot_curve *c, size_t i)
{
    if (isfinite(c->x[i]) && isfinite(c->y[i])) fprintf(to, "%.9g %.9g\n", c->x[i], c->y[i]);
    else fputc('\n', to);           /* a gap */
}

/* The lowest and the highest point of a piece, in the order in which they come. */
static void put_piece(FILE *to, const plot_curve *c, size_t from, size_t end)
{
    size_t low = from, high = from;
    for (size_t i = from; i < end; i++) {
        if (!isfinite(c->y[i])) {
            fputc('\n', to);
            return;
        }
        if (c->y[i] < c->y[low]) low = i;
        if (c->y[i] > c->y[high]) high = i;
    }
    put_point(to, c, low < high ? low : high);
    if (low != high) put_point(to, c, low < high ? high : low);
}

/* A path may turn back along x: what is thinned there is every so many points instead. */
static bool goes_right(const plot_curve *c)
{
    for (size_t i = 1; i < c->count; i++) {
        if (c->x[i] < c->x[i - 1]) return false;
    }
    return true;
}

static void put_curve(FILE *to, const plot_curve *c, size_t panel, size_t index)
{
    fprintf(to, "$p%zuc%zu << EndOfData\n", panel, index);
    const size_t pieces = MOST_POINTS / 2;
    if (c->count <= MOST_POINTS) {
        for (size_t i = 0; i < c->count; i++) put_point(to, c, i);
    } else if (goes_right(c)) {
        for (size_t i = 0; i < pieces; i++) put_piece(to, c, i * c->count / pieces, (i + 1) * c->count / pieces);
    } else {
        for (size_t i = 0; i < MOST_POINTS; i++) put_point(to, c, i * (c->count - 1) / (MOST_POINTS - 1));
    }
    fputs("EndOfData\n", to);
}

static bool has_points(const plot_curve *c)
{
    for (size_t i = 0; i < c->count; i++) {
        if (isfinite(c->x[i]) && isfinite(c->y[i])) return true;
    }
    return false;
}

/* ---- panels ---------------------------------------------------------------------------------------------------- */

static void put_title(FILE *to, const plot_curve *c)
{
    if (!c->label || !*c->label || !pen_can_quote(c->label)) {
        fputs(" notitle", to);
        return;
    }
    fputs(" title ", to);
    pen_quote(to, c->label);
    fputs(" noenhanced", to);
}

/* One curve of the plot command.  `colour` is that of the curve before. */
static void put_command(FILE *to, const plot_curve *c, size_t panel, size_t index, size_t *colour)
{
    if (c->style == PLOT_LEVEL) {
        fprintf(to, "%.9g with lines dt (8,6) lw 1 lc rgb '#808080'", c->y[0]);
        put_title(to, c);
        return;
    }
    fprintf(to, "$p%zuc%zu using 1:2 ", panel, index);
    if (c->style == PLOT_WATER) {
        fputs("with filledcurves y=graph_low fc rgb '#d8ecf5'", to);
        put_title(to, c);
        fprintf(to, ", $p%zuc%zu using 1:2 with lines lc rgb '#5aa6c8' lw 1 notitle", panel, index);
        return;
    }
    if ((c->style != PLOT_DASHED && c->style != PLOT_MARKS) || *colour == 0) ++*colour;
    const char *const name = colours[(*colour - 1) % COLOURS];
    if (c->style == PLOT_POINTS || c->style == PLOT_MARKS) fprintf(to, "with points pt 7 ps 0.7 lc rgb '%s'", name);
    else fprintf(to, "with lines lw %s lc rgb '%s'", c->style == PLOT_DASHED ? "1.6 dt (4,4)" : "2", name);
    put_title(to, c);
}

static void put_axes(FILE *to, const plot_panel *panel)
{
    fputs("unset logscale\n", to);
    if (panel->log_x) fputs("set logscale x\n", to);
    if (panel->log_y) fputs("set logscale y\n", to);
    fputs(panel->map ? "set size ratio -1\n" : "set size noratio\n", to);
    fputs("set xlabel ", to);
    pen_quote(to, panel->x_label);
    fputs(" noenhanced\nset ylabel ", to);
    pen_quote(to, panel->y_label);
    fprintf(to, " noenhanced\nset autoscale\nset xrange [*:*] %s\n", panel->map ? "reverse" : "noreverse");
    fprintf(to, "set format x '%s'\nset format y '%s'\n", panel->log_x ? "%g" : "%h", panel->log_y ? "%g" : "%h");
}

/* The range of all curves, with some room; water is filled down to its lower end. */
static void put_range(FILE *to, const plot_panel *panel)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < panel->curve_count; i++) {
        const plot_curve *c = &panel->curves[i];
        for (size_t j = 0; j < (c->style == PLOT_LEVEL ? 1 : c->count); j++) {
            if (!isfinite(c->y[j]) || (panel->log_y && c->y[j] <= 0)) continue;
            low = fmin(low, c->y[j]);
            high = fmax(high, c->y[j]);
        }
    }
    if (panel->low != 0 || panel->high != 0) {
        low = panel->low;
        high = panel->high;
    } else if (panel->log_y) {
        low /= 1.5;
        high *= 1.5;
    } else {
        const double room = fmax(0.06 * (high - low), 1e-9 + 1e-3 * fabs(high));
        low -= room;
        high += room;
    }
    if (!isfinite(low) || !isfinite(high)) return;
    fprintf(to, "graph_low = %.9g\n", low);
    if (!panel->map) fprintf(to, "set yrange [%.9g:%.9g]\n", low, high);
}

static void put_panel(FILE *to, const plot_panel *panel, size_t index, double top, double bottom)
{
    put_axes(to, panel);
    fputs("graph_low = 0\n", to);
    put_range(to, panel);
    fprintf(to, "set tmargin at screen %.4f\nset bmargin at screen %.4f\n", top, bottom);
    size_t colour = 0, shown = 0;
    for (size_t i = 0; i < panel->curve_count; i++) {
        const plot_curve *c = &panel->curves[i];
        if (!has_points(c)) continue;
        fputs(shown++ ? ", " : "plot ", to);
        put_command(to, c, index, i, &colour);
    }
    fputs(shown ? "\n" : "", to);
}

static int height_of(const plot_panel *panel)
{
    return panel->map ? MAP : PANEL;
}

flo_status plot_draw_figure(const char *file, const plot_figure *figure, const volatile sig_atomic_t *stop)
{
    pen p;
    int height = HEADER;
    for (size_t i = 0; i < figure->panel_count; i++) height += height_of(&figure->panels[i]);
    const flo_status status = pen_begin(&p, file, figure->title, WIDTH, height);
    if (status) return status;
    FILE *to = p.script;
    for (size_t i = 0; i < figure->panel_count; i++) {
        for (size_t j = 0; j < figure->panels[i].curve_count; j++) put_curve(to, &figure->panels[i].curves[j], i, j);
    }
    fputs("set multiplot\nset lmargin at screen 0.08\nset rmargin at screen 0.72\n"
          "set grid lc rgb '#dddddd' lt 1\nset tics nomirror\nset border 3\nset samples 2\n"
          "set key font ',10' at graph 1.02,graph 0.5 left center Left reverse spacing 1.2 samplen 2\n", to);
    double top = HEADER;
    for (size_t i = 0; i < figure->panel_count; i++) {
        const double next = top + height_of(&figure->panels[i]);
        if (i == 1) fputs("unset title\n", to);
        put_panel(to, &figure->panels[i], i, 1 - top / height, 1 - (next - AXIS) / height);
        top = next;
    }
    fputs("unset multiplot\nunset output\n", to);
    return pen_close(&p, stop);
}
