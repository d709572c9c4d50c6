/* SPDX-License-Identifier: MIT
 *
 * The public calls that compute, as their files have them: flo__call_fleet_step() is what flo_fleet_step() does once it
 * is inside (host/calls.c). */
#ifndef FLO_CALLS_H
#define FLO_CALLS_H

#include "internal.h"

/* Arithmetic that is inlined could be moved out of where it must stay. */
#if defined(__GNUC__)
#define FLO_APART __attribute__((noinline))
#else
#define FLO_APART
#endif

/* host/device.c */
FLO_APART int flo__call_device_list(flo_device_info *info, int capacity);
FLO_APART flo_status flo__call_device_open(flo_device **device, const flo_device_def *def);
FLO_APART void flo__call_device_close(flo_device *device);

/* host/profile.c */
FLO_APART flo_status flo__call_device_get_profile(flo_device *device, flo_profile *profile);

/* host/sea.c */
FLO_APART flo_status flo__call_sea_create(flo_sea **out, const flo_sea_def *def);

/* host/spectrum.c */
FLO_APART flo_status flo__call_spectrum_waves(const flo_spectrum_def *def, flo_wave *waves);

/* host/record.c */
FLO_APART flo_status flo__call_record_waves(const flo_record_def *def, flo_wave *waves);
FLO_APART flo_status flo__call_record_get_info(const flo_record_def *def, flo_record_info *info);

/* host/query.c */
FLO_APART flo_status flo__call_query(flo_device *device, const flo_sea *sea, double time, size_t count, const double *x,
                                     const double *z, const flo_surface *surface);
FLO_APART flo_status flo__call_query_water(flo_device *device, const flo_sea *sea, double time, size_t count,
                                           const double *x, const double *y, const double *z, const flo_water *water);

/* host/hull.c */
FLO_APART flo_status flo__call_hull_create(flo_hull **out, const flo_hull_def *def);

/* host/mesh.c */
FLO_APART flo_status flo__call_mesh_get_info(const flo_mesh *mesh, flo_mesh_info *info);

/* host/mesh_float.c */
FLO_APART flo_status flo__call_mesh_float(const flo_mesh *mesh, double mass, double density,
                                          const double center_of_mass[3], flo_hydrostatics *floats);

/* host/fleet_make.c */
FLO_APART flo_status flo__call_fleet_create(flo_fleet **out, flo_device *device, const flo_fleet_def *def);
FLO_APART void flo__call_fleet_destroy(flo_fleet *fleet);

/* host/fleet_layout.c */
FLO_APART size_t flo__call_fleet_memory(const flo_hull *hull, size_t count);

/* host/fleet.c */
FLO_APART flo_status flo__call_fleet_step(flo_fleet *fleet, double dt, uint64_t steps);
FLO_APART flo_status flo__call_fleet_set_time(flo_fleet *fleet, double time);

/* host/fleet_forces.c */
FLO_APART flo_status flo__call_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                                            const flo_sample_loads *samples);

/* host/fleet_state.c */
FLO_APART flo_status flo__call_fleet_read(flo_fleet *fleet, size_t first, size_t count, flo_body_state *states);
FLO_APART flo_status flo__call_fleet_write(flo_fleet *fleet, size_t first, size_t count, const flo_body_state *states);

/* host/fleet_control.c */
FLO_APART flo_status flo__call_fleet_control(flo_fleet *fleet, size_t first, size_t count,
                                             const flo_body_control *controls);

/* host/fleet_change.c */
FLO_APART flo_status flo__call_fleet_add(flo_fleet *fleet, size_t count, const flo_body_def *bodies);
FLO_APART flo_status flo__call_fleet_remove(flo_fleet *fleet, size_t first, size_t count);
FLO_APART flo_status flo__call_fleet_set_sea(flo_fleet *fleet, size_t first, size_t count, const flo_sea *sea);

/* host/fleet_report.c */
FLO_APART flo_status flo__call_fleet_get_report(flo_fleet *fleet, flo_fleet_report *report);
FLO_APART flo_status flo__call_fleet_get_bad(flo_fleet *fleet, size_t capacity, size_t *bodies, size_t *count);
FLO_APART flo_status flo__call_fleet_hash_on(flo_fleet *fleet, uint64_t *hash);
FLO_APART flo_status flo__call_fleet_hash(flo_fleet *fleet, uint64_t *hash);

/* host/snapshot.c */
FLO_APART flo_status flo__call_fleet_save(flo_fleet *fleet, const char *path);
FLO_APART flo_status flo__call_fleet_load(flo_fleet *fleet, const char *path);
FLO_APART flo_status flo__call_fleet_snapshot_size(const flo_fleet *fleet, size_t *size);
FLO_APART flo_status flo__call_fleet_snapshot(flo_fleet *fleet, void *bytes, size_t size);
FLO_APART flo_status flo__call_fleet_restore(flo_fleet *fleet, const void *bytes, size_t size);

#endif
