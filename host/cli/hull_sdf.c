/* SPDX-License-Identifier: MIT
 *
 * flotilla hull --from-sdf: the bodies of a Gazebo file as hulls for a scene.  What was read, how its signs were taken,
 * and what our hulls cannot say stands in comments; the first two go to the standard error, too. */
#include "hull_print.h"

#include "../internal.h"
#include "../io/sdf_hull.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A body on its way. */
typedef struct entry {
    const sdf_body *body;
    sdf_hull hull;
    char key[HULL_KEY];
} entry;

/* ---- checks ------------------------------------------------------------------------------------------------------ */

/* Whether the library makes a hull of it: what is printed is what a scene will take. */
static flo_status check(const entry *e, const char *file)
{
    const sdf_hull *h = &e->hull;
    flo_hull_def def = flo_default_hull_def();
    double tensor[3][3];
    memcpy(tensor, h->inertia, sizeof tensor);
    def.mass = h->mass;
    if (!hull_find_axes(tensor, def.principal_axes)) memset(def.principal_axes, 0, sizeof def.principal_axes);
    for (int a = 0; a < 3; a++) {
        def.inertia[a] = tensor[a][a];
        def.center_of_mass[a] = h->center[a];
        def.box_size[a] = h->box[a];
        def.box_grid[a] = h->grid[a];
        def.drag.local[a] = h->local[a];
        def.drag.local_quadratic[a] = h->local_quadratic[a];
        def.added_mass.coefficient[a] = h->added[a];
        def.added_mass.rotation[a] = h->rotation[a];
    }
    def.volume = h->volume;
    def.points = (const double(*)[3])h->points;
    def.point_count = h->point_count;
    def.buoyancy.law = FLO_ARCHIMEDES;
    def.buoyancy.reference_depth = h->points ? h->reference_depth : 0;
    def.damping.angular = h->angular;
    def.drag.linear = h->linear;
    flo_hull *hull;
    const flo_status status = flo_hull_create(&hull, &def);
    if (!status) flo_hull_destroy(hull);
    return status ? flo__fail_more(FLO_BAD_FILE, "%s:%d: \"%.60s\"", file, e->body->line, e->body->name) : FLO_OK;
}

static bool is_key_taken(const entry *entries, int count, const char *key)
{
    for (int i = 0; i < count; i++)
        if (strcmp(entries[i].key, key) == 0) return true;
    return false;
}

/* The link's name without what is before it; where another has that, the model's before it, or a number behind. */
static void name_entry(entry *entries, int index)
{
    entry *e = &entries[index];
    char full[HULL_KEY];
    const char *name = sdf_last_part(e->body->name);
    hull_make_key(name, strlen(name), e->key);
    if (is_key_taken(entries, index, e->key)) {
        snprintf(full, sizeof full, "%.50s_%.50s", e->body->model, name);
        hull_make_key(full, strlen(full), e->key);
    }
    for (int i = 2; is_key_taken(entries, index, e->key); i++) {
        snprintf(full, sizeof full, "%.90s_%d", name, i);
        hull_make_key(full, strlen(full), e->key);
    }
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

static void print_notes(const char *title, const sdf_notes *one, const sdf_notes *other)
{
    if (one->count + other->count == 0) return;
    printf("#   %s:\n", title);
    for (int i = 0; i < one->count; i++) printf("#     %s\n", one->text[i]);
    for (int i = 0; i < other->count; i++) printf("#     %s\n", other->text[i]);
}

static void print_comment(const entry *e)
{
    printf("# %s: the link \"", e->key);
    hull_print_name(e->body->name);
    printf("\" of line %d\n", e->body->line);
    print_notes("as it was read", &e->body->taken, &e->hull.taken);
    print_notes("not carried over", &e->body->left, &e->hull.left);
    if (e->hull.density > 0)
        printf("#   its water has %.9g kg/m^3: a scene says sea: {density: %.9g}\n", e->hull.density, e->hull.density);
    if (e->body->level != 0)
        printf("#   its water stands at %.9g m: a scene says sea: {level: %.9g}\n", e->body->level, e->body->level);
    if (e->body->gravity != 0)
        printf("#   its world's gravity is %.9g m/s^2: a scene says sea: {gravity: %.9g}\n", e->body->gravity,
               e->body->gravity);
}

/* Key and value of a section in braces, where the value is not 0. */
static const char *print_value(const char *before, const char *key, double value)
{
    if (value == 0) return before;
    printf("%s%s: %.12g", before, key, value);
    return ", ";
}

static void print_shape(const sdf_hull *h)
{
    if (!h->points) {
        hull_print_numbers("    box: {size: [", h->box, 3, "]");
        printf(", grid: [%d, %d, %d]}\n    buoyancy: {law: archimedes}\n", h->grid[0], h->grid[1], h->grid[2]);
        return;
    }
    fputs("    points:\n", stdout);
    for (int i = 0; i < h->point_count; i++) hull_print_numbers("      - [", h->points[i], 3, "]\n");
    printf("    buoyancy: {law: archimedes, reference_depth: %.12g}\n", h->reference_depth);
}

static bool any(const double *values, int count)
{
    for (int i = 0; i < count; i++)
        if (values[i] != 0) return true;
    return false;
}

/* Numbers along the axes, unless all of them are 0; what goes before the next. */
static const char *print_axes(const char *before, const char *name, const double *values)
{
    if (!any(values, 3)) return before;
    printf("%s%s", before, name);
    hull_print_numbers(": [", values, 3, "]");
    return ", ";
}

static void print_hull(const entry *e)
{
    const sdf_hull *h = &e->hull;
    printf("  %s:\n", e->key);
    printf("    mass: %.12g\n", h->mass);
    hull_print_inertia(h->inertia);
    hull_print_numbers("    center_of_mass: [", h->center, 3, "]\n");
    printf("    volume: %.12g\n", h->volume);
    print_shape(h);
    if (h->angular != 0) printf("    damping: {angular: %.12g}\n", h->angular);
    if (h->linear != 0 || any(h->local, 3) || any(h->local_quadratic, 3)) {
        const char *before = print_value("    drag: {", "linear", h->linear);
        before = print_axes(before, "local", h->local);
        print_axes(before, "local_quadratic", h->local_quadratic);
        printf("%s}\n", h->relative ? ", relative: true" : "");
    }
    if (any(h->added, 3) || any(h->rotation, 3)) {
        hull_print_numbers("    added_mass: {coefficient: [", h->added, 3, "]");
        hull_print_numbers(", rotation: [", h->rotation, 3, "]}\n");
    }
}

static void tell_notes(const char *file, const entry *e, const sdf_notes *notes)
{
    for (int i = 0; i < notes->count; i++)
        cli_print_note("%s: %s: %s", file, e->key, notes->text[i]);
}

static void tell(const char *file, const entry *e)
{
    const int left = e->body->left.count + e->hull.left.count;
    tell_notes(file, e, &e->body->taken);
    tell_notes(file, e, &e->hull.taken);
    if (left > 0)
        cli_print_note("%s: %s: %d thing%s could not be carried over; the comments name %s", file, e->key, left,
                       left == 1 ? "" : "s", left == 1 ? "it" : "them");
}

static void print_all(const hull_sdf_request *r, const sdf_file *file, const entry *entries)
{
    fputs("# From ", stdout);
    hull_print_name(r->file);
    fputs(", whose axes are x forward, y to port, z up: (x, y, z) became (y, z, x).\n", stdout);
    for (int i = 0; i < file->left.count; i++) printf("# Not read: %s\n", file->left.text[i]);
    for (int i = 0; i < file->count; i++) print_comment(&entries[i]);
    fputs("hulls:\n", stdout);
    for (int i = 0; i < file->count; i++) print_hull(&entries[i]);
    fflush(stdout);
    for (int i = 0; i < file->count; i++) tell(r->file, &entries[i]);
}

flo_status hull_print_sdf(const hull_sdf_request *r)
{
    sdf_file file;
    const sdf_options options = { r->links.text, r->links.count, r->defines.text, r->defines.count };
    const sdf_given given = { r->mass, { r->inertia[0], r->inertia[1], r->inertia[2] } };
    progress_open(&r->progress);
    progress_task("the file", 0);
    flo_status status = sdf_read(&file, r->file, &options);
    if (!status) progress_task("links", file.count);
    entry *entries = status ? NULL : calloc((size_t)file.count, sizeof *entries);
    if (!status && !entries) status = flo__fail(FLO_NO_MEMORY, "%s: not enough memory", r->file);
    for (int i = 0; i < file.count && !status; i++) {
        entries[i].body = &file.bodies[i];
        status = sdf_hull_make(&entries[i].hull, entries[i].body, &given, r->file);
        if (!status) status = check(&entries[i], r->file);
        if (status) break;
        name_entry(entries, i);
        progress_add(1);
    }
    progress_close();
    if (!status) print_all(r, &file, entries);
    for (int i = 0; entries && i < file.count; i++) sdf_hull_free(&entries[i].hull);
    free(entries);
    sdf_free(&file);
    return status;
}
