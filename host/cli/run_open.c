/* SPDX-License-Identifier: MIT
 *
 * A run before its first step: scene, device, memory and folder are refused here, if they are. */
#include "run.h"

#include "../internal.h"
#include "../memory.h"

#include <stdio.h>
#include <string.h>

#define LINE 400                /* bytes: a body's line of bodies.csv, and the room that is held for it */
#define LOAD 64                 /* and its loads, as they come from the device and as rows take them */

static flo_status check_memory(const run *r, const run_options *o)
{
    /* And a table of the waves for each hull, at its largest. */
    const double tables = r->waves == FLO_WAVES_AUTO ? 720.0 * r->model.scene->hull_count : 0;
    const scene_output *out = &r->model.scene->output;
    const bool keeps_lines = ranks_many(&r->team) && o->out && out->csv;
    const bool keeps_loads = o->out && (out->csv || out->npy || out->vtk);
    const double rows = ((keeps_lines ? LINE : 0) + (keeps_loads ? LOAD : 0)) * (double)r->model.part;
    const double needed = cli_model_memory(&r->model) + tables * flo_sea_get_info(r->model.sea).waves + rows;
    const double share = flo__memory_for_files() / r->team.where.node_size;
    const double allowed = o->max_memory.given ? (double)o->max_memory.value : share;
    if (needed <= allowed) return FLO_OK;
    char need[SCENE_BYTES], allow[SCENE_BYTES], most[CLI_MOST];
    scene_say_bytes(need, needed);
    scene_say_bytes(allow, allowed);
    if (strcmp(need, allow) == 0) {
        snprintf(need, sizeof need, "%.0f bytes", needed);
        snprintf(allow, sizeof allow, "%.0f bytes", allowed);
    }
    cli_model_say_most(&r->model, most);
    return flo__fail(FLO_NO_MEMORY, "%s%zu %s %s of memory, most of it for %s; %s %s",
                     ranks_many(&r->team) ? "a rank's " : "", r->model.part,
                     r->model.part == 1 ? "body needs" : "bodies need", need, most,
                     o->max_memory.given ? "--max-memory allows" : ranks_many(&r->team) ? "without --max-memory, a "
                     "rank's share of three quarters of its machine's is allowed:" : "without --max-memory, three "
                     "quarters of this machine's are allowed:", allow);
}

/* Whether the scene asks for a file.  The lists of ParaView's files are begun before the first step, where there is
 * something to list. */
static bool is_asked_for(const scene_output *wanted, const char *name)
{
    const char *end = strrchr(name, '.');
    if (strcmp(end, ".csv") == 0) return wanted->csv;
    if (strcmp(end, ".npy") == 0) return wanted->npy;
    if (strcmp(end, ".png") == 0) return wanted->plot;
    if (strcmp(end, ".html") == 0) return wanted->page;
    if (strcmp(end, ".vtu") == 0) return wanted->vtk == SCENE_VTU;
    if (strcmp(end, ".vtp") == 0) return wanted->vtk == SCENE_VTP || wanted->vtk == SCENE_VTP_TOO;
    return strcmp(end, ".json") == 0;
}

/* A name that a folder has is found now, too. */
static flo_status check_names(const run *r)
{
    const scene_output *wanted = &r->model.scene->output;
    const uint64_t frames = r->steps / wanted->every + (r->steps % wanted->every ? 2 : 1);
    flo_status status = FLO_OK;
    for (int i = 0; run_names[i] && !status; i++) {
        if (is_asked_for(wanted, run_names[i])) status = folder_check(&r->out, run_names[i], frames);
    }
    return status;
}

/* Nothing that the run reads is lost, whatever it is called: the scene and the files it names; and the snapshot, but
 * under its own name, which a run that goes on from it may write anew. */
static flo_status spare_inputs(const run *r, const run_options *o)
{
    inputs snapshot = { .files = NULL };
    flo_status status = folder_spare(&r->out, run_names, o->snapshot.given, &r->model.scene->read);
    if (!status && o->resume) status = inputs_add(&snapshot, o->resume);
    if (!status) status = folder_spare(&r->out, run_names, false, &snapshot);
    inputs_free(&snapshot);
    return status;
}

static flo_status open_results(run *r, const run_options *o)
{
    if (!o->out) return FLO_OK;
    if (!ranks_speaks(&r->team)) {
        r->out.path = strdup(o->out);       /* for messages: the folder is another's */
        r->has_out = r->out.path != NULL;
        return r->has_out ? FLO_OK : flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", o->out);
    }
    flo_status status = folder_open(&r->out, o->out);
    if (status) return status;
    r->has_out = true;
    status = spare_inputs(r, o);
    if (status) return status;
    folder_file *trial;         /* a folder that cannot be written is found now, not after an hour of steps */
    status = folder_begin(&r->out, "summary.json", &trial);
    if (status) return status;
    folder_drop(trial);
    status = check_names(r);
    if (status) return status;
    /* One that goes on from a snapshot of another folder may yet want the rows that are here. */
    if (o->resume) folder_sweep(&r->out, run_names + RUN_ROWS, 0);
    else folder_sweep(&r->out, run_names, RUN_ROWS);
    return FLO_OK;
}

/* What is written while steps are done. */
static flo_status open_files(run *r)
{
    const scene_output *wanted = &r->model.scene->output;
    if (!r->has_out) return FLO_OK;
    flo_status status = run_rows_open(r);
    if (!status && wanted->plot) status = run_track_open(r);
    if (!status && wanted->page) status = run_page_open(r);
    return status;
}

static flo_status open_model(run *r, const run_options *o)
{
    r->warnings = json_array();
    if (!r->warnings) return flo__fail(FLO_NO_MEMORY, "no memory for a list");
    if (r->team.note) run_warn(r, "%s", r->team.note);
    const scene_options options = { .set = o->set.text, .set_count = o->set.count,
                                    .max_memory = (double)o->max_memory.value, .files_below = o->files_below };
    flo_status status = cli_model_open_within(&r->model, o->scene, &options);
    if (!status) status = ranks_cut(&r->team, &r->model);
    if (status) return status;
    r->snapshot_every = o->snapshot.value;
    r->snapshots_kept = o->keep.value;
    if (r->model.scene->output.vtk && (o->snapshot.given || o->resume)) {
        return flo__fail(FLO_BAD_VALUE, "%s: output.vtk is set, and its files cannot be gone on with from a snapshot; "
                         "leave out --snapshot and --resume, or give --set output.vtk=false", r->model.scene->file);
    }
    r->steps = o->steps.given ? o->steps.value : r->model.scene->steps;
    const double start = r->model.scene->start, end = start + (double)r->steps * r->model.scene->step;
    if (!(end <= 1e12)) {
        return flo__fail(FLO_BAD_VALUE, "%s: from time.start, %.15g s, %llu steps of %g s would end at %.15g s; times "
                         "are up to 1e12 s", r->model.scene->file, start, (unsigned long long)r->steps,
                         r->model.scene->step, end);
    }
    r->waves = o->direct ? FLO_WAVES_DIRECT : FLO_WAVES_AUTO;
    r->tolerance = o->tolerance;
    r->profile = o->profile;
    return check_memory(r, o);
}

/* What the library made good by itself while it opened a device: the last that it heard. */
typedef struct refusal { flo_status status; char why[400]; } refusal;

static void hear(void *user, flo_status status, const char *message)
{
    refusal *const last = user;
    last->status = status;
    snprintf(last->why, sizeof last->why, "%.*s", (int)strcspn(message, "\n"), message);
}

/* Where "auto" could not have the GPU that is there, and took the processor; that there is none is no news. */
static void tell_refusal(run *r, const refusal *last)
{
    const flo_device_info info = flo_device_get_info(r->device);
    const bool refused = last->status != FLO_OK && last->status != FLO_NO_DEVICE;
    const bool alone = strncmp(info.name, "simd", 4) == 0 && !strchr(info.name, '+');
    if (refused && alone) run_warn(r, "%s computes, for the GPU was refused: %s", info.name, last->why);
}

static flo_status open_device(run *r, const flo_device_def *where)
{
    refusal last = { FLO_OK, "" };
    flo_set_message_function(hear, &last);
    const flo_status status = flo_device_open(&r->device, where);
    flo_set_message_function(NULL, NULL);
    if (!status) tell_refusal(r, &last);
    return status ? status : cli_model_make_bodies(&r->model);
}

static flo_status make_fleet(run *r)
{
    const scene *s = r->model.scene;
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = r->model.sea;
    def.bodies = r->model.bodies;
    def.count = r->model.part;
    def.time = s->start;
    def.integrator = s->integrator;
    def.waves = r->waves;
    def.tolerance = r->tolerance;
    flo_status status = schedule_open(&r->plan, s);
    if (!status) schedule_cut(r->plan, r->model.first, r->model.part);
    if (!status) status = flo_fleet_create(&r->fleet, r->device, &def);
    cli_model_drop_bodies(&r->model);       /* 144 MB of a million, while steps take their most */
    if (status == FLO_BAD_VALUE || status == FLO_BAD_BODY) {
        return flo__fail_more(FLO_BAD_FILE, "%s: bodies", s->file);
    }
    return status ? status : flo_fleet_get_report(r->fleet, &r->report);
}

flo_status run_open(run *r, const run_options *o)
{
    char room[64];
    flo_status status = ranks_agree(&r->team, open_model(r, o));
    if (status) return status;
    flo_device_def where = flo_default_device_def();
    where.name = o->device ? o->device : r->model.scene->device;
    where.threads = (int)o->threads.value;
    where.profile = o->profile;
    ranks_choose_device(&r->team, &where.name, &where.threads, room);
    r->threads = where.threads;
    status = ranks_agree(&r->team, open_device(r, &where));
    if (status) return status;
    cli_catch_signals();            /* before there is anything that would be left behind */
    status = ranks_agree(&r->team, open_results(r, o));
    if (!status) status = ranks_agree(&r->team, make_fleet(r));
    if (!status && o->resume) status = run_resume_open(r, o->resume);
    if (!status) status = open_files(r);
    return status || !o->resume ? status : run_resume_load(r);
}
