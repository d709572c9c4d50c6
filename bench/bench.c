/* SPDX-License-Identifier: MIT
 *
 * flotilla bench: runs named benchmarks, each in a process of its own, prints their tables, and gathers their figures
 * into one file. */
#define _GNU_SOURCE             /* strsignal */
#include "bench.h"
#include "../host/process.h"

#include "../host/cli/progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct benchmark {
    const char *name;
    int (*run)(bench_output *out);
    const char *summary;
} benchmark;

static const benchmark benchmarks[] = {
    { "direct", bench_direct, "the direct sum above boats, one core, against plain C, three heights, SLEEF, the core" },
    { "query", bench_query_sides, "flo_query for single points, one core, against the same" },
    { "inverted", bench_inverted, "the same with inversion, against plain C with the same inversion" },
    { "isa", bench_isa, "the same query by every instruction set that this processor has" },
    { "expansion", bench_expansion, "steps of boats by the local expansion against the direct sum, one core" },
    { "sums", bench_sums, "steps of boats with order-free sums against the same with sums of floats, one core" },
    { "body", bench_body, "the pass over bodies alone, symplectic and implicit, one core" },
    { "opencl", bench_opencl, "steps of boats on the best OpenCL device against our own SIMD, one core" },
    { "fleet", bench_fleet, "65536 boats of 64 samples in 64 waves, expansion against direct sum, one core" },
    { "fleet_ms", bench_fleet_ms, "the same in ms of elapsed time, two threads, on SIMD and OpenCL" },
    { "threads", bench_threads, "the same by two threads against one" },
    { "roofline", bench_roofline, "operations and bytes of a fleet's step against what the core can do" },
    { "scaling_waves", bench_scaling_waves, "a step of boats of 64 samples, 16 to 1024 waves, one core" },
    { "scaling_points", bench_scaling_points, "a step of boats of 4 to 20000 samples, 64 waves, one core" },
    { "scaling_bodies", bench_scaling_bodies, "a step of 10^3 to 10^6 boats of 8 samples, 64 waves, one core" },
    { "scaling_threads", bench_scaling_threads, "a step of 16384 boats of 64 samples, by 1 thread to all" },
};

enum { BENCHMARKS = sizeof benchmarks / sizeof benchmarks[0] };

/* ---- the machine ----------------------------------------------------------------------------------------------- */

/* A processor's name stands before the comma of its device's description.  No device is opened here: in children of a
 * process that has opened one there are no threads (docs/threads.md). */
static void processor_name(char *name, size_t size)
{
    flo_device_info info;
    snprintf(name, size, "unknown processor");
    if (flo__processor_list(&info, 1) < 1) return;
    snprintf(name, size, "%.*s", (int)strcspn(info.description, ","), info.description);
}

static const char compiler[] =
#if defined(__clang__)
    __VERSION__;
#else
    "GCC " __VERSION__;
#endif

static json_t *machine_json(void)
{
    char processor[192], date[32];
    struct utsname system = { 0 };
    double load = 0;
    const time_t now = time(NULL);
    struct tm utc;
    processor_name(processor, sizeof processor);
    uname(&system);
    strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    if (getloadavg(&load, 1) < 1) load = -1;
    const int version = flo_version();
    return json_pack("{s:s, s:s, s:i, s:s, s:o, s:o, s:f}", "date", date, "processor", processor, "processors",
                     (int)sysconf(_SC_NPROCESSORS_ONLN), "compiler", compiler, "system",
                     json_sprintf("%s %s %s", system.sysname, system.release, system.machine), "flotilla",
                     json_sprintf("%d.%d.%d", version / 10000, version / 100 % 100, version % 100), "load", load);
}

static void print_machine(const json_t *machine)
{
    static const char *const line[] = { "date", "flotilla", "processor", "compiler", "system" };
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        printf("%-10s %s\n", line[i], json_string_value(json_object_get(machine, line[i])));
    }
    printf("%-10s %.2f when this began, on %d processors\n", "load", json_real_value(json_object_get(machine, "load")),
           (int)json_integer_value(json_object_get(machine, "processors")));
}

/* ---- one benchmark, in its own process ------------------------------------------------------------------------- */

static volatile sig_atomic_t running, interrupted;

/* Ctrl-C ends the benchmark; what others found before is written. */
static void interrupt(int signal)
{
    interrupted = 1;
    if (running > 0) kill((pid_t)running, signal);
}

/* Never returns: what the process has to say goes through the pipe, its exit status is the benchmark's. */
static void work(const benchmark *b, int pipe_end)
{
    bench_output out = { b->name, json_array(), json_object(), json_object(), json_object() };
    const bool alone = flo__process_forks() > 0;
    const int code = alone ? cli_misused("%s: it would have one thread only", b->name) : b->run(&out);
    json_t *all = json_pack("{s:o, s:o, s:o, s:o}", "benchmarks", out.benchmarks, "ratios", out.ratios, "gates",
                            out.gates, "devices", out.devices);
    FILE *to = fdopen(pipe_end, "w");
    const bool sent = to && all && json_dumpf(all, to, JSON_REAL_PRECISION(17)) == 0 && fclose(to) == 0;
    const bool printed = fflush(stdout) == 0;
    _exit(code ? code : sent && printed ? CLI_DONE : cli_misused("%s: its figures got lost", b->name));
}

static int exit_status(const benchmark *b, pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    const int by = WTERMSIG(status);
    if (by == SIGINT) return CLI_INTERRUPTED;
    cli_print_error("%s was ended by signal %d (%s)%s", b->name, by, strsignal(by),
                    by == SIGILL ? ": its baselines were compiled for another processor; build it here" : "");
    return CLI_CHECK_FAILED;
}

/* Adds what the benchmark found to `all`. */
static int run_apart(const benchmark *b, json_t *all)
{
    int ends[2];
    fflush(stdout);
    if (pipe(ends) != 0) return cli_misused("%s: no pipe: %s", b->name, strerror(errno));
    const pid_t child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return cli_misused("%s: no process: %s", b->name, strerror(errno));
    }
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        close(ends[0]);
        work(b, ends[1]);
    }
    running = (sig_atomic_t)child;
    close(ends[1]);
    json_t *found = json_loadfd(ends[0], 0, NULL);
    close(ends[0]);
    const int code = exit_status(b, child);
    running = 0;
    if (found && code == CLI_DONE) {
        json_array_extend(json_object_get(all, "benchmarks"), json_object_get(found, "benchmarks"));
        json_object_update(json_object_get(all, "ratios"), json_object_get(found, "ratios"));
        json_object_update(json_object_get(all, "gates"), json_object_get(found, "gates"));
        json_object_update(json_object_get(json_object_get(all, "machine"), "devices"),
                           json_object_get(found, "devices"));
    }
    json_decref(found);
    return code;
}

/* All ratios of which something is asked, once more. */
static void print_gates(const json_t *all)
{
    const json_t *ratios = json_object_get(all, "ratios");
    json_t *gates = json_object_get(all, "gates"), *gate;
    const char *key;
    if (json_object_size(gates) > 0) printf("\nWhat was asked:\n");
    json_object_foreach(gates, key, gate) {
        const json_t *least = json_object_get(gate, "at_least"), *most = json_object_get(gate, "at_most");
        printf("  %-36s %8.3f  %s %-6g %s\n", key, json_real_value(json_object_get(ratios, key)),
               least ? ">=" : "<=", json_real_value(least ? least : most),
               json_is_true(json_object_get(gate, "met")) ? "yes" : "NO");
    }
}

/* ---- the file -------------------------------------------------------------------------------------------------- */

typedef struct result_file {
    const char *path;
    char part[4096];            /* written first, then renamed */
} result_file;

static int refuse_file(const char *path, int reason)
{
    return cli_misused("cannot write %s: %s", path, strerror(reason));
}

/* Asks before minutes are spent, and leaves nothing behind. */
static int check_file(result_file *f)
{
    struct stat what;
    const int length = snprintf(f->part, sizeof f->part, "%s.part", f->path);
    if (length >= (int)sizeof f->part) return refuse_file(f->path, ENAMETOOLONG);
    if (stat(f->path, &what) == 0 && !S_ISREG(what.st_mode)) {
        return cli_misused("cannot write %s: it is not an ordinary file", f->path);
    }
    FILE *file = fopen(f->part, "w");
    if (!file) return refuse_file(f->path, errno);
    fclose(file);
    unlink(f->part);
    return CLI_DONE;
}

static int write_file(const result_file *f, const json_t *all)
{
    FILE *file = fopen(f->part, "w");
    if (!file) return refuse_file(f->path, errno);
    const bool dumped = json_dumpf(all, file, JSON_INDENT(2) | JSON_REAL_PRECISION(6)) == 0;
    const bool ended = fputc('\n', file) != EOF, closed = fclose(file) == 0;
    if (dumped && ended && closed && rename(f->part, f->path) == 0) return CLI_DONE;
    const int reason = errno;
    unlink(f->part);
    return refuse_file(f->path, reason);
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

static int list(void)
{
    for (int i = 0; i < BENCHMARKS; i++) printf("%-16s %s\n", benchmarks[i].name, benchmarks[i].summary);
    return fflush(stdout) == 0 ? CLI_DONE : cli_misused("cannot write to the standard output");
}

static bool is_named(const cli_list *names, const char *name)
{
    for (int i = 0; i < names->count; i++) {
        if (strcmp(names->text[i], name) == 0) return true;
    }
    return false;
}

static int unknown(const char *name)
{
    char known[512] = "";
    for (int i = 0; i < BENCHMARKS; i++) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, " %s", benchmarks[i].name);
    }
    return cli_misused("there is no benchmark \"%s\"; there is:%s", name, known);
}

static int check_names(const cli_list *names)
{
    for (int i = 0; i < names->count; i++) {
        bool known = false;
        for (int b = 0; b < BENCHMARKS; b++) known = known || strcmp(names->text[i], benchmarks[b].name) == 0;
        if (!known) return unknown(names->text[i]);
    }
    return CLI_DONE;
}

/* Runs those that are named, or all; a device that is missing matters only to one that is named. */
static int run_all(const cli_list *names, json_t *all)
{
    int code = CLI_DONE;
    progress_task("benchmarks", names->count > 0 ? names->count : BENCHMARKS);
    for (int i = 0; i < BENCHMARKS; i++) {
        const benchmark *b = &benchmarks[i];
        if (names->count > 0 && !is_named(names, b->name)) continue;
        const int own = run_apart(b, all);
        progress_add(1);
        if (own == CLI_INTERRUPTED || interrupted) return CLI_INTERRUPTED;
        if (own == CLI_NO_DEVICE && names->count == 0) {
            printf("\n%s: left out, as its device is missing\n", b->name);
        } else if (own && !code) {
            code = own;
        }
    }
    return code;
}

static int measure(const cli_list *names, const char *path, const progress_options *progress)
{
    result_file file = { .path = path };
    int code = path ? check_file(&file) : CLI_DONE;
    if (code) return code;
    json_t *machine = machine_json();
    json_t *all = json_pack("{s:[], s:{}, s:{}, s:o}", "benchmarks", "ratios", "gates", "machine", machine);
    if (!all) return cli_misused("no memory for the figures");
    print_machine(machine);
    json_object_set_new(machine, "devices", json_object());
    signal(SIGINT, interrupt);
    progress_options shown = *progress;
    shown.quiet |= isatty(STDOUT_FILENO) != 0;      /* there the tables, which other processes print, tell enough */
    progress_open(&shown);
    code = run_all(names, all);
    progress_close();
    print_gates(all);
    if (path && json_array_size(json_object_get(all, "benchmarks")) > 0) {
        const int written = write_file(&file, all);
        if (written) code = written;
    }
    json_decref(all);
    return fflush(stdout) == 0 ? code : cli_misused("cannot write to the standard output");
}

int cli_bench(int argc, char **argv)
{
    bool only_list = false;
    const char *path = NULL;
    cli_list names = { 0 };
    progress_options progress = { .quiet = false };
    const cli_option options[] = {
        { "--list", CLI_FLAG, &only_list, NULL, 0, 0 },
        { "--json", CLI_TEXT, &path, "the name of a file", 0, 0 },
        PROGRESS_OPTIONS(&progress),
    };
    const cli_syntax syntax = { options, sizeof options / sizeof options[0], "names of benchmarks", 0, 100, &names };
    int code = cli_parse(&syntax, argc, argv);
    if (!code) code = check_names(&names);
    if (!code) code = only_list ? list() : measure(&names, path, &progress);
    cli_free_list(&names);
    return code;
}
