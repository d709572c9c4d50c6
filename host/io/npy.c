/* SPDX-License-Identifier: MIT
 *
 * See npy.h.  The format is NumPy's own, version 1.0: magic, version, length of the head, a Python dictionary. */
#include "npy.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 256 };           /* rows */

_Static_assert(sizeof(npy_row) == 112, "rows of the file have no gaps, and their doubles are aligned");

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ORDER "<"
#else
#define ORDER ">"
#endif

uint64_t npy_offset(uint64_t bodies, uint64_t frame, uint64_t body)
{
    return NPY_HEAD + (frame * bodies + body) * sizeof(npy_row);
}

static npy_row make_row(const body_rows *rows, size_t i)
{
    const flo_body_state *state = &rows->state[i];
    const flo_body_load *load = &rows->load[i];
    npy_row row = { .step = rows->step, .time = rows->time, .submerged = load->submerged,
                    .body = (uint32_t)(rows->first + i) };
    memcpy(row.position, state->position, sizeof row.position);
    memcpy(row.orientation, state->orientation, sizeof row.orientation);
    memcpy(row.velocity, state->velocity, sizeof row.velocity);
    memcpy(row.angular_velocity, state->angular_velocity, sizeof row.angular_velocity);
    memcpy(row.force, load->force, sizeof row.force);
    memcpy(row.torque, load->torque, sizeof row.torque);
    return row;
}

bool npy_write(const write_place *to, uint64_t bodies, const body_rows *rows)
{
    npy_row piece[PIECE];
    for (size_t from = 0; from < rows->count; from += PIECE) {
        const size_t left = rows->count - from, count = left < PIECE ? left : PIECE;
        for (size_t i = 0; i < count; i++) piece[i] = make_row(rows, from + i);
        const uint64_t offset = npy_offset(bodies, rows->frame, rows->first + from);
        if (!write_at(to, offset, piece, count * sizeof *piece)) return false;
    }
    return true;
}

bool npy_end(int file, uint64_t bodies, uint64_t frames)
{
    char head[NPY_HEAD + 1];
    const int before = 10;      /* bytes before the dictionary */
    memset(head, ' ', sizeof head);
    memcpy(head, "\x93NUMPY\x01\x00", 8);
    head[8] = (char)((NPY_HEAD - before) & 255);
    head[9] = (char)((NPY_HEAD - before) >> 8);
    const int length = snprintf(head + before, sizeof head - (size_t)before,
             "{'descr': [('step', '" ORDER "u8'), ('time', '" ORDER "f8'), ('position', '" ORDER "f8', (3,)), "
             "('orientation', '" ORDER "f4', (4,)), ('velocity', '" ORDER "f4', (3,)), "
             "('angular_velocity', '" ORDER "f4', (3,)), ('force', '" ORDER "f4', (3,)), "
             "('torque', '" ORDER "f4', (3,)), ('submerged', '" ORDER "f4'), ('body', '" ORDER "u4')], "
             "'fortran_order': False, 'shape': (%llu, %llu), }", (unsigned long long)frames,
             (unsigned long long)bodies);
    head[before + length] = ' ';
    head[NPY_HEAD - 1] = '\n';
    if (ftruncate(file, (off_t)npy_offset(bodies, frames, 0)) != 0) return false;
    return write_at(&(write_place){ .file = file }, 0, head, NPY_HEAD);
}
