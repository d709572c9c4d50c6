// SPDX-License-Identifier: MIT
//
// Query: the caller owns points and asks for the height of the water there.  One wave, 40 m long: 1.5 m high at its
// crest, -1.5 m in its trough, and 0 m not half way, at 10 m, but 1.5 m before, as crests are narrower than troughs.
//
//     c++ query.cpp $(pkg-config --cflags --libs flotilla)
#include <cstdio>
#include <flotilla.h>
#include <stdexcept>
#include <vector>

static void check(flo_status status) { if (status) throw std::runtime_error(flo_message()); }

int main() try {
    flo_wave wave = {};
    wave.amplitude = 1.5, wave.wavelength = 40, wave.steepness = 1;         // m, m; it travels along +z
    flo_sea_def def = flo_default_sea_def();
    def.waves = &wave, def.wave_count = 1;
    const flo_device_def where = flo_default_device_def();
    flo_sea *sea;
    flo_device *device;
    check(flo_sea_create(&sea, &def)), check(flo_device_open(&device, &where));

    const std::vector<double> x = { 0, 0, 0 }, z = { 0, 10 - 1.5, 20 };     // m; as many as you like
    std::vector<double> height(x.size());
    flo_surface surface = {};
    surface.height = height.data();
    check(flo_query(device, sea, 0, x.size(), x.data(), z.data(), &surface));
    for (std::size_t i = 0; i < x.size(); i++) std::printf("%g m along, the water is at %.3f m\n", z[i], height[i]);
    flo_device_close(device), flo_sea_destroy(sea);
} catch (const std::exception &error) {
    return std::fprintf(stderr, "%s\n", error.what()), 1;
}
