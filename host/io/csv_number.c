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
    int bits;                       /* of the fraction, behind the leading one */
    bool is_float;
} number_kind;

static const number_kind float_kind = { 6, 9, 23, true }, double_kind = { 15, 17, 52, false };

typedef struct decimal {            /* digits * 10^-places */
    uint64_t digits;
    int places;
} decimal;

/* The exponent of a normal number, 2^exponent <= value, and 2^exponent. */
static int exponent_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (int)(bits >> 52) - 1023;
}

static double two_to(int exponent)
{
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A value scaled to an integer and a rest, and half the gap to the next number above, as scaled; below a power of two
 * the gap is half of that. */
typedef struct scaled {
    uint64_t base;
    double rest, half_gap;
    bool power;
} scaled;

/* The decimal with so few digits that the last `unit` of the base is rounded away; false where it is too far off.  The
 * unit is a constant wherever this is called: it costs no division. */
static inline bool round_to(const scaled *s, uint64_t unit, int places, int dropped, decimal *out)
{
    const uint64_t beyond = s->base % unit;
    const double above = (double)(int64_t)beyond + s->rest, below = (double)(int64_t)unit - above;
    const bool up = above >= below;
    if ((up ? below : above) >= (s->power && !up ? s->half_gap / 2 : s->half_gap)) return false;
    *out = (decimal){ s->base / unit + (up ? 1 : 0), places - dropped };
    return true;
}

/* The shortest decimal of a positive number that surely reads back as that number; false where it is not so sure. */
static bool shortest(double value, const number_kind *kind, decimal *out)
{
    if (!(value >= 1e-14 && value < 1e16)) return false;
    const int binary = exponent_of(value);
    const double tens = binary * 0.3010299956639812;
    int places = kind->most_digits - 1 - ((int)tens - (tens < 0 && tens < (int)tens));
    if (places < 0 || places > LARGEST_EXACT_POWER) return false;
    if (value * ten_to[places] >= ten_to[kind->most_digits]) places--;
    if (places < 0) return false;

    const double high = value * ten_to[places], low = fma(value, ten_to[places], -high);
    const int64_t whole = (int64_t)high;
    const double beside = high - (double)whole + low;
    const int64_t carried = (int64_t)beside - (beside < 0 && beside < (double)(int64_t)beside);
    const scaled s = { (uint64_t)(whole + carried), beside - (double)carried,
                       0.5 * ten_to[places] * (1 - 1e-9) * two_to(binary - kind->bits), value == two_to(binary) };
    return (kind->is_float && round_to(&s, 1000, places, 3, out)) || round_to(&s, 100, places, 2, out) ||
           round_to(&s, 10, places, 1, out) || round_to(&s, 1, places, 0, out);
}

enum { MOST_DIGITS = 20 };          /* of an integer, and so many are copied at once */

/* The digits of a number at the end of `digit`, without zeros behind them; how many. */
static int write_digits(char digit[MOST_DIGITS], decimal *d)
{
    static const char pairs[] = "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
                                "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    while (d->digits % 10 == 0) {
        d->digits /= 10;
        d->places--;
    }
    uint64_t rest = d->digits;
    char *at = digit + MOST_DIGITS;
    for (; rest >= 10; rest /= 100) {
        at -= 2;
        memcpy(at, pairs + 2 * (rest % 100), 2);
    }
    if (rest > 0) *--at = (char)('0' + rest);
    if (*at == '0') at++;
    return (int)(digit + MOST_DIGITS - at);
}

/* Lays out a decimal as %g does: plain where the exponent is small, else with an exponent of two digits.  Copies more
 * than it needs, as that is quicker; CSV_NUMBER_SIZE has room for it. */
static size_t lay_out(char *text, decimal d)
{
    char digits[2 * MOST_DIGITS];
    const int count = write_digits(digits, &d), exponent = count - 1 - d.places;
    const char *const digit = digits + MOST_DIGITS - count;
    char *at = text;
    if (exponent < LOWEST_PLAIN_EXPONENT) {
        *at++ = digit[0];
        *at = '.';
        memcpy(at + 1, digit + 1, MOST_DIGITS);
        if (count > 1) at += count;
        memcpy(at, "e-", 2);
        at[2] = (char)('0' - exponent / 10);        /* 1e-14 is the smallest */
        at[3] = (char)('0' - exponent % 10);
        at += 4;
    } else if (exponent < 0) {
        memcpy(at, "0.0000", 6);
        memcpy(at + 1 - exponent, digit, MOST_DIGITS);
        at += 1 - exponent + count;
    } else {
        memcpy(at, digit, MOST_DIGITS);
        for (int i = count; i <= exponent; i++) at[i] = '0';
        at += exponent + 1;
        if (count > exponent + 1) {
            *at = '.';
            memcpy(at + 1, digit + exponent + 1, MOST_DIGITS);
            at += count - exponent;
        }
    }
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
