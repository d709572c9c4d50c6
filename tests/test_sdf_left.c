/* SPDX-License-Identifier: MIT
 *
 * What Gazebo's files say and no hull can: nothing of it vanishes.  Water and gravity of a world, inertia that Gazebo
 * makes itself, and every element that is not read, with its value. */
#include "io/sdf_hull.h"
#include "test.h"

int test_sdf_left(void);

#define INERTIA "<mass>2</mass><inertia><ixx>3</ixx><iyy>4</iyy><izz>5</izz></inertia>"
#define MASS "<inertial>" INERTIA "</inertial>"
#define SHAPE "<geometry><box><size>1 2 3</size></box></geometry>"
#define BOX "<collision name='c'>" SHAPE "</collision>"
#define LINK(inside) "<link name='l'>" MASS BOX inside "</link>"
#define WORLD(inside) "<sdf><world name='w'>" inside "<model name='m'>" LINK("") "</model></world></sdf>"
#define SEA(inside) WORLD("<plugin name='gz::sim::systems::Buoyancy'>" inside "</plugin>")
#define GRADED(inside) SEA("<graded_buoyancy>" inside "</graded_buoyancy>")
#define CHANGE(depth, density)                                                                                         \
    "<density_change><above_depth>" depth "</above_depth><density>" density "</density></density_change>"

static flo_status read_text(sdf_file *file, const char *text)
{
    const sdf_options options = { .link_count = 0 };
    return sdf_read(file, test_put("any.sdf", text, strlen(text)), &options);
}

static sdf_file file_of(const char *text)
{
    sdf_file file;
    if (read_text(&file, text) != FLO_OK) fail_msg("%s", flo_message());
    return file;
}

/* How many notes there are with these words, and that each can be printed. */
static int notes_with(const sdf_notes *notes, const char *words)
{
    int count = 0;
    for (int i = 0; i < notes->count; i++) {
        count += strstr(notes->text[i], words) != NULL;
        for (const char *c = notes->text[i]; *c; c++) assert_true(*c >= ' ' && *c <= '~');
    }
    return count;
}

static bool has_note(const sdf_notes *notes, const char *words) { return notes_with(notes, words) > 0; }

static void assert_notes(const sdf_notes *notes, const char *const *wanted, int count)
{
    for (int i = 0; i < count; i++)
        if (!has_note(notes, wanted[i])) fail_msg("there is no note \"%s\"", wanted[i]);
    assert_int_equal(notes->count, count);
}

#define NOTES(notes, ...)                                                                                              \
    do {                                                                                                               \
        static const char *const wanted[] = { __VA_ARGS__ };                                                           \
        assert_notes(&(notes), wanted, (int)(sizeof wanted / sizeof *wanted));                                         \
    } while (0)

/* ---- inertia ----------------------------------------------------------------------------------------------------- */

static void an_automatic_inertia_is_refused(void **state)
{
    (void)state;
    static const char *const automatic[] = { "true", "1", "True", "yes", "${auto}" };
    static const char *const given[] = { "false", "0", "False" };
    char text[1024];
    sdf_file file;
    for (size_t i = 0; i < sizeof automatic / sizeof *automatic; i++) {
        snprintf(text, sizeof text, "<sdf><model name='m'>\n<link name='hull'><inertial auto='%s'>" INERTIA
                 "</inertial>" BOX "</link></model></sdf>", automatic[i]);
        assert_int_equal(read_text(&file, text), FLO_BAD_FILE);
        assert_non_null(strstr(flo_message(), "any.sdf:2: <inertial>: \"hull\": its auto is \""));
        assert_non_null(strstr(flo_message(), "give <mass> and <inertia>"));
        sdf_free(&file);
    }
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        snprintf(text, sizeof text, "<sdf><model name='m'><link name='hull'><inertial auto='%s'>" INERTIA
                 "</inertial>" BOX "</link></model></sdf>", given[i]);
        file = file_of(text);
        assert_true(file.bodies[0].mass == 2 && file.bodies[0].left.count == 0 && file.left.count == 0);
        sdf_free(&file);
    }
}

static void a_density_that_nobody_takes_is_listed(void **state)
{
    (void)state;
    sdf_file file = file_of("<sdf><model name='m'><link name='l'><inertial>" INERTIA "<density>500</density></inertial>"
                            "<collision name='c'>" SHAPE "<density>\n700</density></collision></link></model></sdf>");
    NOTES(file.bodies[0].left, "inertial/density 500 (line 1)", "collision/density 700 (line 1)");
    sdf_free(&file);
}

/* The first of what stands there once is read, as Gazebo does. */
static void what_is_twice_there_is_listed(void **state)
{
    (void)state;
    sdf_file file = file_of("<sdf><model name='m'><link name='l'><inertial><mass>7</mass>" INERTIA "<fluid_added_mass>"
                            "<xx>1</xx></fluid_added_mass><fluid_added_mass><xx>6</xx></fluid_added_mass></inertial>"
                            "<inertial><mass>9</mass></inertial><collision name='c'><geometry><box><size>1 2 3</size>"
                            "</box><sphere><radius>8</radius></sphere></geometry></collision></link></model></sdf>");
    assert_true(file.bodies[0].mass == 7 && file.bodies[0].shape_count == 1 && file.bodies[0].added[0] == 1);
    NOTES(file.bodies[0].left, "inertial/mass 2", "inertial/fluid_added_mass/xx 6", "inertial/mass 9",
          "collision/geometry/sphere/radius 8");
    sdf_free(&file);
}

/* ---- worlds ------------------------------------------------------------------------------------------------------ */

static void layers_of_water_are_read(void **state)
{
    (void)state;
    static const struct { const char *text; double density, level; } rows[] = {
        { SEA("<uniform_fluid_density>1030</uniform_fluid_density>"), 1030, 0 },
        { SEA(""), 1000, 0 },
        { GRADED(""), 1000, 0 },
        { GRADED("<default_density>1300</default_density>"), 1300, 0 },
        { GRADED("<default_density>1300</default_density>" CHANGE("5", "1")), 1300, 5 },
        { GRADED(CHANGE("-2.5", "0")), 1000, -2.5 },
        { GRADED(CHANGE("0", "1.2")), 1000, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sdf_file file = file_of(rows[i].text);
        NEAR(file.bodies[0].density, rows[i].density, 0);
        NEAR(file.bodies[0].level, rows[i].level, 0);
        assert_true(file.left.count == 0 && file.bodies[0].left.count == 0);
        sdf_free(&file);
    }
    sdf_file file = file_of(WORLD("<plugin name='Buoyancy'/><plugin name='Buoyancy'><uniform_fluid_density>1030"
                                  "</uniform_fluid_density></plugin>"));
    NEAR(file.bodies[0].density, 1000, 0);
    NOTES(file.left, "plugin name=\"Buoyancy\"", "plugin/uniform_fluid_density 1030");
    sdf_free(&file);
    assert_int_equal(read_text(&file, GRADED("<default_density>-3</default_density>")), FLO_BAD_FILE);
    sdf_free(&file);
}

static void other_layers_are_listed(void **state)
{
    (void)state;
    sdf_file file = file_of(GRADED("<default_density>1300</default_density>" CHANGE("-9", "1100") CHANGE("5", "1")));
    assert_true(file.bodies[0].density == 1300 && file.bodies[0].level == 0);
    NOTES(file.left, "density_change/above_depth -9", "density_change/density 1100", "density_change/above_depth 5",
          "plugin/graded_buoyancy/density_change/density 1 (line 1)");
    sdf_free(&file);
    file = file_of(GRADED(CHANGE("-9", "1100")));
    NOTES(file.left, "density_change/above_depth -9", "density_change/density 1100");
    sdf_free(&file);
    file = file_of(GRADED("<density_change><above_depth>3</above_depth></density_change>"));
    assert_true(file.bodies[0].level == 0 && has_note(&file.left, "above_depth 3"));
    sdf_free(&file);
    file = file_of(GRADED(CHANGE("2e6", "1")));
    assert_true(file.bodies[0].level == 0 && has_note(&file.left, "above_depth 2e6"));
    sdf_free(&file);
    file = file_of(SEA("<uniform_fluid_density>1030</uniform_fluid_density><enable>m::l</enable><graded_buoyancy>"
                       "<default_density>1300</default_density></graded_buoyancy>"));
    assert_true(file.bodies[0].density == 1030);
    NOTES(file.left, "plugin/enable m::l", "plugin/graded_buoyancy/default_density 1300");
    sdf_free(&file);
}

/* The water of the plugin that lifts a link goes before the world's; Hydrodynamics lifts nothing. */
static void water_that_is_not_taken_is_listed(void **state)
{
    (void)state;
    static const char text[] =
        "<sdf><world name='w'><plugin name='Buoyancy'><graded_buoyancy><default_density>1030</default_density>"
        CHANGE("2", "1") "</graded_buoyancy></plugin><model name='m'>" LINK("") "<plugin name='%s'>"
        "<link_name>l</link_name>%s</plugin></model></world></sdf>";
    char filled[2048];
    snprintf(filled, sizeof filled, text, "Hydrodynamics", "<water_density>918</water_density>");
    sdf_file file = file_of(filled);
    assert_true(file.bodies[0].density == 1030 && has_note(&file.bodies[0].left, "918 kg/m^3, by the plugin Hydro"));
    sdf_free(&file);
    snprintf(filled, sizeof filled, text, "Surface", "<fluid_density>990</fluid_density><points><point>0 0 0</point>"
             "<place>1 1 1</place></points>");
    file = file_of(filled);
    assert_true(file.bodies[0].density == 990 && has_note(&file.bodies[0].left, "1030 kg/m^3, by the plugin Buoyancy"));
    assert_true(has_note(&file.bodies[0].left, "points/place 1 1 1") && file.bodies[0].level == 0);
    assert_true(has_note(&file.bodies[0].left, "water up to 2 m, by the plugin Buoyancy: a scene says sea.level"));
    sdf_free(&file);
}

static void gravity_is_told_where_it_is_another(void **state)
{
    (void)state;
    static const struct { const char *text; double gravity; int notes; } rows[] = {
        { WORLD(""), 0, 0 },
        { WORLD("<gravity>0 0 -9.80665</gravity>"), 0, 0 },
        { WORLD("<gravity>0 0 -9.8</gravity>"), 0, 0 },
        { WORLD("<gravity>-0.000005 0 -9.81</gravity>"), 0, 0 },
        { WORLD("<gravity>0 0 -1.62</gravity>"), 1.62, 0 },
        { WORLD("<gravity>0 0 0</gravity>"), 0, 1 },
        { WORLD("<gravity>0 0 9.8</gravity>"), 0, 1 },
        { WORLD("<gravity>3 0 -9.8</gravity>"), 0, 1 },
        { WORLD("<gravity>0 0 -1e4</gravity>"), 0, 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sdf_file file = file_of(rows[i].text);
        NEAR(file.bodies[0].gravity, rows[i].gravity, 0);
        assert_int_equal(notes_with(&file.bodies[0].left, "gravity"), rows[i].notes);
        sdf_free(&file);
    }
    sdf_file file;
    assert_int_equal(read_text(&file, WORLD("<gravity>0 0</gravity>")), FLO_BAD_FILE);
    sdf_free(&file);
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

static void elements_of_a_link_are_listed(void **state)
{
    (void)state;
    sdf_file file = file_of(
        "<sdf><model name='m'>" LINK("<gravity>false</gravity>\n<velocity_decay><linear>0.1</linear></velocity_decay>"
        "<kinematic>1</kinematic><enable_wind>true</enable_wind><self_collide>true</self_collide><own a='1' b='\t2'/>"
        "<pose>1 2 3 0 0 0</pose><visual name='v'><pose>0 0 1 0 0 0</pose></visual><sensor name='s'/>"
        "<collision name='d'>" SHAPE "<surface><friction><ode><mu>0.3</mu></ode></friction></surface></collision>")
        "</model></sdf>");
    NOTES(file.bodies[0].left, "gravity false (line 1)", "velocity_decay/linear 0.1 (line 2)", "kinematic 1",
          "enable_wind true", "self_collide true", "own a=\"1\" b=\" 2\"", "collision/surface/friction/ode/mu 0.3");
    assert_int_equal(file.left.count, 0);
    sdf_free(&file);
    file = file_of("<sdf><model name='m'>" LINK("<gravity>true</gravity><kinematic>0</kinematic><enable_wind>false"
                   "</enable_wind><self_collide>0</self_collide>") "<static>false</static></model></sdf>");
    assert_true(file.bodies[0].left.count == 0 && file.left.count == 0);
    sdf_free(&file);
}

/* Of each model and world around a body once; others are no matter. */
static void elements_around_a_link_are_listed(void **state)
{
    (void)state;
    sdf_file file = file_of(
        "<sdf><world name='w'><wind><linear_velocity>5 0 0</linear_velocity></wind><light name='sun'/>"
        "<plugin name='gz::sim::systems::WindEffects'/><plugin name='gz::sim::systems::Physics'/>"
        "<model name='m'><static>true</static><model name='n'><own>3</own>" LINK("") "<link name='k'>" MASS BOX
        "</link><joint name='j' type='fixed'><parent>l</parent></joint></model></model>"
        "<model name='ground'><static>true</static><link name='g'/></model></world></sdf>");
    assert_int_equal(file.count, 2);
    NOTES(file.left, "world/wind/linear_velocity 5 0 0 (line 1)", "plugin gz::sim::systems::WindEffects",
          "model/static true", "model/own 3");
    sdf_free(&file);
}

static void elements_of_plugins_are_listed(void **state)
{
    (void)state;
    sdf_file file = file_of(
        "<sdf><model name='m'>" LINK("") "<plugin name='vrx::PolyhedraBuoyancyDrag'><wavefield><topic>/waves</topic>"
        "</wavefield><buoyancy name='b'><link_name>l</link_name>" SHAPE "<own>4</own></buoyancy></plugin>"
        "<plugin name='SimpleHydrodynamics'><link_name>l</link_name><water_density>918</water_density></plugin>"
        "</model></sdf>");
    NOTES(file.bodies[0].left, "wavefield/topic /waves", "buoyancy/own 4", "water_density 918",
          "shapes of the link, 1: PolyhedraBuoyancyDrag has its own");
    sdf_free(&file);
    file = file_of("<sdf><model name='m'>" LINK("") "<plugin name='Hydrodynamics'><link_name>l</link_name>"
                   "<xU>-2</xU><xUabsU>-3</xUabsU><xU>-7</xU><xUabsU>8</xUabsU>"
                   "<disable_coriolis>false</disable_coriolis><own><deep>5</deep></own></plugin></model></sdf>");
    NOTES(file.bodies[0].left, "xU -7", "xUabsU 8", "disable_coriolis false", "own/deep 5");
    assert_true(file.bodies[0].linear[0] == 2 && file.bodies[0].quadratic[0] == 3);
    sdf_free(&file);
}

static void blocks_of_urdf_are_listed(void **state)
{
    (void)state;
    sdf_file file = file_of(
        "<robot name='r'><link name='l'><inertial><mass value='2'/><inertia ixx='3' iyy='4' izz='5'/></inertial>"
        "<collision><geometry><sphere radius='1'/></geometry></collision></link><link name='k'/>"
        "<gazebo reference='l'>\n<fluid_added_mass><xx>4.9</xx></fluid_added_mass><gravity>false</gravity>"
        "<mu1 value='0.2'/><material>Gazebo/Blue</material></gazebo>"
        "<gazebo reference='k'><kp>1</kp></gazebo><gazebo reference='joint'/><gazebo><static>true</static></gazebo>"
        "</robot>");
    NOTES(file.bodies[0].left, "gazebo/fluid_added_mass/xx 4.9 (line 2)", "gazebo/gravity false",
          "gazebo/mu1 value=\"0.2\"");
    NOTES(file.left, "2 <gazebo> of other links or of joints", "gazebo/static true");
    sdf_free(&file);
}

/* Files are from strangers: many elements are counted, long texts cut, and none of them moves a terminal. */
static void lists_are_bounded(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    const size_t size = MANY * 32 + 8192;
    char *text = malloc(size);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, size, "<sdf><model name='m'><link name='l'>" MASS BOX "<long>\xc2\x9b");
    memset(text + used, 'x', 4000);
    used += 4000;
    used += (size_t)snprintf(text + used, size - used, "</long>");
    for (int i = 1; i < MANY; i++) used += (size_t)snprintf(text + used, size - used, "<own>%d</own>", i);
    snprintf(text + used, size - used, "</link></model></sdf>");
    sdf_file file = file_of(text);
    const sdf_notes *left = &file.bodies[0].left;
    assert_true(left->count == 65 && has_note(left, "long ??xxx") && has_note(left, "xxx... (line 1)"));
    assert_string_equal(left->text[64], "and 4936 more elements");
    for (int i = 0; i < left->count; i++) assert_true(strlen(left->text[i]) < 100);
    sdf_free(&file);
    free(text);
}

static void frames_of_old_are_refused(void **state)
{
    (void)state;
    sdf_file file;
    assert_int_equal(read_text(&file, "<sdf><model name='m'><link name='l'><inertial><pose frame='k'>0 0 1 0 0 0</pose>"
                               INERTIA "</inertial>" BOX "</link></model></sdf>"), FLO_BAD_FILE);
    assert_non_null(strstr(flo_message(), "frame is \"k\"; other frames are not followed"));
    sdf_free(&file);
}

int test_sdf_left(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_automatic_inertia_is_refused),
        cmocka_unit_test(a_density_that_nobody_takes_is_listed),
        cmocka_unit_test(what_is_twice_there_is_listed),
        cmocka_unit_test(layers_of_water_are_read),
        cmocka_unit_test(other_layers_are_listed),
        cmocka_unit_test(water_that_is_not_taken_is_listed),
        cmocka_unit_test(gravity_is_told_where_it_is_another),
        cmocka_unit_test(elements_of_a_link_are_listed),
        cmocka_unit_test(elements_around_a_link_are_listed),
        cmocka_unit_test(elements_of_plugins_are_listed),
        cmocka_unit_test(blocks_of_urdf_are_listed),
        cmocka_unit_test(lists_are_bounded),
        cmocka_unit_test(frames_of_old_are_refused),
    };
    return cmocka_run_group_tests_name("sdf_left", tests, test_folder_make, test_folder_remove);
}
