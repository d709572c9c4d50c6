/* SPDX-License-Identifier: MIT
 *
 * See progress.h. */
#include "progress.h"

#include "cli.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define JSON_PAUSE 0.5          /* s */
#define LINE_PAUSE 0.25
#define PATIENCE 1.0            /* s before a terminal gets a line */

enum { SHOW_NOTHING, SHOW_LINE, SHOW_JSON };

static struct {
    int form;
    pthread_t thread;
    pthread_mutex_t lock;       /* of all below */
    pthread_cond_t wake;
    bool ends, held, shown;
    bool unread;                /* whoever read the lines has gone: there are no more */
    const char *what;           /* NULL: no task */
    double begun;               /* done when it began */
    double done, total, start, opened;  /* start and opened in s */
} now = { .lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER };

/* ---- who reads ------------------------------------------------------------------------------------------------- */

static _Thread_local volatile sig_atomic_t printing;

/* Whoever read the progress, and is gone, ends nothing, nor does a warning that nobody reads then; a standard output
 * that nobody reads ends the command as ever. */
static void on_broken_pipe(int number)
{
    struct pollfd output = { .fd = STDOUT_FILENO };
    const int before = errno;
    if (!printing && poll(&output, 1, 0) == 1 && output.revents & (POLLERR | POLLHUP)) {
        signal(number, SIG_DFL);
        raise(number);
    }
    errno = before;
}

static void catch_broken_pipe(void)
{
    struct sigaction action = { .sa_handler = on_broken_pipe, .sa_flags = SA_RESTART }, before;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGPIPE, NULL, &before) == 0 && before.sa_handler == SIG_DFL) sigaction(SIGPIPE, &action, NULL);
}

/* ---- printing -------------------------------------------------------------------------------------------------- */

static double seconds_left(double elapsed)
{
    const double more = now.done - now.begun;
    if (!(now.total > 0) || !(more > 0)) return NAN;
    return now.done < now.total ? elapsed * (now.total - now.done) / more : 0;
}

/* Rounded to some places, or to six digits. */
enum { SIX_DIGITS = -1 };

static void put_number(const char *name, int places, double value)
{
    fprintf(stderr, ", \"%s\": ", name);
    if (!isfinite(value)) fputs("null", stderr);
    else if (places == SIX_DIGITS) fprintf(stderr, "%.6g", value);
    else fprintf(stderr, "%.*f", places, value);
}

static void print_json(double elapsed)
{
    fprintf(stderr, "{\"what\": \"%s\"", now.what);
    put_number("done", 0, now.done);
    put_number("total", 0, now.total > 0 ? now.total : NAN);
    put_number("per_second", SIX_DIGITS, elapsed > 0 ? (now.done - now.begun) / elapsed : 0);
    put_number("seconds", 3, elapsed);
    put_number("seconds_left", 3, seconds_left(elapsed));
    fputs("}\n", stderr);
}

/* "3 s", "4 min 05 s", "2 h 10 min". */
static void print_time(double seconds)
{
    const long whole = lround(seconds);
    if (whole < 60) fprintf(stderr, "%ld s", whole);
    else if (whole < 3600) fprintf(stderr, "%ld min %02ld s", whole / 60, whole % 60);
    else fprintf(stderr, "%ld h %02ld min", whole / 3600, whole / 60 % 60);
}

static void print_line(double elapsed)
{
    const double left = seconds_left(elapsed);
    fprintf(stderr, "\r%s", now.what);
    if (now.total > 0) {
        fprintf(stderr, " %.0f of %.0f, %.0f %%", now.done, now.total, floor(100 * fmin(now.done / now.total, 1)));
    }
    if (now.done > now.begun && elapsed > 0) fprintf(stderr, ", %.3g a second", (now.done - now.begun) / elapsed);
    fputs(", ", stderr);
    print_time(isfinite(left) ? left : elapsed);
    fputs(isfinite(left) ? " left\033[K" : " so far\033[K", stderr);
    now.shown = true;
}

static void clear_line(void)
{
    if (now.shown) fputs("\r\033[K", stderr);
    now.shown = false;
}

static void print(void)
{
    const double time = cli_seconds(), elapsed = time - now.start;
    if (!now.what || now.unread) return;
    printing = 1;
    if (now.form == SHOW_JSON) print_json(elapsed);
    else if (!now.held && time - now.opened >= PATIENCE) print_line(elapsed);
    fflush(stderr);
    printing = 0;
    now.unread = ferror(stderr) != 0;
}

/* ---- the thread ------------------------------------------------------------------------------------------------ */

static void *tick(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&now.lock);
    while (!now.ends) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        const double pause = now.form == SHOW_JSON ? JSON_PAUSE : LINE_PAUSE;
        until.tv_nsec += (long)(pause * 1e9);
        if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
        if (pthread_cond_timedwait(&now.wake, &now.lock, &until) == ETIMEDOUT) print();
    }
    pthread_mutex_unlock(&now.lock);
    return NULL;
}

void progress_open(const progress_options *options)
{
    const int form = options->form ? SHOW_JSON : !options->quiet && isatty(STDERR_FILENO) ? SHOW_LINE : SHOW_NOTHING;
    if (form == SHOW_NOTHING || now.form != SHOW_NOTHING) return;
    now.opened = cli_seconds();
    now.ends = now.held = now.shown = now.unread = false;
    now.what = NULL;
    now.form = form;
    if (form == SHOW_JSON) catch_broken_pipe();
    sigset_t all, before;       /* signals are for the thread that works */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&now.thread, NULL, tick, NULL) != 0) now.form = SHOW_NOTHING;    /* then it is silent */
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void progress_task(const char *what, double total)
{
    if (now.form == SHOW_NOTHING) return;
    pthread_mutex_lock(&now.lock);
    if (now.form == SHOW_JSON) print();
    now.what = what;
    now.total = total;
    now.done = now.begun = 0;
    now.start = cli_seconds();
    pthread_mutex_unlock(&now.lock);
}

void progress_begin_at(double done)
{
    if (now.form == SHOW_NOTHING) return;
    pthread_mutex_lock(&now.lock);
    now.done = now.begun = done;
    pthread_mutex_unlock(&now.lock);
}

static void change(double base, double done)
{
    if (now.form == SHOW_NOTHING) return;
    pthread_mutex_lock(&now.lock);
    now.done = base * now.done + done;
    pthread_mutex_unlock(&now.lock);
}

void progress_set(double done)
{
    change(0, done);
}

void progress_add(double done)
{
    change(1, done);
}

void progress_hold(void)
{
    if (now.form == SHOW_NOTHING) return;
    pthread_mutex_lock(&now.lock);
    now.held = true;
    clear_line();
    fflush(stderr);
    pthread_mutex_unlock(&now.lock);
}

void progress_go(void)
{
    if (now.form == SHOW_NOTHING) return;
    pthread_mutex_lock(&now.lock);
    now.held = false;
    pthread_mutex_unlock(&now.lock);
}

void progress_close(void)
{
    if (now.form == SHOW_NOTHING) return;
    pthread_mutex_lock(&now.lock);
    now.ends = true;
    pthread_cond_signal(&now.wake);
    pthread_mutex_unlock(&now.lock);
    pthread_join(now.thread, NULL);
    if (now.form == SHOW_JSON) print();
    clear_line();
    if (!now.unread) fflush(stderr);
    now.form = SHOW_NOTHING;
}
