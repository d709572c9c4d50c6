/* SPDX-License-Identifier: MIT
 *
 * Where a device's time goes, and steps that are under way by the thousand: everything is counted, nothing takes longer
 * than it can have, and who looks changes no bit. */
#include "test_boat.h"

#include <time.h>

enum { BODIES = 200, STEPS = 130, WAVES = 12 };

static flo_device *open_again(const test_device *d, bool profile)
{
    const flo_device_info info = flo_device_get_info(d->device);
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    def.name = info.name;
    def.profile = profile;
    OK(flo_device_open(&device, &def));
    return device;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static flo_fleet *make_fleet(flo_device *device, const flo_sea *sea, const flo_hull *hull, size_t count)
{
    static flo_body_def bodies[BODIES];
    for (size_t i = 0; i < count; i++) {
        bodies[i] = test_body(hull, test_state_at(7.0 * (double)i, 3, -3.0 * (double)i), (flo_body_control){ 0 });
    }
    return test_fleet_make(device, sea, bodies, count, 0);
}

/* The sum over the entries whose name begins so. */
static flo_profile_entry sum_of(flo_device *device, const char *name)
{
    flo_profile all;
    flo_profile_entry sum = { .name = name };
    OK(flo_device_get_profile(device, &all));
    for (int i = 0; i < all.count; i++) {
        if (strncmp(all.entry[i].name, name, strlen(name)) != 0) continue;
        sum.launches += all.entry[i].launches;
        sum.bytes += all.entry[i].bytes;
        sum.seconds += all.entry[i].seconds;
    }
    return sum;
}

static void nobody_asked(void **state)
{
    (void)state;
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_profile profile;
        test_about("%s", d->label);
        REFUSED(flo_device_get_profile(d->device, &profile), FLO_BAD_VALUE, "flo_device_def.profile");
        assert_int_equal(profile.count, 0);
    }
}

static void the_self_test_is_not_counted(void **state)
{
    (void)state;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        flo_device *device = open_again(d, true);
        assert_true(sum_of(device, "").launches == 0);
        flo_device_close(device);
    }
}

/* What a fleet of one hull asks of a device: a pass over patches and one over bodies a step. */
static void steps_are_counted(const test_device *d, const test_water *water, const flo_hull *hull)
{
    flo_device *device = open_again(d, true);
    const double start = seconds();
    flo_fleet *fleet = make_fleet(device, water->sea, hull, BODIES);
    const flo_profile_entry before[2] = { sum_of(device, "patches"), sum_of(device, "bodies") };
    OK(flo_fleet_step(fleet, 1.0 / 60, STEPS));
    const flo_profile_entry after[2] = { sum_of(device, "patches"), sum_of(device, "bodies") };
    const double wall = seconds() - start;
    for (int i = 0; i < 2; i++) {
        assert_true(after[i].launches - before[i].launches == STEPS);
        assert_true(after[i].seconds > before[i].seconds);
        assert_true(after[i].bytes == 0);
    }
    assert_true(sum_of(device, "").seconds < wall);
    flo_fleet_destroy(fleet);
    flo_device_close(device);
}

static void what_is_read_is_counted(const test_device *d, const test_water *water, const flo_hull *hull)
{
    flo_device *device = open_again(d, true);
    flo_fleet *fleet = make_fleet(device, water->sea, hull, BODIES);
    flo_body_state states[BODIES];
    const flo_profile_entry before = sum_of(device, "read"), written = sum_of(device, "write");
    OK(flo_fleet_read(fleet, 0, BODIES, states));
    const flo_profile_entry after = sum_of(device, "read");
    assert_true(after.launches > before.launches && after.seconds > before.seconds);
    assert_true(after.bytes - before.bytes >= BODIES * (3 * sizeof(int64_t) + 10 * sizeof(float)));
    OK(flo_fleet_write(fleet, 0, BODIES, states));
    assert_true(sum_of(device, "write").bytes - written.bytes >= BODIES * (3 * sizeof(int64_t) + 10 * sizeof(float)));
    assert_true(sum_of(device, "fill").bytes > 0);
    flo_fleet_destroy(fleet);
    flo_device_close(device);
}

static void everything_is_counted(void **state)
{
    (void)state;
    test_water water = test_water_random(WAVES, 60, 0.5, 11);
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        steps_are_counted(d, &water, hull);
        what_is_read_is_counted(d, &water, hull);
    }
    flo_hull_destroy(hull);
    test_water_free(&water);
}

static uint64_t hash_after(flo_device *device, const flo_sea *sea, const flo_hull *hull, uint64_t steps)
{
    uint64_t hash;
    flo_fleet *fleet = make_fleet(device, sea, hull, 3);
    OK(flo_fleet_step(fleet, 1.0 / 60, steps));
    OK(flo_fleet_hash(fleet, &hash));
    flo_fleet_destroy(fleet);
    return hash;
}

/* More launches in one call than events are kept, and more tables of phases than are kept aside on their way, many
 * times over: nothing is lost or overwritten. */
static void thousands_of_steps_in_one_call(void **state)
{
    (void)state;
    enum { LONG = 6000, MANY_WAVES = 700 };
    test_water water = test_water_random(MANY_WAVES, 60, 0.5, 12);
    const flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    uint64_t right = 0;
    for (const test_device *d = test_devices(); d->device; d++) {
        const flo_device_info info = flo_device_get_info(d->device);
        if (!d->exact || strcmp(info.name, "scalar") == 0 || strstr(info.name, "sse")) continue;    /* slow */
        test_about("%s", d->label);
        flo_device *device = open_again(d, true);
        const uint64_t looked_at = hash_after(device, water.sea, hull, LONG);
        assert_true(sum_of(device, "patches").launches == LONG && sum_of(device, "bodies").launches == LONG);
        assert_true(looked_at == hash_after(d->device, water.sea, hull, LONG));
        if (right == 0) right = looked_at;
        assert_true(looked_at == right);
        flo_device_close(device);
    }
    flo_hull_destroy(hull);
    test_water_free(&water);
}

int test_profile(void);
int test_profile(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_asked), cmocka_unit_test(the_self_test_is_not_counted),
        cmocka_unit_test(everything_is_counted), cmocka_unit_test(thousands_of_steps_in_one_call),
    };
    return cmocka_run_group_tests_name("profile", tests, NULL, test_devices_close);
}
