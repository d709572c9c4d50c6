/* SPDX-License-Identifier: MIT
 *
 * Scenes; what comes out becomes a sea, hulls and bodies.  A record and a mesh lie beside the scene. */
#include "fuzz.h"
#include "io/scene.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_SAMPLES = 200, MOST_BODIES = 100, MOST_HULLS = 8 };     /* of what is made real, so that it stays quick */

static const char record[] = "#YY  MM DD hh mm  .1000  .1100  .1200\n2019 02 06 00 40 1.5 2.25 0.5\n";
static const char mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

static bool is_small(const flo_hull_def *def)
{
    double cells = 1;
    for (int i = 0; i < 3; i++) cells *= def->box_grid[i];
    return def->point_count <= MOST_SAMPLES && cells <= MOST_SAMPLES && (!def->mesh || def->mesh_samples <= 64);
}

static void make(const scene *s)
{
    flo_sea *sea = NULL;
    flo_hull *hulls[MOST_HULLS] = {NULL};
    flo_body_def *bodies = NULL;
    bool whole = s->hull_count <= MOST_HULLS;
    fuzz_said(flo_sea_create(&sea, &s->sea));
    flo_sea_destroy(sea);
    for (int i = 0; i < s->hull_count && i < MOST_HULLS; i++) {
        const bool made = is_small(&s->hulls[i].def) && flo_hull_create(&hulls[i], &s->hulls[i].def) == FLO_OK;
        whole = whole && made;
    }
    if (whole && s->body_count <= MOST_BODIES) fuzz_said(scene_make_bodies(s, hulls, &bodies));
    for (int i = 0; i < s->bodies_count && i < 4; i++) {
        (void)scene_control_at(s, &s->bodies[i], 0);
        (void)scene_control_at(s, &s->bodies[i], s->steps);
    }
    free(bodies);
    for (int i = 0; i < s->hull_count && i < MOST_HULLS; i++) flo_hull_destroy(hulls[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const set[] = {"hulls.boat.mass=900", "bodies.0.position=[0, .5, 0]", "sea.depth=.inf"};
    const scene_options options = {.set = set, .set_count = size % 4 == 1 ? 3 : 0, .sea_only = size % 2,
                                   .max_memory = 1e8};
    fuzz_file("record.txt", record, strlen(record));
    fuzz_file("mesh.obj", mesh, strlen(mesh));
    scene *s = NULL;
    const flo_status status = scene_read(&s, fuzz_file("scene.yaml", data, size), &options);
    fuzz_said(status);
    fuzz_must((status == FLO_OK) == (s != NULL), "a scene or a failure");
    if (!s) return 0;
    make(s);
    scene_free(s);
    return 0;
}
