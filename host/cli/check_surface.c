/* SPDX-License-Identifier: MIT
 *
 * The surface of the water and what is below it, in pieces: each piece has a number of evaluations, a kind of normal, a
 * place and a time of its own, and goes through all combinations.  A piece is computed on the reference and at once
 * compared with every device, so that memory stays small. */
#include "check.h"
#include "progress.h"

#include "../internal.h"

#include <stdlib.h>

enum {
    INVERSIONS = 5,             /* 0 to 4 evaluations */
    OFFSETS = 2,                /* analytic normals, and those from heights 0.2 m apart */
    VARIANTS = INVERSIONS * OFFSETS,
    COMBINATIONS = VARIANTS * CHECK_PLACES * CHECK_TIMES,
    PIECE = 1024,               /* points at most */
};

#define SPREAD 500.0            /* m, of the points about their place */

typedef struct answer {
    double height[PIECE];
    float column[15][PIECE];    /* normal, velocity, residual; below it velocity, acceleration, pressure, depth */
} answer;

typedef struct piece {
    size_t count;
    double time, x[PIECE], y[PIECE], z[PIECE];
    answer reference, other;
} piece;

static void make_points(piece *p, int place, double level, uint64_t *random)
{
    double x, z;
    check_place(place, &x, &z);
    p->x[0] = x;
    p->z[0] = -z;
    p->y[0] = level;
    for (size_t i = 1; i < p->count; i++) {
        p->x[i] = x + SPREAD * (2 * flo__random_unit(random) - 1);
        p->z[i] = z + SPREAD * (2 * flo__random_unit(random) - 1);
        p->y[i] = level - 3 * (double)(i % 7) + 1;
    }
}

static flo_status compute(const piece *p, flo_device *device, const flo_sea *sea, answer *a)
{
    const flo_surface surface = {
        .height = a->height,
        .normal = { a->column[0], a->column[1], a->column[2] },
        .velocity = { a->column[3], a->column[4], a->column[5] },
        .residual = a->column[6],
    };
    const flo_water below = {
        .velocity = { a->column[7], a->column[8], a->column[9] },
        .acceleration = { a->column[10], a->column[11], a->column[12] },
        .pressure = a->column[13],
        .depth = a->column[14],
    };
    flo_status status = flo_query(device, sea, p->time, p->count, p->x, p->z, &surface);
    return status ? status : flo_query_water(device, sea, p->time, p->count, p->x, p->y, p->z, &below);
}

static flo_status check_piece(piece *p, const flo_sea *sea, check_targets *all)
{
    flo_status status = compute(p, all->target[0].device, sea, &p->reference);
    progress_add((double)p->count);
    for (int i = 1; i < all->count && !status; i++) {
        tally *t = &all->target[i].tally[CHECK_SURFACE];
        status = compute(p, all->target[i].device, sea, &p->other);
        if (status) break;
        tally_doubles(t, p->reference.height, p->other.height, p->count);
        for (int c = 0; c < 15; c++) tally_floats(t, p->reference.column[c], p->other.column[c], p->count);
        progress_add((double)p->count);
    }
    return status;
}

static flo_status make_seas(const check_case *c, flo_sea *sea[VARIANTS])
{
    flo_status status = FLO_OK;
    for (int i = 0; i < VARIANTS && !status; i++) {
        flo_sea_def def = c->sea;
        def.inversion = i % INVERSIONS;
        def.normal_offset = i / INVERSIONS ? 0.2 : 0;
        status = flo_sea_create(&sea[i], &def);
    }
    return status;
}

flo_status check_surface(const check_case *c, check_targets *all, size_t points)
{
    flo_sea *sea[VARIANTS] = { NULL };
    piece *p = malloc(sizeof *p);
    flo_status status = p ? make_seas(c, sea) : flo__fail(FLO_NO_MEMORY, "no memory for the points");
    uint64_t random = 10;
    size_t size = (points + COMBINATIONS - 1) / COMBINATIONS;
    if (size > PIECE) size = PIECE;
    int combination = 0;
    for (size_t done = 0; done < points && !status; done += p->count) {
        p->count = points - done < size ? points - done : size;
        p->time = check_time(combination / (VARIANTS * CHECK_PLACES));
        make_points(p, combination / VARIANTS % CHECK_PLACES, c->sea.level, &random);
        status = check_piece(p, sea[combination % VARIANTS], all);
        combination = (combination + 1) % COMBINATIONS;
    }
    for (int i = 0; i < VARIANTS; i++) flo_sea_destroy(sea[i]);
    free(p);
    return status;
}
