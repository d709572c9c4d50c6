/* SPDX-License-Identifier: MIT
 *
 * Wave spectra of the buoys of NOAA's National Data Buoy Center, as its web site offers them.
 *
 *   realtime     41010.data_spec, and beside it .swdir .swdir2 .swr1 .swr2; the newest record comes first
 *   historical   41010w2019.txt, and beside it the same name with d i j k for the w; the oldest record comes first
 *
 * Any of them may be gzipped, with .gz behind the name.  Reading is strict: what does not fit is refused with file and
 * line.  Missing values (999, 999.0, 999.00, MM) come out as NaN. */
#ifndef FLO_IO_NDBC_H
#define FLO_IO_NDBC_H

#include "../flotilla.h"
#include "fence.h"
#include "inputs.h"

typedef struct ndbc_record {
    char time[32];              /* "YYYY-MM-DD hh:mm", UTC */
    int bands;
    double *frequency;          /* Hz, as written: the realtime files round to 0.001 Hz */
    double *density;            /* m^2/Hz */
    bool directional;           /* the four below are there; otherwise they are NULL */
    double *alpha1, *alpha2;    /* rad, where waves come from, clockwise from true north */
    double *r1, *r2;            /* 0 to 1 */
} ndbc_record;

/* Reads one record.  `file` is the one with the density.  `time` is "YYYY-MM-DD hh:mm", or NULL for the first record
 * of the file.  If none of the four directional files is there the record has no directions; if only some are, that is
 * an error.  FLO_CANNOT_READ, FLO_BAD_FILE, FLO_NO_MEMORY; FLO_BAD_VALUE: no such time; the message tells the first,
 * the last and the nearest there is. */
FLO_NODISCARD flo_status ndbc_read(ndbc_record **record, const char *file, const char *time);

/* The same where a fence holds the file: one of its directional files that is outside is not looked at, and refused.
 * `read`, NULL or a list, gets those that are read. */
FLO_NODISCARD flo_status ndbc_read_within(ndbc_record **record, const char *file, const char *time,
                                          const fence *within, inputs *read);

/* NULL is allowed. */
void ndbc_free(ndbc_record *record);

/* A default definition with the arrays of a record, which must outlive it. */
flo_record_def ndbc_record_def(const ndbc_record *record);

#endif
