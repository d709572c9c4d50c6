/* SPDX-License-Identifier: MIT
 *
 * A plan is a list of steps at which something changes for an entry of the scene's bodies, in their order. */
#include "schedule.h"

#include "../internal.h"

#include <stdlib.h>

enum { PIECE = 1024 };          /* bodies told at once */

typedef struct change {
    uint64_t step;
    int entry;
    size_t first;               /* of the entry's bodies, in the scene */
} change;

struct schedule {
    const scene *scene;
    size_t first, part;         /* bodies of the scene that the fleet has */
    size_t count, done;         /* changes in all, and those that the fleet was told of */
    change changes[];
};

static int compare_changes(const void *a, const void *b)
{
    const change *one = a, *other = b;
    if (one->step != other->step) return one->step < other->step ? -1 : 1;
    return one->entry - other->entry;
}

static void add_entry(schedule *plan, int index, size_t first)
{
    const scene_bodies *entry = &plan->scene->bodies[index];
    change *next = plan->changes + plan->count;
    for (int i = 0; i < entry->control_count; i++)
        *next++ = (change){ scene_step_at(plan->scene, entry->controls[i].time), index, first };
    for (int i = 0; i < entry->push_count; i++) {
        const double begin = entry->pushes[i].time, end = begin + entry->pushes[i].duration;
        *next++ = (change){ scene_step_at(plan->scene, begin), index, first };
        *next++ = (change){ scene_step_at(plan->scene, end), index, first };
    }
    plan->count = (size_t)(next - plan->changes);
}

flo_status schedule_open(schedule **out, const scene *s)
{
    size_t count = 0, first = 0;
    for (int i = 0; i < s->bodies_count; i++) {
        count += (size_t)s->bodies[i].control_count + 2 * (size_t)s->bodies[i].push_count;
    }
    schedule *plan = malloc(sizeof *plan + count * sizeof *plan->changes);
    if (!plan) return flo__fail(FLO_NO_MEMORY, "no memory for %zu changes of controls", count);
    *plan = (schedule){ .scene = s, .part = s->body_count };
    for (int i = 0; i < s->bodies_count; i++) {
        add_entry(plan, i, first);
        first += s->bodies[i].count;
    }
    qsort(plan->changes, plan->count, sizeof *plan->changes, compare_changes);
    *out = plan;
    return FLO_OK;
}

void schedule_cut(schedule *plan, size_t first, size_t count)
{
    plan->first = first;
    plan->part = count;
}

void schedule_close(schedule *plan)
{
    free(plan);
}

uint64_t schedule_next(const schedule *plan)
{
    return plan->done < plan->count ? plan->changes[plan->done].step : UINT64_MAX;
}

static flo_status tell(const schedule *plan, flo_fleet *fleet, const change *due, uint64_t step)
{
    const scene_bodies *entry = &plan->scene->bodies[due->entry];
    flo_body_control controls[PIECE];
    const flo_body_control control = scene_control_at(plan->scene, entry, step);
    for (size_t i = 0; i < PIECE && i < entry->count; i++) controls[i] = control;
    size_t from, left = scene_overlap(due->first, entry->count, plan->first, plan->part, &from);
    flo_status status = FLO_OK;
    while (left > 0 && !status) {
        const size_t count = left < PIECE ? left : PIECE;
        status = flo_fleet_control(fleet, from - plan->first, count, controls);
        from += count;
        left -= count;
    }
    return status;
}

flo_status schedule_apply(schedule *plan, flo_fleet *fleet, uint64_t step)
{
    const change *told = NULL;
    for (; schedule_next(plan) <= step; plan->done++) {
        const change *due = &plan->changes[plan->done];
        if (told && told->entry == due->entry) continue;
        const flo_status status = tell(plan, fleet, due, step);
        if (status) return status;
        told = due;
    }
    return FLO_OK;
}
