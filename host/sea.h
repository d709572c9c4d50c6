/* SPDX-License-Identifier: MIT
 *
 * What the library knows of a sea, and the sea's tables on a device. */
#ifndef FLO_SEA_H
#define FLO_SEA_H

#include "backend.h"
#include <math.h>

typedef int64_t sea_long;
typedef int32_t sea_int;
#include "../kernels/tables.h"

_Static_assert(sizeof(sea_key) == 16 && sizeof(sea_wave) == 64 && sizeof(sea_numbers) == 48, "shared with kernels");
_Static_assert(sizeof(hull_numbers) == 344, "shared with kernels");
_Static_assert(sizeof(hull_sample) == 16 && sizeof(hull_piece) == 16 && sizeof(hull_panel) == 16,
               "shared with kernels");
_Static_assert(sizeof(step_numbers) == 32, "shared with kernels");

struct flo_sea {
    int holders;                    /* the creator and fleets; atomic */
    uint64_t id;                    /* no two seas of a process have the same */
    double gravity, density;
    double level;                   /* with the correction, if asked for */
    flo_sea_info info;
    flo_wave *waves;                /* as given, with what follows from the dispersion relation filled in */
    int *order;                     /* the wave in each row of the tables: shortest first */
    double *frequency;              /* Hz, as a place at rest sees it; by row */
    double *start;                  /* turns at the origin at time 0; by row */
    sea_key *keys;
    sea_wave *table;
    sea_numbers numbers;
};

void flo__sea_hold(const flo_sea *sea);

/* s: a caller's times are up to this, before now and after; FLO_BAD_VALUE otherwise. */
#define FLO__MOST_TIME 1e12
flo_status flo__check_time(double time);

/* rad/m */
static inline double flo__wave_number(const flo_wave *w) { return 6.283185307179586476925 / w->wavelength; }

/* A sea's tables on a device, with room for the phases of several instants. */
typedef struct flo__sea_tables {
    uint64_t id;                    /* of the sea; 0: none */
    uint64_t breaks;                /* of the device, when it was brought there: later ones may have lost it */
    int rows;
    flo__buffer *wave, *key, *phase, *number;
} flo__sea_tables;

/* Brings a sea to a device, unless it is there.  `rows` instants at least. */
flo_status flo__sea_tables_set(flo__sea_tables *tables, flo_device *device, const flo_sea *sea, int rows);
void flo__sea_tables_release(flo__sea_tables *tables, flo_device *device);

/* Fills `rows` rows of phases: row i is at time base + (first + i) * step.  `room` has as many numbers as that are, or
 * is NULL. */
flo_status flo__sea_tables_time(flo__sea_tables *tables, flo_device *device, const flo_sea *sea, double base,
                                uint64_t first, double step, int rows, sea_long *room);

/* A length in metres as an integer of 2^-24 m. */
static inline sea_long flo__fixed(double metres) { return llrint(metres * 0x1p24); }

#endif
