/* SPDX-License-Identifier: MIT
 *
 * Texts of scenes that are meant to hurt: what unfolds, goes deep, is huge, or is no text at all.  Each is refused by
 * its line or means what it says, and at once. */
#include "io/scene.h"
#include "test.h"

int test_limits_text(void);

typedef struct row {
    const char *text;
    size_t size;
    const char *words;          /* of the refusal; NULL: it is a scene */
} row;

#define ROW(text, words) {text, sizeof text - 1, words}
#define START(number) "time: {start: " number "}\n"
#define DIGITS_40 "1234567890123456789012345678901234567890"
#define DIGITS_400 DIGITS_40 DIGITS_40 DIGITS_40 DIGITS_40 DIGITS_40 DIGITS_40 DIGITS_40 DIGITS_40 DIGITS_40 DIGITS_40
#define NESTED_16 "[[[[[[[[[[[[[[[["

static const row rows[] = {
    /* numbers */
    ROW(START("1e400"), ":1: time.start: |1e400"),
    ROW(START("-1e400"), ":1: time.start: |-1e400"),
    ROW(START(DIGITS_400), ":1: time.start: |1234567890"),
    ROW(START("0." DIGITS_400), NULL),
    ROW(START("1e-400"), NULL),
    ROW(START("1e99999999999999999999"), ":1: time.start: "),
    ROW(START("0x7fffffffffffffff"), ":1: time.start: |0x7fff"),
    ROW(START("1_000"), ":1: time.start: "),
    ROW(START("+.inf"), ":1: time.start: "),
    ROW(START(".nan"), ":1: time.start: "),
    ROW(START("nan"), ":1: time.start: "),
    ROW(START("1e"), ":1: time.start: "),
    ROW(START("--1"), ":1: time.start: "),
    ROW("time: {steps: 18446744073709551616}\n", ":1: time.steps: |18446744073709551616"),
    ROW("time: {steps: 99999999999999999999999999}\n", ":1: time.steps: "),
    ROW("time: {steps: -1}\n", ":1: time.steps: "),
    ROW("time: {steps: 1.5}\n", ":1: time.steps: "),
    ROW("sea: {inversion: 4294967298}\n", ":1: sea.inversion: |4294967298"),
    /* bytes */
    ROW("\xef\xbb\xbfsea: {}\n", NULL),
    ROW("sea: {}\r\ntime: {step: 1}\r\n", NULL),
    ROW("sea: {}\rtime: {step: 1}\r", NULL),
    ROW("sea: {}\ntime: {step:\0 1}\n", ":2: the byte 0x00"),
    ROW("sea: {} # \xff\n", ":1: the byte 0xff"),
    ROW("sea: {} # \xc0\xaf overlong\n", ":1: the byte 0xc0"),
    ROW("sea: {} # \xe0\x80\xaf overlong\n", ":1: the byte 0xe0"),
    ROW("sea: {} # \xf0\x80\x80\xaf overlong\n", ":1: the byte 0xf0"),
    ROW("sea: {} # \xed\xa0\x80 half a pair\n", ":1: the byte 0xed"),
    ROW("sea: {} # \xf4\x90\x80\x80 beyond\n", ":1: the byte 0xf4"),
    ROW("sea: {} # \xe2\x82", ":1: the byte 0xe2"),
    ROW("sea: {} # \x80 alone\n", ":1: the byte 0x80"),
    ROW("sea: {} # \x1b[31mred\n", ":1: the byte 0x1b"),
    ROW("sea: {} # \xe2\x82\xac is fine\n", NULL),
    ROW("\xff\xfes\0e\0a\0:\0", ":1: the byte 0xff"),
    ROW("\0s\0e\0a\0:", ":1: the byte 0x00"),
    ROW("", ": nothing in it"),
    ROW("\n\n# words\n", "nothing in it"),
    ROW("...\n", "scene.yaml"),
    /* what stands for something else */
    ROW("sea: &s {current: [1, 2]}\nhulls: *s\n", "hulls"),
    ROW("a: &a {b: *a}\n", ":1: "),
    ROW("sea: *s\n", ":1: sea: this alias has no anchor"),
    ROW("<<: {sea: {}}\n", ":1: <<: "),
    ROW("sea: !!map {}\n", "tags"),
    ROW("sea: !<tag:yaml.org,2002:python/object> {}\n", "tags"),
    ROW("%YAML 1.1\n---\nsea: {}\n", "directives"),
    ROW("%TAG ! tag:x,2000:\n---\nsea: {}\n", "directives"),
    ROW("sea: {}\n---\nsea: {}\n", "second document"),
    /* doubled keys, however they are written */
    ROW("sea: {depth: 5, depth: 6}\n", ":1: sea.depth: doubled"),
    ROW("sea: {depth: 5, 'depth': 6}\n", ":1: sea.depth: doubled"),
    ROW("sea: {depth: 5, \"\\x64epth\": 6}\n", ":1: sea.depth: doubled"),
    ROW("sea: {}\ntime: {}\nsea: {}\n", ":3: sea: doubled|line 1"),
    ROW("? sea\n: {}\n? sea\n: {}\n", "sea: doubled"),
    /* depth */
    ROW("sea: " NESTED_16 NESTED_16 "]", "more than 32 levels deep"),
    ROW("sea: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: "
        "{a: {a: {a: {a: {a: {a: {a: 1", "more than 32 levels deep"),
    /* lists that are none */
    ROW("bodies: {hull: x}\n", "bodies: "),
    ROW("hulls: [1, 2]\n", "hulls: "),
    ROW("- sea\n", "a scene must be a mapping"),
    ROW("sea\n", "a scene must be a mapping"),
};

static void every_text_is_refused_or_meant(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        scene *s = NULL;
        char words[256];
        test_about("%.60s", rows[i].text);
        const char *const file = test_put("scene.yaml", rows[i].text, rows[i].size);
        if (rows[i].words) {
            snprintf(words, sizeof words, "scene.yaml|%s", rows[i].words);
            REFUSED(scene_read(&s, file, NULL), FLO_BAD_FILE, words);
            for (const char *c = flo_message(); *c; c++) assert_true((unsigned char)*c >= ' ' || *c == '\n');
        } else {
            OK(scene_read(&s, file, NULL));
        }
        assert_true((s == NULL) == (rows[i].words != NULL));
        scene_free(s);
    }
}

/* Nine times nine times nine ...: 9^9 values in nine lines.  And one alias a line, a million times. */
static void aliases_do_not_explode(void **state)
{
    (void)state;
    char text[2048] = "a: &a [0]\n";
    for (char c = 'b'; c <= 'j'; c++) {
        const size_t used = strlen(text);
        const int b = c - 1;
        snprintf(text + used, sizeof text - used, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, b, b, b, b,
                 b, b, b, b, b);
    }
    const double start = test_seconds();
    scene *s = NULL;
    REFUSED(scene_read(&s, test_put("scene.yaml", text, strlen(text)), NULL), FLO_BAD_FILE, "aliases|not allowed");
    enum { MANY = 1100000 };
    char *const many = malloc(MANY * 4 + 64);
    assert_non_null(many);
    size_t length = (size_t)sprintf(many, "a: &a 1\nsea: [");
    for (int i = 0; i < MANY; i++) length += (size_t)sprintf(many + length, "*a, ");
    REFUSED(scene_read(&s, test_put("scene.yaml", many, length), NULL), FLO_BAD_FILE, "1000000 aliases");
    free(many);
    test_about("seconds");
    assert_true(test_seconds() - start < 60);
}

int test_limits_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_text_is_refused_or_meant, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(aliases_do_not_explode, test_folder_make, test_folder_remove),
    };
    return cmocka_run_group_tests_name("limits_text", tests, NULL, NULL);
}
