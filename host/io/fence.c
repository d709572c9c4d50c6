/* SPDX-License-Identifier: MIT
 *
 * See fence.h. */
#include "fence.h"

#include "../internal.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40 };       /* as Linux has it */

/* ---- opening ----------------------------------------------------------------------------------------------------- */

static flo_status no_memory(const char *folder) { return flo__fail(FLO_NO_MEMORY, "no memory for %s", folder); }

flo_status fence_open(fence *f, const char *folder, const char *file)
{
    struct stat about;
    *f = (fence){ .root = realpath(folder, NULL) };
    if (!f->root) return flo__fail(FLO_CANNOT_READ, "--files-below %s: %s", folder, strerror(errno));
    if (stat(f->root, &about) != 0 || !S_ISDIR(about.st_mode)) {
        return flo__fail(FLO_CANNOT_READ, "--files-below %s: it is not a folder", folder);
    }
    f->given = strdup(folder);
    const char *const slash = strrchr(file, '/');
    f->folder = strndup(file, slash ? (size_t)(slash - file) + 1 : 0);
    if (!f->given || !f->folder) return no_memory(folder);
    size_t length = strlen(f->given);
    while (length > 1 && f->given[length - 1] == '/') f->given[--length] = '\0';
    f->start = realpath(slash ? f->folder : ".", NULL);
    if (f->start) return FLO_OK;
    return flo__fail(FLO_CANNOT_READ, "%s: %s", file, strerror(errno));
}

void fence_close(fence *f)
{
    free(f->given);
    free(f->root);
    free(f->folder);
    free(f->start);
    *f = (fence){ .root = NULL };
}

/* ---- following a name -------------------------------------------------------------------------------------------- */

/* A name that is being followed: where it is, without links, and what is left of it. */
typedef struct walk {
    char at[PATH_MAX], left[2 * PATH_MAX];
    int links;
} walk;

static bool is_below(const char *folder, const char *path)
{
    const size_t length = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(folder, path, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool put(char *to, size_t size, const char *text)
{
    const size_t length = strlen(text);
    if (length >= size) return false;
    memmove(to, text, length + 1);
    return true;
}

/* A name that begins with the folder as the caller knows it need not be followed up to there: that is the caller's. */
static bool begin(const fence *f, walk *w, const char *path)
{
    const size_t folder = strlen(f->folder), given = strlen(f->given);
    const bool beside = strncmp(path, f->folder, folder) == 0 && (folder > 0 || *path != '/');
    const bool below = *path == '/' && given > 1 && is_below(f->given, path);
    if (!beside && *path != '/') return false;
    return put(w->at, sizeof w->at, beside ? f->start : below ? f->root : "/")
           && put(w->left, sizeof w->left, beside ? path + folder : below ? path + given : path);
}

/* The next part of what is left, taken off; empty at the end. */
static bool take_part(walk *w, char part[NAME_MAX + 2])
{
    const char *const from = w->left + strspn(w->left, "/");
    const size_t length = strcspn(from, "/");
    if (length > NAME_MAX) return false;
    memcpy(part, from, length);
    part[length] = '\0';
    return put(w->left, sizeof w->left, from + length);
}

static void go_up(walk *w)
{
    char *const slash = strrchr(w->at, '/');
    slash[slash == w->at] = '\0';
}

/* What a link says comes before what is left. */
static bool follow(const fence *f, walk *w)
{
    char target[2 * PATH_MAX];
    const ssize_t got = readlink(w->at, target, PATH_MAX);
    const size_t length = got > 0 && got < PATH_MAX ? (size_t)got : 0;
    if (length == 0 || ++w->links > MOST_LINKS || !put(target + length, PATH_MAX, w->left)) return false;
    go_up(w);
    return *target == '/' ? begin(f, w, target) : put(w->left, sizeof w->left, target);
}

/* On the way down to the folder, or inside it. */
static bool is_near(const fence *f, const walk *w) { return is_below(f->root, w->at) || is_below(w->at, f->root); }

static bool step(const fence *f, walk *w, const char *part)
{
    struct stat about;
    if (strcmp(part, ".") == 0) return true;
    if (strcmp(part, "..") == 0) {
        go_up(w);
        return is_near(f, w);
    }
    const size_t length = strlen(w->at), slash = strcmp(w->at, "/") != 0;
    if (length + slash + strlen(part) >= sizeof w->at) return false;
    if (slash) w->at[length] = '/';
    strcpy(w->at + length + slash, part);
    if (!is_near(f, w)) return false;           /* and nobody looks whether it is there */
    if (lstat(w->at, &about) == 0) return S_ISLNK(about.st_mode) ? follow(f, w) : true;
    return errno == ENOENT || errno == ENOTDIR || errno == EACCES;
}

bool fence_holds(const fence *f, const char *path)
{
    if (!f) return true;
    walk w = { .links = 0 };
    char part[NAME_MAX + 2];
    if (!begin(f, &w, path)) return false;
    while (take_part(&w, part)) {
        if (*part == '\0') return is_below(f->root, w.at);
        if (!step(f, &w, part)) return false;
    }
    return false;
}

flo_status fence_check(const fence *f, const char *path, const char *name)
{
    if (fence_holds(f, path)) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s is outside of %s, and --files-below allows only what is there or below",
                     name, f->given);
}
