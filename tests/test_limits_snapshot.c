/* SPDX-License-Identifier: MIT
 *
 * Snapshots that somebody made up, with checksums that are right: numbers of a body that no call would take are
 * refused, whichever they are, and what was refused changes nothing. */
#include "devices.h"
#include "snapshot.h"
#include "test.h"

#include <float.h>

int test_limits_snapshot(void);

enum { MOST = 8192 };

static flo_fleet *make_fleet(flo_device *device, flo_mode mode)
{
    static const double corners[4][3] = {{-1, 0, -2}, {1, 0, -2}, {-1, 0, 2}, {1, 0, 2}};
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    flo_fleet *fleet = NULL;
    const flo_sea_def flat = flo_default_sea_def();
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1000;
    def.points = corners, def.point_count = 4;
    for (int a = 0; a < 3; a++) def.inertia[a] = 900;
    def.buoyancy.reference_depth = 0.5;
    OK(flo_sea_create(&sea, &flat));
    OK(flo_hull_create(&hull, &def));
    const flo_body_def body = {.hull = hull, .mode = mode, .state = {.orientation = {1, 0, 0, 0}},
                               .control = {.smoothing = 4}};
    flo_fleet_def fleet_def = flo_default_fleet_def();
    fleet_def.sea = sea;
    fleet_def.bodies = &body;
    fleet_def.count = 1;
    OK(flo_fleet_create(&fleet, device, &fleet_def));
    flo_hull_destroy(hull);
    flo_sea_destroy(sea);
    return fleet;
}

static void forged_states_are_refused(void **state)
{
    (void)state;
    static const float values[] = {FLT_MAX, -FLT_MAX, 1e38f, INFINITY, -INFINITY, NAN};
    static const flo_mode modes[] = {FLO_DYNAMIC, FLO_TRANSFORM, FLO_KINEMATIC, FLO_HYBRID};
    flo_device *device = test_open("scalar");
    for (int m = 0; m < 4; m++) {
        static unsigned char good[MOST], bad[MOST];
        size_t size = 0;
        flo_fleet *const fleet = make_fleet(device, modes[m]);
        OK(flo_fleet_step(fleet, 0.02, 2));
        OK(flo_fleet_snapshot_size(fleet, &size));
        assert_true(size <= MOST);
        OK(flo_fleet_snapshot(fleet, good, size));
        const uint64_t before = test_hash(fleet);
        const size_t record = (size_t)flo__get_number(good + 24, 8);
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            for (int column = 0; column < STATE_COLUMNS; column++) {
                const size_t at = record + PLACE_COLUMNS * 8 + (size_t)column * 4;
                if (column == STATE_RESIDUAL) continue;     /* only ever told */
                test_about("mode %d, column %d is %g", m, column, (double)values[i]);
                memcpy(bad, good, size);
                flo__put_number(bad + at, (flo__bits32){.value = values[i]}.bits, 4);
                flo__snapshot_mend(bad, size);
                REFUSED(flo_fleet_restore(fleet, bad, size), FLO_BAD_FILE, "body 0 cannot be as it says");
                assert_true(test_hash(fleet) == before);
            }
        }
        memcpy(bad, good, size);
        flo__snapshot_mend(bad, size);
        OK(flo_fleet_restore(fleet, bad, size));
        OK(flo_fleet_step(fleet, 0.02, 1));
        flo_fleet_destroy(fleet);
    }
    flo_device_close(device);
}

int test_limits_snapshot(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forged_states_are_refused),
    };
    return cmocka_run_group_tests_name("limits_snapshot", tests, NULL, NULL);
}
