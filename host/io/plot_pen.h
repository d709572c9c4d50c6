/* SPDX-License-Identifier: MIT
 *
 * What the pictures share: a script for gnuplot, put together in memory first, so that nothing waits for gnuplot but
 * one loop, which can be stopped. */
#ifndef FLO_IO_PLOT_PEN_H
#define FLO_IO_PLOT_PEN_H

#include "../flotilla.h"

#include <signal.h>
#include <stdio.h>

typedef struct pen {
    FILE *script;
    char *text;
    size_t size;
} pen;

/* Begins a picture of so many pixels.  FLO_CANNOT_WRITE where the names cannot be quoted. */
flo_status pen_begin(pen *p, const char *file, const char *title, int width, int height);

/* Ends the script and has it drawn. */
flo_status pen_close(pen *p, const volatile sig_atomic_t *stop);

/* A text in single quotes, where gnuplot takes every character as it is; a quote is doubled.  Nothing makes control
 * characters fit. */
void pen_quote(FILE *to, const char *text);
bool pen_can_quote(const char *text);

#endif
