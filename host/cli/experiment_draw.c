/* SPDX-License-Identifier: MIT
 *
 * The picture of an experiment, put together panel by panel while it is measured. */
#include "experiment.h"

#include "../internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_PANELS = 4, MOST_CURVES = 16, LABEL = 96 };

struct lab_panel {
    plot_panel panel;
    plot_curve curves[MOST_CURVES];
    char labels[MOST_CURVES][LABEL];
};

/* The panel made last, or NULL. */
static lab_panel *last_panel(lab *l)
{
    return l->panel_count > 0 ? &l->panels[l->panel_count - 1] : NULL;
}

void draw_panel(lab *l, const char *x_label, const char *y_label)
{
    if (l->panel_count == MOST_PANELS) return;
    lab_panel *grown = realloc(l->panels, ((size_t)l->panel_count + 1) * sizeof *grown);
    if (!grown) {
        lab_fail(l, flo__fail(FLO_NO_MEMORY, "no memory for a picture"));
        return;
    }
    l->panels = grown;
    l->panels[l->panel_count] = (lab_panel){ .panel = { .x_label = x_label, .y_label = y_label } };
    l->panel_count++;
}

void draw_scales(lab *l, bool log_x, bool log_y)
{
    lab_panel *p = last_panel(l);
    if (!p) return;
    p->panel.log_x = log_x;
    p->panel.log_y = log_y;
}

void draw_range(lab *l, double low, double high)
{
    lab_panel *p = last_panel(l);
    if (!p) return;
    p->panel.low = low;
    p->panel.high = high;
}

void draw_map(lab *l)
{
    lab_panel *p = last_panel(l);
    if (p) p->panel.map = true;
}

static void add_curve(lab *l, series s, plot_style style, const char *label, va_list arguments) CLI_VPRINTF(4);
static void add_curve(lab *l, series s, plot_style style, const char *label, va_list arguments)
{
    lab_panel *p = last_panel(l);
    if (!p || s.count == 0 || p->panel.curve_count == MOST_CURVES) return;
    const size_t at = p->panel.curve_count++;
    vsnprintf(p->labels[at], LABEL, label, arguments);
    p->curves[at] = (plot_curve){ .style = style, .count = s.count, .x = s.x, .y = s.y };
}

void draw_curve(lab *l, series s, plot_style style, const char *label, ...)
{
    va_list arguments;
    va_start(arguments, label);
    add_curve(l, s, style, label, arguments);
    va_end(arguments);
}

void draw_level(lab *l, double y, const char *label, ...)
{
    double *at = lab_numbers(l, 2);
    va_list arguments;
    va_start(arguments, label);
    at[1] = y;
    add_curve(l, (series){ at, at + 1, 1 }, PLOT_LEVEL, label, arguments);
    va_end(arguments);
}

flo_status lab_draw(lab *l, const char *file)
{
    plot_panel panels[MOST_PANELS];
    char title[200];
    for (int i = 0; i < l->panel_count; i++) {      /* only now do panels and labels stay where they are */
        lab_panel *p = &l->panels[i];
        for (size_t j = 0; j < p->panel.curve_count; j++) p->curves[j].label = p->labels[j];
        panels[i] = p->panel;
        panels[i].curves = p->curves;
    }
    snprintf(title, sizeof title, "%d. %s", l->about->number, l->about->title);
    const plot_figure figure = { title, panels, (size_t)l->panel_count };
    return plot_draw_figure(file, &figure, l->stop);
}
