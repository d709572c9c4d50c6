/* SPDX-License-Identifier: MIT
 *
 * Forks. */
#include "process.h"

#include <pthread.h>

static unsigned forks;

/* In the child's only thread. */
static void count_fork(void) { __atomic_add_fetch(&forks, 1, __ATOMIC_RELAXED); }

static void watch(void) { pthread_atfork(NULL, NULL, count_fork); }

void flo__process_watch(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch);
}

unsigned flo__process_forks(void) { return __atomic_load_n(&forks, __ATOMIC_RELAXED); }

/* Where nothing is ever under way, as on the processor, the calling thread can do all of it. */
bool flo__process_lacks(const flo_device *device)
{
    return device->forks != flo__process_forks() && !(device->backend && !device->backend->finish);
}

flo_status flo__process_has(const flo_device *device)
{
    if (!flo__process_lacks(device)) return FLO_OK;
    return flo__fail(FLO_DEVICE_FAILED, "%s was opened before fork(), and its threads are not in this process: open a "
                     "device of its own here", device->info.name);
}
