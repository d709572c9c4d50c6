/* SPDX-License-Identifier: MIT
 *
 * See mesh_source.h. */
#include "mesh_source.h"

#include "text_file.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
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

static flo_status read_opened(mesh_source *source, int file, const char *path, unsigned char **bytes, size_t *size)
{
    struct stat about;
    if (fstat(file, &about) != 0) return flo__fail(FLO_CANNOT_READ, "%s: %s", path, strerror(errno));
    if (!S_ISREG(about.st_mode)) return flo__fail(FLO_CANNOT_READ, "%s: it is not a file", path);
    if (about.st_size > (off_t)source->left) {
        return flo__fail(FLO_BAD_FILE, "%s: it has %lld bytes; a mesh may have %d MiB, all its files together", path,
                         (long long)about.st_size, MESH_MEGABYTES);
    }
    const mesh_memory *const memory = source->memory;
    if (memory && memory->take(memory->of, (double)about.st_size)) return flo__fail_more(FLO_NO_MEMORY, "%s", path);
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
    unsigned char *own;             /* the same, where they are this one's; else NULL */
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

/* assimp only learns that there is no file; why, is kept for the one who asked for the mesh. */
static flo_status read_other(mesh_source *source, const char *name, opened *o)
{
    const flo_status status = is_beside(source->path, name) ? read_file(source, name, &o->own, &o->size)
                              : flo__fail(FLO_BAD_FILE, "%s: it is neither beside the mesh nor below it", name);
    if (!status || source->refused) return status;
    source->refused = status;
    snprintf(source->why, sizeof source->why, "%s", flo_message());
    return status;
}

static struct aiFile *open_file(struct aiFileIO *io, const char *name, const char *how)
{
    mesh_source *const source = (mesh_source *)(void *)io;
    const bool itself = strcmp(name, source->path) == 0;
    if (strchr(how, 'r') == NULL || (!itself && !source->is_gltf)) return NULL;
    opened *const o = calloc(1, sizeof *o);
    if (!o) return NULL;
    *o = (opened){ .file = { .ReadProc = read_items, .WriteProc = write_nothing, .TellProc = tell,
                             .FileSizeProc = size_of, .SeekProc = seek, .FlushProc = flush_nothing },
                   .bytes = source->bytes, .size = source->size };
    if (itself) return &o->file;
    if (read_other(source, name, o) != FLO_OK) {
        free(o);
        return NULL;
    }
    o->bytes = o->own;
    return &o->file;
}

static void close_file(struct aiFileIO *io, struct aiFile *file)
{
    (void)io;
    free(opened_of(file)->own);
    free(file);
}

/* ---- glTF's outline -------------------------------------------------------------------------------------------- */

static size_t number_at(const unsigned char *bytes)
{
    return bytes[0] | (size_t)bytes[1] << 8 | (size_t)bytes[2] << 16 | (size_t)bytes[3] << 24;
}

/* The JSON of a GLB: behind 12 bytes of head and 8 of a chunk's, or behind the 20 of version 1. */
static flo_status find_json(const mesh_source *source, const char **text, size_t *size)
{
    enum { HEAD = 20 };
    const unsigned char *const head = source->bytes;
    if (source->size < HEAD || memcmp(head, "glTF", 4) != 0)
        return flo__fail(FLO_BAD_FILE, "%s: it does not begin as a GLB does", source->path);
    const size_t version = number_at(head + 4);
    if (version != 1 && version != 2)
        return flo__fail(FLO_BAD_FILE, "%s: it is a GLB of version %zu; it must be 1 or 2", source->path, version);
    *text = (const char *)head + HEAD;
    *size = number_at(head + 12);
    if (*size <= source->size - HEAD) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: it is cut off: its JSON has %zu bytes of %zu", source->path,
                     source->size - HEAD, *size);
}

static flo_status check_gltf(const mesh_source *source, bool binary)
{
    json_error_t error;
    const char *text = (const char *)source->bytes;
    size_t size = source->size;
    const flo_status status = binary ? find_json(source, &text, &size) : FLO_OK;
    if (status) return status;
    json_t *const root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        char words[96];
        size_t i = 0;
        for (; i < sizeof words - 1 && error.text[i]; i++)
            words[i] = (unsigned char)error.text[i] < ' ' ? '?' : error.text[i];
        words[i] = '\0';
        return flo__fail(FLO_BAD_FILE, "%s: it is no glTF: line %d: %s", source->path, error.line, words);
    }
    const char *const version = json_string_value(json_object_get(json_object_get(root, "asset"), "version"));
    const bool known = version && (version[0] == '1' || version[0] == '2');
    json_decref(root);
    if (known) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: it is no glTF: its asset must have a version, \"2.0\" or \"1.0\"",
                     source->path);
}

/* ---- a mesh ---------------------------------------------------------------------------------------------------- */

flo_status mesh_source_open(mesh_source *source, const char *path, const mesh_memory *memory)
{
    *source = (mesh_source){ .io = { .OpenProc = open_file, .CloseProc = close_file }, .path = path, .memory = memory,
                             .left = (size_t)MESH_MEGABYTES << 20 };
    const bool binary = text_ends_in(path, ".glb");
    source->is_gltf = binary || text_ends_in(path, ".gltf");
    const flo_status status = read_file(source, path, &source->bytes, &source->size);
    if (status) return status;
    return source->is_gltf ? check_gltf(source, binary) : FLO_OK;
}

void mesh_source_close(mesh_source *source)
{
    free(source->bytes);
    source->bytes = NULL;
}
