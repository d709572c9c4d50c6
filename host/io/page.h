/* SPDX-License-Identifier: MIT
 *
 * play.html: one page that needs no other file and plays a recorded run in a browser.  What the page does is written in
 * host/page/; here it is put together with what it plays. */
#ifndef FLO_IO_PAGE_H
#define FLO_IO_PAGE_H

#include "vtk.h"

/* The files of host/page/, line by line; NULL ends them. */
extern const char *const page_html[], *const play_js[];

enum { PAGE_WAVES = 64 };       /* the largest, that a browser sums */

/* What a body of a frame takes in the file, bytes, at most: 3 floats and 4 short integers, in base64. */
#define PAGE_BYTES_OF_A_BODY 27.0

typedef struct page_hull {
    const char *name;
    vtk_shape shape;
} page_hull;

typedef struct page_run {
    const char *title;
    const char *const *notes;   /* sentences; NULL ends them */
    double level, hs, tp;       /* m, m, s */
    const flo_wave *waves;      /* the largest first */
    int wave_count;             /* up to PAGE_WAVES */
    double current[2];          /* m/s */
    double half;                /* m, half of what is worth to be seen */
    uint64_t fleet;             /* bodies in all */
    const page_hull *hulls;
    int hull_count;
    size_t bodies;              /* that are shown */
    const uint64_t *body;       /* index of each in the fleet */
    const int *hull;            /* of each */
    size_t frames;
    const double *time;         /* s, of each frame */
    double origin[3];           /* m, of the places */
    const float *place;         /* m: [frames][bodies][3] */
    const int16_t *attitude;    /* w, x, y, z times 32767: [frames][bodies][4] */
} page_run;

/* False where it cannot be written; errno says why. */
bool page_write(FILE *to, const page_run *run);

#endif
