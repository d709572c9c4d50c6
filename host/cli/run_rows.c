/* SPDX-License-Identifier: MIT
 *
 * The frames of a run: state and load of every body, at the steps that the scene asks for, into all files that want
 * them.  Bodies are read in pieces, so that a million of them need no more memory here than a thousand. */
#include "run.h"

#include "../internal.h"
#include "../io/csv.h"
#include "../io/npy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 4096 };      /* bodies */

static const char csv_name[] = "bodies.csv", npy_name[] = "bodies.npy";

struct run_rows {
    uint64_t frames;            /* written so far */
    folder_file *csv, *npy;     /* NULL: not wanted */
    run_vtk *vtk;
    flo_body_state state[PIECE];
    flo_body_load load[PIECE];
    csv_writer writer;
};

flo_status run_read(const run *r, size_t first, size_t count, flo_body_state *states, flo_body_load *loads)
{
    const flo_status status = flo_fleet_read(r->fleet, first, count, states);
    if (status || !loads) return status;
    flo_forces_def forces = flo_default_forces_def();
    forces.dt = r->model.scene->step;
    forces.look = true;         /* what is written must not change what comes next */
    forces.first = first;
    forces.count = count;
    const flo_status loaded = flo_fleet_forces(r->fleet, &forces, loads, NULL);
    return loaded == FLO_BAD_BODY ? FLO_OK : loaded;
}

static flo_status failed(const run *r, const char *name)
{
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", r->out.path, name, strerror(errno));
}

flo_status run_rows_open(run *r)
{
    const scene_output *out = &r->model.scene->output;
    if (!out->csv && !out->npy && !out->vtk) return FLO_OK;
    run_rows *rows = r->rows = calloc(1, sizeof *r->rows);
    if (!rows) return flo__fail(FLO_NO_MEMORY, "no memory for the rows of bodies");
    flo_status status = FLO_OK;
    if (out->csv) {
        status = folder_begin(&r->out, csv_name, &rows->csv);
        if (status) return status;
        csv_begin(&rows->writer, rows->csv->stream);
        csv_rows_head(&rows->writer);
    }
    if (out->npy) status = folder_begin(&r->out, npy_name, &rows->npy);
    if (!status && out->vtk) status = run_vtk_open(r, &rows->vtk);
    return status;
}

/* One piece into every file. */
static flo_status write_piece(run *r, const body_rows *piece)
{
    run_rows *rows = r->rows;
    if (rows->csv) csv_rows(&rows->writer, piece);
    if (rows->csv && rows->writer.failed) return failed(r, csv_name);
    if (rows->npy && !npy_write(fileno(rows->npy->stream), r->model.body_count, piece)) return failed(r, npy_name);
    if (rows->vtk) run_vtk_put(r, rows->vtk, piece);
    return FLO_OK;
}

flo_status run_rows_write(run *r)
{
    run_rows *rows = r->rows;
    body_rows piece = { .frame = rows->frames, .step = r->done, .time = r->report.time, .state = rows->state,
                        .load = rows->load };
    flo_status status = rows->vtk ? run_vtk_begin(r, rows->vtk) : FLO_OK;
    while (!status && piece.first < r->model.body_count) {
        const size_t left = r->model.body_count - piece.first;
        piece.count = left < PIECE ? left : PIECE;
        status = run_read(r, piece.first, piece.count, rows->state, rows->load);
        if (!status) status = write_piece(r, &piece);
        piece.first += piece.count;
    }
    if (!status && rows->vtk) status = run_vtk_end(r, rows->vtk);
    if (!status) rows->frames++;
    return status;
}

flo_status run_rows_end(run *r)
{
    run_rows *rows = r->rows;
    if (rows->csv) {
        if (!csv_flush(&rows->writer)) return failed(r, csv_name);
        const flo_status status = folder_end(&r->out, rows->csv);
        if (status) return status;
    }
    if (rows->npy) {
        if (!npy_end(fileno(rows->npy->stream), r->model.body_count, rows->frames)) return failed(r, npy_name);
        const flo_status status = folder_end(&r->out, rows->npy);
        if (status) return status;
    }
    return rows->vtk ? run_vtk_list(r, rows->vtk) : FLO_OK;
}

void run_rows_close(run *r)
{
    if (r->rows) run_vtk_close(r->rows->vtk);
    free(r->rows);
    r->rows = NULL;
}
