/* SPDX-License-Identifier: MIT
 *
 * See inputs.h. */
#include "inputs.h"

#include "../internal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const input *find(const inputs *list, const struct stat *about)
{
    for (size_t i = 0; i < list->count; i++) {
        const input *const file = &list->files[i];
        if (file->number == about->st_ino && file->device == about->st_dev) return file;
    }
    return NULL;
}

static bool is_plain_file(const char *path, struct stat *about)
{
    return stat(path, about) == 0 && S_ISREG(about->st_mode);
}

flo_status inputs_add(inputs *list, const char *name)
{
    struct stat about;
    if (!list || !is_plain_file(name, &about) || find(list, &about)) return FLO_OK;
    input *const grown = realloc(list->files, (list->count + 1) * sizeof *grown);
    if (grown) list->files = grown;
    char *const copy = grown ? strdup(name) : NULL;
    if (!copy) return flo__fail(FLO_NO_MEMORY, "%s: no memory for its name", name);
    list->files[list->count++] = (input){ about.st_dev, about.st_ino, copy };
    return FLO_OK;
}

const char *inputs_find(const inputs *list, const char *path)
{
    struct stat about;
    const input *const file = is_plain_file(path, &about) ? find(list, &about) : NULL;
    return file ? file->name : NULL;
}

void inputs_free(inputs *list)
{
    for (size_t i = 0; i < list->count; i++) free(list->files[i].name);
    free(list->files);
    *list = (inputs){ .files = NULL };
}
