/* SPDX-License-Identifier: MIT
 *
 * Experiments 13 to 15: thrust, steering, and a propeller out of the water. */
#include "experiment_list.h"

#include "../internal.h"

/* ---- 13: thrust ------------------------------------------------------------------------------------------------ */

const experiment_variation thrust_variations[] = {
    { "at the stern", { NULL } },
    { "at the stern, yawing", { "bodies.0.angular_velocity=[0, 0.3, 0]" } },
    { "at the bow, yawing", { "bodies.0.angular_velocity=[0, 0.3, 0]", "hulls.boat.thrust.position=[0, -0.5, 2]" } },
    { "half throttle", { "bodies.0.controls=[[0, 0.5, 0], [20, 0, 0]]" } },
    { "four times the mass", { "hulls.boat.mass=4000", "hulls.boat.inertia=[3600, 4400, 1200]", "time.steps=2400",
                               "bodies.0.controls=[[0, 1, 0], [30, 0, 0]]" } },
    { NULL, { NULL } },
};

/* A propeller above or below the centre of mass trims the boat, until points leave the water. */
static const char *beyond_trim(const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const point_layout p = track_layout(t, 0);
    const double k = p.square_z * h->buoyancy.bias / track_reference_depth(t, 0);
    const double righting = h->mass * t->model.scene->sea.gravity * (k + p.mean[1]);    /* N m for a radian */
    const double torque = h->thrust.power * (h->thrust.position[1] - h->center_of_mass[1]);
    return fabs(torque) > 0.05 * righting ? "it trims too far" : NULL;
}

/* Speed before the throttle was closed, and after it. */
static void check_thrust(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const scene_bodies *entry = track_entry(t, 0);
    const unsigned covered = HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_QUADRATIC_DRAG | HAS_THRUST | HAS_OFFSET |
                             HAS_SPIN;
    const double begin = track_moment(t, 0);
    const bool usual = entry->control_count == 2 && entry->controls[0].time <= begin &&
                       entry->controls[1].time > begin && entry->controls[1].throttle == 0;
    const series v = track_series(l, t, 0, COLUMN_SPEED);
    expect_unless(l, !usual ? "the controls are others, or over by time.start" :
                  h->thrust.position[0] != h->center_of_mass[0] ? "the propeller is off the middle" :
                  either_reason(beyond_trim(t), track_beyond(t, 0, covered)));
    const double throttle = usual ? entry->controls[0].throttle : NAN;
    const double closed = usual ? entry->controls[1].time - begin : NAN;
    expect_share(l, "m/s", series_last(series_between(v, -INFINITY, closed)),
                 sqrt(throttle * h->thrust.power / (h->drag.quadratic * h->mass)), 1e-3,
                 "%s: top speed, √(thrust/(c m))", t->label);
    const series after = series_between(v, closed, INFINITY);
    const double start = series_first(after), time = t->time[t->count - 1] - (after.count ? after.x[0] : NAN);
    expect_share(l, "m/s", series_last(after), start / (1 + h->drag.quadratic * start * time), 2e-3,
                 "%s: %.3g s after the throttle was closed, v/(1 + c v t)", t->label, time);
}

static double difference(const track *a, const track *b, size_t sample, column c)
{
    return fabs(track_value(a, 0, sample, c) - track_value(b, 0, sample, c));
}

/* Bow and stern are the same: a force along the keel has no arm about the vertical. */
static void compare_ends(lab *l)
{
    const track *stern = lab_track(l, "at the stern, yawing"), *bow = lab_track(l, "at the bow, yawing");
    const char *const trims = stern && bow ? either_reason(beyond_trim(stern), beyond_trim(bow)) : NULL;
    expect_unless(l, !stern || !bow ? "bow and stern are set alike" :
                  either_reason(trims, track_coarse(stern), track_beyond(stern, 0, ~(unsigned)HAS_LEVEL)));
    double heading = NAN, pitch = NAN;
    for (size_t i = 0; stern && bow && i < stern->count; i++) {
        heading = fmax(heading, difference(stern, bow, i, COLUMN_HEADING));
        pitch = fmax(pitch, difference(stern, bow, i, COLUMN_PITCH));
    }
    expect_at_most(l, "°", heading * DEGREES, 1e-3, "engine at the bow instead of the stern: heading apart by");
    expect_at_most(l, "°", pitch * DEGREES, 1e-3, "engine at the bow instead of the stern: pitch apart by");
}

void thrust_measure(lab *l)
{
    draw_panel(l, "time (s)", "speed (m/s)");
    for (int i = 0; i < l->track_count; i++) {
        check_thrust(l, &l->tracks[i]);
        draw_curve(l, track_series(l, &l->tracks[i], 0, COLUMN_SPEED), PLOT_LINE, "%s", l->tracks[i].label);
    }
    compare_ends(l);
    draw_panel(l, "time (s)", "heading (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        if (!(track_features(t, 0) & HAS_SPIN)) continue;
        const bool bow = track_hull(t, 0)->thrust.position[2] > 0;
        draw_curve(l, series_scaled(l, series_between(track_series(l, t, 0, COLUMN_HEADING), 0, 8), DEGREES, 0),
                   bow ? PLOT_MARKS : PLOT_LINE, "%s", t->label);
    }
}

/* ---- 14: steering ---------------------------------------------------------------------------------------------- */

const experiment_variation steering_variations[] = {
    { "keel 10 1/s", { NULL } },
    { "keel 40 1/s", { "hulls.boat.drag.local=[40, 3, 1]" } },
    { "keel 2 1/s", { "hulls.boat.drag.local=[2, 3, 1]" } },
    { "no keel", { "hulls.boat.drag.local=[0, 3, 1]" } },
    { "slow ahead", { "bodies.0.controls=[[0, 0.1, 0], [5, 0.1, 0.5]]", "time.steps=7200", "output.every=12" } },
    { "leaning", { "hulls.boat.steering.lean=3000" } },
    { NULL, { NULL } },
};

typedef struct turn {
    double rate;                /* rad/s */
    double speed;               /* m/s, of the centre of mass */
    double drift;               /* rad, from the course to the bow, at the step's start */
    double radius;              /* m, of the path */
    double heel;                /* rad, to port */
    double forward;             /* m/s */
} turn;

/* Means over the last whole turn, or over the last five seconds. */
static turn measure_turn(lab *l, const track *t)
{
    const series heading = track_series(l, t, 0, COLUMN_HEADING);
    const double end = t->time[t->count - 1], *c = track_hull(t, 0)->center_of_mass;
    turn r = { .rate = series_slope(series_between(heading, end - 5, end)) };
    const double from = end - fmax(5, 2 * PI / fabs(r.rate));
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (t->time[i] < from) continue;
        const flo_body_state *s = track_state(t, 0, i);
        double axes[3][3], arm[3];
        track_axes(s, axes);
        for (int j = 0; j < 3; j++) arm[j] = c[0] * axes[0][j] + c[1] * axes[1][j] + c[2] * axes[2][j];
        const float *v = s->velocity, *w = s->angular_velocity;
        const double x = (double)v[0] + (double)w[1] * arm[2] - (double)w[2] * arm[1];
        const double z = (double)v[2] + (double)w[0] * arm[1] - (double)w[1] * arm[0];
        const double bow = atan2(axes[2][0], axes[2][2]) - r.rate * t->model.scene->step;
        double drift = bow - atan2(x, z);
        drift -= 2 * PI * round(drift / (2 * PI));
        r.drift += drift;
        r.speed += hypot(x, z);
        r.forward += x * axes[2][0] + z * axes[2][2];
        r.heel -= track_value(t, 0, i, COLUMN_ROLL);
        count++;
    }
    r.drift /= (double)count;
    r.speed /= (double)count;
    r.forward /= (double)count;
    r.heel /= (double)count;
    r.radius = series_swing(series_between(track_series(l, t, 0, COLUMN_X), from, end), fabs(r.rate)).amplitude;
    return r;
}

static void check_turn(lab *l, const track *t)
{
    const flo_hull_def *h = track_hull(t, 0);
    const scene_bodies *entry = track_entry(t, 0);
    const flo_steering_def *s = &h->steering;
    const unsigned covered = HAS_VERTICAL_DAMPING | HAS_ANGULAR_DAMPING | HAS_QUADRATIC_DRAG | HAS_LINEAR_DRAG |
                             HAS_LOCAL_DRAG | HAS_THRUST | HAS_STEERING | HAS_OFFSET;
    const double steer = entry->control_count ? entry->controls[entry->control_count - 1].steer : entry->steer;
    const turn r = measure_turn(l, t);
    const point_layout p = track_layout(t, 0);
    const double k = p.square_x * h->buoyancy.bias / track_reference_depth(t, 0);
    const double righting = h->mass * t->model.scene->sea.gravity * (k + p.mean[1]);    /* N m for a radian */
    const double turning = t->time[t->count - 1] + track_moment(t, 0) -
                           (entry->control_count ? entry->controls[entry->control_count - 1].time : -INFINITY);
    const char *const beyond = fabs(s->lean * steer) > 0.1 * righting ? "it leans too far" :
                               turning < 0.75 * t->time[t->count - 1] ? "the turn begins too late" :
                               track_coarse_for(t, 2 * h->damping.angular);
    expect_unless(l, either_reason(beyond, track_beyond(t, 0, covered)));
    const double share = fmin(1, fmax(0, r.forward / s->reference_speed));
    const double side = h->drag.local[0] + h->drag.linear + h->drag.quadratic * r.speed;
    expect_share(l, "rad/s", r.rate, steer * (s->base + s->speed * share) / (h->inertia[1] * h->damping.angular), 0.01,
                 "%s: yaw rate, torque/(I·damping)", t->label);
    const char *const before = l->unless;
    expect_unless(l, either_reason(before, track_coarse(t)));
    expect_share(l, "°", r.drift * DEGREES, atan(r.rate / side) * DEGREES, 0.01,
                 "%s: bow inwards of the course by atan(ω/(side + linear + c |v|))", t->label);
    expect_unless(l, before);
    expect_share(l, "m", r.radius, r.speed / fabs(r.rate), 0.01, "%s: radius, |v|/ω", t->label);
    if (s->lean != 0) {
        expect_share(l, "°", r.heel * DEGREES, s->lean * steer * share / righting * DEGREES, 0.02,
                     "%s: heels into the turn, lean/(m g (K + y_points - y_com))", t->label);
    }
}

void steering_measure(lab *l)
{
    draw_panel(l, "x, to port (m)", "z, ahead (m)");
    draw_map(l);
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        check_turn(l, t);
        const series x = track_series(l, t, 0, COLUMN_X), z = track_series(l, t, 0, COLUMN_Z);
        draw_curve(l, (series){ x.y, z.y, x.count }, PLOT_LINE, "%s", t->label);
    }
    const track *keel = lab_track(l, "keel 10 1/s"), *none = lab_track(l, "no keel");
    expect_unless(l, keel && none ? track_coarse_for(keel, 2 * track_hull(keel, 0)->damping.angular)
                                  : "the keel is set");
    const double slides = none ? measure_turn(l, none).drift : NAN, grips = keel ? measure_turn(l, keel).drift : NAN;
    expect_at_least(l, "", slides / grips, 5, "without keel it slides: drift angle, times that with a keel");
    draw_panel(l, "time (s)", "heading (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        const series heading = track_series(l, &l->tracks[i], 0, COLUMN_HEADING);
        draw_curve(l, series_scaled(l, heading, DEGREES, 0), PLOT_LINE, "%s", l->tracks[i].label);
    }
}

/* ---- 15: engine contact ---------------------------------------------------------------------------------------- */

const experiment_variation engine_contact_variations[] = {
    { "the rudder needs water", { NULL } },
    { "the rudder does not", { "hulls.boat.steering.needs_water=false" } },
    { NULL, { NULL } },
};

/* How far the propeller is in the water, and what that leaves of the thrust along x and z. */
static double gate_at(lab *l, const track *t, size_t body, size_t sample, double place[3], double *water)
{
    const flo_hull_def *h = track_hull(t, body);
    const flo_surface surface = { .height = water };
    track_place(track_state(t, body, sample), h->thrust.position, place);
    lab_fail(l, flo_query(l->device, t->model.sea, track_moment(t, sample), 1, &place[0], &place[2], &surface));
    return fmin(1, fmax(0, (*water - place[1]) / track_reference_depth(t, body)));
}

static void check_propeller(lab *l, const track *t)
{
    const double full = track_hull(t, 0)->thrust.power * track_entry(t, 0)->throttle;
    double *water = lab_numbers(l, t->count), *height = lab_numbers(l, t->count), *push = lab_numbers(l, t->count);
    double dry = 0, stray = 0, apart = 0;
    for (size_t i = 0; water && height && push && i < t->count; i++) {
        double place[3], axes[3][3];
        const double gate = gate_at(l, t, 0, i, place, &water[i]);
        const double force = hypot(track_value(t, 0, i, COLUMN_FX), track_value(t, 0, i, COLUMN_FZ));
        track_axes(track_state(t, 0, i), axes);
        height[i] = place[1];
        push[i] = force / full;
        dry += water[i] < place[1] - 1e-4;
        if (water[i] < place[1] - 1e-4) stray = fmax(stray, force);
        apart = fmax(apart, fabs(force / full - gate * hypot(axes[2][0], axes[2][2])));
    }
    expect_unless(l, dry == 0 && l->set->count > 0 ? "the propeller never leaves the water" :
                  track_beyond(t, 0, HAS_WAVES | HAS_VERTICAL_DAMPING | HAS_SCALED_DAMPING | HAS_ANGULAR_DAMPING |
                               HAS_THRUST | HAS_OFFSET));
    expect_at_least(l, "", dry, 20, "%s: looks at which the propeller was out of the water, of %zu", t->label,
                    t->count);
    expect_within(l, "N", stray, 0, 0, "%s: largest thrust then", t->label);
    expect_at_most(l, "", apart, 1e-3, "%s: thrust beside clamp(depth/reference_depth, 0, 1), largest share apart",
                   t->label);
    draw_panel(l, "time (s)", "height (m)");
    draw_curve(l, (series){ t->time, water, t->count }, PLOT_WATER, "water at the propeller");
    draw_curve(l, (series){ t->time, height, t->count }, PLOT_LINE, "propeller");
    draw_curve(l, track_series(l, t, 0, COLUMN_Y), PLOT_LINE, "boat");
    draw_panel(l, "time (s)", "thrust (share of full)");
    draw_curve(l, (series){ t->time, push, t->count }, PLOT_LINE, "thrust");
}

/* The falling boat, until its propeller meets the water. */
static void check_fall(lab *l, const track *t)
{
    const flo_steering_def *s = &track_hull(t, 1)->steering;
    double horizontal = 0, yaw = 0, least = INFINITY, steps = 0;
    for (size_t i = 0; i < t->count; i++, steps++) {
        double place[3], water;
        if (gate_at(l, t, 1, i, place, &water) > 0 || track_value(t, 1, i, COLUMN_SUBMERGED) > 0) break;
        horizontal = fmax(horizontal, hypot(track_value(t, 1, i, COLUMN_FX), track_value(t, 1, i, COLUMN_FZ)));
        yaw = fmax(yaw, fabs(track_value(t, 1, i, COLUMN_TY)));
        least = fmin(least, fabs(track_value(t, 1, i, COLUMN_TY)));
    }
    expect_unless(l, t->bodies < 2 ? "there is no second boat" : track_coarse(t));
    expect_at_least(l, "", steps, 30, "%s: steps that the second boat falls", t->label);
    expect_within(l, "N", horizontal, 0, 0, "%s: largest thrust in the air", t->label);
    if (s->needs_water) expect_within(l, "N m", yaw, 0, 0, "%s: largest torque of the rudder in the air", t->label);
    else expect_share(l, "N m", least, track_entry(t, 1)->steer * s->base, 1e-3,
                      "%s: torque of the rudder, in the air, too", t->label);
}

void engine_contact_measure(lab *l)
{
    for (int i = 0; i < l->track_count; i++) {
        if (i == 0) check_propeller(l, &l->tracks[i]);
        check_fall(l, &l->tracks[i]);
    }
    draw_panel(l, "time (s)", "heading, falling boat (degrees)");
    for (int i = 0; i < l->track_count; i++) {
        const series heading = track_series(l, &l->tracks[i], l->tracks[i].bodies - 1, COLUMN_HEADING);
        draw_curve(l, series_between(series_scaled(l, heading, DEGREES, 0), 0, 4), PLOT_LINE, "%s", l->tracks[i].label);
    }
}
