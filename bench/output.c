/* SPDX-License-Identifier: MIT
 *
 * What a benchmark says: a table for people, and the same for programs.
 *
 * The figure of a side is the 10th percentile of its samples, counted from the fastest, and so is "p10" of a rate. */
#include "bench.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double best = 0.1, middle = 0.5;

void bench_head(const bench_output *out, const bench_side *sides, int count, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("\n%s: ", out->name);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    for (int i = 0; i < count; i++) {
        if (*sides[i].description) printf("  %s is %s\n", sides[i].device, sides[i].description);
    }
    printf("  %-14s %10s %10s  %-16s %s\n", "", "p10", "median", "unit", "by what, and what");
}

static double figure_at(const bench_side *side, const bench_figure *figure, double share)
{
    const double time = bench_quantile(figure->wall ? side->wall : side->cpu, share);
    return figure->rate ? figure->work / time : 1e9 * time / figure->work;
}

void bench_side_row(bench_output *out, const bench_side *side, bench_figure figure)
{
    const double p10 = figure_at(side, &figure, best), median = figure_at(side, &figure, middle);
    printf("  %-14s %10.4g %10.4g  %-16s %s: %s\n", side->key, p10, median, figure.unit, side->device,
           side->what);
    const bool ours = strcmp(side->key, out->name) == 0;
    json_t *name = ours ? json_string(side->key) : json_sprintf("%s/%s", out->name, side->key);
    json_array_append_new(out->benchmarks, json_pack("{s:o, s:s, s:f, s:s, s:f, s:f, s:i}", "name", name, "device",
                                                     side->device, "value", p10, "unit", figure.unit, "p10", p10,
                                                     "median", median, "runs", BENCH_RUNS));
    if (*side->description) {
        json_object_set_new(out->devices, side->device, json_string(side->description));
    }
}

/* Neighbouring samples met the same machine, so the median of their ratios shows what the ratio of the best hides. */
static double ratio_of_neighbours(const double *fast, const double *slow)
{
    double ratio[BENCH_RUNS];
    for (int i = 0; i < BENCH_RUNS; i++) ratio[i] = slow[i] / fast[i];
    return bench_quantile(ratio, middle);
}

void bench_ratio(bench_output *out, const char *key, const bench_side *fast, const bench_side *slow,
                 bench_limit limit, bool wall)
{
    const double *const a = wall ? fast->wall : fast->cpu, *const b = wall ? slow->wall : slow->cpu;
    const double ratio = bench_quantile(b, best) / bench_quantile(a, best);
    printf("  %-20s %6.2f times as fast (%.2f sample by sample)", key, ratio, ratio_of_neighbours(a, b));
    if (limit.at_least > 0) printf("; at least %g: %s", limit.at_least, ratio >= limit.at_least ? "yes" : "NO");
    if (limit.at_most > 0) printf("; at most %g: %s", limit.at_most, ratio <= limit.at_most ? "yes" : "NO");
    putchar('\n');
    json_object_set_new(out->ratios, key, json_real(ratio));
}
