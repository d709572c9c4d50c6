/* SPDX-License-Identifier: MIT
 *
 * Wave spectra as the model SWAN writes them with SPECOUT and reads them with BOUNDSPEC (version 1 of its files; SWAN
 * user manual, appendix on spectrum files): in frequency and direction, or in frequency with a mean direction and
 * a directional spread; at several times and places.  Other models' programs write the same format.
 *
 * The file may be gzipped.  Reading is strict: what does not fit is refused with file and line, up to the spectrum that
 * was asked for; what is behind it is not read. */
#ifndef FLO_IO_SWAN_H
#define FLO_IO_SWAN_H

#include "../flotilla.h"

typedef struct swan_record {
    char time[32];              /* "YYYY-MM-DD hh:mm", as the file has it, which names no time zone; "": no times */
    int place, places;          /* which place, from 1 on, of how many */
    double at[2];               /* longitude and latitude in degrees, or x and y in m */
    bool spherical;             /* they are longitude and latitude */
    int bands;
    double *frequency;          /* Hz */
    int directions;             /* 0: a spectrum in frequency alone */
    double *direction;          /* rad, where waves come from, clockwise from north */
    double *density2;           /* m^2/Hz/rad, all directions of the first frequency first */
    double *density;            /* m^2/Hz, of a spectrum in frequency alone */
    double *bandwidth;          /* Hz, of the trapezoid rule; NULL with one frequency */
    double *alpha1, *r1;        /* of a spectrum in frequency alone, or NULL */
} swan_record;

/* Which place: the index-th, from 1 on; or the nearest to `at`, if it is within 50 km or no farther off than the places
 * reach; with neither, the first. */
typedef struct swan_place {
    int index;
    bool near;
    double at[2];
} swan_place;

/* Whether a file, gzipped or not, begins as SWAN's do. */
bool swan_is_file(const char *file);

/* Reads one spectrum.  `time` is "YYYY-MM-DD hh:mm", or NULL for the first of the file.  FLO_CANNOT_READ, FLO_BAD_FILE,
 * FLO_NO_MEMORY; FLO_BAD_VALUE: no such time or place, or no data there; the message tells what there is. */
FLO_NODISCARD flo_status swan_read(swan_record **record, const char *file, const char *time, const swan_place *place);

/* NULL is allowed. */
void swan_free(swan_record *record);

/* A default definition with the arrays of a record, which must outlive it. */
flo_record_def swan_record_def(const swan_record *record);

#endif
