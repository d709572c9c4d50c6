/* SPDX-License-Identifier: MIT
 *
 * Loads: what acts on the bodies of a fleet in their present state, in all and sample by sample. */
#include "calls.h"
#include "fleet.h"
#include <math.h>
#include <stdlib.h>

flo_forces_def flo_default_forces_def(void)
{
    return (flo_forces_def){ .size = sizeof(flo_forces_def), .gravity = true };
}

/* ---- loads of bodies ------------------------------------------------------------------------------------------- */

static void get_load(const float *columns, size_t stride, size_t at, flo_body_load *load)
{
    for (size_t i = 0; i < 3; i++) {
        load->force[i] = columns[(LOAD_FORCE + i) * stride + at];
        load->torque[i] = columns[(LOAD_TORQUE + i) * stride + at];
    }
    load->submerged = columns[LOAD_SUBMERGED * stride + at];
}

/* Here and below `columns` has room for what comes from the device. */
static flo_status get_loads(flo_fleet *fleet, int flock, const flo_forces_def *def, float *columns,
                            flo_body_load *loads)
{
    const flo__span span = flo__fleet_span(fleet, flock, def->first, def->count);
    if (span.count == 0) return FLO_OK;
    const size_t stride = span.flock->stride, bytes = stride * LOAD_COLUMNS * sizeof(float);
    flo_status status = fleet->device->backend->read(fleet->device, span.flock->load, 0, columns, bytes);
    for (size_t b = def->first; b < def->first + def->count && !status; b++) {
        if (fleet->flock_of[b] != (uint32_t)flock) continue;
        get_load(columns, stride, fleet->slot_of[b], &loads[b - def->first]);
    }
    return status;
}

/* A body that is not good, or a force on a sample that its sum could not hold, has no loads. */
static flo_status judge_loads(flo_fleet *fleet, int flock, const flo_forces_def *def, float *good, size_t *bad,
                              size_t *first_bad)
{
    const flo__span span = flo__fleet_span(fleet, flock, def->first, def->count);
    if (span.count == 0) return FLO_OK;
    const size_t at = (LOAD_GOOD * span.flock->stride + span.slot) * sizeof *good;
    flo_status status = fleet->device->backend->read(fleet->device, span.flock->load, at, good,
                                                     span.count * sizeof *good);
    for (size_t b = def->first; b < def->first + def->count && !status; b++) {
        if (fleet->flock_of[b] != (uint32_t)flock) continue;
        const bool is_bad = good[fleet->slot_of[b] - span.slot] == 0;
        if (def->bad) def->bad[b - def->first] = is_bad;
        if (is_bad && ((*bad)++ == 0 || b < *first_bad)) *first_bad = b;
    }
    return status;
}

/* ---- loads of samples ------------------------------------------------------------------------------------------ */

static void put_float(float *array, size_t at, float value)
{
    if (array) array[at] = value;
}

/* Sample `from` of the device's columns is sample `to` of the caller's arrays. */
static void get_sample(const float *columns, size_t stride, size_t from, size_t to, const flo_sample_loads *out)
{
    for (size_t i = 0; i < 3; i++) {
        put_float(out->normal[i], to, columns[(SAMPLE_NORMAL + i) * stride + from]);
        put_float(out->force[i], to, columns[(SAMPLE_FORCE + i) * stride + from]);
    }
    put_float(out->submersion, to, columns[SAMPLE_SUBMERSION * stride + from]);
}

static void get_samples(const flo_fleet *fleet, int flock, const flo_forces_def *def, const float *columns,
                        const flo_sample_loads *out)
{
    const flo__flock *f = &fleet->flocks[flock];
    const flo__pieces *cut = f->cut;
    const size_t stride = (size_t)cut->pieces * (size_t)cut->samples * f->stride;
    const double level = flo__flock_sea(fleet, f)->level;
    size_t to = 0;
    for (size_t b = def->first; b < def->first + def->count; b++) {
        const flo_hull *hull = fleet->flocks[fleet->flock_of[b]].hull;
        for (int i = 0; i < hull->count && fleet->flock_of[b] == (uint32_t)flock; i++) {
            const size_t from = (size_t)cut->slot[i] * f->stride + fleet->slot_of[b];
            get_sample(columns, stride, from, to + (size_t)i, out);
            if (out->height) out->height[to + (size_t)i] = level + (double)columns[from];
        }
        to += (size_t)hull->count;
    }
}

static size_t sample_bytes(const flo__flock *f)
{
    return (size_t)f->cut->pieces * (size_t)f->cut->samples * f->stride * SAMPLE_COLUMNS * sizeof(float);
}

/* Room for the columns of a flock's samples, on the device. */
static flo_status allocate_samples(flo_fleet *fleet, int flock, const flo_forces_def *def, flo__buffer **buffer)
{
    if (flo__fleet_span(fleet, flock, def->first, def->count).count == 0) return FLO_OK;
    return fleet->device->backend->allocate(fleet->device, sample_bytes(&fleet->flocks[flock]), buffer);
}

static flo_status read_samples(flo_fleet *fleet, int flock, const flo_forces_def *def, flo__buffer *buffer,
                               float *columns, const flo_sample_loads *out)
{
    const size_t bytes = sample_bytes(&fleet->flocks[flock]);
    const flo_status status = fleet->device->backend->read(fleet->device, buffer, 0, columns, bytes);
    if (!status) get_samples(fleet, flock, def, columns, out);
    return status;
}

/* ---- a part ---------------------------------------------------------------------------------------------------- */

/* Loads of the bodies that one part of a fleet has of those that are asked for. */
typedef struct part_forces {
    flo_fleet *part;
    flo_forces_def def;                 /* of that part's bodies */
    flo_body_load *loads;               /* where theirs go, or NULL */
    bool sampled;
    flo_sample_loads samples;
    bool *wanted;                       /* of each flock: whether bodies of its kind are asked for, here or elsewhere */
    flo__buffer **columns;              /* of samples, one for each flock, or NULL */
    float *room;                        /* for what comes from the device of any flock */
    size_t bad, first_bad;              /* bodies without loads */
} part_forces;

/* Loads of a flock, and into `columns`, if there are any, those of its samples. */
static flo_status flock_forces(const part_forces *p, int flock, flo__buffer *columns)
{
    const int purpose = (p->def.gravity ? PURPOSE_GRAVITY : 0) | (p->def.look ? 0 : PURPOSE_REMEMBER);
    if (!p->wanted[flock]) return FLO_OK;
    flo_status status = flo__flock_run(p->part, &p->part->flocks[flock], columns, 1, purpose);
    if (!status && columns) status = read_samples(p->part, flock, &p->def, columns, p->room, &p->samples);
    return status || !p->loads ? status : get_loads(p->part, flock, &p->def, p->room, p->loads);
}

flo_status flo__fleet_ready_forces(flo_fleet *fleet, double dt)
{
    flo_status status = flo__fleet_seas_set(fleet, 1);
    if (!status) status = flo__fleet_set_dt(fleet, dt, dt, false);
    return status ? status : flo__fleet_seas_time(fleet, flo__fleet_time(fleet), 0, 0, 1);
}

static flo_status make_room(part_forces *p)
{
    size_t most = 1;
    for (int i = 0; i < p->part->flock_count; i++) {
        const flo__flock *f = &p->part->flocks[i];
        if (flo__fleet_span(p->part, i, p->def.first, p->def.count).count == 0) continue;
        const size_t loads = f->stride * LOAD_COLUMNS * sizeof(float), samples = p->sampled ? sample_bytes(f) : 0;
        const size_t bytes = loads > samples ? loads : samples;
        most = bytes > most ? bytes : most;
    }
    p->room = malloc(most);
    return p->room ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for loads of %zu bytes", most);
}

/* Has all that is needed, here and on the device, before any body takes note of its heights. */
static flo_status part_begin(part_forces *p)
{
    flo_status status = flo__fleet_ready_forces(p->part, p->def.dt);
    if (!status) status = make_room(p);
    p->columns = calloc((size_t)p->part->flock_count + 1, sizeof(flo__buffer *));
    p->wanted = calloc((size_t)p->part->flock_count + 1, sizeof *p->wanted);
    if (!status && !(p->columns && p->wanted)) {
        status = flo__fail(FLO_NO_MEMORY, "no memory for %d hulls", p->part->flock_count);
    }
    for (int i = 0; i < p->part->flock_count && p->sampled && !status; i++) {
        status = allocate_samples(p->part, i, &p->def, &p->columns[i]);
    }
    return status;
}

static flo_status part_run(int part, void *of)
{
    part_forces *p = (part_forces *)of + part;
    flo_status status = FLO_OK;
    for (int i = 0; i < p->part->flock_count && !status; i++) status = flock_forces(p, i, p->columns[i]);
    for (int i = 0; i < p->part->flock_count && !status; i++) {
        status = judge_loads(p->part, i, &p->def, p->room, &p->bad, &p->first_bad);
    }
    p->part->torn = status && !p->def.look;
    return status;
}

static void part_end(part_forces *p)
{
    for (int i = 0; p->columns && i < p->part->flock_count; i++) {
        p->part->device->backend->release(p->part->device, p->columns[i]);
    }
    free(p->columns);
    free(p->wanted);
    free(p->room);
}

/* ---- the call -------------------------------------------------------------------------------------------------- */

/* What lies `by` samples behind. */
static flo_sample_loads samples_from(const flo_sample_loads *s, size_t by)
{
    flo_sample_loads from = { .height = s->height ? s->height + by : NULL,
                              .submersion = s->submersion ? s->submersion + by : NULL };
    for (int c = 0; c < 3; c++) {
        from.normal[c] = s->normal[c] ? s->normal[c] + by : NULL;
        from.force[c] = s->force[c] ? s->force[c] + by : NULL;
    }
    return from;
}

static size_t count_samples(const part_forces *p)
{
    size_t count = 0;
    for (size_t b = p->def.first; b < p->def.first + p->def.count; b++) {
        count += (size_t)p->part->flocks[p->part->flock_of[b]].hull->count;
    }
    return count;
}

/* Who has which of the bodies that are asked for. */
static void share_forces(const flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                         const flo_sample_loads *samples, part_forces *parts)
{
    size_t before = 0;                  /* samples */
    for (int i = 0; i < flo__fleet_parts(fleet); i++) {
        const flo__range r = flo__fleet_range(fleet, i, def->first, def->count);
        parts[i] = (part_forces){ .part = r.part, .def = *def, .loads = loads ? loads + r.at : NULL,
                                  .sampled = samples != NULL };
        parts[i].def.first = r.first;
        parts[i].def.count = r.count;
        parts[i].def.bad = def->bad ? def->bad + r.at : NULL;
        if (!samples) continue;
        parts[i].samples = samples_from(samples, before);
        before += count_samples(&parts[i]);
    }
}

static bool is_asked_for(const part_forces *p, int flock)
{
    return flo__fleet_span(p->part, flock, p->def.first, p->def.count).count > 0;
}

/* Whether some bodies that a part has of those that are asked for are of one kind with a flock of another's. */
static bool asks_for(const part_forces *p, const flo_fleet *other, const flo__flock *flock)
{
    for (int i = 0; i < p->part->flock_count; i++) {
        const flo__flock *f = &p->part->flocks[i];
        const bool alike = f->hull == flock->hull && f->mode == flock->mode
                           && flo__flock_sea(p->part, f) == flo__flock_sea(other, flock);
        if (alike && is_asked_for(p, i)) return true;
    }
    return false;
}

/* Residuals are kept of all bodies of a kind that is asked for, whoever has them: how bodies are shared out, between
 * devices and into pieces of memory, must not show.  Gives the parts that have any, a bit for each. */
static uint64_t want_kinds(const flo_fleet *fleet, part_forces *parts)
{
    const int count = flo__fleet_parts(fleet);
    uint64_t who = 0;
    for (int i = 0; i < count; i++) {
        const flo_fleet *part = parts[i].part;
        for (int f = 0; f < part->flock_count; f++) {
            bool *wanted = &parts[i].wanted[f];
            *wanted = is_asked_for(&parts[i], f);
            for (int k = 0; k < count && !*wanted; k++) *wanted = asks_for(&parts[k], part, &part->flocks[f]);
            if (*wanted) who |= (uint64_t)1 << i;
        }
    }
    return who;
}

static flo_status run_parts(flo_fleet *fleet, const flo_forces_def *def, part_forces *parts)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < flo__fleet_parts(fleet) && !status; i++) status = part_begin(&parts[i]);
    if (!status) {
        status = flo__team_run(fleet->device, want_kinds(fleet, parts), part_run, parts);
        if (fleet->parts) fleet->torn = status && !def->look;
    }
    for (int i = 0; i < flo__fleet_parts(fleet); i++) part_end(&parts[i]);
    return status;
}

static flo_status judge_parts(const flo_fleet *fleet, const flo_forces_def *def, const part_forces *parts)
{
    size_t bad = 0, first_bad = 0;
    for (int i = flo__fleet_parts(fleet) - 1; i >= 0; i--) {
        bad += parts[i].bad;
        if (parts[i].bad > 0) first_bad = parts[i].part->before + parts[i].first_bad;
    }
    if (bad == 0) return FLO_OK;
    return flo__fail(FLO_BAD_BODY, "%zu of %zu bodies have no loads, first body %zu: stopped before, or with a force "
                     "on a sample of more than some 4096 to 8192 times a full one's", bad, def->count, first_bad);
}

/* `def` with the number of bodies that are meant. */
static flo_status forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                         const flo_sample_loads *samples)
{
    flo_status status = flo__fleet_has(fleet, def->first, def->count);
    if (status) return status;
    if (!def->look && def->count != fleet->count) {
        return flo__fail(FLO_BAD_VALUE, "%zu bodies from number %zu on, of %zu, are asked for; a call that is not a "
                         "look is a step of the whole fleet, so first must be 0 and count 0 or all", def->count,
                         def->first, fleet->count);
    }
    part_forces *parts = calloc((size_t)flo__fleet_parts(fleet), sizeof *parts);
    if (!parts) return flo__fail(FLO_NO_MEMORY, "no memory for the loads of %zu bodies", def->count);
    share_forces(fleet, def, loads, samples, parts);
    status = flo__fleet_check_whole(fleet);
    if (!status) status = run_parts(fleet, def, parts);
    if (!status) status = judge_parts(fleet, def, parts);
    free(parts);
    return status;
}

flo_status flo__forces_check(const flo_forces_def *def)
{
    if (def->size != sizeof *def) {
        return flo__fail(FLO_BAD_DEFINITION, "take flo_forces_def from flo_default_forces_def()");
    }
    if (!(def->dt == 0 || (def->dt >= 1e-6 && def->dt <= 10))) {
        return flo__fail(FLO_BAD_VALUE, "dt is %g s; it must be 0, or 1e-6 to 10", def->dt);
    }
    return FLO_OK;
}

flo_status flo__call_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                                  const flo_sample_loads *samples)
{
    const flo_status status = flo__forces_check(def);
    if (status) return status;
    flo_forces_def all = *def;
    if (def->first == 0 && def->count == 0) all.count = fleet->count;
    return forces(fleet, &all, loads, samples);
}
