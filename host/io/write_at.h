/* SPDX-License-Identifier: MIT */
#ifndef FLO_IO_WRITE_AT_H
#define FLO_IO_WRITE_AT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Writes all of it at an offset of a file; false where it cannot, and errno says why. */
bool write_at(int file, uint64_t offset, const void *data, size_t size);

#endif
