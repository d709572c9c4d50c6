/* SPDX-License-Identifier: MIT
 *
 * Whether a launcher started this process, and how MPI is found then.
 *
 * The command runs without MPI.  Where the environment says that a launcher is at work, libflotilla_mpi.so is opened,
 * which is linked to MPI.  Without it, or if MPI sees other processes than the launcher, several processes would each
 * do all of the run and write over each other's files: that is refused. */
#include "ranks.h"

#include "../internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 3 };          /* s that the silent ranks wait, so that the one that speaks is heard */

static const char file_name[] = "libflotilla_mpi.so";

/* ---- the launcher ---------------------------------------------------------------------------------------------- */

typedef struct launcher {
    const char *sign;           /* the variable that it sets */
    int rank, size;             /* as it says; size 0: it does not */
} launcher;

static int number_of(const char *variable, int otherwise)
{
    const char *text = variable ? getenv(variable) : NULL;
    char *end;
    const long value = text ? strtol(text, &end, 10) : 0;
    return text && end != text && *end == '\0' && value >= 0 && value < INT32_MAX ? (int)value : otherwise;
}

/* Open MPI's mpirun; MPICH's, Intel's and MVAPICH's; Slurm's srun, which sbatch and salloc alone are not; PMIx. */
static bool find_launcher(launcher *l)
{
    static const struct { const char *size, *rank; } signs[] = {
        { "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK" }, { "PMI_SIZE", "PMI_RANK" },
        { "MV2_COMM_WORLD_SIZE", "MV2_COMM_WORLD_RANK" },   { "SLURM_STEP_NUM_TASKS", "SLURM_PROCID" },
    };
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        const int size = number_of(signs[i].size, 0);
        if (size < 1) continue;
        *l = (launcher){ signs[i].size, number_of(signs[i].rank, 0), size };
        return true;
    }
    *l = (launcher){ "PMIX_RANK", number_of("PMIX_RANK", 0), 0 };
    return getenv("PMIX_RANK") != NULL;
}

/* One process speaks; the others wait for it, as launchers end all when the first has ended. */
static int refuse(const launcher *l, const char *format, ...) CLI_PRINTF(2);
static int refuse(const launcher *l, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (l->rank == 0) cli_print_error("%s", text);
    else sleep(PATIENCE);
    return CLI_BAD_INPUT;
}

/* ---- the library ----------------------------------------------------------------------------------------------- */

/* Beside the command, as it is built, or where it is installed, or where the system finds libraries. */
static void *open_library(char *reason, size_t room)
{
    static const char *const places[] = { "", "../lib/", "../lib64/",
#if defined(__x86_64__)
                                          "../lib/x86_64-linux-gnu/",
#elif defined(__aarch64__)
                                          "../lib/aarch64-linux-gnu/",
#endif
    };
    const char *const given = getenv("FLOTILLA_MPI");
    char path[4096];
    void *library = NULL;
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
    while (length > 0 && path[length - 1] != '/') length--;
    for (size_t i = 0; !given && length > 0 && i < sizeof places / sizeof places[0]; i++) {
        snprintf(path + length, sizeof path - (size_t)length, "%s%s", places[i], file_name);
        if (access(path, R_OK) != 0) continue;
        library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);     /* MPI opens more, which look for what MPI has */
        snprintf(reason, room, "%s", library ? "" : dlerror());
        return library;
    }
    library = dlopen(given ? given : file_name, RTLD_NOW | RTLD_GLOBAL);
    snprintf(reason, room, "%s", library ? "" : dlerror());
    return library;
}

static const mpi_calls *open_calls(char *reason, size_t room)
{
    void *library = open_library(reason, room);
    flotilla_mpi_function *table = NULL;
    if (!library) return NULL;
    *(void **)&table = dlsym(library, "flotilla_mpi");
    const mpi_calls *calls = table ? table(RANKS_CALLS_VERSION) : NULL;
    if (!calls) snprintf(reason, room, "%s is of another version of flotilla", file_name);
    return calls;
}

/* ---- opening --------------------------------------------------------------------------------------------------- */

static int go_alone(ranks *t, const char *sign, const char *reason)
{
    static const char format[] = "a launcher has started this one process (%s is set); it runs without MPI: %s";
    const size_t size = sizeof format + strlen(sign) + strlen(reason);
    t->note = malloc(size);
    if (t->note) snprintf(t->note, size, format, sign, reason);
    return CLI_DONE;
}

int ranks_open(ranks *t)
{
    static const char off[] = "FLOTILLA_MPI=off runs each process for itself";
    char reason[512];
    launcher l;
    *t = (ranks){ .where = { .size = 1, .node_size = 1 } };
    const char *wish = getenv("FLOTILLA_MPI");
    if ((wish && strcmp(wish, "off") == 0) || !find_launcher(&l)) return CLI_DONE;
    const mpi_calls *calls = open_calls(reason, sizeof reason);
    if (!calls && l.size == 1) return go_alone(t, l.sign, reason);
    if (!calls && l.size == 0) {
        return refuse(&l, "a launcher has started this process (%s is set), but MPI cannot be used: %s; %s", l.sign,
                      reason, off);
    }
    if (!calls) {
        return refuse(&l, "a launcher has started %d processes (%s), but MPI cannot be used: %s; %s", l.size, l.sign,
                      reason, off);
    }
    if (!calls->start(&t->where)) return refuse(&l, "MPI does not start");
    t->mpi = calls;
    if (l.size == 0 || t->where.size == l.size) return CLI_DONE;
    const int result = refuse(&l, "a launcher has started %d processes (%s), but MPI sees %d: it is not the launcher "
                              "of %s; srun may need --mpi=pmix; %s", l.size, l.sign, t->where.size,
                              t->where.library, off);
    calls->end();
    return result;
}

int ranks_close(ranks *t, int result)
{
    free(t->begin);
    free(t->note);
    t->begin = NULL;
    t->note = NULL;
    if (!t->mpi) return result;
    t->mpi->share(&result, sizeof result, 0);
    fflush(NULL);               /* a launcher may end all as soon as one has ended */
    t->mpi->end();
    return result;
}
