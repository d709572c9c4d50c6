/* SPDX-License-Identifier: MIT
 *
 * Queries: the surface above points, as many as fit on the device at a time. */
#include "query.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Points at a time: enough to keep a GPU busy, and few enough for a processor's caches. */
static size_t at_once(const flo_device *device)
{
    return (size_t)1 << (strcmp(device->info.kind, "gpu") == 0 ? 20 : 15);
}

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
    q->places = malloc(2 * capacity * sizeof *q->places);
    q->answers = malloc(POINT_COLUMNS * capacity * sizeof *q->answers);
    flo_status status = q->places && q->answers
                        ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for a query of %zu points", points);
    if (!status) status = device->backend->allocate(device, 2 * capacity * sizeof *q->places, &q->place);
    if (!status) {
        status = device->backend->allocate(device, POINT_COLUMNS * capacity * sizeof *q->answers, &q->out);
    }
    q->capacity = capacity;
    if (status) flo__query_release(device);
    return status;
}

static flo_status check_points(double time, size_t count, const double *x, const double *z)
{
    if (!(fabs(time) <= 1e12)) return flo__fail(FLO_BAD_VALUE, "time is %g s; it must be -1e12 to 1e12", time);
    for (size_t i = 0; i < count; i++) {
        if (fabs(x[i]) <= 1e9 && fabs(z[i]) <= 1e9) continue;
        return flo__fail(FLO_BAD_VALUE, "point %zu is at x %g, z %g m; both must be -1e9 to 1e9", i, x[i], z[i]);
    }
    return FLO_OK;
}

static void copy_column(float *to, const float *from, size_t count)
{
    for (size_t i = 0; i < count && to; i++) to[i] = from[i];
}

static void query_answer(const flo__query *q, size_t stride, size_t first, size_t count, double level,
                         const flo_surface *out)
{
    const float *a = q->answers;
    for (size_t i = 0; i < count && out->height; i++) {
        out->height[first + i] = level + (double)a[POINT_HEIGHT * stride + i];
    }
    for (size_t c = 0; c < 3; c++) {
        if (out->normal[c]) copy_column(out->normal[c] + first, a + (POINT_NORMAL + c) * stride, count);
        if (out->velocity[c]) copy_column(out->velocity[c] + first, a + (POINT_VELOCITY + c) * stride, count);
    }
    if (out->residual) copy_column(out->residual + first, a + POINT_RESIDUAL * stride, count);
}

static flo_status query_some(flo_device *device, size_t count, const double *x, const double *z)
{
    flo__query *q = device->query;
    const flo__sea_tables *t = &q->tables;
    const size_t stride = flo__device_round(device, count);
    for (size_t i = 0; i < stride; i++) {
        q->places[i] = i < count ? flo__fixed(x[i]) : 0;
        q->places[stride + i] = i < count ? flo__fixed(z[i]) : 0;
    }
    const flo__launch launch = { FLO__PASS_points, { t->wave, t->key, t->phase, t->number, q->place, q->out },
                                 { (int32_t)stride, 0 }, stride };
    flo_status status = device->backend->write(device, q->place, 0, q->places, 2 * stride * sizeof *q->places);
    if (!status) status = device->backend->run(device, &launch);
    if (status) return status;
    return device->backend->read(device, q->out, 0, q->answers, POINT_COLUMNS * stride * sizeof *q->answers);
}

flo_status flo_query(flo_device *device, const flo_sea *sea, double time, size_t count, const double *x,
                     const double *z, const flo_surface *surface)
{
    flo_status status = check_points(time, count, x, z);
    if (status || count == 0) return status;
    const size_t most = at_once(device);
    status = query_prepare(device, count < most ? count : most);
    if (!status) status = flo__sea_tables_set(&device->query->tables, device, sea, 1);
    if (!status) status = flo__sea_tables_time(&device->query->tables, device, sea, time, 0, 0, 1);
    for (size_t first = 0; first < count && !status; first += most) {
        const size_t some = count - first < most ? count - first : most;
        status = query_some(device, some, x + first, z + first);
        if (status) break;
        query_answer(device->query, flo__device_round(device, some), first, some, sea->level, surface);
    }
    return status;
}
