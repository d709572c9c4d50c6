/* SPDX-License-Identifier: MIT
 *
 * Files of wave spectra, whichever they are: a buoy's as NDBC offers them, or a wave model's in SWAN's format. */
#ifndef FLO_IO_RECORD_FILE_H
#define FLO_IO_RECORD_FILE_H

#include "fence.h"
#include "inputs.h"
#include "ndbc.h"
#include "swan.h"

typedef struct record_file {
    ndbc_record *ndbc;          /* one of the two */
    swan_record *swan;
} record_file;

/* Reads one spectrum: `time` as ndbc_read and swan_read have it, `place` of a model's file; NULL where nothing is asked
 * for.  To be freed whatever came back. */
FLO_NODISCARD flo_status record_file_read(record_file *record, const char *file, const char *time,
                                          const swan_place *place);

/* The same where a fence holds the file; so it must what is read beside it, or the record is refused.  `read`, a list
 * or NULL, gets what is read beside it. */
FLO_NODISCARD flo_status record_file_read_within(record_file *record, const char *file, const char *time,
                                                 const swan_place *place, const fence *within, inputs *read);
void record_file_free(record_file *record);

/* A default definition with the arrays of a record, which must outlive it. */
flo_record_def record_file_def(const record_file *record);

/* "YYYY-MM-DD hh:mm"; "" where a file has no times. */
const char *record_file_time(const record_file *record);

/* Reads "2" or "174.67,-38.17"; false if it is neither. */
bool record_file_parse_place(const char *text, swan_place *place);

/* Whether a file is one of spectra by its beginning, or, where it has none that could tell, by its name. */
bool record_file_is_one(const char *file);

#endif
