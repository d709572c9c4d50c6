/* SPDX-License-Identifier: MIT
 *
 * The water below the surface, as queries tell it: against the oracle in double, against closed forms, and against the
 * equation of motion, which ties its pressure to its acceleration. */
#include "test_boat.h"

int test_depth(void);

enum { POINTS = 400 };

typedef struct places { double x[POINTS], y[POINTS], z[POINTS]; } places;
typedef struct answers { float number[8][POINTS]; } answers;
enum { VELOCITY, ACCELERATION = 3, PRESSURE = 6, DEPTH };

static flo_water where(answers *a)
{
    return (flo_water){ { a->number[0], a->number[1], a->number[2] }, { a->number[3], a->number[4], a->number[5] },
                        a->number[PRESSURE], a->number[DEPTH] };
}

static void ask(flo_device *device, const flo_sea *sea, double time, const places *p, answers *a)
{
    const flo_water to = where(a);
    memset(a, 0xFF, sizeof *a);
    OK(flo_query_water(device, sea, time, POINTS, p->x, p->y, p->z, &to));
}

static void spread(places *p, double far, double level, double deepest)
{
    for (int i = 0; i < POINTS; i++) {
        p->x[i] = far + test_random(-300, 300);
        p->y[i] = level + 3 - test_random(0, 1) * test_random(0, 1) * (deepest + 3);
        p->z[i] = -far + test_random(-300, 300);
    }
}

/* ---- against the oracle ---------------------------------------------------------------------------------------- */

/* Pa, with the wave's own fading written out. */
static real right_pressure(const oracle_sea *sea, real time, const oracle_surface *above, real depth)
{
    real head = depth;
    const real below = fminl(depth, sea->depth);
    for (int i = 0; i < sea->count; i++) {
        const oracle_wave *w = &sea->waves[i];
        const real k = 8 * atanl(1) / w->wavelength;
        const real along = (above->label_x * w->along_x + above->label_z * w->along_z) / w->wavelength;
        const real turns = along - w->frequency * time + w->start, angle = 8 * atanl(1) * (turns - rintl(turns));
        const bool deep = isinf(sea->depth) || k * sea->depth > 700;
        const real left = deep ? expl(-k * below) : coshl(k * (sea->depth - below)) / coshl(k * sea->depth);
        head += w->amplitude * cosl(angle) * (left - 1);
    }
    return sea->density * sea->gravity * head;
}

typedef struct sums { double height, speed, pull; } sums;

/* What velocities and accelerations may be in all: rounding is in proportion to it. */
static sums sums_of(const oracle_sea *sea)
{
    sums s = { 0 };
    for (int i = 0; i < sea->count; i++) {
        const oracle_wave *w = &sea->waves[i];
        const double most = (double)(w->amplitude * fmaxl(1, w->steepness)), sigma = (double)fabsl(w->sigma);
        s.height += (double)w->amplitude;
        s.speed += most * sigma;
        s.pull += most * sigma * sigma;
    }
    return s;
}

/* What floats cost is in proportion to all waves at once.  A phase is kept in turns and rounded by up to 2^-25 of
 * them, 1.9e-7 rad, in each operation; 1.5e-6 of all amplitudes is what that may come to in a height (test_rounding).
 * A depth has the height above in it and where the label is, which has the same error: twice that; and it is a float,
 * with three roundings of 6e-8 of itself.  Velocities and accelerations have the exponent k d as well: twice again;
 * what is added to them, 1e-6 m/s, is three roundings of the current and of waves that cancel.  The largest error that
 * comes up is 0.4 of it all. */
static void compare(const test_water *w, double time, const places *p, const answers *got, test_worst *worst)
{
    const sums s = sums_of(&w->oracle);
    const double rho_g = (double)(w->oracle.density * w->oracle.gravity);
    for (int i = 0; i < POINTS; i++) {
        const oracle_surface above = oracle_surface_at(&w->oracle, time, p->x[i], p->z[i], ORACLE_CONVERGED);
        const real depth = above.height - p->y[i], label[2] = { above.label_x, above.label_z };
        const bool wet = depth >= 0;
        const oracle_motion m = oracle_motion_at(&w->oracle, time, label, depth);
        const double rounding = 3e-6 * s.height + 2e-7 * fabs((double)depth);
        if (fabsl(depth) < 1e-4L) continue;                     /* in the air or not is a matter of rounding there */
        test_worst_add(worst, (double)got->number[DEPTH][i], (double)depth, rounding);
        for (int a = 0; a < 3; a++) {
            test_worst_add(worst, (double)got->number[VELOCITY + a][i], wet ? (double)m.velocity[a] : 0,
                           6e-6 * s.speed + 1e-6);
            test_worst_add(worst, (double)got->number[ACCELERATION + a][i], wet ? (double)m.acceleration[a] : 0,
                           6e-6 * s.pull + 1e-7);
        }
        const real right = wet ? right_pressure(&w->oracle, time, &above, depth) : 0;
        test_worst_add(worst, (double)got->number[PRESSURE][i], (double)right, 2 * rho_g * rounding);
    }
}

static void water_moves_and_presses_as_the_oracle_says(void **state)
{
    (void)state;
    const double depths[] = { (double)INFINITY, 200, 15, 4 };
    test_worst worst = { 0 };
    places p;
    answers got;
    test_random_start(41);
    for (int i = 0; i < 8; i++) {
        test_water like = test_water_random(12, 60, 0.4, 42 + (uint64_t)i);
        flo_sea_def def = like.def;
        def.depth = depths[i % 4];
        def.inversion = 8;
        for (int k = 0; k < def.wave_count; k++) {              /* lengths stay; periods follow from the depth */
            like.waves[k].period = 0;
            like.waves[k].amplitude *= 0.3;
        }
        test_water w = test_water_make(&def);
        const double far = i % 2 ? 7e5 : 0, time = i % 2 ? 3.2e8 : 11;
        spread(&p, far, w.def.level, fmin(def.depth * 1.2, 60));
        for (const test_device *d = test_devices(); d->device; d++) {
            test_about("%s, depth %g", d->label, def.depth);
            ask(d->device, w.sea, time, &p, &got);
            compare(&w, time, &p, &got, &worst);
        }
        test_water_free(&w);
        test_water_free(&like);
    }
    WORST(&worst, "of what rounding may come to");
}

/* ---- closed forms ---------------------------------------------------------------------------------------------- */

/* Still water: rho g d, and the current's velocity. */
static void still_water_presses_by_its_depth(void **state)
{
    (void)state;
    flo_sea_def def = flo_default_sea_def();
    flo_sea *sea;
    places p;
    answers got;
    def.level = 2;
    def.current[1] = 1.5;
    OK(flo_sea_create(&sea, &def));
    test_random_start(43);
    spread(&p, 0, 2, 100);
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        ask(d->device, sea, 5, &p, &got);
        for (int i = 0; i < POINTS; i++) {
            const double depth = 2 - p.y[i], wet = depth >= 0;
            NEAR((double)got.number[DEPTH][i], depth, 2e-7 * fabs(depth) + 1e-7);
            NEAR((double)got.number[PRESSURE][i], wet * 1025 * 9.81 * depth, 3e-7 * 1025 * 9.81 * fabs(depth) + 1e-3);
            NEAR((double)got.number[VELOCITY + 2][i], wet * 1.5, 0);
            NEAR((double)got.number[ACCELERATION + 1][i], 0, 0);
        }
    }
    flo_sea_destroy(sea);
}

/* At the crest the phase is 0 and costs nothing.  Left are the exponent, three roundings of k d of which x exp(-x), at
 * most 0.37, is felt, exp itself, two units in the last place, and the product: 2.5e-7 of speeds below 1 m/s, and twice
 * that is allowed.  Pressures reach 4e5 Pa, where floats are 0.03 Pa apart: three of those.
 *
 * A wave of 8 s in deep water (k 0.0628797426 rad/m, omega 0.785398163 rad/s) below its crest, 1 m high: at depth d the
 * water goes forward with A omega exp(-kd), is pulled down with A omega^2 exp(-kd), and its pressure has lost
 * rho g A (1 - exp(-kd)). */
static void a_crest_is_felt_as_deep_as_it_should(void **state)
{
    (void)state;
    const flo_wave wave = { .amplitude = 1, .period = 8, .steepness = 1 };
    const flo_sea_def def = test_sea_of(&wave, 3);
    const double k = 0.0628797426, omega = 0.785398163;
    places p;
    answers got;
    flo_sea *sea;
    OK(flo_sea_create(&sea, &def));
    for (int i = 0; i < POINTS; i++) p.x[i] = p.z[i] = 0, p.y[i] = 1 - 0.1 * i;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        ask(d->device, sea, 0, &p, &got);
        for (int i = 1; i < POINTS; i++) {
            const double depth = 0.1 * i, left = exp(-k * depth);
            NEAR((double)got.number[VELOCITY + 2][i], omega * left, 5e-7);
            NEAR((double)got.number[ACCELERATION + 1][i], -omega * omega * left, 5e-7);
            NEAR((double)got.number[PRESSURE][i], def.density * 9.81 * (depth - 1 + left), 0.1);
        }
    }
    flo_sea_destroy(sea);
}

/* rho (a_y + g) = -dp/dy, wherever it is wet: pressures h = 0.05 m above and below say what the acceleration is, to
 * h^2 / 6 of the third derivative, which is that of all A k^3 exp(-k d): from 1 m of depth on k^2 exp(-k d) is at most
 * 0.54, and all A k are at most 0.3 / 0.3 (test_water_random).  That is 2.3e-4; the rest is for pressures of up to
 * 3e5 Pa, which are rounded by 0.016 Pa each, in a difference of 1000 Pa. */
static void pressure_carries_the_water(void **state)
{
    (void)state;
    const double apart = 0.05;
    test_water w = test_water_random(10, 50, 0.3, 45);
    places p, up, down;
    answers got, above, below;
    double worst = 0;
    test_random_start(46);
    spread(&p, 0, w.def.level - 8, 20);
    up = down = p;
    for (int i = 0; i < POINTS; i++) up.y[i] += apart, down.y[i] -= apart;
    for (const test_device *d = test_devices(); d->device; d++) {
        test_about("%s", d->label);
        ask(d->device, w.sea, 7, &p, &got);
        ask(d->device, w.sea, 7, &up, &above);
        ask(d->device, w.sea, 7, &down, &below);
        for (int i = 0; i < POINTS; i++) {
            const double fall = (double)(below.number[PRESSURE][i] - above.number[PRESSURE][i]) / (2 * apart);
            const double carries = w.def.density * ((double)got.number[ACCELERATION + 1][i] + w.def.gravity);
            if (got.number[DEPTH][i] < 1) continue;
            worst = test_more(worst, fabs(fall / carries - 1));
        }
    }
    NEAR(worst, 0, 3e-4);
    test_water_free(&w);
}

/* ---- sameness, and what is refused ----------------------------------------------------------------------------- */

static void the_same_bits_alone_and_on_every_device(void **state)
{
    (void)state;
    test_water w = test_water_random(40, 80, 0.5, 47);
    places p;
    answers right, got;
    test_random_start(48);
    spread(&p, 1e5, w.def.level, 40);
    const test_device *first = NULL;
    for (const test_device *d = test_devices_and_variants(); d->device; d++) {
        if (!d->exact) continue;
        test_about("%s", d->label);
        ask(d->device, w.sea, 1e6, &p, first ? &got : &right);
        if (first) SAME(&got, &right, sizeof got);
        first = d;
        for (int i = 0; i < POINTS; i += 37) {
            float one[8];
            const flo_water to = { { one, one + 1, one + 2 }, { one + 3, one + 4, one + 5 }, one + 6, one + 7 };
            OK(flo_query_water(d->device, w.sea, 1e6, 1, &p.x[i], &p.y[i], &p.z[i], &to));
            for (int c = 0; c < 8; c++) SAME(&one[c], &right.number[c][i], sizeof one[c]);
        }
    }
    test_water_free(&w);
}

static void bad_places_are_refused_by_name(void **state)
{
    (void)state;
    test_water w = test_water_flat();
    const double bad[][3] = { { (double)NAN, 0, 0 }, { 0, (double)INFINITY, 0 }, { 0, 0, -1.1e9 }, { 0, 1.1e6, 0 } };
    double x[3] = { 0 }, y[3] = { 0 }, z[3] = { 0 };
    float depth[3];
    const flo_water to = { .depth = depth };
    flo_device *device = test_devices()->device;
    for (int i = 0; i < 4; i++) {
        x[2] = bad[i][0], y[2] = bad[i][1], z[2] = bad[i][2];
        REFUSED(flo_query_water(device, w.sea, 0, 3, x, y, z, &to), FLO_BAD_VALUE, "point 2|1e9|1e6");
    }
    x[2] = y[2] = z[2] = 0;
    REFUSED(flo_query_water(device, w.sea, (double)NAN, 3, x, y, z, &to), FLO_BAD_VALUE, "time");
    OK(flo_query_water(device, w.sea, 0, 0, NULL, NULL, NULL, &to));
    OK(flo_query_water(device, w.sea, 0, 3, x, y, z, &(flo_water){ .depth = NULL }));
    test_water_free(&w);
}

int test_depth(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(water_moves_and_presses_as_the_oracle_says),
        cmocka_unit_test(still_water_presses_by_its_depth),
        cmocka_unit_test(a_crest_is_felt_as_deep_as_it_should),
        cmocka_unit_test(pressure_carries_the_water),
        cmocka_unit_test(the_same_bits_alone_and_on_every_device),
        cmocka_unit_test(bad_places_are_refused_by_name),
    };
    return cmocka_run_group_tests_name("depth", tests, NULL, test_devices_close);
}
