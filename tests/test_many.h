/* SPDX-License-Identifier: MIT
 *
 * The golden scene, for fleets that change and for several devices beside one. */
#ifndef FLO_TESTS_TEST_MANY_H
#define FLO_TESTS_TEST_MANY_H

#include "devices.h"
#include "test.h"
#include "test_same_scene.h"

/* PoCL shows itself as two devices, unless something else was asked for: to be called before OpenCL is loaded. */
int test_many_begin(void **state);

/* Lists of devices, NULL behind the last; those with OpenCL only where there is an exact device of it. */
const char *const *test_many_lists(void);

/* Whether there is such a device, and it is exact: one of those that flo_device_list() tells. */
bool test_many_has(const char *name);

flo_status test_many_try(const char *name);         /* opens and closes again */

/* Hulls of every kind in crossing waves, and another sea: waves that go elsewhere, over another level. */
typedef struct many_scene {
    flo_sea *sea, *other;
    flo_hull *hulls[SCENE_HULLS];
    flo_body_def bodies[SCENE_BODIES];
} many_scene;

many_scene test_many_scene(void);
void test_many_free(many_scene *s);

flo_fleet *test_many_fleet(flo_device *device, const many_scene *s, const flo_body_def *bodies, size_t count,
                           flo_integrator integrator);

#endif
