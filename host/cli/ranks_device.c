/* SPDX-License-Identifier: MIT
 *
 * How the ranks of one node share out what it computes with: OpenCL devices in turn, processors in equal parts. */
#define _GNU_SOURCE             /* sched_getaffinity */
#include "ranks.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 256 };

/* ---- processors ------------------------------------------------------------------------------------------------ */

/* How many processors this rank may use, shared with the ranks that may use the same. */
static int find_share(const ranks *t)
{
    cpu_set_t own, *all = calloc((size_t)t->where.node_size, sizeof own);
    int sharers = 0;
    CPU_ZERO(&own);
    if (!all) t->mpi->abort(CLI_BAD_INPUT);
    if (!all || sched_getaffinity(0, sizeof own, &own) != 0) CPU_SET(0, &own);
    if (!all) return 1;
    t->mpi->gather_node(&own, sizeof own, all);
    for (int i = 0; i < t->where.node_size; i++) sharers += CPU_EQUAL(&own, &all[i]) ? 1 : 0;
    const int share = CPU_COUNT(&own) / sharers;
    free(all);
    return share > 1 ? share : 1;
}

/* ---- OpenCL devices -------------------------------------------------------------------------------------------- */

static bool is_gpu(const flo_device_info *info)
{
    return strcmp(info->kind, "gpu") == 0;
}

/* OpenCL's, best first: all GPUs, or if there is none and any will do, all. */
static int list_devices(flo_device_info *info, bool gpus_only)
{
    const int listed = flo_device_list(info, MOST_DEVICES), most = listed < MOST_DEVICES ? listed : MOST_DEVICES;
    int count = 0;
    for (int i = 0; i < most; i++) {
        if (!info[i].available || strncmp(info[i].name, "opencl", 6) != 0) continue;
        if (is_gpu(&info[i]) ? count > 0 && !is_gpu(&info[0]) : gpus_only || (count > 0 && is_gpu(&info[0]))) continue;
        info[count++] = info[i];
    }
    return count;
}

void ranks_choose_device(const ranks *t, const char **name, int *threads, char room[64])
{
    if (!ranks_many(t)) return;
    if (!*name || !(*name)[0]) *name = getenv("FLOTILLA_DEVICE");
    const bool automatic = !*name || !(*name)[0] || strcmp(*name, "auto") == 0;
    const int share = find_share(t);
    if (*threads == 0 && !getenv("OMP_NUM_THREADS")) *threads = share;
    char text[16];              /* PoCL's threads are its own, and would be as many as there are processors */
    snprintf(text, sizeof text, "%d", *threads > 0 ? *threads : share);
    setenv("POCL_MAX_PTHREAD_COUNT", text, 0);
    if (t->where.node_size < 2 || !(automatic || strcmp(*name, "opencl") == 0)) return;
    flo_device_info *info = calloc(MOST_DEVICES, sizeof *info);
    const int count = info ? list_devices(info, automatic) : 0;
    if (count > 1) {
        snprintf(room, 64, "%s", info[t->where.node_rank % count].name);
        *name = room;
    }
    free(info);
}
