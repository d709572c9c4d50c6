/* SPDX-License-Identifier: MIT
 *
 * What ranks agree upon, and what they put together; see ranks.h. */
#include "ranks.h"

#include "../internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 4096 };          /* bytes of a message */

#define OVERHEAD 32             /* what a body costs beside its samples, in samples */

bool ranks_many(const ranks *t)
{
    return t->where.size > 1;
}

bool ranks_speaks(const ranks *t)
{
    return t->where.rank == 0;
}

/* ---- ranges ---------------------------------------------------------------------------------------------------- */

static double cost_of(const cli_model *model, const scene_bodies *entry)
{
    return OVERHEAD + flo_hull_get_info(model->hulls[entry->hull]).samples;
}

/* The first body before which `share` of all cost lies. */
static size_t find_border(const cli_model *model, double share)
{
    const scene *s = model->scene;
    double all = 0, before = 0;
    size_t bodies = 0;
    for (int i = 0; i < s->bodies_count; i++) all += (double)s->bodies[i].count * cost_of(model, &s->bodies[i]);
    for (int i = 0; i < s->bodies_count; i++) {
        const scene_bodies *entry = &s->bodies[i];
        const double cost = cost_of(model, entry), wanted = (share * all - before) / cost;
        if (wanted < (double)entry->count) return bodies + (wanted > 0 ? (size_t)wanted : 0);
        before += (double)entry->count * cost;
        bodies += entry->count;
    }
    return bodies;
}

flo_status ranks_cut(ranks *t, cli_model *model)
{
    const int size = t->where.size;
    t->begin = calloc((size_t)size + 1, sizeof *t->begin);
    if (!t->begin) return flo__fail(FLO_NO_MEMORY, "no memory for the ranges of %d ranks", size);
    for (int i = 1; i < size; i++) {
        const size_t border = find_border(model, (double)i / size);
        t->begin[i] = border > t->begin[i - 1] ? border : t->begin[i - 1];
    }
    t->begin[size] = model->body_count;
    model->first = t->begin[t->where.rank];
    model->part = t->begin[t->where.rank + 1] - model->first;
    return FLO_OK;
}

/* ---- agreement ------------------------------------------------------------------------------------------------- */

/* The first failed rank's status and words become everybody's. */
static flo_status take_over(const ranks *t, flo_status status, int failed, bool all_failed)
{
    struct { flo_status status; char host[64], words[WORDS]; } said = { status, "", "" };
    if (t->where.rank == failed) {
        snprintf(said.host, sizeof said.host, "%.63s", t->where.host);
        snprintf(said.words, sizeof said.words, "%.*s", WORDS - 1, flo_message());
    }
    t->mpi->share(&said, sizeof said, failed);
    if (all_failed) return flo__fail(said.status, "%s", said.words);
    return flo__fail(said.status, "rank %d of %d, on %s: %s", failed, t->where.size, said.host, said.words);
}

flo_status ranks_agree(const ranks *t, flo_status status)
{
    if (!ranks_many(t)) return status;
    /* The last well rank tells whether there is any. */
    uint64_t first[2] = { status ? (uint64_t)t->where.rank : UINT64_MAX, status ? UINT64_MAX : 0 };
    t->mpi->reduce_whole(first, 2, RANKS_LEAST);
    return first[0] == UINT64_MAX ? FLO_OK : take_over(t, status, (int)first[0], first[1] != 0);
}

flo_status ranks_agree_block(const ranks *t, flo_status status, double *seconds, bool *stop)
{
    if (!ranks_many(t)) return status;
    double news[3] = { *seconds, *stop, status != FLO_OK };
    t->mpi->reduce(news, 3, RANKS_MOST);
    *seconds = news[0];
    *stop = news[1] > 0;
    return news[2] > 0 ? ranks_agree(t, status) : FLO_OK;
}

/* ---- put together ---------------------------------------------------------------------------------------------- */

void ranks_report(const ranks *t, flo_fleet_report *report)
{
    if (!ranks_many(t)) return;
    double residual = (double)report->largest_residual;
    uint64_t bad = report->bad_bodies, first = bad > 0 ? t->begin[t->where.rank] + report->first_bad_body : UINT64_MAX;
    t->mpi->reduce(&residual, 1, RANKS_MOST);
    t->mpi->reduce_whole(&bad, 1, RANKS_TOTAL);
    t->mpi->reduce_whole(&first, 1, RANKS_LEAST);
    report->largest_residual = (float)residual;
    report->bad_bodies = (size_t)bad;
    report->first_bad_body = bad > 0 ? (size_t)first : 0;
}

/* From rank to rank: each goes on from the hash of the bodies before its own. */
flo_status ranks_hash(const ranks *t, flo_fleet *fleet, uint64_t *hash)
{
    *hash = FLO_HASH_START;
    const int rank = t->where.rank, last = t->where.size - 1;
    if (rank > 0) t->mpi->receive(hash, sizeof *hash, rank - 1);
    const flo_status status = flo_fleet_hash_on(fleet, hash);
    if (rank < last) t->mpi->send(hash, sizeof *hash, rank + 1);
    if (last > 0) t->mpi->share(hash, sizeof *hash, last);
    return ranks_agree(t, status);
}

static char *receive_text(const ranks *t, int from)
{
    uint64_t size = 0;
    t->mpi->receive(&size, sizeof size, from);
    char *text = malloc((size_t)size);
    if (!text) t->mpi->abort(CLI_BAD_INPUT);    /* for a few hundred bytes: nothing else would work, either */
    if (text) t->mpi->receive(text, (size_t)size, from);
    return text;
}

flo_status ranks_gather(const ranks *t, const char *text, char ***texts)
{
    const bool speaks = ranks_speaks(t);
    char **all = speaks ? calloc((size_t)t->where.size, sizeof *all) : NULL;
    *texts = NULL;
    if (all) all[0] = strdup(text);
    const bool whole = !speaks || (all && all[0]);
    flo_status status = whole ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the ranks' reports");
    status = ranks_agree(t, status);
    for (int from = 1; !status && speaks && from < t->where.size; from++) all[from] = receive_text(t, from);
    if (!status && !speaks) {
        const uint64_t size = strlen(text) + 1;
        t->mpi->send(&size, sizeof size, 0);
        t->mpi->send(text, (size_t)size, 0);
    }
    if (status) {
        if (all) free(all[0]);
        free(all);
        return status;
    }
    *texts = all;
    return FLO_OK;
}
