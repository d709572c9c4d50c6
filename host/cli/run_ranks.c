/* SPDX-License-Identifier: MIT
 *
 * What no rank knows alone: the hash of all states, how each hull's waves are summed, and what each rank was. */
#include "run.h"

#include "../internal.h"

#include <stdlib.h>
#include <sys/resource.h>

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

/* The first of this rank's bodies that has a hull. */
static bool find_body(const run *r, int hull, size_t *body)
{
    const scene *s = r->model.scene;
    size_t before = 0, from;
    for (int i = 0; i < s->bodies_count; before += s->bodies[i++].count) {
        if (s->bodies[i].hull != hull) continue;
        if (scene_overlap(before, s->bodies[i].count, r->model.first, r->model.part, &from) == 0) continue;
        *body = from - r->model.first;
        return true;
    }
    return false;
}

/* The first rank that has a body of the hull tells the others. */
static void find_summation(run *r, int hull, run_whole *whole)
{
    size_t body;
    const ranks *t = &r->team;
    const bool own = find_body(r, hull, &body);
    uint64_t teller = own ? (uint64_t)t->where.rank : UINT64_MAX;
    if (own) whole->sum[hull] = flo_fleet_get_summation(r->fleet, body);
    if (ranks_many(t)) t->mpi->reduce_whole(&teller, 1, RANKS_LEAST);
    whole->has_sum[hull] = teller != UINT64_MAX;
    if (ranks_many(t) && whole->has_sum[hull]) t->mpi->share(&whole->sum[hull], sizeof *whole->sum, (int)teller);
}

/* ---- ranks ----------------------------------------------------------------------------------------------------- */

static double peak_memory(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? 1024.0 * (double)usage.ru_maxrss : 0;
}

/* A line of JSON; NULL without memory. */
static char *describe(const run *r)
{
    const flo_device_info device = flo_device_get_info(r->device);
    json_t *json = json_pack("{s:i, s:s, s:s, s:s, s:i, s:I, s:I, s:f, s:I}", "rank", r->team.where.rank, "host",
                             r->team.where.host, "device", device.name, "device_description", device.description,
                             "threads", r->threads, "first_body", (json_int_t)r->model.first, "bodies",
                             (json_int_t)r->model.part, "seconds", r->own_seconds, "peak_memory",
                             (json_int_t)peak_memory());
    char *text = json ? json_dumps(json, JSON_REAL_PRECISION(12)) : NULL;
    json_decref(json);
    return text;
}

static flo_status list_ranks(run *r, run_whole *whole)
{
    char *own = describe(r), **all = NULL;
    flo_status status = own ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for a rank's report");
    status = ranks_agree(&r->team, status);
    if (!status) status = ranks_gather(&r->team, own, &all);
    free(own);
    if (!all) return status;
    whole->ranks = json_array();
    for (int i = 0; i < r->team.where.size; i++) {
        json_array_append_new(whole->ranks, json_loads(all[i], 0, NULL));
        free(all[i]);
    }
    free(all);
    return status;
}

/* ---- bodies that were stopped ---------------------------------------------------------------------------------- */

/* By their numbers among all, so many of this rank's. */
static flo_status own_bad(run *r, json_t **list)
{
    size_t numbers[RUN_BAD_TOLD], count = 0;
    const flo_status status = flo_fleet_get_bad(r->fleet, RUN_BAD_TOLD, numbers, &count);
    *list = json_array();
    if (status || !*list) return status ? status : flo__fail(FLO_NO_MEMORY, "no memory for the summary");
    for (size_t i = 0; i < count && i < RUN_BAD_TOLD; i++) {
        json_array_append_new(*list, json_integer((json_int_t)(r->model.first + numbers[i])));
    }
    return FLO_OK;
}

static void add_bad(json_t *list, const char *more)
{
    json_t *numbers = json_loads(more, 0, NULL), *number;
    size_t index;
    json_array_foreach(numbers, index, number) {
        if (json_array_size(list) < RUN_BAD_TOLD) json_array_append(list, number);
    }
    json_decref(numbers);
}

/* Ranks have their bodies in order. */
static flo_status list_bad(run *r, run_whole *whole)
{
    flo_status status = ranks_agree(&r->team, own_bad(r, &whole->bad));
    if (status || !ranks_many(&r->team)) return status;
    char *own = json_dumps(whole->bad, 0), **all = NULL;
    status = own ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the summary");
    status = ranks_agree(&r->team, status);
    if (!status) status = ranks_gather(&r->team, own, &all);
    free(own);
    for (int i = 0; all && i < r->team.where.size; i++) {
        if (i > 0) add_bad(whole->bad, all[i]);
        free(all[i]);
    }
    free(all);
    return status;
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

flo_status run_whole_find(run *r, run_whole *whole)
{
    const ranks *t = &r->team;
    const size_t hulls = (size_t)r->model.scene->hull_count + 1;
    double inexact = flo_device_get_info(r->device).exact ? 0 : 1;
    whole->sum = calloc(hulls, sizeof *whole->sum);
    whole->has_sum = calloc(hulls, sizeof *whole->has_sum);
    flo_status status = whole->sum && whole->has_sum ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the summary");
    status = ranks_agree(t, status);
    if (status) return status;
    if (ranks_many(t)) t->mpi->reduce(&inexact, 1, RANKS_MOST);
    whole->exact = !(inexact > 0);
    ranks_report(t, &r->report);
    for (int i = 0; i < r->model.scene->hull_count; i++) find_summation(r, i, whole);
    status = ranks_hash(t, r->fleet, &whole->hash);
    if (!status) status = list_bad(r, whole);
    return status || !t->mpi ? status : list_ranks(r, whole);
}

void run_whole_free(run_whole *whole)
{
    free(whole->sum);
    free(whole->has_sum);
    json_decref(whole->bad);
    json_decref(whole->ranks);
}
