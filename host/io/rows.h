/* SPDX-License-Identifier: MIT
 *
 * What a run writes down, wherever the bodies are: rows of one frame.  Those who write files take rows in pieces, of
 * any bodies in any order within a frame; where a row goes in a file follows from its frame and its body alone. */
#ifndef FLO_IO_ROWS_H
#define FLO_IO_ROWS_H

#include "../flotilla.h"

/* Bodies `first` to first + count - 1, as they are after `step` steps, at `time`. */
typedef struct body_rows {
    uint64_t frame;             /* from 0 on: how many frames were written before */
    uint64_t step;
    double time;                /* s */
    size_t first, count;
    const flo_body_state *state;
    const flo_body_load *load;
} body_rows;

#endif
