/* SPDX-License-Identifier: MIT
 *
 * See plot_pen.h. */
#include "plot_pen.h"

#include "../internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    NOT_FOUND = 127,            /* exit status of a C library's child that found no command */
    TICK = 10,                  /* ms between looks at gnuplot */
    PATIENCE = 120              /* s */
};

extern char **environ;

/* ---- running gnuplot --------------------------------------------------------------------------------------------- */

/* Starts gnuplot with `input` as its standard input, in a group of its own, so that whatever it starts ends with it. */
static flo_status start(int input, int output, pid_t *child)
{
    char *const arguments[] = { (char[]){ "gnuplot" }, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t manner;
    sigset_t standard;
    sigemptyset(&standard);
    sigaddset(&standard, SIGPIPE);
    if (posix_spawn_file_actions_init(&files) != 0) return flo__fail(FLO_NO_MEMORY, "no memory to start gnuplot");
    if (posix_spawnattr_init(&manner) != 0) {
        posix_spawn_file_actions_destroy(&files);
        return flo__fail(FLO_NO_MEMORY, "no memory to start gnuplot");
    }
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_addclose(&files, output);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_setflags(&manner, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&manner, 0);
    posix_spawnattr_setsigdefault(&manner, &standard);
    const int reason = posix_spawnp(child, arguments[0], &files, &manner, arguments, environ);
    posix_spawnattr_destroy(&manner);
    posix_spawn_file_actions_destroy(&files);
    if (reason == ENOENT) return flo__fail(FLO_CANNOT_WRITE, "gnuplot is not installed");
    if (reason) return flo__fail(FLO_CANNOT_WRITE, "cannot start gnuplot: %s", strerror(reason));
    return FLO_OK;
}

/* Writes what the pipe takes; false when there is no more to write, or nobody to read it. */
static bool write_some(int output, const pen *p, size_t *written)
{
    struct pollfd pipe_end = { .fd = output, .events = POLLOUT };
    if (poll(&pipe_end, 1, TICK) <= 0) return true;
    const ssize_t count = write(output, p->text + *written, p->size - *written);
    if (count < 0) return errno == EINTR || errno == EAGAIN;
    *written += (size_t)count;
    return *written < p->size;
}

/* Feeds gnuplot, closes `output`, and waits for its end. */
static flo_status attend(pid_t child, int output, const pen *p, const volatile sig_atomic_t *stop)
{
    struct timespec start, now;
    size_t written = 0;
    int status = 0;
    const char *why = NULL;
    bool writing = true;
    pid_t ended = 0;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (ended == 0 && !why) {
        if (writing && !write_some(output, p, &written)) {
            close(output);
            writing = false;
        }
        if (!writing) poll(NULL, 0, TICK);
        ended = waitpid(child, &status, WNOHANG);
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (now.tv_sec - start.tv_sec > PATIENCE) why = "gnuplot did not end within two minutes";
        if (*stop) why = "interrupted while gnuplot drew it";
    }
    if (writing) close(output);
    if (ended == 0) {
        kill(-child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        return flo__fail(FLO_CANNOT_WRITE, "%s", why);
    }
    if (ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0) return FLO_OK;
    if (ended == child && WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND) {
        return flo__fail(FLO_CANNOT_WRITE, "gnuplot is not installed");
    }
    return flo__fail(FLO_CANNOT_WRITE, "gnuplot could not draw it (status %d)", status);
}

static flo_status run_script(const pen *p, const volatile sig_atomic_t *stop)
{
    int ends[2];
    if (*stop) return flo__fail(FLO_CANNOT_WRITE, "interrupted before it was drawn");
    if (pipe(ends) != 0) return flo__fail(FLO_CANNOT_WRITE, "cannot start gnuplot: %s", strerror(errno));
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    const struct sigaction ignore = { .sa_handler = SIG_IGN };
    struct sigaction before;
    sigaction(SIGPIPE, &ignore, &before);
    pid_t child;
    flo_status status = start(ends[0], ends[1], &child);
    close(ends[0]);
    if (status) {
        close(ends[1]);
    } else {
        status = attend(child, ends[1], p, stop);
    }
    sigaction(SIGPIPE, &before, NULL);
    return status;
}

flo_status pen_close(pen *p, const volatile sig_atomic_t *stop)
{
    const bool whole = !ferror(p->script);
    const flo_status status = fclose(p->script) == 0 && whole
                                  ? run_script(p, stop) : flo__fail(FLO_NO_MEMORY, "no memory for gnuplot's script");
    free(p->text);
    return status;
}

void pen_quote(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++) {
        if (*text == '\'') fputc('\'', to);
        fputc(*text, to);
    }
    fputc('\'', to);
}

bool pen_can_quote(const char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < ' ' || *text == 127) return false;
    }
    return true;
}

flo_status pen_begin(pen *p, const char *file, const char *title, int width, int height)
{
    if (!pen_can_quote(file) || !pen_can_quote(title)) {
        return flo__fail(FLO_CANNOT_WRITE, "a picture's name or title has a control character in it");
    }
    *p = (pen){ .size = 0 };
    p->script = open_memstream(&p->text, &p->size);
    if (!p->script) return flo__fail(FLO_NO_MEMORY, "no memory for gnuplot's script");
    FILE *to = p->script;
    fprintf(to, "if (strstrt(GPVAL_TERMINALS, 'pngcairo')) {\n"
                "  set terminal pngcairo size %d,%d font 'Sans,12' background rgb 'white'\n"
                "} else {\n"
                "  set terminal png size %d,%d background rgb 'white'\n"
                "}\n"
                "set encoding utf8\n"
                "set output ", width, height, width, height);
    pen_quote(to, file);
    fputs("\nset title ", to);
    pen_quote(to, title);
    fputs(" noenhanced font ',15'\n", to);
    return FLO_OK;
}
