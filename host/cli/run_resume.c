/* SPDX-License-Identifier: MIT
 *
 * A run that goes on from a snapshot.  All of the snapshot is looked at, and whether it is of this scene, before the
 * fleet gets anything of it.  What it says of the rows that the folder has is for host/cli/run_rows.c, which asks here
 * what is to be done without them. */
#include "run.h"

#include "../internal.h"
#include "../snapshot.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct run_resume {
    const char *file;
    flo__snapshot_source source;
    flo__snapshot snapshot;
    flo__looked looked;         /* at this process's bodies */
    pack own;                   /* what the run kept of its own */
    bool old;                   /* it does not know all of its rows */
    run_kept_rows rows;
    bool tracked, paged;        /* it has what pictures and page saw */
};

static flo_status other_scene(const run *r, const char *what, double there, double here)
{
    char old[FLO__NUMBER_SIZE], now[FLO__NUMBER_SIZE];
    flo__say_number(old, there);
    flo__say_number(now, here);
    return flo__fail(FLO_BAD_VALUE, "it is of another scene than %s: %s is %s there, and %s here",
                     r->model.scene->file, what, old, now);
}

static flo_status compare_scene(const run *r, pack *own)
{
    const scene *s = r->model.scene;
    pack here = { .at = NULL };
    run_scene_pack(s, r->resume->old, &here);
    const double step = pack_get_double(own), start = pack_get_double(own);
    const uint64_t entries = pack_get(own, 8);
    flo_status status = FLO_OK;
    here.read = 3 * 8;
    if (here.failed) status = flo__fail(FLO_NO_MEMORY, "no memory to compare scenes");
    else if (step < s->step || step > s->step) status = other_scene(r, "time.step", step, s->step);
    else if (start < s->start || start > s->start) status = other_scene(r, "time.start", start, s->start);
    else if (entries != (uint64_t)s->bodies_count) {
        status = other_scene(r, "the number of entries in bodies", (double)entries, s->bodies_count);
    }
    for (int i = 0; i < s->bodies_count && !status; i++) {
        if (pack_get(own, 8) == pack_get(&here, 8)) continue;
        status = flo__fail(FLO_BAD_VALUE, "it is of another scene than %s: bodies[%d] begin otherwise, or have other "
                           "controls or pushes", s->file, i);
    }
    pack_free(&here);
    return status;
}

static void get_file(pack *own, run_kept_file *kept)
{
    kept->there = pack_get(own, 8) != 0;
    kept->size = pack_get(own, 8);
    kept->hash = pack_get(own, 8);
}

/* Looks whether there is something of pictures and page, and stays before it. */
static void look_ahead(run_resume *resume)
{
    pack ahead = resume->own;
    resume->tracked = pack_get(&ahead, 8) != 0;
    if (resume->tracked) run_track_skip(&ahead);
    resume->paged = pack_get(&ahead, 8) != 0;
}

/* Up to what pictures and page have kept. */
static flo_status read_own(run *r, run_resume *resume)
{
    pack *own = &resume->own;
    const flo__facts *facts = &resume->snapshot.facts;
    *own = (pack){ .at = facts->extra, .size = facts->extra_size };
    if (own->size == 0) {
        return flo__fail(FLO_BAD_VALUE, "it is a snapshot of a fleet that was written by flo_fleet_save(), and says "
                         "nothing of a scene");
    }
    const uint64_t form = pack_get(own, 8);
    resume->old = form < RUN_FORM;
    if (form > RUN_FORM) return flo__fail(FLO_BAD_FILE, "it was written by a later version of flotilla");
    r->begun = r->done = resume->old ? form : pack_get(own, 8);
    const flo_status status = compare_scene(r, own);
    resume->rows.every = pack_get(own, 8);
    resume->rows.frames = pack_get(own, 8);
    get_file(own, &resume->rows.csv);
    get_file(own, &resume->rows.npy);
    if (status) return status;
    look_ahead(resume);
    if (own->failed || r->begun != facts->steps) {
        return flo__fail(FLO_BAD_FILE, "what it keeps of the run is damaged");
    }
    if (r->steps >= r->begun) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "it is of step %llu, and the run has %llu steps in all: --steps is the total",
                     (unsigned long long)r->begun, (unsigned long long)r->steps);
}

static flo_status compare(run *r, run_resume *resume)
{
    const flo__snapshot *s = &resume->snapshot;
    if (s->facts.count != r->model.body_count) {
        return other_scene(r, "the number of bodies", (double)s->facts.count, (double)r->model.body_count);
    }
    const flo_status status = read_own(r, resume);
    return status ? status : flo__snapshot_compare(s, r->fleet, r->model.first);
}

/* Each rank its own bodies; the sum of all is what counts. */
static flo_status check(run *r, run_resume *resume)
{
    flo__looked *looked = &resume->looked;
    flo_status status = flo__snapshot_look(&resume->snapshot, r->fleet, r->model.first, looked);
    status = ranks_agree(&r->team, status);
    if (status) return status;
    uint64_t sum = looked->sum;
    if (ranks_many(&r->team)) r->team.mpi->reduce_whole(&sum, 1, RANKS_TOTAL);
    return ranks_agree(&r->team, flo__snapshot_judge(&resume->snapshot, sum, looked));
}

static flo_status open_snapshot(run *r, const char *file)
{
    flo__snapshot_from from;
    run_resume *resume = r->resume = calloc(1, sizeof *resume);
    if (!resume) return flo__fail(FLO_NO_MEMORY, "no memory to resume from %s", file);
    resume->file = file;
    resume->source.handle = -1;
    flo_status status = flo__snapshot_file_open(&resume->source, file, &from);
    if (status) return status;
    status = flo__snapshot_begin(&resume->snapshot, &from);
    if (!status) status = compare(r, resume);
    return status ? flo__fail_more(status, "cannot resume from %s", file) : FLO_OK;
}

flo_status run_resume_open(run *r, const char *file)
{
    const flo_status status = ranks_agree(&r->team, open_snapshot(r, file));
    if (status) return status;
    const flo_status checked = check(r, r->resume);
    return checked ? flo__fail_more(checked, "cannot resume from %s", file) : FLO_OK;
}

const run_kept_rows *run_resume_rows(const run *r)
{
    return r->resume ? &r->resume->rows : NULL;
}

bool run_resume_knows_rows(const run *r) { return r->resume && !r->resume->old; }

static bool is_in(const char *file, const char *place)
{
    struct stat here, there;
    char *where = strdup(file);
    char *slash = where ? strrchr(where, '/') : NULL;
    if (slash) slash[slash == where] = '\0';
    const bool same = where && stat(slash ? where : ".", &there) == 0 && stat(place, &here) == 0
                      && here.st_dev == there.st_dev && here.st_ino == there.st_ino;
    free(where);
    return same;
}

/* Whether the snapshot lies in the folder that is written to, itself or a link to it. */
static bool is_at_home(const run *r)
{
    char *const file = realpath(r->resume->file, NULL);
    const bool is = is_in(r->resume->file, r->out.path) || (file && is_in(file, r->out.path));
    free(file);
    return is;
}

static flo_status refuse_other_file(const run *r, const char *key, bool now, bool before)
{
    if (now == before) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "cannot resume from %s into the same folder: %s was %s, and is %s; take another "
                     "folder", r->resume->file, key, before ? "true" : "false", now ? "true" : "false");
}

/* Files of rows are those that the run had; what has no beginning there may begin now, but nothing is lost. */
flo_status run_resume_check_files(const run *r)
{
    const scene_output *out = &r->model.scene->output;
    const run_resume *resume = r->resume;
    if (!resume || !is_at_home(r)) return FLO_OK;
    const run_kept_rows *kept = &resume->rows;
    flo_status status = FLO_OK;
    if (kept->csv.there || kept->npy.there) {
        status = refuse_other_file(r, "output.csv", out->csv, kept->csv.there);
        if (!status) status = refuse_other_file(r, "output.npy", out->npy, kept->npy.there);
    }
    if (!status && resume->paged) status = refuse_other_file(r, "output.page", out->page, true);
    if (!status && resume->tracked) status = refuse_other_file(r, "output.plot", out->plot, true);
    return status;
}

/* The first step that is looked at: the next multiple, where the snapshot is of none; or the last step, if it comes
 * before that. */
static uint64_t first_look(const run *r, uint64_t every)
{
    const uint64_t over = r->begun % every, left = r->steps - r->begun;
    const uint64_t wait = over == 0 ? 0 : every - over;
    return r->begun + (wait < left ? wait : left);
}

flo_status run_resume_without_rows(run *r)
{
    const run_kept_rows *kept = &r->resume->rows;
    const uint64_t every = r->model.scene->output.every;
    const char *const path = r->out.path;
    if (!(kept->csv.there || kept->npy.there) || !is_at_home(r)) {
        run_warn(r, "%s has no rows of bodies up to step %llu of this run%s: they begin at step %llu", path,
                 (unsigned long long)r->begun, r->resume->old ? ", as far as a snapshot of version 0.5.0 tells" : "",
                 (unsigned long long)first_look(r, every));
        return FLO_OK;
    }
    if (r->resume->old) {
        return flo__fail(FLO_BAD_VALUE, "cannot resume from %s into the same folder: version 0.5.0 of flotilla wrote "
                         "it, whose snapshots do not know all rows of their run; take another folder",
                         r->resume->file);
    }
    if (kept->every != every) {
        return flo__fail(FLO_BAD_VALUE, "cannot resume from %s into the same folder: output.every was %llu, and is "
                         "%llu; take another folder", r->resume->file, (unsigned long long)kept->every,
                         (unsigned long long)every);
    }
    return flo__fail(FLO_BAD_VALUE, "cannot resume from %s into the same folder: it has no rows of bodies up to step "
                     "%llu; take an earlier snapshot, or another folder", r->resume->file,
                     (unsigned long long)r->begun);
}

static void warn_of_late(run *r, const char *name, uint64_t every)
{
    run_warn(r, "%s begins at step %llu: the snapshot has nothing of it from before", name,
             (unsigned long long)first_look(r, every));
}

/* Pictures and a page that were not asked for before begin here. */
static flo_status restore_looks(run *r)
{
    run_resume *const resume = r->resume;
    pack *const own = &resume->own;
    flo_status status = FLO_OK;
    pack_get(own, 8);
    if (resume->tracked && r->track) status = run_track_restore(r, own);
    else if (resume->tracked) run_track_skip(own);
    pack_get(own, 8);
    if (!status && resume->paged && r->page) status = run_page_restore(r, own);
    if (r->track && !resume->tracked) warn_of_late(r, "motion.png", run_track_every(r));
    if (r->page && !resume->paged) warn_of_late(r, "play.html", run_page_every(r));
    return status ? flo__fail_more(status, "cannot resume from %s", r->resume->file) : FLO_OK;
}

static flo_status load(run *r)
{
    flo_status status = restore_looks(r);
    if (status) return status;
    status = flo__snapshot_load(&r->resume->snapshot, r->fleet, r->model.first, &r->resume->looked);
    if (status) return flo__fail_more(status, "cannot resume from %s", r->resume->file);
    return flo_fleet_get_report(r->fleet, &r->report);
}

flo_status run_resume_load(run *r) { return ranks_agree(&r->team, load(r)); }

void run_resume_close(run *r)
{
    if (!r->resume) return;
    flo__snapshot_end(&r->resume->snapshot);
    flo__snapshot_file_close(&r->resume->source);
    free(r->resume);
    r->resume = NULL;
}
