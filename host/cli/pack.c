/* SPDX-License-Identifier: MIT
 *
 * See pack.h. */
#include "pack.h"

#include "../snapshot.h"

#include <stdlib.h>

void pack_free(pack *p)
{
    free(p->at);
    *p = (pack){ .at = NULL };
}

void pack_put(pack *p, uint64_t number, int bytes)
{
    const size_t size = p->size + (size_t)bytes;
    if (size > p->room) {
        const size_t room = size < 256 ? 512 : 2 * size;
        unsigned char *more = p->failed ? NULL : realloc(p->at, room);
        if (!more) p->failed = true;
        if (p->failed) return;
        p->at = more;
        p->room = room;
    }
    flo__put_number(p->at + p->size, number, bytes);
    p->size = size;
}

void pack_put_double(pack *p, double value) { pack_put(p, flo__bits_of(value), 8); }

void pack_put_float(pack *p, float value) { pack_put(p, (flo__bits32){ .value = value }.bits, 4); }

bool pack_has(pack *p, uint64_t entries, size_t bytes)
{
    if (p->failed || entries > (p->size - p->read) / bytes) p->failed = true;
    return !p->failed;
}

uint64_t pack_get(pack *p, int bytes)
{
    if (!pack_has(p, 1, (size_t)bytes)) return 0;
    p->read += (size_t)bytes;
    return flo__get_number(p->at + p->read - bytes, bytes);
}

double pack_get_double(pack *p) { return flo__value_of(pack_get(p, 8)); }

float pack_get_float(pack *p) { return (flo__bits32){ .bits = (uint32_t)pack_get(p, 4) }.value; }
