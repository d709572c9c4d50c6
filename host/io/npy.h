/* SPDX-License-Identifier: MIT
 *
 * bodies.npy: all rows of a run as one array of NumPy's, [frames, bodies] of a structured type.
 *
 * A row's place in the file follows from its frame and its body, so that several writers, in any order, even on several
 * machines, can fill one file.  The head, which makes it a file of NumPy's at all, is written last: what a killed run
 * leaves is not one. */
#ifndef FLO_IO_NPY_H
#define FLO_IO_NPY_H

#include "rows.h"
#include "write_at.h"

enum { NPY_HEAD = 512 };        /* bytes before the first row */

/* A row as it is in the file, in the machine's byte order.  Nothing is converted: what the library has as floats is
 * float32, what it has as doubles float64. */
typedef struct npy_row {
    uint64_t step;
    double time;                /* s */
    double position[3];         /* m */
    float orientation[4];       /* w, x, y, z */
    float velocity[3];          /* m/s */
    float angular_velocity[3];  /* rad/s */
    float force[3];             /* N */
    float torque[3];            /* N m */
    float submerged;
    uint32_t body;
} npy_row;

/* Where a row goes, bytes. */
uint64_t npy_offset(uint64_t bodies, uint64_t frame, uint64_t body);

/* Writes rows of a run of so many bodies at their places.  False where it cannot; errno says why. */
bool npy_write(const write_place *to, uint64_t bodies, const body_rows *rows);

/* Writes the head for so many frames into an open file, and cuts it behind them.  False as above. */
bool npy_end(int file, uint64_t bodies, uint64_t frames);

#endif
