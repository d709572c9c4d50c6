/* SPDX-License-Identifier: MIT
 *
 * Devices joined to one: what threads and memory each of them may have, and what the whole is called. */
#include "many.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

static bool is_gpu(const flo_device *part) { return strcmp(part->info.kind, "gpu") == 0; }
static bool is_opencl(const flo_device *part) { return strncmp(part->info.name, "opencl", 6) == 0; }

/* ---- threads --------------------------------------------------------------------------------------------------- */

static int usual_threads(void)
{
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

/* The processor is shared by scalar and simd parts, whose threads are ours to choose; by OpenCL's processors, which
 * take what they like; and by the drivers of GPUs, which wait.  So each GPU leaves a thread out, and all others have
 * as many as each other.  A number that was asked for is the sum of ours. */
static void share_threads(const flo__many *many, int asked)
{
    int ours = 0, others = 0, gpus = 0;
    for (int i = 0; i < many->count; i++) {
        ours += !is_opencl(many->part[i]);
        gpus += is_opencl(many->part[i]) && is_gpu(many->part[i]);
        others += is_opencl(many->part[i]) && !is_gpu(many->part[i]);
    }
    const int all = asked > 0 ? asked : usual_threads() - gpus, sharers = asked > 0 ? ours : ours + others;
    for (int i = 0, n = 0; i < many->count; i++) {
        if (is_opencl(many->part[i])) continue;
        const int threads = all / sharers + (n++ < all % sharers);
        many->part[i]->threads = threads > 1 ? threads : 1;
    }
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

/* Whether two parts have their memory from the same place: that of the processor, or that of one and the same GPU. */
static bool share_a_memory(const flo_device *a, const flo_device *b)
{
    return (!is_gpu(a) && !is_gpu(b)) || strcmp(a->info.name, b->info.name) == 0;
}

/* Of a memory that several parts have each takes as much as its share of the work. */
static void share_memory(const flo__many *many)
{
    size_t may_have[FLO__MOST_PARTS];
    for (int i = 0; i < many->count; i++) {
        const flo_device *part = many->part[i];
        const double all = (double)(is_gpu(part) ? part->memory : flo__physical_memory());
        double shares = 0;
        for (int k = 0; k < many->count; k++) {
            shares += share_a_memory(part, many->part[k]) ? many->share[k] : 0;
        }
        const double its = all * many->share[i] / shares;
        may_have[i] = its < (double)part->memory ? (size_t)its : part->memory;
    }
    for (int i = 0; i < many->count; i++) many->part[i]->memory = may_have[i];
}

/* ---- shares ---------------------------------------------------------------------------------------------------- */

static flo_status find_shares(flo_device *device, const flo__list *list)
{
    flo__many *many = device->many;
    double rate[FLO__MOST_PARTS], sum = 0;
    many->fixed = list->part[0].share > 0;
    for (int i = 0; i < many->count; i++) rate[i] = list->part[i].share;
    const flo_status status = many->fixed ? FLO_OK : flo__many_measure(device, rate);
    if (status) return flo__fail_more(status, "the speed of several devices cannot be measured");
    for (int i = 0; i < many->count; i++) sum += rate[i];
    for (int i = 0; i < many->count; i++) many->share[i] = rate[i] / sum;
    return FLO_OK;
}

/* ---- name and description --------------------------------------------------------------------------------------- */

/* All parts in one word, shares only where they were given; what has no room is cut off at a whole part. */
static void write_name(const flo_device *device, const char *asked, const flo__list *list, char *text, size_t size)
{
    static const char rest[] = "+...";
    size_t used = 0;
    if (strcmp(asked, "opencl:all") == 0) {
        snprintf(text, size, "%s", asked);
        return;
    }
    for (int i = 0; i < list->count; i++) {
        char part[96], share[FLO__SHARE_SIZE] = "";
        if (list->part[i].share > 0) flo__share_write(list->part[i].share, share);
        snprintf(part, sizeof part, "%s%s%s", i ? "+" : "", device->many->part[i]->info.name, share);
        const size_t keep = i < list->count - 1 ? sizeof rest - 1 : 0;
        if (used + strlen(part) + keep >= size) {
            snprintf(text + used, size - used, "%s", rest);
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s", part);
    }
}

/* How the work is shared out, as far as there is room. */
static void write_description(const flo__many *many, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "%d devices%s: ", many->count, many->fixed ? "" : ", by their speed");
    for (int i = 0; i < many->count && used < size; i++) {
        char part[96];
        const int length = snprintf(part, sizeof part, "%s%s %.3g %%", i ? ", " : "", many->part[i]->info.name,
                                    100 * many->share[i]);
        if (used + (size_t)length + sizeof ", ..." > size) {
            snprintf(text + used, size - used, ", ...");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s", part);
    }
}

static void describe(flo_device *device, const char *asked, const flo__list *list)
{
    const flo__many *many = device->many;
    flo_device_info *info = &device->info;
    *info = (flo_device_info){ .available = true, .exact = true };
    for (int i = 0; i < many->count; i++) {
        const flo_device_info *part = &many->part[i]->info;
        info->lanes = part->lanes > info->lanes ? part->lanes : info->lanes;
        const bool mixed = i > 0 && strcmp(info->kind, part->kind) != 0;
        snprintf(info->kind, sizeof info->kind, "%s", mixed ? "mixed" : part->kind);
    }
    write_name(device, asked, list, info->name, sizeof info->name);
    write_description(many, info->description, sizeof info->description);
}

/* ---- joining --------------------------------------------------------------------------------------------------- */

static flo_status check_exact(const char *asked, flo_device *const *parts, int count)
{
    for (int i = 0; i < count; i++) {
        if (parts[i]->info.exact) continue;
        return flo__fail(FLO_NO_DEVICE, "part %d of \"%.100s\", %s (%s), is inexact, and a body would not have the "
                         "same bits on it as on the others; it can only be used alone", i + 1, asked,
                         parts[i]->info.name, parts[i]->info.description);
    }
    return FLO_OK;
}

flo_status flo__many_join(flo_device *device, const char *name, const flo__list *list, flo_device *const *parts,
                          int threads)
{
    flo_status status = check_exact(name, parts, list->count);
    if (status) return status;
    flo__many *many = device->many = calloc(1, sizeof *many);
    if (!many) return flo__fail(FLO_NO_MEMORY, "no memory for %d devices", list->count);
    many->count = list->count;
    memcpy(many->part, parts, (size_t)list->count * sizeof *parts);
    share_threads(many, threads);
    status = flo__team_make(&many->team, many->count);
    if (!status) status = find_shares(device, list);
    if (status) {
        flo__many_end(device);
        return status;
    }
    share_memory(many);
    describe(device, name, list);
    return FLO_OK;
}

void flo__many_end(flo_device *device)
{
    flo__team_end(device->many->team);
    free(device->many);
    device->many = NULL;
}
