/* SPDX-License-Identifier: MIT
 *
 * How far a run is: a line on a terminal after the first second, or one JSON object a line, about every second. */
#include "run.h"

#include <stdio.h>
#include <unistd.h>

progress progress_begin(bool quiet, bool json)
{
    progress p = { .form = PROGRESS_NONE, .start = cli_seconds() };
    if (json) {
        p.form = PROGRESS_JSON;
    } else if (!quiet && isatty(STDERR_FILENO)) {
        p.form = PROGRESS_LINE;
    }
    p.last = p.start;
    return p;
}

static void print_json(const run *r, double elapsed)
{
    fprintf(stderr, "{\"step\": %llu, \"steps\": %llu, \"time\": %.9g, \"seconds\": %.3f, "
            "\"body_steps_per_second\": %.4g}\n", (unsigned long long)r->done, (unsigned long long)r->steps,
            r->report.time, elapsed, run_body_steps_per_second(r));
    fflush(stderr);
}

static void print_line(const run *r, double elapsed)
{
    const double share = r->steps ? (double)r->done / (double)r->steps : 1;
    const double left = share > 0 ? elapsed * (1 - share) / share : 0;
    fprintf(stderr, "\rstep %llu of %llu, %.0f %%, %.3g body steps/s, %.0f s left \033[K",
            (unsigned long long)r->done, (unsigned long long)r->steps, 100 * share, run_body_steps_per_second(r),
            left);
    fflush(stderr);
}

static void print(progress *p, const run *r, double now)
{
    p->last = now;
    p->shown = true;
    if (p->form == PROGRESS_JSON) {
        print_json(r, now - p->start);
    } else {
        print_line(r, now - p->start);
    }
}

void progress_show(progress *p, const run *r)
{
    const double now = cli_seconds(), pause = p->form == PROGRESS_LINE && p->shown ? 0.25 : 1;
    if (p->form != PROGRESS_NONE && now - p->last >= pause) print(p, r, now);
}

void progress_end(progress *p, const run *r)
{
    if (p->form == PROGRESS_JSON) print(p, r, cli_seconds());
    if (p->form == PROGRESS_LINE && p->shown) fputs("\r\033[K", stderr);
    p->form = PROGRESS_NONE;
}
