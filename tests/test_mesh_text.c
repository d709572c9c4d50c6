/* SPDX-License-Identifier: MIT
 *
 * OBJ and STL as text: which numbers there are, how lines may be written, and where a file was cut off. */
#include "io/mesh_file.h"
#include "mesh.h"
#include "test_mesh_make.h"

int test_mesh_text(void);

static mesh_file read_file(const char *path)
{
    mesh_file file;
    const mesh_file_options options = mesh_file_default_options();
    OK(mesh_file_read(&file, path, &options));
    return file;
}

static flo_mesh_info info_of(const char *path)
{
    flo_mesh_info info;
    mesh_file file = read_file(path);
    OK(flo_mesh_get_info(&file.mesh, &info));
    mesh_file_free(&file);
    return info;
}

/* A tetrahedron whose fourth corner has this word for its z, in OBJ or, a facet on each line, in STL. */
static const char *four_of(const char *word, bool stl)
{
    static const char *const corner[] = { "0 0 0", "1 0 0", "0 1 0", NULL };
    static const int face[4][3] = { { 0, 2, 1 }, { 0, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 } };
    char text[1024], last[64], *to = text;
    snprintf(last, sizeof last, "0 0 %s", word);
    if (!stl) to += sprintf(to, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv %s\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", last);
    else to += sprintf(to, "solid s\n");
    for (int f = 0; f < 4 && stl; f++) {
        to += sprintf(to, "facet normal 0 0 nan outer loop");
        for (int k = 0; k < 3; k++) to += sprintf(to, " vertex %s", face[f][k] == 3 ? last : corner[face[f][k]]);
        to += sprintf(to, " endloop endfacet\n");
    }
    if (stl) to += sprintf(to, "endsolid s\n");
    return test_put(stl ? "word.stl" : "word.obj", text, (size_t)(to - text));
}

/* Every form that C reads as a decimal is read, and as the same number. */
static void numbers_are_those_of_c(void **state)
{
    (void)state;
    static const char *const halves[] = {
        ".5", "+.5", "0.5", "+0.5", "00.50", "5e-1", "5E-1", "5.e-1", ".05e1", ".05e+01", "0.5e0", "50e-00000000000002",
        "500000000000000000000e-21", "0000000000000000000000.5", "0.00000000000000000000005e22",
        "0.500000000000000000000000000000", "5000000000000000000000000000000000000000000e-43",
    };
    static const struct { const char *word; double is; } others[] = {
        { "5.", 5 }, { "20000000000000000000", 2e19 }, { "1e-99999999999999999999", 0 }, { "0e999", 0 },
        { "1.5e38", 1.5e38 }, { "0.15e39", 1.5e38 }, { ".15e39", 1.5e38 },
        { "200534e-40", 0 }, { "-.25", -0.25 },
    };
    for (int stl = 0; stl < 2; stl++) {
        for (size_t i = 0; i < sizeof halves / sizeof *halves; i++) {
            test_about("%s in %s", halves[i], stl ? "STL" : "OBJ");
            NEAR(info_of(four_of(halves[i], stl)).volume, 0.5 / 6, 1e-15);
        }
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            double high = 0;
            test_about("%s in %s", others[i].word, stl ? "STL" : "OBJ");
            mesh_file file = read_file(four_of(others[i].word, stl));
            for (int v = 0; v < file.mesh.vertex_count; v++)
                if (fabs(file.vertices[v][2]) > fabs(high)) high = file.vertices[v][2];
            NEAR(high, others[i].is, 1e-6 * fabs(others[i].is));
            mesh_file_free(&file);
        }
    }
}

static void what_is_no_number_is_refused(void **state)
{
    (void)state;
    static const char *const words[] = {
        "1,5", ",5", "1x", "1D1", "1d1", "0x1p3", "nan", "inf", "-inf", "1.#IND", "1#", "1e", "1e+", "--1", "+-1", ".",
        "+", "-.", "e5", ".e5", "1.2.3", "1e5.0", "1_0",
    };
    static const char *const large[] = { "1e999", "-4e38", "1e39", "4000000000000000000000000000000000000000" };
    const mesh_file_options options = mesh_file_default_options();
    mesh_file file;
    for (int stl = 0; stl < 2; stl++) {
        char want[128];
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            snprintf(want, sizeof want, "%s \"%s\" is no number", stl ? "word.stl:3:" : "word.obj:4:", words[i]);
            test_about("%s", want);
            REFUSED(mesh_file_read(&file, four_of(words[i], stl), &options), FLO_BAD_FILE, want);
        }
        for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
            test_about("%s", large[i]);
            REFUSED(mesh_file_read(&file, four_of(large[i], stl), &options), FLO_BAD_FILE,
                    stl ? "word.stl:3:|too large|3.40282e+38" : "word.obj:4:|too large|3.40282e+38");
        }
    }
}

/* One tetrahedron of 1 m, however its lines are written. */
static void lines_may_be_written_in_many_ways(void **state)
{
    (void)state;
    static const char *const faces = "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4";
    static const char *const ways[] = {
        "v 0 0 0 # vertex 1\nv 1 0 0 #2\nv 0 1 0\t# 3\nv 0 0 1\n%s # f",
        "  v 0 0 0\n\tv\t1\t0\t0 \n v 0 1 0\n   v   0   0   1\n   %s",
        "\xEF\xBB\xBFv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n%s",
        "v 0 0 0\r\nv 1 0 0\r\n\r\nv 0 1 0\r\nv 0 0 1\r\n%s\r\n",
        "v 0 0 0\rv 1 0 0\r\rv 0 1 0\rv 0 0 1\r%s\r",
        "v 0 \\\n0\\\r\n 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n%s\\\n",
        "# in C:\\hulls\\\nv 0 0 0\nv 1 0 0 # \\\nv 0 1 0\nv 0 0 1\n%s # \\",
        "v 0 0 0 1\nv 2 0 0 2\nv 0 .5 0 .5\nv 0 0 1 1\n%s\n",
        "v 0 0 0 .1 .2 .3\nv 1 0 0 1 0 0\nv 0 1 0 0 0 0\nv 0 0 1 0 0 0\n%s\n",
        "vt x\nvn .5 nan y\nvp 1 2\nV 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n%s\nend\n",
        "%s\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nfo 1 3 2\nf 1/ 2/ 4/\nf 1// 4// 3//\nf 2/7/9 3/-3/8 +4/9/9\n",
        "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf -4 -2 -3\nf -4 -3 -1\nf -4 -1 -2\nv .5 9 9\nf 3 4 5\n",
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        char text[512];
        const char *const open = strstr(ways[i], "%s");
        const int before = open ? (int)(open - ways[i]) : (int)strlen(ways[i]);
        const int length = snprintf(text, sizeof text, "%.*s%s%s", before, ways[i], open ? faces : "",
                                    open ? open + 2 : "");
        test_about("%s", text);
        const flo_mesh_info info = info_of(test_put("ways.obj", text, (size_t)length));
        assert_int_equal(info.open_edges, 0);
        NEAR(info.volume, 1 / 6.0, 1e-15);
    }
}

/* Names of solids are any text, and line ends are blanks. */
static void names_in_an_stl_are_nothing(void **state)
{
    (void)state;
    static const char *const names[] = { "\n", " x\n", " my vertex facet solid endsolid outer\n", " \xE9t\xE9 1,5\n",
                                         "\r\n", " x ", " ", " facet x   \t " };
    const char *const whole = four_of("1", true);
    char facets[1024], text[2048];
    FILE *const from = fopen(whole, "rb");
    assert_non_null(from);
    const size_t size = fread(facets, 1, sizeof facets - 1, from);
    fclose(from);
    facets[size] = '\0';
    *strstr(facets, "endsolid") = '\0';
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int length = snprintf(text, sizeof text, "solid%s%sendsolid%s\n\n \f", names[i],
                                    strchr(facets, '\n') + 1, names[i]);
        test_about("%s", text);
        const flo_mesh_info info = info_of(test_put("ways.stl", text, (size_t)length));
        assert_int_equal(info.open_edges, 0);
        NEAR(info.volume, 1 / 6.0, 1e-15);
    }
}

/* Of an OBJ each cut is refused, or leaves the mesh open, or what was cut off changes no place and no corner. */
static void cut_off_objs_are_no_hulls(void **state)
{
    (void)state;
    static const char *const ends[] = { "f 3/1/1 5/1/1 6/1/1 4/1/1\n", "f 3 5 6 4\n" };
    static const char rest[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 1 1\nv 1 1 1\nf 1 3 4 2\nf 1 2 6 5\n"
                               "f 1 5 3\nf 2 4 6\n";
    for (int i = 0; i < 2; i++) {
        char text[512];
        const size_t whole = (size_t)snprintf(text, sizeof text, "%s%s", rest, ends[i]);
        for (size_t bytes = sizeof rest; bytes < whole; bytes++) {
            mesh_file file;
            const mesh_file_options options = mesh_file_default_options();
            test_about("%zu of %zu bytes of OBJ", bytes, whole);
            if (mesh_file_read(&file, test_put("cut.obj", text, bytes), &options) == FLO_OK) {
                flo_mesh_info info;
                OK(flo_mesh_get_info(&file.mesh, &info));
                if (info.open_edges == 0) NEAR(info.volume, 0.5, 1e-15);
                if (info.open_edges > 0) REFUSED(flo__mesh_check(&file.mesh, NULL), FLO_BAD_VALUE, "open");
            }
            mesh_file_free(&file);
        }
    }
}

int test_mesh_text(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_c),
        cmocka_unit_test(what_is_no_number_is_refused),
        cmocka_unit_test(lines_may_be_written_in_many_ways),
        cmocka_unit_test(names_in_an_stl_are_nothing),
        cmocka_unit_test(cut_off_objs_are_no_hulls),
    };
    return cmocka_run_group_tests_name("mesh_text", tests, test_folder_make, test_folder_remove);
}
