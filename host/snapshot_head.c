/* SPDX-License-Identifier: MIT
 *
 * The head of a snapshot, as bytes (host/snapshot.h has the layout).
 *
 * Nothing of a file is believed before the hash of the head is right, and after that nothing is taken for a size or a
 * number of something that could not be one: whoever writes files to do harm can make hashes, too. */
#include "snapshot.h"

#include <stdlib.h>
#include <string.h>

static const unsigned char magic[8] = { 0x89, 'F', 'L', 'O', '\r', '\n', 0x1A, '\n' };

enum { BYTE_ORDER_MARK = 0x01020304, COLUMNS = PLACE_COLUMNS << 16 | STATE_COLUMNS };

/* A part of the head: where it stands, and of how many bytes. */
enum { AT_VERSION = 8, AT_ORDER = 12, AT_SIZE = 16, AT_HEAD_SIZE = 24, AT_SUM = 32, AT_BASE = 40, AT_DT = 48,
       AT_SINCE = 56, AT_STEPS = 64, AT_TOLERANCE = 72, AT_COUNT = 80, AT_INTEGRATOR = 88, AT_WAVES = 92, AT_SEAS = 96,
       AT_HULLS = 100, AT_KINDS = 104, AT_COLUMNS = 108, AT_RUNS = 112, AT_EXTRA = 120 };

/* ---- writing --------------------------------------------------------------------------------------------------- */

static size_t words_of(const flo__words *list) { return list->count * list->each; }

size_t flo__head_size(const flo__facts *f)
{
    const size_t words = words_of(&f->seas) + words_of(&f->hulls) + words_of(&f->kinds) + words_of(&f->runs);
    return FLO__SNAPSHOT_LEAST + 8 * words + f->extra_size;
}

static unsigned char *put_words(unsigned char *to, const flo__words *list)
{
    for (size_t i = 0; i < words_of(list); i++, to += 8) flo__put_number(to, list->word[i], 8);
    return to;
}

void flo__head_put(const flo__facts *f, uint64_t sum, unsigned char *bytes)
{
    const size_t size = flo__head_size(f);
    memcpy(bytes, magic, sizeof magic);
    flo__put_number(bytes + AT_VERSION, FLO__SNAPSHOT_VERSION, 4);
    flo__put_number(bytes + AT_ORDER, BYTE_ORDER_MARK, 4);
    flo__put_number(bytes + AT_SIZE, size + flo__facts_size(f, f->count), 8);
    flo__put_number(bytes + AT_HEAD_SIZE, size, 8);
    flo__put_number(bytes + AT_SUM, sum, 8);
    flo__put_number(bytes + AT_BASE, flo__bits_of(f->base), 8);
    flo__put_number(bytes + AT_DT, flo__bits_of(f->dt), 8);
    flo__put_number(bytes + AT_SINCE, f->since, 8);
    flo__put_number(bytes + AT_STEPS, f->steps, 8);
    flo__put_number(bytes + AT_TOLERANCE, flo__bits_of(f->tolerance), 8);
    flo__put_number(bytes + AT_COUNT, f->count, 8);
    flo__put_number(bytes + AT_INTEGRATOR, f->integrator, 4);
    flo__put_number(bytes + AT_WAVES, f->waves, 4);
    flo__put_number(bytes + AT_SEAS, f->seas.count, 4);
    flo__put_number(bytes + AT_HULLS, f->hulls.count, 4);
    flo__put_number(bytes + AT_KINDS, f->kinds.count, 4);
    flo__put_number(bytes + AT_COLUMNS, COLUMNS, 4);
    flo__put_number(bytes + AT_RUNS, f->runs.count, 8);
    flo__put_number(bytes + AT_EXTRA, f->extra_size, 8);
    unsigned char *to = put_words(bytes + FLO__SNAPSHOT_FIXED, &f->seas);
    to = put_words(put_words(put_words(to, &f->hulls), &f->kinds), &f->runs);
    if (f->extra_size > 0) memcpy(to, f->extra, f->extra_size);
    flo__put_number(bytes + size - 8, flo__hash_bytes(FLO_HASH_START, bytes, size - 8), 8);
}

/* ---- reading --------------------------------------------------------------------------------------------------- */

static uint32_t get4(const unsigned char *bytes, size_t at) { return (uint32_t)flo__get_number(bytes + at, 4); }
static uint64_t get8(const unsigned char *bytes, size_t at) { return flo__get_number(bytes + at, 8); }

/* What can be said of the first bytes, and of how many there are. */
static flo_status check_fixed(const unsigned char *bytes, uint64_t size)
{
    if (size == 0) return flo__fail(FLO_BAD_FILE, "it is empty");
    if (memcmp(bytes, magic, size < sizeof magic ? (size_t)size : sizeof magic) != 0) {
        return flo__fail(FLO_BAD_FILE, "it is no snapshot: it does not begin as one does");
    }
    if (size < FLO__SNAPSHOT_LEAST) {
        return flo__fail(FLO_BAD_FILE, "it is cut short: it has %llu bytes, and no snapshot has fewer than %d",
                         (unsigned long long)size, FLO__SNAPSHOT_LEAST);
    }
    const uint32_t order = get4(bytes, AT_ORDER), version = get4(bytes, AT_VERSION);
    if (order == 0x04030201) {
        return flo__fail(FLO_BAD_FILE, "its numbers are big endian; those of a snapshot are little endian");
    }
    if (order != BYTE_ORDER_MARK) return flo__fail(FLO_BAD_FILE, "it is damaged: its mark of byte order is wrong");
    if (version != FLO__SNAPSHOT_VERSION) {
        return flo__fail(FLO_BAD_FILE, "it is a snapshot of version %u; this library reads version %d", version,
                         FLO__SNAPSHOT_VERSION);
    }
    const uint64_t whole = get8(bytes, AT_SIZE);
    if (whole != size) {
        return flo__fail(FLO_BAD_FILE, "it is %s: it has %llu bytes, and says that it has %llu",
                         size < whole ? "cut short" : "too long", (unsigned long long)size, (unsigned long long)whole);
    }
    return FLO_OK;
}

static const unsigned char *get_words(flo__words *list, size_t count, size_t each, const unsigned char *from)
{
    *list = (flo__words){ malloc((count * each + 1) * sizeof *list->word), count, count, each };
    for (size_t i = 0; list->word && i < count * each; i++, from += 8) list->word[i] = flo__get_number(from, 8);
    return from;
}

/* Sizes that add up to the head's; none of them can be more than that. */
static bool sizes_fit(const unsigned char *bytes, uint64_t head)
{
    const double words = (double)get4(bytes, AT_SEAS) * FLO__SEA_WORDS + (double)get4(bytes, AT_HULLS) * FLO__HULL_WORDS
                         + (double)get4(bytes, AT_KINDS) * FLO__KIND_WORDS + 2.0 * (double)get8(bytes, AT_RUNS);
    const double most = (double)head, all = FLO__SNAPSHOT_LEAST + 8 * words + (double)get8(bytes, AT_EXTRA);
    if (!(all <= 2 * most)) return false;       /* so that nothing below wraps; doubles are exact enough for that */
    const uint64_t sum = get4(bytes, AT_SEAS) * (uint64_t)FLO__SEA_WORDS
                         + get4(bytes, AT_HULLS) * (uint64_t)FLO__HULL_WORDS
                         + get4(bytes, AT_KINDS) * (uint64_t)FLO__KIND_WORDS + 2 * get8(bytes, AT_RUNS);
    return FLO__SNAPSHOT_LEAST + 8 * sum + get8(bytes, AT_EXTRA) == head;
}

/* What lists say of each other, and of the size of all. */
static bool facts_fit(const flo__facts *f, uint64_t records)
{
    uint64_t bodies = 0, size = 0;
    for (size_t i = 0; i < f->kinds.count; i++) {
        const uint64_t *kind = f->kinds.word + i * f->kinds.each;
        if (kind[FLO__KIND_HULL] >= f->hulls.count || kind[FLO__KIND_SEA] >= f->seas.count) return false;
        if (kind[FLO__KIND_KEPT] > records / 4) return false;
    }
    for (size_t i = 0; i < f->runs.count; i++) {
        const uint64_t *run = f->runs.word + i * f->runs.each;
        if (run[1] >= f->kinds.count || run[0] == 0 || run[0] >= UINT32_MAX) return false;
        const uint64_t each = flo__record_size(f, run[1]);
        if (run[0] > (records - size) / each) return false;
        size += run[0] * each;
        bodies += run[0];
    }
    return bodies == f->count && bodies < UINT32_MAX && size == records;
}

static flo_status parse(const unsigned char *bytes, uint64_t head, flo__facts *f)
{
    *f = (flo__facts){ .count = get8(bytes, AT_COUNT), .base = flo__value_of(get8(bytes, AT_BASE)),
                       .dt = flo__value_of(get8(bytes, AT_DT)), .since = get8(bytes, AT_SINCE),
                       .steps = get8(bytes, AT_STEPS), .tolerance = flo__value_of(get8(bytes, AT_TOLERANCE)),
                       .integrator = get4(bytes, AT_INTEGRATOR), .waves = get4(bytes, AT_WAVES),
                       .extra_size = (size_t)get8(bytes, AT_EXTRA) };
    const unsigned char *from = bytes + FLO__SNAPSHOT_FIXED;
    from = get_words(&f->seas, get4(bytes, AT_SEAS), FLO__SEA_WORDS, from);
    from = get_words(&f->hulls, get4(bytes, AT_HULLS), FLO__HULL_WORDS, from);
    from = get_words(&f->kinds, get4(bytes, AT_KINDS), FLO__KIND_WORDS, from);
    from = get_words(&f->runs, (size_t)get8(bytes, AT_RUNS), 2, from);
    f->extra = malloc(f->extra_size + 1);
    if (!f->seas.word || !f->hulls.word || !f->kinds.word || !f->runs.word || !f->extra) {
        return flo__fail(FLO_NO_MEMORY, "no memory for a head of %llu bytes", (unsigned long long)head);
    }
    memcpy(f->extra, from, f->extra_size);
    if (get4(bytes, AT_COLUMNS) != COLUMNS || !facts_fit(f, get8(bytes, AT_SIZE) - head)) {
        return flo__fail(FLO_BAD_FILE, "it is damaged: what it says of its bodies does not fit together");
    }
    if (!(fabs(f->base) <= FLO__MOST_TIME) || !(fabs(f->base + (double)f->since * f->dt) <= FLO__MOST_TIME)
        || !(f->dt < 0 || (f->dt >= 1e-6 && f->dt <= 10)) || (f->dt < 0 && f->since > 0)) {
        return flo__fail(FLO_BAD_FILE, "it is damaged: it is of %g s and %llu steps of %g s, which no fleet can be at",
                         f->base, (unsigned long long)f->since, f->dt);
    }
    return FLO_OK;
}

/* A fleet has done all the steps since its time was last set, or more, and none has done more than it could count. */
static flo_status check_steps(const flo__facts *f)
{
    if (f->steps >= f->since && f->steps <= INT64_MAX) return FLO_OK;
    return flo__fail(FLO_BAD_FILE, "it is damaged: it has done %llu steps, and %llu of them since its time was set",
                     (unsigned long long)f->steps, (unsigned long long)f->since);
}

static flo_status read_head(const flo__snapshot_from *from, const unsigned char *fixed, flo__facts *f, uint64_t *sum)
{
    const uint64_t size = get8(fixed, AT_HEAD_SIZE);
    if (size > from->size || size < FLO__SNAPSHOT_LEAST) {
        return flo__fail(FLO_BAD_FILE, "it is damaged: its head would have %llu bytes, of %llu",
                         (unsigned long long)size, (unsigned long long)from->size);
    }
    unsigned char *bytes = malloc((size_t)size);
    if (!bytes) {
        return flo__fail(FLO_NO_MEMORY, "no memory for a head of %llu bytes", (unsigned long long)size);
    }
    flo_status status = from->get(from->of, 0, bytes, (size_t)size);
    const bool whole = !status && memcmp(bytes, fixed, FLO__SNAPSHOT_FIXED) == 0
                       && flo__hash_bytes(FLO_HASH_START, bytes, (size_t)size - 8) == get8(bytes, (size_t)size - 8);
    if (!status && !whole) status = flo__fail(FLO_BAD_FILE, "it is damaged: the checksum of its head is wrong");
    if (!status && !sizes_fit(bytes, size)) {
        status = flo__fail(FLO_BAD_FILE, "it is damaged: the parts of its head do not add up to %llu bytes",
                           (unsigned long long)size);
    }
    if (!status) status = parse(bytes, size, f);
    if (!status) status = check_steps(f);
    *sum = status ? 0 : get8(bytes, AT_SUM);
    free(bytes);
    return status;
}

flo_status flo__head_get(const flo__snapshot_from *from, flo__facts *facts, uint64_t *head_size, uint64_t *sum)
{
    unsigned char fixed[FLO__SNAPSHOT_LEAST] = { 0 };
    const size_t first = from->size < sizeof fixed ? (size_t)from->size : sizeof fixed;
    *facts = (flo__facts){ 0 };
    flo_status status = first > 0 ? from->get(from->of, 0, fixed, first) : FLO_OK;
    if (!status) status = check_fixed(fixed, from->size);
    if (!status) status = read_head(from, fixed, facts, sum);
    *head_size = get8(fixed, AT_HEAD_SIZE);
    return status;
}

void flo__snapshot_mend(unsigned char *bytes, size_t size)
{
    if (size < FLO__SNAPSHOT_LEAST) return;
    const uint64_t head = get8(bytes, AT_HEAD_SIZE);
    flo__put_number(bytes + AT_SIZE, size, 8);
    if (head < FLO__SNAPSHOT_LEAST || head > size || !sizes_fit(bytes, head)) return;
    flo__facts facts;
    uint64_t at = head, body = 0, sum = 0;
    const flo_status status = parse(bytes, head, &facts);
    for (size_t i = 0; i < facts.runs.count && !status; i++) {
        const uint64_t *run = facts.runs.word + i * facts.runs.each;
        const size_t each = flo__record_size(&facts, run[1]);
        for (uint64_t b = 0; b < run[0]; b++, at += each) sum += flo__record_hash(body++, bytes + at, each);
    }
    flo__facts_free(&facts);
    if (!status) flo__put_number(bytes + AT_SUM, sum, 8);
    flo__put_number(bytes + head - 8, flo__hash_bytes(FLO_HASH_START, bytes, (size_t)head - 8), 8);
}
