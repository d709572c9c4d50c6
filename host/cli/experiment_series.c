/* SPDX-License-Identifier: MIT
 *
 * Numbers out of a curve.  Where a curve does not have what is asked for the answer is NAN, which no expectation
 * takes for what it expects. */
#include "experiment.h"

series series_between(series s, double from, double to)
{
    size_t first = 0, end = s.count;
    while (first < end && s.x[first] < from) first++;
    while (end > first && s.x[end - 1] > to) end--;
    return (series){ s.x + first, s.y + first, end - first };
}

series series_scaled(lab *l, series s, double factor, double offset)
{
    double *y = lab_numbers(l, s.count);
    if (!y) return (series){ .count = 0 };
    for (size_t i = 0; i < s.count; i++) y[i] = factor * s.y[i] + offset;
    return (series){ s.x, y, s.count };
}

double series_first(series s)
{
    return s.count ? s.y[0] : (double)NAN;
}

double series_until(series s, double x)
{
    const series before = series_between(s, -INFINITY, x);
    if (before.count < 2) return series_at(s, x);
    const size_t i = before.count - 1;
    return s.y[i] + (s.y[i] - s.y[i - 1]) / (s.x[i] - s.x[i - 1]) * (x - s.x[i]);
}

double series_last(series s)
{
    return s.count ? s.y[s.count - 1] : (double)NAN;
}

double series_at(series s, double x)
{
    for (size_t i = 1; i < s.count; i++) {
        if (s.x[i] < x || s.x[i - 1] > x) continue;
        const double width = s.x[i] - s.x[i - 1], share = width > 0 ? (x - s.x[i - 1]) / width : 0;
        return s.y[i - 1] + share * (s.y[i] - s.y[i - 1]);
    }
    return NAN;
}

series series_above(series s, double level)
{
    size_t count = 0;
    while (count < s.count && fabs(s.y[count]) >= level) count++;
    return (series){ s.x, s.y, count };
}

double series_least(series s)
{
    double least = NAN;
    for (size_t i = 0; i < s.count; i++) least = fmin(least, s.y[i]);
    return least;
}

double series_largest(series s)
{
    double largest = NAN;
    for (size_t i = 0; i < s.count; i++) largest = fmax(largest, s.y[i]);
    return largest;
}

double series_mean(series s)
{
    double sum = 0;
    for (size_t i = 0; i < s.count; i++) sum += s.y[i];
    return s.count ? sum / (double)s.count : (double)NAN;
}

/* Where a piece of the curve passes a level, by a straight line. */
static double crossing(series s, size_t i, double level)
{
    return s.x[i - 1] + (s.x[i] - s.x[i - 1]) * (level - s.y[i - 1]) / (s.y[i] - s.y[i - 1]);
}

double series_reaches(series s, double level)
{
    if (s.count && s.y[0] == level) return s.x[0];
    for (size_t i = 1; i < s.count; i++) {
        const bool up = s.y[i - 1] < level && s.y[i] >= level, down = s.y[i - 1] > level && s.y[i] <= level;
        if (up || down) return crossing(s, i, level);
    }
    return NAN;
}

double series_settles(series s, double rest, double band)
{
    for (size_t i = s.count; i > 0; i--) {
        if (fabs(s.y[i - 1] - rest) > band) return s.x[i - 1] - s.x[0];
    }
    return s.count ? 0 : (double)NAN;
}

double series_period(series s, double level, int *periods)
{
    double first = NAN, last = NAN;
    *periods = -1;
    for (size_t i = 1; i < s.count; i++) {
        if (!(s.y[i - 1] < level && s.y[i] >= level)) continue;
        last = crossing(s, i, level);
        if (++*periods == 0) first = last;
    }
    return *periods > 0 ? (last - first) / *periods : (double)NAN;
}

/* The top of the parabola through three points at equal distances; the middle one where they are on a line. */
static peak top_of(series s, size_t i)
{
    const double bend = s.y[i - 1] - 2 * s.y[i] + s.y[i + 1], tilt = (s.y[i + 1] - s.y[i - 1]) / 2;
    const double shift = bend != 0 ? -tilt / bend : 0;
    return (peak){ s.x[i] + shift * (s.x[i + 1] - s.x[i - 1]) / 2, s.y[i] + shift * tilt / 2 };
}

int series_peaks(series s, double sign, peak *peaks, int room)
{
    int count = 0;
    for (size_t i = 1; i + 1 < s.count && count < room; i++) {
        const bool top = sign * s.y[i] > sign * s.y[i - 1] && sign * s.y[i] >= sign * s.y[i + 1];
        if (top) peaks[count++] = top_of(s, i);
    }
    return count;
}

double series_slope(series s)
{
    const double x = series_mean((series){ s.x, s.x, s.count }), y = series_mean(s);
    double product = 0, square = 0;
    for (size_t i = 0; i < s.count; i++) {
        product += (s.x[i] - x) * (s.y[i] - y);
        square += (s.x[i] - x) * (s.x[i] - x);
    }
    return square > 0 ? product / square : (double)NAN;
}

double series_decay(series s)
{
    double n = 0, x = 0, y = 0, square = 0, product = 0;
    for (size_t i = 0; i < s.count; i++) {
        if (!(fabs(s.y[i]) > 0)) continue;
        const double value = log(fabs(s.y[i]));
        n++;
        x += s.x[i];
        y += value;
        square += s.x[i] * s.x[i];
        product += s.x[i] * value;
    }
    const double spread = square - x * x / n;
    return spread > 0 ? -(product - x * y / n) / spread : (double)NAN;
}

/* Three unknowns by Cramer's rule; the columns are nearly at right angles over whole periods. */
static double determinant(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

swing series_swing(series s, double frequency)
{
    double m[3][3] = { { 0 } }, right[3] = { 0 }, solution[3];
    for (size_t i = 0; i < s.count; i++) {
        const double row[3] = { 1, cos(frequency * s.x[i]), sin(frequency * s.x[i]) };
        for (int j = 0; j < 3; j++) {
            right[j] += row[j] * s.y[i];
            for (int k = 0; k < 3; k++) m[j][k] += row[j] * row[k];
        }
    }
    const double whole = determinant(m);
    if (!(fabs(whole) > 0)) return (swing){ NAN, NAN, NAN };
    for (int j = 0; j < 3; j++) {
        double replaced[3][3];
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++) replaced[i][k] = k == j ? right[i] : m[i][k];
        }
        solution[j] = determinant(replaced) / whole;
    }
    return (swing){ solution[0], hypot(solution[1], solution[2]), atan2(solution[2], solution[1]) };
}
