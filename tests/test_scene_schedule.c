/* SPDX-License-Identifier: MIT
 *
 * Scenes: what is due at which step, and what a body is told there. */
#include "test_scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect_step(const scene *s, double time, uint64_t expected)
{
    const uint64_t step = scene_step_at(s, time);
    if (step != expected) fail_msg("%.17g s is step %llu", time, (unsigned long long)step);
}

void scene_test_steps(void **state)
{
    (void)state;
    scene *s = scene_test_good("time: {step: 0.1}", NULL);
    expect_step(s, -5, 0);
    expect_step(s, 0, 0);
    expect_step(s, 1e-11, 0);               /* what is less than a billionth of a step is nothing */
    expect_step(s, 1e-9, 1);
    expect_step(s, 0.05, 1);
    expect_step(s, 0.3, 3);
    expect_step(s, 0.1 + 0.2, 3);
    expect_step(s, 0.1 * 3 + 1e-9, 4);
    expect_step(s, 1e15, 10000000000000000);
    expect_step(s, 1e30, UINT64_MAX);
    for (uint64_t i = 0; i < 100000; i++) expect_step(s, (double)i * 0.1, i);
    scene_free(s);

    s = scene_test_good("time: {step: 0.016666666666666666, start: 1000}", NULL);
    expect_step(s, 999, 0);
    expect_step(s, 1000.5, 30);
    for (uint64_t i = 0; i < 100000; i++) expect_step(s, 1000 + (double)i / 60, i);
    scene_free(s);

    s = scene_test_good("time: {step: 1e-6, start: 1e12}", NULL);   /* neighbouring doubles are 122 steps apart */
    expect_step(s, 1e12, 0);
    assert_true(scene_step_at(s, 1e12 + 1) > 999000 && scene_step_at(s, 1e12 + 1) < 1001000);
    scene_free(s);
}

static void expect_control(const scene *s, uint64_t step, const flo_body_control *expected)
{
    const flo_body_control c = scene_control_at(s, s->bodies, step);
    if (memcmp(&c, expected, sizeof c) == 0) return;
    fail_msg("step %d: throttle %g, steer %g, force %g %g %g at %g %g %g, velocity %g %g, yaw rate %g, smoothing %g",
             (int)step, c.throttle, c.steer, c.force[0], c.force[1], c.force[2], c.at[0], c.at[1], c.at[2],
             c.velocity[0], c.velocity[1], c.yaw_rate, c.smoothing);
}

void scene_test_controls(void **state)
{
    (void)state;
    scene *s = scene_test_good(scene_test_minimal,
                               "bodies=[{hull: boat, throttle: 0.25, steer: -0.5, velocity: [7, 8, 9],"
                               " controls: [[0.5, 1, 0], [1, 0.5, 1]],"
                               " pushes: [[2, 0.5, [1, 2, 3], [4, 5, 6]], [2.25, 1, [10, 20, 30], [4, 5, 6]],"
                               "          [3.25, 1, [0, 9, 0], [0, 0, 1]]]}]");
    flo_body_control c = {.throttle = 0.25f, .steer = -0.5f, .smoothing = 4};
    const flo_body_control keys = c;
    expect_control(s, 0, &keys);
    expect_control(s, 29, &keys);
    c.throttle = 1;
    c.steer = 0;
    expect_control(s, 30, &c);
    expect_control(s, 59, &c);
    c.throttle = 0.5f;
    c.steer = 1;
    expect_control(s, 60, &c);
    expect_control(s, 119, &c);
    flo_body_control pushed = c;
    memcpy(pushed.force, (const float[]){1, 2, 3}, sizeof pushed.force);
    memcpy(pushed.at, (const float[]){4, 5, 6}, sizeof pushed.at);
    expect_control(s, 120, &pushed);
    expect_control(s, 134, &pushed);
    memcpy(pushed.force, (const float[]){11, 22, 33}, sizeof pushed.force);     /* together they add up */
    expect_control(s, 135, &pushed);
    expect_control(s, 149, &pushed);
    memcpy(pushed.force, (const float[]){10, 20, 30}, sizeof pushed.force);
    expect_control(s, 150, &pushed);
    expect_control(s, 194, &pushed);
    memcpy(pushed.force, (const float[]){0, 9, 0}, sizeof pushed.force);        /* one after the other is no overlap */
    memcpy(pushed.at, (const float[]){0, 0, 1}, sizeof pushed.at);
    expect_control(s, 195, &pushed);
    expect_control(s, 254, &pushed);
    expect_control(s, 255, &c);
    expect_control(s, UINT64_MAX - 1, &c);

    flo_hull *hull = (flo_hull *)(void *)s;     /* only its address counts here */
    flo_body_def *bodies = NULL;
    assert_int_equal(scene_make_bodies(s, &hull, &bodies), FLO_OK);
    assert_memory_equal(&bodies->control, &keys, sizeof keys);
    free(bodies);
    scene_free(s);

    /* 0.1 + 0.2 is a little more than 0.3, but no step begins in between. */
    s = scene_test_good(scene_test_minimal, "bodies=[{hull: boat, pushes: [[0.1, 0.2, [1, 0, 0], [0, 0, 0]],"
                                            " [0.3, 1, [1, 0, 0], [0, 0, 1]]]}]");
    scene_free(s);

    /* A run that begins later begins with what holds then. */
    s = scene_test_good("time: {start: 100}\n" "hulls: {boat: {mass: 1, inertia: [1, 1, 1], points: [[0, 0, 0]],"
                        " buoyancy: {law: spring, stiffness: 1}}}\n"
                        "bodies: [{hull: boat, controls: [[0, 1, 0], [50, 0.5, 0]],"
                        " pushes: [[99, 2, [1, 0, 0], [0, 0, 0]], [9, 2, [1, 0, 0], [0, 0, 3]]]}]", NULL);
    c = (flo_body_control){.throttle = 0.5f, .force = {1, 0, 0}, .smoothing = 4};
    expect_control(s, 0, &c);
    expect_control(s, 59, &c);
    c.force[0] = 0;
    expect_control(s, 60, &c);
    scene_free(s);
}

void scene_test_modes(void **state)
{
    (void)state;
    static const char *const modes[] = {"dynamic", "transform", "kinematic", "hybrid"};
    for (int i = 0; i < 4; i++) {
        char set[160];
        snprintf(set, sizeof set, "bodies=[{hull: boat, count: 3, mode: %s%s}]", modes[i],
                 i == FLO_KINEMATIC ? ", velocity: [1, 0, 2], yaw_rate: 0.25, smoothing: 0.5"
                 : i == FLO_HYBRID  ? ", velocity: [1, 5, 2]" : "");
        scene *s = scene_test_good(scene_test_minimal, set);
        flo_hull *hull = (flo_hull *)(void *)s;
        flo_body_def *bodies = NULL;
        assert_int_equal(scene_make_bodies(s, &hull, &bodies), FLO_OK);
        const bool moves = i >= FLO_KINEMATIC, kinematic = i == FLO_KINEMATIC;
        for (int j = 0; j < 3; j++) {
            const flo_body_control *c = &bodies[j].control;
            assert_int_equal(bodies[j].mode, i);
            assert_true(c->velocity[0] == (moves ? 1 : 0) && c->velocity[1] == (moves ? 2 : 0));
            assert_true(c->yaw_rate == (kinematic ? 0.25f : 0) && c->smoothing == (kinematic ? 0.5f : 4));
            assert_true(bodies[j].state.velocity[1] == (i == FLO_HYBRID ? 5 : 0));
        }
        free(bodies);
        scene_free(s);
    }
}
