/* SPDX-License-Identifier: MIT
 *
 * The controls and pushes of a scene over time: when they change, and what a fleet is then told.
 *
 *     schedule *plan;                     (flo_status) schedule_open(&plan, scene);
 *     for (uint64_t done = 0; done < steps;) {
 *         (flo_status) schedule_apply(plan, fleet, done);
 *         uint64_t count = steps - done, left = schedule_next(plan) - done;
 *         if (left < count) count = left;
 *         ...flo_fleet_step(fleet, scene->step, count); done += count;
 *     }
 *     schedule_close(plan);
 *
 * Bodies keep their order: those of the scene's first entry come first.  A scene in which nothing changes costs
 * nothing. */
#ifndef FLO_CLI_SCHEDULE_H
#define FLO_CLI_SCHEDULE_H

#include "../io/scene.h"

typedef struct schedule schedule;

/* The scene must outlive the schedule.  FLO_NO_MEMORY. */
flo_status schedule_open(schedule **out, const scene *s);

/* The fleet has but `count` of the scene's bodies, from `first` on. */
void schedule_cut(schedule *plan, size_t first, size_t count);

/* Tells the fleet what holds from step `step` on, of all that changed since the last call.  `step` never falls. */
flo_status schedule_apply(schedule *plan, flo_fleet *fleet, uint64_t step);

/* The step, later than that of the last call of schedule_apply, at which something changes next; UINT64_MAX if nothing
 * does any more.  No block of steps may go over it. */
uint64_t schedule_next(const schedule *plan);

void schedule_close(schedule *plan);

#endif
