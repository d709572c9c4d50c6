/* SPDX-License-Identifier: MIT
 *
 * Fleet: the library owns the bodies and steps them.  A thousand barges of 4 m^2 and 1025 kg are dropped into calm sea
 * water, each from higher up than the one before, and come to rest with 1025 kg / (1025 kg/m^3 * 4 m^2) = 0.25 m of
 * draft.
 *
 *     cc fleet.c $(pkg-config --cflags --libs flotilla) */
#include <flotilla.h>
#include <stdio.h>

enum { COUNT = 1000 };

static int complain(void) { return fprintf(stderr, "%s\n", flo_message()), 1; }

int main(void)
{
    flo_hull_def barge = flo_default_hull_def();
    barge.mass = 1025, barge.buoyancy.law = FLO_ARCHIMEDES;                             /* kg */
    barge.damping.vertical = 2, barge.damping.angular = 1;                              /* 1/s */
    barge.box_size[0] = 2, barge.box_size[1] = 1, barge.box_size[2] = 2;                /* m */
    barge.box_grid[0] = 4, barge.box_grid[1] = 1, barge.box_grid[2] = 4;                /* cells */
    const flo_sea_def calm = flo_default_sea_def();
    const flo_device_def where = flo_default_device_def();
    flo_hull *hull;
    flo_sea *sea;
    flo_device *device;
    if (flo_hull_create(&hull, &barge) || flo_sea_create(&sea, &calm) || flo_device_open(&device, &where))
        return complain();
    static flo_body_def bodies[COUNT];
    for (int i = 0; i < COUNT; i++)
        bodies[i] = (flo_body_def){ .hull = hull, .state = { .position = { 4 * i, 0.01 * i }, .orientation = { 1 } } };
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea, def.bodies = bodies, def.count = COUNT;
    flo_fleet *fleet;
    if (flo_fleet_create(&fleet, device, &def)) return complain();

    static flo_body_state states[COUNT];
    if (flo_fleet_step(fleet, 1.0 / 60, 1800) || flo_fleet_read(fleet, 0, COUNT, states)) return complain();
    for (int i = 0; i < COUNT; i += 333) printf("barge %d: draft %.4f m\n", i, 0.5 - states[i].position[1]);
    flo_fleet_destroy(fleet), flo_device_close(device), flo_sea_destroy(sea), flo_hull_destroy(hull);
    return 0;
}
