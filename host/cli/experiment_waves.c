/* SPDX-License-Identifier: MIT
 *
 * Experiments 11 and 12: normals, and the push of waves. */
#include "experiment_list.h"

/* ---- 11: normals ----------------------------------------------------------------------------------------------- */

#define GERSTNER "sea.waves.0.steepness=1", "sea.waves.1.steepness=1", "sea.waves.2.steepness=1"

const experiment_variation normals_variations[] = {
    { "1 m", { "sea.normal_offset=1", "time.steps=0" } },
    { "0.5 m", { "sea.normal_offset=0.5", "time.steps=0" } },
    { "0.2 m", { "sea.normal_offset=0.2", "time.steps=0" } },
    { "0.1 m", { NULL } },
    { "0.05 m", { "sea.normal_offset=0.05", "time.steps=0" } },
    { "0.01 m", { "sea.normal_offset=0.01", "time.steps=0" } },
    { "analytic", { "sea.normal_offset=0", "time.steps=0" } },
    { "flat water", { "sea.waves=[]", "time.steps=0" } },
    { "Gerstner, displacement ignored", { GERSTNER, "sea.inversion=0", "time.steps=0" } },
    { "Gerstner, inverted", { GERSTNER, "time.steps=0" } },
    { NULL, { NULL } },
};

enum { SIDE = 40, PLACES = SIDE * SIDE };

#define INSTANT 7.25            /* s: some moment at which no wave is special */

typedef struct surface_error {
    double rms, largest;        /* of slopes, along x and z */
    double height;              /* m, rms */
    bool upright;               /* every normal is (0, 1, 0) exactly */
} surface_error;

/* Asks for a square of places, and compares with the waves themselves. */
static surface_error measure_surface(lab *l, const track *t)
{
    static double x[PLACES], z[PLACES], height[PLACES];
    static float nx[PLACES], ny[PLACES], nz[PLACES];
    const flo_surface surface = { .height = height, .normal = { nx, ny, nz } };
    const exact_sea sea = exact_sea_of(l, t);
    surface_error e = { .upright = true };
    for (int i = 0; i < PLACES; i++) {
        x[i] = 1.7 * (i % SIDE) - 31.3;
        z[i] = 1.7 * (i / SIDE) - 29.1;
    }
    lab_fail(l, flo_query(l->device, t->model.sea, INSTANT, PLACES, x, z, &surface));
    for (int i = 0; i < PLACES; i++) {
        const exact_surface exact = exact_surface_at(&sea, INSTANT, x[i], z[i]);
        const double dx = -(double)nx[i] / (double)ny[i] - exact.slope[0];
        const double dz = -(double)nz[i] / (double)ny[i] - exact.slope[1];
        e.upright = e.upright && nx[i] == 0 && ny[i] == 1 && nz[i] == 0;
        e.largest = fmax(e.largest, fmax(fabs(dx), fabs(dz)));
        e.rms += (dx * dx + dz * dz) / PLACES;
        e.height += (height[i] - exact.height) * (height[i] - exact.height) / PLACES;
    }
    e.rms = sqrt(e.rms);
    e.height = sqrt(e.height);
    return e;
}

/* What a difference over `offset` can be off: half the offset times the largest curvature, and the rounding of
 * heights. */
static double bound_of(const track *t, double offset)
{
    double curvature = 0, amplitude = 0;
    const flo_sea_def *def = &t->model.scene->sea;
    for (int i = 0; i < def->wave_count; i++) {
        const double k = 2 * PI / def->waves[i].wavelength;
        curvature += def->waves[i].amplitude * k * k;
        amplitude += def->waves[i].amplitude;
    }
    return offset / 2 * curvature + 3e-6 * amplitude / offset;
}

static bool is_sine(const track *t)
{
    const flo_sea_def *def = &t->model.scene->sea;
    for (int i = 0; i < def->wave_count; i++) {
        if (def->waves[i].steepness != 0 || !(def->waves[i].wavelength > 0)) return false;
    }
    return def->wave_count > 0;
}

/* Rows of offset, rms, largest and bound, of every track of sines with an offset. */
static size_t measure_offsets(lab *l, double *rows)
{
    size_t count = 0;
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const double offset = t->model.scene->sea.normal_offset;
        expect_unless(l, is_sine(t) ? NULL : "the waves are no sines with a wavelength");
        if (!(offset > 0) || !is_sine(t)) continue;
        const surface_error e = measure_surface(l, t);
        double *row = &rows[4 * count++];
        row[0] = offset;
        row[1] = e.rms;
        row[2] = e.largest;
        row[3] = bound_of(t, offset);
        expect_at_most(l, "", e.largest, row[3], "offset %g m: largest error of a slope; δ/2·ΣAk² + 3e-6·ΣA/δ",
                       offset);
    }
    return count;
}

static void check_order(lab *l, const double *rows, size_t count)
{
    double coarse = NAN, fine = NAN;
    for (size_t i = 0; i < count; i++) {
        if (rows[4 * i] == 1) coarse = rows[4 * i + 1];
        if (rows[4 * i] == 0.05) fine = rows[4 * i + 1];
    }
    expect_unless(l, isnan(coarse) || isnan(fine) ? "the offset is set" : NULL);
    expect_share(l, "", log(coarse / fine) / log(20), 1, 0.03, "order of the error, from 1 m to 5 cm");
}

/* The height along a line, through `track`'s eyes. */
static series heights_along(lab *l, const track *t, bool exact)
{
    enum { POINTS = 200 };
    double *n = lab_numbers(l, 3 * POINTS);
    if (!n) return (series){ .count = 0 };
    const exact_sea sea = exact_sea_of(l, t);
    const flo_surface surface = { .height = n + 2 * POINTS };
    for (int i = 0; i < POINTS; i++) n[POINTS + i] = 0.4 * i;
    lab_fail(l, flo_query(l->device, t->model.sea, INSTANT, POINTS, n, n + POINTS, &surface));
    for (int i = 0; i < POINTS && exact; i++) {
        n[2 * POINTS + i] = exact_surface_at(&sea, INSTANT, 0, n[POINTS + i]).height;
    }
    return (series){ n + POINTS, n + 2 * POINTS, POINTS };
}

static void check_displacement(lab *l)
{
    const track *ignored = lab_track(l, "Gerstner, displacement ignored");
    const track *inverted = lab_track(l, "Gerstner, inverted");
    expect_unless(l, ignored && inverted ? NULL : "the waves or the inversion are set");
    const double bad = ignored ? measure_surface(l, ignored).height : NAN;
    const double good = inverted ? measure_surface(l, inverted).height : NAN;
    expect_at_least(l, "m", bad, 0.01, "Gerstner waves, displacement ignored: rms error of the height");
    expect_at_most(l, "m", good, 1e-5, "Gerstner waves, inverted: rms error of the height");
    if (!ignored || !inverted) return;
    draw_panel(l, "z (m)", "height of Gerstner waves (m)");
    draw_curve(l, heights_along(l, inverted, true), PLOT_WATER, "exact");
    draw_curve(l, heights_along(l, inverted, false), PLOT_LINE, "inverted");
    draw_curve(l, heights_along(l, ignored, false), PLOT_LINE, "displacement ignored");
}

void normals_measure(lab *l)
{
    double *rows = lab_numbers(l, 4 * (size_t)(l->track_count + 1));
    if (!rows) return;
    const size_t count = measure_offsets(l, rows);
    check_order(l, rows, count);
    double *columns = lab_numbers(l, 4 * (count + 1));
    for (size_t i = 0; columns && i < count; i++) {
        for (size_t j = 0; j < 4; j++) columns[j * count + i] = rows[4 * i + j];
    }
    lab_add_table(l, "offsets", "offset,rms,largest,bound", 4, rows, count);
    if (columns && count > 1) {
        draw_panel(l, "offset (m)", "error of the slope");
        draw_scales(l, true, true);
        draw_curve(l, (series){ columns, columns + count, count }, PLOT_LINE, "rms");
        draw_curve(l, (series){ columns, columns + 2 * count, count }, PLOT_LINE, "largest");
        draw_curve(l, (series){ columns, columns + 3 * count, count }, PLOT_DASHED, "bound");
    }
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        expect_unless(l, NULL);
        if (t->model.scene->sea.wave_count == 0) {
            expect_that(l, measure_surface(l, t).upright, "%s: every normal is (0, 1, 0) exactly", t->label);
        } else if (t->model.scene->sea.normal_offset == 0 && is_sine(t)) {
            expect_at_most(l, "", measure_surface(l, t).largest, 2e-6, "%s: largest error of a slope", t->label);
        }
    }
    check_displacement(l);
}

/* ---- 12: push -------------------------------------------------------------------------------------------------- */

const experiment_variation push_variations[] = {
    { "strength 0", { "hulls.ball.push.strength=0" } },
    { "strength 0.5", { NULL } },
    { "strength 2", { "hulls.ball.push.strength=2" } },
    { "strength 2, analytic", { "hulls.ball.push.strength=2", "hulls.ball.push.velocity=analytic" } },
    { "strength 0.5, no drag", { "hulls.ball.drag.linear=0" } },
    { NULL, { NULL } },
};

/* Speed along the waves' way: over the last half of a track, in whole encounters with the wave. */
static double drift_of(lab *l, const track *t, const flo_wave *w)
{
    const series x = track_series(l, t, 0, COLUMN_X), z = track_series(l, t, 0, COLUMN_Z);
    const double dx = sin(w->heading), dz = cos(w->heading), k = 2 * PI / w->wavelength, end = t->time[t->count - 1];
    double drift = (series_last(x) - series_first(x)) / end;
    for (int i = 0; i < 5; i++) {       /* how long encounters take depends on the drift */
        const double period = 2 * PI / fabs(w->angular_frequency - k * drift);
        const double from = end - fmax(1, floor(end / 2 / period)) * period;
        const double along = (series_last(x) - series_at(x, from)) * dx + (series_last(z) - series_at(z, from)) * dz;
        drift = along / (end - from);
    }
    return drift;
}

static bool is_dry(const track *t, size_t sample)
{
    return track_value(t, 0, sample, COLUMN_Y) >= track_value(t, 0, sample, COLUMN_WATER);
}

static bool leaves_water(const track *t)
{
    bool leaves = false;
    for (size_t i = t->count / 2; i < t->count; i++) leaves = leaves || is_dry(t, i);
    return leaves;
}

static void check_drift(lab *l, const track *t, const flo_wave *w)
{
    const flo_hull_def *h = track_hull(t, 0);
    const double k = 2 * PI / w->wavelength, s = h->push.strength * w->amplitude * w->amplitude * k, c = h->drag.linear;
    const double drift = drift_of(l, t, w);
    const bool analytic = h->push.velocity == FLO_PUSH_ANALYTIC;
    const unsigned covered = HAS_WAVES | HAS_VERTICAL_DAMPING | HAS_LINEAR_DRAG | HAS_PUSH;
    expect_unless(l, h->push.velocity == FLO_PUSH_RELATIVE ? "the push is the physical one" :
                  leaves_water(t) ? "it leaves the water" :
                  either_reason(track_coarse_for(t, w->angular_frequency), track_beyond(t, 0, covered)));
    if (h->push.strength == 0) {
        expect_within(l, "m/s", drift, 0, 1e-6, "%s: no mean drift", t->label);
        return;
    }
    expect_at_least(l, "m/s", drift, 0.01, "%s: drifts the way the waves go", t->label);
    if (c == 0) return;
    const double expected = s * w->angular_frequency / (analytic ? 2 * c : 2 * c + s * k);
    expect_share(l, "m/s", drift, expected, 0.05, analytic ? "%s: drift, s A²kω/(2 c)"
                                                           : "%s: drift, s A²kω/(2 c + s A²k²)", t->label);
}

/* The horizontal force along x that is not drag, over the mass. */
static series push_along(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    double *y = lab_numbers(l, t->count);
    if (!y) return (series){ .count = 0 };
    for (size_t i = 0; i < t->count; i++) {
        y[i] = track_value(t, 0, i, COLUMN_FX) / h->mass + h->drag.linear * track_value(t, 0, i, COLUMN_VX);
    }
    return (series){ t->time, y, t->count };
}

/* The largest horizontal push near a crest or a trough, as a share of the largest of all, while the ball is slow. */
static void check_crest(lab *l, const track *t, const flo_wave *w)
{
    double crest = 0, most = 0;
    const double c = track_hull(t, 0)->drag.linear * track_hull(t, 0)->mass;
    for (size_t i = 1; i < t->count; i++) {
        if (is_dry(t, i)) continue;         /* without drag, too */
        const double push = hypot(track_value(t, 0, i, COLUMN_FX) + c * track_value(t, 0, i, COLUMN_VX),
                                  track_value(t, 0, i, COLUMN_FZ) + c * track_value(t, 0, i, COLUMN_VZ));
        most = fmax(most, push);
        const double height = fabs(track_value(t, 0, i, COLUMN_WATER) - t->model.scene->sea.level);
        if (height > 0.999 * w->amplitude) crest = fmax(crest, push);
    }
    expect_unless(l, either_reason(track_coarse_for(t, w->angular_frequency),
                                   track_beyond(t, 0, HAS_WAVES | HAS_VERTICAL_DAMPING | HAS_LINEAR_DRAG | HAS_PUSH)));
    if (!(most > 0)) return;
    expect_at_most(l, "", crest / most, 0.01, "%s: push on crests and in troughs, of the largest", t->label);
}

void push_measure(lab *l)
{
    draw_panel(l, "time (s)", "way along the waves (m)");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const bool single = flo_sea_get_info(t->model.sea).waves == 1;
        flo_wave w = { .amplitude = 0 };
        if (single) flo_sea_get_waves(t->model.sea, &w);
        if (single) check_drift(l, t, &w);
        if (single) check_crest(l, t, &w);
        draw_curve(l, track_series(l, t, 0, COLUMN_X), PLOT_LINE, "%s", t->label);
    }
    const track *t = &l->tracks[l->track_count > 1 ? 1 : 0];
    draw_panel(l, "time (s)", "m, and m/s²");
    draw_curve(l, series_between(track_series(l, t, 0, COLUMN_WATER), 40, 52), PLOT_WATER, "water at the ball (m)");
    draw_curve(l, series_scaled(l, series_between(push_along(l, t), 40, 52), 10, 0), PLOT_LINE,
               "10 × push forward (m/s²)");
}
