/* SPDX-License-Identifier: MIT
 *
 * What test_scene.c and the other files of its group, test_scene_*.c, share. */
#ifndef FLO_TESTS_TEST_SCENE_H
#define FLO_TESTS_TEST_SCENE_H

#include "../host/io/scene.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Writes the scene's file, and reads it. */
void scene_test_write(const void *bytes, size_t size);
flo_status scene_test_read(scene **out, const scene_options *options);

/* Reads a text with an assignment, or NULL; the second must be good. */
flo_status scene_test_text(const char *text, const char *set, scene **out);
scene *scene_test_good(const char *text, const char *set);

/* A hull "boat" of one point; and a good scene with every key that this version builds. */
extern const char scene_test_minimal[], scene_test_every_key[];

void scene_test_every(void **state);

void scene_test_orientation(void **state);
void scene_test_squares(void **state);
void scene_test_places(void **state);
void scene_test_locale(void **state);
void scene_test_record(void **state);

void scene_test_steps(void **state);
void scene_test_controls(void **state);
void scene_test_modes(void **state);

void scene_test_bombs(void **state);
void scene_test_junk(void **state);
void scene_test_marked_keys(void **state);
void scene_test_pieces(void **state);
void scene_test_truncated(void **state);
void scene_test_flipped(void **state);
void scene_test_silence(void **state);

#endif
