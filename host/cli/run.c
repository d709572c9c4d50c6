/* SPDX-License-Identifier: MIT
 *
 * flotilla run: steps a scene, and writes what became of it.
 *
 * Everything that can be refused is refused before the first step: scene, device, memory, folder.  Steps are done in
 * blocks that end where something is to be changed, written or drawn, and that take a fraction of a second, so that
 * progress is shown and an interruption ends the run cleanly.  How steps are cut into blocks changes no bit. */
#include "run.h"

#include "../internal.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SHORT_BLOCK 0.1         /* s: a block that takes less is doubled, */
#define LONG_BLOCK 0.3          /* s: one that takes more is halved */

/* ---- a run ----------------------------------------------------------------------------------------------------- */

void run_warn(run *r, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_t *json = json_string(text);
    if (!json) {                /* a file's name that is not UTF-8 */
        for (char *c = text; *c; c++) *c = (unsigned char)*c < 128 ? *c : '?';
        json = json_string(text);
    }
    json_array_append_new(r->warnings, json);
}

double run_point_waves_per_second(const run *r)
{
    if (!(r->seconds > 0)) return 0;
    return r->model.sample_count * flo_sea_get_info(r->model.sea).waves * (double)(r->done - r->begun) / r->seconds;
}

double run_body_steps_per_second(const run *r)
{
    return r->seconds > 0 ? (double)r->model.body_count * (double)(r->done - r->begun) / r->seconds : 0;
}

/* Steps until the next multiple of `every`. */
static uint64_t until(uint64_t done, uint64_t every)
{
    return every - done % every;
}

static flo_status do_block(run *r, uint64_t steps, double *taken)
{
    const double start = cli_seconds();
    flo_status status = flo_fleet_step(r->fleet, r->model.scene->step, steps);
    if (status && status != FLO_BAD_BODY) return status;    /* a bad body is told at the end; the others go on */
    status = flo_fleet_get_report(r->fleet, &r->report);    /* waits for the device, so that the clock is right */
    *taken = cli_seconds() - start;
    r->own_seconds += *taken;
    r->done += steps;
    return status;
}

/* What is due at the present step. */
static flo_status look(run *r, bool last)
{
    flo_status status = FLO_OK;
    const bool write = last || r->done % r->model.scene->output.every == 0;
    if (r->rows && write) status = run_rows_write(r);
    if (!status && r->track && (last || r->done % run_track_every(r) == 0)) status = run_track_look(r);
    if (!status && r->page && (last || r->done % run_page_every(r) == 0)) status = run_page_look(r);
    return status;
}

/* How many steps to do before something is to be changed, written or drawn. */
static uint64_t steps_to_event(const run *r)
{
    uint64_t steps = r->steps - r->done;
    const uint64_t change = schedule_next(r->plan) - r->done;
    if (change < steps) steps = change;
    if (r->rows && until(r->done, r->model.scene->output.every) < steps) {
        steps = until(r->done, r->model.scene->output.every);
    }
    if (r->track && until(r->done, run_track_every(r)) < steps) steps = until(r->done, run_track_every(r));
    if (r->page && until(r->done, run_page_every(r)) < steps) steps = until(r->done, run_page_every(r));
    if (r->snapshot_every && until(r->done, r->snapshot_every) < steps) steps = until(r->done, r->snapshot_every);
    return steps;
}

/* Changes what is due before it is looked at: what is written are the forces of the step to come. */
static flo_status change_and_look(run *r, bool last)
{
    const flo_status status = ranks_agree(&r->team, schedule_apply(r->plan, r->fleet, r->done));
    return status ? status : look(r, last);
}

/* At multiples, at the end, and where the run is ended early. */
static flo_status snapshot(run *r, bool stop)
{
    const bool due = r->snapshot_every && (stop || r->done == r->steps || r->done % r->snapshot_every == 0);
    return due ? run_snapshot_save(r) : FLO_OK;
}

/* All ranks do the same blocks, and stop at the same step. */
static flo_status do_steps(run *r)
{
    uint64_t block = 1;
    double taken = 0;
    flo_status status = r->done < r->steps ? change_and_look(r, false) : snapshot(r, false);
    bool stop = cli_interrupted != 0;
    if (!status) status = ranks_agree_block(&r->team, status, &taken, &stop);
    while (!status && r->done < r->steps && !stop) {
        uint64_t steps = steps_to_event(r);
        if (block < steps) steps = block;
        status = do_block(r, steps, &taken);
        stop = cli_interrupted != 0;
        status = ranks_agree_block(&r->team, status, &taken, &stop);
        r->seconds += taken;
        if (taken < SHORT_BLOCK && steps == block) block *= 2;
        if (taken > LONG_BLOCK && block > 1) block /= 2;
        progress_set((double)r->done);
        if (!status) status = snapshot(r, stop);
        if (!status && r->done < r->steps && !stop) status = change_and_look(r, false);
    }
    r->interrupted = r->done < r->steps;
    return status ? status : change_and_look(r, true);
}

static void print_warnings(const run *r, bool quiet)
{
    size_t index;
    json_t *text;
    if (quiet) return;
    json_array_foreach(r->warnings, index, text) cli_print_warning("%s", json_string_value(text));
}

const char *const run_names[] = {
    "bodies.csv", "bodies.npy", "bodies-#.vtp", "bodies-#.vtu", "hulls-#.vtp", "hulls-#.vtu", "sea-#.vtp", "sea-#.vtu",
    "bodies.pvd", "hulls.pvd", "sea.pvd", "sea.png", "perspective.png", "motion.png", "spectrum.png", "play.html",
    "summary.json", NULL };

/* What the rank that speaks does with what all have found out. */
static flo_status end_results(run *r, const run_whole *whole, json_t **summary)
{
    if (!ranks_speaks(&r->team)) return FLO_OK;
    flo_status status = run_summary(r, whole, summary);
    if (!status && r->has_out) status = run_summary_write(r, *summary);
    if (!status && r->has_out) status = folder_publish(&r->out, run_names);
    return status;
}

static flo_status write_results(run *r, bool quiet)
{
    run_whole whole = { .hash = 0 };
    json_t *summary = NULL;
    flo_status status = r->rows ? run_rows_end(r) : FLO_OK;
    if (!status && r->page) status = run_page_write(r);
    if (!status && r->track) status = run_track_draw(r);
    if (!status) status = run_whole_find(r, &whole);
    if (!status) status = ranks_agree(&r->team, end_results(r, &whole, &summary));
    progress_close();
    if (!status && !quiet && summary) run_summary_print(r, summary);
    if (!status && summary) print_warnings(r, quiet);
    json_decref(summary);
    run_whole_free(&whole);
    return status;
}

static void close_run(run *r)
{
    run_page_close(r);
    run_track_close(r);
    run_rows_close(r);
    run_resume_close(r);
    run_snapshot_close(r);
    folder_close(&r->out);
    flo_fleet_destroy(r->fleet);
    schedule_close(r->plan);
    flo_device_close(r->device);
    cli_model_close(&r->model);
    json_decref(r->warnings);
}

static int fail(const run *r, flo_status status)
{
    return ranks_speaks(&r->team) ? cli_failed(status) : CLI_BAD_INPUT;
}

static int run_scene(const run_options *o, const ranks *team)
{
    run r = { .team = *team, .stop = &cli_interrupted };
    if (ranks_speaks(team)) progress_open(&o->progress);
    progress_task("preparations", 0);
    flo_status status = run_open(&r, o);
    if (!status) {
        progress_task("steps", (double)r.steps);
        progress_begin_at((double)r.done);
        status = do_steps(&r);
    }
    if (r.interrupted) {        /* what is finished is written; a second signal ends that, too, where it hangs */
        cli_interrupted = 0;
        cli_catch_signals();
    }
    if (!status) status = write_results(&r, o->progress.quiet);
    progress_close();
    int result = CLI_DONE;
    if (status) {
        result = fail(&r, status);
    } else if (r.interrupted || cli_interrupted) {
        result = CLI_INTERRUPTED;
    } else if (r.report.bad_bodies > 0) {
        if (ranks_speaks(team)) {
            cli_print_error("%zu bodies were stopped; the first is body %zu", r.report.bad_bodies,
                            r.report.first_bad_body);
        }
        result = CLI_CHECK_FAILED;
    }
    close_run(&r);
    return ranks_close(&r.team, result);
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

/* For a rank that is not the one that complains. */
static int parse_silently(const cli_syntax *syntax, int argc, char **argv)
{
    const int error = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    const int result = cli_parse(syntax, argc, argv);
    if (error >= 0) dup2(error, STDERR_FILENO);
    if (error >= 0) close(error);
    if (nowhere >= 0) close(nowhere);
    return result;
}

static int check_options(const run_options *o, bool speaks)
{
    const bool nothing_to_keep = o->keep.given && !o->snapshot.given, nowhere = o->snapshot.given && !o->out;
    if (!nothing_to_keep && !nowhere) return CLI_DONE;
    if (!speaks) return CLI_BAD_INPUT;
    return nowhere ? cli_misused("--snapshot needs --out DIR, where snapshots go to")
                   : cli_misused("--keep needs --snapshot EVERY, which writes what it keeps");
}

static int run_command(int argc, char **argv)
{
    run_options o = { .steps = { 0, false } };
    const char *waves = NULL;
    cli_list operands = { 0 };
    const cli_option options[] = {
        { "--device", CLI_TEXT, &o.device, "a device, see: flotilla devices", 0, 0 },
        { "--steps", CLI_COUNT, &o.steps, "a whole number, 0 to 1000000000000000 (1e15)", 0, 1e15 },
        { "--out", CLI_TEXT, &o.out, "a folder", 0, 0 },
        { "--set", CLI_LIST, &o.set, "KEY=VALUE, such as hulls.boat.mass=900", 0, 0 },
        { "--waves", CLI_WORD, &waves, "auto|direct", 0, 0 },
        { "--tolerance", CLI_NUMBER, &o.tolerance, "metres, 0 to 1000; 0 is the sea's significant wave height / 2500",
          0, 1000 },
        { "--profile", CLI_FLAG, &o.profile, NULL, 0, 0 },
        { "--threads", CLI_COUNT, &o.threads, "a whole number, 0 to 4096; 0 chooses", 0, 4096 },
        { "--max-memory", CLI_BYTES, &o.max_memory, "bytes, such as 4G (K, M, G, T)", 0, 0 },
        PROGRESS_OPTIONS(&o.progress),
        { "--snapshot", CLI_COUNT, &o.snapshot, "a whole number of steps, 1 to 1000000000000000 (1e15)", 1, 1e15 },
        { "--keep", CLI_COUNT, &o.keep, "how many of its snapshots a run keeps, 1 to 1000000", 1, 1e6 },
        { "--resume", CLI_TEXT, &o.resume, "a snapshot, such as DIR/snapshot-1000.flo", 0, 0 },
        CLI_FILES_BELOW(&o.files_below),
    };
    const cli_syntax syntax = { options, sizeof options / sizeof options[0], "one SCENE.yaml", 1, 1, &operands };
    ranks team;
    int result = ranks_open(&team);
    if (result) return result;
    result = ranks_speaks(&team) ? cli_parse(&syntax, argc, argv) : parse_silently(&syntax, argc, argv);
    if (!result) {
        o.scene = operands.text[0];
        o.direct = waves && strcmp(waves, "direct") == 0;
        result = check_options(&o, ranks_speaks(&team));
    }
    if (!result) {
        result = run_scene(&o, &team);
    } else {
        result = ranks_close(&team, result);
    }
    cli_free_list(&operands);
    cli_free_list(&o.set);
    return result;
}

const cli_command cli_run = {
    "run", run_command, "steps a scene and writes what became of it",
    "flotilla run SCENE.yaml [OPTION]...\n"
    "\n"
    "Steps the scene.  With --out, writes DIR/bodies.csv, DIR/summary.json and what else the scene's output asks for:\n"
    "DIR/bodies.npy for NumPy, DIR/bodies.pvd and others for ParaView, pictures, and DIR/play.html, a page that plays\n"
    "the run; without, writes nothing.  Prints a short summary.\n"
    "docs/scenes.md is the reference of scenes, docs/output.md of what is written.\n"
    "\n"
    "  --device D           see `flotilla devices`; else the scene's, $FLOTILLA_DEVICE, or auto\n"
    "  --steps N            instead of the scene's time.steps; 0 to 1e15\n"
    "  --out DIR            made if it is missing\n"
    "  --set KEY=VALUE      over the scene's, with dots: hulls.boat.mass=900; of lists, from 0 on:\n"
    "                       bodies.0.throttle=0.5; as often as you like\n"
    "  --waves auto|direct  how the waves above a body are summed: into polynomials as far as that saves time, or\n"
    "                       one by one at every sample\n"
    "  --tolerance METRES   how far heights may be off by the polynomials of --waves auto; 0 to 1000; 0, as if not\n"
    "                       given, is the sea's significant wave height / 2500\n"
    "  --threads N          of scalar and simd; 0 chooses; of each process, if there are several\n"
    "  --snapshot EVERY     every so many steps, and at the end, writes DIR/snapshot-STEP.flo, from which the run can\n"
    "                       go on; all of them stay, but with --keep\n"
    "  --keep N             when a snapshot is written, removes all but the newest N that this process wrote; what\n"
    "                       was there before stays, also the one that it goes on from\n"
    "  --resume FILE        goes on from a snapshot of the same scene, on any device; --steps is the total; with the\n"
    "                       --out of the run that was stopped its files go on as well\n"
    "  --max-memory BYTES   refuse a scene or fleet that needs more, such as 4G; else three quarters of the machine's\n"
    CLI_FILES_BELOW_HELP
    "  --profile            also tells where the device's time goes: launches and seconds of each pass\n"
    "  --quiet              prints errors only\n"
    "  --progress json      a line of JSON on the standard error twice a second: what, done, total, per_second,\n"
    "                       seconds, seconds_left\n"
    "\n"
    "Several processes, started by `mpirun -n N flotilla run ...`, do one run: each has a part of the bodies, and all\n"
    "write the same files; docs/cluster.md.\n"
    "\n"
    "Ctrl-C ends the run after the present block of steps; what is finished is written, with --snapshot also\n"
    "DIR/snapshot-STEP.flo, and the status is 130.\n"
};
