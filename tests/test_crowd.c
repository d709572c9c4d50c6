/* SPDX-License-Identifier: MIT
 *
 * Crowds and their views. */
#include "test_expansion.h"

/* N s/m of all samples: the push tells how fast the water rises.  The mass is so much more that nothing that water does
 * is too strong for a body. */
enum { STRENGTH = 1, MASS = 4096 };

static void ball_point(double radius, double out[3])
{
    double square = 2;
    while (square > 1) {
        square = 0;
        for (int a = 0; a < 3; a++) {
            out[a] = test_random(-1, 1);
            square += out[a] * out[a];
        }
    }
    for (int a = 0; a < 3; a++) out[a] *= radius;
}

/* Nothing moves it but the push, which is all that its forces are. */
static flo_hull *looking_hull(const double (*points)[3], int count)
{
    flo_hull_def def = test_speck_def();
    def.points = points;
    def.point_count = count;
    def.mass = MASS;
    def.push = (flo_push_def){ (double)STRENGTH / MASS, FLO_PUSH_ANALYTIC };
    return test_hull_make(&def);
}

test_crowd test_crowd_make(double radius, int points, size_t bodies, const double place[2], double spread)
{
    test_crowd c = { .points = points, .radius = radius, .bodies = bodies, .samples = (size_t)points * bodies };
    c.point = calloc((size_t)points, sizeof *c.point);
    c.body = calloc(bodies, sizeof *c.body);
    assert_non_null(c.point);
    assert_non_null(c.body);
    for (int i = 0; i < points; i++) ball_point(radius, c.point[i]);
    c.point[0][0] = radius;
    c.point[0][1] = c.point[0][2] = 0;
    c.hull = looking_hull((const double (*)[3])c.point, points);
    for (size_t b = 0; b < bodies; b++) {
        const double x = place[0] + test_random(-spread, spread), z = place[1] + test_random(-spread, spread);
        flo_body_state at = test_state_random(x, -2000, z);             /* all samples are wet */
        c.body[b] = test_body(c.hull, at, (flo_body_control){ 0 });
    }
    return c;
}

void test_crowd_free(test_crowd *crowd)
{
    flo_hull_destroy(crowd->hull);
    free(crowd->point);
    free(crowd->body);
}

flo_summation test_crowd_look(const test_crowd *crowd, const test_look *look, test_view *views)
{
    flo_fleet *fleet = NULL;
    flo_fleet_def def = flo_default_fleet_def();
    flo_forces_def forces = flo_default_forces_def();
    double *height = calloc(crowd->samples, sizeof *height);
    float *rest = calloc(6 * crowd->samples, sizeof *rest), *column[6];
    assert_non_null(height);
    assert_non_null(rest);
    for (size_t i = 0; i < 6; i++) column[i] = rest + i * crowd->samples;
    def.sea = look->sea;
    def.bodies = crowd->body;
    def.count = crowd->bodies;
    def.time = look->time;
    def.waves = look->waves;
    def.tolerance = look->tolerance;
    OK(flo_fleet_create(&fleet, look->device, &def));
    const flo_sample_loads out = { .height = height, .normal = { column[0], column[1], column[2] },
                                   .force = { column[3], column[4], column[5] } };
    OK(flo_fleet_forces(fleet, &forces, NULL, &out));
    for (size_t i = 0; i < crowd->samples; i++) {
        double along = 0, square = 0;
        for (int a = 0; a < 3; a++) {
            along += (double)column[3 + a][i] * (double)column[a][i];
            square += (double)column[a][i] * (double)column[a][i];
        }
        views[i] = (test_view){ height[i], { -(double)column[0][i] / (double)column[1][i],
                                             -(double)column[2][i] / (double)column[1][i] },
                                along / square * crowd->points / STRENGTH };
    }
    const flo_summation sum = flo_fleet_get_summation(fleet, crowd->bodies - 1);
    flo_fleet_destroy(fleet);
    free(height);
    free(rest);
    return sum;
}

void test_crowd_place(const test_crowd *crowd, size_t sample, real at[2])
{
    const flo_body_state *s = &crowd->body[sample / (size_t)crowd->points].state;
    double q[4], length = 0, arm[3];
    for (int i = 0; i < 4; i++) length += (double)s->orientation[i] * s->orientation[i];
    for (int i = 0; i < 4; i++) q[i] = s->orientation[i] / sqrt(length);
    oracle_turn(q, crowd->point[sample % (size_t)crowd->points], arm);
    at[0] = s->position[0] + arm[0];
    at[1] = s->position[2] + arm[2];
}

void test_crowd_truth(const test_crowd *crowd, const oracle_sea *sea, double time, size_t every, test_view *views,
                      double *reach)
{
    oracle_surface middle = { .height = 0 };
    size_t body = crowd->bodies;
    for (size_t i = 0; i < crowd->samples; i += every) {
        real at[2];
        test_crowd_place(crowd, i, at);
        if (i / (size_t)crowd->points != body) {
            body = i / (size_t)crowd->points;
            const double *place = crowd->body[body].state.position;
            middle = oracle_surface_at(sea, time, place[0], place[2], ORACLE_CONVERGED);
        }
        const oracle_surface s = oracle_surface_beside(sea, time, &middle, at, ORACLE_CONVERGED);
        views[i] = (test_view){ (double)s.height, { (double)s.slope_x, (double)s.slope_z }, (double)s.rise };
        if (reach) reach[i] = (double)hypotl(s.label_x - middle.label_x, s.label_z - middle.label_z);
    }
}

void test_spread_add(test_spread *spread, double off)
{
    spread->most = test_more(spread->most, fabs(off));
    spread->squares += off * off;
    spread->count++;
}

double test_spread_rms(const test_spread *spread)
{
    return sqrt(spread->squares / (double)(spread->count ? spread->count : 1));
}

void test_off_add(test_off *off, const test_view *a, const test_view *b, size_t count, size_t every)
{
    for (size_t i = 0; i < count; i += every) {
        test_spread_add(&off->height, a[i].height - b[i].height);
        for (int k = 0; k < 2; k++) test_spread_add(&off->slope, a[i].slope[k] - b[i].slope[k]);
        test_spread_add(&off->rise, a[i].rise - b[i].rise);
    }
}

void test_off_print(const char *name, const test_off *off)
{
    print_message("             %-40s height %.1e/%.1e m, slope %.1e/%.1e, rise %.1e/%.1e m/s (rms/most)\n", name,
                  test_spread_rms(&off->height), off->height.most, test_spread_rms(&off->slope), off->slope.most,
                  test_spread_rms(&off->rise), off->rise.most);
}

test_water test_water_of(const test_spectrum *spectrum, const flo_sea_def *like)
{
    flo_spectrum_def s = flo_default_spectrum_def();
    flo_sea_def def = *like;
    flo_wave *waves = calloc((size_t)spectrum->waves, sizeof *waves);
    assert_non_null(waves);
    s.type = FLO_JONSWAP;
    s.significant_wave_height = spectrum->height;
    s.peak_period = spectrum->period;
    s.cutoff = spectrum->cutoff;
    s.components = spectrum->waves;
    s.gravity = like->gravity;
    s.depth = like->depth;
    OK(flo_spectrum_waves(&s, waves));
    def.waves = waves;
    def.wave_count = spectrum->waves;
    const test_water w = test_water_make(&def);
    free(waves);
    return w;
}

double test_rounding(const test_water *water) { return 1.5e-6 * water->amplitudes; }
