/* SPDX-License-Identifier: MIT
 *
 * What a device counts when it is asked to: launches of passes, transfers, and the time they took.  The backends fill
 * device->counts; here it becomes what callers see. */
#include "calls.h"
#include "many.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)FLO__COUNTED <= (int)FLO_PROFILE_ENTRIES, "flo_profile has no room for all passes and transfers");

static const char *const names[FLO__COUNTED] = {
#define NAME(name, buffers, numbers) [FLO__PASS_##name] = #name,
    FLO__PASSES(NAME)
#undef NAME
    [FLO__WRITES] = "write", [FLO__READS] = "read", [FLO__FILLS] = "fill",
};

flo_status flo__profile_begin(flo_device *device, bool wanted)
{
    if (!wanted) return FLO_OK;
    device->counts = calloc(FLO__COUNTED, sizeof *device->counts);
    return device->counts ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for a profile");
}

static flo_status wait_for(flo_device *device)
{
    return device->backend->finish ? device->backend->finish(device) : FLO_OK;
}

/* A device that cannot even finish will say so at the next call. */
void flo__profile_forget(flo_device *device)
{
    if (!device->counts) return;
    if (wait_for(device) == FLO_OK) memset(device->counts, 0, FLO__COUNTED * sizeof *device->counts);
}

void flo__profile_keep(flo_device *device, flo__count *counted)
{
    if (device->counts && wait_for(device) == FLO_OK) memcpy(counted, device->counts, FLO__COUNTED * sizeof *counted);
}

void flo__profile_put_back(flo_device *device, const flo__count *counted)
{
    if (device->counts && wait_for(device) == FLO_OK) memcpy(device->counts, counted, FLO__COUNTED * sizeof *counted);
}

void flo__profile_end(flo_device *device)
{
    free(device->counts);
    device->counts = NULL;
}

/* Adds what a device counted. */
static flo_status add_counts(flo_device *device, flo__count sum[FLO__COUNTED])
{
    if (!device->counts) {
        return flo__fail(FLO_BAD_VALUE, "device %s keeps no profile; flo_device_def.profile asks for it",
                         device->info.name);
    }
    const flo_status status = wait_for(device);
    for (int i = 0; i < FLO__COUNTED && status == FLO_OK; i++) {
        sum[i].launches += device->counts[i].launches;
        sum[i].bytes += device->counts[i].bytes;
        sum[i].seconds += device->counts[i].seconds;
    }
    return status;
}

flo_status flo__call_device_get_profile(flo_device *device, flo_profile *profile)
{
    flo__count sum[FLO__COUNTED] = { { 0 } };
    flo_status status = FLO_OK;
    *profile = (flo_profile){ 0 };
    for (int p = 0; p < flo__device_parts(device) && status == FLO_OK; p++) {
        status = add_counts(flo__device_part(device, p), sum);
    }
    for (int i = 0; i < FLO__COUNTED && status == FLO_OK; i++) {
        const flo__count *c = &sum[i];
        if (c->launches == 0) continue;
        profile->entry[profile->count++] = (flo_profile_entry){ names[i], c->launches, c->bytes, c->seconds };
    }
    return status;
}
