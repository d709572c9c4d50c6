// SPDX-License-Identifier: MIT
//
// Fleet: the library owns the bodies and steps them.  A thousand barges of 4 m^2 and 1025 kg are dropped into calm sea
// water, each from higher up than the one before, and come to rest with 1025 kg / (1025 kg/m^3 * 4 m^2) = 0.25 m of
// draft.
//
//     c++ fleet.cpp $(pkg-config --cflags --libs flotilla)
#include <cstdio>
#include <flotilla.h>
#include <stdexcept>
#include <vector>

static void check(flo_status status) { if (status) throw std::runtime_error(flo_message()); }

int main() try {
    flo_hull_def barge = flo_default_hull_def();
    barge.mass = 1025, barge.buoyancy.law = FLO_ARCHIMEDES;                             // kg
    barge.damping.vertical = 2, barge.damping.angular = 1;                              // 1/s
    barge.box_size[0] = 2, barge.box_size[1] = 1, barge.box_size[2] = 2;                // m
    barge.box_grid[0] = 4, barge.box_grid[1] = 1, barge.box_grid[2] = 4;                // cells
    const flo_sea_def calm = flo_default_sea_def();
    const flo_device_def where = flo_default_device_def();
    flo_hull *hull;
    flo_sea *sea;
    flo_device *device;
    check(flo_hull_create(&hull, &barge)), check(flo_sea_create(&sea, &calm)), check(flo_device_open(&device, &where));
    flo_body_def body = {};
    body.hull = hull, body.state.orientation[0] = 1;
    std::vector<flo_body_def> bodies;
    for (int i = 0; i < 1000; i++) {
        body.state.position[0] = 4 * i, body.state.position[1] = 0.01 * i;
        bodies.push_back(body);
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea, def.bodies = bodies.data(), def.count = bodies.size();
    flo_fleet *fleet;
    check(flo_fleet_create(&fleet, device, &def));

    std::vector<flo_body_state> states(bodies.size());
    check(flo_fleet_step(fleet, 1.0 / 60, 1800)), check(flo_fleet_read(fleet, 0, states.size(), states.data()));
    for (std::size_t i = 0; i < states.size(); i += 333)
        std::printf("barge %zu: draft %.4f m\n", i, 0.5 - states[i].position[1]);
    flo_fleet_destroy(fleet), flo_device_close(device), flo_sea_destroy(sea), flo_hull_destroy(hull);
} catch (const std::exception &error) {
    return std::fprintf(stderr, "%s\n", error.what()), 1;
}
