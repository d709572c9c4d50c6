/* SPDX-License-Identifier: MIT
 *
 * The local expansion: which waves, of what degree, how wrong, at what cost; and its tables.
 *
 * A wave on a disc of radius rho is exp(i kappa s), with kappa = k rho and s from -1 to 1 along its direction.  Its
 * Chebyshev series is the sum over n of e_n i^n J_n(kappa) T_n(s), e_0 = 1 and else 2 (Abramowitz and Stegun, 9.1.44
 * and 45), and |J_n(kappa)| is at most (kappa/2)^n / n! (9.1.62).  Cut at a degree D it is a polynomial in s, and so in
 * x and z.
 *
 * Everything that chooses is made of multiplications, additions, divisions and square roots, which round alike on
 * every machine: all devices, and all machines, choose the same. */
#include "expansion.h"

static const double root_2 = 1.41421356237309504880;

/* ---- how wrong ------------------------------------------------------------------------------------------------- */

/* What the cut series misses of a wave of amplitude 1 on its disc, and of its derivative along s.  By A. A. Markov's
 * inequality the derivative of T_n is at most n^2, and its second n^2 (n^2 - 1) / 3. */
typedef struct tail { double value, slope; } tail;

/* The terms that are cut off fall at least as fast as those of a geometric series; those of even and of odd n multiply
 * the cosine and the sine of one phase, so that their bounds add up like the sides of a right angle. */
static tail tail_of(int degree, double kappa)
{
    const double half = kappa / 2, n = degree + 1, ratio = half / (degree + 2);
    const double growth = (n + 1) / n, steeper = ratio * growth * growth;
    double first = 2;
    for (int i = 1; i <= degree + 1; i++) first *= half / i;
    if (steeper >= 0.99) return (tail){ INFINITY, INFINITY };
    return (tail){ first * sqrt(1 + ratio * ratio) / (1 - ratio * ratio),
                   first * n * n * sqrt(1 + steeper * steeper) / (1 - steeper * steeper) };
}

/* How steep the sea is: standard deviations of its strain and of its slope. */
typedef struct steepness { double strain, slope; } steepness;

static steepness steepness_of(const flo_sea *sea)
{
    steepness s = { 0, 0 };
    for (int i = 0; i < sea->numbers.waves; i++) {
        const double ka = sea->waves[i].amplitude * flo__wave_number(&sea->waves[i]);
        s.slope += ka * ka / 2;
        s.strain += sea->waves[i].steepness * ka * sea->waves[i].steepness * ka / 2;
    }
    return (steepness){ sqrt(s.strain), sqrt(s.slope) };
}

/* How much closer labels are than places where water is pressed together, as far as that is allowed for. */
static double pressed(steepness s) { return 1 / fmax(1 - 3 * s.strain, 0.25); }

/* Labels are spread wider than places where the water is pressed together.  Three standard deviations are allowed for;
 * what is beyond is found out by the kernels and summed directly. */
static double disc_radius(const flo_sea *sea, steepness s, double reach)
{
    if (sea->numbers.inversion < 2) return reach;
    return reach * pressed(s);
}

/* Three standard deviations of slope, too. */
static double steepest_of(steepness s) { return 3 * s.slope; }

/* What a wave on a disc adds to the error of heights: its own; by the slope what it does to the place; and by the place
 * that is still missed, at most rho / (D + 1)^2 (kernels/surface.h), what it does to the slope, of which the part that
 * comes through the Jacobian is less than half of what it does to the place. */
static double wave_error(const flo_sea *sea, const flo_wave *w, steepness s, double rho, int degree)
{
    const double kappa = flo__wave_number(w) * rho, missed = 1.0 / ((degree + 1) * (degree + 1));
    const tail t = tail_of(degree, kappa);
    if (sea->numbers.inversion == 0) return w->amplitude * t.value;
    const double along = steepest_of(s) * w->steepness * t.slope / kappa;
    return w->amplitude * (t.value + along + pressed(s) * (missed * t.slope + along / 2));
}

/* ---- at what cost ---------------------------------------------------------------------------------------------- */

/* Operations, about as they stand in kernels/: for a wave and a patch its phase, twice its circle where there is a
 * centre to find, and its terms; for a wave that is summed directly and a sample those of a Newton step and of the last
 * evaluation; polynomials likewise; and what a sample costs besides. */
enum { PHASE = 10, CIRCLE = 22, DIRECT_STEP = 22, DIRECT_LAST = 28, SAMPLE = 95 };

typedef struct degree_cost { int degree, step, last; } degree_cost;
static const degree_cost degrees[] = { { 4, 48, 84 }, { 6, 83, 192 }, { 8, 125, 337 } };
enum { DEGREES = sizeof degrees / sizeof *degrees };

/* Times a sample asks for a height: finite differences ask twice more. */
static double patch_cost(const flo_sea *sea, bool guess, int samples, const degree_cost *d, int expanded)
{
    const sea_numbers *n = &sea->numbers;
    const double asks = n->normal_offset > 0 ? 3 : 1, steps = n->inversion > 1 ? n->inversion - 1 : 0;
    const double circles = guess ? 2 : d ? 1 : 0;
    const double directly = n->waves - expanded;
    double patch = n->waves * (PHASE + CIRCLE * circles), ask = directly * (steps * DIRECT_STEP + DIRECT_LAST);
    if (d) {
        patch += (double)expanded * TERMS(d->degree);
        ask += steps * d->step + d->last;
    }
    return patch + samples * (SAMPLE + asks * ask);
}

/* ---- the choice ------------------------------------------------------------------------------------------------ */

/* Whether a search for labels starts better where the linear map at a patch's centre has them than at the places.
 * What the map misses of a wave's displacement exp(i s), s = k r, is exp(i s) - 1 - i s: at most s^2 / 2, and where
 * waves are short its mean square is s^2 + 2; what the place misses of it is all, whose square is 1.  Where the water
 * is about to fold, a linear map that happens to be made at a crest holds nowhere else. */
static bool guess_is_better(const flo_sea *sea, double reach)
{
    double by_map = 0, by_place = 0;
    for (int i = 0; i < sea->numbers.waves; i++) {
        const flo_wave *w = &sea->waves[sea->order[i]];
        const double qa = w->steepness * w->amplitude, s = flo__wave_number(w) * reach, square = s * s;
        by_map += qa * qa * fmin(square * square / 4, square + 2);
        by_place += qa * qa;
    }
    return sea->numbers.inversion > 1 && by_map <= by_place && 3 * steepness_of(sea).strain < 4.0 / 3;
}

flo__expansion flo__expansion_none(const flo_sea *sea, double reach, int samples)
{
    const bool guess = guess_is_better(sea, reach);
    return (flo__expansion){ .guess = guess, .cost = patch_cost(sea, guess, samples, NULL, 0) };
}

flo__expansion flo__expansion_choose(const flo_sea *sea, double reach, int samples, double tolerance)
{
    const steepness s = steepness_of(sea);
    const double rho = disc_radius(sea, s, reach + sea->numbers.normal_offset) * (1 + 0x1p-20);
    flo__expansion best = flo__expansion_none(sea, reach, samples);
    /* Polynomials around a centre that the labels are not around would need a disc for all of the displacement.  And
     * with one evaluation, where the label is the place, the height is corrected by all of the displacement times the
     * slope, whose error by polynomials has no bound here. */
    if (sea->numbers.inversion > 0 && !best.guess) return best;
    for (int d = 0; d < DEGREES && rho > 1e-6; d++) {
        flo__expansion e = { .degree = degrees[d].degree, .radius = rho, .slope = steepest_of(s), .guess = best.guess };
        for (int row = sea->numbers.waves - 1; row >= 0; row--, e.expanded++) {
            const double more = wave_error(sea, &sea->waves[sea->order[row]], s, rho, e.degree);
            if (!(e.error + more <= tolerance)) break;
            e.error += more;
        }
        e.cost = patch_cost(sea, e.guess, samples, &degrees[d], e.expanded);
        if (e.expanded > 0 && e.cost < best.cost) best = e;
    }
    return best;
}

/* ---- the tables ------------------------------------------------------------------------------------------------ */

/* Bessel's J_n(x), by its series (9.1.10): x is small here. */
static double bessel(int n, double x)
{
    const double half = x / 2;
    double term = 1, sum;
    for (int i = 1; i <= n; i++) term *= half / i;
    sum = term;
    for (int k = 1; k <= 40; k++) {
        term *= -half * half / ((double)k * (n + k));
        sum += term;
    }
    return sum;
}

/* exp(i kappa s) as a polynomial in s: its even powers are the real part, the odd ones the imaginary part. */
static void expand(double kappa, int degree, double power[DEGREE_MOST + 1])
{
    double older[DEGREE_MOST + 2] = { 1 }, old[DEGREE_MOST + 2] = { 0, 1 };     /* Chebyshev polynomials */
    for (int j = 0; j <= degree; j++) power[j] = 0;
    for (int n = 0; n <= degree; n++) {
        const double weight = (n == 0 ? 1 : 2) * bessel(n, kappa) * ((n / 2) % 2 ? -1 : 1);
        for (int j = 0; j <= n; j++) power[j] += weight * (n == 0 ? older[j] : old[j]);
        for (int j = n; j >= 0 && n > 0; j--) {
            const double next = (j > 0 ? 2 * old[j - 1] : 0) - older[j];
            older[j] = old[j];
            if (j == n) old[j + 1] = 2 * older[j];
            old[j] = next;
        }
    }
}

/* What is too small to matter must not become a denormal number, which takes processors a hundred times as long. */
static float weight_of(double value) { return value > -1e-30 && value < 1e-30 ? 0.0f : (float)value; }

static void fill_wave(const flo_wave *w, double rho, int degree, float *weight)
{
    const double k = flo__wave_number(w), qa = w->steepness * w->amplitude, sigma = w->angular_frequency;
    const double x = (double)sinl(w->heading), z = (double)cosl(w->heading);
    const double scale[FIELDS] = { qa / k, w->amplitude, qa / k * sigma, w->amplitude * sigma };
    double power[DEGREE_MOST + 1], along_x = 1, per_length = 1;
    expand(k * rho, degree, power);
    for (int j = 0; j <= degree; j++, per_length /= rho) power[j] *= per_length;
    for (int m = 0; m <= degree; m++, along_x *= x) {
        double ways = 1, along_z = 1;                       /* m + n over m */
        for (int n = 0; n <= degree - m; n++, along_z *= z) {
            const double c = power[m + n] * ways * along_x * along_z;
            for (int field = 0; field < FIELDS; field++) {
                /* cos(a + b) = cos a cos b - sin a sin b; the kernels' sines are divided by sqrt(2). */
                const double sign = !FIELD_IS_RATE(field) && TERM_IS_ODD(m, n) ? -1 : 1;
                const double part = TERM_BY_SINE(field, m, n) ? root_2 : 1;
                weight[TERM_AT(degree, field, m, n)] = weight_of(scale[field] * sign * part * c);
            }
            ways *= (double)(m + n + 1) / (n + 1);
        }
    }
}

size_t flo__expansion_weights(const flo__expansion *e) { return (size_t)e->expanded * (size_t)TERMS(e->degree); }

void flo__expansion_fill(const flo_sea *sea, const flo__expansion *e, float *weight)
{
    const int *order = sea->order + sea->numbers.waves - e->expanded;
    for (int i = 0; i < e->expanded; i++) {
        fill_wave(&sea->waves[order[i]], e->radius, e->degree, weight + (size_t)i * (size_t)TERMS(e->degree));
    }
}
