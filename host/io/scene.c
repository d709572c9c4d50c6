/* SPDX-License-Identifier: MIT
 *
 * Scenes: the file as a whole, and the bodies that follow from it.
 *
 * The language is written down as tables of keys, one for each mapping, here and in scene_sea.c, scene_hull.c,
 * scene_body.c and scene_schedule.c; all that a table can say is checked by yaml_key.c.  Numbers are read and messages
 * are written in the locale "C", whatever the program's is: a decimal comma must not change what a scene means. */
#include "../memory.h"
#include "scene_parts.h"

#include <locale.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- the table of the whole -------------------------------------------------------------------------------------- */

static const yaml_range any_time = {-1e12, 1e12, false}, steps_of_time = {1e-6, 10, false};
static const yaml_range from_1 = {1, 0x1p64, false}, counts_of_steps = {0, 1e15, false};
static const char *const integrators[] = {"symplectic", "implicit", NULL};
static const char *const forms_of_vtk[] = {"false", "true", "vtp", "vtu", NULL};   /* as scene_vtk */

static const yaml_key time_keys[] = {
    {"step", YAML_NUMBER, .range = &steps_of_time, .standard = 1.0 / 60, .at = offsetof(scene, step)},
    {"steps", YAML_COUNT, .range = &counts_of_steps, .standard = 600, .at = offsetof(scene, steps)},
    {"start", YAML_NUMBER, .range = &any_time, .at = offsetof(scene, start)},
    {0},
};

static const yaml_key output_keys[] = {
    {"every", YAML_COUNT, .range = &from_1, .standard = 1, .at = offsetof(scene, output.every)},
    {"csv", YAML_BOOL, .standard = true, .at = offsetof(scene, output.csv)},
    {"npy", YAML_BOOL, .at = offsetof(scene, output.npy)},
    {"vtk", YAML_WORD, .words = forms_of_vtk, .standard = SCENE_NO_VTK, .at = offsetof(scene, output.vtk)},
    {"plot", YAML_BOOL, .at = offsetof(scene, output.plot)},
    {"page", YAML_BOOL, .at = offsetof(scene, output.page)},
    {0},
};

static const yaml_key scene_keys[] = {
    {"device", YAML_TEXT, .at = offsetof(scene, device)},
    {"time", YAML_KEYS, .keys = time_keys},
    {"integrator", YAML_WORD, .words = integrators, .standard = FLO_IMPLICIT, .at = offsetof(scene, integrator)},
    {"sea", .type = YAML_KEYS},
    {"hulls", .type = YAML_KEYS},
    {"bodies", .type = YAML_ROWS},
    {"output", YAML_KEYS, .keys = output_keys},
    {0},
};

/* ---- helpers ----------------------------------------------------------------------------------------------------- */

static char *beside(const scene *s, const char *name)
{
    const char *slash = strrchr(s->file, '/');
    const size_t folder = slash && name[0] != '/' ? (size_t)(slash - s->file) + 1 : 0;
    char *path = malloc(folder + strlen(name) + 1);
    if (!path) return NULL;
    memcpy(path, s->file, folder);
    strcpy(path + folder, name);
    return path;
}

flo_status scene_find(scene *s, const yaml_file *file, const yaml_node *node, char **path)
{
    *path = beside(s, node->text);
    if (!*path) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", s->file);
    char shown[96];
    yaml_show(node, shown, sizeof shown);
    flo_status status = fence_check(s->fence, *path, shown);
    if (!status) status = inputs_add(&s->read, *path);
    if (!status) return FLO_OK;
    free(*path);
    *path = NULL;
    return yaml_blame(file, node, status);
}

void *scene_allocate(const scene *s, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        (void)flo__fail(FLO_NO_MEMORY, "%s: not enough memory: %zu times %zu bytes are needed", s->file, count, size);
    return memory;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static flo_status read_parts(scene *s, yaml_file *file, const scene_options *options)
{
    const yaml_node *root = file->root;
    if (root->kind != YAML_MAP)
        return yaml_fail(file, root, "a scene must be a mapping, with keys such as sea, hulls and bodies");
    flo_status status = yaml_read_map(file, root, scene_keys, s);
    const char *device = s->device;     /* still the file's own */
    s->device = device ? strdup(device) : NULL;
    if (!status && device && !s->device) status = flo__fail(FLO_NO_MEMORY, "%s: not enough memory", s->file);
    if (!status && options && options->sea_only && !yaml_get(root, "sea"))
        status = yaml_fail_key(file, root, "sea", "missing; a file that describes a sea must have it");
    if (!status) status = scene_read_sea(s, file, yaml_get(root, "sea"));
    if (!status) status = scene_read_hulls(s, file, yaml_get(root, "hulls"));
    if (!status) status = scene_read_bodies(s, file, yaml_get(root, "bodies"));
    return status;
}

/* Bytes that a scene's text may take however little is allowed: what it asks for shall be refused, not what it is. */
#define ALWAYS 0x1p20

static flo_status read_file(scene *s, const scene_options *options)
{
    yaml_file *file = NULL;
    char words[SCENE_ALLOWED];
    scene_say_allowed(s, words);
    flo_status status = yaml_open(&file, s->file, &(yaml_limit){fmax(s->allowed, ALWAYS), words});
    for (int i = 0; !status && options && i < options->set_count; i++) status = yaml_set(file, options->set[i]);
    if (!status) status = read_parts(s, file, options);
    yaml_close(file);
    return status;
}

static flo_status put_fence(scene *s, const char *folder)
{
    s->fence = calloc(1, sizeof *s->fence);
    if (!s->fence) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", s->file);
    return fence_open(s->fence, folder, s->file);
}

flo_status scene_read(scene **out, const char *file, const scene_options *options)
{
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    scene *s = calloc(1, sizeof *s);
    flo_status status = FLO_OK;
    if (s) s->file = strdup(file);
    if (!plain || !s || !s->file) status = flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", file);
    if (!status) {
        s->allowed_by_caller = options && options->max_memory > 0;
        s->allowed = s->allowed_by_caller ? options->max_memory : flo__memory_for_files();
        const locale_t before = uselocale(plain);
        if (options && options->files_below) status = put_fence(s, options->files_below);
        if (!status) status = inputs_add(&s->read, file);
        if (!status) status = read_file(s, options);
        uselocale(before);
    }
    if (plain) freelocale(plain);
    if (status) scene_free(s);
    else *out = s;
    return status;
}

void scene_free(scene *s)
{
    if (!s) return;
    for (int i = 0; i < s->hull_count; i++) {
        free(s->hulls[i].name);
        free((void *)(uintptr_t)s->hulls[i].def.points);
        mesh_file_free(&s->hulls[i].mesh);
    }
    for (int i = 0; i < s->bodies_count; i++) {
        free(s->bodies[i].controls);
        free(s->bodies[i].pushes);
    }
    free(s->hulls);
    free(s->bodies);
    free((void *)(uintptr_t)s->sea.waves);
    free(s->asked.frequency);
    if (s->fence) fence_close(s->fence);
    free(s->fence);
    inputs_free(&s->read);
    free(s->device);
    free(s->file);
    free(s);
}
