/* SPDX-License-Identifier: MIT
 *
 * Writing at a place of a file, all of it or not. */
#include "write_at.h"

#include <errno.h>
#include <unistd.h>

bool write_at(int file, uint64_t offset, const void *data, size_t size)
{
    const char *from = data;
    while (size > 0) {
        const ssize_t written = pwrite(file, from, size, (off_t)offset);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) return false;
        from += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return true;
}
