/* SPDX-License-Identifier: MIT
 *
 * Directions of maximum entropy: their moments, a published density, and moments that nothing has. */
#include "spectrum.h"
#include "test.h"

int test_record_mem(void);

/* What moments of 2,000 shares may be off by.  One share that stands in the gap between two narrow peaks, on either
 * side of it, turns by half a circle at most: 2/2,000.  Peaks that are at the limit have two such gaps, and what is
 * beyond the limit is moved to c1 = 0.999.  At most 0.0003 and 0.002 have been seen. */
static const double one_share = 1e-3, two_shares_and_moved = 3e-3;

/* Moments of 2,000 equal shares of a maximum-entropy distribution. */
static void assert_moments(double c1, double complex c2, double complex expected2, double tolerance)
{
    flo__mem mem;
    flo__mem_make(&mem, c1, c2);
    double complex m1 = 0, m2 = 0;
    long double before = -4;
    const int n = 2000;
    for (int i = 0; i < n; ++i) {
        const long double angle = flo__mem_angle(&mem, (i + 0.5) / n);
        if (!(angle >= before && angle <= FLO__PI))
            fail_msg("c1 %g, c2 %g%+gi: angle %Lg after %Lg", c1, creal(c2), cimag(c2), angle, before);
        before = angle;
        m1 += cexp((double)angle * I) / n;
        m2 += cexp((double)angle * 2 * I) / n;
    }
    if (cabs(m1 - c1) > tolerance || cabs(m2 - expected2) > tolerance)
        fail_msg("c1 %g, c2 %g%+gi: moments are %g%+gi and %g%+gi", c1, creal(c2), cimag(c2), creal(m1), cimag(m1),
                 creal(m2), cimag(m2));
}

static void maximum_entropy_keeps_possible_moments(void **state)
{
    (void)state;
    for (double c1 = 0; c1 < 0.95; c1 += 0.234) {
        for (double size = 0; size < 0.96; size += 0.235) {     /* c2 = c1^2 + p2 (1 - c1^2), |p2| < 0.99 */
            for (double turn = 0; turn < 6.2; turn += 1.1) {
                const double complex c2 = c1 * c1 + size * cexp(turn * I) * (1 - c1 * c1);
                assert_moments(c1, c2, c2, one_share);
            }
        }
    }
}

/* The peak of buoy 41010 on 2019-02-06 00:40: its density at alpha1. */
static void maximum_entropy_has_a_published_density(void **state)
{
    (void)state;
    flo__mem mem;
    flo__mem_make(&mem, 0.88L, 0.66L * cexpl(-6 * FLO__PI / 180 * I));
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        if (flo__mem_angle(&mem, middle) < 0)
            low = middle;
        else
            high = middle;
    }
    const double step = 1e-4;
    const long double width = flo__mem_angle(&mem, low + step) - flo__mem_angle(&mem, low - step);
    NEAR((double)(2 * step / width), 0.653815726, 1e-7);
}

static void maximum_entropy_moves_impossible_moments(void **state)
{
    (void)state;
    assert_moments(0, 1, 0.99, one_share);                      /* two opposite directions */
    assert_moments(0.5, 1, 0.25 + 0.99 * 0.75, one_share);      /* c2 - c1^2 is at most 1 - c1^2 */
    assert_moments(0.5, -1, 0.25 - 0.99 * 0.75, one_share);
    assert_moments(0.9, -1, 0.81 - 0.99 * 0.19, one_share);
    assert_moments(1, 1, 1, two_shares_and_moved);              /* one direction */
    assert_moments(1, 0, 0.997, two_shares_and_moved);
    assert_moments(0.999, 0.99998, 0.99998, two_shares_and_moved);
}

int test_record_mem(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maximum_entropy_keeps_possible_moments),
        cmocka_unit_test(maximum_entropy_has_a_published_density),
        cmocka_unit_test(maximum_entropy_moves_impossible_moments),
    };
    return cmocka_run_group_tests_name("record_mem", tests, NULL, NULL);
}
