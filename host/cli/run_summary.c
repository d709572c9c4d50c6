/* SPDX-License-Identifier: MIT
 *
 * What a run was and what came out of it: summary.json, and a few lines for people. */
#include "modes.h"
#include "run.h"

#include "../internal.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char file_name[] = "summary.json";

enum { DIGITS = 12 };       /* of the numbers in summary.json */

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

static json_t *mode_json(const hull_mode *m)
{
    const bool swings = m->frequency > 0;
    return json_pack("{s:o, s:o, s:o, s:o}", "period", swings ? real(2 * acos(-1) / m->frequency) : json_null(),
                     "omega_h", real(m->step), "damping_ratio", swings ? real(m->damping_ratio) : json_null(),
                     "limit", real(m->limit));
}

/* What is wrong with a mode at this step; an empty text if nothing is. */
static void mode_warning(char *text, size_t size, const char *hull, int mode, const hull_mode *m)
{
    *text = '\0';
    if (m->step <= m->limit) return;
    snprintf(text, size, "hull %s: %s has omega*dt = %.3g, beyond the limit %.3g of the symplectic step: it will not "
             "stay bounded; take a smaller time.step", hull, mode_name(mode), m->step, m->limit);
}

static json_t *hull_json(run *r, int index)
{
    const scene *s = r->model.scene;
    const scene_hull *h = &s->hulls[index];
    const flo_hull_info info = flo_hull_get_info(r->model.hulls[index]);
    const hull_modes modes = hull_modes_of(&h->def, r->model.hulls[index], &s->sea, s->step);
    json_t *json = json_pack("{s:s, s:i, s:I, s:f}", "name", h->name, "samples", info.samples, "bodies",
                             (json_int_t)bodies_of(s, index), "mass", info.mass);
    char warning[256] = "";
    for (int i = 0; i < MODES; i++) {
        char text[256];
        json_object_set_new(json, mode_name(i), mode_json(&modes.mode[i]));
        mode_warning(text, sizeof text, h->name, i, &modes.mode[i]);
        if (*text) run_warn(r, "%s", text);
        if (*text && !*warning) strcpy(warning, text);
    }
    json_object_set_new(json, "warning", *warning ? json_string(warning) : json_null());
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

static void set_speed(json_t *json, const run *r)
{
    json_object_set_new(json, "steps", json_integer((json_int_t)r->done));
    json_object_set_new(json, "step", real(r->model.scene->step));
    json_object_set_new(json, "time", real(r->report.time));
    json_object_set_new(json, "seconds", real(r->seconds));
    json_object_set_new(json, "point_waves_per_second", real(run_point_waves_per_second(r)));
    json_object_set_new(json, "body_steps_per_second", real(run_body_steps_per_second(r)));
}

/* Whether bodies of a hull are held by the ground that a current moves over. */
static bool is_held(const flo_hull_def *hull)
{
    const flo_drag_def *drag = &hull->drag;
    return hull->damping.vertical > 0 || drag->linear > 0 || drag->quadratic > 0 || drag->local[0] > 0 ||
           drag->local[1] > 0 || drag->local[2] > 0;
}

static void warn_about_current(run *r)
{
    const scene *s = r->model.scene;
    const bool current = hypot(s->sea.current[0], s->sea.current[1]) > 0;
    for (int i = 0; current && i < s->hull_count; i++) {
        if (bodies_of(s, i) == 0 || !is_held(&s->hulls[i].def)) continue;
        run_warn(r, "drag is against the ground, not against the moving water: drag.relative and damping.relative are "
                 "not built yet, so that the current does not carry the bodies of hull %s", s->hulls[i].name);
        return;
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
    warn_about_current(r);
    if (s->has_record && cli_lacks_directions(&s->record)) run_warn(r, CLI_NO_DIRECTIONS, s->record_time);
    if (r->interrupted) {
        run_warn(r, "interrupted after step %llu of %llu", (unsigned long long)r->done, (unsigned long long)r->steps);
    }
}

flo_status run_summary(run *r, json_t **summary)
{
    uint64_t hash;
    const flo_status status = flo_fleet_hash(r->fleet, &hash);
    if (status) return status;
    char digits[17];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    const flo_device_info device = flo_device_get_info(r->device);
    json_t *json = json_pack("{s:s, s:s, s:b, s:I, s:o}", "device", device.name, "device_description",
                             device.description, "exact", device.exact, "bodies", (json_int_t)r->model.body_count,
                             "points", json_integer((json_int_t)r->model.sample_count));
    if (!json) return flo__fail(FLO_NO_MEMORY, "no memory for the summary, or the device's name is not UTF-8");
    set_sea(json, r);
    set_speed(json, r);
    json_object_set_new(json, "integrator", json_string("symplectic"));
    json_object_set_new(json, "largest_residual", real((double)r->report.largest_residual));
    json_t *hulls = json_array();
    for (int i = 0; i < r->model.scene->hull_count; i++) json_array_append_new(hulls, hull_json(r, i));
    json_object_set_new(json, "hulls", hulls);
    json_object_set_new(json, "state_hash", json_string(digits));
    json_object_set_new(json, "bad_bodies", json_integer((json_int_t)r->report.bad_bodies));
    json_object_set_new(json, "interrupted", json_boolean(r->interrupted));
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

void run_summary_print(const run *r, const json_t *summary)
{
    const flo_sea_info sea = flo_sea_get_info(r->model.sea);
    const flo_device_info device = flo_device_get_info(r->device);
    printf("device    %s: %s\n", device.name, device.description);
    printf("sea       %d waves, Hs %.3g m, Tp %.3g s\n", sea.waves, sea.significant_wave_height, sea.peak_period);
    printf("fleet     %zu bodies, %.0f points\n", r->model.body_count, r->model.sample_count);
    printf("steps     %llu of %.6g s in %.3g s: %.3g body steps/s, %.3g point waves/s\n",
           (unsigned long long)r->done, r->model.scene->step, r->seconds, run_body_steps_per_second(r),
           run_point_waves_per_second(r));
    const double simulated = (double)r->done * r->model.scene->step;
    if (r->seconds > 0) printf("speed     %.3g times real time\n", simulated / r->seconds);
    printf("residual  %.3g m at most\n", (double)r->report.largest_residual);
    printf("state     %s\n", json_string_value(json_object_get(summary, "state_hash")));
    if (r->has_out) printf("written   %s\n", r->out.path);
}
