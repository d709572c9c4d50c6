/* SPDX-License-Identifier: MIT
 *
 * The files that were read, known again whatever they are called, links among them: whoever writes can tell whether an
 * input would be lost. */
#ifndef FLO_IO_INPUTS_H
#define FLO_IO_INPUTS_H

#include "../flotilla.h"

#include <stddef.h>
#include <sys/types.h>

typedef struct input {
    dev_t device;
    ino_t number;
    char *name;                 /* as it was read */
} input;

typedef struct inputs {
    input *files;
    size_t count;
} inputs;

/* Adds a file, once; a list that is NULL takes none.  What is not there, or is a pipe or a device, is left to whoever
 * reads it.  FLO_NO_MEMORY. */
FLO_NODISCARD flo_status inputs_add(inputs *list, const char *name);

/* The name under which the file at this place was read; NULL: it was not. */
const char *inputs_find(const inputs *list, const char *path);

/* Leaves an empty one. */
void inputs_free(inputs *list);

#endif
