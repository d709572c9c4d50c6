/* SPDX-License-Identifier: MIT
 *
 * play.html: what a browser plays, recorded about twenty times a second of the run.
 *
 * The page must stay small enough to be mailed: it shows the bodies about the middle of the fleet, and where the run is
 * long, every other frame goes and the pause between looks doubles, as often as it takes.  The page says so. */
#include "run.h"

#include "../internal.h"
#include "../io/boat_shape.h"
#include "../io/page.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BODIES = 256, SEEN_AT_FIRST = 36, MOST_TRIANGLES = 20000, PIECE = 512, NOTES = 6, NOTE = 200 };

#define LOOK_PAUSE 0.05         /* s of the run */
#define MOST_BYTES 18e6         /* of the frames, so that the page stays below 20 MB with the shapes of hulls */

static const char name[] = "play.html";

struct run_page {
    uint64_t every;             /* steps */
    uint64_t every_at_first;
    run_view view;
    size_t bodies, frames, capacity;
    uint64_t body[MOST_BODIES];
    int hull[MOST_BODIES];
    double origin[3];
    double *time;
    float *place;
    int16_t *attitude;
    flo_body_state state[PIECE];
    page_hull *hulls;           /* those that are seen */
    run_shape *shape;
    boat_shape *boat;
    int hull_count;
    char text[NOTES][NOTE];
    const char *note[NOTES + 1];
    int note_count;
};

static void add_note(run_page *p, const char *format, ...) CLI_PRINTF(2);
static void add_note(run_page *p, const char *format, ...)
{
    va_list arguments;
    if (p->note_count == NOTES) return;
    va_start(arguments, format);
    vsnprintf(p->text[p->note_count], NOTE, format, arguments);
    va_end(arguments);
    p->note[p->note_count] = p->text[p->note_count];
    p->note_count++;
}

/* ---- which bodies ---------------------------------------------------------------------------------------------- */

typedef struct candidate {
    uint64_t body;
    double distance;
} candidate;

static int by_distance(const void *a, const void *b)
{
    const candidate *left = a, *right = b;
    if (left->distance < right->distance || left->distance > right->distance) {
        return left->distance < right->distance ? -1 : 1;
    }
    return (left->body > right->body) - (left->body < right->body);
}

static int by_index(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static flo_status rank_bodies(const run *r, run_page *p, candidate *all)
{
    const size_t bodies = r->model.body_count;
    for (size_t from = 0; from < bodies; from += PIECE) {
        const size_t left = bodies - from, count = left < PIECE ? left : PIECE;
        const flo_status status = run_see(r, from, count, p->state);
        if (status) return status;
        for (size_t i = 0; i < count; i++) {
            const double *at = p->state[i].position;
            all[from + i] = (candidate){ from + i, fmax(fabs(at[0] - p->view.x), fabs(at[2] - p->view.z)) };
        }
    }
    qsort(all, bodies, sizeof *all, by_distance);
    return FLO_OK;
}

/* The nearest to the middle, in the order of their indices. */
static flo_status choose_bodies(const run *r, run_page *p)
{
    const size_t bodies = r->model.body_count;
    candidate *all = calloc(bodies + 1, sizeof *all);
    flo_status status = all ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the bodies of %s", name);
    status = ranks_agree(&r->team, status);
    if (!status) status = run_view_choose(r, SEEN_AT_FIRST, &p->view);
    if (!status) status = rank_bodies(r, p, all);
    p->bodies = bodies < MOST_BODIES ? bodies : MOST_BODIES;
    for (size_t i = 0; i < p->bodies && !status; i++) p->body[i] = all[i].body;
    qsort(p->body, p->bodies, sizeof *p->body, by_index);
    free(all);
    return status;
}

/* ---- shapes ---------------------------------------------------------------------------------------------------- */

/* The hulls of the bodies that are seen, each once. */
static flo_status choose_hulls(const run *r, run_page *p)
{
    const scene *s = r->model.scene;
    const size_t count = (size_t)s->hull_count + 1;
    int *number = calloc(count, sizeof *number);        /* 1 + its place among those seen */
    p->hulls = calloc(count, sizeof *p->hulls);
    p->shape = calloc(count, sizeof *p->shape);
    p->boat = calloc(count, sizeof *p->boat);
    bool made_up = false, simplified = false;
    const bool whole = number && p->hulls && p->shape && p->boat;
    for (size_t i = 0; i < p->bodies && whole; i++) {
        const int hull = run_hull_of(r, (size_t)p->body[i]);
        if (number[hull] == 0) {
            const int at = p->hull_count++;
            number[hull] = 1 + at;
            run_shape_of(r, hull, MOST_TRIANGLES, &p->shape[at]);
            simplified |= p->shape[at].simplified;
            p->hulls[at] = (page_hull){ s->hulls[hull].name, p->shape[at].of };
            if (p->shape[at].of.triangle_count == 0) {
                made_up = true;
                boat_shape_make(&p->boat[at], &s->hulls[hull].def, s->sea.density);
                p->hulls[at].shape = p->boat[at].of;
            }
        }
        p->hull[i] = number[hull] - 1;
    }
    free(number);
    if (!whole) return flo__fail(FLO_NO_MEMORY, "no memory for the hulls of %s", name);
    if (made_up) add_note(p, "Hulls of points have no shape; what is drawn is made up from where their points are.");
    if (simplified) add_note(p, "Meshes of more than %d triangles are drawn as boxes.", MOST_TRIANGLES);
    return FLO_OK;
}

/* ---- recording ------------------------------------------------------------------------------------------------- */

static flo_status take_room(run_page *p, size_t frames)
{
    const size_t bodies = frames * p->bodies + 1;
    free(p->time);
    free(p->place);
    free(p->attitude);
    p->capacity = frames;
    p->time = calloc(frames + 1, sizeof *p->time);
    p->place = calloc(3 * bodies, sizeof *p->place);
    p->attitude = calloc(4 * bodies, sizeof *p->attitude);
    if (p->time && p->place && p->attitude) return FLO_OK;
    return flo__fail(FLO_NO_MEMORY, "no memory for %zu frames of %s", frames, name);
}

static flo_status make_room(run *r, run_page *p)
{
    const double frame = (double)p->bodies * PAGE_BYTES_OF_A_BODY + 11, most = fmax(MOST_BYTES / frame, 16);
    const double wanted = (double)(r->steps / p->every) + 3;
    return take_room(p, (size_t)fmin(most, wanted));
}

flo_status run_page_open(run *r)
{
    run_page *p = r->page = calloc(1, sizeof *p);
    flo_status status = p ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for %s", name);
    status = ranks_agree(&r->team, status);
    if (status) return status;
    const double pause = round(LOOK_PAUSE / r->model.scene->step);
    p->every = p->every_at_first = pause > 1 ? (uint64_t)pause : 1;
    status = choose_bodies(r, p);
    if (status) return status;
    p->origin[0] = p->view.x;
    p->origin[1] = r->model.scene->sea.level;
    p->origin[2] = p->view.z;
    status = choose_hulls(r, p);
    if (!status) status = make_room(r, p);
    return ranks_agree(&r->team, status);
}

uint64_t run_page_every(const run *r)
{
    return r->page->every;
}

static void keep_body(run_page *p, size_t at, const flo_body_state *state)
{
    float *place = p->place + 3 * (p->frames * p->bodies + at);
    int16_t *attitude = p->attitude + 4 * (p->frames * p->bodies + at);
    for (int a = 0; a < 3; a++) place[a] = (float)(state->position[a] - p->origin[a]);
    for (int a = 0; a < 4; a++) attitude[a] = (int16_t)lrintf(32767 * state->orientation[a]);
}

/* Every other frame goes; those that stay are at multiples of the doubled pause. */
static void thin(run_page *p)
{
    const size_t bodies = p->bodies;
    for (size_t i = 1; 2 * i < p->frames; i++) {
        p->time[i] = p->time[2 * i];
        memcpy(p->place + 3 * i * bodies, p->place + 6 * i * bodies, 3 * bodies * sizeof *p->place);
        memcpy(p->attitude + 4 * i * bodies, p->attitude + 8 * i * bodies, 4 * bodies * sizeof *p->attitude);
    }
    p->frames = (p->frames + 1) / 2;
    p->every *= 2;
}

flo_status run_page_look(run *r)
{
    run_page *p = r->page;
    if (p->frames > 0 && r->report.time <= p->time[p->frames - 1]) return FLO_OK;
    if (p->frames == p->capacity) {
        thin(p);
        if (r->done % p->every != 0 && r->done < r->steps) return FLO_OK;
    }
    for (size_t i = 0, end; i < p->bodies; i = end) {       /* neighbours are read together */
        for (end = i + 1; end < p->bodies && p->body[end] - p->body[i] < PIECE; end++) continue;
        const uint64_t first = p->body[i];
        const flo_status status = run_see(r, (size_t)first, (size_t)(p->body[end - 1] - first) + 1, p->state);
        if (status) return status;
        for (size_t k = i; k < end; k++) keep_body(p, k, &p->state[p->body[k] - first]);
    }
    p->time[p->frames++] = r->report.time;
    return FLO_OK;
}

/* ---- for a snapshot -------------------------------------------------------------------------------------------- */

void run_page_keep(const run *r, pack *to)
{
    const run_page *p = r->page;
    const size_t numbers = p->frames * p->bodies;
    pack_put(to, p->every, 8);
    pack_put(to, p->bodies, 8);
    pack_put(to, p->frames, 8);
    for (size_t i = 0; i < p->frames; i++) pack_put_double(to, p->time[i]);
    for (size_t i = 0; i < 3 * numbers; i++) pack_put_float(to, p->place[i]);
    for (size_t i = 0; i < 4 * numbers; i++) pack_put(to, (uint16_t)p->attitude[i], 2);
}

/* The bodies are those that were chosen at the start, as they are again. */
flo_status run_page_restore(run *r, pack *from)
{
    run_page *p = r->page;
    const uint64_t every = pack_get(from, 8), bodies = pack_get(from, 8), frames = pack_get(from, 8);
    const size_t frame = sizeof(double) + (size_t)p->bodies * (3 * sizeof(float) + 4 * sizeof(int16_t));
    if (every == 0 || bodies != p->bodies || !pack_has(from, frames, frame)) {
        return flo__fail(FLO_BAD_FILE, "what it keeps of %s is damaged", name);
    }
    if (frames > p->capacity) {
        const flo_status status = take_room(p, (size_t)frames);
        if (status) return status;
    }
    const size_t numbers = (size_t)frames * p->bodies;
    for (size_t i = 0; i < frames; i++) p->time[i] = pack_get_double(from);
    for (size_t i = 0; i < 3 * numbers; i++) p->place[i] = pack_get_float(from);
    for (size_t i = 0; i < 4 * numbers; i++) p->attitude[i] = (int16_t)(uint16_t)pack_get(from, 2);
    p->every = every;
    p->frames = (size_t)frames;
    return FLO_OK;
}

/* ---- writing --------------------------------------------------------------------------------------------------- */

static int by_height(const void *a, const void *b)
{
    const double left = ((const flo_wave *)a)->amplitude, right = ((const flo_wave *)b)->amplitude;
    return (left < right) - (left > right);
}

/* The largest waves, and what is lost without the others. */
static flo_status take_waves(const run *r, run_page *p, page_run *page, flo_wave **out)
{
    const int count = flo_sea_get_info(r->model.sea).waves;
    flo_wave *waves = *out = calloc((size_t)count + 1, sizeof *waves);
    if (!waves) return flo__fail(FLO_NO_MEMORY, "no memory for the waves of %s", name);
    flo_sea_get_waves(r->model.sea, waves);
    qsort(waves, (size_t)count, sizeof *waves, by_height);
    double kept = 0, all = 0;
    for (int i = 0; i < count; i++) {
        const double energy = waves[i].amplitude * waves[i].amplitude;
        all += energy;
        if (i < PAGE_WAVES) kept += energy;
    }
    page->waves = waves;
    page->wave_count = count < PAGE_WAVES ? count : PAGE_WAVES;
    if (count > PAGE_WAVES) {
        add_note(p, "The water is the sum of the %d largest of %d waves, which have %.1f %% of the energy; the bodies "
                 "moved on all of them.", PAGE_WAVES, count, 100 * kept / all);
    } else {
        add_note(p, "The water is the sum of all %d waves, in double precision.", count);
    }
    return FLO_OK;
}

static void tell_what_is_missing(const run *r, run_page *p)
{
    const double step = r->model.scene->step;
    if (p->bodies < r->model.body_count) {
        add_note(p, "The %zu bodies nearest to the middle of the fleet are shown, of %zu.", p->bodies,
                 r->model.body_count);
    }
    add_note(p, "A frame every %.3g s%s; between frames a cubic.", (double)p->every * step,
             p->every > p->every_at_first ? ", as more would make this page too large" : "");
    if (r->interrupted) add_note(p, "The run was interrupted before its end.");
}

static flo_status fill(const run *r, run_page *p, page_run *page, flo_wave **waves)
{
    const scene *s = r->model.scene;
    const flo_sea_info sea = flo_sea_get_info(r->model.sea);
    const char *slash = strrchr(s->file, '/');
    *page = (page_run){ .title = slash ? slash + 1 : s->file, .notes = p->note, .hs = sea.significant_wave_height,
                        .tp = sea.peak_period, .half = p->view.half, .fleet = r->model.body_count,
                        .hulls = p->hulls, .hull_count = p->hull_count, .bodies = p->bodies, .body = p->body,
                        .hull = p->hull, .frames = p->frames, .time = p->time, .place = p->place,
                        .attitude = p->attitude };
    page->level = s->sea.level + (s->sea.mean_level_correction ? sea.mean_level : 0);
    memcpy(page->current, s->sea.current, sizeof page->current);
    memcpy(page->origin, p->origin, sizeof page->origin);
    const flo_status status = take_waves(r, p, page, waves);
    tell_what_is_missing(r, p);
    return status;
}

static flo_status write_page(run *r)
{
    run_page *p = r->page;
    page_run page;
    flo_wave *waves = NULL;
    folder_file *file = NULL;
    flo_status status = fill(r, p, &page, &waves);
    if (!status) status = folder_begin(&r->out, name, &file);
    if (!status && !page_write(file->stream, &page)) {
        status = flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", r->out.path, name, strerror(errno));
    }
    free(waves);
    return status ? status : folder_end(&r->out, file);
}

flo_status run_page_write(run *r)
{
    return ranks_agree(&r->team, ranks_speaks(&r->team) ? write_page(r) : FLO_OK);
}

void run_page_close(run *r)
{
    run_page *p = r->page;
    if (!p) return;
    free(p->time);
    free(p->place);
    free(p->attitude);
    free(p->hulls);
    free(p->shape);
    free(p->boat);
    free(p);
    r->page = NULL;
}
