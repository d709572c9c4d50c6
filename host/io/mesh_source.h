/* SPDX-License-Identifier: MIT
 *
 * What assimp is given to read: the file itself and, of glTF, the files beside or below it that it names.  Nothing else
 * is opened, whatever a mesh says: no materials, no names that lead elsewhere, no pipes and no devices.
 *
 * assimp tries all its readers, some fifty, on a file that the reader of its ending does not want.  So that none but
 * those of STL, OBJ and glTF ever sees a byte, a glTF is held against its outline before: JSON whose "asset" names a
 * version that there is. */
#ifndef FLO_IO_MESH_SOURCE_H
#define FLO_IO_MESH_SOURCE_H

#include "../internal.h"
#include "mesh_file.h"

#include <assimp/cfileio.h>

enum { MESH_MEGABYTES = 512 };      /* of all files of a mesh together */

typedef struct mesh_source {
    struct aiFileIO io;             /* what assimp takes */
    const char *path;
    unsigned char *bytes;           /* of the file itself */
    size_t size, left;              /* how much more may be read */
    bool is_gltf;
    const mesh_memory *memory;      /* NULL: nobody counts */
    flo_status refused;             /* of the first other file that could not be had, and why */
    char why[512];
} mesh_source;

/* Reads the file.  FLO_CANNOT_READ, FLO_NO_MEMORY, FLO_BAD_FILE.  To be closed whatever came back; it must stay where
 * it is until then. */
FLO_NODISCARD flo_status mesh_source_open(mesh_source *source, const char *path, const mesh_memory *memory);
void mesh_source_close(mesh_source *source);

#endif
