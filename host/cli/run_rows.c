/* SPDX-License-Identifier: MIT
 *
 * bodies.csv: state and load of every body, at the steps that the scene asks for.  Bodies are read in pieces, so that
 * a million of them need no more memory here than a thousand. */
#include "run.h"

#include "../internal.h"
#include "../io/csv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 4096 };      /* bodies */

static const char name[] = "bodies.csv";

struct run_rows {
    folder_file *file;
    flo_body_state state[PIECE];
    flo_body_load load[PIECE];
    csv_writer writer;
};

flo_status run_rows_open(run *r)
{
    r->rows = calloc(1, sizeof *r->rows);
    if (!r->rows) return flo__fail(FLO_NO_MEMORY, "no memory for the rows of %s", name);
    const flo_status status = folder_begin(&r->out, name, &r->rows->file);
    if (status) return status;
    csv_begin(&r->rows->writer, r->rows->file->stream);
    csv_line(&r->rows->writer, "step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,fx,fy,fz,tx,ty,tz,submerged");
    return FLO_OK;
}

static void write_floats(csv_writer *writer, const float *value, int count)
{
    for (int i = 0; i < count; i++) csv_float(writer, value[i]);
}

static void write_row(const run *r, size_t body, const flo_body_state *state, const flo_body_load *load)
{
    csv_writer *writer = &r->rows->writer;
    csv_count(writer, r->done);
    csv_double(writer, r->report.time);
    csv_count(writer, body);
    for (int axis = 0; axis < 3; axis++) csv_double(writer, state->position[axis]);
    write_floats(writer, state->orientation, 4);
    write_floats(writer, state->velocity, 3);
    write_floats(writer, state->angular_velocity, 3);
    write_floats(writer, load->force, 3);
    write_floats(writer, load->torque, 3);
    csv_float(writer, load->submerged);
    csv_end_line(writer);
}

static flo_status failed(const run *r)
{
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", r->out.path, name, strerror(errno));
}

flo_status run_rows_write(run *r)
{
    run_rows *rows = r->rows;
    flo_forces_def forces = flo_default_forces_def();
    forces.dt = r->model.scene->step;
    forces.look = true;         /* what is written must not change what comes next */
    for (size_t from = 0; from < r->model.body_count; from += PIECE) {
        const size_t left = r->model.body_count - from, count = left < PIECE ? left : PIECE;
        flo_status status = flo_fleet_read(r->fleet, from, count, rows->state);
        if (status) return status;
        forces.first = from;
        forces.count = count;
        status = flo_fleet_forces(r->fleet, &forces, rows->load, NULL);
        if (status && status != FLO_BAD_BODY) return status;
        for (size_t i = 0; i < count; i++) write_row(r, from + i, &rows->state[i], &rows->load[i]);
        if (rows->writer.failed) return failed(r);
    }
    return FLO_OK;
}

flo_status run_rows_end(run *r)
{
    return csv_flush(&r->rows->writer) ? folder_end(&r->out, r->rows->file) : failed(r);
}

void run_rows_close(run *r)
{
    free(r->rows);
    r->rows = NULL;
}
