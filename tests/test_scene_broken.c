/* SPDX-License-Identifier: MIT
 *
 * Scenes broken on purpose: no file makes the reader crash, hang, talk to stderr or leave something behind.  Leaks and
 * stray reads are for the sanitizers to find: `make sanitize` runs these, too. */
#include "test_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void scene_test_bombs(void **state)
{
    (void)state;
    char text[4096] = "a: &a [x, x, x, x, x, x, x, x, x]\n";
    size_t length = strlen(text);
    for (char c = 'b'; c < 'm'; c++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c]\n",
                                   c, c, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
    scene *s = NULL;
    scene_test_write(text, length);
    assert_int_equal(scene_test_read(&s, NULL), FLO_BAD_FILE);
    assert_non_null(strstr(flo_message(), "aliases"));

    const size_t size = 1 << 20;
    char *big = malloc(size);
    assert_non_null(big);
    const char *const fillings[] = {"[", "{a: ", "[a: ", "- ", "? ", "&a ", "a", "'", " ", "\t", "\n", "\r\n ", "|\n",
                                    "!", "% ", "\"\\"};
    for (size_t i = 0; i < sizeof fillings / sizeof fillings[0]; i++) {
        const size_t step = strlen(fillings[i]);
        for (size_t j = 0; j < size; j++) big[j] = fillings[i][j % step];
        scene_test_write(big, size);
        const flo_status status = scene_test_read(&s, NULL);
        if (status != FLO_BAD_FILE) fail_msg("a file full of %s: %s", fillings[i], flo_status_name(status));
        assert_null(s);
        const char *const starts[] = {"a: |\n  ", "- "};
        for (size_t j = 0; j < 2; j++) {
            memcpy(big, starts[j], strlen(starts[j]));
            scene_test_write(big, size);
            assert_int_equal(scene_test_read(&s, NULL), FLO_BAD_FILE);
        }
    }
    free(big);
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

void scene_test_junk(void **state)
{
    (void)state;
    static const char letters[] = " \n:-[]{},#&*!|>'\"%@`abc0123.\\\t?~<";
    uint64_t seed = 20240229;
    const size_t size = 1 << 20;
    char *junk = malloc(size);
    assert_non_null(junk);
    scene *s = NULL;
    for (int kind = 0; kind < 2; kind++) {
        for (size_t i = 0; i < size; i++)
            junk[i] = kind ? letters[next_random(&seed) % (sizeof letters - 1)] : (char)next_random(&seed);
        scene_test_write(junk, size);
        assert_int_equal(scene_test_read(&s, NULL), FLO_BAD_FILE);
    }
    for (int i = 0; i < 2000; i++) {    /* many small ones get further */
        const size_t length = next_random(&seed) % 64;
        for (size_t j = 0; j < length; j++) junk[j] = letters[next_random(&seed) % (sizeof letters - 1)];
        scene_test_write(junk, length);
        if (scene_test_read(&s, NULL) == FLO_OK) fail_msg("%.*s", (int)length, junk);
    }
    free(junk);
}

/* libfyaml frees a key twice where "? " marks one and a tab and the sign of a block stand behind a colon. */
void scene_test_marked_keys(void **state)
{
    (void)state;
    static const char *const befores[] = {"? x:", "?  x: ", "?\n x:", "?\tx:", "a: 1\n? x :", "? x: \t", "- ? x:"};
    static const char *const signs[] = {"?", ":", "-", "|", ">", "- a", "? ", " :", "\t|\n  a"};
    scene *s = NULL;
    for (size_t i = 0; i < sizeof befores / sizeof befores[0]; i++) {
        for (size_t j = 0; j < sizeof signs / sizeof signs[0]; j++) {
            char text[64];
            snprintf(text, sizeof text, "%s\t%s\n", befores[i], signs[j]);
            if (scene_test_text(text, NULL, &s) != FLO_BAD_FILE) fail_msg("%s is taken", text);
            if (!strstr(flo_message(), "a tab is not allowed here")) fail_msg("%s: %s", text, flo_message());
        }
    }
    scene_free(scene_test_good("? time\n: {step: 0.5}\n? sea\n:\t{}\n", NULL));
}

/* A text is read in pieces: whatever stands where two of them meet, it is the same text. */
void scene_test_pieces(void **state)
{
    (void)state;
    static const char name[] = "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
    char text[3 * 4096];
    memset(text, 'x', sizeof text);
    text[0] = '#';
    for (size_t at = 4096 - 40; at < 4096 + 2; at++) {
        text[at - 1] = 'x';
        const int length = snprintf(text + at, sizeof text - at, "\nhulls: {\"%s\": {mass: 900}}\n", name);
        scene *s = NULL;
        scene_test_write(text, at + (size_t)length);
        assert_int_equal(scene_test_read(&s, NULL), FLO_BAD_FILE);
        char words[64];
        snprintf(words, sizeof words, "scene.yaml:2: hulls.%s.buoyancy: missing", name);
        if (!strstr(flo_message(), words)) fail_msg("%zu: %s", at, flo_message());
    }
}

static void expect_any_answer(const char *bytes, size_t size)
{
    scene_test_write(bytes, size);
    scene *s = NULL;
    const flo_status status = scene_test_read(&s, NULL);
    if (status == FLO_OK) {
        assert_non_null(s);
    } else {
        assert_null(s);
        assert_true(status == FLO_BAD_FILE || status == FLO_CANNOT_READ);
        assert_non_null(strstr(flo_message(), "scene.yaml"));
    }
    scene_free(s);
}

void scene_test_truncated(void **state)
{
    (void)state;
    const size_t size = strlen(scene_test_every_key);
    for (size_t i = 0; i <= size; i++) expect_any_answer(scene_test_every_key, i);
}

void scene_test_flipped(void **state)
{
    (void)state;
    const size_t size = strlen(scene_test_every_key);
    uint64_t seed = 1;
    char *bytes = malloc(size);
    assert_non_null(bytes);
    for (int i = 0; i < 5000; i++) {
        memcpy(bytes, scene_test_every_key, size);
        for (uint64_t flips = 1 + next_random(&seed) % 3; flips; flips--) {
            const size_t at = next_random(&seed) % size;
            bytes[at] = (char)(bytes[at] ^ (1 << next_random(&seed) % 8));
        }
        expect_any_answer(bytes, size);
    }
    free(bytes);
}

/* Whatever libfyaml has to say belongs into the message.  Nothing is asserted while stderr is another file. */
void scene_test_silence(void **state)
{
    (void)state;
    const size_t size = strlen(scene_test_every_key);
    fflush(stderr);
    const int real = dup(STDERR_FILENO);
    FILE *heard = tmpfile();
    assert_true(real >= 0 && heard && dup2(fileno(heard), STDERR_FILENO) >= 0);
    int refused = 0;
    for (size_t i = 0; i < size; i += 5) {
        scene *s = NULL;
        scene_test_write(scene_test_every_key + i, size - i);
        refused += scene_test_read(&s, NULL) == FLO_BAD_FILE;
        scene_free(s);
    }
    fflush(stderr);
    dup2(real, STDERR_FILENO);
    close(real);
    fseek(heard, 0, SEEK_END);
    const long length = ftell(heard);
    fclose(heard);
    assert_int_equal(length, 0);
    assert_true(refused > 100);
}
