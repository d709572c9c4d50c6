/* SPDX-License-Identifier: MIT
 *
 * The words of the kernels in plain C, one lane: how exact their functions are, and that their integers lose nothing.
 * That every other target gives the same bits is for other tests to show. */
#include "test.h"

#include <stdint.h>

#define LANE_FN static inline __attribute__((always_inline, unused))
#define LANE_RARE static __attribute__((noinline, unused))
#define LANE_UNROLL _Pragma("GCC unroll 64")
#define LANE_REGISTERS 16
#define LANE_TABLE const
#define LANE_OUT
#define LANE_WIDTH 1
#define LANE_PACK 1
typedef int64_t sea_long;
typedef int32_t sea_int;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include "../simd/vector_scalar.h"
#include "../kernels/lane.h"
#include "../kernels/tables.h"
#include "../kernels/shapes.h"
#include "../kernels/trig.h"
#include "../kernels/quanta.h"
#include "../kernels/polynomial.h"
#include "../kernels/sea.h"
#include "../kernels/expand.h"
#include "../kernels/surface.h"
#include "../kernels/motion.h"
#include "../kernels/hull.h"
#include "../kernels/panel.h"
#include "../kernels/inertia.h"
#include "../kernels/body.h"
#pragma GCC diagnostic pop

int test_words(void);

static double number(lane a) { return (double)a.v[0]; }
static lane lane_of(double a) { return lane_set((float)a); }
static int64_t integer(lane_long a) { return (int64_t)a.v[0]; }

/* ---- functions ------------------------------------------------------------------------------------------------- */

/* The sine to 3.5e-7 and the cosine to 5.4e-7, over one turn and, as a phase may be reduced later, over many. */
static void circle_is_exact(void **state)
{
    (void)state;
    test_worst sine = { 0 }, cosine = { 0 };
    test_about("turns");
    for (int i = 0; i < 2000000; i++) {
        const float turns = (float)test_random(-0.5, 0.5);
        const float many = i % 2 ? turns : (float)rint(test_random(-1000, 1000)) + rintf(turns * 0x1p13f) * 0x1p-13f;
        const wave_circle at = wave_circle_at(lane_set(many));
        test_worst_add(&sine, number(at.sine) * 1.41421356237309505, sin(2 * pi * (double)many), 3.5e-7);
        test_worst_add(&cosine, number(at.cosine), cos(2 * pi * (double)many), 5.4e-7);
    }
    WORST(&sine, "sine, in 3.5e-7");
    WORST(&cosine, "cosine, in 5.4e-7");
}

/* 1 - exp(-a), which is 0 for 0 and never above 1. */
static void saturation_is_exact(void **state)
{
    (void)state;
    test_worst worst = { 0 };
    test_about("saturation");
    for (double a = 1e-6; a < 200; a *= 1.0001) {
        const lane s = lane_saturate(lane_of(a));
        test_worst_add(&worst, number(s), -expm1(-(double)(float)a), 2.4e-7);
        assert_true(number(s) <= 1);
    }
    NEAR(number(lane_saturate(lane_of(0))), 0, 0);
    NEAR(number(lane_saturate(lane_of(1e30))), 1, 0);
    WORST(&worst, "1 - exp(-a), in 2.4e-7");
}

/* Turning by a vector of radians, a whole turn and more at once; beyond that it stays a rotation. */
static void turning_is_exact(void **state)
{
    (void)state;
    test_worst worst = { 0 };
    test_about("turning");
    for (int i = 0; i < 100000; i++) {
        const double angle = i % 10 == 0 ? test_random(0, 4) : exp(test_random(-20, 1)), y = test_random(-1, 1);
        const double around = test_random(-pi, pi), flat = sqrt(1 - y * y);
        const double axis[3] = { flat * cos(around), y, flat * sin(around) };
        const vec3 by = { lane_of(angle * axis[0]), lane_of(angle * axis[1]), lane_of(angle * axis[2]) };
        const quat at = quat_turn((quat){ lane_of(1), vec3_set(0, 0, 0) }, by);
        const double v[4] = { number(at.w), number(at.v.x), number(at.v.y), number(at.v.z) };
        test_worst_add(&worst, v[0], cos(angle / 2), 4e-7);
        for (int a = 0; a < 3; a++) test_worst_add(&worst, v[1 + a], axis[a] * sin(angle / 2), 4e-7);
    }
    const quat wild = quat_turn((quat){ lane_of(1), vec3_set(0, 0, 0) }, vec3_set(1e10f, -3e9f, 0));
    NEAR(number(vec3_dot(wild.v, wild.v)) + number(wild.w) * number(wild.w), 1, 1e-6);
    WORST(&worst, "turn, in 4e-7");
}

/* ---- integers -------------------------------------------------------------------------------------------------- */

static double random_float(double size)
{
    return (double)(float)(test_random(-1, 1) * exp2(test_random(-60, 0)) * size);
}

/* A sum of up to 256 numbers is the same in any order, and off by no more than half a fine unit for each. */
static void sums_have_no_order(void **state)
{
    (void)state;
    double value[256];
    for (int round = 0; round < 2000; round++) {
        const int count = 1 + round % 256;
        const float per_unit = (float)exp2(rint(test_random(-20, 20)));
        const double largest = (0x1p22 - 1) / (double)per_unit;
        quanta up = quanta_zero(), down = quanta_zero();
        double right = 0;
        for (int i = 0; i < count; i++) {
            value[i] = round % 3 == 0 ? largest : round % 3 == 1 ? -largest : random_float(largest);
            right += value[i] * (double)per_unit;
        }
        for (int i = 0; i < count; i++) up = quanta_add(up, lane_scale(lane_of(value[i]), per_unit));
        for (int i = count; i-- > 0;) down = quanta_add(down, lane_scale(lane_of(value[i]), per_unit));
        test_about("round %d", round);
        assert_true(integer(quanta_total(up, count)) == integer(quanta_total(down, count)));
        NEAR((double)integer(quanta_total(up, count)) * 0x1p-20, right, count * 0x1p-21 + fabs(right) * 1e-15);
    }
}

/* An integer becomes the nearest float but for what three roundings may cost; small ones become themselves. */
static void integers_become_floats(void **state)
{
    (void)state;
    test_worst worst = { 0 };
    for (int i = 0; i < 200000; i++) {
        const int64_t a = (int64_t)(test_random(-1, 1) * exp2(test_random(0, 63)));
        const double size = fabs((double)a), got = number(lane_from_long(lane_long_set(a)));
        test_about("%lld", (long long)a);
        test_worst_add(&worst, got, (double)a, size * 0x1p-23);
        if (size <= 0x1p24) NEAR(got, (double)a, 0);
    }
    WORST(&worst, "integer as a float, in 2^-23 of it");
}

/* a^p: exact for the exponents that a square root gives, to 1e-6 for others. */
static void powers_are_exact(void **state)
{
    (void)state;
    static const float exponents[] = { 0, 0.1f, 0.25f, 0.5f, 0.75f, 1, 1.5f, 2 };
    test_worst worst = { 0 };
    for (size_t e = 0; e < sizeof exponents / sizeof *exponents; e++) {
        const float p = exponents[e];
        for (double a = 1e-6; a <= 1; a *= 1.01) {
            const double x = (double)(float)a, right = pow(x, (double)p);
            const double rough = 4e-6 * right * fmax(1, (double)p);
            const double allowed = p == 0 || p == 1 ? 0 : p == 0.5f ? 0x1p-24 * right : rough;
            test_about("%g^%g", x, (double)p);
            if (allowed > 0) test_worst_add(&worst, number(lane_pow(lane_of(x), p)), right, allowed);
            else NEAR(number(lane_pow(lane_of(x), p)), right, 0);
        }
        NEAR(number(lane_pow(lane_of(1), p)), 1, 0);
    }
    WORST(&worst, "power, in 4e-6 of it");
}

/* A positive definite matrix, its inverse and its solutions. */
static void matrices_are_solved(void **state)
{
    (void)state;
    test_worst worst = { 0 };
    for (int i = 0; i < 20000; i++) {
        double m[3][3], u[3][3];
        for (int j = 0; j < 9; j++) u[j / 3][j % 3] = test_random(-1, 1);
        for (int j = 0; j < 9; j++) {
            m[j / 3][j % 3] = j % 4 ? 0 : 0.5;
            for (int k = 0; k < 3; k++) m[j / 3][j % 3] += u[k][j / 3] * u[k][j % 3];
        }
        const sym3 a = { lane_of(m[0][0]), lane_of(m[1][1]), lane_of(m[2][2]), lane_of(m[0][1]), lane_of(m[0][2]),
                         lane_of(m[1][2]) };
        const vec3 x = { lane_of(test_random(-1, 1)), lane_of(test_random(-1, 1)), lane_of(test_random(-1, 1)) };
        const vec3 b = sym3_mul(a, x), solved = sym3_solve(a, b), inverse = sym3_mul(sym3_inverse(a), b);
        test_about("matrix %d", i);
        test_worst_add(&worst, number(solved.x), number(x.x), 1e-5);
        test_worst_add(&worst, number(solved.y), number(x.y), 1e-5);
        test_worst_add(&worst, number(solved.z), number(x.z), 1e-5);
        test_worst_add(&worst, number(inverse.x), number(x.x), 1e-5);
        test_worst_add(&worst, number(inverse.y), number(x.y), 1e-5);
        test_worst_add(&worst, number(inverse.z), number(x.z), 1e-5);
    }
    WORST(&worst, "solution, in 1e-5");
}

/* Lengths to 2^-24 m and back; the sea's coarser unit and what it leaves are together the whole. */
static void places_lose_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < 200000; i++) {
        const double metres = (double)(float)(test_random(-1, 1) * exp2(test_random(-20, 17)));
        const int64_t fine = integer(lane_to_position(lane_of(metres)));
        lane rest;
        test_about("%.9g m", metres);
        NEAR((double)fine * 0x1p-24, metres, 0x1p-25);
        const int64_t place = fine + (int64_t)test_random(-1e16, 1e16);
        const int64_t coarse = integer(sea_coarse(lane_long_set(place), &rest));
        assert_true(coarse * 16 + (int64_t)(number(rest) * 0x1p24) == place);
        assert_true(fabs(number(rest)) <= 0x1p-21);
    }
    NEAR((double)integer(lane_to_position(lane_of(1e9))) * 0x1p-24, 131072, 0);
    NEAR((double)integer(lane_to_position(lane_of(-1e9))) * 0x1p-24, -131072, 0);
}

/* The phase of a wave is exact modulo a turn, however many turns away the place is. */
static void phases_wrap_exactly(void **state)
{
    (void)state;
    test_worst worst = { 0 };
    for (int i = 0; i < 50000; i++) {
        const sea_key key = { (sea_long)test_random(-0x1p42, 0x1p42), (sea_long)test_random(-0x1p42, 0x1p42) };
        const sea_long phase = (sea_long)test_random(-0x1p63, 0x1p63);
        const int64_t x = (int64_t)test_random(-0x1p50, 0x1p50), z = (int64_t)test_random(-0x1p50, 0x1p50);
        const sea s = { .key = &key, .phase = &phase };
        const double got = number(sea_turns_at(s, lane_long_set(x), lane_long_set(z), 0));
        long double right = remainderl((long double)x * 0x1p-32L * (long double)(key.x >> 16), 0x1p16L) * 0x1p-16L;
        right += remainderl((long double)x * (long double)(key.x & 0xFFFF), 0x1p64L) * 0x1p-64L;
        right += remainderl((long double)z * 0x1p-32L * (long double)(key.z >> 16), 0x1p16L) * 0x1p-16L;
        right += remainderl((long double)z * (long double)(key.z & 0xFFFF), 0x1p64L) * 0x1p-64L;
        right += (long double)phase * 0x1p-64L;
        const double off = remainder(got - (double)(right - rintl(right)), 1);
        test_about("place %lld %lld", (long long)x, (long long)z);
        test_worst_add(&worst, off, 0, 3.1e-8);
    }
    WORST(&worst, "phase, in half the last digit of a float, 3.1e-8 turn");
}

int test_words(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circle_is_exact),       cmocka_unit_test(saturation_is_exact),
        cmocka_unit_test(turning_is_exact),      cmocka_unit_test(sums_have_no_order),
        cmocka_unit_test(integers_become_floats), cmocka_unit_test(places_lose_nothing),
        cmocka_unit_test(phases_wrap_exactly),   cmocka_unit_test(powers_are_exact),
        cmocka_unit_test(matrices_are_solved),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
