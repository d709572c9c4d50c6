/* SPDX-License-Identifier: MIT
 *
 * Scenes: where their bodies stand, and which way up; buoys' records; numbers whatever the locale. */
#include "test_scene.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A vector of the hull in world axes. */
static void turn(const float q[4], const double v[3], double out[3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double t[3] = {2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])};
    out[0] = v[0] + w * t[0] + y * t[2] - z * t[1];
    out[1] = v[1] + w * t[1] + z * t[0] - x * t[2];
    out[2] = v[2] + w * t[2] + x * t[1] - y * t[0];
}

static void expect_turned(const char *entry, const double v[3], const double expected[3])
{
    char set[128];
    snprintf(set, sizeof set, "bodies=[{hull: boat, %s}]", entry);
    scene *s = scene_test_good(scene_test_minimal, set);
    flo_hull *hull = NULL;
    flo_body_def *bodies = NULL;
    assert_int_equal(scene_make_bodies(s, &hull, &bodies), FLO_OK);
    double out[3];
    turn(bodies[0].state.orientation, v, out);
    for (int i = 0; i < 3; i++)
        if (!(fabs(out[i] - expected[i]) < 1e-6)) fail_msg("%s: axis %d is %g, not %g", entry, i, out[i], expected[i]);
    free(bodies);
    scene_free(s);
}

void scene_test_orientation(void **state)
{
    (void)state;
    const double bow[3] = {0, 0, 1}, port[3] = {1, 0, 0}, up[3] = {0, 1, 0}, h = sqrt(0.5);
    expect_turned("heading: 90", bow, port);
    expect_turned("heading: 45", bow, (const double[]){h, 0, h});
    expect_turned("attitude: [90, 0]", bow, (const double[]){0, -1, 0});    /* the bow goes down */
    expect_turned("attitude: [0, 90]", port, up);                           /* the port side goes up */
    expect_turned("heading: 90, attitude: [45, 0]", bow, (const double[]){h, -h, 0});
    expect_turned("heading: 90, attitude: [0, 45]", port, (const double[]){0, h, -h});
    expect_turned("heading: 180, attitude: [90, 45]", port, (const double[]){-h, 0, -h});
}

void scene_test_squares(void **state)
{
    (void)state;
    scene *s = scene_test_good(scene_test_minimal,
                               "bodies=[{hull: boat, count: 5, spacing: 2, position: [10, 1, 20], throttle: 0.5, "
                               "velocity: [1, 2, 3]}, {hull: boat, position: [7, 8, 9], steer: 1}]");
    flo_hull *hull = (flo_hull *)(void *)s;     /* only its address counts here */
    flo_body_def *bodies = NULL;
    assert_int_equal(scene_make_bodies(s, &hull, &bodies), FLO_OK);
    const double x[] = {8, 10, 12, 8, 10, 7}, z[] = {19, 19, 19, 21, 21, 9};
    for (int i = 0; i < 6; i++) {
        assert_true(bodies[i].state.position[0] == x[i] && bodies[i].state.position[2] == z[i]);
        assert_true(bodies[i].state.position[1] == (i < 5 ? 1 : 8) && bodies[i].hull == hull);
        assert_true(bodies[i].control.throttle == (i < 5 ? 0.5f : 0) && bodies[i].control.steer == (i < 5 ? 0 : 1));
        assert_true(bodies[i].state.velocity[2] == (i < 5 ? 3 : 0) && bodies[i].state.orientation[0] == 1);
    }
    free(bodies);
    scene_free(s);
    s = scene_test_good(scene_test_minimal, NULL);
    assert_int_equal(scene_make_bodies(s, &hull, &bodies), FLO_OK);
    free(bodies);
    scene_free(s);
}

/* What is read can be made into bodies; what is refused is told with its key. */
static void expect_place(const char *entry, const char *refused)
{
    char set[160];
    scene *s = NULL;
    snprintf(set, sizeof set, "bodies=[{hull: boat, %s}]", entry);
    const flo_status status = scene_test_text(scene_test_minimal, set, &s);
    if (status != (refused ? FLO_BAD_FILE : FLO_OK)) fail_msg("%s: %s", entry, flo_message());
    if (refused && (!strstr(flo_message(), refused) || !strstr(flo_message(), "bodies[0].")))
        fail_msg("%s: no \"%s\" in: %s", entry, refused, flo_message());
    if (refused) return;
    flo_hull *hull = NULL;
    flo_body_def *bodies = NULL;
    flo_device *device = NULL;
    flo_fleet *fleet = NULL;
    flo_sea *sea = NULL;
    assert_int_equal(flo_hull_create(&hull, &s->hulls[0].def), FLO_OK);
    assert_int_equal(scene_make_bodies(s, &hull, &bodies), FLO_OK);
    flo_device_def by = flo_default_device_def();
    by.name = "scalar";
    assert_int_equal(flo_device_open(&device, &by), FLO_OK);
    assert_int_equal(flo_sea_create(&sea, &s->sea), FLO_OK);
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = s->body_count;
    if (flo_fleet_create(&fleet, device, &def)) fail_msg("%s: %s", entry, flo_message());
    flo_fleet_destroy(fleet);
    flo_sea_destroy(sea);
    flo_device_close(device);
    flo_hull_destroy(hull);
    free(bodies);
    scene_free(s);
}

void scene_test_places(void **state)
{
    (void)state;
    expect_place("position: [999999999, 0, -999999999]", NULL);
    expect_place("position: [-999999999.999999, 99999.9999999999, 0]", NULL);
    expect_place("position: [1e9, 0, 0]", "position[0]: 1e9 is not allowed; it must be above -1000000000 and below");
    expect_place("position: [0, 0, -1e9]", "position[2]: -1e9 is not allowed; it must be above -1000000000 and below");
    expect_place("position: [0, 1e5, 0]", "position: a height of 100000 is not allowed");
    expect_place("position: [0, -1e5, 0]", "position: a height of -100000 is not allowed");
    expect_place("position: [999999990, 0, 0], count: 4, spacing: 20", "4 bodies 20 m apart reach 1e+09 m");
    expect_place("position: [999999990, 0, 0], count: 4, spacing: 19", NULL);
}

void scene_test_locale(void **state)
{
    (void)state;
    char *before = strdup(setlocale(LC_ALL, NULL));
    const bool found = setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8");
    if (found) {
        scene *s = scene_test_good("time: {step: 0.5}", NULL);
        assert_true(s->step == 0.5);
        scene_free(s);
        assert_int_equal(scene_test_text("time: {start: 1e12, step: 1.5e2}", NULL, &s), FLO_BAD_FILE);
        setlocale(LC_ALL, before);
    }
    free(before);
    if (!found) skip();
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

void scene_test_record(void **state)
{
    (void)state;
    const char *data = getenv("FLOTILLA_TEST_DATA");
    if (!data) {
        print_message("FLOTILLA_TEST_DATA is not set: NDBC's records are on https://www.ndbc.noaa.gov\n");
        skip();
    }
    char text[1024];
    static const char shape[] = "sea: {record: {file: %s/sea_states/ndbc/%s}}";
    snprintf(text, sizeof text, shape, data, "41010w2019part.txt.gz, components: 100");
    scene *s = scene_test_good(text, NULL);
    assert_true(s->has_record);
    assert_int_equal(s->sea.wave_count, 100);
    assert_string_equal(s->record_time, "2019-02-06 00:40");
    assert_true(fabs(s->record.significant_wave_height - 1.90515091) < 1e-6);
    assert_true(fabs(s->record.peak_period - 1 / 0.11) < 1e-9);
    assert_true(fabs(s->record.mean_direction * 180 / 3.14159265358979323846 - 29) < 1e-9);
    double energy = 0;
    for (int i = 0; i < 100; i++) energy += s->sea.waves[i].amplitude * s->sea.waves[i].amplitude / 2;
    assert_true(fabs(4 * sqrt(energy) - s->record.significant_wave_height) < 1e-9);
    scene_free(s);

    s = scene_test_good(text, "sea.record.time=2019-02-10 05:40");
    assert_string_equal(s->record_time, "2019-02-10 05:40");
    assert_true(fabs(s->record.significant_wave_height - 4.710) < 1e-3);
    scene_free(s);
    assert_int_equal(scene_test_text(text, "sea.record.time=2018-02-10 05:40", &s), FLO_BAD_FILE);
    assert_non_null(strstr(flo_message(), "2019-02-06 00:40"));

    snprintf(text, sizeof text, shape, data, "44004w2000.txt, heading: 90, spreading: 0");
    s = scene_test_good(text, NULL);
    assert_true(isnan(s->record.mean_direction));
    assert_true(fabs(s->sea.waves[5].heading - acos(0)) < 1e-12);
    scene_free(s);
}
