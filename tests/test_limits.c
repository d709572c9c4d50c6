/* SPDX-License-Identifier: MIT
 *
 * What files may ask for and lead to: memory, other files, pipes and devices, by the readers' own calls.  What the
 * command makes of it is tested by security.sh. */
#include "io/csv.h"
#include "io/mesh_file.h"
#include "io/ndbc.h"
#include "io/record_file.h"
#include "io/scene.h"
#include "memory.h"
#include "test.h"

#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

int test_limits(void);
int test_limits_text(void);
int test_limits_snapshot(void);

static const char *put(const char *name, const char *text) { return test_put(name, text, strlen(text)); }

/* ---- how much there is ------------------------------------------------------------------------------------------- */

static void put_limit(const char *folder, const char *name, const char *text)
{
    char path[160];
    mkdir(test_path(folder), 0700);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    put(path, text);
}

/* A group may have what all groups around it allow, in both versions; what is no number is no limit. */
static void groups_limit_memory(void **state)
{
    (void)state;
    const char *const root = test_path("groups");
    mkdir(root, 0700);
    put_limit("groups", "memory.max", "max\n");
    put_limit("groups/a", "memory.max", "7000000\n");
    put_limit("groups/a/b", "memory.max", "9000000\n");
    put_limit("groups/memory", "memory.limit_in_bytes", "9223372036854771712\n");
    put_limit("groups/memory/c", "memory.limit_in_bytes", "5000000\n");
    static const struct { const char *own; size_t want; } rows[] = {
        {"0::/\n", SIZE_MAX},
        {"0::/a\n", 7000000},
        {"0::/a/b\n", 7000000},
        {"0::/elsewhere\n", SIZE_MAX},
        {"0::/a/of/the/host\n", 7000000},
        {"12:pids:/x\n4:memory:/c\n0::/\n", 5000000},
        {"4:memory:/\n", 9223372036854771712u},
        {"4:memory:/c\n0::/a\n", 5000000},
        {"no colons\n\n4\n::\n", SIZE_MAX},
        {"", SIZE_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char groups[256];
        snprintf(groups, sizeof groups, "%s", test_path("groups"));
        test_about("%s", rows[i].own);
        assert_true(flo__group_memory(groups, put("own", rows[i].own)) == rows[i].want);
    }
    assert_true(flo__group_memory("/nowhere", "/nowhere") == SIZE_MAX);
    const double machine = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    assert_true(flo__physical_memory() > 0 && (double)flo__physical_memory() <= machine);
}

/* ---- scenes ------------------------------------------------------------------------------------------------------ */

#define SHAPE(shape) "hulls:\n  boat:\n    mass: 5\n    inertia: [1, 1, 1]\n    " shape "\n    buoyancy: {law: "
#define CELLS "archimedes}\n"
#define TETRAHEDRON "v 0 0 0\nv 10 0 0\nv 0 10 0\nv 0 0 10\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

static flo_status read_within(const char *text, double bytes)
{
    scene *s = NULL;
    const scene_options options = {.max_memory = bytes};
    const flo_status status = scene_read(&s, put("scene.yaml", text), &options);
    assert_true((status == FLO_OK) == (s != NULL));
    scene_free(s);
    return status;
}

static void scenes_take_what_they_may(void **state)
{
    (void)state;
    static const struct { const char *text, *words; } rows[] = {
        {"sea:\n  spectrum:\n    {type: pm, hs: 1, tp: 5,\n    components: 100000}",
         "scene.yaml:4: sea.spectrum.components: |100000 waves|48.8 MiB|--max-memory allows 1000000 bytes"},
        {SHAPE("box: {size: [1, 1, 1], grid: [100, 100, 100]}") CELLS,
         "scene.yaml:5: hulls.boat.box.grid: |1000000 cells|122 MiB|allows 1000000 bytes"},
        {SHAPE("mesh: {file: mesh.obj, samples: 900000}") CELLS,
         "scene.yaml:5: hulls.boat.mesh.samples: |900000 cells|110 MiB"},
        {SHAPE("mesh: {file: mesh.obj, method: panels, scale: 900}") CELLS,
         "scene.yaml:5: hulls.boat.mesh.file: |2000000 triangles|610 MiB"},
        {SHAPE("mesh: {file: large.stl}") CELLS, "hulls.boat.mesh.file: |1000000 bytes of a mesh|7.63 MiB"},
    };
    put("mesh.obj", TETRAHEDRON);
    char *const large = calloc(1, 1000000);
    assert_non_null(large);
    test_put("large.stl", large, 1000000);
    free(large);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        test_about("%s", rows[i].text);
        REFUSED(read_within(rows[i].text, 1e6), FLO_NO_MEMORY, rows[i].words);
        if (i != 4) OK(read_within(rows[i].text, 0));       /* the default */
        if (i != 4) OK(read_within(rows[i].text, 1e9));
    }
    /* What is small alone is too much together. */
    char text[4096] = "hulls:\n";
    for (int i = 0; i < 10; i++) {
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "  h%d: {mass: 1, box: {size: [1, 1, 1], grid: [10, 10, 10]}, "
                 "buoyancy: {law: archimedes}}\n", i);
    }
    OK(read_within(text, 2e6));
    REFUSED(read_within(text, 1e6), FLO_NO_MEMORY,
            "hulls.h7.box.grid: |1000 cells|128000 bytes|896000 bytes of what stands before");
}

/* A list of waves or points is in the file itself, which takes more. */
static void texts_take_what_they_may(void **state)
{
    (void)state;
    enum { MANY = 300000 };
    char *const text = malloc(MANY * 4 + 64);
    assert_non_null(text);
    for (int rows = 3000; rows <= MANY; rows *= 10) {
        size_t length = (size_t)sprintf(text, "sea: {waves: [");
        for (int i = 0; i < rows; i++) length += (size_t)sprintf(text + length, "{}, ");
        sprintf(text + length, "]}\n");
        test_about("%d waves", rows);
        const char *const words = rows < 30000 ? "3000 waves would take"
                                : rows < MANY  ? "its text alone|values|allows 1024 bytes"
                                               : "its text takes more than|1024 bytes";
        REFUSED(read_within(text, 1024), FLO_NO_MEMORY, words);
        REFUSED(read_within(text, 1e9), FLO_BAD_FILE, rows < MANY ? "amplitude" : "300000 waves are not allowed");
    }
    free(text);
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

static void points_take_what_they_may(void **state)
{
    (void)state;
    enum { POINTS = 10000 };
    char *const text = malloc(POINTS * 8);
    assert_non_null(text);
    size_t length = 0;
    for (int i = 0; i < POINTS; i++) length += (size_t)sprintf(text + length, "%d,%d\n", i % 10, i % 7);
    const char *const file = test_put("points.csv", text, length);
    free(text);
    csv_points points;
    OK(csv_read_points_within(&points, file, 16.0 * POINTS));
    assert_true(points.count == POINTS && points.x[POINTS - 1] == (POINTS - 1) % 10);
    csv_free_points(&points);
    OK(csv_read_points_within(&points, file, 0x1p60));
    csv_free_points(&points);
    REFUSED(csv_read_points_within(&points, file, 16.0 * POINTS - 1), FLO_NO_MEMORY,
            "points.csv:10000: more than 9999 points|--max-memory");
    REFUSED(csv_read_points_within(&points, file, 15), FLO_NO_MEMORY, "points.csv:1: more than 0 points");
    assert_true(points.count == 0 && points.x == NULL);
    REFUSED(csv_read_points_within(&points, "/dev/zero", 0x1p20), FLO_BAD_FILE, "/dev/zero:1: ");
}

/* ---- pipes and devices ------------------------------------------------------------------------------------------- */

static void expect_refused(const char *path)
{
    ndbc_record *record = NULL;
    record_file any;
    test_about("%s", path);
    REFUSED(ndbc_read(&record, path, NULL), FLO_CANNOT_READ, "pipe or a device");
    assert_null(record);
    assert_true(record_file_read(&any, path, NULL, NULL) == FLO_CANNOT_READ);
    record_file_free(&any);
}

/* Whoever reads a pipe that nobody writes waits for ever, and so would these. */
static void records_are_plain_files(void **state)
{
    (void)state;
    alarm(20);
    assert_true(mkfifo(test_path("pipe.txt"), 0600) == 0);
    expect_refused(test_path("pipe.txt"));
    expect_refused("/dev/zero");
    expect_refused("/dev/null");
    assert_true(symlink("pipe.txt", test_path("link.spec")) == 0);
    expect_refused(test_path("link.spec"));
    assert_true(record_file_is_one(test_path("pipe.txt")));
    scene *s = NULL;
    const char *const file = put("scene.yaml", "sea: {record: {file: pipe.txt}}\n");
    REFUSED(scene_read(&s, file, NULL), FLO_CANNOT_READ, "scene.yaml:1: sea.record|pipe.txt: is a pipe or a device");
    alarm(0);
}

/* ---- what a mesh leads to ---------------------------------------------------------------------------------------- */

static const char gltf[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}],\"meshes\":"
    "[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}],\"accessors\":[{\"bufferView\":0,"
    "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"bufferView\":1,"
    "\"componentType\":5125,\"count\":3,\"type\":\"SCALAR\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteLength\":36},{\"buffer\":0,\"byteOffset\":36,\"byteLength\":12}],"
    "\"buffers\":[{\"byteLength\":48,\"uri\":\"%s\"}]}";

static flo_status read_mesh(const char *path)
{
    mesh_file mesh;
    const mesh_file_options options = mesh_file_default_options();
    const flo_status status = mesh_file_read(&mesh, path, &options);
    if (!status) assert_int_equal(mesh.mesh.triangle_count, 1);
    mesh_file_free(&mesh);
    return status;
}

static flo_status read_gltf(const char *uri)
{
    char text[1024];
    snprintf(text, sizeof text, gltf, uri);
    test_about("%s", uri);
    return read_mesh(put("home/mesh.gltf", text));
}

/* Numbers lie beside a glTF or below it; what else a name leads to stays closed. */
static void meshes_stay_where_they_are(void **state)
{
    (void)state;
    const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t index[3] = {0, 1, 2};
    char bytes[48], path[320];
    memcpy(bytes, corner, 36);
    memcpy(bytes + 36, index, 12);
    alarm(20);
    mkdir(test_path("home"), 0700);
    mkdir(test_path("home/parts"), 0700);
    mkdir(test_path("homely"), 0700);
    test_put("home/mesh.bin", bytes, 48);
    test_put("home/parts/mesh.bin", bytes, 48);
    test_put("home/..mesh.bin", bytes, 48);
    test_put("secret.bin", bytes, 48);
    test_put("homely/mesh.bin", bytes, 48);
    OK(read_gltf("mesh.bin"));
    OK(read_gltf("parts/mesh.bin"));
    OK(read_gltf("./mesh.bin"));
    OK(read_gltf("..mesh.bin"));
    assert_true(mkfifo(test_path("home/pipe"), 0600) == 0);
    static const struct { const char *uri; flo_status status; const char *words; } closed[] = {
        {"../secret.bin", FLO_BAD_FILE, "mesh.gltf: it cannot be read as a mesh: |/secret.bin: it is neither beside"},
        {"parts/../../secret.bin", FLO_BAD_FILE, "mesh.gltf: |secret.bin: it is neither beside the mesh nor below it"},
        {"../homely/mesh.bin", FLO_BAD_FILE, "mesh.gltf: |homely/mesh.bin: it is neither beside"},
        {"pipe", FLO_CANNOT_READ, "mesh.gltf: it cannot be read as a mesh: |home/pipe: it is not a file"},
        {"parts", FLO_CANNOT_READ, "mesh.gltf: |home/parts: it is not a file"},
        {"nowhere", FLO_CANNOT_READ, "mesh.gltf: |home/nowhere: No such file"},
        {"..", FLO_BAD_FILE, "mesh.gltf: |it is neither beside"},
        {".", FLO_CANNOT_READ, "mesh.gltf: |it is not a file"},
    };
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        REFUSED(read_gltf(closed[i].uri), closed[i].status, closed[i].words);
    snprintf(path, sizeof path, "%s", test_path("secret.bin"));
    REFUSED(read_gltf(path), FLO_BAD_FILE, "mesh.gltf: it cannot be read as a mesh: |secret.bin: it is neither beside");
    /* Materials are no part of a hull; assimp would wait for this one's for ever. */
    OK(read_mesh(put("home/mesh.obj", "mtllib pipe\nusemtl a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")));
    REFUSED(read_mesh(test_path("home/pipe")), FLO_CANNOT_READ, "not a file");
    assert_true(symlink("pipe", test_path("home/link.stl")) == 0);
    REFUSED(read_mesh(test_path("home/link.stl")), FLO_CANNOT_READ, "not a file");
    alarm(0);
}

/* The files that a mesh draws in count as it does itself: the outline has 600 bytes or so, its numbers a million. */
static void what_a_mesh_draws_in_counts(void **state)
{
    (void)state;
    enum { LARGE = 1000000 };
    char text[1024];
    mkdir(test_path("home"), 0700);
    char *const large = calloc(1, LARGE);
    assert_non_null(large);
    const float corner[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const uint32_t index[3] = {0, 1, 2};
    memcpy(large, corner, 36);
    memcpy(large + 36, index, 12);
    test_put("home/large.bin", large, LARGE);
    free(large);
    snprintf(text, sizeof text, gltf, "large.bin");
    put("home/large.gltf", text);
    static const char scene_text[] = SHAPE("mesh: {file: home/large.gltf}") CELLS;
    OK(read_mesh(test_path("home/large.gltf")));
    REFUSED(read_within(scene_text, 1e6), FLO_NO_MEMORY,
            "scene.yaml:5: hulls.boat.mesh.file: |large.gltf: |large.bin: 1000000 bytes of a mesh would take 7.63 MiB"
            "|--max-memory allows 1000000 bytes");
    REFUSED(read_within(scene_text, 8e6), FLO_NO_MEMORY, "large.bin: 1000000 bytes of a mesh|allows 7.63 MiB");
    REFUSED(read_within(scene_text, 1e3), FLO_NO_MEMORY, "large.gltf: |bytes of a mesh|after 0 bytes");
    /* Then it is read, and found to be one triangle. */
    REFUSED(read_within(scene_text, 9e6), FLO_BAD_FILE, "the mesh is open");
}

/* assimp's own reader of JSON calls itself for every bracket. */
static void deep_outlines_are_refused(void **state)
{
    (void)state;
    enum { DEEP = 2000000 };
    char *const text = malloc(DEEP);
    assert_non_null(text);
    memset(text, '[', DEEP);
    REFUSED(read_mesh(test_put("deep.gltf", text, DEEP)), FLO_BAD_FILE, "deep.gltf: it is no glTF: line 1");
    memcpy(text, "{\"asset\":{\"version\":\"2.0\"},\"extras\":", 37);
    REFUSED(read_mesh(test_put("deep.gltf", text, DEEP)), FLO_BAD_FILE, "deep.gltf: it is no glTF: line 1");
    free(text);
}

/* ---- meshes that are next to nothing  */

static flo_status make_hull(const flo_mesh *mesh, int samples, double *volume)
{
    flo_hull *hull = NULL;
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1;
    for (int a = 0; a < 3; a++) def.inertia[a] = 1;
    def.mesh = mesh;
    def.mesh_samples = samples;
    def.buoyancy.law = FLO_ARCHIMEDES;
    const flo_status status = flo_hull_create(&hull, &def);
    if (!status) *volume = flo_hull_get_info(hull).volume;
    flo_hull_destroy(hull);
    return status;
}

/* A plate of 1 m, thinner and thinner, across the grid: next to none of its box is full, and cells that are small
 * enough would be without number.  It is cut by what grid there is time for, which keeps its volume. */
static void thin_plates_are_cut_in_no_time(void **state)
{
    (void)state;
    static const int triangles[12][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                         {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    static const double at[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                    {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    const double start = test_seconds(), c = sqrt(0.5), t = sqrt(1 / 3.0);
    for (double thin = 0.1; thin > 1e-8; thin /= 10) {
        double corners[8][3], volume = 0;
        for (int i = 0; i < 8; i++) {       /* turned by 45 degrees about x, and then about its diagonal */
            const double x = at[i][0], y = c * (at[i][1] - thin * at[i][2]), z = c * (at[i][1] + thin * at[i][2]);
            corners[i][0] = c * x - c * y, corners[i][1] = t * (x + y) + t * z, corners[i][2] = z - (x + y) / 2;
        }
        const flo_mesh mesh = {(const double (*)[3])corners, 8, triangles, 12, false};
        flo_mesh_info info;
        OK(flo_mesh_get_info(&mesh, &info));
        for (int samples = 1; samples <= 10000; samples *= 100) {
            test_about("a plate of %g m, %d samples", thin, samples);
            OK(make_hull(&mesh, samples, &volume));
            NEAR(volume / info.volume, 1, 1e-6);
        }
    }
    /* One triangle, which has no volume at all. */
    static const double sheet[3][3] = {{0, 0, 0}, {0, 0, 1}, {1, 1, 0}};
    static const int one[1][3] = {{0, 1, 2}};
    const flo_mesh open = {sheet, 3, one, 1, true};
    double volume = 0;
    test_about("a triangle");
    REFUSED(make_hull(&open, 12, &volume), FLO_BAD_VALUE, "encloses no volume");
    test_about("seconds");
    assert_true(test_seconds() - start < 60);
}

int test_limits(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(groups_limit_memory, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(scenes_take_what_they_may, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(texts_take_what_they_may, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(points_take_what_they_may, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(records_are_plain_files, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(meshes_stay_where_they_are, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(what_a_mesh_draws_in_counts, test_folder_make, test_folder_remove),
        cmocka_unit_test_setup_teardown(deep_outlines_are_refused, test_folder_make, test_folder_remove),
        cmocka_unit_test(thin_plates_are_cut_in_no_time),
    };
    return cmocka_run_group_tests_name("limits", tests, NULL, NULL) + test_limits_text() + test_limits_snapshot();
}
