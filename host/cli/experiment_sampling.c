/* SPDX-License-Identifier: MIT
 *
 * Experiments 23 and 24: water as a function, and what samples make of it. */
#include "experiment_list.h"

#include "../internal.h"

#include <stdlib.h>

/* ---- 23: summed sines ------------------------------------------------------------------------------------------ */

const experiment_variation summed_sines_variations[] = {
    { "sines", { NULL } },
    { "the same as Gerstner waves", { "sea.waves.0.steepness=1", "sea.waves.1.steepness=1", "sea.inversion=6" } },
    { NULL, { NULL } },
};

enum { SIDE = 48, PLACES = SIDE * SIDE };

/* The article's own function. */
static double article_height(double x, double z, double time)
{
    return 0.8 * sin(0.1 * x + time) + 0.5 * sin(0.13 * z + 0.7 * time);
}

static const char *beyond_article(const track *t)
{
    static const char other[] = "the sea is another";
    const flo_sea_def *def = &t->model.scene->sea;
    if (def->wave_count != 2 || def->level != 0 || def->current[0] != 0 || def->current[1] != 0) return other;
    const flo_wave *a = &def->waves[0], *b = &def->waves[1];
    const bool same = a->amplitude == 0.8 && b->amplitude == 0.5 && fabs(2 * PI / a->wavelength - 0.1) < 1e-12 &&
                      fabs(2 * PI / b->wavelength - 0.13) < 1e-12 && a->angular_frequency == 1 &&
                      b->angular_frequency == 0.7 && a->own_frequency && b->own_frequency;
    const bool way = fabs(a->heading + PI / 2) < 1e-9 && fabs(fabs(b->heading) - PI) < 1e-9 &&
                     fabs(a->phase - PI / 2) < 1e-9 && fabs(b->phase - PI / 2) < 1e-9;
    return same && way && a->steepness == 0 && b->steepness == 0 ? NULL : other;
}

/* The heights over a wavelength along x and one along z, at a moment. */
static void ask(lab *l, const track *t, double time, double x[PLACES], double z[PLACES], double height[PLACES])
{
    const flo_sea_def *def = &t->model.scene->sea;
    const double wide = def->waves[0].wavelength, long_ = def->waves[1].wavelength;
    const flo_surface surface = { .height = height };
    for (int i = 0; i < PLACES; i++) {
        x[i] = wide * (i % SIDE) / SIDE - 100;
        z[i] = long_ * (i / SIDE) / SIDE + 30;
    }
    lab_fail(l, flo_query(l->device, t->model.sea, time, PLACES, x, z, &surface));
}

static void check_sea(lab *l, const track *t)
{
    static double x[PLACES], z[PLACES], height[PLACES];
    const flo_sea_def *def = &t->model.scene->sea;
    const double times[] = { 0, 7.25, 1234.5 };
    double apart = 0, mean = 0;
    for (int i = 0; i < 3 && def->wave_count == 2; i++) {
        ask(l, t, times[i], x, z, height);
        for (int j = 0; j < PLACES; j++) {
            apart = fmax(apart, fabs(height[j] - article_height(x[j], z[j], times[i])));
            mean += height[j] / PLACES / 3;
        }
    }
    if (def->wave_count == 2 && def->waves[0].steepness > 0) {
        double expected = def->level;
        for (int i = 0; i < 2; i++) {
            const flo_wave *w = &def->waves[i];
            expected -= w->steepness * 2 * PI / w->wavelength * w->amplitude * w->amplitude / 2;
        }
        expect_unless(l, def->mean_level_correction ? "the level is corrected" : NULL);
        expect_share(l, "m", mean, expected, 0.02, "%s: mean level, -ΣQkA²/2", t->label);
        return;
    }
    expect_unless(l, beyond_article(t));
    expect_at_most(l, "m", apart, 2e-6, "%s: heights beside 0.8 sin(0.1x + t) + 0.5 sin(0.13z + 0.7t), at most apart",
                   t->label);
}

static void check_rolling(lab *l, const track *t)
{
    const bool usual = t->bodies == 2 && track_hull(t, 0)->point_count == 1 && track_hull(t, 1)->point_count > 1 &&
                       (track_features(t, 0) & HAS_WAVES);
    const char *const beyond = track_beyond(t, 0, HAS_WAVES | HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING);
    expect_unless(l, usual ? either_reason(beyond, track_slow(t, 0.1))
                           : "the bodies are others, or there are no waves");
    expect_within(l, "°", series_largest(track_series(l, t, 0, COLUMN_TILT)) * DEGREES, 0, 0,
                  "%s: tilt of the buoy, one sample", t->label);
    expect_at_least(l, "°", series_largest(track_series(l, t, 1, COLUMN_TILT)) * DEGREES, 3,
                    "%s: tilt of the boat, four samples", t->label);
}

void summed_sines_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) {
        check_sea(l, &l->tracks[i]);
        check_rolling(l, &l->tracks[i]);
    }
    const track *t = &l->tracks[0];
    draw_panel(l, "time (s)", "height (m)");
    draw_curve(l, track_series(l, t, 0, COLUMN_WATER), PLOT_WATER, "water there");
    draw_curve(l, track_series(l, t, 0, COLUMN_Y), PLOT_LINE, "buoy");
    draw_curve(l, track_series(l, t, t->bodies - 1, COLUMN_Y), PLOT_LINE, "boat");
    draw_panel(l, "time (s)", "roll (degrees)");
    draw_curve(l, series_scaled(l, track_series(l, t, 0, COLUMN_ROLL), DEGREES, 0), PLOT_LINE, "buoy");
    draw_curve(l, series_scaled(l, track_series(l, t, t->bodies - 1, COLUMN_ROLL), DEGREES, 0), PLOT_LINE, "boat");
}

/* ---- 24: sampling ---------------------------------------------------------------------------------------------- */

const experiment_variation sampling_variations[] = {
    { "at B/(2√3)", { NULL } },
    { "at the corners", { "hulls.boat.points=[[-2, 0, -4], [2, 0, -4], [-2, 0, 4], [2, 0, 4]]" } },
    { "clustered at B/8", { "hulls.boat.points=[[-0.5, 0, -1], [0.5, 0, -1], [-0.5, 0, 1], [0.5, 0, 1]]" } },
    { NULL, { NULL } },
};

enum { DRAWS = 60, SIZES = 4, MOST_POINTS = 1024, BOX = 1 };

static const char *beyond_arms(const track *t)
{
    if (t->bodies != 2 || track_entry(t, 1)->hull != BOX) return "the bodies are others";
    if (!(track_hull(t, BOX)->box_size[0] > 0) || track_hull(t, 0)->point_count == 0) return "the hulls are others";
    const char *beyond = track_beyond(t, BOX, HAS_SPIN);
    return beyond ? beyond : track_beyond(t, 0, HAS_SPIN);
}

/* The righting arm per radian, from the torque of the first moment. */
static double arm_of(const track *t, size_t body)
{
    const double heel = track_value(t, body, 0, COLUMN_ROLL);
    return -track_value(t, body, 0, COLUMN_TZ) / (track_hull(t, body)->mass * t->model.scene->sea.gravity * sin(heel));
}

static void check_arm(lab *l, const track *t)
{
    const flo_hull_def *box = track_hull(t, BOX), *h = track_hull(t, 0);
    const double draft = box->mass / (t->model.scene->sea.density * box->box_size[0] * box->box_size[2]);
    const double exact = box->box_size[0] * box->box_size[0] / (12 * draft);
    const point_layout p = track_layout(t, 0);
    const double k = p.square_x * t->model.scene->sea.density * h->volume / h->mass / h->buoyancy.reference_depth;
    const char *beyond = beyond_arms(t);
    expect_unless(l, beyond);
    const double found = arm_of(t, 0);
    expect_share(l, "m", found, k + p.mean[1], 0.01, "%s: righting arm per radian, mean(x²)·ρV/(m·depth)",
                 t->label);
    if (t->is_itself && !beyond) {
        tell(l, "", found / exact, "%s: of the box's own B²/(12 d) = %.4g m", t->label, exact);
    }
}

static void check_places(lab *l)
{
    const track *right = lab_track(l, "at B/(2√3)"), *corners = lab_track(l, "at the corners");
    const track *t = &l->tracks[0];
    expect_unless(l, right && corners ? beyond_arms(t) : "the points are set");
    const flo_hull_def *box = track_hull(t, BOX);
    const double draft = box->mass / (t->model.scene->sea.density * box->box_size[0] * box->box_size[2]);
    const double exact = box->box_size[0] * box->box_size[0] / (12 * draft);
    expect_share(l, "m", right ? arm_of(right, 0) : (double)NAN, exact, 0.002,
                 "four points at B/(2√3): BM, B²/(12 d)");
    expect_share(l, "m", corners ? arm_of(corners, 0) : (double)NAN, 3 * exact, 0.002,
                 "four points at the corners: three times BM");
    const double rest = t->model.scene->sea.level + box->box_size[1] / 2 - draft;
    const bool floats = fabs(track_value(t, BOX, 0, COLUMN_Y) - rest) < 0.01 * box->box_size[1];
    expect_unless(l, either_reason(beyond_arms(t), floats ? NULL : "the box does not start where it floats"));
    expect_share(l, "m", arm_of(t, BOX) + draft / 2, exact, 0.01, "cells: BM");
}

/* ---- random points --------------------------------------------------------------------------------------------- */

static const double pose_roll = 0.2, pose_pitch = 0.1, pose_height = 0.13;     /* rad, m: no symmetry helps */

/* The volume of a box below still water: inclusion and exclusion over its corners. */
static double volume_under(const double size[3], const flo_body_state *s)
{
    double axes[3][3], reach = 0, sum = 0, product = 6;
    track_axes(s, axes);
    const double up[3] = { fabs(axes[0][1]), fabs(axes[1][1]), fabs(axes[2][1]) };
    for (int i = 0; i < 3; i++) {
        reach += up[i] * size[i] / 2;
        product *= up[i];
    }
    for (int corner = 0; corner < 8; corner++) {
        double depth = reach - s->position[1];
        int sign = 1;
        for (int i = 0; i < 3; i++) {
            if (!(corner & 1 << i)) continue;
            depth -= up[i] * size[i];
            sign = -sign;
        }
        sum += sign * pow(fmax(0, depth), 3);
    }
    return sum / product;
}

static flo_body_state tilted(void)
{
    const double cx = cos(pose_pitch / 2), sx = sin(pose_pitch / 2), cz = cos(pose_roll / 2), sz = sin(pose_roll / 2);
    flo_body_state s = { .position = { 0, pose_height, 0 } };
    s.orientation[0] = (float)(cx * cz);
    s.orientation[1] = (float)(sx * cz);
    s.orientation[2] = (float)(-sx * sz);
    s.orientation[3] = (float)(cx * sz);
    return s;
}

/* Lift of hulls at the tilted pose, N. */
static flo_status weigh(lab *l, const track *t, flo_hull *const *hulls, size_t count, double *lift)
{
    flo_body_def *bodies = calloc(count, sizeof *bodies);
    flo_body_load *loads = calloc(count, sizeof *loads);
    flo_fleet *fleet = NULL;
    flo_status status = bodies && loads ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for %zu bodies", count);
    for (size_t i = 0; i < count && !status; i++) bodies[i] = (flo_body_def){ .hull = hulls[i], .state = tilted() };
    flo_fleet_def def = flo_default_fleet_def();
    flo_forces_def forces = flo_default_forces_def();
    def.sea = t->model.sea;
    def.bodies = bodies;
    def.count = count;
    forces.gravity = false;
    if (!status) status = flo_fleet_create(&fleet, l->device, &def);
    if (!status) status = flo_fleet_forces(fleet, &forces, loads, NULL);
    for (size_t i = 0; i < count && !status; i++) lift[i] = (double)loads[i].force[1];
    flo_fleet_destroy(fleet);
    free(bodies);
    free(loads);
    return status;
}

/* A box's hull of so many random points, each a grain that is in the water or out of it. */
static flo_status make_random(flo_hull **hull, const flo_hull_def *box, int count, uint64_t *seed)
{
    static double points[MOST_POINTS][3];
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < 3; j++) points[i][j] = (flo__random_unit(seed) - 0.5) * box->box_size[j];
    }
    flo_hull_def def = flo_default_hull_def();
    def.mass = box->mass;
    for (int j = 0; j < 3; j++) def.inertia[j] = 1e5;
    def.volume = box->box_size[0] * box->box_size[1] * box->box_size[2];
    def.points = (const double (*)[3])points;
    def.point_count = count;
    def.buoyancy.law = FLO_ARCHIMEDES;
    def.buoyancy.reference_depth = 1e-6;
    return flo_hull_create(hull, &def);
}

/* Relative rms error of the lift, over many draws. */
static double random_error(lab *l, const track *t, int count, double exact, uint64_t *seed)
{
    flo_hull *hulls[DRAWS] = { NULL };
    double lift[DRAWS], square = 0;
    flo_status status = FLO_OK;
    for (int i = 0; i < DRAWS && !status; i++) status = make_random(&hulls[i], track_hull(t, BOX), count, seed);
    if (!status) status = weigh(l, t, hulls, DRAWS, lift);
    for (int i = 0; i < DRAWS; i++) {
        flo_hull_destroy(hulls[i]);
        if (!status) square += (lift[i] / exact - 1) * (lift[i] / exact - 1) / DRAWS;
    }
    lab_fail(l, status);
    return sqrt(square);
}

/* The same of a grid of cells. */
static double grid_error(lab *l, const track *t, int side, double exact, int *count)
{
    flo_hull_def def = flo_default_hull_def();
    const flo_hull_def *box = track_hull(t, BOX);
    const int grid[3] = { 4 * side, side, 8 * side };
    double lift = 0;
    flo_hull *hull = NULL;
    def.mass = box->mass;
    def.buoyancy.law = FLO_ARCHIMEDES;
    for (int i = 0; i < 3; i++) {
        def.box_size[i] = box->box_size[i];
        def.box_grid[i] = grid[i];
    }
    *count = grid[0] * grid[1] * grid[2];
    flo_status status = flo_hull_create(&hull, &def);
    if (!status) status = weigh(l, t, &hull, 1, &lift);
    flo_hull_destroy(hull);
    lab_fail(l, status);
    return fabs(lift / exact - 1);
}

static void check_random(lab *l, const track *t)
{
    const flo_hull_def *box = track_hull(t, BOX);
    const flo_body_state pose = tilted();
    const double under = volume_under(box->box_size, &pose);
    const double share = under / (box->box_size[0] * box->box_size[1] * box->box_size[2]);
    const double exact = t->model.scene->sea.density * t->model.scene->sea.gravity * under;
    double *n = lab_numbers(l, 3 * SIZES + 6);
    uint64_t seed = 2025;
    if (!n || l->status) return;
    for (int i = 0; i < SIZES; i++) {
        const int count = 16 << 2 * i;
        n[i] = count;
        n[SIZES + i] = random_error(l, t, count, exact, &seed);
        n[2 * SIZES + i] = sqrt((1 - share) / share / count);
        expect_share(l, "", n[SIZES + i], n[2 * SIZES + i], 0.3,
                     "%d random points: rms error of the lift, √((1-s)/(s n))", count);
    }
    expect_share(l, "", log(n[SIZES] / n[2 * SIZES - 1]) / log(n[0] / n[SIZES - 1]), -0.5, 0.1,
                 "error of random points falls with their number to the power");
    double *cells = n + 3 * SIZES;
    for (int i = 0; i < 3; i++) {
        int count;
        cells[3 + i] = grid_error(l, t, 1 << i, exact, &count);
        cells[i] = count;
    }
    expect_at_most(l, "", cells[5], 0.1 * sqrt((1 - share) / share / cells[2]),
                   "%.0f cells in a grid: error of the lift, at most a tenth of that of random points", cells[2]);
    draw_panel(l, "number of samples", "relative error of the lift");
    draw_scales(l, true, true);
    draw_curve(l, (series){ n, n + SIZES, SIZES }, PLOT_POINTS, "random points, rms of %d draws", DRAWS);
    draw_curve(l, (series){ n, n + 2 * SIZES, SIZES }, PLOT_DASHED, "√((1-s)/(s n))");
    draw_curve(l, (series){ cells, cells + 3, 3 }, PLOT_POINTS, "cells in a grid");
}

void sampling_measure(lab *l)
{
    const track *t = &l->tracks[0];
    for (int i = 0; i < l->track_count; i++) check_arm(l, &l->tracks[i]);
    check_places(l);
    expect_unless(l, beyond_arms(t));
    if (!l->unless) check_random(l, t);
    draw_panel(l, "time (s)", "roll (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        const series roll = series_scaled(l, track_series(l, &l->tracks[i], 0, COLUMN_ROLL), DEGREES, 0);
        draw_curve(l, roll, PLOT_LINE, "four points %s", l->tracks[i].label);
    }
}
