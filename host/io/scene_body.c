/* SPDX-License-Identifier: MIT
 *
 * Scenes: the bodies, entry by entry, and the definitions of all of them. */
#include "scene_parts.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------ */

typedef struct body_values {
    scene_bodies entry;
    const char *hull;
    uint64_t count;
    double attitude[2];
} body_values;

static const yaml_range counts = {1, 1e9, false}, rudder = {-1, 1, false}, speeds = {-5e3, 5e3, false};
static const yaml_range places = {-1e9, 1e9, true}, spins = {-5e5, 5e5, false}, turns = {-1e3, 1e3, false};
static const yaml_range rates = {0, 1e6, true};
static const char *const modes[] = {"dynamic", "transform", "kinematic", "hybrid", NULL};

#define ENTRY(member) offsetof(body_values, entry.member)

static const yaml_key body_keys[] = {
    {"hull", YAML_TEXT, .required = true, .at = offsetof(body_values, hull)},
    {"count", YAML_COUNT, .range = &counts, .standard = 1, .at = offsetof(body_values, count)},
    {"spacing", YAML_NUMBER, .range = &yaml_not_negative, .standard = 10, .at = ENTRY(spacing)},
    {"position", YAML_NUMBER, .length = 3, .range = &places, .below = true, .at = ENTRY(position)},
    {"heading", YAML_ANGLE, .at = ENTRY(heading)},
    {"attitude", YAML_ANGLE, .length = 2, .at = offsetof(body_values, attitude)},
    {"velocity", YAML_NUMBER, .length = 3, .range = &speeds, .at = ENTRY(velocity)},
    {"angular_velocity", YAML_NUMBER, .length = 3, .range = &spins, .at = ENTRY(angular_velocity)},
    {"mode", YAML_WORD, .words = modes, .at = ENTRY(mode)},
    {"smoothing", YAML_NUMBER, .range = &rates, .standard = 4, .at = ENTRY(smoothing)},
    {"throttle", YAML_NUMBER, .range = &yaml_share, .at = ENTRY(throttle)},
    {"steer", YAML_NUMBER, .range = &rudder, .at = ENTRY(steer)},
    {"yaw_rate", YAML_NUMBER, .range = &turns, .at = ENTRY(yaw_rate)},
    {"controls", YAML_ROWS, .or_none = true},
    {"pushes", YAML_ROWS, .or_none = true},
    {0},
};

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static int compare_names(const void *a, const void *b)
{
    return strcmp((*(const scene_hull *const *)a)->name, (*(const scene_hull *const *)b)->name);
}

static flo_status refuse_hull(const scene *s, const yaml_file *file, const yaml_node *node)
{
    char shown[96], names[400] = "there are no hulls";
    size_t length = 0;
    yaml_show(node, shown, sizeof shown);
    for (int i = 0; i < s->hull_count && length < sizeof names; i++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s%s", i ? ", " : "the hulls are ",
                                   s->hulls[i].name);
    return yaml_fail(file, node, "%s is not a hull of this scene; %s", shown, names);
}

/* How far from the middle of its square the outermost body of an entry stands, m. */
static double find_reach(const scene_bodies *entry)
{
    return 0.5 * (ceil(sqrt((double)entry->count)) - 1) * entry->spacing;
}

static void set_orientation(const scene_bodies *entry, float orientation[4]);

/* Where the centre of mass of the first body stands, which is what the ranges are of. */
static void find_center(const scene *s, const scene_bodies *entry, double center[3])
{
    float turned[4];
    set_orientation(entry, turned);
    const double *c = s->hulls[entry->hull].def.center_of_mass;
    const double w = turned[0], x = turned[1], y = turned[2], z = turned[3];
    const double t[3] = {2 * (y * c[2] - z * c[1]), 2 * (z * c[0] - x * c[2]), 2 * (x * c[1] - y * c[0])};
    center[0] = entry->position[0] + c[0] + w * t[0] + y * t[2] - z * t[1];
    center[1] = entry->position[1] + c[1] + w * t[1] + z * t[0] - x * t[2];
    center[2] = entry->position[2] + c[2] + w * t[2] + x * t[1] - y * t[0];
}

static flo_status check_places(const scene *s, const yaml_file *file, const yaml_node *node, const scene_bodies *entry)
{
    const yaml_node *position = yaml_get(node, "position"), *spacing = yaml_get(node, "spacing");
    double center[3];
    find_center(s, entry, center);
    const double reach = find_reach(entry), farthest = fmax(fabs(center[0]), fabs(center[2]));
    if (!(farthest + reach < 1e9) && reach > 0)
        return yaml_fail(file, spacing ? spacing : node,
                         "%zu bodies %g m apart reach %g m from the origin; it must be below 1e9 m", entry->count,
                         entry->spacing, farthest + reach);
    if (!(farthest < 1e9))
        return yaml_fail(file, position ? position : node,
                         "the centre of mass is %.10g m from the origin along x or z; it must be below 1e9 m",
                         farthest);
    if (!(fabs(center[1] - s->sea.level) < 1e5))
        return yaml_fail(file, position ? position : node,
                         "a height of %g is not allowed; the centre of mass, at %.10g, must be less than 1e5 m from "
                         "the level of the sea, %g", entry->position[1], center[1], s->sea.level);
    return FLO_OK;
}

/* The range of each component is its own; together they may not be faster than a body can be.  Bodies have floats: a
 * number that is below a limit may not be so as one. */
static double speed_of(const double v[3])
{
    const double x = (double)(float)v[0], y = (double)(float)v[1], z = (double)(float)v[2];
    return sqrt(x * x + y * y + z * z);
}

static flo_status check_speed(const yaml_file *file, const yaml_node *speed, const double v[3], double limit)
{
    if (!speed || speed_of(v) < limit) return FLO_OK;
    char shown[96];
    yaml_show(speed, shown, sizeof shown);
    return yaml_fail(file, speed, "%s is not allowed: its length is %.10g; it must be below %g", shown, speed_of(v),
                     limit);
}

/* What is followed all the time leaves a body room to catch up. */
static flo_status check_command(const yaml_file *file, const yaml_node *speed, const scene_bodies *entry)
{
    const double along = hypot((double)(float)entry->velocity[0], (double)(float)entry->velocity[2]);
    if (!scene_follows_velocity(entry) || !speed || along <= SCENE_FASTEST_COMMAND) return FLO_OK;
    char shown[96];
    yaml_show(speed, shown, sizeof shown);
    return yaml_fail(file, speed, "%s is not allowed: along x and z it is %.10g in all; of a kinematic or hybrid body, "
                     "which follows it all the time, it must be at most %g", shown, along,
                     SCENE_FASTEST_COMMAND);
}

static bool is_zero(const double v[3])
{
    return !(fabs(v[0]) > 0 || fabs(v[1]) > 0 || fabs(v[2]) > 0);
}

/* What a mode has no use for is a mistake, unless it says nothing. */
static flo_status check_mode(const yaml_file *file, const yaml_node *node, const scene_bodies *entry)
{
    const bool follows = entry->mode == FLO_TRANSFORM || entry->mode == FLO_KINEMATIC;
    const bool stays = entry->mode == FLO_TRANSFORM, smoothed = fabs(entry->smoothing - 4) > 0;
    const struct { const char *key; bool useless; const char *why; } rows[] = {
        {"smoothing", !follows && smoothed, "it is for bodies that follow the water, transform and kinematic"},
        {"yaw_rate", entry->mode != FLO_KINEMATIC && fabs(entry->yaw_rate) > 0,
         "only a kinematic body turns as commanded; others are turned by steer"},
        {"velocity", stays && !is_zero(entry->velocity), "it stays at its x and z, and follows the water"},
        {"velocity", follows && fabs(entry->velocity[1]) > 0, "it has the water's height, and no velocity of its own"},
        {"angular_velocity", follows && !is_zero(entry->angular_velocity), "it has the water's slope, and yaw_rate"},
        {"controls", follows && entry->control_count, "no thrust moves it and no rudder turns it"},
        {"pushes", follows && entry->push_count, "no force moves it"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!rows[i].useless) continue;
        const yaml_node *mode = yaml_get(node, "mode"), *key = yaml_get(node, rows[i].key);
        return mode ? yaml_exclude(file, key, mode, rows[i].why)
                    : yaml_fail_key(file, key, NULL, "not allowed for mode dynamic; %s", rows[i].why);
    }
    return FLO_OK;
}

static flo_status read_entry(scene *s, yaml_file *file, const yaml_node *node, const scene_hull *const *sorted)
{
    body_values values = {.hull = NULL};
    flo_status status = yaml_read_map(file, node, body_keys, &values);
    if (status) return status;
    const scene_hull wanted = {.name = (char *)(uintptr_t)values.hull}, *key = &wanted;
    const scene_hull *const *found = s->hull_count ? bsearch(&key, sorted, (size_t)s->hull_count, sizeof *sorted,
                                                             compare_names) : NULL;
    if (!found) return refuse_hull(s, file, yaml_get(node, "hull"));
    scene_bodies *entry = &s->bodies[s->bodies_count++];
    *entry = values.entry;
    entry->hull = (int)(*found - s->hulls);
    entry->count = (size_t)values.count;
    entry->pitch = values.attitude[0];
    entry->roll = values.attitude[1];
    s->body_count += entry->count;
    status = scene_read_schedule(s, file, node, entry);
    if (!status) status = check_mode(file, node, entry);
    if (!status) status = check_places(s, file, node, entry);
    if (!status) status = check_speed(file, yaml_get(node, "velocity"), entry->velocity, 5e3);
    if (!status) status = check_command(file, yaml_get(node, "velocity"), entry);
    if (!status) status = check_speed(file, yaml_get(node, "angular_velocity"), entry->angular_velocity, 5e5);
    return status;
}

flo_status scene_read_bodies(scene *s, yaml_file *file, const yaml_node *bodies)
{
    if (!bodies) return FLO_OK;
    s->bodies = scene_allocate(s, (size_t)bodies->count, sizeof *s->bodies);
    const scene_hull **sorted = scene_allocate(s, (size_t)s->hull_count, sizeof *sorted);
    flo_status status = s->bodies && sorted ? FLO_OK : FLO_NO_MEMORY;
    for (int i = 0; !status && i < s->hull_count; i++) sorted[i] = &s->hulls[i];
    if (!status) qsort(sorted, (size_t)s->hull_count, sizeof *sorted, compare_names);
    for (const yaml_node *node = bodies->first; node && !status; node = node->next)
        status = read_entry(s, file, node, sorted);
    free(sorted);
    return status;
}

/* ---- making bodies ----------------------------------------------------------------------------------------------- */

/* First the heading about +y, from +z (forward) towards +x; then pitch about the hull's own +x, which points to port;
 * then roll about its own +z.  All three are right-handed.  So a positive pitch presses the bow down, and a positive
 * roll lifts the port side: the body heels to starboard. */
static void set_orientation(const scene_bodies *entry, float orientation[4])
{
    const double cy = cos(entry->heading / 2), sy = sin(entry->heading / 2);
    const double cx = cos(entry->pitch / 2), sx = sin(entry->pitch / 2);
    const double cz = cos(entry->roll / 2), sz = sin(entry->roll / 2);
    orientation[0] = (float)(cy * cx * cz + sy * sx * sz);
    orientation[1] = (float)(cy * sx * cz + sy * cx * sz);
    orientation[2] = (float)(sy * cx * cz - cy * sx * sz);
    orientation[3] = (float)(cy * cx * sz - sy * sx * cz);
}

/* The bodies of an entry from number `from` to before `end`. */
static void fill_entry(const scene *s, const scene_bodies *entry, const flo_hull *hull, size_t from, size_t end,
                       flo_body_def *bodies)
{
    const size_t columns = (size_t)ceil(sqrt((double)entry->count));
    const size_t rows = (entry->count + columns - 1) / columns;
    flo_body_def body = {.hull = hull, .mode = entry->mode, .control = scene_control_at(s, entry, 0)};
    set_orientation(entry, body.state.orientation);
    for (int i = 0; i < 3; i++) {
        body.state.position[i] = entry->position[i];
        body.state.velocity[i] = (float)entry->velocity[i];
        body.state.angular_velocity[i] = (float)entry->angular_velocity[i];
    }
    for (size_t i = from; i < end; i++) {
        const double column = (double)(i % columns) - 0.5 * (double)(columns - 1);
        const double row = (double)(i / columns) - 0.5 * (double)(rows - 1);
        flo_body_def *next = bodies + (i - from);
        *next = body;
        next->state.position[0] += column * entry->spacing;
        next->state.position[2] += row * entry->spacing;
    }
}

size_t scene_overlap(size_t before, size_t count, size_t first, size_t part, size_t *from)
{
    const size_t behind = before + count, end = first + part, to = behind < end ? behind : end;
    *from = before > first ? before : first;
    return *from < to ? to - *from : 0;
}

flo_status scene_make_some(const scene *s, flo_hull *const *hulls, size_t first, size_t count, flo_body_def **bodies)
{
    flo_body_def *some = scene_allocate(s, count, sizeof *some);
    if (!some) return FLO_NO_MEMORY;
    size_t before = 0, from;            /* bodies of the entries before */
    for (int i = 0; i < s->bodies_count; before += s->bodies[i++].count) {
        const scene_bodies *entry = &s->bodies[i];
        const size_t wanted = scene_overlap(before, entry->count, first, count, &from);
        if (wanted == 0) continue;
        fill_entry(s, entry, hulls[entry->hull], from - before, from - before + wanted, some + (from - first));
    }
    *bodies = some;
    return FLO_OK;
}

flo_status scene_make_bodies(const scene *s, flo_hull *const *hulls, flo_body_def **bodies)
{
    return scene_make_some(s, hulls, 0, s->body_count, bodies);
}
