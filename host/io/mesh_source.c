/* SPDX-License-Identifier: MIT
 *
 * See mesh_source.h. */
#include "mesh_source.h"

#include "mesh_gltf.h"
#include "mesh_plain.h"
#include "text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- bytes ----------------------------------------------------------------------------------------------------- */

static bool read_whole(int file, unsigned char *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t more = read(file, bytes + done, size - done);
        if (more < 0 && errno == EINTR) continue;
        if (more == 0) errno = EIO;     /* it became shorter meanwhile */
        if (more <= 0) return false;
        done += (size_t)more;
    }
    return true;
}

static flo_status take(mesh_source *source, double bytes)
{
    const mesh_memory *const memory = source->memory;
    source->counted += MESH_TIMES * bytes;
    return memory ? memory->take(memory->of, bytes) : FLO_OK;
}

flo_status mesh_source_need(mesh_source *source, double bytes)
{
    source->needed += bytes;
    const double more = (source->needed - source->counted) / MESH_TIMES;
    if (!(more > 0) || take(source, ceil(more)) == FLO_OK) return FLO_OK;
    return flo__fail_more(FLO_NO_MEMORY, "%s", source->path);
}

static flo_status read_opened(mesh_source *source, int file, const char *path, unsigned char **bytes, size_t *size)
{
    struct stat about;
    if (fstat(file, &about) != 0) return flo__fail(FLO_CANNOT_READ, "%s: %s", path, strerror(errno));
    if (!S_ISREG(about.st_mode)) return flo__fail(FLO_CANNOT_READ, "%s: it is not a file", path);
    if (about.st_size > (off_t)source->left) {
        return flo__fail(FLO_BAD_FILE, "%s: it has %lld bytes; a mesh may have %d MiB, all its files together", path,
                         (long long)about.st_size, MESH_MEGABYTES);
    }
    if (take(source, (double)about.st_size)) return flo__fail_more(FLO_NO_MEMORY, "%s", path);
    *size = (size_t)about.st_size;
    *bytes = malloc(*size + 1);
    if (!*bytes) return flo__fail(FLO_NO_MEMORY, "%s: no memory for its %zu bytes", path, *size);
    if (!read_whole(file, *bytes, *size)) return flo__fail(FLO_CANNOT_READ, "%s: %s", path, strerror(errno));
    (*bytes)[*size] = '\0';
    source->left -= *size;
    return FLO_OK;
}

/* Without waiting for anybody at the other end of a pipe. */
static flo_status read_file(mesh_source *source, const char *path, unsigned char **bytes, size_t *size)
{
    *bytes = NULL;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return flo__fail(FLO_CANNOT_READ, "%s: %s", path, strerror(errno));
    const flo_status status = read_opened(source, file, path, bytes, size);
    close(file);
    if (status) {
        free(*bytes);
        *bytes = NULL;
    }
    return status;
}

/* ---- what assimp calls ----------------------------------------------------------------------------------------- */

typedef struct opened {
    struct aiFile file;             /* first: assimp hands this back */
    const unsigned char *bytes;
    size_t size, at;
} opened;

static opened *opened_of(struct aiFile *file) { return (opened *)(void *)file; }

static size_t read_items(struct aiFile *file, char *to, size_t size, size_t count)
{
    opened *const o = opened_of(file);
    const size_t left = o->size - o->at, items = size == 0 ? 0 : left / size < count ? left / size : count;
    if (items > 0) memcpy(to, o->bytes + o->at, items * size);
    o->at += items * size;
    return items;
}

static size_t write_nothing(struct aiFile *file, const char *from, size_t size, size_t count)
{
    (void)file, (void)from, (void)size, (void)count;
    return 0;
}

static size_t tell(struct aiFile *file) { return opened_of(file)->at; }
static size_t size_of(struct aiFile *file) { return opened_of(file)->size; }
static void flush_nothing(struct aiFile *file) { (void)file; }

static enum aiReturn seek(struct aiFile *file, size_t by, enum aiOrigin from)
{
    opened *const o = opened_of(file);
    const size_t start = from == aiOrigin_SET ? 0 : from == aiOrigin_CUR ? o->at : o->size;
    const size_t to = start + by;   /* backwards it wraps round, as it should */
    if (to > o->size) return aiReturn_FAILURE;
    o->at = to;
    return aiReturn_SUCCESS;
}

#define OTHER "flotilla-other-"

/* Whatever folders assimp puts before it. */
static const mesh_other *find_other(const mesh_source *source, const char *name)
{
    char wanted[MESH_OTHER];
    const size_t length = strlen(name);
    for (size_t i = 0; i < source->other_count; i++) {
        const size_t size = (size_t)snprintf(wanted, sizeof wanted, OTHER "%zu", i);
        if (size <= length && strcmp(name + length - size, wanted) == 0) return &source->others[i];
    }
    return NULL;
}

static struct aiFile *open_file(struct aiFileIO *io, const char *name, const char *how)
{
    mesh_source *const source = (mesh_source *)(void *)io;
    const bool itself = strcmp(name, source->path) == 0;
    const mesh_other *const other = itself ? NULL : find_other(source, name);
    if (strchr(how, 'r') == NULL || (!itself && !other)) return NULL;
    opened *const o = calloc(1, sizeof *o);
    if (!o) return NULL;
    *o = (opened){ .file = { .ReadProc = read_items, .WriteProc = write_nothing, .TellProc = tell,
                             .FileSizeProc = size_of, .SeekProc = seek, .FlushProc = flush_nothing },
                   .bytes = other ? other->bytes : source->bytes, .size = other ? other->size : source->size };
    return &o->file;
}

static void close_file(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    free(file);
}

/* ---- other files ------------------------------------------------------------------------------------------------ */

/* A name that begins with the mesh's own folder and goes down from there. */
static bool is_beside(const char *path, const char *name)
{
    const char *const slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    if (strncmp(path, name, folder) != 0) return false;
    const char *part = name + folder;
    if (*part == '/' || *part == '\0') return false;
    for (;;) {
        const size_t length = strcspn(part, "/");
        if (length == 2 && strncmp(part, "..", 2) == 0) return false;
        part += length;
        if (*part == '\0') return true;
        part++;
    }
}

static flo_status read_other(mesh_source *source, const char *name, mesh_other *other)
{
    flo_status status = is_beside(source->path, name) ? fence_check(source->fence, name, name)
                        : flo__fail(FLO_BAD_FILE, "%s: it is neither beside the mesh nor below it", name);
    if (!status) status = inputs_add(source->read, name);
    return status ? status : read_file(source, name, &other->bytes, &other->size);
}

flo_status mesh_source_add_bytes(mesh_source *source, unsigned char *bytes, size_t size, char name[MESH_OTHER])
{
    mesh_other *const grown = realloc(source->others, (source->other_count + 1) * sizeof *grown);
    if (grown) source->others = grown;
    if (!grown || !bytes) {
        free(bytes);
        return flo__fail(FLO_NO_MEMORY, "%s: no memory for its buffers", source->path);
    }
    snprintf(name, MESH_OTHER, OTHER "%zu", source->other_count);
    source->others[source->other_count++] = (mesh_other){ bytes, size };
    return FLO_OK;
}

const mesh_other *mesh_source_last(const mesh_source *source) { return &source->others[source->other_count - 1]; }

flo_status mesh_source_add(mesh_source *source, const char *beside, char name[MESH_OTHER])
{
    const char *const slash = strrchr(source->path, '/');
    const size_t folder = slash ? (size_t)(slash - source->path) + 1 : 0, length = strlen(beside);
    char *const whole = malloc(folder + length + 1);
    if (!whole) return flo__fail(FLO_NO_MEMORY, "%s: no memory for the names of its files", source->path);
    memcpy(whole, source->path, folder);
    memcpy(whole + folder, beside, length + 1);
    mesh_other other = { 0 };
    const flo_status status = read_other(source, whole, &other);
    free(whole);
    if (status) return flo__fail_more(status, "%s: it cannot be read as a mesh", source->path);
    return mesh_source_add_bytes(source, other.bytes, other.size, name);
}

/* ---- a mesh ---------------------------------------------------------------------------------------------------- */

flo_status mesh_source_open(mesh_source *source, const char *path, const mesh_file_options *options)
{
    *source = (mesh_source){ .io = { .OpenProc = open_file, .CloseProc = close_file }, .path = path,
                             .memory = options->memory, .fence = options->fence, .read = options->read,
                             .left = (size_t)MESH_MEGABYTES << 20 };
    const bool binary = text_ends_in(path, ".glb");
    const bool gltf = binary || text_ends_in(path, ".gltf");
    const flo_status status = read_file(source, path, &source->bytes, &source->size);
    if (status) return status;
    if (gltf) return mesh_gltf_prepare(source, binary);
    return text_ends_in(path, ".obj") ? mesh_obj_prepare(source) : mesh_stl_prepare(source);
}

void mesh_source_close(mesh_source *source)
{
    for (size_t i = 0; i < source->other_count; i++) free(source->others[i].bytes);
    free(source->others);
    free(source->bytes);
    source->bytes = NULL;
    source->others = NULL;
    source->other_count = 0;
}
