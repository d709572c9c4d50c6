/* SPDX-License-Identifier: MIT
 *
 * See test_snapshot.h. */
#include "test_snapshot.h"

#include "test_boat.h"
#include "test_many.h"

test_small test_small_def(void)
{
    test_small s = { .sea = flo_default_sea_def(), .hull = test_boat_def(), .fleet = flo_default_fleet_def(),
                     .waves = { { .amplitude = 0.5, .wavelength = 20 },
                                { .amplitude = 0.1, .period = 2, .heading = 1 } } };
    s.sea.wave_count = 2;
    s.hull.push.strength = 0.5;
    s.fleet.count = 2;
    s.fleet.time = 12.5;
    return s;
}

flo_fleet *test_small_make(flo_device *device, const test_small *of)
{
    test_small s = *of;
    flo_sea *sea;
    flo_hull *hull;
    flo_fleet *fleet;
    s.sea.waves = s.waves;
    OK(flo_sea_create(&sea, &s.sea));
    OK(flo_hull_create(&hull, &s.hull));
    flo_body_def bodies[3];
    for (int i = 0; i < 3; i++) {
        bodies[i] = test_body(hull, test_state_at(10 * i, 0.1, 0), (flo_body_control){ .smoothing = 4 });
        bodies[i].mode = i == 1 ? s.mode : FLO_DYNAMIC;
    }
    s.fleet.sea = sea;
    s.fleet.bodies = bodies;
    OK(flo_fleet_create(&fleet, device, &s.fleet));
    flo_sea_destroy(sea);
    flo_hull_destroy(hull);
    return fleet;
}

flo_fleet *test_small_fleet(flo_device *device)
{
    const test_small s = test_small_def();
    flo_fleet *fleet = test_small_make(device, &s);
    OK(flo_fleet_step(fleet, 1 / 60.0, 20));
    return fleet;
}

uint64_t test_snapshot_bits(flo_fleet *fleet)
{
    const test_bytes b = test_take(fleet);
    const uint64_t hash = same_hash_bytes(FLO_HASH_START, b.at, b.size);
    free(b.at);
    return hash;
}
