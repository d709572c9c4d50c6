/* SPDX-License-Identifier: MIT
 *
 * Bodies out of Gazebo's files: xacro's arithmetic, axes, inertia, the mapping of every coefficient to our hull's, and
 * files with any byte changed.  What a user sees is tested by test_files_in.sh. */
#include "io/sdf_hull.h"
#include "io/sdf_xacro.h"
#include "test.h"

int test_sdf(void);

static const char *put_bytes(const char *bytes, size_t size) { return test_put("any.sdf", bytes, size); }

static const char *put(const char *text) { return put_bytes(text, strlen(text)); }

static sdf_file file_of(const char *text)
{
    sdf_file file;
    const sdf_options options = { .link_count = 0 };
    if (sdf_read(&file, put(text), &options) != FLO_OK) fail_msg("%s", flo_message());
    return file;
}

static sdf_hull hull_of(const sdf_body *body)
{
    sdf_hull hull;
    const sdf_given given = { .mass = 0 };
    if (sdf_hull_make(&hull, body, &given, "any.sdf") != FLO_OK) fail_msg("%s", flo_message());
    return hull;
}

static bool has_note(const sdf_notes *notes, const char *words)
{
    for (int i = 0; i < notes->count; i++)
        if (strstr(notes->text[i], words)) return true;
    return false;
}

/* ---- xacro ------------------------------------------------------------------------------------------------------- */

static void arithmetic_is_pythons(void **state)
{
    (void)state;
    xacro_value length = { "length", "4", NULL }, name = { "name", "wamv", &length }, yes = { "on", "True", &name };
    xacro_value argument = { "mass", "180", NULL };
    const xacro_scope outer = { &yes, &argument, NULL }, inner = { NULL, NULL, &outer };
    static const char *const rows[][2] = {
        { "plain", "plain" },
        { "${length}", "4" },
        { "${name}/base", "wamv/base" },
        { "${ length }", "4" },
        { "${1 + 2 * 3}", "7" },
        { "${(1 + 2) * 3}", "9" },
        { "${7 / 2}", "3.5" },
        { "${8 - 3 - 2}", "3" },
        { "${16 / 4 / 2}", "2" },
        { "${-2 ** 2}", "-4" },
        { "${2 ** -1}", "0.5" },
        { "${2 ** 3 ** 2}", "512" },
        { "${2 - -3}", "5" },
        { "${+length * 2}", "8" },
        { "${length/2} 0 ${-length}", "2 0 -4" },
        { "${1e3 + 1.5e-1}", "1000.15" },
        { "${2*pi}", "6.283185307179586" },
        { "${sqrt(length)}", "2" },
        { "${math.cos(0)}", "1" },
        { "${degrees(pi)}", "180" },
        { "${on + 0}", "1" },
        { "$(arg mass)", "180" },
        { "${abs(-3)}$(arg mass)", "3180" },
        { "$", "$" },
        { "${", "${" },
        { "cost: 5$", "cost: 5$" },
        /* what has no value stays as it stands */
        { "${width}", "${width}" },
        { "${length + width}", "${length + width}" },
        { "${1 / 0}", "${1 / 0 = inf}" },
        { "a${-1e308 * 10}b", "a${-1e308 * 10 = inf}b" },
        { "${10 ** 400}", "${10 ** 400 = inf}" },
        { "${1e999}", "${1e999 = inf}" },
        { "${0 / 0}", "${0 / 0 = nan}" },
        { "${length / 0}", "${length / 0 = inf}" },
        { "${1 / 0 = inf}", "${1 / 0 = inf}" },
        { "${1 +}", "${1 +}" },
        { "${(1}", "${(1}" },
        { "${1 2}", "${1 2}" },
        { "${}", "${}" },
        { "${name + 1}", "${name + 1}" },
        { "$(arg none)", "$(arg none)" },
        { "$(find pkg)/x", "$(find pkg)/x" },
        { "${eval(1)}", "${eval(1)}" },
        { "${1 == 1}", "${1 == 1}" },
        { "${0x10}", "${0x10}" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char result[XACRO_TEXT];
        assert_true(xacro_substitute(&inner, rows[i][0], result));
        assert_string_equal(result, rows[i][1]);
    }
    char result[XACRO_TEXT], left[64], deep[XACRO_TEXT * 2];
    assert_true(xacro_is_left("a ${b} $(c)", left));
    assert_string_equal(left, "${b}");
    assert_false(xacro_is_left("a $ {b}", left));
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bool infinite = strstr(rows[i][1], " = inf}") || strstr(rows[i][1], " = nan}");
        assert_true(infinite == (strstr(xacro_reason(rows[i][1]), "not a finite number") != NULL));
        assert_true(infinite != (strstr(xacro_reason(rows[i][1]), "--define") != NULL));
    }
    memset(deep, '(', sizeof deep);
    memcpy(deep, "${", 2);
    memcpy(deep + 3000, "1}", 3);
    assert_true(xacro_substitute(&inner, deep, result) && strcmp(result, deep) == 0);
    memset(deep, '-', 3000);
    memcpy(deep, "${", 2);
    assert_true(xacro_substitute(&inner, deep, result) && strcmp(result, deep) == 0);
    memset(deep, 'x', sizeof deep);
    deep[sizeof deep - 1] = '\0';
    assert_false(xacro_substitute(&inner, deep, result));
}

static void macros_have_defaults_and_scopes(void **state)
{
    (void)state;
    sdf_file file = file_of(
        "<robot xmlns:xacro='x'><xacro:property name='m' value='5'/><xacro:arg name='wide' default='2'/>\n"
        "<xacro:macro name='part' params=\"name m:=7 long:='3' w:=${m} *block\">\n"
        "<link name='${name}'><inertial><mass value='${m}'/><inertia ixx='1' iyy='1' izz='1'/></inertial>\n"
        "<collision><geometry><box size='${long} $(arg wide) ${w}'/></geometry></collision></link></xacro:macro>\n"
        "<xacro:part name='a'/><xacro:part name='b' m='9' long='${m + 1}'/>\n"
        "<xacro:if value='${m - 5}'><xacro:part name='c'/></xacro:if>\n"
        "<xacro:unless value='false'><xacro:part name='d' m='${m}'/></xacro:unless>"
        "<xacro:include filename='o.xacro'/>\n"
        "<xacro:other/>\n"
        "<plugin name='Lift'/><include><uri>model://x</uri></include></robot>");
    assert_int_equal(file.count, 3);
    static const struct { const char *name; double mass, size[3]; } wanted[] = {
        { "a", 7, { 3, 2, 5 } }, { "b", 9, { 6, 2, 5 } }, { "d", 5, { 3, 2, 5 } },
    };
    for (int i = 0; i < 3; i++) {
        assert_string_equal(file.bodies[i].name, wanted[i].name);
        NEAR(file.bodies[i].mass, wanted[i].mass, 0);
        for (int a = 0; a < 3; a++) NEAR(file.bodies[i].shapes[0].size[a], wanted[i].size[a], 0);
    }
    assert_true(has_note(&file.left, "plugin Lift (line 9)") && has_note(&file.left, "include model://x (line 9)"));
    assert_true(has_note(&file.left, "xacro:include o.xacro (line 7)") && has_note(&file.left, "xacro:other (line 8)"));
    sdf_free(&file);
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

#define MASS "<inertial><mass>2</mass><inertia><ixx>3</ixx><iyy>4</iyy><izz>5</izz></inertia></inertial>"
#define BOX "<collision name='c'><geometry><box><size>1 2 3</size></box></geometry></collision>"

/* x forward, y to port, z up become z, x, y. */
static void axes_are_turned(void **state)
{
    (void)state;
    sdf_file file =
        file_of("<sdf><model name='m'><link name='l'><inertial><pose>7 8 9 0 0 0</pose><mass>2</mass><inertia>"
                "<ixx>3</ixx><iyy>4</iyy><izz>5</izz><ixy>0.1</ixy><ixz>0.2</ixz><iyz>0.3</iyz></inertia>"
                "</inertial>" BOX "</link></model></sdf>");
    sdf_hull hull = hull_of(&file.bodies[0]);
    const double tensor[3][3] = { { 4, 0.3, 0.1 }, { 0.3, 5, 0.2 }, { 0.1, 0.2, 3 } }, center[3] = { 8, 9, 7 };
    const double box[3] = { 2, 3, 1 };
    SAME(hull.inertia, tensor, sizeof tensor);
    SAME(hull.center, center, sizeof center);
    SAME(hull.box, box, sizeof box);
    NEAR(hull.volume, 6, 1e-12);
    sdf_hull_free(&hull);
    sdf_free(&file);
}

/* A quarter turn about z makes x of y; one about x then makes y of z. */
static void an_inertia_is_turned_with_its_pose(void **state)
{
    (void)state;
    sdf_file file =
        file_of("<sdf><model name='m'><link name='l'><inertial><pose degrees='true'>0 0 0 0 0 90</pose>"
                "<mass>2</mass><inertia><ixx>3</ixx><iyy>4</iyy><izz>5</izz><ixz>0.5</ixz></inertia></inertial>" BOX
                "</link></model></sdf>");
    const double (*t)[3] = (const double(*)[3])file.bodies[0].inertia;
    const double wanted[3][3] = { { 4, 0, 0 }, { 0, 3, 0.5 }, { 0, 0.5, 5 } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) NEAR(t[i][j], wanted[i][j], 1e-15);
    sdf_free(&file);
    file = file_of("<robot name='r'><link name='l'><inertial><origin xyz='1 2 3' rpy='1.5707963267948966 0 "
                   "1.5707963267948966'/><mass value='2'/><inertia ixx='3' iyy='4' izz='5'/></inertial>" BOX
                   "</link></robot>");
    /* its x is our file's y, its y is z, its z is x */
    const double turned[3] = { 5, 3, 4 };
    for (int i = 0; i < 3; i++) NEAR(file.bodies[0].inertia[i][i], turned[i], 1e-14);
    NEAR(file.bodies[0].center[2], 3, 0);
    sdf_free(&file);
}

/* A box is turned by any pose: its points keep their middle and their second moments. */
static void turned_shapes_keep_their_moments(void **state)
{
    (void)state;
    sdf_file file = file_of("<sdf><model name='m'><link name='l'>" MASS "<collision name='c'><pose>1 2 3 0 0 0.5</pose>"
                            "<geometry><box><size>4 2 1</size></box></geometry></collision></link></model></sdf>");
    sdf_hull hull = hull_of(&file.bodies[0]);
    double mean[3] = { 0 }, across = 0;
    assert_true(hull.point_count >= 50);
    for (int i = 0; i < hull.point_count; i++)
        for (int a = 0; a < 3; a++) mean[a] += hull.points[i][a] / hull.point_count;
    for (int i = 0; i < hull.point_count; i++)
        across += (hull.points[i][0] - mean[0]) * (hull.points[i][0] - mean[0]) / hull.point_count;
    NEAR(mean[0], 2, 1e-12);                                    /* our x is the file's y */
    NEAR(mean[1], 3, 1e-12);
    NEAR(mean[2], 1, 1e-12);
    const double exact = (16 * sin(0.5) * sin(0.5) + 4 * cos(0.5) * cos(0.5)) / 12;
    NEAR(across, exact, 0.06 * exact);                          /* cells of a quarter of a width lack 1/16 */
    sdf_hull_free(&hull);
    sdf_free(&file);
}

#define GZ(values)                                                                                                     \
    "<sdf><model name='m'><link name='l'>" MASS BOX "</link><plugin filename='gz-sim-hydrodynamics-system'>"           \
    "<link_name>l</link_name>" values "</plugin></model></sdf>"

/* Every coefficient by its own number. */
static void coefficients_are_divided_by_the_mass(void **state)
{
    (void)state;
    sdf_file file =
        file_of(GZ("<xU>-2</xU><yV>-4</yV><zW>-6</zW><kP>-3</kP><mQ>-8</mQ><nR>-15</nR>"
                   "<xUabsU>-8</xUabsU><yVabsV>-10</yVabsV><zWabsW>-20</zWabsW><nRabsR>-7</nRabsR>"
                   "<xDotU>-1</xDotU><yDotV>-3</yDotV><zDotW>-5</zDotW><kDotP>-6</kDotP><nDotR>-10</nDotR>"));
    sdf_hull hull = hull_of(&file.bodies[0]);
    const double local[3] = { 2, 3, 1 }, square[3] = { 5, 10, 4 };
    const double added[3] = { 1.5, 2.5, 0.5 }, rotation[3] = { 0, 2, 2 };
    for (int a = 0; a < 3; a++) {
        NEAR(hull.local[a], local[a], 1e-15);
        NEAR(hull.local_quadratic[a], square[a], 1e-15);
        NEAR(hull.added[a], added[a], 1e-15);                   /* it floats, and displaces its mass of 2 kg */
        NEAR(hull.rotation[a], rotation[a], 1e-15);
    }
    NEAR(hull.angular, 15.0 / (5 + 10), 1e-15);
    NEAR(hull.density, 998, 0);
    assert_true(hull.relative && !has_note(&hull.left, "sway") && has_note(&hull.left, "yaw, 7"));
    assert_true(has_note(&hull.left, "damping of pitch, 8 N m s, or 2 1/s") && !has_note(&hull.left, "heave"));
    sdf_hull_free(&hull);
    sdf_free(&file);
    file = file_of(GZ("<xUabsU>8</xUabsU><zWabsW>2</zWabsW><disable_added_mass>true</disable_added_mass>"
                      "<xDotU>5</xDotU><xVabsV>3</xVabsV><default_current>1 2 0</default_current>"));
    hull = hull_of(&file.bodies[0]);
    assert_true(hull.local_quadratic[2] == 4 && hull.local_quadratic[1] == 1 && hull.added[2] == 0);
    assert_true(has_note(&file.bodies[0].left, "xVabsV 3 couples"));
    assert_true(has_note(&file.bodies[0].left, "sea.current: [2, 1]"));
    sdf_hull_free(&hull);
    sdf_free(&file);
}

static void links_belong_to_their_models(void **state)
{
    (void)state;
    const char *text =
        "<sdf><world name='w'><plugin name='gz::sim::systems::Buoyancy'>"
        "<uniform_fluid_density>1030</uniform_fluid_density>"
        "</plugin><model name='a'><link name='base'>" MASS BOX "</link><plugin name='x::Hydrodynamics'><link_name>base"
        "</link_name><xU>-1</xU></plugin></model><model name='b'><link name='base'>" MASS BOX "</link><plugin "
        "name='x::Hydrodynamics'><link_name>base</link_name><xU>-3</xU></plugin></model>"
        "<model name='c'><link name='base'>" MASS
        "</link></model></world></sdf>";
    sdf_file file = file_of(text);
    assert_int_equal(file.count, 2);
    assert_true(file.bodies[0].linear[0] == 1 && file.bodies[1].linear[0] == 3 && file.bodies[1].density == 1030);
    assert_string_equal(file.bodies[1].model, "b");
    sdf_free(&file);
    const char *links[] = { "a::base" };
    const sdf_options options = { links, 1, NULL, 0 };
    OK(sdf_read(&file, put(text), &options));
    assert_int_equal(file.count, 3);                            /* all that end so */
    sdf_free(&file);
}

/* ---- any bytes --------------------------------------------------------------------------------------------------- */

/* Words that can be printed, if there was a refusal. */
static void check_words(flo_status status)
{
    const char *words = status ? flo_message() : "any.sdf";
    assert_non_null(strstr(words, "any.sdf"));
    for (const char *c = words; *c; c++) assert_true(*c >= ' ' && *c <= '~');
}

/* Bodies or a refusal.  What comes back was all nonsense before, and is empty once it is freed, whatever came. */
static void read_any(const char *bytes, size_t size)
{
    const sdf_options options = { .link_count = 0 };
    const sdf_given given = { .mass = 0 };
    sdf_file file;
    sdf_hull hull;
    memset(&file, 0xA5, sizeof file);
    const flo_status status = sdf_read(&file, put_bytes(bytes, size), &options);
    check_words(status);
    assert_true(status || file.count > 0);
    for (int k = 0; k < file.count && !status; k++) {
        memset(&hull, 0xA5, sizeof hull);
        const flo_status made = sdf_hull_make(&hull, &file.bodies[k], &given, "any.sdf");
        check_words(made);
        assert_true(made || (hull.mass > 0 && hull.volume > 0));
        sdf_hull_free(&hull);
        assert_true(!hull.points && hull.taken.count == 0 && hull.left.count == 0);
    }
    sdf_free(&file);
    assert_true(!file.bodies && file.count == 0 && file.left.count == 0);
}

/* Cut off anywhere, and with any byte changed; no fault under the sanitizers. */
static void any_bytes_are_survived(void **state)
{
    (void)state;
    static const char *const texts[] = {
        GZ("<xU>-2</xU><zWabsW>-20</zWabsW>"),
        "<robot><xacro:property name='a' value='${1/3}'/><xacro:macro name='m' params='b:=2 c'><link name='l'>" MASS
        "<collision><geometry><sphere radius='${a*b}'/></geometry></collision></link></xacro:macro>"
        "<xacro:m c='1'/></robot>",
    };
    static const char others[] = { '\0', '<', '>', '"', '\'', '&', '/', '$', '{', '}', '-', '9', '\xff', ' ' };
    for (int t = 0; t < 2; t++) {
        const size_t size = strlen(texts[t]);
        for (size_t i = 0; i < size; i++) {
            char changed[2048];
            memcpy(changed, texts[t], size);
            changed[i] = others[(i * 7 + (size_t)t) % sizeof others];
            read_any(changed, size);
            read_any(texts[t], i);
        }
    }
}

int test_sdf(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_is_pythons),
        cmocka_unit_test(macros_have_defaults_and_scopes),
        cmocka_unit_test(axes_are_turned),
        cmocka_unit_test(an_inertia_is_turned_with_its_pose),
        cmocka_unit_test(turned_shapes_keep_their_moments),
        cmocka_unit_test(coefficients_are_divided_by_the_mass),
        cmocka_unit_test(links_belong_to_their_models),
        cmocka_unit_test(any_bytes_are_survived),
    };
    return cmocka_run_group_tests_name("sdf", tests, test_folder_make, test_folder_remove);
}
