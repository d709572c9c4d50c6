/* SPDX-License-Identifier: MIT
 *
 * Writing at a place of a file, all of it or not. */
#include "write_at.h"

#include <errno.h>
#include <unistd.h>

bool write_at(const write_place *to, uint64_t offset, const void *data, size_t size)
{
    const char *from = data;
    if (to->take) return to->take(to->taker, offset, data, size);
    while (size > 0) {
        const ssize_t written = pwrite(to->file, from, size, (off_t)offset);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) return false;
        from += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return true;
}
