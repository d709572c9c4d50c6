/* SPDX-License-Identifier: MIT
 *
 * What a run was and what came out of it: summary.json, and a few lines for people. */
#include "advice.h"
#include "run.h"

#include "../internal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char file_name[] = "summary.json";

enum { DIGITS = 12,         /* of the numbers in summary.json */
       HULLS_SHOWN = 8, RANKS_SHOWN = 8 };  /* to people */

/* JSON has no word for what is not finite. */
static json_t *real(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

static size_t bodies_of(const scene *s, int hull)
{
    size_t count = 0;
    for (int i = 0; i < s->bodies_count; i++) count += s->bodies[i].hull == hull ? s->bodies[i].count : 0;
    return count;
}

static json_t *mode_json(const hull_swing *m)
{
    const bool swings = m->frequency > 0;
    return json_pack("{s:o, s:o, s:o, s:o}", "period", swings ? real(2 * acos(-1) / m->frequency) : json_null(),
                     "omega_h", real(m->step), "damping_ratio", swings ? real(m->damping_ratio) : json_null(),
                     "limit", real(m->limit));
}

/* How the waves above a hull's bodies were summed; null where no body has the hull. */
static json_t *summation_json(const run_whole *whole, int hull)
{
    if (!whole->has_sum[hull]) return json_null();
    const flo_summation sum = whole->sum[hull];
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:o, s:o}", "degree", sum.degree, "expanded", sum.expanded, "waves",
                     sum.waves, "patches", sum.patches, "samples", sum.samples, "radius", real(sum.radius), "error",
                     real(sum.error));
}

static json_t *hull_json(run *r, const run_whole *whole, int index)
{
    const scene *s = r->model.scene;
    const scene_hull *h = &s->hulls[index];
    const flo_hull *hull = r->model.hulls[index];
    const flo_hull_info info = flo_hull_get_info(hull);
    const hull_modes modes = hull_modes_of(&h->def, hull, &s->sea, s->step, s->integrator);
    const hull_drive drive = hull_drive_of(&h->def, hull, &modes);
    const flo_sea_info sea = flo_sea_get_info(r->model.sea);
    json_t *json = json_pack("{s:s, s:i, s:I, s:f}", "name", h->name, "samples", info.samples, "bodies",
                             (json_int_t)bodies_of(s, index), "mass", info.mass);
    json_object_set_new(json, "summation", summation_json(whole, index));
    for (int i = 0; i < MODES; i++) json_object_set_new(json, mode_name(i), mode_json(&modes.mode[i]));
    json_object_set_new(json, "top_speed", real(drive.top_speed));
    advice a;
    advise(&a, s, index, &modes, &drive, &sea);
    json_t *sentences = json_array();
    for (int i = 0; i < a.count; i++) {
        json_array_append_new(sentences, json_string(a.text[i]));
        run_warn(r, "%s", a.text[i]);
    }
    json_object_set_new(json, "warning", a.beyond ? json_string(a.text[0]) : json_null());
    json_object_set_new(json, "advice", sentences);
    return json;
}

/* ---- the whole ------------------------------------------------------------------------------------------------- */

static void set_sea(json_t *json, const run *r)
{
    const flo_sea_info info = flo_sea_get_info(r->model.sea);
    const scene *s = r->model.scene;
    json_object_set_new(json, "waves", json_integer(info.waves));
    json_object_set_new(json, "hs", real(info.significant_wave_height));
    json_object_set_new(json, "tp", real(info.peak_period));
    json_object_set_new(json, "mean_heading", real(info.mean_heading * 180 / acos(-1)));
    json_object_set_new(json, "steepness_sum", real(info.steepness_sum));
    if (s->has_record) {
        json_object_set_new(json, "record", json_pack("{s:s, s:o, s:o, s:o}", "time", s->record_time, "hs",
                                                      real(s->record.significant_wave_height), "tp",
                                                      real(s->record.peak_period), "energy_kept",
                                                      real(s->record.energy_kept)));
    }
}

static const char *waves_name(const run *r)
{
    return r->waves == FLO_WAVES_DIRECT ? "direct" : "auto";
}

/* What heights may be off by: null where all waves are summed directly. */
static json_t *tolerance_json(const run *r)
{
    if (r->waves == FLO_WAVES_DIRECT) return json_null();
    return real(r->tolerance > 0 ? r->tolerance : flo_sea_get_info(r->model.sea).significant_wave_height / 2500);
}

static const char *integrator_name(const run *r)
{
    return r->model.scene->integrator == FLO_IMPLICIT ? "implicit" : "symplectic";
}

static void set_speed(json_t *json, const run *r)
{
    json_object_set_new(json, "steps", json_integer((json_int_t)r->done));
    json_object_set_new(json, "resumed_from", r->resume ? json_integer((json_int_t)r->begun) : json_null());
    json_object_set_new(json, "step", real(r->model.scene->step));
    json_object_set_new(json, "time", real(r->report.time));
    json_object_set_new(json, "seconds", real(r->seconds));
    json_object_set_new(json, "point_waves_per_second", real(run_point_waves_per_second(r)));
    json_object_set_new(json, "body_steps_per_second", real(run_body_steps_per_second(r)));
}

/* Where the device's time went; null where nobody asked. */
static flo_status set_profile(json_t *json, const run *r)
{
    flo_profile profile;
    if (!r->profile) {
        json_object_set_new(json, "profile", json_null());
        return FLO_OK;
    }
    const flo_status status = flo_device_get_profile(r->device, &profile);
    if (status) return status;
    json_t *entries = json_array();
    for (int i = 0; i < profile.count; i++) {
        const flo_profile_entry *e = &profile.entry[i];
        json_array_append_new(entries, json_pack("{s:s, s:I, s:I, s:o}", "name", e->name, "launches",
                                                 (json_int_t)e->launches, "bytes", (json_int_t)e->bytes, "seconds",
                                                 real(e->seconds)));
    }
    json_object_set_new(json, "profile", entries);
    return FLO_OK;
}

/* Bodies that the ground holds while a current goes past them: right for a ship at anchor, and seldom meant. */
static void warn_about_current(run *r)
{
    const scene *s = r->model.scene;
    const double current = hypot(s->sea.current[0], s->sea.current[1]);
    for (int i = 0; current > 0 && i < s->hull_count; i++) {
        const flo_drag_def *drag = &s->hulls[i].def.drag;
        const bool slows = drag->linear > 0 || drag->quadratic > 0 || drag->local[0] > 0 || drag->local[2] > 0;
        if (bodies_of(s, i) == 0 || !slows || drag->relative) continue;
        run_warn(r, "hull %s: its drag is over the ground, so that the current of %.3g m/s does not carry it; with "
                 "drag.relative it is through the water", s->hulls[i].name, current);
    }
}

/* A push that is shorter than a step may fall between two. */
static void warn_about_pushes(run *r)
{
    const scene *s = r->model.scene;
    for (int i = 0; i < s->bodies_count; i++) {
        for (int j = 0; j < s->bodies[i].push_count; j++) {
            const scene_push *push = &s->bodies[i].pushes[j];
            const double end = push->time + push->duration;
            if (end <= s->start || scene_step_at(s, push->time) < scene_step_at(s, end)) continue;
            run_warn(r, "bodies[%d].pushes[%d] has no effect: no step begins within its %.3g s", i, j, push->duration);
        }
    }
}

static void warn_about_result(run *r)
{
    const flo_sea_info info = flo_sea_get_info(r->model.sea);
    const scene *s = r->model.scene;
    if (r->report.bad_bodies > 0) {
        run_warn(r, "%zu of %zu bodies were stopped, as their state became absurd; the first is body %zu",
                 r->report.bad_bodies, r->model.body_count, r->report.first_bad_body);
    }
    if (info.steepness_sum > 1) {
        run_warn(r, "the waves' steepness adds up to %.3g: where it passes 1 the surface can fold, and the height "
                 "above a place is then not unique; largest_residual says how far off the answers were",
                 info.steepness_sum);
    }
    if (cli_reaches_bottom(&s->sea, &info)) {
        run_warn(r, CLI_REACHES_BOTTOM, info.significant_wave_height, info.amplitude_sum, s->sea.depth);
    }
    warn_about_current(r);
    warn_about_pushes(r);
    if (s->has_record && cli_lacks_directions(&s->record)) {
        run_warn(r, CLI_NO_DIRECTIONS, *s->record_time ? s->record_time : s->file);
    }
    if (r->interrupted) {
        run_warn(r, "interrupted after step %llu of %llu", (unsigned long long)r->done, (unsigned long long)r->steps);
    }
}

flo_status run_summary(run *r, const run_whole *whole, json_t **summary)
{
    char digits[17];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)whole->hash);
    const flo_device_info device = flo_device_get_info(r->device);
    json_t *json = json_pack("{s:s, s:s, s:b, s:I, s:o}", "device", device.name, "device_description",
                             device.description, "exact", whole->exact, "bodies", (json_int_t)r->model.body_count,
                             "points", json_integer((json_int_t)r->model.sample_count));
    if (!json) return flo__fail(FLO_NO_MEMORY, "no memory for the summary, or the device's name is not UTF-8");
    set_sea(json, r);
    set_speed(json, r);
    json_object_set_new(json, "integrator", json_string(integrator_name(r)));
    json_object_set_new(json, "waves_mode", json_string(waves_name(r)));
    json_object_set_new(json, "tolerance", tolerance_json(r));
    json_object_set_new(json, "largest_residual", real((double)r->report.largest_residual));
    json_t *hulls = json_array();
    for (int i = 0; i < r->model.scene->hull_count; i++) json_array_append_new(hulls, hull_json(r, whole, i));
    json_object_set_new(json, "hulls", hulls);
    json_object_set_new(json, "state_hash", json_string(digits));
    json_object_set_new(json, "bad_bodies", json_integer((json_int_t)r->report.bad_bodies));
    json_object_set(json, "bad", whole->bad);
    json_object_set_new(json, "interrupted", json_boolean(r->interrupted));
    if (whole->ranks) json_object_set(json, "ranks", whole->ranks);
    const flo_status status = set_profile(json, r);
    if (status) {
        json_decref(json);
        return status;
    }
    warn_about_result(r);
    json_object_set(json, "warnings", r->warnings);
    *summary = json;
    return FLO_OK;
}

flo_status run_summary_write(run *r, const json_t *summary)
{
    folder_file *file;
    const flo_status status = folder_begin(&r->out, file_name, &file);
    if (status) return status;
    const bool dumped = json_dumpf(summary, file->stream, JSON_INDENT(2) | JSON_REAL_PRECISION(DIGITS)) == 0;
    if (dumped && fputc('\n', file->stream) != EOF) return folder_end(&r->out, file);
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", r->out.path, file_name, strerror(errno));
}

/* "heave 1.42 s (damping 0.7, omega*dt 0.074 of 1.5)". */
static void print_mode(const json_t *hull, int mode)
{
    const json_t *motion = json_object_get(hull, mode_name(mode)), *period = json_object_get(motion, "period");
    const json_t *limit = json_object_get(motion, "limit");
    if (json_is_null(period)) {
        printf("no %s", mode_name(mode));
        return;
    }
    printf("%s %.3g s (damping %.2g, omega*dt %.2g", mode_name(mode), json_real_value(period),
           json_real_value(json_object_get(motion, "damping_ratio")),
           json_real_value(json_object_get(motion, "omega_h")));
    if (json_is_null(limit)) printf(")");
    else printf(" of %.3g)", json_real_value(limit));
}

/* How the waves above a hull's bodies are summed, where that is not one by one. */
static void print_summation(const json_t *hull)
{
    const json_t *sum = json_object_get(hull, "summation");
    const int degree = (int)json_integer_value(json_object_get(sum, "degree"));
    if (degree == 0) return;
    printf("          %d of %d waves by polynomials of degree %d, to %.2g m\n",
           (int)json_integer_value(json_object_get(sum, "expanded")),
           (int)json_integer_value(json_object_get(sum, "waves")), degree,
           json_real_value(json_object_get(sum, "error")));
}

static void print_hulls(const json_t *hulls)
{
    size_t index, shown = 0;
    json_t *hull;
    json_array_foreach(hulls, index, hull) {
        if (json_integer_value(json_object_get(hull, "bodies")) == 0 || shown++ >= HULLS_SHOWN) continue;
        const json_t *speed = json_object_get(hull, "top_speed");
        fputs("hull      ", stdout);
        cli_print_name(json_string_value(json_object_get(hull, "name")));
        fputs(": ", stdout);
        for (int i = 0; i < MODES; i++) {
            if (i > 0) printf(", ");
            print_mode(hull, i);
        }
        if (json_is_null(speed)) printf(", no limit to its speed");
        else if (json_real_value(speed) > 0) printf(", top speed %.3g m/s", json_real_value(speed));
        printf("\n");
        print_summation(hull);
    }
    if (shown > HULLS_SHOWN) printf("          and %zu more hulls, in summary.json\n", shown - HULLS_SHOWN);
}

static void print_ranks(const json_t *list)
{
    size_t index;
    json_t *rank;
    if (!list) return;
    json_array_foreach(list, index, rank) {
        if (index == RANKS_SHOWN) {
            printf("          and %zu more ranks, in summary.json\n", json_array_size(list) - index);
            break;
        }
        printf("rank      %zu on %s: %s, %lld bodies, %.3g s\n", index,
               json_string_value(json_object_get(rank, "host")), json_string_value(json_object_get(rank, "device")),
               (long long)json_integer_value(json_object_get(rank, "bodies")),
               json_real_value(json_object_get(rank, "seconds")));
    }
}

/* "patches   9 launches, 0.12 s". */
static void print_profile(const json_t *profile)
{
    size_t index;
    json_t *entry;
    json_array_foreach(profile, index, entry) {
        const json_int_t bytes = json_integer_value(json_object_get(entry, "bytes"));
        printf("profile   %-10s %8lld launches, %.4g s", json_string_value(json_object_get(entry, "name")),
               (long long)json_integer_value(json_object_get(entry, "launches")),
               json_real_value(json_object_get(entry, "seconds")));
        if (bytes > 0) printf(", %lld bytes", (long long)bytes);
        printf("\n");
    }
}

void run_summary_print(const run *r, const json_t *summary)
{
    const flo_sea_info sea = flo_sea_get_info(r->model.sea);
    const flo_device_info device = flo_device_get_info(r->device);
    printf("device    %s: %s\n", device.name, device.description);
    print_ranks(json_object_get(summary, "ranks"));
    printf("sea       %d waves, Hs %.3g m, Tp %.3g s\n", sea.waves, sea.significant_wave_height, sea.peak_period);
    printf("fleet     %zu bodies, %.0f points\n", r->model.body_count, r->model.sample_count);
    print_hulls(json_object_get(summary, "hulls"));
    if (r->resume) printf("resumed   from step %llu\n", (unsigned long long)r->begun);
    printf("steps     %llu of %.6g s, %s, in %.3g s: %.3g body steps/s, %.3g point waves/s\n",
           (unsigned long long)(r->done - r->begun), r->model.scene->step, integrator_name(r), r->seconds,
           run_body_steps_per_second(r), run_point_waves_per_second(r));
    const double simulated = (double)(r->done - r->begun) * r->model.scene->step;
    if (r->seconds > 0) printf("speed     %.3g times real time\n", simulated / r->seconds);
    print_profile(json_object_get(summary, "profile"));
    printf("residual  %.3g m at most\n", (double)r->report.largest_residual);
    printf("state     %s\n", json_string_value(json_object_get(summary, "state_hash")));
    if (!r->has_out) return;
    fputs("written   ", stdout);
    cli_print_name(r->out.path);
    putchar('\n');
}
