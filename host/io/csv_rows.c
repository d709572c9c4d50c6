/* SPDX-License-Identifier: MIT
 *
 * bodies.csv: a line for each row. */
#include "csv.h"

void csv_rows_head(csv_writer *writer)
{
    csv_line(writer, "step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,fx,fy,fz,tx,ty,tz,submerged");
}

static void write_floats(csv_writer *writer, const float *value, int count)
{
    for (int i = 0; i < count; i++) csv_float(writer, value[i]);
}

void csv_rows(csv_writer *writer, const body_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        const flo_body_state *state = &rows->state[i];
        const flo_body_load *load = &rows->load[i];
        csv_count(writer, rows->step);
        csv_double(writer, rows->time);
        csv_count(writer, rows->first + i);
        for (int axis = 0; axis < 3; axis++) csv_double(writer, state->position[axis]);
        write_floats(writer, state->orientation, 4);
        write_floats(writer, state->velocity, 3);
        write_floats(writer, state->angular_velocity, 3);
        write_floats(writer, load->force, 3);
        write_floats(writer, load->torque, 3);
        csv_float(writer, load->submerged);
        csv_end_line(writer);
    }
}
