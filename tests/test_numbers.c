/* SPDX-License-Identifier: MIT
 *
 * Random numbers and the dispersion relation, against published values and their own equations. */
#include "spectrum.h"
#include "test.h"

int test_numbers(void);

/* ---- random numbers -------------------------------------------------------------------------------------------- */

/* The first numbers of the generator's published implementation from seed 0. */
static void random_numbers_are_splitmix(void **state)
{
    (void)state;
    uint64_t seed = 0;
    assert_true(flo__random(&seed) == 0xE220A8397B1DCDAFu);
    assert_true(flo__random(&seed) == 0x6E789E6AA1B965F4u);
    assert_true(flo__random(&seed) == 0x06C45D188009454Fu);
}

static void random_units_are_even(void **state)
{
    (void)state;
    uint64_t seed = 7;
    int count[10] = {0};
    for (int i = 0; i < 100000; ++i) {
        const double u = flo__random_unit(&seed);
        assert_true(u >= 0 && u < 1);
        ++count[(int)(u * 10)];
    }
    for (int i = 0; i < 10; ++i)    /* 5 standard deviations are 474 */
        NEAR(count[i], 10000, 474);
}

static void strata_hold_one_each(void **state)
{
    (void)state;
    for (uint64_t key = 0; key < 20; ++key) {
        for (uint32_t size = 1; size <= 256; size *= 2) {
            bool seen[256] = {false};
            const uint32_t start = size * (uint32_t)(key * 37);
            for (uint32_t i = 0; i < size; ++i) {
                const double u = flo__stratum(key, start + i);
                assert_true(u >= 0 && u < 1);
                const int part = (int)(u * size);
                assert_false(seen[part]);
                seen[part] = true;
            }
        }
    }
    assert_true(flo__stratum(1, 5) != flo__stratum(2, 5));
}

/* ---- dispersion ------------------------------------------------------------------------------------------------ */

static void wavenumber_has_published_values(void **state)
{
    (void)state;
    NEAR(flo__wavenumber(2 * pi / 8, 9.81, INFINITY), 0.0628797426, 1e-10);
    NEAR(flo__wavenumber(2 * pi / 10, 9.81, 10), 0.0680190743, 1e-10);
    NEAR(2 * pi / flo__wavenumber(2 * pi / 8, 9.81, INFINITY), 99.9238395, 1e-7);
    NEAR(2 * pi / flo__wavenumber(2 * pi / 10, 9.81, 10), 92.3738727, 1e-7);
}

static void wavenumber_solves_its_equation(void **state)
{
    (void)state;
    for (double depth = 1e-6; depth < 1e7; depth *= 1.37) {
        for (double sigma = 1e-5; sigma < 1e3; sigma *= 1.91) {
            const long double k = flo__wavenumber(sigma, 9.81, depth);
            const long double right = 9.81L * k * tanhl(k * depth);
            const long double left = (long double)sigma * sigma;
            if (!(fabsl(right / left - 1) < 5e-16L))    /* k is rounded once: 1.1e-16, at most doubled here */
                fail_msg("sigma %g depth %g: off by %Lg", sigma, depth, right / left - 1);
        }
    }
}

static void wavenumber_keeps_its_limits(void **state)
{
    (void)state;
    assert_true(flo__wavenumber(0, 9.81, INFINITY) == 0);
    assert_true(flo__wavenumber(0, 9.81, 10) == 0);
    assert_true(flo__wavenumber(1, 9.81, 1e9) == flo__wavenumber(1, 9.81, INFINITY));
    NEAR(flo__wavenumber(1e-9, 9.81, 4) * sqrt(9.81 * 4) / 1e-9, 1, 1e-15);
    assert_true(isfinite(flo__wavenumber(1e-300, 9.81, 1e-300)));
}

int test_numbers(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_numbers_are_splitmix),
        cmocka_unit_test(random_units_are_even),
        cmocka_unit_test(strata_hold_one_each),
        cmocka_unit_test(wavenumber_has_published_values),
        cmocka_unit_test(wavenumber_solves_its_equation),
        cmocka_unit_test(wavenumber_keeps_its_limits),
    };
    return cmocka_run_group_tests_name("numbers", tests, NULL, NULL);
}
