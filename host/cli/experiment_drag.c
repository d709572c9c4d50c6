/* SPDX-License-Identifier: MIT
 *
 * Experiments 9 and 10: drag, and drag along the hull's axes. */
#include "experiment_list.h"

/* ---- 9: drag --------------------------------------------------------------------------------------------------- */

#define NO_THRUST_KICK "bodies.0.velocity=[0, 0, 0]", "bodies.0.pushes=[[1, 0.5, [0, 0, 2000], [0, -0.3, 0]]]"

const experiment_variation drag_variations[] = {
    { "no drag", { "hulls.raft.drag.quadratic=0" } },
    { "linear 0.5 1/s", { "hulls.raft.drag.quadratic=0", "hulls.raft.drag.linear=0.5" } },
    { "quadratic 0.2 1/m", { NULL } },
    { "quadratic 1 1/m", { "hulls.raft.drag.quadratic=1" } },
    { "kicked, no drag", { NO_THRUST_KICK, "hulls.raft.drag.quadratic=0" } },
    { "kicked, quadratic 0.2 1/m", { NO_THRUST_KICK } },
    { "thrust 800 N, quadratic 0.2 1/m", { "bodies.0.velocity=[0, 0, 0]", "bodies.0.throttle=1" } },
    { NULL, { NULL } },
};

/* How far a curve is from a closed form at most, as a share of it. */
static double farthest(series s, double start, double per_speed, double per_time, double step)
{
    double largest = s.count > 1 ? 0 : (double)NAN;
    for (size_t i = 0; i < s.count; i++) {
        const double time = s.x[i] - s.x[0];
        const double expected = per_time > 0 ? start * pow(1 + per_time * step, -time / step)
                                             : start / (1 + per_speed * start * time);
        largest = fmax(largest, fabs(s.y[i] / expected - 1));
    }
    return largest;
}

/* What gives a push an impulse is the whole of it, within the run. */
static const char *cut_pushes(const track *t, size_t body)
{
    const scene_bodies *entry = track_entry(t, body);
    for (int i = 0; i < entry->push_count; i++) {
        const scene_push *p = &entry->pushes[i];
        if (p->time < track_moment(t, 0)) return "a push begins before time.start";
        if (p->time + p->duration > track_moment(t, t->count - 1)) return "a push ends after the run";
        if (fabs(remainder(p->duration, t->model.scene->step)) > 1e-6 * p->duration) {
            return "a push lasts no whole number of steps";
        }
    }
    return NULL;
}

/* The last push's end, s since the run began, and the speed that all of them give. */
static double pushed_until(const track *t, double *speed)
{
    const scene_bodies *entry = track_entry(t, 0);
    double end = -INFINITY;
    *speed = 0;
    for (int i = 0; i < entry->push_count; i++) {
        const scene_push *p = &entry->pushes[i];
        end = fmax(end, p->time + p->duration - track_moment(t, 0));
        *speed += p->force[2] * p->duration / track_hull(t, 0)->mass;
    }
    return end;
}

static void check_coasting(lab *l, const track *t, series v, double start)
{
    const flo_drag_def *d = &track_hull(t, 0)->drag;
    v = series_above(v, 1e-6 * fabs(start));        /* less is lost in rounding */
    const double step = t->model.scene->step;
    if (d->quadratic > 0 && d->linear == 0) {
        expect_at_most(l, "", farthest(v, start, d->quadratic, 0, step), 1e-3,
                       "%s: speed beside v0/(1 + c v0 t) from %.4g m/s, largest share apart", t->label, start);
    } else if (d->linear > 0 && d->quadratic == 0) {
        expect_at_most(l, "", farthest(v, start, 0, d->linear, step), 1e-3,
                       "%s: speed beside v0 (1 + c dt)^(-t/dt), largest share apart", t->label);
        tell(l, "1/s", series_decay(v), "%s: its rate; exp(-c t) would have %g", t->label, d->linear);
    } else if (d->linear == 0) {
        expect_at_most(l, "", farthest(v, start, 0, 0, step), 1e-5, "%s: keeps its %.4g m/s; largest share lost",
                       t->label, start);
    }
}

static void check_drag(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const scene_bodies *entry = track_entry(t, 0);
    const series v = track_series(l, t, 0, COLUMN_VZ);
    const unsigned covered = HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_LINEAR_DRAG | HAS_QUADRATIC_DRAG |
                             HAS_SPEED | HAS_THRUST | HAS_PUSHES | HAS_OFFSET;
    double kick;
    const double until = pushed_until(t, &kick);
    expect_unless(l, either_reason(cut_pushes(t, 0), track_beyond(t, 0, covered)));
    if (entry->control_count == 0 && entry->throttle > 0) {
        expect_share(l, "m/s", series_last(v), sqrt(entry->throttle * h->thrust.power / (h->drag.quadratic * h->mass)),
                     1e-3, "%s: top speed, √(thrust/(c m))", t->label);
        return;
    }
    if (entry->push_count > 0) {
        const series after = series_between(v, until, INFINITY);
        if (h->drag.quadratic == 0 && h->drag.linear == 0) {
            expect_share(l, "m/s", series_last(v), entry->velocity[2] + kick, 1e-4, "%s: impulse/mass", t->label);
        }
        check_coasting(l, t, after, series_first(after));
        return;
    }
    check_coasting(l, t, v, entry->velocity[2]);
}

void drag_measure(lab *l)
{
    draw_panel(l, "time (s)", "speed (m/s)");
    for (int i = 0; i < l->track_count; i++) {
        check_drag(l, &l->tracks[i]);
        draw_curve(l, track_series(l, &l->tracks[i], 0, COLUMN_VZ), PLOT_LINE, "%s", l->tracks[i].label);
    }
    draw_panel(l, "time (s)", "distance (m)");
    for (int i = 0; i < l->track_count; i++) {
        draw_curve(l, track_series(l, &l->tracks[i], 0, COLUMN_Z), PLOT_LINE, "%s", l->tracks[i].label);
    }
}

/* ---- 10: the keel ---------------------------------------------------------------------------------------------- */

const experiment_variation keel_variations[] = {
    { "sideways 15, forward 1 1/s", { NULL } },
    { "sideways 5, forward 1 1/s", { "hulls.raft.drag.local=[5, 3, 1]" } },
    { "1 1/s in all directions", { "hulls.raft.drag.local=[1, 3, 1]" } },
    { "none", { "hulls.raft.drag.local=[0, 3, 0]" } },
    { NULL, { NULL } },
};

typedef struct kick { double impulse[2], end; } kick;   /* along the hull's x and z, at its first attitude */

static kick kick_of(const track *t, size_t body)
{
    const scene_bodies *entry = track_entry(t, body);
    const double c = cos(entry->heading), s = sin(entry->heading);
    kick k = { { 0, 0 }, 0 };
    for (int i = 0; i < entry->push_count; i++) {
        const scene_push *p = &entry->pushes[i];
        k.impulse[0] += (p->force[0] * c - p->force[2] * s) * p->duration;
        k.impulse[1] += (p->force[0] * s + p->force[2] * c) * p->duration;
        k.end = fmax(k.end, p->time + p->duration - track_moment(t, 0));
    }
    return k;
}

/* Speed along one of the hull's axes, 0 is x and 1 is z. */
static series speed_along(lab *l, const track *t, size_t body, int axis)
{
    const double c = cos(track_entry(t, body)->heading), s = sin(track_entry(t, body)->heading);
    double *y = lab_numbers(l, t->count);
    if (!y) return (series){ .count = 0 };
    for (size_t i = 0; i < t->count; i++) {
        const double x = track_value(t, body, i, COLUMN_VX), z = track_value(t, body, i, COLUMN_VZ);
        y[i] = axis == 0 ? x * c - z * s : x * s + z * c;
    }
    return (series){ t->time, y, t->count };
}

static void check_axis(lab *l, const track *t, size_t body, int axis)
{
    static const char *const axes[] = { "sideways", "forward" };
    const flo_hull_def *h = track_hull(t, body);
    const kick k = kick_of(t, body);
    const double heading = track_entry(t, body)->heading, rate = h->drag.local[axis ? 2 : 0];
    const double step = t->model.scene->step;
    if (fabs(k.impulse[axis]) < 1e-6 * hypot(k.impulse[0], k.impulse[1])) return;
    const series x = track_series(l, t, body, COLUMN_X), z = track_series(l, t, body, COLUMN_Z);
    const double dx = series_last(x) - series_first(x), dz = series_last(z) - series_first(z);
    const double slid = axis == 0 ? dx * cos(heading) - dz * sin(heading) : dx * sin(heading) + dz * cos(heading);
    const series after = series_between(speed_along(l, t, body, axis), k.end + step, k.end + 3 / fmax(rate, 0.5));
    const char *const before = l->unless;
    if (rate > 0) {
        expect_share(l, "m", fabs(slid), fabs(k.impulse[axis]) / (h->mass * rate), 0.001,
                     "%s, heading %.0f°: slides %s, impulse/(m c)", t->label, heading * DEGREES, axes[axis]);
        if (after.count < 4 && !before) expect_unless(l, "too few looks");
        expect_share(l, "1/s", series_decay(after), log(1 + rate * step) / step, 0.001,
                     "%s, heading %.0f°: decay %s, ln(1 + c dt)/dt", t->label, heading * DEGREES, axes[axis]);
    } else {
        expect_share(l, "m/s", fabs(series_last(after)), fabs(k.impulse[axis]) / h->mass, 0.001,
                     "%s, heading %.0f°: goes on %s", t->label, heading * DEGREES, axes[axis]);
    }
    expect_unless(l, before);
}

void keel_measure(lab *l)
{
    const unsigned covered = HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_LOCAL_DRAG | HAS_PUSHES | HAS_OFFSET;
    for (int i = 0; i < l->track_count; i++) {
        for (size_t body = 0; body < l->tracks[i].bodies; body++) {
            const char *const cut = cut_pushes(&l->tracks[i], body);
            expect_unless(l, either_reason(cut, track_beyond(&l->tracks[i], body, covered)));
            for (int axis = 0; axis < 2; axis++) check_axis(l, &l->tracks[i], body, axis);
        }
    }
    static const char *const labels[] = { "along the keel (m)", "across the keel (m)", "at 45°, along the push (m)" };
    for (size_t body = 0; body < 3; body++) {
        draw_panel(l, "time (s)", labels[body]);
        for (int i = 0; i < l->track_count; i++) {
            if (body >= l->tracks[i].bodies) continue;
            draw_curve(l, series_between(track_series(l, &l->tracks[i], body, COLUMN_Z), 0, 6), PLOT_LINE, "%s",
                       l->tracks[i].label);
        }
    }
}
