/* SPDX-License-Identifier: MIT
 *
 * Snapshots of a run: the fleet's, and what the run itself has to know to go on: of which scene it is, how far its
 * files are, what its pictures and its page have seen.
 *
 * Files come first to the disk, then the snapshot that says how far they are, then its name.
 *
 * Of several ranks each writes its bodies' records; the one that speaks knows where they begin, as the others tell it
 * of what their bodies are. */
#include "run.h"

#include "../internal.h"
#include "../snapshot.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what the run keeps ---------------------------------------------------------------------------------------- */

static uint64_t hash_number(uint64_t hash, double value) { return flo__hash_word(hash, flo__bits_of(value + 0.0)); }

static uint64_t hash_three(uint64_t hash, const double v[3])
{
    return hash_number(hash_number(hash_number(hash, v[0]), v[1]), v[2]);
}

/* What an entry says of where its bodies begin, and of what they are told while they go.  Behind pushes, which could be
 * controls otherwise, comes how many there are, in bits that no finite number has; not so in version 0.5.0. */
static uint64_t hash_entry(const scene_bodies *b, bool old)
{
    uint64_t hash = flo__hash_word(FLO_HASH_START, b->count);
    const double numbers[] = { b->spacing, b->heading, b->pitch, b->roll, b->smoothing, b->yaw_rate, b->throttle,
                               b->steer };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) hash = hash_number(hash, numbers[i]);
    hash = hash_three(hash_three(hash_three(hash, b->position), b->velocity), b->angular_velocity);
    for (int i = 0; i < b->control_count; i++) {
        const scene_control *c = &b->controls[i];
        hash = hash_number(hash_number(hash_number(hash, c->time), c->throttle), c->steer);
    }
    for (int i = 0; i < b->push_count; i++) {
        const scene_push *p = &b->pushes[i];
        hash = hash_three(hash_three(hash_number(hash_number(hash, p->time), p->duration), p->force), p->at);
    }
    return b->push_count > 0 && !old ? flo__hash_word(hash, ~(uint64_t)b->push_count) : hash;
}

void run_scene_pack(const scene *s, bool old, pack *to)
{
    pack_put_double(to, s->step);
    pack_put_double(to, s->start);
    pack_put(to, (uint64_t)s->bodies_count, 8);
    for (int i = 0; i < s->bodies_count; i++) pack_put(to, hash_entry(&s->bodies[i], old), 8);
}

static void pack_file(pack *to, const run_kept_file *kept)
{
    pack_put(to, kept->there, 8);
    pack_put(to, kept->size, 8);
    pack_put(to, kept->hash, 8);
}

flo_status run_snapshot_pack(run *r, pack *to)
{
    run_kept_rows rows;
    const flo_status status = run_rows_keep(r, &rows);
    if (status) return status;
    pack_put(to, RUN_FORM, 8);
    pack_put(to, r->done, 8);
    run_scene_pack(r->model.scene, false, to);
    pack_put(to, rows.every, 8);
    pack_put(to, rows.frames, 8);
    pack_file(to, &rows.csv);
    pack_file(to, &rows.npy);
    pack_put(to, r->track != NULL, 8);
    if (r->track) run_track_keep(r, to);
    pack_put(to, r->page != NULL, 8);
    if (r->page) run_page_keep(r, to);
    return to->failed ? flo__fail(FLO_NO_MEMORY, "no memory for a snapshot") : FLO_OK;
}

/* ---- several ranks --------------------------------------------------------------------------------------------- */

/* What a rank's bodies are, as the head of a snapshot of them alone. */
static flo_status send_facts(const ranks *t, const flo__facts *facts)
{
    const uint64_t size = flo__head_size(facts);
    unsigned char *bytes = malloc((size_t)size);
    if (!bytes) t->mpi->abort(CLI_BAD_INPUT);       /* the other one waits */
    if (!bytes) return FLO_NO_MEMORY;
    flo__head_put(facts, 0, bytes);
    t->mpi->send(&size, sizeof size, 0);
    t->mpi->send(bytes, (size_t)size, 0);
    free(bytes);
    return FLO_OK;
}

static flo_status get_bytes(void *of, uint64_t offset, void *data, size_t size)
{
    memcpy(data, (const unsigned char *)of + offset, size);
    return FLO_OK;
}

static flo_status receive_facts(const ranks *t, int from, flo__facts *all)
{
    uint64_t size = 0, head = 0, sum = 0;
    t->mpi->receive(&size, sizeof size, from);
    unsigned char *bytes = malloc((size_t)size);
    if (!bytes) t->mpi->abort(CLI_BAD_INPUT);
    if (!bytes) return FLO_NO_MEMORY;
    t->mpi->receive(bytes, (size_t)size, from);
    flo__facts more;
    const flo__snapshot_from source = { get_bytes, bytes, flo__get_number(bytes + 16, 8) };
    flo_status status = flo__head_get(&source, &more, &head, &sum);
    if (!status) status = flo__facts_join(all, &more);
    flo__facts_free(&more);
    free(bytes);
    return status;
}

/* All ranks' bodies, for the one that speaks; the others keep their own. */
static flo_status gather_facts(const run *r, flo__facts *facts)
{
    const ranks *t = &r->team;
    flo_status status = ranks_agree(t, flo__facts_of(r->fleet, facts));
    if (status) return status;
    if (!ranks_speaks(t)) status = send_facts(t, facts);
    for (int from = 1; ranks_speaks(t) && from < t->where.size; from++) {
        const flo_status got = receive_facts(t, from, facts);
        if (!status) status = got;
    }
    return ranks_agree(t, status);
}

typedef struct rank_writer { const ranks *team; void *handle; const char *path; } rank_writer;

static flo_status put_by_mpi(void *of, uint64_t offset, const void *data, size_t size)
{
    const rank_writer *w = of;
    if (w->team->mpi->file_write(w->handle, offset, data, size)) return FLO_OK;
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s: %s", w->path, strerror(errno));
}

/* All ranks' records.  `head` is the size of the head, known to the one that speaks. */
static flo_status put_records(const run *r, const char *path, const char *part, uint64_t head, uint64_t own,
                              uint64_t *sum)
{
    const ranks *t = &r->team;
    char shared[4096] = "";
    if (part) snprintf(shared, sizeof shared, "%s", part);
    t->mpi->share(shared, sizeof shared, 0);
    t->mpi->share(&head, sizeof head, 0);
    rank_writer w = { t, t->mpi->file_open(shared), path };
    flo_status status = w.handle ? FLO_OK : flo__fail(FLO_CANNOT_WRITE, "cannot open %s: %s", shared, strerror(errno));
    status = ranks_agree(t, status);
    if (status) return status;
    const uint64_t at = head + t->mpi->before(own);
    status = flo__records_put(r->fleet, r->model.first, &(flo__snapshot_to){ put_by_mpi, &w }, at, sum);
    if (!t->mpi->file_close(w.handle) && !status) {
        status = flo__fail(FLO_CANNOT_WRITE, "cannot write %s: %s", path, strerror(errno));
    }
    t->mpi->reduce_whole(sum, 1, RANKS_TOTAL);
    return ranks_agree(t, status);
}

static flo_status put_head(const flo__facts *facts, uint64_t sum, flo__snapshot_file *file)
{
    const size_t size = flo__head_size(facts);
    unsigned char *bytes = malloc(size);
    if (!bytes) return flo__fail(FLO_NO_MEMORY, "no memory for a head of %zu bytes", size);
    flo__head_put(facts, sum, bytes);
    const flo__snapshot_to to = flo__snapshot_file_to(file);
    const flo_status status = to.put(to.of, 0, bytes, size);
    free(bytes);
    return status;
}

static flo_status save_ranks(run *r, const pack *own, const char *path)
{
    const ranks *t = &r->team;
    const bool speaks = ranks_speaks(t);
    flo__facts facts = { 0 };
    flo__snapshot_file file = { .handle = -1 };
    uint64_t sum = 0;
    flo_status status = gather_facts(r, &facts);
    facts.extra = speaks ? own->at : NULL;          /* ours for the moment */
    facts.extra_size = speaks ? own->size : 0;
    if (!status) status = ranks_agree(t, speaks ? flo__snapshot_file_make(&file, path) : FLO_OK);
    if (!status) {
        flo__facts mine = { 0 };
        status = ranks_agree(t, flo__facts_of(r->fleet, &mine));
        const uint64_t size = flo__facts_size(&mine, mine.count);
        flo__facts_free(&mine);
        if (!status) status = put_records(r, path, file.part, flo__head_size(&facts), size, &sum);
    }
    if (!status && speaks) status = put_head(&facts, sum, &file);
    if (!status && speaks) status = flo__snapshot_file_end(&file);
    else if (speaks) flo__snapshot_file_drop(&file);
    facts.extra = NULL;
    flo__facts_free(&facts);
    return ranks_agree(t, status);
}

/* ---- those that are kept --------------------------------------------------------------------------------------- */

/* A snapshot of ours, by which it is known again: another run may have written one under its name. */
struct run_saved {
    char *path;
    struct stat is;
    run_saved *next;
};

static bool is_as_it_was(const run_saved *saved)
{
    struct stat now;
    const struct stat *then = &saved->is;
    return lstat(saved->path, &now) == 0 && now.st_dev == then->st_dev && now.st_ino == then->st_ino
           && now.st_size == then->st_size && now.st_mtim.tv_sec == then->st_mtim.tv_sec
           && now.st_mtim.tv_nsec == then->st_mtim.tv_nsec;
}

static void drop_oldest(run *r)
{
    run_saved *oldest = r->saved;
    r->saved = oldest->next;
    free(oldest->path);
    free(oldest);
}

void run_snapshot_close(run *r)
{
    while (r->saved) drop_oldest(r);
}

/* Removes what is older than the newest that are kept; the new one has its name by now.  By the rank that speaks.  What
 * cannot be remembered stays, and all does after one that cannot be removed. */
static void keep_newest(run *r, const char *path)
{
    run_saved *added = calloc(1, sizeof *added), **end = &r->saved;
    uint64_t count = 1;
    for (; *end; end = &(*end)->next) count++;
    if (added) added->path = strdup(path);
    if (!added || !added->path || lstat(path, &added->is) != 0) {
        if (added) free(added->path);
        free(added);
        return;
    }
    *end = added;
    for (; count > r->snapshots_kept; count--) {
        if (is_as_it_was(r->saved) && unlink(r->saved->path) != 0 && errno != ENOENT) {
            run_warn(r, "cannot remove %s, older than what --keep %llu keeps: %s; snapshots stay from there on",
                     r->saved->path, (unsigned long long)r->snapshots_kept, strerror(errno));
            r->snapshots_kept = 0;
            return;
        }
        drop_oldest(r);
    }
}

/* ---- saving ---------------------------------------------------------------------------------------------------- */

static bool is_there(const char *path)
{
    struct stat what;
    return path && lstat(path, &what) == 0;
}

flo_status run_snapshot_save(run *r)
{
    const size_t room = strlen(r->out.path) + 48;
    char *path = malloc(room);
    pack own = { .at = NULL };
    flo_status status = path ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the name of a snapshot");
    status = ranks_agree(&r->team, status);
    if (path) snprintf(path, room, "%s/snapshot-%llu.flo", r->out.path, (unsigned long long)r->done);
    if (!status) status = ranks_agree(&r->team, run_snapshot_pack(r, &own));
    const bool was_there = is_there(path);      /* it is written anew, and stays as one that is not ours */
    if (!status && ranks_many(&r->team)) status = save_ranks(r, &own, path);
    else if (!status) status = flo__fleet_save(r->fleet, own.at, own.size, path);
    if (!status || is_there(path)) {    /* one that failed may have its name, if its folder could not be synced */
        r->out.used = true;
        run_rows_stay(r);
    }
    if (!status && r->snapshots_kept > 0 && ranks_speaks(&r->team) && !was_there) keep_newest(r, path);
    pack_free(&own);
    free(path);
    return status;
}
