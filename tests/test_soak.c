/* SPDX-License-Identifier: MIT
 *
 * Long runs: a small fleet for FLOTILLA_SOAK steps (60,000 if that is not set; `make soak STEPS=10000000`), at rest in
 * calm water and in waves; and a sea years from now. */
#include "test_boat.h"
#include "test_solids.h"

#include <unistd.h>

int test_soak(void);

static uint64_t soak_steps(void)
{
    const char *asked = getenv("FLOTILLA_SOAK");
    const uint64_t steps = asked ? strtoull(asked, NULL, 10) : 60000;
    if (steps < 10000) fail_msg("FLOTILLA_SOAK is %s; it must be a number of steps, 10000 or more", asked);
    return steps;
}

static flo_device *soak_device(void)
{
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    def.name = "simd";
    def.threads = 1;
    OK(flo_device_open(&device, &def));
    return device;
}

/* Bytes of this process that are in memory. */
static double resident(void)
{
    long whole = 0, pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%ld %ld", &whole, &pages), 2);
    fclose(file);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

/* ---- the fleet ------------------------------------------------------------------------------------------------- */

enum { KINDS = 5, EACH = 4, BODIES = KINDS * EACH };
static const char *const kinds[KINDS] = { "points", "saturated points", "cells", "panels", "spring" };

typedef struct crew {
    test_solid solid;
    flo_hull *hull[KINDS];
    flo_body_def body[BODIES];
    double rest[KINDS];                 /* m, height of the origin where weight and buoyancy are equal */
} crew;

/* Every law, where the closed form of its rest is known: bodies upright, symmetric, half as dense as water. */
static void crew_make(crew *c)
{
    flo_hull_def points = test_boat_def(), saturated, cells = test_box_def(2, 1, 4, 4000), panels = cells;
    flo_hull_def spring = test_boat_def();
    points.center_of_mass[0] = points.center_of_mass[2] = 0;
    points.buoyancy.bias = 1.25;
    saturated = points;
    saturated.buoyancy.curve = FLO_CURVE_SATURATE;
    cells.damping = panels.damping = (flo_damping_def){ .vertical = 1, .angular = 1 };
    cells.drag.linear = panels.drag.linear = 0.05;
    c->solid = test_solid_box(2, 1, 4);
    for (int a = 0; a < 3; a++) panels.box_size[a] = panels.box_grid[a] = 0;
    panels.mesh = &c->solid.mesh;
    panels.mesh_method = FLO_MESH_PANELS;
    panels.volume = 0;
    panels.damping.of = FLO_DAMPING_BODY;
    spring.center_of_mass[0] = spring.center_of_mass[2] = 0;
    spring.buoyancy.law = FLO_SPRING;
    spring.buoyancy.stiffness = 2e4;
    const flo_hull_def *const defs[KINDS] = { &points, &saturated, &cells, &panels, &spring };
    const double rest[KINDS] = { -0.5 / 1.25, -0.5 / 3 * log(5), 0, 0, 0 };
    for (int i = 0; i < KINDS; i++) {
        c->hull[i] = test_hull_make(defs[i]);
        c->rest[i] = rest[i];
        for (int k = 0; k < EACH; k++) {
            flo_body_state at = test_state_at(10 * i + k % 2 * 1e6, rest[i], k * -3e5);
            test_state_turn(&at, k * 0.9, 0, 1, 0);
            c->body[EACH * i + k] = test_body(c->hull[i], at, (flo_body_control){ 0 });
        }
    }
}

static void crew_free(crew *c)
{
    for (int i = 0; i < KINDS; i++) flo_hull_destroy(c->hull[i]);
    test_solid_free(&c->solid);
}

/* ---- calm water ------------------------------------------------------------------------------------------------ */

/* rad, between two attitudes, to first order. */
static double turned(const flo_body_state *a, const flo_body_state *b)
{
    const float *p = a->orientation, *q = b->orientation;
    const double x = (double)p[0] * q[1] - (double)p[1] * q[0] + (double)p[3] * q[2] - (double)p[2] * q[3];
    const double y = (double)p[0] * q[2] - (double)p[2] * q[0] + (double)p[1] * q[3] - (double)p[3] * q[1];
    const double z = (double)p[0] * q[3] - (double)p[3] * q[0] + (double)p[2] * q[1] - (double)p[1] * q[2];
    return 2 * sqrt(x * x + y * y + z * z);
}

/* The address sanitizer keeps what was freed for a while, to find who uses it. */
#if defined(__SANITIZE_ADDRESS__)
enum { MOST_GROWN = 1 << 29 };
#else
enum { MOST_GROWN = 1 << 20 };  /* bytes */
#endif

typedef struct drift { double x, height, z, turn, grown; } drift;

/* The furthest that any body of a kind gets from its rest, in a run; and what memory grew by after a tenth of it. */
static void soak_calm(flo_device *device, const crew *c, flo_integrator integrator, uint64_t steps, drift far[KINDS])
{
    test_water w = test_water_flat();
    flo_body_state now[BODIES];
    double had = 0;
    flo_fleet *fleet = (integrator == FLO_IMPLICIT ? test_fleet_implicit : test_fleet_make)(device, w.sea, c->body,
                                                                                            BODIES, 0);
    memset(far, 0, KINDS * sizeof *far);
    for (int part = 0; part < 100; part++) {
        OK(flo_fleet_step(fleet, 1.0 / 60, steps / 100));
        OK(flo_fleet_read(fleet, 0, BODIES, now));
        for (int i = 0; i < BODIES; i++) {
            const flo_body_state *was = &c->body[i].state;
            drift *d = &far[i / EACH];
            d->x = test_more(d->x, fabs(now[i].position[0] - was->position[0]));
            d->height = test_more(d->height, fabs(now[i].position[1] - c->rest[i / EACH]));
            d->z = test_more(d->z, fabs(now[i].position[2] - was->position[2]));
            d->turn = test_more(d->turn, turned(was, &now[i]));
        }
        if (part == 9) had = resident();
    }
    far[0].grown = resident() - had;
    flo_fleet_destroy(fleet);
    test_water_free(&w);
}

/* Panels are the furthest off, 3.6e-7 m and 4.6e-7 rad: floats of a box of 4 m, by its 2 m to either end. */
static void nothing_drifts_in_calm_water(void **state)
{
    (void)state;
    const double promised = 5e-7;           /* m, docs/threads.md */
    const double turned_by = 1e-6;          /* rad, of which nothing is promised: 17 roundings of an attitude's float */
    const uint64_t steps = soak_steps();
    flo_device *device = soak_device();
    crew c;
    crew_make(&c);
    for (int i = 0; i < 2; i++) {
        drift far[KINDS];
        const char *const how = i == FLO_IMPLICIT ? "implicit" : "symplectic";
        soak_calm(device, &c, (flo_integrator)i, steps / 2, far);
        for (int k = 0; k < KINDS; k++) {
            test_about("%s, %s", how, kinds[k]);
            print_message("             %-10s %-16s %.2g m along x, %.2g m in height, %.2g m along z, %.2g rad\n", how,
                          kinds[k], far[k].x, far[k].height, far[k].z, far[k].turn);
            NEAR(far[k].x, 0, promised);
            NEAR(far[k].height, 0, promised);
            NEAR(far[k].z, 0, promised);
            NEAR(far[k].turn, 0, turned_by);
        }
        print_message("             %-10s memory grew by %.0f bytes in %llu steps\n", how, far[0].grown,
                      (unsigned long long)(steps / 2));
        assert_true(far[0].grown < MOST_GROWN);
    }
    crew_free(&c);
    flo_device_close(device);
}

/* ---- waves ----------------------------------------------------------------------------------------------------- */

enum { TENTHS = 10, LOOKS = 1000 };     /* looks at the fleet in a tenth of the run */

/* m^2/s^2 for each kilogram: of heave, as it stands above the water, and of all motion; the spin by two metres. */
static double liveliness(const flo_body_state *s)
{
    double sum = 9.81 * fabs(s->position[1]);
    for (int a = 0; a < 3; a++) {
        sum += ((double)s->velocity[a] * (double)s->velocity[a]
                + 4 * (double)s->angular_velocity[a] * (double)s->angular_velocity[a]) / 2;
    }
    return sum;
}

typedef struct lively { double mean[TENTHS][KINDS], most[KINDS]; } lively;

static void soak_waves(flo_fleet *fleet, uint64_t steps, lively *l)
{
    flo_body_state now[BODIES];
    double had = 0;
    memset(l, 0, sizeof *l);
    for (int n = 0; n < TENTHS * LOOKS; n++) {
        OK(flo_fleet_step(fleet, 1.0 / 60, steps / (TENTHS * LOOKS)));
        OK(flo_fleet_read(fleet, 0, BODIES, now));
        for (int i = 0; i < BODIES; i++) {
            const double lives = liveliness(&now[i]);
            l->mean[n / LOOKS][i / EACH] += lives / (LOOKS * EACH);
            l->most[i / EACH] = test_more(l->most[i / EACH], lives);
        }
        if (n == LOOKS) had = resident();
    }
    const double grown = resident() - had;
    print_message("             memory grew by %.0f bytes in %llu steps\n", grown, (unsigned long long)steps);
    assert_true(grown < MOST_GROWN);
}

/* In a sea of 1.5 m nobody's energy grows: the last tenth of the run has that of the second, within a quarter or, where
 * there are few waves in a tenth, a half; and at no time has anybody more than ten times the mean. */
static void energy_is_bounded_in_waves(void **state)
{
    (void)state;
    const uint64_t steps = soak_steps();
    flo_device *device = soak_device();
    flo_wave waves[12];
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    flo_sea_def def = flo_default_sea_def();
    flo_fleet_report report;
    crew c;
    static lively l;
    spectrum.significant_wave_height = 1.5;
    spectrum.peak_period = 7;
    spectrum.components = 12;
    OK(flo_spectrum_waves(&spectrum, waves));
    def.waves = waves;
    def.wave_count = 12;
    test_water w = test_water_make(&def);
    crew_make(&c);
    flo_fleet *fleet = test_fleet_implicit(device, w.sea, c.body, BODIES, 0);
    soak_waves(fleet, steps, &l);
    for (int k = 0; k < KINDS; k++) {
        const double early = l.mean[1][k], late = l.mean[TENTHS - 1][k];
        test_about("%s", kinds[k]);
        print_message("             %-16s %.3g early, %.3g late, %.3g at most m^2/s^2\n", kinds[k], early, late,
                      l.most[k]);
        NEAR(late / early, 1, steps < 1000000 ? 0.5 : 0.25);
        assert_true(l.most[k] < 10 * early);
    }
    OK(flo_fleet_get_report(fleet, &report));
    assert_true(report.time == (double)report.steps * (1.0 / 60) && report.bad_bodies == 0);
    flo_fleet_destroy(fleet);
    crew_free(&c);
    test_water_free(&w);
    flo_device_close(device);
}

/* ---- years ----------------------------------------------------------------------------------------------------- */

static const double year = 365.25 * 86400;

__extension__ typedef unsigned __int128 wide;

/* The fraction of a turn in frequency * time, both doubles: their product is an integer of 106 bits times a power of
 * two. */
static double exact_turns(double frequency, double time)
{
    int of_frequency, of_time;
    const double f = frexp(frequency, &of_frequency), t = frexp(fabs(time), &of_time);
    const wide product = (wide)(uint64_t)ldexp(f, 53) * (uint64_t)ldexp(t, 53);
    const int below = 106 - of_frequency - of_time;     /* bits of the fraction */
    const wide part = below < 128 ? product & ((((wide)1 << (below - 1)) << 1) - 1) : product;
    const double turns = ldexp((double)part, -below);
    return time < 0 ? -turns : turns;
}

/* A wave has its frequency as a double, 1 / period.  From there on nothing is lost at any time. */
static void phases_are_exact_at_any_time(void **state)
{
    (void)state;
    const double reaches[] = { 10 * year, 1000 * year, 1e12 };
    test_random_start(8);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_worst worst = { 0 };
        for (int i = 0; i < 3000; i++) {
            const double period = test_random(0.5, 20), time = test_random(-1, 1) * reaches[i % 3];
            const flo_wave wave = { .amplitude = 1, .period = period, .steepness = 0 };
            flo_sea *sea = NULL;
            const flo_sea_def def = test_sea_of(&wave, 0);
            OK(flo_sea_create(&sea, &def));
            test_about("%s, period %.17g, time %.17g", d->label, period, time);
            const double height = (double)test_ask_one(d->device, sea, time, 0, 0).height;
            test_worst_add(&worst, height, cos(2 * pi * exact_turns(1 / period, time)), 1e-6);
            flo_sea_destroy(sea);
        }
        WORST(&worst, "height of a wave of 1 m, in 1e-6 m");
    }
}

/* Any periods: a frequency is a double, off by four roundings at most (its sigma, its period, its Doppler shift), and
 * so a phase by 2^-51 of the turns. */
static void seas_are_right_years_from_now(void **state)
{
    (void)state;
    enum { TIMES = 40, PLACES = 12 };
    const double reaches[] = { 10 * year, 100 * year, 1000 * year, 1e12 };
    test_water w = test_water_random(40, 300, 0.3, 77);
    test_points p = test_points_make(PLACES);
    double turns = 0;                   /* a second, of all waves, by their amplitudes */
    for (int i = 0; i < w.oracle.count; i++) {
        turns += (double)w.oracle.waves[i].amplitude * fabs((double)w.oracle.waves[i].frequency);
    }
    test_random_start(9);
    for (size_t r = 0; r < sizeof reaches / sizeof *reaches; r++) {
        for (int i = 0; i < TIMES; i++) {
            test_worst worst = { 0 };
            const double time = test_random(-0.1, 1) * reaches[r];
            test_points_spread(&p, i % 2 * 1e6, 0, 1000);
            oracle_surface *right = test_right_answers(&w, &p, time, w.def.inversion);
            const double allowed = 1.5e-6 * w.amplitudes + 2 * pi * turns * fabs(time) * 0x1p-51;
            for (const test_device *d = test_devices(); d->device; d++) {
                test_about("%s, %.3g years", d->label, time / year);
                test_points_ask(&p, d->device, w.sea, time);
                for (int k = 0; k < PLACES; k++) test_worst_add(&worst, p.height[k], (double)right[k].height, allowed);
            }
            if (i == TIMES - 1 || worst.error > 1) WORST(&worst, "height");
            free(right);
        }
    }
    test_points_free(&p);
    test_water_free(&w);
}

int test_soak(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_drifts_in_calm_water),
        cmocka_unit_test(energy_is_bounded_in_waves),
        cmocka_unit_test(phases_are_exact_at_any_time),
        cmocka_unit_test(seas_are_right_years_from_now),
    };
    return cmocka_run_group_tests_name("soak", tests, NULL, test_devices_close);
}
