/* SPDX-License-Identifier: MIT
 *
 * Bodies as bytes: each body's place, state, and what its samples keep, one after the other.
 *
 * On a device bodies stand in columns, those of a flock side by side.  They are read and written in pieces of some
 * thousand bodies, a column of each flock at a time, so that a device is asked seldom and a large fleet needs no more
 * memory than a small one. */
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

enum { PIECE_BYTES = 1 << 24, FEWEST = 64, MOST = 1 << 16 };

/* Of what the passes keep of a sample, only the height that the push by change compares with is looked at before it is
 * written anew. */
size_t flo__kept_for_later(const flo_fleet *fleet, const flo__flock *flock)
{
    const flo_push_def *push = &flock->hull->def.push;
    const bool change = push->strength > 0 && push->velocity == FLO_PUSH_CHANGE;
    if (!change || flo__kept_columns(flock->hull, fleet->integrator) == 0) return 0;
    return (size_t)flock->cut->pieces * (size_t)flock->cut->samples;
}

/* ---- pieces ---------------------------------------------------------------------------------------------------- */

/* Some bodies of a part, one after the other, and where they stand. */
typedef struct piece {
    const flo_fleet *part;
    size_t most;                        /* bodies, at most */
    size_t first, count;                /* in the part */
    size_t *record;                     /* where each body's record begins; and behind the last, where it ends */
    flo__span *span;                    /* of each flock */
    size_t *begin;                      /* of each flock, its first in: */
    uint32_t *body;                     /* bodies, from 0 on, flock by flock in the order of their slots */
    unsigned char *bytes;               /* the records */
    char *column;                       /* of one flock */
} piece;

static size_t record_of(const flo_fleet *part, size_t body)
{
    return flo__record_bytes(flo__kept_for_later(part, &part->flocks[part->flock_of[body]]));
}

static size_t largest_record(const flo_fleet *part)
{
    size_t largest = 1;
    for (int i = 0; i < part->flock_count; i++) {
        const size_t size = flo__record_bytes(flo__kept_for_later(part, &part->flocks[i]));
        largest = size > largest ? size : largest;
    }
    return largest;
}

static void piece_free(piece *p)
{
    free(p->record);
    free(p->span);
    free(p->begin);
    free(p->body);
    free(p->bytes);
    free(p->column);
}

static flo_status piece_make(piece *p, const flo_fleet *part)
{
    const size_t flocks = (size_t)part->flock_count + 1, largest = largest_record(part);
    size_t most = PIECE_BYTES / largest;
    most = most < FEWEST ? FEWEST : most > MOST ? MOST : most;
    most = most < part->count ? most : part->count;
    *p = (piece){ .part = part, .most = most, .record = malloc((most + 1) * sizeof *p->record),
                  .span = malloc(flocks * sizeof *p->span), .begin = malloc(flocks * sizeof *p->begin),
                  .body = malloc((most + 1) * sizeof *p->body), .bytes = malloc(most * largest + 1),
                  .column = malloc((most + 1) * sizeof(sea_long)) };
    if (p->record && p->span && p->begin && p->body && p->bytes && p->column) return FLO_OK;
    piece_free(p);
    *p = (piece){ .part = NULL };
    return flo__fail(FLO_NO_MEMORY, "no memory for a snapshot of %zu bodies", part->count);
}

/* The piece from a body on. */
static void piece_at(piece *p, size_t first)
{
    const flo_fleet *part = p->part;
    const size_t left = part->count - first;
    p->first = first;
    p->count = left < p->most ? left : p->most;
    for (int i = 0; i < part->flock_count; i++) p->span[i] = (flo__span){ &part->flocks[i], 0, 0 };
    p->record[0] = 0;
    for (size_t b = 0; b < p->count; b++) {
        flo__span *span = &p->span[part->flock_of[first + b]];
        if (span->count++ == 0) span->slot = part->slot_of[first + b];
        p->record[b + 1] = p->record[b] + record_of(part, first + b);
    }
    size_t begin = 0;
    for (int i = 0; i < part->flock_count; i++) {
        p->begin[i] = begin;
        begin += p->span[i].count;
    }
    for (size_t b = 0; b < p->count; b++) {
        const uint32_t flock = part->flock_of[first + b];
        p->body[p->begin[flock] + part->slot_of[first + b] - p->span[flock].slot] = (uint32_t)b;
    }
}

/* ---- columns --------------------------------------------------------------------------------------------------- */

/* A column of a flock: of which buffer, where it begins there, and where its number is in a record. */
typedef struct column {
    flo__buffer *buffer;
    size_t at, in_record, width;
} column;

static size_t columns_of(const piece *p, int flock)
{
    return PLACE_COLUMNS + STATE_COLUMNS + flo__kept_for_later(p->part, &p->part->flocks[flock]);
}

static column column_of(const piece *p, int flock, size_t number)
{
    const flo__flock *f = &p->part->flocks[flock];
    const size_t states = PLACE_COLUMNS * 8, kept = states + STATE_COLUMNS * 4, slot = p->span[flock].slot;
    if (number < PLACE_COLUMNS) return (column){ f->place, (number * f->stride + slot) * 8, number * 8, 8 };
    number -= PLACE_COLUMNS;
    if (number < STATE_COLUMNS) {
        return (column){ f->state, (number * f->stride + slot) * 4, states + number * 4, 4 };
    }
    number -= STATE_COLUMNS;            /* KEPT_HEIGHT comes first in the buffer */
    return (column){ f->height, (number * f->stride + slot) * 4, kept + number * 4, 4 };
}

static unsigned char *record_at(const piece *p, int flock, size_t i, const column *c)
{
    return p->bytes + p->record[p->body[p->begin[flock] + i]] + c->in_record;
}

/* From the device to records. */
static void take_column(const piece *p, int flock, const column *c)
{
    for (size_t i = 0; i < p->span[flock].count; i++) {
        flo__bits32 narrow = { 0 };
        flo__bits64 wide = { 0 };
        if (c->width == 4) memcpy(&narrow, p->column + i * 4, 4);
        else memcpy(&wide, p->column + i * 8, 8);
        flo__put_number(record_at(p, flock, i, c), c->width == 4 ? narrow.bits : wide.bits, (int)c->width);
    }
}

/* From records to the device. */
static void give_column(const piece *p, int flock, const column *c)
{
    for (size_t i = 0; i < p->span[flock].count; i++) {
        const uint64_t bits = flo__get_number(record_at(p, flock, i, c), (int)c->width);
        const flo__bits32 narrow = { .bits = (uint32_t)bits };
        const flo__bits64 wide = { .bits = bits };
        if (c->width == 4) memcpy(p->column + i * 4, &narrow, 4);
        else memcpy(p->column + i * 8, &wide, 8);
    }
}

/* Whether any number of a column is not 0. */
static bool has_any(const piece *p, int flock)
{
    for (size_t i = 0; i < p->span[flock].count; i++) {
        float value;
        memcpy(&value, p->column + i * 4, 4);
        if (value != 0) return true;
    }
    return false;
}

static bool is_push(size_t number)
{
    const size_t state = number - PLACE_COLUMNS;
    return number >= PLACE_COLUMNS && ((state >= STATE_FORCE && state < STATE_FORCE + 3)
                                       || (state >= STATE_TORQUE && state < STATE_TORQUE + 3));
}

static flo_status piece_read(piece *p)
{
    flo_device *device = p->part->device;
    flo_status status = FLO_OK;
    for (int i = 0; i < p->part->flock_count; i++) {
        for (size_t n = 0; p->span[i].count > 0 && n < columns_of(p, i) && !status; n++) {
            const column c = column_of(p, i, n);
            status = device->backend->read(device, c.buffer, c.at, p->column, p->span[i].count * c.width);
            if (!status) take_column(p, i, &c);
        }
    }
    return status;
}

static flo_status piece_write(piece *p)
{
    flo_device *device = p->part->device;
    flo_status status = FLO_OK;
    for (int i = 0; i < p->part->flock_count; i++) {
        for (size_t n = 0; p->span[i].count > 0 && n < columns_of(p, i) && !status; n++) {
            const column c = column_of(p, i, n);
            give_column(p, i, &c);
            if (is_push(n) && has_any(p, i)) p->span[i].flock->pushed = true;
            status = flo__write_bodies(device, c.buffer, c.at, p->column, p->span[i].count * c.width);
        }
    }
    return status;
}

static uint64_t hash_piece(const piece *p, uint64_t first)
{
    uint64_t sum = 0;
    for (size_t b = 0; b < p->count; b++) {
        sum += flo__record_hash(first + b, p->bytes + p->record[b], p->record[b + 1] - p->record[b]);
    }
    return sum;
}

/* ---- what can be a body's --------------------------------------------------------------------------------------- */

static float state_of(const unsigned char *record, int state)
{
    const size_t at = PLACE_COLUMNS * 8 + (size_t)state * 4;
    return (flo__bits32){ .bits = (uint32_t)flo__get_number(record + at, 4) }.value;
}

/* What no call would take and no step leave.  Numbers that are finite alone may not stay so in the next step. */
static const struct range { int column, count; double low, high; const char *why; } ranges[] = {
    { STATE_Q, 4, -1.01, 1.01, "its attitude is none" },
    { STATE_VELOCITY, 3, -5e3, 5e3, "it is faster than 5000 m/s" },
    { STATE_SPIN, 3, -5e5, 5e5, "it spins faster than 5e5 rad/s" },
    { STATE_MOMENTUM, 3, -1e37, 1e37, "its angular momentum is above 1e37 kg m^2/s" },
    { STATE_REST, 3, -1e3, 1e3, "what its place could not take is no rest" },
    { STATE_THROTTLE, 1, 0, 1, "its throttle is not 0 to 1" },
    { STATE_STEER, 1, -1, 1, "its rudder is not -1 to 1" },
    { STATE_AGE, 1, 0, 1, "its age is not 0 to 1" },
    { STATE_WET, 1, -1, 1.01, "its submerged share is not 0 to 1" },     /* -1 before the first step */
    { STATE_FORCE, 3, -1e15, 1e15, "the force from outside is above 1e15 N" },
    { STATE_AT, 3, -2.01e4, 2.01e4, "the force from outside acts too far from it" },
    { STATE_TORQUE, 3, -1e15, 1e15, "the torque from outside is above 1e15 N m" },
    { STATE_COMMAND, 2, -5e3, 5e3, "the velocity that it is to have is above 5000 m/s" },
    { STATE_COMMAND + 2, 1, -1e3, 1e3, "the yaw rate that it is to have is above 1000 rad/s" },
    { STATE_SMOOTHING, 1, 0, 1e6, "its smoothing is not 0 to 1e6" },
};

static const char *out_of_range(const unsigned char *record)
{
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        for (int k = 0; k < ranges[i].count; k++) {
            const double value = (double)state_of(record, ranges[i].column + k);
            if (!(value >= ranges[i].low && value <= ranges[i].high)) return ranges[i].why;
        }
    }
    return NULL;
}

/* NULL if this can be a body's, or what is wrong with it: a file may have been made by somebody else.  Any place can:
 * another sea, or a kernel of the caller's, may put a body anywhere, and it is the next step that stops it. */
static const char *unfit(const unsigned char *record)
{
    const float good = state_of(record, STATE_GOOD);
    if (!(good == 0 || good == 1)) return "whether it is good is neither 0 nor 1";
    for (int i = 0; i < STATE_COLUMNS && good == 1; i++) {
        if (i != STATE_RESIDUAL && !isfinite(state_of(record, i))) return "a number of its state is not finite";
    }
    return good == 1 ? out_of_range(record) : NULL;
}

/* ---- saving ---------------------------------------------------------------------------------------------------- */

/* What no fleet would load is not saved: it may be to take the place of what one would.  No call and no step leaves
 * such a body, but a kernel of the caller's can. */
static flo_status check_piece(const piece *p, uint64_t first)
{
    for (size_t b = 0; b < p->count; b++) {
        const char *why = unfit(p->bytes + p->record[b]);
        if (!why) continue;
        return flo__fail(FLO_BAD_BODY, "body %llu cannot be saved as it is: %s; write its state and controls first",
                         (unsigned long long)(first + b), why);
    }
    return FLO_OK;
}

static flo_status put_part(const flo_fleet *part, uint64_t first, const flo__snapshot_to *to, uint64_t *offset,
                           uint64_t *sum)
{
    piece p;
    flo_status status = piece_make(&p, part);
    for (size_t b = 0; b < part->count && !status; b += p.count) {
        piece_at(&p, b);
        status = piece_read(&p);
        if (!status) status = check_piece(&p, first + b);
        if (!status) status = to->put(to->of, *offset, p.bytes, p.record[p.count]);
        *sum += hash_piece(&p, first + b);
        *offset += p.record[p.count];
    }
    piece_free(&p);
    return status;
}

flo_status flo__records_put(const flo_fleet *fleet, uint64_t first, const flo__snapshot_to *to, uint64_t offset,
                            uint64_t *sum)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < flo__fleet_parts(fleet) && !status; i++) {
        const flo_fleet *part = flo__fleet_part(fleet, i);
        status = put_part(part, first + part->before, to, &offset, sum);
    }
    return status;
}

/* ---- checking -------------------------------------------------------------------------------------------------- */

/* Records of a run, a buffer full at a time. */
static flo_status check_run(const flo__snapshot_from *from, size_t each, uint64_t first, uint64_t count,
                            uint64_t *offset, uint64_t *sum, flo__unfit *bad)
{
    const size_t fit = PIECE_BYTES / each ? PIECE_BYTES / each : 1, most = fit < count ? fit : (size_t)count;
    unsigned char *bytes = malloc(most * each);
    flo_status status = bytes ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for %zu bytes of a snapshot", most * each);
    while (count > 0 && !status) {
        const size_t now = most < count ? most : (size_t)count;
        status = from->get(from->of, *offset, bytes, now * each);
        for (size_t i = 0; i < now && !status; i++) {
            const char *why = unfit(bytes + i * each);
            *sum += flo__record_hash(first + i, bytes + i * each, each);
            if (why && bad->count++ == 0) *bad = (flo__unfit){ 1, first + i, why };
        }
        first += now;
        count -= now;
        *offset += now * each;
    }
    free(bytes);
    return status;
}

flo_status flo__records_check(const flo__snapshot_from *from, const flo__facts *facts, uint64_t first, uint64_t count,
                              uint64_t offset, uint64_t *sum, flo__unfit *bad)
{
    flo_status status = FLO_OK;
    uint64_t skip = first;
    for (size_t i = 0; i < facts->runs.count && count > 0 && !status; i++) {
        const uint64_t *run = facts->runs.word + i * facts->runs.each;
        if (skip >= run[0]) {
            skip -= run[0];
            continue;
        }
        const uint64_t left = run[0] - skip, now = left < count ? left : count;
        status = check_run(from, flo__record_size(facts, run[1]), first, now, &offset, sum, bad);
        first += now;
        count -= now;
        skip = 0;
    }
    return status;
}

/* ---- loading --------------------------------------------------------------------------------------------------- */

/* The first of a part's bodies is body `first` in the snapshot. */
static flo_status get_part(piece *p, uint64_t first, const flo__snapshot_from *from, uint64_t *offset, uint64_t *sum,
                           bool *touched)
{
    flo_status status = FLO_OK;
    for (size_t b = 0; b < p->part->count && !status; b += p->count) {
        piece_at(p, b);
        status = from->get(from->of, *offset, p->bytes, p->record[p->count]);
        if (status) return status;
        *touched = true;
        *sum += hash_piece(p, first + b);
        *offset += p->record[p->count];
        status = piece_write(p);
    }
    return status;
}

flo_status flo__records_get(flo_fleet *fleet, uint64_t first, const flo__snapshot_from *from, uint64_t offset,
                            uint64_t sum)
{
    const int parts = flo__fleet_parts(fleet);
    piece *pieces = calloc((size_t)parts, sizeof *pieces);
    flo_status status = pieces ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for a snapshot in %d parts", parts);
    bool touched = false;
    uint64_t got = 0;
    /* All memory is had before any part is touched. */
    for (int i = 0; i < parts && !status; i++) status = piece_make(&pieces[i], flo__fleet_part(fleet, i));
    for (int i = 0; i < parts && !status; i++) {
        status = get_part(&pieces[i], first + pieces[i].part->before, from, &offset, &got, &touched);
    }
    if (!status && got != sum) status = flo__fail(FLO_BAD_FILE, "it was changed while it was read");
    for (int i = 0; i < parts && pieces; i++) piece_free(&pieces[i]);
    free(pieces);
    if (touched && status) fleet->torn = true;
    return status;
}
