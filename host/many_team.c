/* SPDX-License-Identifier: MIT
 *
 * Parts at work at the same time: one thread for each but the first, which has the caller's.
 *
 * The threads live as long as the device, for OpenMP keeps threads of its own for each that ever used it.  Work is
 * handed over, and its result back, under a lock; so all that a caller wrote before is seen by the part, all that the
 * part wrote by the caller, and nothing in between is shared but what nobody writes: seas, hulls, and the tables of
 * functions. */
#include "many.h"
#include "floats.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

typedef struct helper {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t change;
    int part;
    flo__work *work;                    /* NULL: nothing to do */
    void *of;
    bool ends;
    flo_status status;                  /* of the last work, and if it failed */
    const char *message;                /* what the thread's flo_message() is */
} helper;

struct flo__team {
    int helpers;
    helper helper[];                    /* number i is part i + 1's */
};

static void *helper_main(void *argument)
{
    helper *h = argument;
    flo__floats_take();                 /* never given back: it is our thread */
    flo__fail_quietly();
    pthread_mutex_lock(&h->lock);
    while (!h->ends) {
        if (!h->work) {
            pthread_cond_wait(&h->change, &h->lock);
            continue;
        }
        pthread_mutex_unlock(&h->lock);
        const flo_status status = h->work(h->part, h->of);
        pthread_mutex_lock(&h->lock);
        h->status = status;
        h->message = flo_message();
        h->work = NULL;
        pthread_cond_signal(&h->change);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

static void give(helper *h, flo__work *work, void *of)
{
    pthread_mutex_lock(&h->lock);
    h->work = work;
    h->of = of;
    pthread_cond_signal(&h->change);
    pthread_mutex_unlock(&h->lock);
}

static flo_status wait_for(helper *h)
{
    pthread_mutex_lock(&h->lock);
    while (h->work) pthread_cond_wait(&h->change, &h->lock);
    pthread_mutex_unlock(&h->lock);
    return h->status;
}

/* A program's signals are for its own threads. */
static int start(helper *h, int part)
{
    sigset_t all, before;
    *h = (helper){ .part = part };
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->change, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int error = pthread_create(&h->thread, NULL, helper_main, h);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return error;
}

flo_status flo__team_make(flo__team **out, int parts)
{
    flo__team *team = malloc(sizeof *team + (size_t)parts * sizeof *team->helper);
    if (!team) return flo__fail(FLO_NO_MEMORY, "no memory for %d devices at work at the same time", parts);
    team->helpers = 0;
    for (; team->helpers < parts - 1; team->helpers++) {
        const int error = start(&team->helper[team->helpers], team->helpers + 1);
        if (error == 0) continue;
        const int missing = team->helpers + 2;
        flo__team_end(team);
        return flo__fail(FLO_NO_MEMORY, "no thread for the %d. of %d devices: error %d", missing, parts, error);
    }
    *out = team;
    return FLO_OK;
}

void flo__team_end(flo__team *team)
{
    for (int i = 0; team && i < team->helpers; i++) {
        helper *h = &team->helper[i];
        pthread_mutex_lock(&h->lock);
        h->ends = true;
        pthread_cond_signal(&h->change);
        pthread_mutex_unlock(&h->lock);
        pthread_join(h->thread, NULL);
        pthread_cond_destroy(&h->change);
        pthread_mutex_destroy(&h->lock);
    }
    free(team);
}

flo_status flo__team_run(flo_device *device, uint64_t who, flo__work *work, void *of)
{
    if (!device->many) return who & 1 ? work(0, of) : FLO_OK;
    flo_device *const *part = device->many->part;
    helper *const helpers = device->many->team->helper;
    flo_status result = FLO_OK;
    for (int i = 1; i < device->many->count; i++) {
        if (who >> i & 1) give(&helpers[i - 1], work, of);
    }
    if (who & 1) result = work(0, of);
    if (result) flo__fail_more(result, "part 1, %s", part[0]->info.name);
    for (int i = 1; i < device->many->count; i++) {
        const flo_status status = who >> i & 1 ? wait_for(&helpers[i - 1]) : FLO_OK;
        if (!status || result) continue;
        result = flo__fail(status, "part %d, %s: %s", i + 1, part[i]->info.name, helpers[i - 1].message);
    }
    return result;
}

/* ---- items ----------------------------------------------------------------------------------------------------- */

typedef struct shared_work {
    flo_device *device;
    size_t end[FLO__MOST_PARTS];
    flo__part_work *work;
    void *of;
} shared_work;

static flo_status do_shared(int part, void *of)
{
    const shared_work *s = of;
    const size_t first = part > 0 ? s->end[part - 1] : 0;
    return s->work(s->device->many->part[part], first, s->end[part] - first, s->of);
}

flo_status flo__team_share(flo_device *device, size_t items, size_t fewest, flo__part_work *work, void *of)
{
    if (!device->many) return work(device, 0, items, of);
    shared_work shared = { .device = device, .work = work, .of = of };
    double share[FLO__MOST_PARTS];
    uint64_t who = 0;
    flo__many_shares(device->many, items, fewest, NULL, share);
    flo__many_cut(device->many, share, items, NULL, NULL, shared.end);
    for (int i = 0; i < device->many->count; i++) {
        if (shared.end[i] > (i > 0 ? shared.end[i - 1] : 0)) who |= (uint64_t)1 << i;
    }
    return flo__team_run(device, who, do_shared, &shared);
}
