/* SPDX-License-Identifier: MIT
 *
 * Scenes: what changes while a body floats: throttle and rudder over time, and pushes from outside.
 *
 * Times become steps, by one rule for all: what happens at a time happens from the first step on that begins then or
 * later.  A step's length times a billion forgives decimal fractions: 0.3 s is step 18 of a sixtieth. */
#include "scene_parts.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#define NOTHING 1e-9            /* of a step's length */
#define MOST_FORCE 1e15         /* N, of a body's control */

/* ---- steps ------------------------------------------------------------------------------------------------------- */

uint64_t scene_step_at(const scene *s, double time)
{
    double step = ceil((time - s->start) / s->step - NOTHING);
    if (step >= 0x1p63) return UINT64_MAX;
    if (!(step > 0)) return 0;
    /* The division was rounded: the step's own time has the last word. */
    const double due = time - NOTHING * s->step;
    if (s->start + (step - 1) * s->step >= due) step--;
    else if (s->start + step * s->step < due) step++;
    return (uint64_t)step;
}

static bool is_acting(const scene *s, const scene_push *push, uint64_t step)
{
    return step >= scene_step_at(s, push->time) && step < scene_step_at(s, push->time + push->duration);
}

/* The last of an entry's controls that has begun, or NULL. */
static const scene_control *find_control(const scene *s, const scene_bodies *entry, uint64_t step)
{
    int low = 0, high = entry->control_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (scene_step_at(s, entry->controls[middle].time) <= step) low = middle + 1;
        else high = middle;
    }
    return low ? &entry->controls[low - 1] : NULL;
}

bool scene_follows_velocity(const scene_bodies *entry)
{
    return entry->mode == FLO_KINEMATIC || entry->mode == FLO_HYBRID;
}

flo_body_control scene_control_at(const scene *s, const scene_bodies *entry, uint64_t step)
{
    const scene_control *latest = find_control(s, entry, step);
    flo_body_control control = {
        .throttle = (float)(latest ? latest->throttle : entry->throttle),
        .steer = (float)(latest ? latest->steer : entry->steer),
        .yaw_rate = (float)entry->yaw_rate,
        .smoothing = (float)entry->smoothing,
    };
    if (scene_follows_velocity(entry)) {        /* others may begin faster than a command can be */
        control.velocity[0] = (float)entry->velocity[0];
        control.velocity[1] = (float)entry->velocity[2];
    }
    double force[3] = {0};
    for (int i = 0; i < entry->push_count; i++) {
        const scene_push *push = &entry->pushes[i];
        if (!is_acting(s, push, step)) continue;
        for (int a = 0; a < 3; a++) {
            force[a] += push->force[a];
            control.at[a] = (float)push->at[a];
        }
    }
    for (int a = 0; a < 3; a++) control.force[a] = (float)force[a];
    return control;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static const yaml_range times = {-1e12, 1e12, false}, durations = {0, 1e12, true};
static const yaml_range rudder = {-1, 1, false}, places = {-1e4, 1e4, false};
static const yaml_range forces = {-MOST_FORCE, MOST_FORCE, false};

#define CONTROL(member) offsetof(scene_control, member)
#define PUSH(member) offsetof(scene_push, member)

static const yaml_key control_row[] = {
    {"time", YAML_NUMBER, .range = &times, .at = CONTROL(time)},
    {"throttle", YAML_NUMBER, .range = &yaml_share, .at = CONTROL(throttle)},
    {"steer", YAML_NUMBER, .range = &rudder, .at = CONTROL(steer)},
    {0},
};

static const yaml_key push_row[] = {
    {"time", YAML_NUMBER, .range = &times, .at = PUSH(time)},
    {"duration", YAML_NUMBER, .range = &durations, .at = PUSH(duration)},
    {"force", YAML_NUMBER, .length = 3, .range = &forces, .at = PUSH(force)},
    {"at", YAML_NUMBER, .length = 3, .range = &places, .at = PUSH(at)},
    {0},
};

static flo_status read_controls(scene *s, yaml_file *file, const yaml_node *list, scene_bodies *entry)
{
    if (!list) return FLO_OK;
    entry->controls = scene_allocate(s, (size_t)list->count, sizeof *entry->controls);
    if (!entry->controls) return FLO_NO_MEMORY;
    for (const yaml_node *node = list->first; node; node = node->next) {
        scene_control *control = &entry->controls[entry->control_count];
        const flo_status status = yaml_read_row(file, node, control_row, "[time, throttle, steer]", control);
        if (status) return status;
        if (entry->control_count++ && !(control[-1].time < control->time))
            return yaml_fail(file, node->first, "%s is not allowed; it must be later than the time before it, %.10g",
                             node->first->text, control[-1].time);
    }
    return FLO_OK;
}

/* Pushes in the order of their first steps, to find those that act together. */
typedef struct span {
    uint64_t first, end;
    const scene_push *push;
    const yaml_node *node;
} span;

static int compare_spans(const void *a, const void *b)
{
    const span *one = a, *other = b;
    if (one->first != other->first) return one->first < other->first ? -1 : 1;
    return (one->push > other->push) - (one->push < other->push);
}

static bool is_same_place(const scene_push *one, const scene_push *other)
{
    for (int a = 0; a < 3; a++)
        if (one->at[a] < other->at[a] || one->at[a] > other->at[a]) return false;
    return true;
}

/* A body has one place where it is pushed.  `latest` is, of the pushes before, one of those that end last. */
static flo_status check_spans(const yaml_file *file, const span *spans, int count)
{
    const span *latest = NULL;
    double sum[3] = {0};
    for (const span *now = spans; now < spans + count; now++) {
        const bool together = latest && now->first < latest->end;
        if (together && !is_same_place(now->push, latest->push))
            return yaml_exclude(file, now->node, latest->node,
                                "both act at once: a body is pushed at one place at a time");
        for (int a = 0; a < 3; a++) {
            sum[a] = (together ? sum[a] : 0) + fabs(now->push->force[a]);
            if (sum[a] > MOST_FORCE)
                return yaml_fail(file, now->node, "with those before it, it adds up to %g N; at most %g N are allowed",
                                 sum[a], MOST_FORCE);
        }
        if (!together || now->end > latest->end) latest = now;
    }
    return FLO_OK;
}

static flo_status read_pushes(scene *s, yaml_file *file, const yaml_node *list, scene_bodies *entry)
{
    if (!list) return FLO_OK;
    static const char shape[] = "[time, duration, [x, y, z], [x, y, z]]";
    int count = 0;              /* of those that act at a step at all */
    span *spans = scene_allocate(s, (size_t)list->count, sizeof *spans);
    entry->pushes = scene_allocate(s, (size_t)list->count, sizeof *entry->pushes);
    flo_status status = entry->pushes && spans ? FLO_OK : FLO_NO_MEMORY;
    for (const yaml_node *node = list->first; node && !status; node = node->next) {
        scene_push *push = &entry->pushes[entry->push_count];
        status = yaml_read_row(file, node, push_row, shape, push);
        if (status) break;
        entry->push_count++;
        spans[count] = (span){scene_step_at(s, push->time), scene_step_at(s, push->time + push->duration), push, node};
        count += spans[count].first < spans[count].end;
    }
    if (!status) {
        qsort(spans, (size_t)count, sizeof *spans, compare_spans);
        status = check_spans(file, spans, count);
    }
    free(spans);
    return status;
}

flo_status scene_read_schedule(scene *s, yaml_file *file, const yaml_node *body, scene_bodies *entry)
{
    const flo_status status = read_controls(s, file, yaml_rows(body, "controls"), entry);
    return status ? status : read_pushes(s, file, yaml_rows(body, "pushes"), entry);
}
