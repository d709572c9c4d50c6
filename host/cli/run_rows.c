/* SPDX-License-Identifier: MIT
 *
 * The frames of a run: state and load of every body, at the steps that the scene asks for, into all files that want
 * them.  States are read in pieces, so that a million bodies need no more memory for them than a thousand.  Loads are
 * had of all bodies at once: those of a few take the device as long.
 *
 * Of several ranks each writes its bodies' rows into the same files.  Where a row of bodies.npy stands is known; a line
 * of bodies.csv stands behind those of the ranks before, so that each keeps the text of a frame until all know how long
 * theirs is. */
#include "run.h"

#include "../internal.h"
#include "../io/csv.h"
#include "../io/npy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 4096 };      /* bodies */

static const char csv_name[] = "bodies.csv", npy_name[] = "bodies.npy";

typedef struct rows_file {
    const char *name;           /* NULL: not wanted */
    folder_file *file;          /* of the rank that speaks; elsewhere NULL */
    shared_file shared;
} rows_file;

struct run_rows {
    uint64_t frames;            /* written so far */
    rows_file csv, npy;
    run_vtk *vtk;
    flo_body_state state[PIECE];
    flo_body_load *load;        /* of all bodies of this rank */
    csv_writer writer;
    FILE *lines;                /* of several ranks: this frame's, in memory */
    char *text;
    size_t text_size;
    uint64_t text_at;           /* where the frame begins in the file */
};

flo_status run_read(const run *r, size_t first, size_t count, flo_body_state *states)
{
    return flo_fleet_read(r->fleet, first - r->model.first, count, states);
}

static flo_status read_loads(const run *r, flo_body_load *loads)
{
    flo_forces_def forces = flo_default_forces_def();
    forces.dt = r->model.scene->step;
    forces.look = true;         /* what is written must not change what comes next */
    const flo_status status = flo_fleet_forces(r->fleet, &forces, loads, NULL);
    return status == FLO_BAD_BODY ? FLO_OK : status;
}

static flo_status failed(const run *r, const char *name)
{
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", r->out.path, name, strerror(errno));
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

static flo_status open_file(run *r, rows_file *f, const char *name)
{
    f->name = name;
    const flo_status made = ranks_speaks(&r->team) ? folder_begin(&r->out, name, &f->file) : FLO_OK;
    return shared_open(&f->shared, &r->team, f->file ? f->file->stream : NULL, f->file ? f->file->part : NULL, made);
}

/* A file of which so much is there already. */
static flo_status go_on(run *r, rows_file *f, const char *name, const folder_beginning *rows, folder_found *found)
{
    f->name = name;
    const bool speaks = ranks_speaks(&r->team);
    const flo_status made = speaks ? folder_continue(&r->out, name, rows, found, &f->file) : FLO_OK;
    return shared_open(&f->shared, &r->team, f->file ? f->file->stream : NULL, f->file ? f->file->part : NULL, made);
}

/* What is there already. */
typedef struct found_files { folder_found csv, npy; } found_files;

/* The head of bodies.npy is written last. */
static folder_beginning csv_beginning(const run_kept_file *kept)
{
    return (folder_beginning){ 0, kept->size, kept->hash };
}

static folder_beginning npy_beginning(const run_kept_file *kept)
{
    return (folder_beginning){ NPY_HEAD, kept->size, kept->hash };
}

static flo_status find_files(const run *r, const run_kept_rows *kept, found_files *found)
{
    const scene_output *out = &r->model.scene->output;
    const folder_beginning csv = csv_beginning(&kept->csv), npy = npy_beginning(&kept->npy);
    flo_status status = FLO_OK;
    if (out->csv && kept->csv.there) status = folder_find(&r->out, csv_name, &csv, &found->csv);
    if (out->npy && kept->npy.there && !status) status = folder_find(&r->out, npy_name, &npy, &found->npy);
    return status;
}

/* All files that are wanted go on, or none. */
static flo_status go_on_with_files(run *r, const run_kept_rows *kept, bool *went)
{
    const scene_output *out = &r->model.scene->output;
    run_rows *rows = r->rows;
    const folder_beginning csv = csv_beginning(&kept->csv), npy = npy_beginning(&kept->npy);
    found_files found = { .csv = { .path = NULL } };
    flo_status status = ranks_agree(&r->team, ranks_speaks(&r->team) ? find_files(r, kept, &found) : FLO_OK);
    uint64_t all = (!out->csv || found.csv.path) && (!out->npy || found.npy.path);
    if (ranks_many(&r->team) && !status) r->team.mpi->share(&all, sizeof all, 0);
    *went = all != 0;
    if (!status && *went && out->csv) status = go_on(r, &rows->csv, csv_name, &csv, &found.csv);
    if (!status && *went && out->npy) status = go_on(r, &rows->npy, npy_name, &npy, &found.npy);
    if (!status && *went && out->csv && !ranks_many(&r->team)) csv_begin(&rows->writer, rows->csv.file->stream);
    if (*went) rows->frames = kept->frames;
    if (*went) rows->text_at = kept->csv.size;
    folder_leave(&found.csv);
    folder_leave(&found.npy);
    return status;
}

static flo_status resume_files(run *r, bool *went)
{
    const run_kept_rows *kept = run_resume_rows(r);
    *went = false;
    const bool fits = run_resume_knows_rows(r) && kept->every == r->model.scene->output.every;
    const flo_status status = fits ? go_on_with_files(r, kept, went) : FLO_OK;
    if (status || !kept || *went) return status;
    return ranks_agree(&r->team, ranks_speaks(&r->team) ? run_resume_without_rows(r) : FLO_OK);
}

flo_status run_rows_open(run *r)
{
    const scene_output *out = &r->model.scene->output;
    const flo_status checked = ranks_agree(&r->team, ranks_speaks(&r->team) ? run_resume_check_files(r) : FLO_OK);
    if (checked || (!out->csv && !out->npy && !out->vtk)) return checked;
    run_rows *rows = r->rows = calloc(1, sizeof *r->rows);
    if (rows) rows->load = malloc((r->model.part + 1) * sizeof *rows->load);
    flo_status status = rows && rows->load ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the rows of bodies");
    status = ranks_agree(&r->team, status);
    bool went = false;
    if (!status) status = resume_files(r, &went);
    if (status || went) return status;
    if (out->csv) status = open_file(r, &rows->csv, csv_name);
    if (!status && out->csv && !ranks_many(&r->team)) {
        csv_begin(&rows->writer, rows->csv.file->stream);
        csv_rows_head(&rows->writer);
    }
    if (!status && out->npy) status = open_file(r, &rows->npy, npy_name);
    if (!status && out->vtk) status = run_vtk_open(r, &rows->vtk);
    return status;
}

/* ---- a frame --------------------------------------------------------------------------------------------------- */

/* One piece into every file. */
static flo_status write_piece(run *r, const body_rows *piece)
{
    run_rows *rows = r->rows;
    if (rows->csv.name) csv_rows(&rows->writer, piece);
    if (rows->csv.name && rows->writer.failed) return failed(r, csv_name);
    if (rows->npy.name && !npy_write(&rows->npy.shared.to, r->model.body_count, piece)) return failed(r, npy_name);
    if (rows->vtk) run_vtk_put(r, rows->vtk, piece);
    return FLO_OK;
}

/* The bodies of this rank. */
static flo_status write_pieces(run *r)
{
    run_rows *rows = r->rows;
    const size_t end = r->model.first + r->model.part;
    body_rows piece = { .frame = rows->frames, .step = r->done, .time = r->report.time, .first = r->model.first,
                        .state = rows->state, .load = rows->load };
    flo_status status = read_loads(r, rows->load);
    while (!status && piece.first < end) {
        const size_t left = end - piece.first;
        piece.count = left < PIECE ? left : PIECE;
        status = run_read(r, piece.first, piece.count, rows->state);
        if (!status) status = write_piece(r, &piece);
        piece.first += piece.count;
        piece.load += piece.count;
    }
    return status;
}

static flo_status begin_lines(run *r)
{
    run_rows *rows = r->rows;
    if (!rows->csv.name || !ranks_many(&r->team)) return FLO_OK;
    rows->lines = open_memstream(&rows->text, &rows->text_size);
    if (!rows->lines) return flo__fail(FLO_NO_MEMORY, "no memory for the lines of %s", csv_name);
    csv_begin(&rows->writer, rows->lines);
    if (rows->frames == 0 && ranks_speaks(&r->team)) csv_rows_head(&rows->writer);
    return FLO_OK;
}

static void drop_lines(run_rows *rows)
{
    if (rows->lines) fclose(rows->lines);
    free(rows->text);
    rows->lines = NULL;
    rows->text = NULL;
    rows->text_size = 0;
}

/* All ranks know by now that all are well. */
static flo_status end_lines(run *r)
{
    run_rows *rows = r->rows;
    if (!rows->lines) return FLO_OK;
    bool whole = csv_flush(&rows->writer);
    whole = fclose(rows->lines) == 0 && whole;
    rows->lines = NULL;
    uint64_t all = rows->text_size;
    const uint64_t at = rows->text_at + r->team.mpi->before(rows->text_size);
    r->team.mpi->reduce_whole(&all, 1, RANKS_TOTAL);
    rows->text_at += all;
    flo_status status = FLO_OK;
    if (!whole) status = flo__fail(FLO_NO_MEMORY, "no memory for the lines of %s", csv_name);
    else if (!write_at(&rows->csv.shared.to, at, rows->text, rows->text_size)) status = failed(r, csv_name);
    drop_lines(rows);
    return ranks_agree(&r->team, status);
}

flo_status run_rows_write(run *r)
{
    run_rows *rows = r->rows;
    flo_status status = rows->vtk ? run_vtk_begin(r, rows->vtk) : FLO_OK;
    if (status) return status;
    status = begin_lines(r);
    if (!status) status = write_pieces(r);
    status = ranks_agree(&r->team, status);
    if (!status) status = end_lines(r);
    if (!status && rows->vtk) status = run_vtk_end(r, rows->vtk);
    if (!status) rows->frames++;
    return status;
}

/* ---- for a snapshot -------------------------------------------------------------------------------------------- */

/* Of the rank that speaks, when all others have handed theirs to the system. */
static flo_status keep_file(run *r, rows_file *f, uint64_t from, uint64_t size, run_kept_file *kept)
{
    folder_beginning rows = { from, size, FLO_HASH_START };
    const flo_status status = f->name ? folder_sync(&r->out, f->file, &rows) : FLO_OK;
    *kept = (run_kept_file){ .there = f->name != NULL, .size = size, .hash = rows.hash };
    return status;
}

static flo_status keep_files(run *r, run_kept_rows *kept)
{
    run_rows *rows = r->rows;
    uint64_t size = rows->text_at;
    if (rows->csv.name && !ranks_many(&r->team)) {
        if (!csv_flush(&rows->writer)) return failed(r, csv_name);
        size = (uint64_t)ftello(rows->csv.file->stream);
    }
    const flo_status status = keep_file(r, &rows->csv, 0, size, &kept->csv);
    size = npy_offset(r->model.body_count, rows->frames, 0);
    return status ? status : keep_file(r, &rows->npy, NPY_HEAD, size, &kept->npy);
}

flo_status run_rows_keep(run *r, run_kept_rows *kept)
{
    run_rows *rows = r->rows;
    *kept = (run_kept_rows){ .every = r->model.scene->output.every, .frames = rows ? rows->frames : 0 };
    if (!rows) return FLO_OK;
    const char *const name = rows->csv.name && !shared_flush(&rows->csv.shared)   ? csv_name
                             : rows->npy.name && !shared_flush(&rows->npy.shared) ? npy_name : NULL;
    const flo_status status = ranks_agree(&r->team, name ? failed(r, name) : FLO_OK);
    return status ? status : ranks_agree(&r->team, ranks_speaks(&r->team) ? keep_files(r, kept) : FLO_OK);
}

void run_rows_stay(run *r)
{
    if (r->rows && r->rows->csv.file) r->rows->csv.file->keep = true;
    if (r->rows && r->rows->npy.file) r->rows->npy.file->keep = true;
}

/* ---- the end --------------------------------------------------------------------------------------------------- */

/* What is left to do for the rank that speaks, when all is in the file. */
static flo_status end_file(run *r, rows_file *f)
{
    run_rows *rows = r->rows;
    if (f == &rows->csv && !ranks_many(&r->team) && !csv_flush(&rows->writer)) return failed(r, csv_name);
    if (f == &rows->npy && !npy_end(fileno(f->file->stream), r->model.body_count, rows->frames)) {
        return failed(r, npy_name);
    }
    return folder_end(&r->out, f->file);
}

static flo_status close_file(run *r, rows_file *f)
{
    if (!f->name) return FLO_OK;
    const flo_status status = shared_close(&f->shared, &r->out, f->name);
    if (status) return status;
    return ranks_agree(&r->team, f->file ? end_file(r, f) : FLO_OK);
}

flo_status run_rows_end(run *r)
{
    run_rows *rows = r->rows;
    flo_status status = close_file(r, &rows->csv);
    if (!status) status = close_file(r, &rows->npy);
    if (!status && rows->vtk) status = run_vtk_list(r, rows->vtk);
    return status;
}

void run_rows_close(run *r)
{
    run_rows *rows = r->rows;
    if (!rows) return;
    run_vtk_close(rows->vtk);
    drop_lines(rows);
    shared_drop(&rows->csv.shared);
    shared_drop(&rows->npy.shared);
    free(rows->load);
    free(rows);
    r->rows = NULL;
}
