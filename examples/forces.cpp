// SPDX-License-Identifier: MIT
//
// Forces: the caller owns bodies and integrator; here a leapfrog of three lines stands for a physics engine.  A cube
// that floats half submerged is let go 0.1 m above its rest, and bobs by 0.1 m cos(t sqrt(g / 0.5 m)): every 1.41852 s.
//
//     c++ forces.cpp $(pkg-config --cflags --libs flotilla)
#include <cstdio>
#include <flotilla.h>
#include <stdexcept>

static void check(flo_status status) { if (status) throw std::runtime_error(flo_message()); }

int main() try {
    flo_hull_def cube = flo_default_hull_def();
    cube.mass = 512.5, cube.buoyancy.law = FLO_ARCHIMEDES;                  // kg; a cubic metre of sea water has 1025
    for (int axis = 0; axis < 3; axis++) cube.box_size[axis] = 1, cube.box_grid[axis] = 3;      // m, cells
    const flo_sea_def calm = flo_default_sea_def();
    const flo_device_def where = flo_default_device_def();
    flo_hull *hull;
    flo_sea *sea;
    flo_device *device;
    check(flo_hull_create(&hull, &cube)), check(flo_sea_create(&sea, &calm)), check(flo_device_open(&device, &where));
    flo_body_def body = {};
    body.hull = hull, body.state.position[1] = 0.1, body.state.orientation[0] = 1;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea, def.bodies = &body, def.count = 1;
    flo_fleet *fleet;
    check(flo_fleet_create(&fleet, device, &def));

    const double dt = 1.41852 / 1000;                                       // s
    const flo_forces_def all = flo_default_forces_def();                    // gravity included
    double y = 0.1, v = 0;
    for (int step = 1; step <= 1000; step++) {
        flo_body_load load;
        body.state.position[1] = y += v * dt / 2;
        check(flo_fleet_set_time(fleet, (step - 0.5) * dt)), check(flo_fleet_write(fleet, 0, 1, &body.state));
        check(flo_fleet_forces(fleet, &all, &load, nullptr));
        v += load.force[1] / cube.mass * dt;
        y += v * dt / 2;
        if (step % 200 == 0) std::printf("after %.3f s it is at %.3f m\n", step * dt, y);
    }
    flo_fleet_destroy(fleet), flo_device_close(device), flo_sea_destroy(sea), flo_hull_destroy(hull);
} catch (const std::exception &error) {
    return std::fprintf(stderr, "%s\n", error.what()), 1;
}
