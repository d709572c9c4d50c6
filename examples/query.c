/* SPDX-License-Identifier: MIT
 *
 * Query: the caller owns points and asks for the height of the water there.  One wave, 40 m long: 1.5 m high at its
 * crest, -1.5 m in its trough, and 0 m not half way, at 10 m, but 1.5 m before, as crests are narrower than troughs.
 *
 *     cc query.c $(pkg-config --cflags --libs flotilla) */
#include <flotilla.h>
#include <stdio.h>

static int complain(void) { return fprintf(stderr, "%s\n", flo_message()), 1; }

int main(void)
{
    const flo_wave wave = { .amplitude = 1.5, .wavelength = 40, .steepness = 1 };   /* m, m; it travels along +z */
    flo_sea_def def = flo_default_sea_def();
    def.waves = &wave, def.wave_count = 1;
    flo_device_def where = flo_default_device_def();
    flo_sea *sea;
    flo_device *device;
    if (flo_sea_create(&sea, &def) || flo_device_open(&device, &where)) return complain();

    const double x[3] = { 0, 0, 0 }, z[3] = { 0, 10 - 1.5, 20 };        /* m; as many as you like */
    double height[3];
    if (flo_query(device, sea, 0, 3, x, z, &(flo_surface){ .height = height })) return complain();
    for (int i = 0; i < 3; i++) printf("%g m along, the water is at %.3f m\n", z[i], height[i]);
    flo_device_close(device), flo_sea_destroy(sea);
    return 0;
}
