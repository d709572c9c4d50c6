/* SPDX-License-Identifier: MIT
 *
 * Every public call that computes or drives a device, from outside: host/enter.h says what all of them do first and
 * last.  Those that are not here only hand out what is known already, or release it; those of flotilla_opencl.h are in
 * host/interop_calls.c.  A new call belongs here, too: tests/test_environment.c has them all. */
#include "calls.h"
#include "fleet.h"
#include "enter.h"

int flo_device_list(flo_device_info *info, int capacity)
{
    FLO__ENTER(int, flo__no_listener() ? 0 : flo__call_device_list(info, capacity));
}

flo_status flo_device_open(flo_device **device, const flo_device_def *def)
{
    FLO__ENTER_CALL(flo__call_device_open(device, def));
}

void flo_device_close(flo_device *device)
{
    if (!device || flo__process_lacks(device)) return;
    const flo__floats callers = flo__floats_take();
    flo__call_device_close(device);
    flo__floats_give_back(&callers);
}

flo_status flo_device_get_profile(flo_device *device, flo_profile *profile)
{
    FLO__ENTER_ON(device, flo__call_device_get_profile(device, profile));
}

flo_status flo_sea_create(flo_sea **out, const flo_sea_def *def)
{
    FLO__ENTER_CALL(flo__call_sea_create(out, def));
}

flo_status flo_spectrum_waves(const flo_spectrum_def *def, flo_wave *waves)
{
    FLO__ENTER_CALL(flo__call_spectrum_waves(def, waves));
}

flo_status flo_record_waves(const flo_record_def *def, flo_wave *waves)
{
    FLO__ENTER_CALL(flo__call_record_waves(def, waves));
}

flo_status flo_record_get_info(const flo_record_def *def, flo_record_info *info)
{
    FLO__ENTER_CALL(flo__call_record_get_info(def, info));
}

flo_status flo_query(flo_device *device, const flo_sea *sea, double time, size_t count, const double *x,
                     const double *z, const flo_surface *surface)
{
    FLO__ENTER_ON(device, flo__call_query(device, sea, time, count, x, z, surface));
}

flo_status flo_query_water(flo_device *device, const flo_sea *sea, double time, size_t count, const double *x,
                           const double *y, const double *z, const flo_water *water)
{
    FLO__ENTER_ON(device, flo__call_query_water(device, sea, time, count, x, y, z, water));
}

flo_status flo_hull_create(flo_hull **out, const flo_hull_def *def)
{
    FLO__ENTER_CALL(flo__call_hull_create(out, def));
}

flo_status flo_mesh_get_info(const flo_mesh *mesh, flo_mesh_info *info)
{
    FLO__ENTER_CALL(flo__call_mesh_get_info(mesh, info));
}

flo_status flo_mesh_float(const flo_mesh *mesh, double mass, double density, const double center_of_mass[3],
                          flo_hydrostatics *floats)
{
    FLO__ENTER_CALL(flo__call_mesh_float(mesh, mass, density, center_of_mass, floats));
}

flo_status flo_fleet_create(flo_fleet **out, flo_device *device, const flo_fleet_def *def)
{
    FLO__ENTER_ON(device, flo__call_fleet_create(out, device, def));
}

void flo_fleet_destroy(flo_fleet *fleet)
{
    if (!fleet || flo__process_lacks(fleet->device)) return;
    const flo__floats callers = flo__floats_take();
    flo__call_fleet_destroy(fleet);
    flo__floats_give_back(&callers);
}

size_t flo_fleet_memory(const flo_hull *hull, size_t count)
{
    FLO__ENTER(size_t, flo__call_fleet_memory(hull, count));
}

flo_status flo_fleet_step(flo_fleet *fleet, double dt, uint64_t steps)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_step(fleet, dt, steps));
}

flo_status flo_fleet_set_time(flo_fleet *fleet, double time)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_set_time(fleet, time));
}

flo_status flo_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                            const flo_sample_loads *samples)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_forces(fleet, def, loads, samples));
}

flo_status flo_fleet_read(flo_fleet *fleet, size_t first, size_t count, flo_body_state *states)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_read(fleet, first, count, states));
}

flo_status flo_fleet_write(flo_fleet *fleet, size_t first, size_t count, const flo_body_state *states)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_write(fleet, first, count, states));
}

flo_status flo_fleet_control(flo_fleet *fleet, size_t first, size_t count, const flo_body_control *controls)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_control(fleet, first, count, controls));
}

flo_status flo_fleet_add(flo_fleet *fleet, size_t count, const flo_body_def *bodies)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_add(fleet, count, bodies));
}

flo_status flo_fleet_remove(flo_fleet *fleet, size_t first, size_t count)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_remove(fleet, first, count));
}

flo_status flo_fleet_set_sea(flo_fleet *fleet, size_t first, size_t count, const flo_sea *sea)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_set_sea(fleet, first, count, sea));
}

flo_status flo_fleet_get_report(flo_fleet *fleet, flo_fleet_report *report)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_get_report(fleet, report));
}

flo_status flo_fleet_get_bad(flo_fleet *fleet, size_t capacity, size_t *bodies, size_t *count)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_get_bad(fleet, capacity, bodies, count));
}

flo_status flo_fleet_hash_on(flo_fleet *fleet, uint64_t *hash)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_hash_on(fleet, hash));
}

flo_status flo_fleet_hash(flo_fleet *fleet, uint64_t *hash)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_hash(fleet, hash));
}

flo_status flo_fleet_save(flo_fleet *fleet, const char *path)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_save(fleet, path));
}

flo_status flo_fleet_load(flo_fleet *fleet, const char *path)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_load(fleet, path));
}

flo_status flo_fleet_snapshot_size(const flo_fleet *fleet, size_t *size)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_snapshot_size(fleet, size));
}

flo_status flo_fleet_snapshot(flo_fleet *fleet, void *bytes, size_t size)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_snapshot(fleet, bytes, size));
}

flo_status flo_fleet_restore(flo_fleet *fleet, const void *bytes, size_t size)
{
    FLO__ENTER_ON(fleet->device, flo__call_fleet_restore(fleet, bytes, size));
}
