/* SPDX-License-Identifier: MIT
 *
 * Numbers one after the other, little endian: what a run keeps of its own in a snapshot. */
#ifndef FLO_CLI_PACK_H
#define FLO_CLI_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pack {
    unsigned char *at;
    size_t size, room;
    size_t read;                /* what was taken out so far */
    bool failed;                /* no memory; or, reading, less there than was asked for */
} pack;

void pack_free(pack *p);

void pack_put(pack *p, uint64_t number, int bytes);
void pack_put_double(pack *p, double value);
void pack_put_float(pack *p, float value);

uint64_t pack_get(pack *p, int bytes);      /* 0 where there is nothing left */
double pack_get_double(pack *p);
float pack_get_float(pack *p);

/* Whether so many entries of `bytes` each can still be there. */
bool pack_has(pack *p, uint64_t entries, size_t bytes);

#endif
