/* SPDX-License-Identifier: MIT
 *
 * The test program: runs the groups whose name holds one of the arguments, or all of them.
 *
 * Every group runs in a process of its own, so that one that is ended by a driver or by its own fault costs no other
 * group a test, and fails.  Its words pass through here and are counted on the way.  The last line is their sum. */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Each returns how many of its tests failed. */
int test_added_mass(void);
int test_cache(void);
int test_change(void);
int test_contain(void);
int test_contain_far(void);
int test_damping(void);
int test_depth(void);
int test_device(void);
int test_drive(void);
int test_edges(void);
int test_environment(void);
int test_environment_interop(void);
int test_everything(void);
int test_expansion(void);
int test_expansion_bodies(void);
int test_expansion_edges(void);
int test_expansion_same(void);
int test_faults(void);
int test_faults_files(void);
int test_faults_open(void);
int test_fleet(void);
int test_forces(void);
int test_hull(void);
int test_implicit(void);
int test_implicit_edges(void);
int test_implicit_long(void);
int test_implicit_motion(void);
int test_interop(void);
int test_interop_loads(void);
int test_interop_memory(void);
int test_interop_order(void);
int test_interop_time(void);
int test_inversion(void);
int test_limits(void);
int test_many(void);
int test_many_edges(void);
int test_mass(void);
int test_mesh(void);
int test_mesh_cut(void);
int test_mesh_file(void);
int test_mesh_gltf(void);
int test_mesh_float(void);
int test_mesh_real(void);
int test_mesh_text(void);
int test_modes(void);
int test_motion(void);
int test_ndbc(void);
int test_ndbc_real(void);
int test_numbers(void);
int test_oes(void);
int test_outputs(void);
int test_panels(void);
int test_plane(void);
int test_process(void);
int test_profile(void);
int test_push(void);
int test_query(void);
int test_record(void);
int test_record_mem(void);
int test_refuse(void);
int test_rest(void);
int test_same(void);
int test_scene(void);
int test_sdf(void);
int test_sdf_left(void);
int test_sea(void);
int test_search(void);
int test_snapshot(void);
int test_snapshot_bad(void);
int test_snapshot_other(void);
int test_soak(void);
int test_spectrum(void);
int test_swan(void);
int test_swan_real(void);
int test_threads(void);
int test_tilted_drag(void);
int test_turning(void);
int test_unfit(void);
int test_words(void);

typedef struct group { const char *name; int (*run)(void); } group;

static const group groups[] = {
    { "words", test_words }, { "numbers", test_numbers }, { "spectrum", test_spectrum },
    { "record", test_record }, { "record_mem", test_record_mem },
    { "plane", test_plane }, { "swan", test_swan }, { "swan_real", test_swan_real }, { "sdf", test_sdf },
    { "sdf_left", test_sdf_left },
    { "ndbc", test_ndbc }, { "ndbc_real", test_ndbc_real },
    { "scene", test_scene }, { "outputs", test_outputs }, { "device", test_device },
    { "interop", test_interop }, { "interop_memory", test_interop_memory }, { "interop_loads", test_interop_loads },
    { "interop_order", test_interop_order }, { "interop_time", test_interop_time },
    { "threads", test_threads }, { "contain", test_contain }, { "contain_far", test_contain_far },
    { "process", test_process },
    { "environment", test_environment }, { "environment_interop", test_environment_interop }, { "soak", test_soak },
    { "edges", test_edges }, { "sea", test_sea }, { "inversion", test_inversion },
    { "query", test_query }, { "hull", test_hull }, { "forces", test_forces },
    { "tilted_drag", test_tilted_drag }, { "drive", test_drive }, { "motion", test_motion }, { "rest", test_rest },
    { "fleet", test_fleet }, { "unfit", test_unfit }, { "refuse", test_refuse },
    { "same", test_same }, { "damping", test_damping }, { "added_mass", test_added_mass },
    { "panels", test_panels }, { "push", test_push }, { "modes", test_modes }, { "mass", test_mass },
    { "turning", test_turning }, { "oes", test_oes }, { "everything", test_everything },
    { "implicit", test_implicit }, { "implicit_motion", test_implicit_motion },
    { "implicit_long", test_implicit_long }, { "implicit_edges", test_implicit_edges },
    { "expansion", test_expansion }, { "expansion_edges", test_expansion_edges },
    { "search", test_search }, { "expansion_bodies", test_expansion_bodies }, { "expansion_same", test_expansion_same },
    { "mesh", test_mesh }, { "mesh_cut", test_mesh_cut }, { "mesh_float", test_mesh_float },
    { "mesh_file", test_mesh_file }, { "mesh_text", test_mesh_text },
    { "mesh_gltf", test_mesh_gltf }, { "mesh_real", test_mesh_real },
    { "cache", test_cache },
    { "profile", test_profile }, { "change", test_change }, { "depth", test_depth },
    { "limits", test_limits },
    { "many", test_many }, { "many_edges", test_many_edges },
    { "snapshot", test_snapshot }, { "snapshot_bad", test_snapshot_bad },
    { "snapshot_other", test_snapshot_other },
    { "faults", test_faults }, { "faults_open", test_faults_open },
    { "faults_files", test_faults_files },
};

typedef struct counts { int passed, failed, skipped; } counts;

/* cmocka announces a test, and later says its result with the name again.  Once more it names those that did not pass
 * at the end of a group: then none is announced. */
static void count_line(counts *sum, bool *running, const char *line)
{
    if (strncmp(line, "[ RUN      ]", 12) == 0) *running = true;
    if (!*running) return;
    int *result = strncmp(line, "[       OK ]", 12) == 0   ? &sum->passed
                  : strncmp(line, "[  FAILED  ]", 12) == 0 ? &sum->failed
                  : strncmp(line, "[  SKIPPED ]", 12) == 0 ? &sum->skipped
                                                           : NULL;
    if (!result) return;
    ++*result;
    *running = false;
}

/* Does not return. */
static void become_group(const group *g, const int ends[2])
{
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    exit(g->run() ? EXIT_FAILURE : EXIT_SUCCESS);
}

static void run_group(const group *g, counts *sum)
{
    int ends[2], status = 0;
    bool running = false;
    const counts before = *sum;
    fflush(stdout);
    if (pipe(ends) != 0) abort();
    const pid_t child = fork();
    if (child == 0) become_group(g, ends);
    close(ends[1]);
    FILE *words = fdopen(ends[0], "r");
    char *line = NULL;
    size_t size = 0;
    while (words && getline(&line, &size, words) >= 0) {
        count_line(sum, &running, line);
        fputs(line, stdout);
    }
    free(line);
    if (words) fclose(words);
    const bool ended = child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status);
    const bool said_so = sum->failed > before.failed, good = ended && WEXITSTATUS(status) == 0;
    if (ended && !running && good != said_so) return;
    printf("[  FAILED  ] the group \"%s\" did not come to its end: status %#x\n", g->name, (unsigned)status);
    sum->failed++;
}

static bool is_wanted(const group *g, char **arguments)
{
    bool wanted = !*arguments;
    for (; *arguments; arguments++) wanted = wanted || strstr(g->name, *arguments);
    return wanted;
}

int main(int count, char **arguments)
{
    (void)count;
    counts sum = { 0 };
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        if (!is_wanted(&groups[i], arguments + 1)) continue;
        const time_t start = time(NULL);
        run_group(&groups[i], &sum);
        printf("             %s: %ld s\n\n", groups[i].name, (long)(time(NULL) - start));
    }
    printf("%d passed, %d failed, %d skipped\n", sum.passed, sum.failed, sum.skipped);
    return sum.failed > 0 || sum.passed + sum.skipped == 0;
}
