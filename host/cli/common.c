/* SPDX-License-Identifier: MIT
 *
 * Complaints, clocks, and what a scene becomes before a device is chosen. */
#include "cli.h"

#include "../internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Bytes of a message, of which the library's have half at most, and of one that is shown. */
enum { LONGEST = 16384, SHOWN = 2 * LONGEST };

/* Names in a message are somebody else's: what would steer a terminal, or begin a line that looks like another message,
 * is shown as \xHH.  Only the log of a driver's compiler has `lines` of its own, which are set in. */
static void clean(char shown[SHOWN], const char *text, bool lines)
{
    enum { MOST = 8 };          /* that one step writes, and the end */
    size_t at = 0;
    for (; *text && at < SHOWN - MOST - 1; text++) {
        const unsigned char c = (unsigned char)*text, next = (unsigned char)text[1];
        if (lines && c == '\n') {
            at += (size_t)snprintf(shown + at, SHOWN - at, "\n  ");
        } else if (c == 0xC2 && next >= 0x80 && next < 0xA0) {      /* Unicode's, U+0080 to U+009F */
            at += (size_t)snprintf(shown + at, SHOWN - at, "\\x%02X\\x%02X", c, next);
            text++;
        } else if ((c < ' ' && !(lines && c == '\t')) || c == 127) {
            at += (size_t)snprintf(shown + at, SHOWN - at, "\\x%02X", c);
        } else {
            shown[at++] = (char)c;
        }
    }
    shown[at] = '\0';
}

void cli_print_name(const char *name)
{
    char shown[SHOWN];
    clean(shown, name, false);
    fputs(shown, stdout);
}

/* At once, so that the lines of several processes do not mix. */
static void put(const char *before, const char *text, bool lines)
{
    char shown[SHOWN];
    clean(shown, text, lines);
    fflush(stdout);             /* so that a file with both keeps their order */
    fprintf(stderr, "flotilla: %s%s\n", before, shown);
}

static void print(const char *before, const char *format, va_list arguments) CLI_VPRINTF(2);
static void print(const char *before, const char *format, va_list arguments)
{
    char text[LONGEST];
    vsnprintf(text, sizeof text, format, arguments);
    put(before, text, false);
}

void cli_print_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print("", format, arguments);
    va_end(arguments);
}

void cli_print_warning(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print("warning: ", format, arguments);
    va_end(arguments);
}

void cli_print_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print("note: ", format, arguments);
    va_end(arguments);
}

int cli_misused(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    print("", format, arguments);
    va_end(arguments);
    return CLI_BAD_INPUT;
}

int cli_failed(flo_status status)
{
    put("", flo_message(), status == FLO_DEVICE_FAILED);
    switch (status) {
    case FLO_NO_DEVICE:
    case FLO_DEVICE_REFUSED:
    case FLO_DEVICE_FAILED: return CLI_NO_DEVICE;
    case FLO_BAD_BODY: return CLI_CHECK_FAILED;
    default: return CLI_BAD_INPUT;
    }
}

volatile sig_atomic_t cli_interrupted;

/* A second one ends the process as if nobody listened; but not within a second of the first, for there are senders,
 * timeout(1) among them, that send one twice. */
static void on_signal(int number)
{
    static struct timespec first;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const bool again = cli_interrupted;
    cli_interrupted = 1;
    if (!again) first = now;
    const long long waited = (now.tv_sec - first.tv_sec) * 1000000000LL + now.tv_nsec - first.tv_nsec;
    if (waited < 1000000000LL) return;
    signal(number, SIG_DFL);
    raise(number);
}

void cli_catch_signals(void)
{
    struct sigaction action = { .sa_handler = on_signal };
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGXFSZ, SIG_IGN);       /* a limit of files' sizes: writing fails then, and says so */
}

void cli_angles(const float q[4], double *heading, double *pitch, double *roll)
{
    const double w = (double)q[0], x = (double)q[1], y = (double)q[2], z = (double)q[3];
    const double down = 2 * (w * x - y * z);        /* minus the height that the bow points to */
    *heading = atan2(2 * (x * z + w * y), 1 - 2 * (x * x + y * y));
    *pitch = asin(fmax(-1, fmin(1, down)));
    *roll = atan2(2 * (x * y + w * z), 1 - 2 * (x * x + z * z));
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

flo_status cli_open_device(flo_device **device, const char *name, int threads)
{
    flo_device_def def = flo_default_device_def();
    def.name = name;
    def.threads = threads;
    return flo_device_open(device, &def);
}

/* ---- models ---------------------------------------------------------------------------------------------------- */

/* What the library calls a bad value is a bad file here. */
static flo_status bad_file(flo_status status)
{
    return status == FLO_BAD_VALUE ? FLO_BAD_FILE : status;
}

flo_status cli_create_sea(flo_sea **sea, const scene *s)
{
    const flo_status status = flo_sea_create(sea, &s->sea);
    return status ? flo__fail_more(bad_file(status), "%s: sea", s->file) : FLO_OK;
}

bool cli_lacks_directions(const flo_record_info *record)
{
    return record->significant_wave_height > 0 && isnan(record->mean_direction);
}

/* All amplitudes together tell what can be, and of a few waves will be.  Of many it never is; there the height tells
 * that breaking leaves: in the surf of a natural beach H_rms is 0.42 of the depth (Thornton and Guza 1982, Energy
 * saturation and phase speeds measured on a natural beach, J. Geophys. Res. 87, 9499-9508), which makes an H_s of
 * sqrt(2) 0.42, 0.6 of it.  22 waves or fewer whose amplitudes add up to the depth have more, whatever they are. */
bool cli_reaches_bottom(const flo_sea_def *def, const flo_sea_info *info)
{
    return info->amplitude_sum >= def->depth && info->significant_wave_height > 0.6 * def->depth;
}

flo_status cli_model_open(cli_model *model, const char *file, const cli_list *set)
{
    return cli_model_open_within(model, file, &(scene_options){ .set = set ? set->text : NULL,
                                                                .set_count = set ? set->count : 0 });
}

flo_status cli_model_open_within(cli_model *model, const char *file, const scene_options *options)
{
    *model = (cli_model){ 0 };
    flo_status status = scene_read(&model->scene, file, options);
    if (status) goto cleanup;
    const scene *s = model->scene;
    model->body_count = model->part = s->body_count;
    status = cli_create_sea(&model->sea, s);
    if (status) goto cleanup;
    model->hulls = calloc((size_t)s->hull_count + 1, sizeof *model->hulls);
    if (!model->hulls) {
        status = flo__fail(FLO_NO_MEMORY, "no memory for %d hulls", s->hull_count);
        goto cleanup;
    }
    for (int i = 0; i < s->hull_count && !status; i++) {
        status = flo_hull_create(&model->hulls[i], &s->hulls[i].def);
        if (status) status = flo__fail_more(bad_file(status), "%s: hulls.%s", s->file, s->hulls[i].name);
    }
    for (int i = 0; i < s->bodies_count && !status; i++) {
        const flo_hull_info info = flo_hull_get_info(model->hulls[s->bodies[i].hull]);
        model->sample_count += (double)s->bodies[i].count * info.samples;
    }
cleanup:
    if (status) cli_model_close(model);
    return status;
}

/* Counts that no machine holds would overflow: they are told in proportion. */
static double fleet_memory(const flo_hull *hull, size_t count)
{
    const size_t most = (size_t)1 << 30;
    if (count <= most) return (double)flo_fleet_memory(hull, count);
    return (double)flo_fleet_memory(hull, most) * ((double)count / (double)most);
}

double cli_model_memory(const cli_model *model)
{
    const scene *s = model->scene;
    double bytes = (double)model->part * sizeof(flo_body_def);
    for (int i = 0; i < s->hull_count; i++) {
        size_t count = 0, before = 0;
        for (int j = 0; j < s->bodies_count; before += s->bodies[j++].count) {
            size_t from;
            if (s->bodies[j].hull != i) continue;
            count += scene_overlap(before, s->bodies[j].count, model->first, model->part, &from);
        }
        bytes += fleet_memory(model->hulls[i], count);
    }
    return bytes;
}

void cli_model_say_most(const cli_model *model, char words[CLI_MOST])
{
    const scene *s = model->scene;
    double most = -1;
    size_t before = 0, from;
    snprintf(words, CLI_MOST, "its waves");      /* where there are no bodies */
    for (int i = 0; i < s->bodies_count; before += s->bodies[i++].count) {
        const scene_bodies *b = &s->bodies[i];
        const size_t own = scene_overlap(before, b->count, model->first, model->part, &from);
        const double bytes = fleet_memory(model->hulls[b->hull], own);
        if (own == 0 || !(bytes > most)) continue;
        most = bytes;
        char all[48] = "";
        if (own < b->count) snprintf(all, sizeof all, " of its %zu", b->count);
        snprintf(words, CLI_MOST, "bodies[%d].count, %zu%s of hull %.80s", i, own, all, s->hulls[b->hull].name);
    }
}

void cli_model_drop_bodies(cli_model *model)
{
    free(model->bodies);
    model->bodies = NULL;
}

flo_status cli_model_make_bodies(cli_model *model)
{
    return scene_make_some(model->scene, model->hulls, model->first, model->part, &model->bodies);
}

void cli_model_close(cli_model *model)
{
    free(model->bodies);
    for (int i = 0; model->hulls && i < model->scene->hull_count; i++) flo_hull_destroy(model->hulls[i]);
    free(model->hulls);
    flo_sea_destroy(model->sea);
    if (model->scene) scene_free(model->scene);
    *model = (cli_model){ 0 };
}
