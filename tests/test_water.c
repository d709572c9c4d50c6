/* SPDX-License-Identifier: MIT
 *
 * Seas and queries for tests. */
#include "test_water.h"

test_water test_water_make(const flo_sea_def *def)
{
    test_water w = { .def = *def };
    w.waves = calloc((size_t)def->wave_count + 1, sizeof *w.waves);
    assert_non_null(w.waves);
    if (def->wave_count > 0) memcpy(w.waves, def->waves, (size_t)def->wave_count * sizeof *w.waves);
    w.def.waves = w.waves;
    OK(flo_sea_create(&w.sea, &w.def));
    w.oracle = oracle_sea_make(&w.def);
    w.amplitudes = (double)oracle_amplitude_sum(&w.oracle);
    return w;
}

void test_water_free(test_water *water)
{
    flo_sea_destroy(water->sea);
    oracle_sea_free(&water->oracle);
    free(water->waves);
}

test_water test_water_random(int waves, double longest, double steepness_sum, uint64_t seed)
{
    flo_sea_def def = flo_default_sea_def();
    flo_wave *list = calloc((size_t)waves + 1, sizeof *list);
    double sum = 0;
    assert_non_null(list);
    test_random_start(seed);
    for (int i = 0; i < waves; i++) {
        const double wavelength = longest * exp(-test_random(0, log(longest)));
        list[i] = (flo_wave){ .amplitude = wavelength * test_random(0.1, 1), .wavelength = wavelength,
                              .heading = test_random(-pi, pi), .steepness = test_random(0.3, 1),
                              .phase = test_random(-10, 10) };
        sum += list[i].steepness * list[i].amplitude * 2 * pi / wavelength;
    }
    for (int i = 0; i < waves; i++) list[i].amplitude *= steepness_sum / sum;
    def.level = 3;
    def.current[0] = 0.7;
    def.current[1] = -1.3;
    def.waves = list;
    def.wave_count = waves;
    const test_water w = test_water_make(&def);
    free(list);
    return w;
}

void test_water_settle(test_water *water)
{
    flo_sea_destroy(water->sea);
    water->def.inversion = 8;
    water->oracle.inversion = ORACLE_CONVERGED;
    OK(flo_sea_create(&water->sea, &water->def));
}

flo_sea_def test_sea_of(const flo_wave *wave, int inversion)
{
    flo_sea_def def = flo_default_sea_def();
    def.waves = wave;
    def.wave_count = 1;
    def.inversion = inversion;
    return def;
}

test_points test_points_make(size_t count)
{
    test_points p = { .count = count };
    p.x = calloc(3 * count + 1, sizeof *p.x);
    p.normal[0] = calloc(7 * count + 1, sizeof *p.normal[0]);
    assert_non_null(p.x);
    assert_non_null(p.normal[0]);
    p.z = p.x + count;
    p.height = p.z + count;
    for (size_t i = 0; i < 3; i++) {
        p.normal[i] = p.normal[0] + i * count;
        p.velocity[i] = p.normal[0] + (3 + i) * count;
    }
    p.residual = p.normal[0] + 6 * count;
    return p;
}

void test_points_free(test_points *points)
{
    free(points->x);
    free(points->normal[0]);
}

void test_points_spread(test_points *points, double x, double z, double reach)
{
    for (size_t i = 0; i < points->count; i++) {
        points->x[i] = x + test_random(-reach, reach);
        points->z[i] = z + test_random(-reach, reach);
    }
}

void test_points_ask(test_points *points, flo_device *device, const flo_sea *sea, double time)
{
    const flo_surface out = { points->height, { points->normal[0], points->normal[1], points->normal[2] },
                              { points->velocity[0], points->velocity[1], points->velocity[2] }, points->residual };
    OK(flo_query(device, sea, time, points->count, points->x, points->z, &out));
}

oracle_surface *test_right_answers(const test_water *water, const test_points *points, double time, int inversion)
{
    oracle_surface *right = calloc(points->count + 1, sizeof *right);
    assert_non_null(right);
    for (size_t i = 0; i < points->count; i++) {
        right[i] = oracle_surface_at(&water->oracle, time, points->x[i], points->z[i], inversion);
    }
    return right;
}

oracle_surface test_ask_one(flo_device *device, const flo_sea *sea, double time, double x, double z)
{
    test_points p = test_points_make(1);
    p.x[0] = x;
    p.z[0] = z;
    test_points_ask(&p, device, sea, time);
    oracle_surface r = { .height = p.height[0], .residual = p.residual[0] };
    for (int i = 0; i < 3; i++) {
        r.normal[i] = p.normal[i][0];
        r.velocity[i] = p.velocity[i][0];
    }
    test_points_free(&p);
    return r;
}
