/* SPDX-License-Identifier: MIT
 *
 * Controls: what callers tell bodies to do, and push them with. */
#include "calls.h"
#include "fleet.h"
#include <math.h>
#include <stdlib.h>

/* A number of a control, where the device keeps it, and its range. */
typedef struct control_number { const char *name; size_t at; int column; double low, high; } control_number;

#define FASTEST 4999.0          /* m/s: at 5000 a body is stopped */
#define AT(member) offsetof(flo_body_control, member)
static const control_number numbers[] = {
    { "throttle", AT(throttle), STATE_THROTTLE, 0, 1 },
    { "steer", AT(steer), STATE_STEER, -1, 1 },
    { "force[0]", AT(force[0]), STATE_FORCE, -1e15, 1e15 },
    { "force[1]", AT(force[1]), STATE_FORCE + 1, -1e15, 1e15 },
    { "force[2]", AT(force[2]), STATE_FORCE + 2, -1e15, 1e15 },
    { "at[0]", AT(at[0]), STATE_AT, -1e4, 1e4 },
    { "at[1]", AT(at[1]), STATE_AT + 1, -1e4, 1e4 },
    { "at[2]", AT(at[2]), STATE_AT + 2, -1e4, 1e4 },
    { "torque[0]", AT(torque[0]), STATE_TORQUE, -1e15, 1e15 },
    { "torque[1]", AT(torque[1]), STATE_TORQUE + 1, -1e15, 1e15 },
    { "torque[2]", AT(torque[2]), STATE_TORQUE + 2, -1e15, 1e15 },
    { "velocity[0]", AT(velocity[0]), STATE_COMMAND, -FASTEST, FASTEST },
    { "velocity[1]", AT(velocity[1]), STATE_COMMAND + 1, -FASTEST, FASTEST },
    { "yaw_rate", AT(yaw_rate), STATE_COMMAND + 2, -1e3, 1e3 },
    { "smoothing", AT(smoothing), STATE_SMOOTHING, 0, 1e6 },
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };

static double number_of(const flo_body_control *control, const control_number *number)
{
    return (double)*(const float *)(const void *)((const char *)control + number->at);
}

static flo_status check_controls(const flo_fleet *fleet, size_t first, size_t count, const flo_body_control *controls)
{
    for (size_t i = 0; i < count; i++) {
        const flo_mode mode = fleet->flocks[fleet->flock_of[first + i]].mode;
        if ((mode == FLO_TRANSFORM || mode == FLO_KINEMATIC) && !(controls[i].smoothing > 0)) {
            return flo__fail(FLO_BAD_VALUE, "body %zu follows the water and has the control smoothing %g; it must be "
                             "above 0 and at most 1e6", fleet->before + first + i, (double)controls[i].smoothing);
        }
        for (int n = 0; n < NUMBERS; n++) {
            const double value = number_of(&controls[i], &numbers[n]);
            if (value >= numbers[n].low && value <= numbers[n].high) continue;
            return flo__fail(FLO_BAD_VALUE, "body %zu has the control %s %g; it must be %g to %g",
                             fleet->before + first + i, numbers[n].name, value, numbers[n].low, numbers[n].high);
        }
        const double x = (double)controls[i].velocity[0], z = (double)controls[i].velocity[1];
        if (!(hypot(x, z) <= FASTEST)) {
            return flo__fail(FLO_BAD_VALUE, "body %zu has the control velocity (%g, %g), %g m/s in all; it must be at "
                             "most %g", fleet->before + first + i, x, z, hypot(x, z), FASTEST);
        }
    }
    return FLO_OK;
}

/* One number of all bodies of a span; the place of an outside force is told from what the flock's states are of. */
static void fill_column(const flo_fleet *fleet, flo__span span, int flock, size_t first, size_t count,
                        const flo_body_control *controls, const control_number *number, float *column)
{
    const int along = number->column - STATE_AT;
    const bool push = number->column >= STATE_FORCE && number->column < STATE_FORCE + 3;
    const bool turn = number->column >= STATE_TORQUE && number->column < STATE_TORQUE + 3;
    const double less = along >= 0 && along < 3 ? span.flock->centre[along] : 0;
    for (size_t b = first; b < first + count; b++) {
        if (fleet->flock_of[b] != (uint32_t)flock) continue;
        const double value = number_of(&controls[b - first], number);
        if ((push || turn) && value != 0) span.flock->pushed = true;
        column[fleet->slot_of[b] - span.slot] = (float)(value - less);
    }
}

/* `fleet` is a part; `column` has room for `count` numbers. */
static flo_status control_part(flo_fleet *fleet, size_t first, size_t count, const flo_body_control *controls,
                               float *column)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < fleet->flock_count && !status; i++) {
        const flo__span span = flo__fleet_span(fleet, i, first, count);
        for (int n = 0; n < NUMBERS && span.count && !status; n++) {
            fill_column(fleet, span, i, first, count, controls, &numbers[n], column);
            const size_t at = ((size_t)numbers[n].column * span.flock->stride + span.slot) * sizeof(float);
            status = flo__write_bodies(fleet->device, span.flock->state, at, column, span.count * sizeof(float));
        }
    }
    return status;
}

flo_status flo__call_fleet_control(flo_fleet *fleet, size_t first, size_t count, const flo_body_control *controls)
{
    flo_status status = flo__fleet_has(fleet, first, count);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        const flo__range r = flo__fleet_range(fleet, p, first, count);
        status = check_controls(r.part, r.first, r.count, controls + r.at);
    }
    float *column = malloc((count + 1) * sizeof *column);
    if (!status && !column) status = flo__fail(FLO_NO_MEMORY, "no memory for the controls of %zu bodies", count);
    const bool begun = !status;
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        const flo__range r = flo__fleet_range(fleet, p, first, count);
        status = control_part(r.part, r.first, r.count, controls + r.at, column);
    }
    if (begun) flo__fleet_written(fleet, FLO__CONTROLS, first, count, status);
    free(column);
    return status;
}
