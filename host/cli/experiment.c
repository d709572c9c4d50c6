/* SPDX-License-Identifier: MIT
 *
 * flotilla experiment: runs the published experiments, and says whether they show what they should. */
#include "experiment.h"
#include "progress.h"

#include "../internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct options {
    const char *which, *device, *out;
    cli_list set;
    cli_number threads;
    bool list;
    progress_options progress;
} options;

static const experiment *find(const char *which)
{
    char *end;
    const long number = strtol(which, &end, 10);
    const bool digits = *which && strspn(which, "0123456789") == strlen(which);
    for (int i = 0; i < experiment_count; i++) {
        if (digits ? experiments[i].number == number : strcmp(experiments[i].name, which) == 0) return &experiments[i];
    }
    return NULL;
}

static void list(void)
{
    const char *article = NULL;
    for (int i = 0; i < experiment_count; i++) {
        const experiment *e = &experiments[i];
        if (!article || strcmp(article, e->article) != 0) printf("%s%s\n", article ? "\n" : "", e->article);
        article = e->article;
        printf("  %2d  %s\n", e->number, e->title);
    }
}

/* One experiment, with all that it leaves. */
static flo_status perform(const experiment *e, flo_device *device, const options *o, page *whole,
                          finding_counts *counts)
{
    lab l;
    flo_status status = o->out ? lab_check_folder(e, o->out) : FLO_OK;
    if (status) return status;
    status = lab_open(&l, e, device, &o->set, &cli_interrupted);
    if (!status && o->out) status = lab_write(&l, o->out);
    if (!status && whole) status = page_add(whole, &l);
    progress_add(1);
    if (!status) {
        progress_hold();
        const finding_counts own = lab_counts(&l);
        lab_print(&l, o->out);
        fflush(stdout);
        progress_go();
        counts->hold += own.hold;
        counts->fail += own.fail;
        counts->unchecked += own.unchecked;
    }
    lab_close(&l);
    return status;
}

static flo_status perform_all(flo_device *device, const options *o, const experiment *only, finding_counts *counts)
{
    page *whole = NULL;
    flo_status status = !only && o->out ? page_open(&whole, o->out, device) : FLO_OK;
    for (int i = 0; i < experiment_count && !status; i++) {
        if (!only || only == &experiments[i]) status = perform(&experiments[i], device, o, whole, counts);
    }
    if (!status && whole) status = page_end(whole);
    page_close(whole);
    return status;
}

static int experiment_run(const options *o, const experiment *only)
{
    flo_device *device = NULL;
    finding_counts counts = { 0, 0, 0 };
    progress_open(&o->progress);
    progress_task("experiments", only ? 1 : experiment_count);
    flo_status status = cli_open_device(&device, o->device, (int)o->threads.value);
    if (!status) {
        cli_catch_signals();
        status = perform_all(device, o, only, &counts);
    }
    flo_device_close(device);
    progress_close();
    if (cli_interrupted) {
        cli_print_error("interrupted");
        return CLI_INTERRUPTED;
    }
    if (status) return cli_failed(status);
    printf("%d hold, %d fail, %d not checked", counts.hold, counts.fail, counts.unchecked);
    if (!only && o->out) {
        fputs("; all on one page: ", stdout);
        cli_print_name(o->out);
        fputs("/index.html", stdout);
    }
    putchar('\n');
    return counts.fail > 0 ? CLI_CHECK_FAILED : CLI_DONE;
}

static int choose(const options *o)
{
    if (o->list || !o->which) {
        if (o->which) return cli_misused("experiment: --list takes no experiment");
        list();
        return CLI_DONE;
    }
    const bool all = strcmp(o->which, "all") == 0;
    const experiment *only = all ? NULL : find(o->which);
    if (!all && !only) {
        return cli_misused("experiment: there is no experiment \"%s\"; there are 1 to %d, and all", o->which,
                           experiment_count);
    }
    return experiment_run(o, only);
}

static int command(int argc, char **argv)
{
    options o = { .which = NULL };
    cli_list operands = { 0 };
    const cli_option table[] = {
        { "--set", CLI_LIST, &o.set, "KEY=VALUE, such as hulls.ball.buoyancy.curve=saturate", 0, 0 },
        { "--out", CLI_TEXT, &o.out, "a folder", 0, 0 },
        { "--device", CLI_TEXT, &o.device, "a device, see: flotilla devices", 0, 0 },
        { "--threads", CLI_COUNT, &o.threads, "a whole number, 0 to 4096; 0 chooses", 0, 4096 },
        { "--list", CLI_FLAG, &o.list, NULL, 0, 0 },
        PROGRESS_OPTIONS(&o.progress),
    };
    const cli_syntax syntax = { table, sizeof table / sizeof table[0], "a number, or all", 0, 1, &operands };
    int result = cli_parse(&syntax, argc, argv);
    if (!result) {
        o.which = operands.count ? operands.text[0] : NULL;
        result = choose(&o);
    }
    cli_free_list(&operands);
    cli_free_list(&o.set);
    return result;
}

const cli_command cli_experiment = {
    "experiment", command, "the published experiments as scenes: measured beside expected",
    "flotilla experiment [N|all] [OPTION]...\n"
    "\n"
    "Runs an experiment: its scene and variations of it.  Prints what it teaches, and what was measured beside what\n"
    "closed forms say.  Without N, lists the experiments.\n"
    "\n"
    "  --set KEY=VALUE  over the scene's and its variations', as in `flotilla run`; expectations follow what is\n"
    "                   set, and those that no formula covers any more are not checked\n"
    "  --out DIR        writes DIR/NAME.csv, every track with up to 2000 rows for each body, and DIR/NAME.png; with\n"
    "                   all, DIR/index.html, too: one page that needs no other file\n"
    "  --device D       see `flotilla devices`; else $FLOTILLA_DEVICE, or auto\n"
    "  --threads N      of scalar and simd; 0 chooses\n"
    "  --list           only lists them\n"
    "  --quiet          no line on a terminal that tells how far it is\n"
    "  --progress json  tells it on the standard error, a line of JSON twice a second\n"
    "\n"
    "The scenes lie in examples/experiments/, and `flotilla run` takes them, too.\n"
    "exit status: 1 if an expectation does not hold\n"
};
