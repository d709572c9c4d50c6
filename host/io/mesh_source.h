/* SPDX-License-Identifier: MIT
 *
 * What assimp is given to read: the file itself and, of glTF, the files beside or below it that it names.  Nothing else
 * is opened, whatever a mesh says: no materials, no names that lead elsewhere, no pipes and no devices.  assimp opens
 * none itself: the others are read before, and it is told names that mean them.
 *
 * assimp tries all its readers, some fifty, on a file that the reader of its ending does not want.  So that none but
 * those of STL, OBJ and glTF ever sees a byte, a glTF's outline is checked before (mesh_gltf.h): JSON whose "asset"
 * names a version that there is. */
#ifndef FLO_IO_MESH_SOURCE_H
#define FLO_IO_MESH_SOURCE_H

#include "../internal.h"
#include "mesh_file.h"

#include <assimp/cfileio.h>

/* What may be read: far above any hull, and small enough that nothing overflows or, cutting polygons, takes hours. */
enum {
    MESH_MEGABYTES = 512,           /* of all files of a mesh together */
    MESH_TRIANGLES = 10000000, MESH_VERTICES = 3 * MESH_TRIANGLES,
    MESH_DEEPEST = 256              /* nodes, one below the other */
};

/* A file that a glTF draws in, or bytes in its own text. */
typedef struct mesh_other { unsigned char *bytes; size_t size; } mesh_other;

typedef struct mesh_source {
    struct aiFileIO io;             /* what assimp takes */
    const char *path;
    unsigned char *bytes;           /* of the file itself */
    size_t size, left;              /* how much more may be read */
    const mesh_memory *memory;      /* NULL: nobody counts */
    const fence *fence;             /* around other files; NULL: there is none */
    inputs *read;                   /* gets other files; NULL: nobody asks */
    double counted, needed;         /* bytes of memory that were taken, and that there is use for */
    mesh_other *others;
    size_t other_count;
} mesh_source;

/* Reads the file.  FLO_CANNOT_READ, FLO_NO_MEMORY, FLO_BAD_FILE.  To be closed whatever came back; it must stay where
 * it is until then. */
FLO_NODISCARD flo_status mesh_source_open(mesh_source *source, const char *path, const mesh_file_options *options);
void mesh_source_close(mesh_source *source);

/* Reads a file by its name beside the mesh, and writes what assimp is to call it instead.  FLO_BAD_FILE: it is neither
 * beside the mesh nor below, or outside of the fence; FLO_CANNOT_READ, FLO_NO_MEMORY. */
enum { MESH_OTHER = 48 };
FLO_NODISCARD flo_status mesh_source_add(mesh_source *source, const char *beside, char name[MESH_OTHER]);

/* The same of bytes, which are the source's from now on, whatever comes back; NULL: there was no memory for them. */
FLO_NODISCARD flo_status mesh_source_add_bytes(mesh_source *source, unsigned char *bytes, size_t size,
                                               char name[MESH_OTHER]);

/* The last that was added. */
const mesh_other *mesh_source_last(const mesh_source *source);

/* Takes memory for what comes out of the files, beyond what was taken with their own bytes. */
FLO_NODISCARD flo_status mesh_source_need(mesh_source *source, double bytes);

#endif
