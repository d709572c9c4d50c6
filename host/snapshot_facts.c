/* SPDX-License-Identifier: MIT
 *
 * What a fleet is made of, in words of 64 bits, and what two fleets differ in.
 *
 * Words are numbers or, for what is long, hashes.  What two seas, hulls or kinds have in common has the same words,
 * whichever objects they are, so that lists are the same for a fleet that was made anew. */
#include "snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- lists of words -------------------------------------------------------------------------------------------- */

flo_status flo__words_add(flo__words *list, const uint64_t *entry)
{
    if (list->count == list->room) {
        const size_t room = list->room ? 2 * list->room : 8;
        uint64_t *more = realloc(list->word, room * list->each * sizeof *more);
        if (!more) return flo__fail(FLO_NO_MEMORY, "no memory for what %zu parts of a fleet are", room);
        list->word = more;
        list->room = room;
    }
    memcpy(list->word + list->count++ * list->each, entry, list->each * sizeof *entry);
    return FLO_OK;
}

/* The number of an entry, which is added if it is new. */
static flo_status find(flo__words *list, const uint64_t *entry, uint64_t *number)
{
    for (size_t i = list->count; i-- > 0;) {
        *number = i;
        if (memcmp(list->word + i * list->each, entry, list->each * sizeof *entry) == 0) return FLO_OK;
    }
    *number = list->count;
    return flo__words_add(list, entry);
}

static const uint64_t *entry_of(const flo__words *list, uint64_t number) { return list->word + number * list->each; }

/* Bodies of a kind, behind the others. */
static flo_status add_run(flo__facts *facts, uint64_t kind, uint64_t count)
{
    uint64_t *last = facts->runs.count ? facts->runs.word + (facts->runs.count - 1) * facts->runs.each : NULL;
    const uint64_t run[2] = { count, kind };
    facts->count += count;
    if (!last || last[1] != kind) return flo__words_add(&facts->runs, run);
    last[0] += count;
    return FLO_OK;
}

static void start(flo__facts *facts)
{
    *facts = (flo__facts){ .seas.each = FLO__SEA_WORDS, .hulls.each = FLO__HULL_WORDS, .kinds.each = FLO__KIND_WORDS,
                           .runs.each = 2 };
}

void flo__facts_free(flo__facts *facts)
{
    free(facts->seas.word);
    free(facts->hulls.word);
    free(facts->kinds.word);
    free(facts->runs.word);
    free(facts->extra);
    start(facts);
}

uint64_t flo__facts_size(const flo__facts *facts, uint64_t count)
{
    uint64_t size = 0;
    for (size_t i = 0; i < facts->runs.count && count > 0; i++) {
        const uint64_t *run = entry_of(&facts->runs, i), now = run[0] < count ? run[0] : count;
        size += now * flo__record_size(facts, run[1]);
        count -= now;
    }
    return size;
}

/* ---- seas ------------------------------------------------------------------------------------------------------ */

enum { HASHES = 1 };

/* A word: its name, and whether it is a hash of what the name says. */
typedef struct word_name { const char *name; int hash; } word_name;

#define SEA_NUMBERS(X)                                                                                            \
    X("gravity", s->gravity) X("density", s->density) X("level", s->level) X("depth", s->numbers.depth)           \
    X("current[0]", s->numbers.current_x) X("current[1]", s->numbers.current_z)                                   \
    X("inversion", s->numbers.inversion) X("normal_offset", s->numbers.normal_offset)                             \
    X("wave_count", s->info.waves) X("significant wave height", s->info.significant_wave_height)                  \
    X("peak period", s->info.peak_period) X("mean heading", s->info.mean_heading)

#define NAME(name, value) { name, 0 },
#define WORD(name, value) *to++ = flo__bits_of((double)(value) + 0.0);

static const word_name sea_names[] = { SEA_NUMBERS(NAME) { "waves", HASHES } };
_Static_assert(sizeof sea_names / sizeof *sea_names == FLO__SEA_WORDS, "one name for each word");

static uint64_t hash_waves(const flo_sea *s)
{
    uint64_t hash = FLO_HASH_START;
    for (int i = 0; i < s->info.waves; i++) {
        const flo_wave *w = &s->waves[i];
        const double numbers[] = { w->amplitude, w->wavelength, w->period, w->heading, w->steepness, w->phase,
                                   w->angular_frequency };
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
            hash = flo__hash_word(hash, flo__bits_of(numbers[n] + 0.0));        /* no sign of 0 */
        }
    }
    return hash;
}

static void tell_sea(const flo_sea *s, uint64_t *to)
{
    SEA_NUMBERS(WORD)
    *to = hash_waves(s);
}

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

#define THREE(X, name, of) X(name "[0]", (of)[0]) X(name "[1]", (of)[1]) X(name "[2]", (of)[2])
#define HULL_NUMBERS(X)                                                                                           \
    X("mass", d->mass) X("inertia about x", h->inertia[0]) X("inertia about y", h->inertia[1])                    \
    X("inertia about z", h->inertia[2]) X("inertia of x and y", h->inertia[3])                                    \
    X("inertia of x and z", h->inertia[4]) X("inertia of y and z", h->inertia[5])                                 \
    THREE(X, "center_of_mass", d->center_of_mass) X("volume", d->volume) X("number of points", h->count)          \
    X("weight of all samples", h->weights) THREE(X, "size of a cell", h->cell)                                    \
    X("buoyancy.law", d->buoyancy.law) X("buoyancy.curve", d->buoyancy.curve)                                     \
    X("buoyancy.reference_depth", d->buoyancy.reference_depth) X("buoyancy.alpha", d->buoyancy.alpha)             \
    X("buoyancy.bias", d->buoyancy.bias) X("buoyancy.stiffness", d->buoyancy.stiffness)                           \
    X("tuning.settle", d->tuning.settle) X("tuning.overshoot", d->tuning.overshoot)                               \
    X("damping.vertical", d->damping.vertical) X("damping.quadratic", d->damping.quadratic)                       \
    X("damping.of", d->damping.of) X("damping.relative", d->damping.relative)                                     \
    X("damping.angular", d->damping.angular) X("damping.angular_form", d->damping.angular_form)                   \
    X("damping.scale_by_submerged", d->damping.scale_by_submerged)                                                \
    X("drag.linear", d->drag.linear) X("drag.quadratic", d->drag.quadratic) THREE(X, "drag.local", d->drag.local) \
    THREE(X, "drag.local_quadratic", d->drag.local_quadratic) X("drag.only_in_water", d->drag.only_in_water)      \
    X("drag.relative", d->drag.relative) X("push.strength", d->push.strength)                                     \
    X("push.velocity", d->push.velocity) THREE(X, "added_mass.coefficient", d->added_mass.coefficient)            \
    X("added_mass.entry_exponent", d->added_mass.entry_exponent)                                                  \
    THREE(X, "added_mass.rotation", d->added_mass.rotation) X("thrust.power", d->thrust.power)                    \
    THREE(X, "thrust.position", d->thrust.position) X("steering.base", d->steering.base)                          \
    X("steering.speed", d->steering.speed) X("steering.reference_speed", d->steering.reference_speed)             \
    X("steering.needs_water", d->steering.needs_water) X("steering.lean", d->steering.lean)                       \
    X("inertia_scale", d->inertia_scale) X("box_grid[0]", d->box_grid[0]) X("box_grid[1]", d->box_grid[1])        \
    X("box_grid[2]", d->box_grid[2]) X("mesh_samples", d->mesh_samples) X("panels in a piece", h->cut.panels)

static const word_name hull_names[] = { HULL_NUMBERS(NAME) { "points or mesh", HASHES } };
_Static_assert(sizeof hull_names / sizeof *hull_names == FLO__HULL_WORDS, "one name for each word");

static uint64_t hash_float(uint64_t hash, float value) { return flo__hash_float(hash, value + 0.0f); }

static uint64_t hash_cut(const flo__pieces *cut)
{
    uint64_t hash = flo__hash_word(FLO_HASH_START, (uint64_t)cut->pieces);
    for (int i = 0; i < cut->pieces; i++) {
        const hull_piece *p = &cut->centre[i];
        hash = hash_float(hash_float(hash_float(hash, p->x), p->y), p->z);
    }
    for (int i = 0; i < cut->pieces * cut->samples; i++) {
        const hull_sample *s = &cut->sample[i];
        hash = hash_float(hash_float(hash_float(hash_float(hash, s->x), s->y), s->z), s->weight);
    }
    for (int i = 0; i < cut->pieces * cut->panels; i++) {
        const hull_panel *p = &cut->panel[i];
        hash = flo__hash_word(hash, (uint64_t)p->a << 42 ^ (uint64_t)p->b << 21 ^ (uint64_t)p->c);
    }
    return hash;
}

static void tell_hull(const flo_hull *h, uint64_t *to)
{
    const flo_hull_def *d = &h->def;
    HULL_NUMBERS(WORD)
    *to = hash_cut(&h->cut);
}

/* ---- kinds ----------------------------------------------------------------------------------------------------- */

static const word_name kind_names[] = {
    [FLO__KIND_HULL] = { "hull", 0 }, [FLO__KIND_MODE] = { "mode", 0 }, [FLO__KIND_SEA] = { "sea", 0 },
    [FLO__KIND_DEGREE] = { "degree of the polynomials", 0 },
    [FLO__KIND_EXPANDED] = { "number of waves in polynomials", 0 },
    [FLO__KIND_PIECES] = { "number of patches", 0 }, [FLO__KIND_SAMPLES] = { "number of samples in a patch", 0 },
    [FLO__KIND_CUT] = { "patches", HASHES }, [FLO__KIND_KEPT] = { "number of heights that are kept", 0 },
};

/* The kind of a flock, whose hull and sea are added where they are new. */
static flo_status tell_kind(flo__facts *facts, const flo_fleet *part, const flo__flock *f, uint64_t *number)
{
    uint64_t hull[FLO__HULL_WORDS], sea[FLO__SEA_WORDS], kind[FLO__KIND_WORDS];
    tell_hull(f->hull, hull);
    tell_sea(flo__flock_sea(part, f), sea);
    flo_status status = find(&facts->hulls, hull, &kind[FLO__KIND_HULL]);
    if (!status) status = find(&facts->seas, sea, &kind[FLO__KIND_SEA]);
    if (status) return status;
    kind[FLO__KIND_MODE] = (uint64_t)f->mode;
    kind[FLO__KIND_DEGREE] = (uint64_t)f->expansion.degree;
    kind[FLO__KIND_EXPANDED] = (uint64_t)f->expansion.expanded;
    kind[FLO__KIND_PIECES] = (uint64_t)f->cut->pieces;
    kind[FLO__KIND_SAMPLES] = (uint64_t)f->cut->samples;
    kind[FLO__KIND_CUT] = hash_cut(f->cut);
    kind[FLO__KIND_KEPT] = flo__kept_for_later(part, f);
    return find(&facts->kinds, kind, number);
}

/* Flocks come in the order of their first bodies, and so do kinds. */
static flo_status tell_part(flo__facts *facts, const flo_fleet *part)
{
    uint64_t *kinds = malloc(((size_t)part->flock_count + 1) * sizeof *kinds);
    flo_status status = kinds ? FLO_OK
                        : flo__fail(FLO_NO_MEMORY, "no memory for the kinds of %d hulls", part->flock_count);
    for (int i = 0; i < part->flock_count && !status; i++) {
        status = tell_kind(facts, part, &part->flocks[i], &kinds[i]);
    }
    for (size_t b = 0; b < part->count && !status; b++) status = add_run(facts, kinds[part->flock_of[b]], 1);
    free(kinds);
    return status;
}

flo_status flo__facts_of(const flo_fleet *fleet, flo__facts *facts)
{
    const flo_fleet *any = flo__fleet_part(fleet, 0);
    start(facts);
    facts->base = any->base;
    facts->dt = any->dt;
    facts->since = any->since;
    facts->steps = any->steps;
    facts->tolerance = fleet->tolerance;
    facts->integrator = (uint64_t)fleet->integrator;
    facts->waves = (uint64_t)fleet->waves;
    flo_status status = FLO_OK;
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) status = tell_part(facts, flo__fleet_part(fleet, p));
    return status;
}

flo_status flo__facts_join(flo__facts *facts, const flo__facts *more)
{
    flo_status status = FLO_OK;
    for (size_t i = 0; i < more->runs.count && !status; i++) {
        const uint64_t *run = entry_of(&more->runs, i), *from = entry_of(&more->kinds, run[1]);
        uint64_t kind[FLO__KIND_WORDS], number = 0;
        memcpy(kind, from, sizeof kind);
        status = find(&facts->hulls, entry_of(&more->hulls, from[FLO__KIND_HULL]), &kind[FLO__KIND_HULL]);
        if (!status) status = find(&facts->seas, entry_of(&more->seas, from[FLO__KIND_SEA]), &kind[FLO__KIND_SEA]);
        if (!status) status = find(&facts->kinds, kind, &number);
        if (!status) status = add_run(facts, number, run[0]);
    }
    return status;
}

/* ---- what differs ---------------------------------------------------------------------------------------------- */

void flo__say_number(char text[FLO__NUMBER_SIZE], double value)
{
    const int most = 17;
    for (int digits = 6; digits <= most; digits++) {
        snprintf(text, FLO__NUMBER_SIZE, "%.*g", digits, value);
        const double back = strtod(text, NULL);
        if (!(back < value || back > value)) return;
    }
}

/* FLO_BAD_VALUE names the first word that differs. */
static flo_status differ(const word_name *names, size_t count, const uint64_t *saved, const uint64_t *here,
                         bool whole_numbers, const char *of, uint64_t body)
{
    for (size_t i = 0; i < count; i++) {
        if (saved[i] == here[i]) continue;
        if (names[i].hash) {
            return flo__fail(FLO_BAD_VALUE, "it is of another fleet: the %s%s of body %llu are others", names[i].name,
                             of, (unsigned long long)body);
        }
        char there[FLO__NUMBER_SIZE], now[FLO__NUMBER_SIZE];
        flo__say_number(there, whole_numbers ? (double)saved[i] : flo__value_of(saved[i]));
        flo__say_number(now, whole_numbers ? (double)here[i] : flo__value_of(here[i]));
        return flo__fail(FLO_BAD_VALUE, "it is of another fleet: the %s%s of body %llu is %s there, and %s here",
                         names[i].name, of, (unsigned long long)body, there, now);
    }
    return FLO_OK;
}

static const char *mode_name(uint64_t mode)
{
    static const char *const names[] = { "dynamic", "transform", "kinematic", "hybrid" };
    return mode < sizeof names / sizeof *names ? names[mode] : "unknown";
}

static flo_status compare_kinds(const flo__facts *snapshot, uint64_t saved, const flo__facts *fleet, uint64_t here,
                                uint64_t body)
{
    const uint64_t *a = entry_of(&snapshot->kinds, saved), *b = entry_of(&fleet->kinds, here);
    flo_status status = differ(hull_names, FLO__HULL_WORDS, entry_of(&snapshot->hulls, a[FLO__KIND_HULL]),
                               entry_of(&fleet->hulls, b[FLO__KIND_HULL]), false, " of the hull", body);
    if (!status && a[FLO__KIND_MODE] != b[FLO__KIND_MODE]) {
        return flo__fail(FLO_BAD_VALUE, "it is of another fleet: the mode of body %llu is %s there, and %s here",
                         (unsigned long long)body, mode_name(a[FLO__KIND_MODE]), mode_name(b[FLO__KIND_MODE]));
    }
    if (!status) {
        status = differ(sea_names, FLO__SEA_WORDS, entry_of(&snapshot->seas, a[FLO__KIND_SEA]),
                        entry_of(&fleet->seas, b[FLO__KIND_SEA]), false, " of the sea", body);
    }
    const size_t rest = FLO__KIND_DEGREE;
    return status ? status : differ(kind_names + rest, FLO__KIND_WORDS - rest, a + rest, b + rest, true, "", body);
}

static const char *integrator_name(uint64_t integrator)
{
    return integrator == FLO_IMPLICIT ? "implicit" : integrator == FLO_SYMPLECTIC ? "symplectic" : "unknown";
}

static const char *waves_name(uint64_t waves)
{
    return waves == FLO_WAVES_AUTO ? "auto" : waves == FLO_WAVES_DIRECT ? "direct" : "unknown";
}

static flo_status compare_fleets(const flo__facts *snapshot, const flo__facts *fleet)
{
    if (snapshot->integrator != fleet->integrator) {
        return flo__fail(FLO_BAD_VALUE, "it is of another fleet: the integrator is %s there, and %s here",
                         integrator_name(snapshot->integrator), integrator_name(fleet->integrator));
    }
    if (snapshot->waves != fleet->waves) {
        return flo__fail(FLO_BAD_VALUE, "it is of another fleet: waves are summed %s there, and %s here",
                         waves_name(snapshot->waves), waves_name(fleet->waves));
    }
    if (flo__bits_of(snapshot->tolerance + 0.0) != flo__bits_of(fleet->tolerance + 0.0)) {
        char there[FLO__NUMBER_SIZE], here[FLO__NUMBER_SIZE];
        flo__say_number(there, snapshot->tolerance);
        flo__say_number(here, fleet->tolerance);
        return flo__fail(FLO_BAD_VALUE, "it is of another fleet: the tolerance is %s m there, and %s m here", there,
                         here);
    }
    return FLO_OK;
}

flo_status flo__facts_compare(const flo__facts *snapshot, uint64_t first, const flo__facts *fleet)
{
    flo_status status = compare_fleets(snapshot, fleet);
    size_t there = 0, here = 0;
    uint64_t skip = first, done = 0, in_run = 0;
    while (there < snapshot->runs.count && skip >= entry_of(&snapshot->runs, there)[0]) {
        skip -= entry_of(&snapshot->runs, there++)[0];
    }
    while (!status && here < fleet->runs.count && there < snapshot->runs.count) {
        const uint64_t *a = entry_of(&snapshot->runs, there), *b = entry_of(&fleet->runs, here);
        const uint64_t left = a[0] - skip, own = b[0] - in_run, count = left < own ? left : own;
        status = compare_kinds(snapshot, a[1], fleet, b[1], first + done);
        done += count;
        skip = count == left ? 0 : skip + count;
        in_run = count == own ? 0 : in_run + count;
        there += count == left;
        here += count == own;
    }
    return status;
}
