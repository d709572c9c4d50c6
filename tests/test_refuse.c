/* SPDX-License-Identifier: MIT
 *
 * What seas, hulls and calls for forces refuse, with the name and the value, objects being as before. */
#include "test_boat.h"

#include <stddef.h>

int test_refuse(void);

/* ---- seas ------------------------------------------------------------------------------------------------------ */

typedef struct bad_number { size_t member; double value; const char *words; } bad_number;

static const bad_number bad_sea[] = {
    { offsetof(flo_sea_def, gravity), 0, "gravity|0|above 0" },
    { offsetof(flo_sea_def, gravity), -9.81, "gravity|-9.81" },
    { offsetof(flo_sea_def, gravity), (double)INFINITY, "gravity|inf" },
    { offsetof(flo_sea_def, density), 0, "density|0|above 0" },
    { offsetof(flo_sea_def, level), 2e6, "level|2e+06|1e6" },
    { offsetof(flo_sea_def, depth), 0, "depth|0|above 0" },
    { offsetof(flo_sea_def, depth), -20, "depth|-20" },
    { offsetof(flo_sea_def, current), 101, "current[0]|101|100" },
    { offsetof(flo_sea_def, current) + sizeof(double), -1e300, "current[1]|-1e+300|100" },
    { offsetof(flo_sea_def, normal_offset), -0.5, "normal_offset|-0.5" },
};

static const bad_number bad_wave[] = {
    { offsetof(flo_wave, amplitude), -0.1, "waves[1].amplitude|-0.1" },
    { offsetof(flo_wave, amplitude), 1e9, "waves[1].amplitude|1e+09" },
    { offsetof(flo_wave, amplitude), 2, "waves[1]|loops|1.2566|at most 1" },
    { offsetof(flo_wave, wavelength), 0, "waves[1]|wavelength|period|0" },
    { offsetof(flo_wave, wavelength), -10, "waves[1].wavelength|-10" },
    { offsetof(flo_wave, wavelength), 1e-4, "waves[1].wavelength|0.0001" },
    { offsetof(flo_wave, period), 3, "waves[1]|wavelength of 10 m|period of 3 s" },
    { offsetof(flo_wave, heading), (double)INFINITY, "waves[1].heading|inf|-17 to 17" },
    { offsetof(flo_wave, heading), 90, "waves[1].heading|90|in radians" },
    { offsetof(flo_wave, steepness), -0.1, "waves[1].steepness|-0.1" },
    { offsetof(flo_wave, steepness), 1.001, "waves[1].steepness|1.001|0 to 1" },
    { offsetof(flo_wave, phase), -(double)INFINITY, "waves[1].phase|-inf|finite" },
};

static const flo_wave good_wave = { .amplitude = 0.8, .wavelength = 40, .steepness = 0.9, .phase = 0.3 };

static void set_number(void *of, size_t member, double value)
{
    memcpy((char *)of + member, &value, sizeof value);
}

/* A sea that is good but for one number of it, or of its second wave. */
static void refuse_number(const bad_number *bad, bool in_wave, double value, const char *words)
{
    flo_wave waves[2] = { good_wave, { .amplitude = 0.1, .wavelength = 10, .steepness = 1 } };
    flo_sea_def def = test_sea_of(waves, 2);
    def.wave_count = 2;
    set_number(in_wave ? (void *)&waves[1] : (void *)&def, bad->member, value);
    flo_sea *sea = (flo_sea *)&def;
    test_about("%s", words);
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, words);
    assert_null(sea);
}

static void bad_seas_and_waves_are_refused(void **state)
{
    (void)state;
    const double nan = (double)NAN;
    for (size_t i = 0; i < sizeof bad_sea / sizeof *bad_sea; i++) {
        refuse_number(&bad_sea[i], false, bad_sea[i].value, bad_sea[i].words);
        refuse_number(&bad_sea[i], false, nan, "nan");
    }
    for (size_t i = 0; i < sizeof bad_wave / sizeof *bad_wave; i++) {
        refuse_number(&bad_wave[i], true, bad_wave[i].value, bad_wave[i].words);
        refuse_number(&bad_wave[i], true, nan, "waves[1]|nan");
    }
}

static void bad_sea_counts_are_refused(void **state)
{
    (void)state;
    flo_sea *sea = NULL;
    flo_sea_def def = flo_default_sea_def();
    test_about("counts");
    def.size = 0;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_DEFINITION, "flo_default_sea_def");
    def = test_sea_of(&good_wave, -1);
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "inversion|-1|0 to 16");
    def = test_sea_of(&good_wave, 17);
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "inversion|17");
    def = test_sea_of(&good_wave, 2);
    def.wave_count = -1;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "wave_count|-1");
    def.wave_count = 100001;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "wave_count|100001");
    def.wave_count = 1;
    def.waves = NULL;
    REFUSED(flo_sea_create(&sea, &def), FLO_BAD_VALUE, "waves|NULL");
    flo_sea_destroy(NULL);
}

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

#define AT(member) offsetof(flo_hull_def, member)

static const bad_number bad_hull[] = {
    { AT(mass), 0, "mass|0" },
    { AT(mass), -5, "mass|-5" },
    { AT(inertia), -1, "inertia[0]|-1|above 0" },
    { AT(inertia), 1500, "inertia[0]|1500|1400" },
    { AT(inertia) + 8, 0, "inertia[1]|0|above 0" },
    { AT(inertia_scale), 0, "inertia_scale|0|1e-06" },
    { AT(center_of_mass) + 16, 1e5, "center_of_mass[2]|100000" },
    { AT(volume), -1, "volume|-1" },
    { AT(buoyancy.reference_depth), 0, "reference_depth|0|above 0" },
    { AT(buoyancy.reference_depth), -0.5, "reference_depth|-0.5" },
    { AT(buoyancy.alpha), 0, "alpha|0|above 0" },
    { AT(buoyancy.bias), -1, "bias|-1" },
    { AT(damping.vertical), -1, "damping.vertical|-1" },
    { AT(damping.angular), -1, "damping.angular|-1" },
    { AT(drag.linear), -1, "drag.linear|-1" },
    { AT(drag.quadratic), -1, "drag.quadratic|-1" },
    { AT(drag.local) + 8, -1, "drag.local[1]|-1" },
    { AT(push.strength), -1, "push.strength|-1" },
    { AT(thrust.power), 1e300, "thrust.power|1e+300" },
    { AT(thrust.position) + 8, -1e5, "thrust.position[1]|-100000" },
    { AT(steering.base), -1e20, "steering.base|-1e+20" },
    { AT(steering.speed), 1e20, "steering.speed|1e+20" },
    { AT(steering.reference_speed), 0, "steering.reference_speed|0|above 0" },
};

static void refuse_hull(const flo_hull_def *def, flo_status status, const char *words)
{
    flo_hull *hull = (flo_hull *)(uintptr_t)def;
    test_about("%s", words);
    REFUSED(flo_hull_create(&hull, def), status, words);
    assert_null(hull);
}

static void bad_hull_numbers_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad_hull / sizeof *bad_hull; i++) {
        const double values[] = { bad_hull[i].value, (double)NAN, (double)INFINITY };
        for (int v = 0; v < 3; v++) {
            flo_hull_def def = test_boat_def();
            memcpy((char *)&def + bad_hull[i].member, &values[v], sizeof values[v]);
            refuse_hull(&def, FLO_BAD_VALUE, v == 0 ? bad_hull[i].words : v == 1 ? "nan" : "inf");
        }
    }
}

static void bad_hull_kinds_are_refused(void **state)
{
    (void)state;
    flo_hull_def def = test_boat_def();
    def.size += 1;
    refuse_hull(&def, FLO_BAD_DEFINITION, "flo_default_hull_def");
    def = test_boat_def();
    def.buoyancy.law = (flo_law)3;
    refuse_hull(&def, FLO_BAD_VALUE, "buoyancy.law|3");
    def = test_boat_def();
    def.buoyancy.curve = (flo_curve)-1;
    refuse_hull(&def, FLO_BAD_VALUE, "buoyancy.curve|-1");
    def = test_boat_def();
    def.push.velocity = (flo_push_velocity)3;
    refuse_hull(&def, FLO_BAD_VALUE, "push.velocity|3");
    def.push.velocity = FLO_PUSH_RELATIVE;
    refuse_hull(&def, FLO_BAD_VALUE, "volume|0|relative push");
    def = test_boat_def();
    def.added_mass.rotation[1] = 0.5;
    refuse_hull(&def, FLO_BAD_VALUE, "volume|0|added mass");
    def = test_boat_def();
    def.damping.of = (flo_damping_of)2;
    refuse_hull(&def, FLO_BAD_VALUE, "damping.of|2");
    def = test_boat_def();
    def.tuning = (flo_tuning_def){ 2, 0.05 };
    refuse_hull(&def, FLO_BAD_VALUE, "buoyancy.reference_depth|0.5|tuning");
    def.buoyancy.reference_depth = 0;
    refuse_hull(&def, FLO_BAD_VALUE, "damping.vertical|3|tuning");
    def.damping.vertical = 0;
    def.tuning.overshoot = 1;
    refuse_hull(&def, FLO_BAD_VALUE, "tuning.overshoot|1");
    def.tuning.overshoot = 0;
    refuse_hull(&def, FLO_BAD_VALUE, "tuning.overshoot|0|above 0");
    def.tuning = (flo_tuning_def){ -1, 0.05 };
    refuse_hull(&def, FLO_BAD_VALUE, "tuning.settle|-1");
    def.buoyancy.law = FLO_SPRING;
    def.buoyancy.stiffness = 1;
    refuse_hull(&def, FLO_BAD_VALUE, "tuning.settle|spring");
    def = test_boat_def();
    def.damping.angular_form = (flo_angular_form)7;
    refuse_hull(&def, FLO_BAD_VALUE, "damping.angular_form|7");
    def = test_boat_def();
    def.buoyancy.law = FLO_SPRING;
    refuse_hull(&def, FLO_BAD_VALUE, "buoyancy.stiffness|0|above 0");
    def = test_boat_def();
    def.buoyancy.law = FLO_ARCHIMEDES;
    refuse_hull(&def, FLO_BAD_VALUE, "volume|archimedes");
}

static void bad_hull_shapes_are_refused(void **state)
{
    (void)state;
    flo_hull_def def = test_boat_def();
    def.box_size[0] = def.box_size[1] = def.box_size[2] = 1;
    refuse_hull(&def, FLO_BAD_VALUE, "points, a box or a mesh|not several");
    def.box_size[0] = def.box_size[1] = def.box_size[2] = 0;
    def.point_count = 0;
    refuse_hull(&def, FLO_BAD_VALUE, "points|box");
    def.point_count = -1;
    refuse_hull(&def, FLO_BAD_VALUE, "point_count|-1");
    def.point_count = 1000001;
    refuse_hull(&def, FLO_BAD_VALUE, "point_count|1000001");
    def.point_count = 4;
    def.points = NULL;
    refuse_hull(&def, FLO_BAD_VALUE, "points|NULL");
    def = test_boat_def();
    memset(def.inertia, 0, sizeof def.inertia);
    refuse_hull(&def, FLO_BAD_VALUE, "inertia|points");
    def = test_boat_def();
    double points[4][3] = { { 0 } };
    points[3][1] = (double)NAN;
    def.points = (const double (*)[3])points;
    refuse_hull(&def, FLO_BAD_VALUE, "points[3][1]|nan");
    def = test_box_def(1, 1, 1, 500);
    def.buoyancy.reference_depth = 0.5;
    refuse_hull(&def, FLO_BAD_VALUE, "reference_depth|0.5|archimedes");
    def = test_box_def(1, -1, 1, 500);
    refuse_hull(&def, FLO_BAD_VALUE, "box_size[1]|-1");
    def = test_box_def(1, 1, 1, 500);
    def.box_grid[2] = 0;
    refuse_hull(&def, FLO_BAD_VALUE, "box_grid[2]|0");
    def.box_grid[0] = def.box_grid[1] = def.box_grid[2] = 1000;
    refuse_hull(&def, FLO_BAD_VALUE, "box_grid|1000000");
    flo_hull_destroy(NULL);
}

/* ---- forces ---------------------------------------------------------------------------------------------------- */

static void bad_calls_for_forces_are_refused(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    flo_hull_def def = test_boat_def();
    flo_hull *hull = test_hull_make(&def);
    const flo_body_state at = test_state_at(0, 0, 0);
    const test_device *d = test_devices();
    flo_fleet *fleet = test_fleet_one(d->device, w.sea, hull, &at, (flo_body_control){ 0 });
    flo_body_load load = { .submerged = 7 };
    flo_forces_def forces = flo_default_forces_def();
    test_about("forces");
    forces.count = 2;
    REFUSED(flo_fleet_forces(fleet, &forces, &load, NULL), FLO_BAD_VALUE, "2 bodies from number 0|fleet has 1");
    forces.first = SIZE_MAX;
    REFUSED(flo_fleet_forces(fleet, &forces, &load, NULL), FLO_BAD_VALUE, "fleet has 1");
    forces.first = 0;
    forces.count = 1;
    forces.dt = -1;
    REFUSED(flo_fleet_forces(fleet, &forces, &load, NULL), FLO_BAD_VALUE, "dt|-1|1e-6 to 10");
    forces.dt = (double)NAN;
    REFUSED(flo_fleet_forces(fleet, &forces, &load, NULL), FLO_BAD_VALUE, "dt|nan");
    forces.dt = 0;
    forces.size = 1;
    REFUSED(flo_fleet_forces(fleet, &forces, &load, NULL), FLO_BAD_DEFINITION, "flo_default_forces_def");
    REFUSED(flo_fleet_set_time(fleet, (double)NAN), FLO_BAD_VALUE, "time|nan");
    REFUSED(flo_fleet_set_time(fleet, -2e12), FLO_BAD_VALUE, "time|-2000000000000");
    assert_true(load.submerged == 7);
    forces = flo_default_forces_def();
    forces.look = true;
    OK(flo_fleet_forces(fleet, &forces, NULL, NULL));       /* of no body */
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    test_water_free(&w);
}

/* ---- who listens ------------------------------------------------------------------------------------------------ */

typedef struct heard { int times; flo_status status; char words[400]; } heard;

/* Keeps what it hears, and fails at something itself, which is not told. */
static void listen_to(void *user, flo_status status, const char *message)
{
    heard *h = user;
    flo_sea *sea;
    flo_sea_def def = flo_default_sea_def();
    h->times++;
    h->status = status;
    snprintf(h->words, sizeof h->words, "%s", message);
    def.gravity = -1;
    assert_true(flo_sea_create(&sea, &def) == FLO_BAD_VALUE);
}

static void whoever_listens_hears_messages(void **state)
{
    (void)state;
    heard h = { 0 };
    flo_sea *sea;
    flo_sea_def def = flo_default_sea_def();
    def.density = -3;
    flo_set_message_function(listen_to, &h);
    GIVES(flo_sea_create(&sea, &def), FLO_BAD_VALUE);
    flo_set_message_function(NULL, NULL);
    assert_int_equal(h.times, 1);
    assert_int_equal(h.status, FLO_BAD_VALUE);
    assert_non_null(strstr(h.words, "density"));
    GIVES(flo_sea_create(&sea, &def), FLO_BAD_VALUE);
    assert_int_equal(h.times, 1);
}

/* Asks for what would change the fleet that is just told of, and for all else that computes. */
typedef struct meddler { flo_fleet *fleet; flo_device *device; flo_sea *sea; int times; } meddler;

static void meddle(void *user, flo_status status, const char *message)
{
    meddler *const m = user;
    const flo_body_def def = { .mode = FLO_DYNAMIC };
    const double at[1] = { 0 };
    double height[1];
    uint64_t hash;
    flo_device *device;
    static const char no[] = "cannot call this";
    const flo_surface out = { .height = height };
    assert_string_equal(message, flo_message());
    assert_true(status == FLO_BAD_BODY || status == FLO_BAD_VALUE);
    m->times++;
    REFUSED(flo_fleet_remove(m->fleet, 0, 1), FLO_BAD_VALUE, no);
    REFUSED(flo_fleet_add(m->fleet, 1, &def), FLO_BAD_VALUE, no);
    REFUSED(flo_fleet_set_sea(m->fleet, 0, 1, m->sea), FLO_BAD_VALUE, no);
    REFUSED(flo_fleet_step(m->fleet, 0.01, 1), FLO_BAD_VALUE, no);
    REFUSED(flo_fleet_hash(m->fleet, &hash), FLO_BAD_VALUE, no);
    REFUSED(flo_query(m->device, m->sea, 0, 1, at, at, &out), FLO_BAD_VALUE, no);
    REFUSED(flo_device_open(&device, NULL), FLO_BAD_VALUE, no);
    assert_int_equal(flo_device_list(NULL, 0), 0);
}

static void who_listens_changes_nothing(void **state)
{
    (void)state;
    const flo_hull_def def = test_boat_def();
    flo_hull *const hull = test_hull_make(&def);
    test_water w = test_water_flat();
    for (const test_device *d = test_devices(); d->device; d++) {
        flo_body_def bodies[3];
        flo_body_state mad = test_state_at(0, 0, 0);
        mad.velocity[0] = NAN;
        for (int i = 0; i < 3; i++) bodies[i] = test_body(hull, test_state_at(9 * i, 0, 0), (flo_body_control){ 0 });
        meddler m = { test_fleet_make(d->device, w.sea, bodies, 3, 0), d->device, w.sea, 0 };
        test_about("%s", d->label);
        flo_set_message_function(meddle, &m);
        REFUSED(flo_fleet_write(m.fleet, 1, 1, &mad), FLO_BAD_BODY, "body 1");
        REFUSED(flo_fleet_step(m.fleet, -1, 1), FLO_BAD_VALUE, "dt");
        flo_set_message_function(NULL, NULL);
        assert_true(m.times >= 2);
        assert_int_equal(flo_fleet_count(m.fleet), 3);
        flo_fleet_destroy(m.fleet);
    }
    flo_hull_destroy(hull);
    test_water_free(&w);
}

int test_refuse(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_seas_and_waves_are_refused),
        cmocka_unit_test(bad_sea_counts_are_refused),
        cmocka_unit_test(bad_hull_numbers_are_refused),
        cmocka_unit_test(bad_hull_kinds_are_refused),
        cmocka_unit_test(bad_hull_shapes_are_refused),
        cmocka_unit_test(bad_calls_for_forces_are_refused),
        cmocka_unit_test(whoever_listens_hears_messages),
        cmocka_unit_test(who_listens_changes_nothing),
    };
    return cmocka_run_group_tests_name("refuse", tests, NULL, test_devices_close);
}
