/* SPDX-License-Identifier: MIT */
#ifndef FLO_IO_WRITE_AT_H
#define FLO_IO_WRITE_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Where bytes go by their offsets: an open file, or what takes them in its stead, such as a file that is written by
 * many machines. */
typedef struct write_place {
    int file;
    bool (*take)(void *taker, uint64_t offset, const void *data, size_t size);  /* NULL: the file does */
    void *taker;
} write_place;

/* Writes all of it at an offset; false where it cannot, and errno says why. */
bool write_at(const write_place *to, uint64_t offset, const void *data, size_t size);

#endif
