/* SPDX-License-Identifier: MIT
 *
 * Numbers to text and back.
 *
 * The C library finds the shortest text that reads back by trial: print, read, compare, with one digit more each time.
 * A table of a million points has ten million numbers, so it is done here in integers where that is safe.  The value
 * times a power of ten that a double holds exactly (10^0 to 10^22) is split by a fused multiply-add into two doubles
 * without any error; a decimal with few digits is then good if it is nearer to that product than half the gap to the
 * next number on its side.  What is too large, too small or too near to a tie for this goes the slow way. */
#include "csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ten_to[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

enum { LARGEST_EXACT_POWER = 22, LOWEST_PLAIN_EXPONENT = -4 };

/* What separates one number type from the other. */
typedef struct number_kind {
    int sure_digits;                /* any decimal of so many digits survives: <float.h>'s FLT_DIG, DBL_DIG */
    int most_digits;                /* no number needs more: FLT_DECIMAL_DIG, DBL_DECIMAL_DIG */
    bool is_float;
} number_kind;

static const number_kind float_kind = { 6, 9, true }, double_kind = { 15, 17, false };

typedef struct decimal {            /* digits * 10^-places */
    int64_t digits;
    int places;
} decimal;

/* The distance to the next number towards `way`; below a power of two it is half of that above. */
static double gap(double value, double way, const number_kind *kind)
{
    const double next = kind->is_float ? (double)nextafterf((float)value, (float)way) : nextafter(value, way);
    return fabs(next - value);
}

static int64_t integer_power(int exponent)
{
    int64_t power = 1;
    for (int i = 0; i < exponent; i++) power *= 10;
    return power;
}

/* The shortest decimal of a positive number that surely reads back as that number; false where it is not so sure. */
static bool shortest(double value, const number_kind *kind, decimal *out)
{
    if (!(value >= 1e-14 && value < 1e16)) return false;
    int binary;
    frexp(value, &binary);
    int places = kind->most_digits - 1 - (int)floor((binary - 1) * 0.3010299956639812);
    if (places < 0 || places > LARGEST_EXACT_POWER) return false;
    if (value * ten_to[places] >= ten_to[kind->most_digits]) places--;
    if (places < 0) return false;

    const double high = value * ten_to[places], low = fma(value, ten_to[places], -high);
    const double whole = floor(high), carried = floor(high - whole + low);
    const int64_t base = (int64_t)whole + (int64_t)carried;
    const double rest = high - whole + low - carried;
    const double half = 0.5 * ten_to[places] * (1 - 1e-9);
    const double under = half * gap(value, 0, kind), over = half * gap(value, HUGE_VAL, kind);

    for (int digits = kind->sure_digits; digits <= kind->most_digits; digits++) {
        const int64_t unit = integer_power(kind->most_digits - digits), beyond = base % unit;
        const double above = (double)beyond + rest;
        const bool up = above >= 0.5 * (double)unit;
        if (up ? (double)unit - above < over : above < under) {
            *out = (decimal){ base - beyond + (up ? unit : 0), places };
            return true;
        }
    }
    return false;
}

/* Lays out a decimal as %g does: plain where the exponent is small, else with an exponent of two digits. */
static size_t lay_out(char *text, decimal d)
{
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.places--;
    }
    char digit[24];
    int count = 0;
    for (int64_t rest = d.digits; rest > 0; rest /= 10) digit[count++] = (char)('0' + rest % 10);
    const int exponent = count - 1 - d.places;

    char *at = text;
    if (exponent < LOWEST_PLAIN_EXPONENT) {
        *at++ = digit[count - 1];
        if (count > 1) *at++ = '.';
        for (int i = count - 2; i >= 0; i--) *at++ = digit[i];
        return (size_t)(at - text) + (size_t)sprintf(at, "e-%02d", -exponent);
    }
    if (exponent < 0) {
        *at++ = '0';
        *at++ = '.';
        for (int i = exponent + 1; i < 0; i++) *at++ = '0';
    }
    for (int i = count - 1; i >= 0; i--) {
        *at++ = digit[i];
        if (i == d.places && i > 0) *at++ = '.';
    }
    for (int i = d.places; i < 0; i++) *at++ = '0';
    *at = '\0';
    return (size_t)(at - text);
}

/* The way of the C library, for what `shortest` leaves. */
static size_t format_by_trial(char *text, double value, const number_kind *kind)
{
    int length = 0;
    for (int digits = kind->sure_digits; digits <= kind->most_digits; digits++) {
        length = snprintf(text, CSV_NUMBER_SIZE, "%.*g", digits, value);
        const bool same = kind->is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
        if (same) break;
    }
    return (size_t)length;
}

static size_t format(char *text, double value, const number_kind *kind)
{
    if (value == 0) {
        strcpy(text, signbit(value) ? "-0" : "0");
        return strlen(text);
    }
    decimal d;
    if (!shortest(fabs(value), kind, &d)) return format_by_trial(text, value, kind);
    if (value > 0) return lay_out(text, d);
    text[0] = '-';
    return 1 + lay_out(text + 1, d);
}

size_t csv_format_double(char *text, double value)
{
    return format(text, value, &double_kind);
}

size_t csv_format_float(char *text, float value)
{
    return format(text, (double)value, &float_kind);
}

bool csv_parse_number(const char **text, double *value)
{
    const char *from = *text + strspn(*text, " \t");
    const size_t length = strspn(from, "+-.0123456789eE");  /* no "inf", no "nan", no hexadecimal */
    char *end;
    const double number = strtod(from, &end);
    if (length == 0 || end != from + length || !isfinite(number)) return false;
    *value = number;
    *text = end + strspn(end, " \t");
    return true;
}
