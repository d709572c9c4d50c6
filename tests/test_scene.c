/* SPDX-License-Identifier: MIT
 *
 * Scenes: what a good one means, member by member, and what a bad one is told (test_scene_rows.h). */
#include "test_scene.h"
#include "test_scene_rows.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FLO_EXAMPLES
#define FLO_EXAMPLES "examples"
#endif

int test_scene(void);

static char folder[64], path[96];

/* A wedge between the axes, 1 m along each, counter-clockwise from outside; and the same without its slanting side. */
#define FACET(a, b, c) "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c "\nendloop\nendfacet\n"
#define SIDES FACET("0 0 0", "0 1 0", "1 0 0") FACET("0 0 0", "1 0 0", "0 0 1") FACET("0 0 0", "0 0 1", "0 1 0")
static const char *const meshes[][2] = {
    {"wedge.stl", "solid wedge\n" SIDES FACET("1 0 0", "0 1 0", "0 0 1") "endsolid wedge\n"},
    {"open.stl", "solid open\n" SIDES "endsolid open\n"},
};

/* ---- files ------------------------------------------------------------------------------------------------------- */

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/flotilla-scene-XXXXXX");
    if (!mkdtemp(folder)) return -1;
    snprintf(path, sizeof path, "%s/scene.yaml", folder);
    for (size_t i = 0; i < sizeof meshes / sizeof meshes[0]; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s/%s", folder, meshes[i][0]);
        FILE *file = fopen(name, "w");
        if (!file || fputs(meshes[i][1], file) < 0 || fclose(file)) return -1;
    }
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    remove(path);
    for (size_t i = 0; i < sizeof meshes / sizeof meshes[0]; i++) {
        char name[96];
        snprintf(name, sizeof name, "%s/%s", folder, meshes[i][0]);
        remove(name);
    }
    return rmdir(folder);
}

void scene_test_write(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

flo_status scene_test_read(scene **out, const scene_options *options)
{
    return scene_read(out, path, options);
}

flo_status scene_test_text(const char *text, const char *set, scene **out)
{
    scene_test_write(text, strlen(text));
    const scene_options options = {.set = &set, .set_count = set ? 1 : 0};
    return scene_test_read(out, &options);
}

scene *scene_test_good(const char *text, const char *set)
{
    scene *s = NULL;
    if (scene_test_text(text, set, &s)) fail_msg("%s: %s\n%s", set ? set : "", flo_message(), text);
    return s;
}

static void expect_words(const char *text, const char *const *words, int count)
{
    for (int i = 0; i < count && words[i]; i++)
        if (!strstr(flo_message(), words[i])) fail_msg("no \"%s\" in: %s\n%s", words[i], flo_message(), text);
}

/* ---- bad scenes -------------------------------------------------------------------------------------------------- */

static void check_bad_rows(void **state)
{
    (void)state;
    const size_t rows = sizeof bad_rows / sizeof bad_rows[0];
    for (size_t i = 0; i < rows; i++) {
        const bad_row *row = &bad_rows[i];
        char text[2048];
        snprintf(text, sizeof text, "%s%s%s", around[row->place][0], row->text, around[row->place][1]);
        scene *s = NULL;
        const flo_status status = scene_test_text(text, NULL, &s);
        if (status != row->status) fail_msg("%s: %s\n%s", flo_status_name(status), flo_message(), text);
        assert_null(s);
        expect_words(text, row->words, 5);
        const char *file = "scene.yaml";
        expect_words(text, &file, 1);
        assert_null(strchr(flo_message(), '\n'));
    }
}

static void check_bad_files(void **state)
{
    (void)state;
    scene *s = NULL;
    assert_int_equal(scene_read(&s, "/nowhere/scene.yaml", NULL), FLO_CANNOT_READ);
    assert_non_null(strstr(flo_message(), "/nowhere/scene.yaml: No such file"));
    assert_int_equal(scene_read(&s, folder, NULL), FLO_CANNOT_READ);
    assert_non_null(strstr(flo_message(), "directory"));
    assert_int_equal(scene_read(&s, "/dev/zero", NULL), FLO_BAD_FILE);
    assert_non_null(strstr(flo_message(), "64 MiB"));
    scene_test_write("sea: {}\n\0", 9);
    assert_int_equal(scene_read(&s, path, NULL), FLO_BAD_FILE);
    assert_non_null(strstr(flo_message(), ":2: the byte 0x00"));
    const scene_options sea_only = {.sea_only = true};
    scene_test_write("time: {step: 1}", 15);
    assert_int_equal(scene_read(&s, path, &sea_only), FLO_BAD_FILE);
    assert_non_null(strstr(flo_message(), "sea: missing"));
    assert_null(s);
}

/* ---- good scenes ------------------------------------------------------------------------------------------------- */

const char scene_test_minimal[] = HULL_BEFORE HULL_AFTER;

static void check_default_sea(const flo_sea_def *sea)
{
    const flo_sea_def d = flo_default_sea_def();
    assert_true(sea->size == d.size && sea->gravity == d.gravity && sea->density == d.density && sea->level == d.level);
    assert_true(sea->depth == d.depth && sea->current[0] == d.current[0] && sea->current[1] == d.current[1]);
    assert_true(sea->inversion == d.inversion && sea->normal_offset == d.normal_offset && sea->wave_count == 0);
    assert_true(sea->mean_level_correction == d.mean_level_correction && !sea->waves);
}

static void check_default_hull(const flo_hull_def *hull)
{
    const flo_hull_def d = flo_default_hull_def();
    assert_true(hull->size == d.size && hull->inertia_scale == d.inertia_scale && hull->volume == d.volume);
    assert_memory_equal(hull->center_of_mass, d.center_of_mass, sizeof d.center_of_mass);
    assert_memory_equal(hull->box_size, d.box_size, sizeof d.box_size);
    assert_memory_equal(hull->box_grid, d.box_grid, sizeof d.box_grid);
    assert_true(hull->buoyancy.curve == d.buoyancy.curve && hull->buoyancy.alpha == d.buoyancy.alpha);
    assert_true(hull->buoyancy.bias == d.buoyancy.bias && hull->buoyancy.stiffness == d.buoyancy.stiffness);
    assert_true(hull->damping.vertical == d.damping.vertical && hull->damping.angular == d.damping.angular);
    assert_true(hull->damping.angular_form == d.damping.angular_form);
    assert_true(hull->damping.scale_by_submerged == d.damping.scale_by_submerged);
    assert_true(hull->damping.of == d.damping.of && hull->damping.relative == d.damping.relative);
    assert_true(hull->damping.quadratic == d.damping.quadratic && hull->drag.relative == d.drag.relative);
    assert_memory_equal(&hull->added_mass, &d.added_mass, sizeof d.added_mass);
    assert_true(d.added_mass.entry_exponent == 1 && d.added_mass.coefficient[1] == 0);
    assert_memory_equal(hull->principal_axes, d.principal_axes, sizeof d.principal_axes);
    assert_true(hull->tuning.settle == 0 && !hull->mesh && hull->steering.lean == d.steering.lean);
    assert_true(hull->mesh_method == d.mesh_method && hull->mesh_samples == d.mesh_samples);
    assert_true(hull->drag.linear == d.drag.linear && hull->drag.quadratic == d.drag.quadratic);
    assert_memory_equal(hull->drag.local, d.drag.local, sizeof d.drag.local);
    assert_true(hull->drag.only_in_water == d.drag.only_in_water && hull->push.strength == d.push.strength);
    assert_true(hull->push.velocity == d.push.velocity && hull->thrust.power == d.thrust.power);
    assert_memory_equal(hull->thrust.position, d.thrust.position, sizeof d.thrust.position);
    assert_true(hull->steering.base == d.steering.base && hull->steering.speed == d.steering.speed);
    assert_true(hull->steering.reference_speed == d.steering.reference_speed);
    assert_true(hull->steering.needs_water == d.steering.needs_water);
}

static void check_defaults(void **state)
{
    (void)state;
    scene *s = scene_test_good(scene_test_minimal, NULL);
    assert_string_equal(s->file, path);
    assert_null(s->device);
    assert_true(s->step == 1.0 / 60 && s->start == 0 && s->steps == 600 && s->integrator == FLO_IMPLICIT);
    assert_true(s->output.every == 1 && s->output.csv && !s->output.npy && !s->output.vtk && !s->output.plot);
    assert_true(!s->output.page && s->asked.count == 0);
    assert_true(!s->has_record && s->body_count == 0 && s->hull_count == 1);
    check_default_sea(&s->sea);
    check_default_hull(&s->hulls[0].def);
    scene_free(s);

    s = scene_test_good("sea: {spectrum: {type: tma, hs: 1, tp: 5}, depth: 20}", NULL);
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    spectrum.type = FLO_TMA;
    spectrum.significant_wave_height = 1;
    spectrum.peak_period = 5;
    spectrum.depth = 20;
    flo_wave waves[64];
    assert_int_equal(flo_spectrum_waves(&spectrum, waves), FLO_OK);
    assert_int_equal(s->sea.wave_count, 64);
    for (int i = 0; i < 64; i++) {
        const flo_wave *w = &s->sea.waves[i];
        assert_true(w->amplitude == waves[i].amplitude && w->period == waves[i].period && w->phase == waves[i].phase);
        assert_true(w->heading == waves[i].heading && w->steepness == waves[i].steepness);
    }
    scene_free(s);
}

static void check_harbour_hull(const flo_hull_def *def)
{
    assert_true(def->mass == 1000 && def->center_of_mass[1] == -0.3 && def->volume == 0);
    assert_int_equal(def->point_count, 4);
    assert_true(def->points[1][0] == 1 && def->points[1][2] == -2 && def->points[3][2] == 2);
    assert_true(def->buoyancy.law == FLO_PROPORTIONAL && def->buoyancy.reference_depth == 0.5);
    assert_true(def->buoyancy.bias == 1.05 && def->buoyancy.curve == FLO_CURVE_CLAMP);
    assert_true(def->damping.vertical == 3 && def->damping.angular == 1);
    assert_true(def->drag.quadratic == 0.05 && def->drag.local[0] == 10 && def->drag.local[2] == 1);
    assert_true(def->push.strength == 0.5 && def->push.velocity == FLO_PUSH_CHANGE);
    assert_true(def->thrust.power == 4000 && def->thrust.position[1] == -0.2 && def->thrust.position[2] == -2);
    assert_true(def->steering.base == 500 && def->steering.speed == 2000 && def->steering.reference_speed == 8);
}

static void check_examples(void **state)
{
    (void)state;
    scene *s = NULL;
    if (scene_read(&s, FLO_EXAMPLES "/harbour.yaml", NULL)) fail_msg("%s", flo_message());
    assert_int_equal(s->sea.wave_count, 64);
    assert_int_equal(s->hull_count, 1);
    assert_string_equal(s->hulls[0].name, "boat");
    check_harbour_hull(&s->hulls[0].def);
    assert_int_equal(s->bodies_count, 1);
    assert_int_equal(s->body_count, 1000);
    assert_true(s->bodies[0].hull == 0 && s->bodies[0].count == 1000 && s->bodies[0].spacing == 15);
    assert_true(s->bodies[0].position[1] == 0.5 && s->bodies[0].throttle == 0.5 && s->bodies[0].steer == 0);
    scene_free(s);

    const scene_options sea_only = {.sea_only = true};
    if (scene_read(&s, FLO_EXAMPLES "/three-waves.yaml", &sea_only)) fail_msg("%s", flo_message());
    assert_int_equal(s->sea.wave_count, 3);
    const flo_wave *second = &s->sea.waves[1];
    assert_true(second->amplitude == 0.35 && second->wavelength == 17 && second->period == 0);
    assert_true(second->steepness == 0.8 && !second->own_frequency);
    assert_true(fabs(second->heading - (acos(0) - 0.6)) < 1e-15 && fabs(second->phase - 1.1) < 1e-15);
    scene_free(s);
}

/* Angles beyond one and a half turns are reduced exactly; what is less is left to the last bit. */
static void check_turns(void **state)
{
    (void)state;
    const double degree = 3.14159265358979323846 / 180;
    static const double given[][2] = {{360000030, 30}, {-725, -5}, {540, 540}, {-540, -540}, {541, -179}, {1e300, 0}};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        char text[512];
        const double deg = given[i][0], expected = i < 5 ? given[i][1] : remainder(deg, 360);
        snprintf(text, sizeof text, "sea: {waves: [{amplitude: 1, wavelength: 90, heading: %.17g}]}\n"
                 HULL_BEFORE HULL_AFTER "bodies: [{hull: boat, heading: %.17g}]\n", deg, deg);
        scene *s = scene_test_good(text, NULL);
        assert_true(fabs(s->sea.waves[0].heading - expected * degree) < 1e-14);
        assert_true(s->bodies[0].heading == s->sea.waves[0].heading);
        scene_free(s);
    }
    const char *const made[] = {"spectrum: {type: pm, hs: 1, tp: 5, spreading: 0",
                                "spectrum: {type: pm, hs: 1, tp: 5, spreading: 0.1"};
    for (int i = 0; i < 2; i++) {
        char text[256];
        for (int deg = -900; deg <= 900; deg += 60) {
            snprintf(text, sizeof text, "sea: {%s, heading: %d}}", made[i], deg);
            scene_free(scene_test_good(text, NULL));
        }
    }
}

/* ---- assignments ------------------------------------------------------------------------------------------------- */

static void check_set(void **state)
{
    (void)state;
    scene *s = scene_test_good(scene_test_every_key, "sea.waves.1.amplitude=0.25");
    assert_true(s->sea.waves[1].amplitude == 0.25 && s->sea.waves[0].amplitude == 0);
    scene_free(s);
    s = scene_test_good(scene_test_every_key, "sea.waves[1].amplitude=0.25");
    assert_true(s->sea.waves[1].amplitude == 0.25);
    scene_free(s);
    s = scene_test_good(scene_test_every_key, "hulls.twin.mass=6");      /* and not what it is a copy of */
    assert_true(s->hulls[0].def.mass == 5 && s->hulls[1].def.mass == 6);
    scene_free(s);
    s = scene_test_good(scene_test_every_key, "bodies.0.position=[7, 8, 9]");
    assert_true(s->bodies[0].position[0] == 7 && s->bodies[0].position[2] == 9);
    scene_free(s);
    s = scene_test_good(scene_test_minimal, "bodies=[{hull: boat, count: 9}]");
    assert_int_equal(s->body_count, 9);
    scene_free(s);
    s = scene_test_good(scene_test_minimal, "hulls.boat.damping.angular=4");
    assert_true(s->hulls[0].def.damping.angular == 4);
    scene_free(s);

    const char *const both[] = {"time.steps=5", "time.steps=7"};
    const scene_options options = {.set = both, .set_count = 2};
    assert_int_equal(scene_read(&s, path, &options), FLO_OK);
    assert_int_equal(s->steps, 7);
    scene_free(s);
}

static void check_bad_set(void **state)
{
    (void)state;
    static const struct {
        const char *set;
        flo_status status;
        const char *words[3];
    } rows[] = {
        {"hulls.box.mas=900", FLO_BAD_FILE, {"--set hulls.box.mas=900: hulls.box.mas: ", "unknown key", "mean mass?"}},
        {"hulls.box.mass=-5", FLO_BAD_FILE, {"--set hulls.box.mass=-5: hulls.box.mass: -5 is not allowed"}},
        {"hulls.box.mass=", FLO_BAD_FILE, {"hulls.box.mass: nothing is given"}},
        {"hulls.box.mass=[1", FLO_BAD_FILE, {"--set hulls.box.mass=[1: ", "of the value"}},
        {"hulls.box.mass=1\n---\n2", FLO_BAD_FILE, {"second document"}},
        {"hulls.box.mass.x=1", FLO_BAD_FILE, {"there is no x", "is 5"}},
        {"hulls.new.mass=1", FLO_BAD_FILE, {"hulls.new.buoyancy: missing"}},
        {"bodies.5.count=1", FLO_BAD_FILE, {"5 is not allowed; the list has 5 elements"}},
        {"bodies.x.count=1", FLO_BAD_FILE, {"x is not allowed; the list has 5 elements"}},
        {"bodies..count=1", FLO_BAD_FILE, {"the list has 5 elements"}},
        {"bodies.throttle=0", FLO_BAD_FILE, {"throttle is not allowed; the list has 5", "; write bodies.0.throttle"}},
        {"sea.waves.phase=0", FLO_BAD_FILE, {"phase is not allowed", "; write sea.waves.0.phase"}},
        {"bodies.1.hull=boat", FLO_BAD_FILE, {"boat is not a hull of this scene; the hulls are box, twin, spring, "}},
        {"sea.spectrum={type: pm, hs: 1, tp: 5}", FLO_BAD_FILE, {"beside sea.waves on line 6"}},
        {"=5", FLO_BAD_VALUE, {"KEY=VALUE"}},
        {"time.step", FLO_BAD_VALUE, {"--set time.step is not allowed", "KEY=VALUE"}},
        {".=5", FLO_BAD_FILE, {"unknown key"}},
        {"a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g=7", FLO_BAD_FILE,
         {"--set a.b.", ".f.g=7: a.b.", ".f.g is not allowed; a key has 1 to 32 parts"}},
        {"output.vtk=maybe", FLO_BAD_FILE, {"--set output.vtk=maybe: output.vtk: maybe is not allowed"}},
        {"integrator=explicit", FLO_BAD_FILE, {"integrator: explicit is not allowed", "symplectic or implicit"}},
        {"hulls.tuned.buoyancy.reference_depth=1", FLO_BAD_FILE, {"beside hulls.tuned.tuning on line"}},
        {"hulls.skin.mesh.samples=5", FLO_BAD_FILE, {"hulls.skin.mesh.samples: 5", "beside hulls.skin.mesh.method"}},
        {"hulls.wedge.mesh.file=none.stl", FLO_CANNOT_READ, {"hulls.wedge.mesh.file: ", "none.stl"}},
        {"bodies.3.controls.1.0=-2", FLO_BAD_FILE, {"bodies[3].controls[1][0]: -2", "the time before it, -1"}},
        {"bodies.3.pushes.1.3.0=0", FLO_BAD_FILE, {"bodies[3].pushes[0]: ", "one place at a time"}},
        {"bodies.2.mode=dynamic", FLO_BAD_FILE, {"bodies[2].smoothing: 2", "beside bodies[2].mode of a --set"}},
        {"device=\xff", FLO_BAD_FILE, {"0xff"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scene *s = NULL;
        const flo_status status = scene_test_text(scene_test_every_key, rows[i].set, &s);
        if (status != rows[i].status) fail_msg("%s: %s: %s", rows[i].set, flo_status_name(status), flo_message());
        assert_null(s);
        expect_words(rows[i].set, rows[i].words, 3);
    }
}

int test_scene(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_bad_rows),              cmocka_unit_test(check_bad_files),
        cmocka_unit_test(check_defaults),              cmocka_unit_test(check_examples),
        cmocka_unit_test(scene_test_every),           cmocka_unit_test(check_turns),
        cmocka_unit_test(check_set),                   cmocka_unit_test(check_bad_set),
        cmocka_unit_test(scene_test_orientation),      cmocka_unit_test(scene_test_squares),
        cmocka_unit_test(scene_test_places),           cmocka_unit_test(scene_test_marked_keys),
        cmocka_unit_test(scene_test_pieces),
        cmocka_unit_test(scene_test_steps),            cmocka_unit_test(scene_test_controls),
        cmocka_unit_test(scene_test_modes),
        cmocka_unit_test(scene_test_locale),           cmocka_unit_test(scene_test_record),
        cmocka_unit_test(scene_test_bombs),            cmocka_unit_test(scene_test_junk),
        cmocka_unit_test(scene_test_truncated),        cmocka_unit_test(scene_test_flipped),
        cmocka_unit_test(scene_test_silence),
    };
    return cmocka_run_group_tests_name("scene", tests, make_folder, remove_folder);
}
