/* SPDX-License-Identifier: MIT
 *
 * Meshes, as the command and scenes read them; what comes out becomes hydrostatics and hulls.  The first byte says how,
 * the rest is the file.  assimp, which reads it, is a shared library without the sanitizers: what it does to its own
 * memory is found only where it crashes. */
#include "fuzz.h"
#include "io/mesh_file.h"

/* What becomes a hull, so that it stays quick: a large panel is cut into millions. */
enum { MOST_TRIANGLES = 400 };
#define MOST_AREA 2e3               /* m^2 */

static void make_hull(const flo_mesh *mesh, flo_mesh_method method)
{
    flo_hull *hull = NULL;
    flo_hull_def def = flo_default_hull_def();
    def.mass = 100;
    def.mesh = mesh;
    def.mesh_method = method;
    def.mesh_samples = 12;
    def.buoyancy.law = FLO_ARCHIMEDES;
    fuzz_said(flo_hull_create(&hull, &def));
    flo_hull_destroy(hull);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"mesh.stl", "mesh.obj", "mesh.gltf", "mesh.glb"};
    static const double scales[] = {1, 1e-3, 1e6, 1e-6};
    const uint8_t how = size > 0 ? data[0] : 0;
    const mesh_file_options options = {
        .scale = scales[how >> 2 & 3], .up = how & 16 ? MESH_UP_Z : MESH_UP_Y, .allow_open = how & 32};
    mesh_file mesh;
    const char *const file = fuzz_file(names[how & 3], data + (size > 0), size - (size > 0));
    const flo_status status = mesh_file_read(&mesh, file, &options);
    fuzz_said(status);
    if (status) return 0;
    flo_mesh_info info;
    flo_hydrostatics floats;
    const double middle[3] = {0, 0.1, 0};
    const flo_status known = flo_mesh_get_info(&mesh.mesh, &info);
    fuzz_said(known);
    if (mesh.mesh.triangle_count <= MOST_TRIANGLES) {
        fuzz_said(flo_mesh_float(&mesh.mesh, 100, 1025, middle, &floats));
        make_hull(&mesh.mesh, FLO_MESH_VOLUME);
        if (known || info.area <= MOST_AREA) make_hull(&mesh.mesh, FLO_MESH_PANELS);
    }
    mesh_file_free(&mesh);
    return 0;
}
