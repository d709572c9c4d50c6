/* SPDX-License-Identifier: MIT
 *
 * The lab: runs the variations of an experiment's scene and keeps what became of the bodies.
 *
 * The user's assignments come after those of a variation and win.  A variation of which one was overridden is called
 * by what is left of it, and one that is then like another before it is not run again. */
#include "experiment.h"

#include "../internal.h"
#include "schedule.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SAMPLES = 4000000, BLOCK = 4096, MOST_SETS = 64 };

flo_status lab_fail(lab *l, flo_status status)
{
    if (status && !l->status) l->status = status;
    return status;
}

double *lab_numbers(lab *l, size_t count)
{
    static double spare[16];
    void **blocks = realloc(l->blocks, ((size_t)l->block_count + 1) * sizeof *blocks);
    if (blocks) l->blocks = blocks;
    double *numbers = blocks ? calloc(count + 1, sizeof *numbers) : NULL;
    if (!numbers) {
        lab_fail(l, flo__fail(FLO_NO_MEMORY, "no memory for %zu numbers of an experiment", count));
        return count <= 16 ? spare : NULL;
    }
    l->blocks[l->block_count++] = numbers;
    return numbers;
}

/* ---- scenes ---------------------------------------------------------------------------------------------------- */

/* What is installed lies in ../share beside the program; what was only built has its source. */
static void find_folders(char share[1024], const char **source)
{
    const ssize_t length = readlink("/proc/self/exe", share, 900);
    *source = FLO_EXAMPLES;
    share[length > 0 ? length : 0] = '\0';
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(share, '/');
        if (slash) *slash = '\0';
    }
    strcat(share, "/share/flotilla/examples");
}

char *lab_find_example(const char *name)
{
    char share[1024];
    const char *source;
    find_folders(share, &source);
    const size_t size = sizeof share + strlen(source) + strlen(name);
    char *path = malloc(size);
    if (!path) {
        flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", name);
        return NULL;
    }
    snprintf(path, size, "%s/%s", share, name);
    if (access(path, R_OK) == 0) return path;
    snprintf(path, size, "%s/%s", source, name);
    if (access(path, R_OK) == 0) return path;
    flo__fail(FLO_CANNOT_READ, "%s is neither in %s nor in %s", name, share, source);
    free(path);
    return NULL;
}

/* One character of a path, where "a[1]" is "a.1". */
static char path_character(const char **at)
{
    if (**at == ']') ++*at;
    const char c = **at == '\0' || **at == '=' ? '\0' : **at == '[' ? '.' : **at;
    if (c) ++*at;
    return c;
}

/* Whether an assignment replaces what another one made. */
static bool overrides(const char *later, const char *earlier)
{
    for (;;) {
        const char a = path_character(&later), b = path_character(&earlier);
        if (a == '\0') return b == '\0' || b == '.';
        if (a != b) return false;
    }
}

bool lab_is_set(const lab *l, const char *assignment)
{
    for (int i = 0; i < l->set->count; i++) {
        if (overrides(l->set->text[i], assignment)) return true;
    }
    return false;
}

/* ---- one run --------------------------------------------------------------------------------------------------- */

void track_close(track *t)
{
    free(t->time);
    free(t->step);
    free(t->state);
    free(t->load);
    free(t->water);
    cli_model_close(&t->model);
    *t = (track){ .variation = t->variation };
}

static flo_status make_room(track *t, bool loads, bool water)
{
    const scene *s = t->model.scene;
    const double samples = (double)s->steps / (double)s->output.every + 2;
    t->bodies = s->body_count;
    if (t->bodies == 0) return flo__fail(FLO_BAD_FILE, "%s: bodies: an experiment needs one at least", s->file);
    if (samples * (double)t->bodies > MOST_SAMPLES) {
        return flo__fail(FLO_BAD_VALUE, "%s: %g steps of %zu bodies, looked at every %llu, are too much to keep: at "
                         "most %d states; raise output.every", s->file, (double)s->steps, t->bodies,
                         (unsigned long long)s->output.every, MOST_SAMPLES);
    }
    const size_t room = (size_t)samples;
    t->time = calloc(room, sizeof *t->time);
    t->step = calloc(room, sizeof *t->step);
    t->state = calloc(room * t->bodies, sizeof *t->state);
    t->load = loads ? calloc(room * t->bodies, sizeof *t->load) : NULL;
    t->water = water ? calloc(room * t->bodies, sizeof *t->water) : NULL;
    if (t->time && t->step && t->state && (t->water || !water) && (t->load || !loads)) return FLO_OK;
    return flo__fail(FLO_NO_MEMORY, "no memory for %zu states", room * t->bodies);
}

static flo_status read_water(lab *l, track *t, size_t at)
{
    const flo_sea_info sea = flo_sea_get_info(t->model.sea);
    double place[2][64];
    for (size_t from = 0; from < t->bodies; from += 64) {
        const size_t count = t->bodies - from < 64 ? t->bodies - from : 64;
        for (size_t i = 0; i < count; i++) {
            place[0][i] = t->state[at + from + i].position[0];
            place[1][i] = t->state[at + from + i].position[2];
            t->water[at + from + i] = t->model.scene->sea.level;
        }
        if (sea.waves == 0) continue;
        const flo_surface surface = { .height = &t->water[at + from] };
        const flo_status status = flo_query(l->device, t->model.sea, track_moment(t, t->count), count, place[0],
                                            place[1], &surface);
        if (status) return status;
    }
    return FLO_OK;
}

static flo_status look(lab *l, track *t, flo_fleet *fleet, uint64_t done)
{
    const scene *s = t->model.scene;
    const size_t at = t->count * t->bodies;
    t->time[t->count] = (double)done * s->step;
    t->step[t->count] = done;
    flo_status status = flo_fleet_read(fleet, 0, t->bodies, &t->state[at]);
    if (!status && t->load) {
        flo_forces_def forces = flo_default_forces_def();
        forces.dt = s->step;
        forces.look = true;
        status = flo_fleet_forces(fleet, &forces, &t->load[at], NULL);
    }
    if (status == FLO_BAD_BODY) status = FLO_OK;
    if (!status && t->water) status = read_water(l, t, at);
    t->count++;
    return status;
}

static flo_status do_steps(lab *l, track *t, flo_fleet *fleet, schedule *plan)
{
    const scene *s = t->model.scene;
    flo_status status = FLO_OK;
    for (uint64_t done = 0; !status; ) {
        if (done % s->output.every == 0 || done == s->steps) status = look(l, t, fleet, done);
        if (status || done == s->steps) break;
        if (*l->stop) return flo__fail(FLO_CANNOT_WRITE, "interrupted in %s", s->file);
        status = schedule_apply(plan, fleet, done);
        uint64_t count = s->output.every - done % s->output.every;
        if (s->steps - done < count) count = s->steps - done;
        if (schedule_next(plan) - done < count) count = schedule_next(plan) - done;
        if (count > BLOCK) count = BLOCK;
        if (!status) status = flo_fleet_step(fleet, s->step, count);
        if (status == FLO_BAD_BODY) status = FLO_OK;        /* an experiment may be about that */
        done += count;
    }
    if (!status) status = flo_fleet_get_report(fleet, &t->report);
    return status ? status : flo_fleet_hash(fleet, &t->hash);
}

static flo_status run_model(lab *l, track *t)
{
    const scene *s = t->model.scene;
    flo_fleet *fleet = NULL;
    schedule *plan = NULL;
    flo_status status = cli_model_make_bodies(&t->model);
    if (status) return status;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = t->model.sea;
    def.bodies = t->model.bodies;
    def.count = t->model.body_count;
    def.time = s->start;
    def.integrator = s->integrator;
    status = flo_fleet_create(&fleet, l->device, &def);
    if (status == FLO_BAD_VALUE || status == FLO_BAD_BODY) {
        status = flo__fail_more(FLO_BAD_FILE, "%s: bodies", s->file);
    }
    if (!status) status = schedule_open(&plan, s);
    if (!status) status = do_steps(l, t, fleet, plan);
    if (plan) schedule_close(plan);
    flo_fleet_destroy(fleet);
    return status;
}

static flo_status run(lab *l, const char *const *set, int count, bool loads, track *t)
{
    const char *all[MOST_SETS];
    cli_list list = { all, 0 };
    for (int i = 0; i < count && list.count < MOST_SETS; i++) all[list.count++] = set[i];
    for (int i = 0; i < l->set->count && list.count < MOST_SETS; i++) all[list.count++] = l->set->text[i];
    flo_status status = cli_model_open(&t->model, l->scene, &list);
    if (!status) status = make_room(t, loads, l->about->water);
    if (!status) status = run_model(l, t);
    return status;
}

flo_status lab_try(lab *l, const char *const *set, int count, bool loads, track *t)
{
    *t = (track){ .variation = NULL };
    if (l->status) return l->status;
    return lab_fail(l, run(l, set, count, loads, t));
}

double lab_bisect(lab *l, const char *const *set, int count, const char *key, double low, double high,
                  double width, bool (*is_low)(const track *t))
{
    const char *all[MOST_SETS];
    char text[160];
    for (int i = 0; i < count; i++) all[i] = set[i];
    all[count] = text;
    double value = low;
    for (int i = 0; !l->status; i++) {          /* first whether the ends are as they must be */
        track t;
        snprintf(text, sizeof text, "%s=%.17g", key, value);
        const bool below = !lab_try(l, all, count + 1, false, &t) && is_low(&t);
        track_close(&t);
        if ((i == 0 && !below) || (i == 1 && below)) return NAN;
        if (i > 1 && below) low = value;
        if (i > 1 && !below) high = value;
        value = i == 0 ? high : (low + high) / 2;
        if (i > 0 && fabs(high - low) <= width) return value;
    }
    return NAN;
}

/* ---- all variations -------------------------------------------------------------------------------------------- */

typedef struct kept_sets {
    const char *text[EXPERIMENT_SETS];
    int count;
    bool renamed;               /* what made the variation what it is was overridden */
} kept_sets;

static kept_sets keep_sets(const lab *l, const experiment_variation *v)
{
    kept_sets kept = { .count = 0 };
    for (int i = 0; i < EXPERIMENT_SETS && v->set[i]; i++) {
        const char *text = v->set[i];
        if (!lab_is_set(l, text)) kept.text[kept.count++] = text;
        else if (strncmp(text, "time.", 5) != 0 && strncmp(text, "output.", 7) != 0) kept.renamed = true;
    }
    return kept;
}

static bool same_sets(const kept_sets *a, const kept_sets *b)
{
    if (a->count != b->count) return false;
    for (int i = 0; i < a->count; i++) {
        if (strcmp(a->text[i], b->text[i]) != 0) return false;
    }
    return true;
}

static void append(track *t, const char *before, const char *text)
{
    const size_t used = strlen(t->label);
    snprintf(t->label + used, sizeof t->label - used, "%s%s", used ? before : "", text);
}

/* "curve=clamp" of "hulls.ball.buoyancy.curve=clamp"; NULL of what makes a run only longer or closer looked at. */
static const char *short_form(const char *set)
{
    const char *from = strchr(set, '=');
    if (!from || strncmp(set, "time.", 5) == 0 || strncmp(set, "output.", 7) == 0) return NULL;
    while (from > set && from[-1] != '.') from--;
    return from;
}

/* Its own label, or what is left of it; then what the user set. */
static void name_track(const lab *l, track *t, const kept_sets *kept)
{
    if (!kept->renamed) append(t, "", t->variation->label);
    for (int i = 0; kept->renamed && i < kept->count; i++) {
        if (short_form(kept->text[i])) append(t, ", ", short_form(kept->text[i]));
    }
    if (!*t->label) append(t, "", "the scene");
    for (int i = 0; i < l->set->count; i++) {
        if (short_form(l->set->text[i])) append(t, " + ", short_form(l->set->text[i]));
    }
}

/* By more than a percent: the constants of nature that people set differ by less. */
static bool differ(double a, double b)
{
    return fabs(a - b) > 0.01 * fabs(b);
}

/* What the user's assignments made of a track's time and water, beside what they are without them. */
static flo_status compare_own(lab *l, track *t)
{
    t->length = 1;
    if (l->set->count == 0) return FLO_OK;
    cli_model own;
    const char *const *sets = t->variation->set;
    cli_list list = { (const char **)(uintptr_t)sets, 0 };
    while (list.count < EXPERIMENT_SETS && sets[list.count]) list.count++;
    const flo_status status = cli_model_open(&own, l->scene, &list);
    if (status) return status;
    const scene *s = t->model.scene, *o = own.scene;
    const double seconds = (double)s->steps * s->step, without = (double)o->steps * o->step;
    const double pace = sqrt(s->sea.gravity / o->sea.gravity);
    if (seconds < (1 - 1e-9) * without) l->is_cut = true;
    t->is_coarse = s->step > 1.01 * o->step || s->step * pace > 1.7 * o->step;
    t->length = without > 0 ? seconds * pace / without : 1;
    t->is_elsewhere = differ(s->sea.gravity, o->sea.gravity) || differ(s->sea.density, o->sea.density);
    cli_model_close(&own);
    return FLO_OK;
}

static flo_status run_all(lab *l)
{
    int count = 0;
    while (l->about->variations[count].label) count++;
    l->tracks = calloc((size_t)count + 1, sizeof *l->tracks);
    kept_sets *kept = calloc((size_t)count + 1, sizeof *kept);
    flo_status status = l->tracks && kept ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for an experiment");
    for (int i = 0; i < count && !status; i++) {
        track *t = &l->tracks[l->track_count];
        kept_sets *own = &kept[l->track_count];
        *own = keep_sets(l, &l->about->variations[i]);
        bool again = false;
        for (int j = 0; j < l->track_count; j++) again = again || same_sets(&kept[j], own);
        if (again) continue;
        t->variation = &l->about->variations[i];
        t->is_itself = !own->renamed;
        name_track(l, t, own);
        l->track_count++;
        status = run(l, own->text, own->count, l->about->loads, t);
        if (!status) status = compare_own(l, t);
    }
    free(kept);
    return status;
}

const track *lab_track(const lab *l, const char *label)
{
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if (t->is_itself && strcmp(t->variation->label, label) == 0) return t;
    }
    return NULL;
}

flo_status lab_open(lab *l, const experiment *about, flo_device *device, const cli_list *set,
                    const volatile sig_atomic_t *stop)
{
    *l = (lab){ .about = about, .device = device, .set = set, .stop = stop };
    const double start = cli_seconds();
    char name[128];
    snprintf(name, sizeof name, "experiments/%s.yaml", about->name);
    l->scene = lab_find_example(name);
    if (!l->scene) return l->status = FLO_CANNOT_READ;
    if (set->count + EXPERIMENT_SETS > MOST_SETS) {
        return l->status = flo__fail(FLO_BAD_VALUE, "--set is given %d times; at most %d are allowed", set->count,
                                     MOST_SETS - EXPERIMENT_SETS);
    }
    l->status = run_all(l);
    if (!l->status) about->measure(l);
    l->seconds = cli_seconds() - start;
    return l->status;
}
