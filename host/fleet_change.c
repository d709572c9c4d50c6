/* SPDX-License-Identifier: MIT
 *
 * Bodies that come, go, or get another sea while a fleet is running.
 *
 * The fleet is laid out anew beside the old one; what bodies had there is carried over column by column, hidden numbers
 * included; then, when all of that is known to be on the device, the two change places.  Until then nothing of the old
 * one was touched.  On several devices bodies are shared out anew, so that a body may well go from one of them to
 * another. */
#include "calls.h"
#include "fleet.h"
#include <stdlib.h>
#include <string.h>

/* What becomes of the bodies. */
typedef struct change {
    size_t gone_first, gone;            /* bodies that go */
    size_t added;                       /* bodies that come, behind all others */
    const flo_body_def *bodies;         /* those */
    size_t moved_first, moved;          /* bodies, by their old numbers, that get */
    const flo_sea *sea;                 /* this sea */
} change;

/* A flock of any part of the old fleet. */
typedef struct old_flock {
    const flo_fleet *part;
    const flo__flock *flock;
} old_flock;

/* The flocks of all parts, one after the other. */
typedef struct old_fleet {
    const flo_fleet *whole;
    old_flock *flocks;
    int flock_count;
    int first_of[FLO__MOST_PARTS];      /* each part's first */
} old_fleet;

/* A slot of an old flock, by its number among all; nobody's for a body that is new. */
typedef struct source { uint32_t flock, slot; bool moved; } source;
#define NOBODY UINT32_MAX

/* The old number of a body that stays. */
static size_t old_number(const change *c, size_t body) { return body < c->gone_first ? body : body + c->gone; }

static bool is_moved(const change *c, size_t old) { return old >= c->moved_first && old - c->moved_first < c->moved; }

static flo_status old_make(old_fleet *old, const flo_fleet *whole)
{
    *old = (old_fleet){ .whole = whole };
    for (int p = 0; p < flo__fleet_parts(whole); p++) {
        old->first_of[p] = old->flock_count;
        old->flock_count += flo__fleet_part(whole, p)->flock_count;
    }
    old->flocks = malloc(((size_t)old->flock_count + 1) * sizeof *old->flocks);
    if (!old->flocks) return flo__fail(FLO_NO_MEMORY, "no memory for %d hulls", old->flock_count);
    for (int p = 0, at = 0; p < flo__fleet_parts(whole); p++) {
        const flo_fleet *part = flo__fleet_part(whole, p);
        for (int i = 0; i < part->flock_count; i++) old->flocks[at++] = (old_flock){ part, &part->flocks[i] };
    }
    return FLO_OK;
}

/* Where an old body stands.  Whoever asks in the order of their numbers gives the part of the last one. */
static source old_place(const old_fleet *old, const change *c, size_t body, int *part)
{
    while (body >= flo__fleet_part(old->whole, *part)->before + flo__fleet_part(old->whole, *part)->count) ++*part;
    const flo_fleet *p = flo__fleet_part(old->whole, *part);
    const uint32_t flock = (uint32_t)old->first_of[*part] + p->flock_of[body - p->before];
    return (source){ flock, p->slot_of[body - p->before], is_moved(c, body) };
}

/* ---- laying out ------------------------------------------------------------------------------------------------ */

static flo_status lay_out(flo_fleet *next, const old_fleet *old, const change *c)
{
    const size_t stay = next->count - c->added;
    flo__kind *kinds = malloc((next->count + 1) * sizeof *kinds);
    if (!kinds) return flo__fail(FLO_NO_MEMORY, "no memory for the kinds of %zu bodies", next->count);
    int part = 0;
    for (size_t i = 0; i < stay; i++) {
        const source s = old_place(old, c, old_number(c, i), &part);
        const old_flock from = old->flocks[s.flock];
        kinds[i] = (flo__kind){ from.flock->hull, from.flock->mode,
                                s.moved ? c->sea : flo__flock_sea(from.part, from.flock) };
    }
    for (size_t i = 0; i < c->added; i++) kinds[stay + i] = flo__kind_of(&c->bodies[i], next->sea);
    const flo_status status = flo__fleet_lay_out(next, kinds);
    free(kinds);
    return status;
}

/* ---- carrying over --------------------------------------------------------------------------------------------- */

/* From the old fleet into one flock of a part of the next. */
typedef struct carrier {
    const old_fleet *old;
    const flo_fleet *part;
    flo__flock *to;
    const source *source;               /* of each slot */
    bool *taken;                        /* from which of the old flocks there is anything */
    char *before, *now;                 /* a column of either */
} carrier;

/* A column: which buffer, and how many bytes its numbers have. */
typedef enum carried { PLACE, STATE, KEPT } carried;
static size_t width_of(carried what) { return what == PLACE ? sizeof(sea_long) : sizeof(float); }

static flo__buffer *buffer_of(const flo__flock *f, carried what)
{
    return what == PLACE ? f->place : what == STATE ? f->state : f->height;
}

/* What samples keep is of use only if they stand where they stood. */
static bool same_cut(const flo__pieces *a, const flo__pieces *b)
{
    return a == b || (a->pieces == b->pieces && a->samples == b->samples
                      && memcmp(a->slot, b->slot, (size_t)a->count * sizeof *a->slot) == 0);
}

static bool is_carried(const carrier *c, size_t flock, carried what)
{
    return c->taken[flock] && (what != KEPT || same_cut(c->old->flocks[flock].flock->cut, c->to->cut));
}

static flo_status carry_from(const carrier *c, size_t flock, carried what, size_t column)
{
    const flo__flock *from = c->old->flocks[flock].flock;
    flo_device *device = c->old->flocks[flock].part->device;
    const size_t width = width_of(what), bytes = from->stride * width;
    flo_status status = device->backend->read(device, buffer_of(from, what), column * bytes, c->before, bytes);
    for (size_t i = 0; i < c->to->count && !status; i++) {
        if (c->source[i].flock != flock) continue;
        memcpy(c->now + i * width, c->before + c->source[i].slot * width, width);
    }
    return status;
}

static flo_status put_column(const carrier *c, carried what, size_t column)
{
    const size_t width = width_of(what);
    flo_device *device = c->part->device;
    return device->backend->write(device, buffer_of(c->to, what), column * c->to->stride * width, c->now,
                                  c->to->count * width);
}

/* Heights are kept from the level: one that stays in the world under another sea changes its number.  Modulo 2^64, as
 * on devices: a snapshot or a kernel of the caller's may have put a body anywhere. */
static void shift_levels(const carrier *c)
{
    const sea_long to = flo__fixed(flo__flock_sea(c->part, c->to)->level);
    uint64_t *y = (uint64_t *)(void *)c->now;
    for (size_t i = 0; i < c->to->count; i++) {
        if (!c->source[i].moved) continue;
        const old_flock from = c->old->flocks[c->source[i].flock];
        y[i] += (uint64_t)(flo__fixed(flo__flock_sea(from.part, from.flock)->level) - to);
    }
}

/* What a body under another sea does not remember: the heights above its samples, and how wet it was. */
static void forget(const carrier *c, size_t column)
{
    float *number = (float *)(void *)c->now;
    for (size_t i = 0; i < c->to->count; i++) {
        if (c->source[i].moved) number[i] = column == STATE_WET ? -1.0f : 0.0f;
    }
}

/* Numbers that nobody brings along are those of the new bodies, and written later. */
static flo_status carry_columns(const carrier *c, carried what, size_t columns)
{
    flo_status status = FLO_OK;
    for (size_t column = 0; column < columns && !status; column++) {
        memset(c->now, 0, c->to->count * width_of(what));
        for (int f = 0; f < c->old->flock_count && !status; f++) {
            if (is_carried(c, (size_t)f, what)) status = carry_from(c, (size_t)f, what, column);
        }
        if (status) return status;
        if (what == PLACE && column == PLACE_Y) shift_levels(c);
        if (what == STATE && (column == STATE_AGE || column == STATE_WET)) forget(c, column);
        status = put_column(c, what, column);
    }
    return status;
}

/* Who comes from where; the first `stay` bodies of the next fleet are of the old one. */
static void find_sources(carrier *c, source *from, size_t stay, const change *ch, uint32_t flock)
{
    int part = 0;
    for (size_t i = 0; i < c->part->count; i++) {
        if (c->part->flock_of[i] != flock) continue;
        source s = { NOBODY, 0, false };
        if (c->part->before + i < stay) {
            s = old_place(c->old, ch, old_number(ch, c->part->before + i), &part);
            c->taken[s.flock] = true;
        }
        from[c->part->slot_of[i]] = s;
    }
}

static size_t longest_stride(const old_fleet *old, size_t longest)
{
    for (int f = 0; f < old->flock_count; f++) {
        const size_t stride = old->flocks[f].flock->stride;
        longest = stride > longest ? stride : longest;
    }
    return longest;
}

static flo_status carry_flock(const old_fleet *old, const flo_fleet *next, flo_fleet *part, const change *ch,
                              uint32_t flock)
{
    flo__flock *to = &part->flocks[flock];
    const size_t longest = longest_stride(old, to->stride);
    source *from = malloc((to->count + 1) * sizeof *from);
    carrier c = { old, part, to, from, calloc((size_t)old->flock_count + 1, sizeof *c.taken),
                  malloc(longest * sizeof(sea_long)), malloc(longest * sizeof(sea_long)) };
    flo_status status = from && c.taken && c.before && c.now
                        ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory to move %zu bodies", to->count);
    if (!status) {
        const size_t samples = (size_t)to->cut->pieces * (size_t)to->cut->samples;
        find_sources(&c, from, next->count - ch->added, ch, flock);
        for (int f = 0; f < old->flock_count; f++) {
            to->pushed = to->pushed || (c.taken[f] && old->flocks[f].flock->pushed);
        }
        status = carry_columns(&c, PLACE, PLACE_COLUMNS);
        if (!status) status = carry_columns(&c, STATE, STATE_COLUMNS);
        if (!status) status = carry_columns(&c, KEPT, flo__kept_columns(to->hull, next->integrator) * samples);
    }
    free(from);
    free(c.taken);
    free(c.before);
    free(c.now);
    return status;
}

static flo_status carry(const old_fleet *old, const flo_fleet *next, const change *c)
{
    flo_status status = FLO_OK;
    for (int p = 0; p < flo__fleet_parts(next); p++) {
        flo_fleet *part = flo__fleet_part(next, p);
        for (int i = 0; i < part->flock_count && !status; i++) {
            status = carry_flock(old, next, part, c, (uint32_t)i);
        }
    }
    return status;
}

/* ---- the calls ------------------------------------------------------------------------------------------------- */

static flo_status fleet_change(flo_fleet *fleet, const change *c, const flo_sea *sea)
{
    const flo_fleet *any = flo__fleet_part(fleet, 0);
    flo_fleet next = { .device = fleet->device, .sea = sea, .count = fleet->count - c->gone + c->added,
                       .integrator = fleet->integrator, .waves = fleet->waves, .tolerance = fleet->tolerance,
                       .base = any->base, .dt = any->dt, .since = any->since, .steps = any->steps,
                       .breaks = fleet->device->breaks };
    old_fleet old;
    flo__making making;
    flo_status status = flo__fleet_check_whole(fleet);
    if (!status) status = flo__making_begin(&making, fleet->device);
    if (!status) status = old_make(&old, fleet);
    if (status) return status;
    flo__sea_hold(sea);
    status = lay_out(&next, &old, c);
    if (!status) status = carry(&old, &next, c);
    if (!status) status = flo__fleet_fill(&next, next.count - c->added, c->bodies);
    status = flo__making_end(&making, fleet->device, status);
    free(old.flocks);
    if (status) {
        flo__fleet_release(&next);
        return status;
    }
    flo__fleet_release(fleet);
    *fleet = next;
    return FLO_OK;
}

flo_status flo__call_fleet_add(flo_fleet *fleet, size_t count, const flo_body_def *bodies)
{
    if (count == 0) return FLO_OK;
    if (!bodies) return flo__fail(FLO_BAD_VALUE, "count is %zu, but bodies is NULL", count);
    if (count >= UINT32_MAX - fleet->count) {
        return flo__fail(FLO_BAD_VALUE, "count is %zu beside %zu bodies; at most 4294967294 in all", count,
                         fleet->count);
    }
    const flo_status status = flo__fleet_check_bodies(bodies, count);
    const change c = { .gone_first = fleet->count, .added = count, .bodies = bodies };
    return status ? status : fleet_change(fleet, &c, fleet->sea);
}

flo_status flo__call_fleet_remove(flo_fleet *fleet, size_t first, size_t count)
{
    const flo_status status = flo__fleet_has(fleet, first, count);
    const change c = { .gone_first = first, .gone = count };
    return status || count == 0 ? status : fleet_change(fleet, &c, fleet->sea);
}

flo_status flo__call_fleet_set_sea(flo_fleet *fleet, size_t first, size_t count, const flo_sea *sea)
{
    const flo_status status = flo__fleet_has(fleet, first, count);
    const change c = { .gone_first = fleet->count, .moved_first = first, .moved = count,
                       .sea = sea ? sea : fleet->sea };
    if (status) return status;
    return fleet_change(fleet, &c, count == fleet->count ? c.sea : fleet->sea);
}
