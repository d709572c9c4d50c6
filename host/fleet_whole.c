/* SPDX-License-Identifier: MIT
 *
 * Whether a fleet is what it says it is, where a device has failed: at one step with all of its bodies, each written
 * whole.  What flotilla.h says of failed calls is kept here.
 *
 * A fleet is torn by steps or loads that failed after some bodies had theirs; and, as drivers may tell long afterwards
 * that something was not done, by whatever waits and fails while passes over it may be under way.  What it is made of
 * is written only once, and known to be there before a caller gets the fleet. */
#include "fleet.h"

#include <stdlib.h>

void *flo__fleet_room(flo_fleet *fleet, size_t bytes)
{
    if (bytes <= fleet->room_bytes) return fleet->room;
    void *const more = malloc(bytes);
    if (!more) {
        flo__fail(FLO_NO_MEMORY, "no memory for %zu bytes of what a fleet of %zu bodies needs", bytes, fleet->count);
        return NULL;
    }
    free(fleet->room);
    fleet->room = more;
    fleet->room_bytes = bytes;
    return more;
}

/* ---- fleets that are being made -------------------------------------------------------------------------------- */

/* Waits until nothing is under way. */
static flo_status settle(flo_device *device)
{
    flo_status status = FLO_OK;
    for (int p = 0; p < flo__device_parts(device) && !status; p++) {
        flo_device *const part = flo__device_part(device, p);
        if (part->backend->finish) status = part->backend->finish(part);
    }
    return status;
}

flo_status flo__making_begin(flo__making *making, flo_device *device)
{
    const flo_status status = settle(device);
    for (int p = 0; p < flo__device_parts(device); p++) making->breaks[p] = flo__device_part(device, p)->breaks;
    return status;
}

/* Where it failed, what is still under way is to bodies that nobody will have. */
flo_status flo__making_end(const flo__making *making, flo_device *device, flo_status status)
{
    if (!status) status = settle(device);
    for (int p = 0; p < flo__device_parts(device) && status; p++) {
        flo__device_part(device, p)->breaks = making->breaks[p];
        flo__device_part(device, p)->moving = false;
    }
    return status;
}

/* ---- fleets that a device has left ----------------------------------------------------------------------------- */

void flo__fleet_mend(flo_fleet *fleet)
{
    for (int p = 0; p < flo__fleet_parts(fleet); p++) {
        flo_fleet *const part = flo__fleet_part(fleet, p);
        part->torn = false;
        part->breaks = part->device->breaks;
    }
    fleet->torn = false;
    for (int i = 0; i < FLO__WRITTEN; i++) fleet->unwritten[i] = (flo__stretch){ 0, 0 };
}

void flo__fleet_written(flo_fleet *fleet, flo__written what, size_t first, size_t count, flo_status status)
{
    flo__stretch *const s = &fleet->unwritten[what];
    const size_t end = first + count;
    const bool none = s->end == 0;
    if (count == 0) return;
    if (status) {
        *s = (flo__stretch){ none || first < s->first ? first : s->first, end > s->end ? end : s->end };
    } else if (!none) {     /* from either side, until nothing is left */
        if (first <= s->first && end > s->first) s->first = end;
        else if (end >= s->end && first < s->end) s->end = first;
        if (s->first >= s->end) *s = (flo__stretch){ 0, 0 };
    }
}

static flo_status check_written(const flo_fleet *fleet)
{
    static const char *const names[FLO__WRITTEN] = { "states", "controls" };
    for (int i = 0; i < FLO__WRITTEN; i++) {
        const flo__stretch *const s = &fleet->unwritten[i];
        if (s->end == 0) continue;
        return flo__fail(FLO_DEVICE_FAILED, "the %s of bodies %zu to %zu were written in part, for %s has failed "
                         "before: write them again", names[i], s->first, s->end - 1, fleet->device->info.name);
    }
    return FLO_OK;
}

flo_status flo__fleet_check_whole(const flo_fleet *fleet)
{
    bool torn = fleet->torn;
    for (int p = 0; p < flo__fleet_parts(fleet); p++) {
        const flo_fleet *const part = flo__fleet_part(fleet, p);
        torn = torn || part->torn || part->breaks != part->device->breaks;
    }
    if (!torn) return check_written(fleet);
    return flo__fail(FLO_DEVICE_FAILED, "%s, or a snapshot that was loaded, has failed before, and some bodies may be "
                     "ahead of others: the fleet's states can still be read; a snapshot can be loaded, or it has to be "
                     "made anew",
                     fleet->device->info.name);
}
