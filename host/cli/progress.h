/* SPDX-License-Identifier: MIT
 *
 * How far long work is: on a terminal a line, after the first second; for programs, wherever the standard error goes,
 * a JSON object a line, twice a second:
 *
 *     {"what": "steps", "done": 1200, "total": 6000, "per_second": 830.5, "seconds": 1.445, "seconds_left": 5.78}
 *
 * A thread of its own prints, so that a call of the library that takes minutes is no silence.  There is one progress
 * in a process; its functions do nothing where nothing is to be shown. */
#ifndef FLO_CLI_PROGRESS_H
#define FLO_CLI_PROGRESS_H

#include <stdbool.h>

/* Options that a command with long work has. */
typedef struct progress_options {
    bool quiet;
    const char *form;           /* "json", or NULL */
} progress_options;

#define PROGRESS_OPTIONS(at)                                                                                          \
    { "--quiet", CLI_FLAG, &(at)->quiet, NULL, 0, 0 },                                                                \
    { "--progress", CLI_WORD, &(at)->form, "json", 0, 0 }

void progress_open(const progress_options *options);

/* Begins a task: what is counted, in the plural, and how many there are; 0: nobody knows.  It ends the one before. */
void progress_task(const char *what, double total);

/* So many were done before the task began here. */
void progress_begin_at(double done);

void progress_set(double done);
void progress_add(double done);     /* more than before */

/* Between the two, a terminal has no line of ours, and something else may be printed. */
void progress_hold(void);
void progress_go(void);

/* Ends the last task, with a last JSON line.  May be called when nothing is open. */
void progress_close(void);

#endif
