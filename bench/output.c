/* SPDX-License-Identifier: MIT
 *
 * What a benchmark says: a table for people, and the same for programs.
 *
 * The figure of a side is the 10th percentile of its samples, counted from the fastest, and so is "p10" of a rate. */
#include "bench.h"

#include "../simd/pass.h"

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
        bool told = !*sides[i].description;
        for (int j = 0; j < i && !told; j++) told = strcmp(sides[j].device, sides[i].device) == 0;
        if (!told) printf("  %s is %s\n", sides[i].device, sides[i].description);
    }
    printf("  %-23s %10s %10s  %-16s %s\n", "", "p10", "median", "unit", "by what, and what");
}

static double figure_at(const bench_side *side, const bench_figure *figure, double share)
{
    const double time = bench_quantile(figure->wall ? side->wall : side->cpu, side->runs, share);
    return figure->rate ? figure->work / time : 1e9 * time / figure->work;
}

double bench_side_figure(const bench_side *side, bench_figure figure) { return figure_at(side, &figure, best); }

void bench_side_row(bench_output *out, const bench_side *side, bench_figure figure)
{
    const double p10 = figure_at(side, &figure, best), median = figure_at(side, &figure, middle);
    printf("  %-23s %10.4g %10.4g  %-16s %s: %s\n", side->key, p10, median, figure.unit, side->device,
           side->what);
    const bool ours = strcmp(side->key, out->name) == 0;
    json_t *name = ours ? json_string(side->key) : json_sprintf("%s/%s", out->name, side->key);
    json_array_append_new(out->benchmarks, json_pack("{s:o, s:s, s:f, s:s, s:f, s:f, s:i}", "name", name, "device",
                                                     side->device, "value", p10, "unit", figure.unit, "p10", p10,
                                                     "median", median, "runs", side->runs));
    if (*side->description) {
        json_object_set_new(out->devices, side->device, json_string(side->description));
    }
}

/* ---- ratios ---------------------------------------------------------------------------------------------------- */

bench_limit bench_limit_by_lanes(bench_limit wide, bench_limit narrow)
{
    const simd_passes *widest = flo__simd_find("simd");
    const int lanes = widest ? widest->lanes : 0;
    return lanes >= 16 ? wide : lanes == 8 ? narrow : (bench_limit){ 0, 0 };
}

/* Neighbouring samples met the same machine, so the median of their ratios shows what the ratio of the best hides. */
static double ratio_of_neighbours(const double *fast, const double *slow, int runs)
{
    double ratio[BENCH_RUNS];
    for (int i = 0; i < runs; i++) ratio[i] = slow[i] / fast[i];
    return bench_quantile(ratio, runs, middle);
}

/* Ends a line with what is asked of its number, and keeps both. */
static void tell(bench_output *out, const char *key, double value, bench_limit limit)
{
    const double asked = limit.at_least > 0 ? limit.at_least : limit.at_most;
    const char *const side = limit.at_least > 0 ? "at least" : "at most";
    const bool met = limit.at_least > 0 ? value >= asked : value <= asked;
    if (asked > 0) printf("; %s %g: %s", side, asked, met ? "yes" : "NO");
    putchar('\n');
    json_object_set_new(out->ratios, key, json_real(value));
    if (asked > 0) {
        json_object_set_new(out->gates, key, json_pack("{s:f, s:b}", limit.at_least > 0 ? "at_least" : "at_most",
                                                       asked, "met", met));
    }
}

void bench_ratio(bench_output *out, const char *key, const bench_side *fast, const bench_side *slow,
                 bench_limit limit, bool wall)
{
    const int runs = fast->runs;
    const double *const a = wall ? fast->wall : fast->cpu, *const b = wall ? slow->wall : slow->cpu;
    const double ratio = bench_quantile(b, runs, best) / slow->work / (bench_quantile(a, runs, best) / fast->work);
    printf("  %-36s %8.4g (%.3f sample by sample)", key, ratio,
           ratio_of_neighbours(a, b, runs) / slow->work * fast->work);
    tell(out, key, ratio, limit);
}

void bench_value(bench_output *out, const char *key, double value, const char *unit, bench_limit limit)
{
    printf("  %-36s %8.4g%s%s", key, value, *unit ? " " : "", unit);
    tell(out, key, value, limit);
}
