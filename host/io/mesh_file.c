/* SPDX-License-Identifier: MIT
 *
 * Meshes from files, read by assimp.
 *
 * assimp gives a tree of nodes, each with a matrix and the surfaces that it places.  They are joined into one list of
 * corners and triangles; that corners at one place are one is found by the library itself. */
#include "mesh_file.h"

#include "../internal.h"
#include "mesh_polygon.h"
#include "mesh_source.h"
#include "text_file.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Of a polygon, whose time to be cut grows as their square at least; and of all polygons, squared: a minute. */
enum { MOST_CORNERS = 10000, MOST_SQUARES = 2000000000 };

#define SMALLEST_SCALE 1e-6
#define LARGEST_SCALE 1e6

/* Of a float, 24 bits are known: this part of the furthest corner's coordinate. */
#define FLOAT_STEP 0x1p-23

mesh_file_options mesh_file_default_options(void) { return (mesh_file_options){ .scale = 1 }; }

/* ---- before assimp ----------------------------------------------------------------------------------------------- */

static bool is_known(const char *path)
{
    static const char *const ends[] = { ".stl", ".obj", ".gltf", ".glb" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        if (text_ends_in(path, ends[i])) return true;
    }
    return false;
}

static flo_status check(const char *path, const mesh_file_options *options)
{
    if (!(options->scale >= SMALLEST_SCALE && options->scale <= LARGEST_SCALE)) {
        return flo__fail(FLO_BAD_VALUE, "scale is %g; it must be %g to %g", options->scale, SMALLEST_SCALE,
                         LARGEST_SCALE);
    }
    if (options->up != MESH_UP_Y && options->up != MESH_UP_Z) {
        return flo__fail(FLO_BAD_VALUE, "up is %d; it must be one of mesh_up", (int)options->up);
    }
    if (is_known(path)) return FLO_OK;
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return flo__fail(FLO_CANNOT_READ, "%s: it is not a file", path);
    return flo__fail(FLO_BAD_FILE, "%s: the name of a mesh must end in .stl, .obj, .gltf or .glb", path);
}

/* What assimp says, in one line. */
static flo_status fail_as_told(const char *path)
{
    char words[200];
    const char *const told = aiGetErrorString();
    size_t length = 0;
    for (; told && told[length] && length < sizeof words - 1; length++) {
        words[length] = (unsigned char)told[length] < ' ' ? ' ' : told[length];
    }
    words[length] = '\0';
    return flo__fail(FLO_BAD_FILE, "%s: it cannot be read as a mesh: %s", path, length ? words : "assimp is silent");
}

/* ---- the tree ---------------------------------------------------------------------------------------------------- */

/* Rows of a matrix that acts on (x, y, z, 1). */
typedef struct placing { double row[3][4]; } placing;

static placing placed_within(const placing *outer, const struct aiMatrix4x4 *m)
{
    const double inner[3][4] = { { (double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4 },
                                 { (double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4 },
                                 { (double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4 } };
    placing p;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 4; j++) {
            p.row[i][j] = j == 3 ? outer->row[i][3] : 0;
            for (int k = 0; k < 3; k++) p.row[i][j] += outer->row[i][k] * inner[k][j];
        }
    }
    return p;
}

/* A mirror turns triangles inside out. */
static bool is_mirror(const placing *p)
{
    const double (*r)[4] = p->row;
    return r[0][0] * (r[1][1] * r[2][2] - r[1][2] * r[2][1]) - r[0][1] * (r[1][0] * r[2][2] - r[1][2] * r[2][0]) +
           r[0][2] * (r[1][0] * r[2][1] - r[1][1] * r[2][0]) < 0;
}

typedef struct joined {
    const char *path;
    const struct aiScene *scene;
    mesh_file *out;                 /* its arrays are NULL while it is only counted what there is */
    size_t vertices, triangles;
    size_t most_corners;            /* of a polygon */
    double squares;                 /* of the corners of those that are no triangles */
    double (*corner)[3];            /* room for the polygon that is being cut */
    int *left;
} joined;

static flo_status take_face(joined *j, const struct aiMesh *mesh, const struct aiFace *face, bool mirrored)
{
    int (*const to)[3] = j->out->triangles + j->triangles;
    const int corners = (int)face->mNumIndices;
    for (int k = 0; k < corners; k++) {
        const unsigned index = face->mIndices[k];
        if (index >= mesh->mNumVertices) {
            return flo__fail(FLO_BAD_FILE, "%s: a triangle has corner %u of %u", j->path, index, mesh->mNumVertices);
        }
        const struct aiVector3D *const v = &mesh->mVertices[index];
        j->corner[k][0] = (double)v->x, j->corner[k][1] = (double)v->y, j->corner[k][2] = (double)v->z;
    }
    mesh_polygon_cut((const double (*)[3])j->corner, corners, j->left, to);
    for (int t = 0; t < corners - 2; t++) {
        for (int k = 0; k < 3; k++) to[t][k] = (int)(j->vertices + face->mIndices[to[t][k]]);
        if (!mirrored) continue;
        const int swap = to[t][1];
        to[t][1] = to[t][2];
        to[t][2] = swap;
    }
    j->triangles += (size_t)corners - 2;
    return FLO_OK;
}

static flo_status take_triangles(joined *j, const struct aiMesh *mesh, bool mirrored)
{
    flo_status status = FLO_OK;
    for (unsigned f = 0; f < mesh->mNumFaces && !status; f++) {
        /* What has less than three corners is a point or a line. */
        if (mesh->mFaces[f].mNumIndices >= 3) status = take_face(j, mesh, &mesh->mFaces[f], mirrored);
    }
    return status;
}

static void count_mesh(joined *j, const struct aiMesh *mesh)
{
    j->vertices += mesh->mNumVertices;
    for (unsigned f = 0; f < mesh->mNumFaces; f++) {
        const size_t corners = mesh->mFaces[f].mNumIndices;
        if (corners >= 3) j->triangles += corners - 2;
        if (corners > 3) j->squares += (double)corners * (double)corners;
        if (corners > j->most_corners) j->most_corners = corners;
    }
}

static flo_status take_vertices(joined *j, const struct aiMesh *mesh, const placing *p)
{
    for (unsigned i = 0; i < mesh->mNumVertices; i++) {
        const struct aiVector3D *const v = &mesh->mVertices[i];
        double *const to = j->out->vertices[j->vertices++];
        for (int a = 0; a < 3; a++) {
            const double *const r = p->row[a];
            to[a] = r[0] * (double)v->x + r[1] * (double)v->y + r[2] * (double)v->z + r[3];
            if (isfinite(to[a])) continue;
            return flo__fail(FLO_BAD_FILE, "%s: corner %u, (%g, %g, %g), is no place", j->path, i, (double)v->x,
                             (double)v->y, (double)v->z);
        }
    }
    return FLO_OK;
}

static flo_status take_mesh(joined *j, const struct aiMesh *mesh, const placing *p)
{
    if (!mesh->mVertices || !mesh->mFaces) return FLO_OK;
    if (j->out->vertices) {
        const flo_status status = take_triangles(j, mesh, is_mirror(p));
        return status ? status : take_vertices(j, mesh, p);
    }
    count_mesh(j, mesh);
    if (j->most_corners > MOST_CORNERS) {
        return flo__fail(FLO_BAD_FILE, "%s: one of its polygons has %zu corners; there may be 3 to %d", j->path,
                         j->most_corners, MOST_CORNERS);
    }
    if (j->squares > MOST_SQUARES) {
        return flo__fail(FLO_BAD_FILE, "%s: to cut its polygons would take hours: the squares of their numbers of "
                         "corners sum to more than %d", j->path, MOST_SQUARES);
    }
    if (j->vertices <= MESH_VERTICES && j->triangles <= MESH_TRIANGLES) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "%s: it has more than %d triangles, or more than %d corners", j->path,
                     MESH_TRIANGLES, MESH_VERTICES);
}

static flo_status take_node(joined *j, const struct aiNode *node, const placing *outer, int depth)
{
    flo_status status = FLO_OK;
    if (depth > MESH_DEEPEST) {
        return flo__fail(FLO_BAD_FILE, "%s: its nodes are more than %d deep", j->path, MESH_DEEPEST);
    }
    const placing p = placed_within(outer, &node->mTransformation);
    for (unsigned i = 0; i < node->mNumMeshes && !status; i++) {
        const unsigned mesh = node->mMeshes[i];
        if (mesh < j->scene->mNumMeshes) status = take_mesh(j, j->scene->mMeshes[mesh], &p);
    }
    for (unsigned i = 0; i < node->mNumChildren && !status; i++) {
        status = take_node(j, node->mChildren[i], &p, depth + 1);
    }
    return status;
}

static flo_status walk(joined *j)
{
    static const placing as_it_is = { { { 1, 0, 0, 0 }, { 0, 1, 0, 0 }, { 0, 0, 1, 0 } } };
    j->vertices = j->triangles = 0;
    return j->scene->mRootNode ? take_node(j, j->scene->mRootNode, &as_it_is, 0) : FLO_OK;
}

static flo_status join(mesh_file *out, const char *path, const struct aiScene *scene, mesh_source *source)
{
    joined j = { .path = path, .scene = scene, .out = out };
    flo_status status = walk(&j);
    if (status) return status;
    if (j.triangles == 0) return flo__fail(FLO_BAD_FILE, "%s: it has no triangles", path);
    status = mesh_source_need(source, (double)j.vertices * sizeof *out->vertices +
                                      (double)j.triangles * sizeof *out->triangles);
    if (status) return status;
    out->vertices = malloc(j.vertices * sizeof *out->vertices);
    out->triangles = malloc(j.triangles * sizeof *out->triangles);
    j.corner = malloc(j.most_corners * sizeof *j.corner);
    j.left = malloc(j.most_corners * sizeof *j.left);
    if (out->vertices && out->triangles && j.corner && j.left) {
        out->mesh.vertex_count = (int)j.vertices;
        out->mesh.triangle_count = (int)j.triangles;
        status = walk(&j);
    } else {
        status = flo__fail(FLO_NO_MEMORY, "%s: no memory for %zu triangles", path, j.triangles);
    }
    free(j.corner);
    free(j.left);
    return status;
}

/* ---- the hull's axes --------------------------------------------------------------------------------------------- */

static double furthest(const mesh_file *file)
{
    double most = 0;
    for (int i = 0; i < file->mesh.vertex_count; i++) {
        for (int a = 0; a < 3; a++) most = fmax(most, fabs(file->vertices[i][a]));
    }
    return most;
}

/* How many decimals floats hold of a number as large as this; below 0 where they do not even hold its ones. */
static int decimals_of(double number)
{
    const double decimals = floor(-log10(1.999 * FLOAT_STEP * number));
    return (int)fmin(fmax(decimals, -300), 300);
}

/* The decimal that was meant: a file says 9.02, assimp makes a float of it, and not always the nearest. */
static double as_written(double value, double power, double step)
{
    const double decimal = rint(value * power) / power + 0.0;
    return fabs(decimal - value) <= step ? decimal : value;
}

static void turn(mesh_file *file, const mesh_file_options *options)
{
    const double most = furthest(file), step = FLOAT_STEP * most;
    const double power = most > 0 ? pow(10, decimals_of(most)) : 1;
    const int from = options->up == MESH_UP_Z ? 1 : 0;
    for (int i = 0; i < file->mesh.vertex_count; i++) {
        double *const v = file->vertices[i], at[3];
        for (int a = 0; a < 3; a++) at[a] = as_written(v[a], power, step) * options->scale;
        for (int a = 0; a < 3; a++) v[a] = at[(a + from) % 3];
    }
}

flo_status mesh_file_read(mesh_file *out, const char *path, const mesh_file_options *options)
{
    *out = (mesh_file){ 0 };
    flo_status status = check(path, options);
    if (status) return status;
    mesh_source source;
    status = mesh_source_open(&source, path, options);
    const struct aiScene *const scene = status ? NULL : aiImportFileEx(path, 0, &source.io);
    if (scene) status = join(out, path, scene, &source);
    else if (!status) status = fail_as_told(path);
    if (scene) aiReleaseImport(scene);
    mesh_source_close(&source);
    if (status) {
        mesh_file_free(out);
        return status;
    }
    turn(out, options);
    out->mesh.vertices = (const double (*)[3])out->vertices;
    out->mesh.triangles = (const int (*)[3])out->triangles;
    out->mesh.allow_open = options->allow_open;
    return FLO_OK;
}

void mesh_file_free(mesh_file *file)
{
    free(file->vertices);
    free(file->triangles);
    *file = (mesh_file){ 0 };
}
