/* SPDX-License-Identifier: MIT
 *
 * See folder.h. */
#include "folder.h"

#include "../internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *join(const folder *f, const char *name, const char *suffix)
{
    const size_t size = strlen(f->path) + 1 + strlen(name) + strlen(suffix) + 1;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s%s", f->path, name, suffix);
    return path;
}

char *folder_path(const folder *f, const char *name)
{
    return join(f, name, "");
}

char *folder_part(const folder *f, const char *name)
{
    return join(f, name, ".part");
}

static flo_status no_memory(const char *name)
{
    return flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", name);
}

flo_status folder_open(folder *f, const char *path)
{
    *f = (folder){ .path = strdup(path) };
    if (!f->path) return no_memory(path);
    struct stat what;
    f->created = mkdir(path, 0777) == 0;
    if (!f->created && errno != EEXIST) {
        return flo__fail(FLO_CANNOT_WRITE, "cannot make the folder %s: %s", path, strerror(errno));
    }
    if (stat(path, &what) != 0 || !S_ISDIR(what.st_mode)) {
        return flo__fail(FLO_CANNOT_WRITE, "%s is not a folder", path);
    }
    return FLO_OK;
}

flo_status folder_begin(const folder *f, const char *name, FILE **file)
{
    char *part = folder_part(f, name);
    if (!part) return no_memory(name);
    *file = fopen(part, "w");
    const int reason = errno;
    free(part);
    if (!*file) return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", f->path, name, strerror(reason));
    return FLO_OK;
}

flo_status folder_keep(folder *f, const char *name)
{
    char *part = folder_part(f, name), *path = folder_path(f, name);
    flo_status status = FLO_OK;
    if (!part || !path) {
        status = no_memory(name);
    } else if (rename(part, path) != 0) {
        status = flo__fail(FLO_CANNOT_WRITE, "cannot write %s: %s", path, strerror(errno));
    } else {
        f->used = true;
    }
    free(part);
    free(path);
    return status;
}

void folder_drop(const folder *f, const char *name)
{
    char *part = f->path ? folder_part(f, name) : NULL;
    if (part) unlink(part);
    free(part);
}

void folder_close(folder *f)
{
    if (f->path && f->created && !f->used) rmdir(f->path);
    free(f->path);
    *f = (folder){ 0 };
}
