/* SPDX-License-Identifier: MIT
 *
 * The sea and the points that are asked for, as the library and as baselines want them; whether two answers agree; and
 * the sides that answer. */
#include "bench.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Half the side of the square that the points lie in, m: baselines compute phases in floats, which here costs them no
 * more than some 1e-5 of the amplitudes. */
static const double reach = 100;

enum { TABLE_COLUMNS = 6 };

flo_status bench_sea(flo_sea **sea, int waves, int inversion)
{
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    spectrum.type = FLO_JONSWAP;
    spectrum.significant_wave_height = 2.5;
    spectrum.peak_period = 8;
    spectrum.components = waves;
    if (inversion == 0) spectrum.steepness = 0;
    flo_wave *wave = malloc((size_t)waves * sizeof *wave);
    if (!wave) return flo__fail(FLO_NO_MEMORY, "no memory for %d waves", waves);
    flo_status status = flo_spectrum_waves(&spectrum, wave);
    flo_sea_def def = flo_default_sea_def();
    def.inversion = inversion;
    def.waves = wave;
    def.wave_count = waves;
    if (!status) status = flo_sea_create(sea, &def);
    free(wave);
    return status;
}

/* ---- the problem ----------------------------------------------------------------------------------------------- */

static void fill_table(bench_problem *p)
{
    float *const column = p->columns;
    for (int w = 0; w < BENCH_WAVES; w++) {
        const flo_wave *wave = &p->wave[w];
        const double turn = 2 * acos(-1), k = turn / wave->wavelength;
        const double x = sin(wave->heading), z = cos(wave->heading), push = wave->steepness * wave->amplitude;
        const double phase = remainder(wave->phase - wave->angular_frequency * p->time, turn);
        const double value[TABLE_COLUMNS] = { k * x, k * z, phase, wave->amplitude, push * x, push * z };
        for (int c = 0; c < TABLE_COLUMNS; c++) column[c * BENCH_WAVES + w] = (float)value[c];
    }
    p->table = (baseline_sea){
        .waves = BENCH_WAVES, .inversion = p->table.inversion, .wave_x = column, .wave_z = column + BENCH_WAVES,
        .phase = column + 2 * BENCH_WAVES, .amplitude = column + 3 * BENCH_WAVES, .push_x = column + 4 * BENCH_WAVES,
        .push_z = column + 5 * BENCH_WAVES,
    };
}

static flo_status open_sea(bench_problem *p)
{
    flo_status status = bench_sea(&p->sea, BENCH_WAVES, p->table.inversion);
    if (status) return status;
    flo_sea_get_waves(p->sea, p->wave);
    fill_table(p);
    return FLO_OK;
}

flo_status bench_problem_open(bench_problem *p, size_t count, int inversion)
{
    *p = (bench_problem){ .time = 100, .count = count, .table.inversion = inversion };
    p->x = malloc(count * sizeof *p->x);
    p->z = malloc(count * sizeof *p->z);
    p->columns = malloc(TABLE_COLUMNS * BENCH_WAVES * sizeof *p->columns);
    if (!p->x || !p->z || !p->columns) return flo__fail(FLO_NO_MEMORY, "no memory for %zu points", count);
    uint64_t state = 1;
    for (size_t i = 0; i < count; i++) {
        p->x[i] = reach * (2 * flo__random_unit(&state) - 1);
        p->z[i] = reach * (2 * flo__random_unit(&state) - 1);
    }
    return open_sea(p);
}

void bench_problem_close(bench_problem *p)
{
    flo_sea_destroy(p->sea);
    free(p->x);
    free(p->z);
    free(p->columns);
    *p = (bench_problem){ 0 };
}

/* ---- answers --------------------------------------------------------------------------------------------------- */

flo_status bench_answers_open(bench_answers *answers, size_t count)
{
    *answers = (bench_answers){ .height = malloc(count * sizeof(double)) };
    answers->normal[0] = malloc(6 * count * sizeof(float));
    if (!answers->height || !answers->normal[0]) {
        return flo__fail(FLO_NO_MEMORY, "no memory for the answers at %zu points", count);
    }
    for (size_t c = 0; c < 3; c++) {
        answers->normal[c] = answers->normal[0] + c * count;
        answers->velocity[c] = answers->normal[0] + (3 + c) * count;
    }
    return FLO_OK;
}

void bench_answers_close(bench_answers *answers)
{
    free(answers->height);
    free(answers->normal[0]);
    *answers = (bench_answers){ 0 };
}

/* Told as a failed check: what two sides say of a point, and how far apart that may be. */
static bool complain(const char *what, size_t point, const bench_side *const side[2], const double value[2],
                     double allowed)
{
    cli_print_error("no figures: at point %zu the %s is %.9g by %s (%s) and %.9g by %s (%s); %.3g apart is allowed",
                    point, what, value[0], side[0]->key, side[0]->device, value[1], side[1]->key, side[1]->device,
                    allowed);
    return false;
}

bool bench_agree(const bench_side *ours, const bench_answers *a, const bench_side *side, const bench_answers *b,
                 size_t count, bench_tolerance tolerance)
{
    static const char *const axis[3] = { "normal's x", "normal's y", "normal's z" };
    const bench_side *const sides[2] = { ours, side };
    for (size_t i = 0; i < count; i++) {
        if (!(fabs(a->height[i] - b->height[i]) <= tolerance.height)) {
            return complain("height", i, sides, (double[]){ a->height[i], b->height[i] }, tolerance.height);
        }
        for (int c = 0; c < 3; c++) {
            const double normal[2] = { (double)a->normal[c][i], (double)b->normal[c][i] };
            if (fabs(normal[0] - normal[1]) <= tolerance.normal) continue;
            return complain(axis[c], i, sides, normal, tolerance.normal);
        }
    }
    return true;
}

/* ---- a side that asks a device --------------------------------------------------------------------------------- */

static flo_status ask(void *context)
{
    bench_query *q = context;
    const flo_surface wanted = {
        .height = q->out.height,
        .normal = { q->out.normal[0], q->out.normal[1], q->out.normal[2] },
        .velocity = { q->out.velocity[0], q->out.velocity[1], q->out.velocity[2] },
    };
    const bench_problem *p = q->problem;
    return flo_query(q->device, p->sea, p->time, p->count, p->x, p->z, &wanted);
}

flo_status bench_query_open(bench_query *query, bench_side *side, const bench_problem *problem, const char *device)
{
    *query = (bench_query){ .problem = problem };
    flo_status status = bench_answers_open(&query->out, problem->count);
    if (!status) status = cli_open_device(&query->device, device, 1);
    if (status) return status;
    const flo_device_info info = flo_device_get_info(query->device);
    *side = (bench_side){ .what = "height, normal and velocity, by flo_query", .run = ask, .context = query,
                          .work = (double)problem->count * BENCH_WAVES };
    snprintf(side->device, sizeof side->device, "%s", info.name);
    snprintf(side->description, sizeof side->description, "%s", info.description);
    return ask(query);
}

void bench_query_close(bench_query *query)
{
    flo_device_close(query->device);
    bench_answers_close(&query->out);
    *query = (bench_query){ 0 };
}

/* ---- a side that is a baseline --------------------------------------------------------------------------------- */

static bool processor_has(baseline_needs needs)
{
#if defined(__x86_64__)
    if (needs == BASELINE_AVX512) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
               && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    }
    if (needs == BASELINE_AVX2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    return needs == BASELINE_ANYTHING;
}

bool bench_baseline_wanted(const baseline *how, const bench_side *sides, int count)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(sides[i].key, how->key) == 0) return false;
    }
    return how->run && processor_has(how->needs) && (!how->ready || how->ready());
}

static flo_status run_baseline(void *context)
{
    bench_baseline *b = context;
    const bench_problem *p = b->problem;
    const baseline_answers out = { b->out.height, { b->out.normal[0], b->out.normal[1], b->out.normal[2] } };
    b->baseline->run(&p->table, p->count, p->x, p->z, &out);
    return FLO_OK;
}

flo_status bench_baseline_open(bench_baseline *b, bench_side *side, const bench_problem *problem, const baseline *how)
{
    b->baseline = how;
    b->problem = problem;
    *side = (bench_side){ .key = how->key, .what = how->what, .run = run_baseline, .context = b,
                          .work = (double)problem->count * BENCH_WAVES };
    snprintf(side->device, sizeof side->device, "C %s", how->flags);
    const flo_status status = bench_answers_open(&b->out, problem->count);
    return status ? status : run_baseline(b);
}

void bench_baseline_close(bench_baseline *b)
{
    bench_answers_close(&b->out);
    *b = (bench_baseline){ 0 };
}
