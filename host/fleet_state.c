/* SPDX-License-Identifier: MIT
 *
 * States in and out of a fleet.
 *
 * A device keeps centres of mass, heights from the level and angular momenta; a caller gives and gets the hull's origin
 * in the world and angular velocities.  The change between them is made here, in double. */
#include "calls.h"
#include "fleet.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

flo_status flo__fleet_has(const flo_fleet *fleet, size_t first, size_t count)
{
    if (first <= fleet->count && count <= fleet->count - first) return FLO_OK;
    return flo__fail(FLO_BAD_VALUE, "%zu bodies from number %zu on are asked for; the fleet has %zu", count, first,
                     fleet->count);
}

/* Slots were given out in the order of the bodies, so any range of bodies is a range of slots in every flock. */
flo__span flo__fleet_span(const flo_fleet *fleet, int flock, size_t first, size_t count)
{
    flo__span span = { &fleet->flocks[flock], 0, 0 };
    if (fleet->flock_count == 1) return (flo__span){ span.flock, first, count };
    for (size_t i = first; i < first + count; i++) {
        if (fleet->flock_of[i] != (uint32_t)flock) continue;
        if (span.count++ == 0) span.slot = fleet->slot_of[i];
    }
    return span;
}

/* ---- columns of a span ----------------------------------------------------------------------------------------- */

/* The columns of a state that a caller sees: from the first to throttle; then whether the body is good and, only
 * written, how wet it was: not known, for a body that comes from elsewhere. */
enum { GOOD_COLUMN = STATE_THROTTLE, STATE_READ, WET_COLUMN = STATE_READ, STATE_KEPT };

typedef struct columns {
    sea_long *place;                    /* [PLACE_COLUMNS][count] */
    float *state;                       /* [STATE_KEPT][count] */
    size_t count;
} columns;

static flo_status columns_make(columns *c, size_t count)
{
    *c = (columns){ malloc((count + 1) * PLACE_COLUMNS * sizeof(sea_long)),
                    malloc((count + 1) * STATE_KEPT * sizeof(float)), count };
    if (c->place && c->state) return FLO_OK;
    return flo__fail(FLO_NO_MEMORY, "no memory for the states of %zu bodies", count);
}

static void columns_free(columns *c)
{
    free(c->place);
    free(c->state);
}

static int kept_column(int c) { return c == GOOD_COLUMN ? STATE_GOOD : c == WET_COLUMN ? STATE_WET : c; }

static flo_status columns_read(flo_device *device, flo__span span, columns *c)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < PLACE_COLUMNS && !status; i++) {
        const size_t at = ((size_t)i * span.flock->stride + span.slot) * sizeof(sea_long);
        status = device->backend->read(device, span.flock->place, at, c->place + (size_t)i * c->count,
                                       c->count * sizeof(sea_long));
    }
    for (int i = 0; i < STATE_READ && !status; i++) {
        const size_t at = ((size_t)kept_column(i) * span.flock->stride + span.slot) * sizeof(float);
        status = device->backend->read(device, span.flock->state, at, c->state + (size_t)i * c->count,
                                       c->count * sizeof(float));
    }
    return status;
}

static flo_status columns_write(flo_device *device, flo__span span, const columns *c)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < PLACE_COLUMNS && !status; i++) {
        const size_t at = ((size_t)i * span.flock->stride + span.slot) * sizeof(sea_long);
        status = flo__write_bodies(device, span.flock->place, at, c->place + (size_t)i * c->count,
                                   c->count * sizeof(sea_long));
    }
    for (int i = 0; i < STATE_KEPT && !status; i++) {
        const size_t at = ((size_t)kept_column(i) * span.flock->stride + span.slot) * sizeof(float);
        status = flo__write_bodies(device, span.flock->state, at, c->state + (size_t)i * c->count,
                                   c->count * sizeof(float));
    }
    return status;
}

/* ---- between a caller's state and a device's -------------------------------------------------------------------- */

typedef struct rotation { double m[3][3]; } rotation;

static rotation rotation_of(const double q[4])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    return (rotation){ { { 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y) },
                         { 2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x) },
                         { 2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y) } } };
}

static void turn(const rotation *r, const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = r->m[i][0] * v[0] + r->m[i][1] * v[1] + r->m[i][2] * v[2];
}

static void turn_back(const rotation *r, const double v[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = r->m[0][i] * v[0] + r->m[1][i] * v[1] + r->m[2][i] * v[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* A state as a device keeps it, in double: that of the centre of mass, y from the level. */
typedef struct central { double place[3], q[4], velocity[3], spin[3], momentum[3]; } central;

/* A length of the orientation that is not to be had makes all of it not a number, which no range takes. */
static central central_of(const flo_body_state *s, const flo__flock *flock, double level)
{
    central c;
    double square = 0, arm[3], carried[3], along[3];
    for (int i = 0; i < 4; i++) square += (double)s->orientation[i] * s->orientation[i];
    const double shrink = square > 1e-60 && square < 1e60 ? 1 / sqrt(square) : NAN;
    for (int i = 0; i < 4; i++) c.q[i] = s->orientation[i] * shrink;
    for (int i = 0; i < 3; i++) c.spin[i] = s->angular_velocity[i];
    const rotation r = rotation_of(c.q);
    turn(&r, flock->centre, arm);
    cross(c.spin, arm, carried);
    turn_back(&r, c.spin, along);
    const double *t = flock->hull->inertia;
    const double momentum[3] = { t[0] * along[0] + t[3] * along[1] + t[4] * along[2],
                                 t[3] * along[0] + t[1] * along[1] + t[5] * along[2],
                                 t[4] * along[0] + t[5] * along[1] + t[2] * along[2] };
    turn(&r, momentum, c.momentum);
    for (int i = 0; i < 3; i++) {
        c.place[i] = s->position[i] + arm[i] - (i == PLACE_Y ? level : 0);
        c.velocity[i] = s->velocity[i] + carried[i];
    }
    return c;
}

static double length_of(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

/* NULL if a body can be in this state, or what is wrong with it.  The ranges are those of kernels/tables.h. */
static const char *unfit(const central *c)
{
    if (!isfinite(c->q[0] + c->q[1] + c->q[2] + c->q[3])) return "orientation must be finite, its length 1e-30 to 1e30";
    if (!(fabs(c->place[0]) < (double)BODY_FURTHEST && fabs(c->place[2]) < (double)BODY_FURTHEST
          && fabs(c->place[1]) < (double)BODY_HIGHEST)) {
        return "position must be within 1e9 m, y within 1e5 m of the level";
    }
    if (!(length_of(c->velocity) < (double)BODY_FASTEST)) return "velocity must be below 5000 m/s";
    if (!(length_of(c->spin) < (double)BODY_FASTEST_SPIN)) return "angular velocity must be below 5e5 rad/s";
    if (!(length_of(c->momentum) < 1e37)) return "angular momentum must be below 1e37 kg m^2/s";
    return NULL;
}

static void put_state(columns *c, size_t at, const central *s)
{
    for (int i = 0; i < 4; i++) c->state[(size_t)(STATE_Q + i) * c->count + at] = (float)s->q[i];
    for (int i = 0; i < 3; i++) {
        c->place[(size_t)i * c->count + at] = flo__fixed(s->place[i]);
        c->state[(size_t)(STATE_VELOCITY + i) * c->count + at] = (float)s->velocity[i];
        c->state[(size_t)(STATE_SPIN + i) * c->count + at] = (float)s->spin[i];
        c->state[(size_t)(STATE_MOMENTUM + i) * c->count + at] = (float)s->momentum[i];
        c->state[(size_t)(STATE_REST + i) * c->count + at] = 0.0f;
    }
    c->state[(size_t)GOOD_COLUMN * c->count + at] = 1.0f;
    c->state[(size_t)WET_COLUMN * c->count + at] = -1.0f;
}

/* A body that cannot be anywhere stands at the origin and does not move. */
static void put_stopped(columns *c, size_t at)
{
    for (int i = 0; i < PLACE_COLUMNS; i++) c->place[(size_t)i * c->count + at] = 0;
    for (int i = 0; i < STATE_KEPT; i++) c->state[(size_t)i * c->count + at] = i == STATE_Q ? 1.0f : 0.0f;
}

static void get_state(const columns *c, size_t at, flo_body_state *s, const flo__flock *flock, double level)
{
    double q[4], arm[3], carried[3];
    for (int i = 0; i < 4; i++) {
        s->orientation[i] = c->state[(size_t)(STATE_Q + i) * c->count + at];
        q[i] = s->orientation[i];
    }
    for (int i = 0; i < 3; i++) s->angular_velocity[i] = c->state[(size_t)(STATE_SPIN + i) * c->count + at];
    const double w[3] = { s->angular_velocity[0], s->angular_velocity[1], s->angular_velocity[2] };
    const rotation r = rotation_of(q);
    turn(&r, flock->centre, arm);
    cross(w, arm, carried);
    for (int i = 0; i < 3; i++) {
        const double place = (double)c->place[(size_t)i * c->count + at] * 0x1p-24;
        s->position[i] = place - arm[i] + (i == PLACE_Y ? level : 0);
        s->velocity[i] = (float)(c->state[(size_t)(STATE_VELOCITY + i) * c->count + at] - carried[i]);
    }
}

/* ---- the calls ------------------------------------------------------------------------------------------------- */

/* `fleet` is a part; bodies that are not fit are counted on, by their numbers in the whole.  `c` has room for all. */
static flo_status put_part(flo_fleet *fleet, size_t first, size_t count, const flo_body_state *states, columns *c,
                           size_t *bad, size_t *first_bad)
{
    for (int i = 0; i < fleet->flock_count; i++) {
        const flo__span span = flo__fleet_span(fleet, i, first, count);
        c->count = span.count;
        for (size_t b = first; b < first + count; b++) {
            if (fleet->flock_of[b] != (uint32_t)i) continue;
            const flo_body_state *s = &states[b - first];
            const central to = central_of(s, span.flock, flo__flock_sea(fleet, span.flock)->level);
            const char *why = unfit(&to);
            const size_t at = fleet->slot_of[b] - span.slot;
            if (!why) {
                put_state(c, at, &to);
                continue;
            }
            put_stopped(c, at);
            if ((*bad)++ == 0 || fleet->before + b < *first_bad) {
                *first_bad = fleet->before + b;
                flo__fail(FLO_BAD_BODY, "position %g %g %g, orientation %g %g %g %g, velocity %g %g %g, angular "
                          "velocity %g %g %g: %s", s->position[0], s->position[1], s->position[2],
                          (double)s->orientation[0], (double)s->orientation[1], (double)s->orientation[2],
                          (double)s->orientation[3], (double)s->velocity[0], (double)s->velocity[1],
                          (double)s->velocity[2], (double)s->angular_velocity[0], (double)s->angular_velocity[1],
                          (double)s->angular_velocity[2], why);
            }
        }
        const flo_status status = span.count ? columns_write(fleet->device, span, c) : FLO_OK;
        if (status) return status;
    }
    return FLO_OK;
}

flo_status flo__fleet_put(flo_fleet *fleet, size_t first, size_t count, const flo_body_state *states, size_t *bad,
                          size_t *first_bad)
{
    columns c;
    flo_status status = columns_make(&c, count);
    *bad = 0;
    if (!status) {
        for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
            const flo__range r = flo__fleet_range(fleet, p, first, count);
            status = put_part(r.part, r.first, r.count, states + r.at, &c, bad, first_bad);
        }
        flo__fleet_written(fleet, FLO__STATES, first, count, status);
    }
    columns_free(&c);
    return status;
}

flo_status flo__call_fleet_write(flo_fleet *fleet, size_t first, size_t count, const flo_body_state *states)
{
    size_t bad = 0, first_bad = 0;
    flo_status status = flo__fleet_has(fleet, first, count);
    if (!status) status = flo__fleet_put(fleet, first, count, states, &bad, &first_bad);
    if (status || bad == 0) return status;
    return flo__fail_more(FLO_BAD_BODY, "%zu of the states are not fit, first that of body %zu", bad, first_bad);
}

static flo_status read_part(flo_fleet *fleet, size_t first, size_t count, flo_body_state *states)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < fleet->flock_count && !status; i++) {
        const flo__span span = flo__fleet_span(fleet, i, first, count);
        if (span.count == 0) continue;
        columns c;
        status = columns_make(&c, span.count);
        if (!status) status = columns_read(fleet->device, span, &c);
        for (size_t b = first; b < first + count && !status; b++) {
            if (fleet->flock_of[b] != (uint32_t)i) continue;
            get_state(&c, fleet->slot_of[b] - span.slot, &states[b - first], span.flock,
                      flo__flock_sea(fleet, span.flock)->level);
        }
        columns_free(&c);
    }
    return status;
}

flo_status flo__call_fleet_read(flo_fleet *fleet, size_t first, size_t count, flo_body_state *states)
{
    flo_status status = flo__fleet_has(fleet, first, count);
    for (int p = 0; p < flo__fleet_parts(fleet) && !status; p++) {
        const flo__range r = flo__fleet_range(fleet, p, first, count);
        status = read_part(r.part, r.first, r.count, states + r.at);
    }
    return status;
}
