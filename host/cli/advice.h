/* SPDX-License-Identifier: MIT
 *
 * What is likely to disappoint about a hull, and what to change: it vibrates, sinks, slides, is floaty, cannot get over
 * the waves, is twitchy.  Each is a sentence with the number that shows it, and only where that number does. */
#ifndef FLO_CLI_ADVICE_H
#define FLO_CLI_ADVICE_H

#include "modes.h"
#include "../io/scene.h"

enum { ADVICE_MOST = 12, ADVICE_SIZE = 400 };

typedef struct advice {
    int count;
    char text[ADVICE_MOST][ADVICE_SIZE];
    bool beyond;            /* the first says that the step will not keep the hull's motion bounded, or damps it */
} advice;

/* For hull `index` of a scene; `sea` is what its sea is.  None for a hull that no body has. */
void advise(advice *a, const scene *s, int index, const hull_modes *modes, const hull_drive *drive,
            const flo_sea_info *sea);

#endif
