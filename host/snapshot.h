/* SPDX-License-Identifier: MIT
 *
 * Snapshots: a fleet's whole state as bytes, from which it goes on, here or elsewhere, as if it had never stopped.
 *
 * A snapshot is a head and records.  The head tells of what the fleet is made: bodies in runs of kinds, each kind of a
 * hull, a mode and a sea, whose numbers are told as well, so that a snapshot of another fleet is refused by name.  The
 * records are those of the bodies, in their order: places, states, and for the push by change the heights above their
 * samples.  Nothing in them depends on the device, on its lanes or parts, or on how bodies stand on it.
 *
 * All numbers are little endian.  The head:
 *
 *      0  magic, 8 bytes                   40  f64 base                 88  u32 integrator      112  u64 runs
 *      8  u32 version                      48  f64 dt                   92  u32 waves           120  u64 extra bytes
 *     12  u32 byte order, 0x01020304       56  u64 since                96  u32 seas
 *     16  u64 size of all                  64  u64 steps               100  u32 hulls
 *     24  u64 size of the head             72  f64 tolerance           104  u32 kinds
 *     32  u64 sum of the records' hashes   80  u64 bodies              108  u32 columns of places and states
 *
 * then the words of seas, hulls and kinds, 8 bytes each; runs, a count and a kind each; the extra bytes of whoever
 * wrote it; and a hash of all of the head before it.  The hash of a record begins with the number of its body; as they
 * are added up, several writers can share the records out.
 *
 *   snapshot_facts.c    what a fleet is made of, and what two of them differ in
 *   snapshot_head.c     the head, as bytes
 *   snapshot_records.c  bodies, as bytes
 *   snapshot.c          the whole, from and to memory and files
 *   snapshot_file.c     files, whole or not there */
#ifndef FLO_SNAPSHOT_H
#define FLO_SNAPSHOT_H

#include "bytes.h"
#include "fleet.h"

enum { FLO__SNAPSHOT_VERSION = 1, FLO__SNAPSHOT_FIXED = 128, FLO__SNAPSHOT_LEAST = FLO__SNAPSHOT_FIXED + 8 };

/* Where a snapshot goes to or comes from. */
typedef struct flo__snapshot_to {
    flo_status (*put)(void *of, uint64_t offset, const void *data, size_t size);
    void *of;
} flo__snapshot_to;

typedef struct flo__snapshot_from {
    flo_status (*get)(void *of, uint64_t offset, void *data, size_t size);
    void *of;
    uint64_t size;
} flo__snapshot_from;

/* ---- facts (host/snapshot_facts.c) ------------------------------------------------------------------------------ */

enum { FLO__SEA_WORDS = 13, FLO__HULL_WORDS = 66 };

/* The words of a kind. */
enum flo__kind_word {
    FLO__KIND_HULL, FLO__KIND_MODE, FLO__KIND_SEA,
    FLO__KIND_DEGREE, FLO__KIND_EXPANDED, FLO__KIND_PIECES, FLO__KIND_SAMPLES, FLO__KIND_CUT,
    FLO__KIND_KEPT,                     /* numbers of a body's samples that are kept */
    FLO__KIND_WORDS
};

/* A list of entries of as many words each. */
typedef struct flo__words {
    uint64_t *word;
    size_t count, room, each;
} flo__words;

typedef struct flo__facts {
    uint64_t count;                     /* bodies */
    double base, dt, tolerance;
    uint64_t since, steps, integrator, waves;
    flo__words seas, hulls, kinds, runs;    /* the words of a run: count, kind */
    unsigned char *extra;
    size_t extra_size;
} flo__facts;

/* All are freed by flo__facts_free, whatever comes back. */
flo_status flo__facts_of(const flo_fleet *fleet, flo__facts *facts);
void flo__facts_free(flo__facts *facts);

/* Adds the bodies of another fleet behind its own. */
flo_status flo__facts_join(flo__facts *facts, const flo__facts *more);

/* Adds an entry to a list. */
flo_status flo__words_add(flo__words *list, const uint64_t *entry);

/* A number with as few digits as tell it from all others. */
enum { FLO__NUMBER_SIZE = 32 };
void flo__say_number(char text[FLO__NUMBER_SIZE], double value);

/* FLO_BAD_VALUE says how a fleet differs from the snapshot's bodies from `first` on. */
flo_status flo__facts_compare(const flo__facts *snapshot, uint64_t first, const flo__facts *fleet);

/* Bytes of a body's record, with so many numbers of its samples; and of one of a kind. */
static inline size_t flo__record_bytes(size_t kept) { return PLACE_COLUMNS * 8 + STATE_COLUMNS * 4 + kept * 4; }

static inline size_t flo__record_size(const flo__facts *facts, uint64_t kind)
{
    return flo__record_bytes((size_t)facts->kinds.word[kind * facts->kinds.each + FLO__KIND_KEPT]);
}

/* Bytes of the records of the first `count` bodies. */
uint64_t flo__facts_size(const flo__facts *facts, uint64_t count);

/* ---- the head (host/snapshot_head.c) ---------------------------------------------------------------------------- */

size_t flo__head_size(const flo__facts *facts);

/* `bytes` are as many as flo__head_size() tells. */
void flo__head_put(const flo__facts *facts, uint64_t sum, unsigned char *bytes);

/* Reads and checks the head: FLO_BAD_FILE says what is wrong with it. */
flo_status flo__head_get(const flo__snapshot_from *from, flo__facts *facts, uint64_t *head_size, uint64_t *sum);

/* Makes the checksums right again of a snapshot in memory that somebody has changed, as far as it can be told what is
 * head and what are records: for tests, which want to come further than that. */
void flo__snapshot_mend(unsigned char *bytes, size_t size);

/* ---- records (host/snapshot_records.c) -------------------------------------------------------------------------- */

/* How many numbers of each body's samples must be kept for later steps. */
size_t flo__kept_for_later(const flo_fleet *fleet, const flo__flock *flock);

static inline uint64_t flo__record_hash(uint64_t body, const unsigned char *record, size_t size)
{
    return flo__hash_bytes(flo__hash_word(FLO_HASH_START, body), record, size);
}

/* Puts the records of all bodies of a fleet from `offset` on.  In the snapshot the first of them is body `first`; adds
 * their hashes to `sum`. */
flo_status flo__records_put(const flo_fleet *fleet, uint64_t first, const flo__snapshot_to *to, uint64_t offset,
                            uint64_t *sum);

/* Looks at the records of `count` bodies from `first` on, the first at `offset`: adds their hashes to `sum`, and to
 * `unfit`, if any cannot be a body's, which. */
typedef struct flo__unfit { uint64_t count, first; const char *why; } flo__unfit;
flo_status flo__records_check(const flo__snapshot_from *from, const flo__facts *facts, uint64_t first, uint64_t count,
                              uint64_t offset, uint64_t *sum, flo__unfit *unfit);

/* Brings records to a fleet's bodies, of which the first is body `first` in the snapshot.  FLO_BAD_FILE: the sum of
 * their hashes is not `sum`, so that they are others than were checked.  The fleet is torn if that fails halfway. */
flo_status flo__records_get(flo_fleet *fleet, uint64_t first, const flo__snapshot_from *from, uint64_t offset,
                            uint64_t sum);

/* ---- the whole (host/snapshot.c) -------------------------------------------------------------------------------- */

/* All of a fleet that is the whole snapshot, with extra bytes. */
flo_status flo__snapshot_put(const flo_fleet *fleet, const void *extra, size_t extra_size, const flo__snapshot_to *to);

/* A snapshot that is being loaded: its head was checked and compared. */
typedef struct flo__snapshot {
    flo__snapshot_from from;
    flo__facts facts;
    uint64_t head_size, sum;
} flo__snapshot;

/* Reads the head. */
flo_status flo__snapshot_begin(flo__snapshot *s, const flo__snapshot_from *from);

/* Whether a fleet is that of the snapshot's bodies from `first` on. */
flo_status flo__snapshot_compare(const flo__snapshot *s, const flo_fleet *fleet, uint64_t first);

/* Looks at the records of the fleet's bodies: the sum of their hashes, and what cannot be a body's. */
typedef struct flo__looked { uint64_t sum; flo__unfit unfit; } flo__looked;
flo_status flo__snapshot_look(const flo__snapshot *s, const flo_fleet *fleet, uint64_t first, flo__looked *looked);

/* Whether what was looked at is good, when the sum of all of the snapshot's records is known: what is damaged is said
 * to be that, and not of bodies that cannot be. */
flo_status flo__snapshot_judge(const flo__snapshot *s, uint64_t sum, const flo__looked *looked);

/* Brings to the fleet what was looked at and found good.  The fleet is torn if that fails halfway, or if the bytes
 * have changed since (FLO_BAD_FILE). */
flo_status flo__snapshot_load(const flo__snapshot *s, flo_fleet *fleet, uint64_t first, const flo__looked *looked);
void flo__snapshot_end(flo__snapshot *s);

/* All of it, for a fleet that is all of it. */
flo_status flo__snapshot_load_whole(flo_fleet *fleet, const flo__snapshot_from *from);

/* ---- files (host/snapshot_file.c) ------------------------------------------------------------------------------- */

/* A snapshot's file that is being written, under a temporary name; it is locked, so that others can tell that somebody
 * is at work on it. */
typedef struct flo__snapshot_file {
    int handle;                         /* -1: none */
    char *part;
    const char *path;
} flo__snapshot_file;

flo_status flo__snapshot_file_make(flo__snapshot_file *file, const char *path);
flo__snapshot_to flo__snapshot_file_to(flo__snapshot_file *file);

/* Brings it to the disk and gives it its name; or removes it. */
flo_status flo__snapshot_file_end(flo__snapshot_file *file);
void flo__snapshot_file_drop(flo__snapshot_file *file);

/* A file that is read. */
typedef struct flo__snapshot_source { int handle; const char *path; } flo__snapshot_source;
flo_status flo__snapshot_file_open(flo__snapshot_source *source, const char *path, flo__snapshot_from *from);
void flo__snapshot_file_close(flo__snapshot_source *source);

/* flo_fleet_save() with extra bytes. */
flo_status flo__fleet_save(flo_fleet *fleet, const void *extra, size_t extra_size, const char *path);

#endif
