/* SPDX-License-Identifier: MIT
 *
 * Queries: the surface above points, and the water below it, as many as fit on the device at a time. */
#include "calls.h"
#include "query.h"
#include "many.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points at a time: enough to keep a GPU busy, and few enough for a processor's caches. */
static size_t at_once(const flo_device *device)
{
    return (size_t)1 << (strcmp(device->info.kind, "gpu") == 0 ? 20 : 15);
}

enum { QUERY_COLUMNS = (int)POINT_COLUMNS > (int)WATER_COLUMNS ? (int)POINT_COLUMNS : (int)WATER_COLUMNS };

/* What a device keeps from one query to the next. */
struct flo__query {
    flo__sea_tables tables;
    size_t capacity;                    /* points */
    flo__buffer *place, *out;
    sea_long *places;                   /* the same on the host */
    float *answers;
};

void flo__query_release(flo_device *device)
{
    flo__query *q = device->query;
    if (!q) return;
    flo__sea_tables_release(&q->tables, device);
    device->backend->release(device, q->place);
    device->backend->release(device, q->out);
    free(q->places);
    free(q->answers);
    free(q);
    device->query = NULL;
}

static flo_status query_prepare(flo_device *device, size_t points)
{
    if (device->query && device->query->capacity >= points) return FLO_OK;
    flo__query_release(device);
    flo__query *q = device->query = calloc(1, sizeof *q);
    if (!q) return flo__fail(FLO_NO_MEMORY, "no memory for a query of %zu points", points);
    const size_t capacity = (points + FLO__ITEMS - 1) / FLO__ITEMS * FLO__ITEMS;
    q->places = malloc(PLACE_COLUMNS * capacity * sizeof *q->places);
    q->answers = malloc(QUERY_COLUMNS * capacity * sizeof *q->answers);
    flo_status status = q->places && q->answers
                        ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for a query of %zu points", points);
    if (!status) status = device->backend->allocate(device, PLACE_COLUMNS * capacity * sizeof *q->places, &q->place);
    if (!status) {
        status = device->backend->allocate(device, QUERY_COLUMNS * capacity * sizeof *q->answers, &q->out);
    }
    q->capacity = capacity;
    if (status) flo__query_release(device);
    return status;
}

/* What is asked: the pass, its points' coordinates, how many there are of these and of the answers, and where those
 * go. */
typedef struct question {
    flo__pass pass;
    const flo_sea *sea;
    int coordinates, answers;
    const double *at[PLACE_COLUMNS];
    double origin[PLACE_COLUMNS];       /* which coordinates count from */
    void (*answer)(const flo__query *q, size_t stride, size_t first, size_t count, const flo_sea *sea,
                   const void *out);
    const void *out;
    double time;                        /* s */
} question;

static void copy_column(float *to, const float *from, size_t count)
{
    for (size_t i = 0; i < count && to; i++) to[i] = from[i];
}

static flo_status ask_some(flo_device *device, const question *ask, size_t first, size_t count)
{
    flo__query *q = device->query;
    const flo__sea_tables *t = &q->tables;
    enum { POINT_COST = 60 };
    const size_t stride = flo__device_round(device, count), places = (size_t)ask->coordinates * stride;
    for (int c = 0; c < ask->coordinates; c++) {
        sea_long *to = q->places + (size_t)c * stride;
        for (size_t i = 0; i < count; i++) to[i] = flo__fixed(ask->at[c][first + i] - ask->origin[c]);
        memset(to + count, 0, (stride - count) * sizeof *to);
    }
    const flo__launch launch = { ask->pass, { t->wave, t->key, t->phase, t->number, q->place, q->out },
                                 { (int32_t)stride, 0 }, stride, POINT_COST * (ask->sea->numbers.waves + 1.0) };
    flo_status status = device->backend->write(device, q->place, 0, q->places, places * sizeof *q->places);
    if (!status) status = device->backend->run(device, &launch);
    if (!status) {
        status = device->backend->read(device, q->out, 0, q->answers,
                                       (size_t)ask->answers * stride * sizeof *q->answers);
    }
    if (!status) ask->answer(q, stride, first, count, ask->sea, ask->out);
    return status;
}

/* The points that are one device's to answer. */
static flo_status ask_part(flo_device *device, size_t begin, size_t count, void *of)
{
    const question *ask = of;
    const size_t most = at_once(device);
    flo_status status = query_prepare(device, count < most ? count : most);
    if (!status) status = flo__sea_tables_set(&device->query->tables, device, ask->sea, 1);
    if (!status) status = flo__sea_tables_time(&device->query->tables, device, ask->sea, ask->time, 0, 0, 1, NULL);
    for (size_t done = 0; done < count && !status; done += most) {
        status = ask_some(device, ask, begin + done, count - done < most ? count - done : most);
    }
    return status;
}

/* Fewer points than this are not worth a device's while: a tenth of a millisecond in a sea of 64 waves. */
enum { WORTH_IT = 4096 };

static flo_status ask_all(flo_device *device, question *ask, size_t count)
{
    return count == 0 ? FLO_OK : flo__team_share(device, count, WORTH_IT, ask_part, ask);
}

/* ---- the surface ----------------------------------------------------------------------------------------------- */

static flo_status check_points(double time, size_t count, const double *x, const double *z)
{
    for (size_t i = 0; i < count; i++) {
        if (fabs(x[i]) <= 1e9 && fabs(z[i]) <= 1e9) continue;
        return flo__fail(FLO_BAD_VALUE, "point %zu is at x %g, z %g m; both must be -1e9 to 1e9", i, x[i], z[i]);
    }
    return flo__check_time(time);
}

static void answer_surface(const flo__query *q, size_t stride, size_t first, size_t count, const flo_sea *sea,
                           const void *to)
{
    const flo_surface *out = to;
    const float *a = q->answers;
    for (size_t i = 0; i < count && out->height; i++) {
        out->height[first + i] = sea->level + (double)a[POINT_HEIGHT * stride + i];
    }
    for (size_t c = 0; c < 3; c++) {
        if (out->normal[c]) copy_column(out->normal[c] + first, a + (POINT_NORMAL + c) * stride, count);
        if (out->velocity[c]) copy_column(out->velocity[c] + first, a + (POINT_VELOCITY + c) * stride, count);
    }
    if (out->residual) copy_column(out->residual + first, a + POINT_RESIDUAL * stride, count);
}

flo_status flo__call_query(flo_device *device, const flo_sea *sea, double time, size_t count, const double *x,
                           const double *z, const flo_surface *surface)
{
    question ask = { .pass = FLO__PASS_points, .sea = sea, .coordinates = 2, .answers = POINT_COLUMNS,
                     .at = { x, z }, .answer = answer_surface, .out = surface, .time = time };
    const flo_status status = check_points(time, count, x, z);
    return status ? status : ask_all(device, &ask, count);
}

/* ---- the water below it ---------------------------------------------------------------------------------------- */

static flo_status check_places(double time, size_t count, const double *x, const double *y, const double *z)
{
    for (size_t i = 0; i < count; i++) {
        if (fabs(x[i]) <= 1e9 && fabs(y[i]) <= 1e6 && fabs(z[i]) <= 1e9) continue;
        return flo__fail(FLO_BAD_VALUE, "point %zu is at x %g, y %g, z %g m; x and z must be -1e9 to 1e9, y -1e6 to "
                         "1e6", i, x[i], y[i], z[i]);
    }
    return flo__check_time(time);
}

static void answer_water(const flo__query *q, size_t stride, size_t first, size_t count, const flo_sea *sea,
                         const void *to)
{
    const flo_water *out = to;
    const float *a = q->answers;
    (void)sea;
    for (size_t c = 0; c < 3; c++) {
        if (out->velocity[c]) copy_column(out->velocity[c] + first, a + (WATER_VELOCITY + c) * stride, count);
        if (out->acceleration[c]) {
            copy_column(out->acceleration[c] + first, a + (WATER_ACCELERATION + c) * stride, count);
        }
    }
    if (out->pressure) copy_column(out->pressure + first, a + WATER_PRESSURE * stride, count);
    if (out->depth) copy_column(out->depth + first, a + WATER_DEPTH * stride, count);
}

flo_status flo__call_query_water(flo_device *device, const flo_sea *sea, double time, size_t count, const double *x,
                                 const double *y, const double *z, const flo_water *water)
{
    question ask = { .pass = FLO__PASS_water, .sea = sea, .coordinates = 3, .answers = WATER_COLUMNS,
                     .at = { x, y, z }, .origin = { 0, sea->level, 0 }, .answer = answer_water, .out = water,
                     .time = time };
    const flo_status status = check_places(time, count, x, y, z);
    return status ? status : ask_all(device, &ask, count);
}
