/* SPDX-License-Identifier: MIT
 *
 * Expectations: what was measured beside what should have been, and whether it holds.
 *
 * What could not be measured is NAN and does not hold.  What no formula covers, as the scene was changed, is not
 * checked and says why. */
#include "experiment.h"

#include "../internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void expect_unless(lab *l, const char *reason)
{
    l->unless = reason;
}

static bool holds(const finding *f)
{
    switch (f->kind) {
    case FINDING_SHARE: return fabs(f->measured - f->expected) <= f->tolerance * fabs(f->expected);
    case FINDING_WITHIN: return fabs(f->measured - f->expected) <= f->tolerance;
    case FINDING_AT_MOST: return f->measured <= f->expected;
    case FINDING_AT_LEAST: return f->measured >= f->expected;
    case FINDING_BETWEEN: return f->measured >= f->expected && f->measured <= f->tolerance;
    case FINDING_THAT: return f->measured != 0;
    default: return true;
    }
}

static void add(lab *l, finding f, const char *what, va_list arguments) CLI_VPRINTF(3);
static void add(lab *l, finding f, const char *what, va_list arguments)
{
    if (l->finding_count == l->finding_room) {
        const int room = l->finding_room ? 2 * l->finding_room : 32;
        finding *grown = realloc(l->findings, (size_t)room * sizeof *grown);
        if (!grown) {
            lab_fail(l, flo__fail(FLO_NO_MEMORY, "no memory for what an experiment found"));
            return;
        }
        l->findings = grown;
        l->finding_room = room;
    }
    const char *unless = l->unless ? l->unless : l->is_cut ? "the run is shorter than the experiment" : NULL;
    vsnprintf(f.what, sizeof f.what, what, arguments);
    f.checked = !unless && f.kind != FINDING_TOLD;
    f.holds = holds(&f);
    snprintf(f.why, sizeof f.why, "%s", unless && f.kind != FINDING_TOLD ? unless : "");
    l->findings[l->finding_count++] = f;
}

#define ADD(...)                                                                                 \
    do {                                                                                         \
        va_list arguments;                                                                       \
        va_start(arguments, what);                                                               \
        add(l, (finding){ __VA_ARGS__ }, what, arguments);                                       \
        va_end(arguments);                                                                       \
    } while (0)

void expect_share(lab *l, const char *unit, double measured, double expected, double share, const char *what, ...)
{
    ADD(.unit = unit, .kind = FINDING_SHARE, .measured = measured, .expected = expected, .tolerance = share);
}

void expect_within(lab *l, const char *unit, double measured, double expected, double tolerance, const char *what, ...)
{
    ADD(.unit = unit, .kind = FINDING_WITHIN, .measured = measured, .expected = expected, .tolerance = tolerance);
}

void expect_at_most(lab *l, const char *unit, double measured, double limit, const char *what, ...)
{
    ADD(.unit = unit, .kind = FINDING_AT_MOST, .measured = measured, .expected = limit);
}

void expect_at_least(lab *l, const char *unit, double measured, double limit, const char *what, ...)
{
    ADD(.unit = unit, .kind = FINDING_AT_LEAST, .measured = measured, .expected = limit);
}

void expect_between(lab *l, const char *unit, double measured, double low, double high, const char *what, ...)
{
    ADD(.unit = unit, .kind = FINDING_BETWEEN, .measured = measured, .expected = low, .tolerance = high);
}

void expect_that(lab *l, bool so, const char *what, ...)
{
    ADD(.unit = "", .kind = FINDING_THAT, .measured = so, .expected = 1);
}

void tell(lab *l, const char *unit, double measured, const char *what, ...)
{
    ADD(.unit = unit, .kind = FINDING_TOLD, .measured = measured);
}

/* ---- as text --------------------------------------------------------------------------------------------------- */

/* Six digits: as many as an expectation can need that a float keeps. */
static void put(char *text, size_t size, double value, const char *unit)
{
    if (isnan(value)) snprintf(text, size, "not measured");
    else snprintf(text, size, "%.6g%s%s", value, *unit ? " " : "", unit);
}

void finding_measured(const finding *f, char text[FINDING_TEXT])
{
    if (f->kind == FINDING_THAT) snprintf(text, FINDING_TEXT, "%s", f->measured != 0 ? "yes" : "no");
    else put(text, FINDING_TEXT, f->measured, f->unit);
}

void finding_expected(const finding *f, char text[FINDING_TEXT])
{
    char value[FINDING_TEXT / 2];
    put(value, sizeof value, f->expected, f->unit);
    switch (f->kind) {
    case FINDING_SHARE: snprintf(text, FINDING_TEXT, "%s ± %.3g %%", value, 100 * f->tolerance); break;
    case FINDING_WITHIN:
        snprintf(text, FINDING_TEXT, f->tolerance > 0 ? "%s ± %.3g" : "%s exactly", value, f->tolerance);
        break;
    case FINDING_AT_MOST: snprintf(text, FINDING_TEXT, "at most %s", value); break;
    case FINDING_AT_LEAST: snprintf(text, FINDING_TEXT, "at least %s", value); break;
    case FINDING_BETWEEN: snprintf(text, FINDING_TEXT, "%.6g to %.6g %s", f->expected, f->tolerance, f->unit); break;
    case FINDING_THAT: snprintf(text, FINDING_TEXT, "yes"); break;
    default: snprintf(text, FINDING_TEXT, "–");
    }
}

finding_counts lab_counts(const lab *l)
{
    finding_counts counts = { 0, 0, 0 };
    for (int i = 0; i < l->finding_count; i++) {
        const finding *f = &l->findings[i];
        if (f->kind == FINDING_TOLD) continue;
        if (!f->checked) counts.unchecked++;
        else if (f->holds) counts.hold++;
        else counts.fail++;
    }
    return counts;
}
