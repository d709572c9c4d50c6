/* SPDX-License-Identifier: MIT
 *
 * Advice about hulls.  The thresholds are where a person would begin to wonder: a motion that takes more than five
 * swings to halve, a boat that goes thirty degrees off its bow, half a turn a second, a propeller with a quarter of its
 * thrust, a boat that rolls four times as fast as it heaves (one of even density with its samples at the corners: 1.7
 * times). */
#include "advice.h"

#include "../internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LOW_RATIO 0.02          /* of critical damping */
#define GOOD_RATIO 0.2
#define QUICK 4.0               /* times as fast as heave */
#define WIDE_DRIFT (30 * PI / 180)
#define GOOD_DRIFT (15 * PI / 180)
#define LITTLE_GRIP 0.25
#define FAST_TURN PI            /* rad/s */
#define PI 3.14159265358979323846

/* A hull under consideration. */
typedef struct subject {
    const scene *scene;
    const char *name;
    const flo_hull_def *def;
    const hull_modes *modes;
    const hull_drive *drive;
    const flo_sea_info *sea;
    advice *advice;
} subject;

static void FLO_PRINTF(2, 3) say(const subject *s, const char *format, ...)
{
    advice *a = s->advice;
    if (a->count == ADVICE_MOST) return;
    char *text = a->text[a->count++];
    int length = snprintf(text, ADVICE_SIZE, "hull %.60s: ", s->name);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, (size_t)(ADVICE_SIZE - length), format, arguments);
    va_end(arguments);
}

/* ---- the step -------------------------------------------------------------------------------------------------- */

/* Cells under archimedes and the spring have no curve. */
static bool has_curve(const subject *s)
{
    const flo_buoyancy_def *b = &s->def->buoyancy;
    return b->law != FLO_SPRING && (b->law == FLO_PROPORTIONAL || s->def->points);
}

static void about_step(const subject *s, int mode)
{
    const hull_swing *m = &s->modes->mode[mode];
    const double most = fmin(m->limit, 1), excess = m->step / most;
    const double depth = s->modes->depth * excess * excess;
    char wider[64] = "";
    if (s->def->tuning.settle > 0) snprintf(wider, sizeof wider, ", or a longer tuning.settle");
    else if (has_curve(s)) snprintf(wider, sizeof wider, ", or a reference_depth of %.3g m", depth);
    if (m->step > m->limit) {
        say(s, "%s has omega*dt = %.3g, beyond the limit %.3g of the symplectic step: it will not stay bounded; take a "
            "time.step of %.3g s%s, or integrator: implicit", mode_name(mode), m->step, m->limit,
            s->scene->step / excess, wider);
    } else if (isinf(m->limit) && m->step > 1) {
        say(s, "%s has omega*dt = %.3g: above 1 the implicit step damps the motion; to see it as it is, take a "
            "time.step of %.3g s%s", mode_name(mode), m->step, s->scene->step / excess, wider);
    }
}

static void about_entry(const subject *s)
{
    const flo_added_mass_def *added = &s->def->added_mass;
    double most = 0;
    for (int i = 0; i < 3; i++) most = fmax(most, fmax(added->coefficient[i], added->rotation[i]));
    if (s->scene->integrator != FLO_IMPLICIT || !(most > 0) || added->entry_exponent >= 0.5) return;
    say(s, "added_mass.entry_exponent is %.3g: below 0.5 a body gains energy as it enters the water, and the implicit "
        "step cannot prevent it", added->entry_exponent);
}

/* ---- lift ------------------------------------------------------------------------------------------------------ */

static void about_lift(const subject *s)
{
    const flo_buoyancy_def *b = &s->def->buoyancy;
    const double lift = s->modes->lift;
    const bool proportional = b->law == FLO_PROPORTIONAL, saturates = b->curve == FLO_CURVE_SATURATE;
    const char *cure = proportional ? "take a buoyancy.bias of 1.05 or more" : "make it lighter or larger";
    if (has_curve(s) && saturates && lift <= 1) {
        say(s, "it sinks: with saturate its lift only comes near to %.3g times its weight, at any depth; %s", lift,
            cure);
    } else if (lift < 1) {
        say(s, "it sinks: all of it submerged, its lift is %.3g times its weight; %s", lift, cure);
    } else if (!(lift > 1)) {
        say(s, "submerged, it is neutral: its lift is exactly its weight, so that it never rises again; %s", cure);
    }
}

/* ---- motion ---------------------------------------------------------------------------------------------------- */

static bool is_low(const hull_swing *m)
{
    return m->frequency > 0 && m->damping_ratio < LOW_RATIO;
}

/* Quadratic drag slows heave, too, the more the faster; then the ratio does not tell. */
static void about_damping(const subject *s)
{
    const flo_hull_def *def = s->def;
    const hull_swing *mode = s->modes->mode;
    const bool quadratic = def->damping.quadratic > 0 || def->drag.quadratic > 0;
    if (is_low(&mode[MODE_HEAVE]) && !quadratic) {
        say(s, "it is floaty: heave has a damping ratio of %.2g; a damping.vertical of %.2g 1/s makes that %g",
            mode[MODE_HEAVE].damping_ratio, 2 * GOOD_RATIO * mode[MODE_HEAVE].frequency, GOOD_RATIO);
    }
    const int least = mode[MODE_PITCH].damping_ratio < mode[MODE_ROLL].damping_ratio ? MODE_PITCH : MODE_ROLL;
    for (int i = 0, worst = least; i < 2; i++, worst = MODE_ROLL + MODE_PITCH - least) {
        if (!is_low(&mode[worst])) continue;
        say(s, "it is floaty: %s has a damping ratio of %.2g; a damping.angular of %.2g 1/s makes that %g",
            mode_name(worst), mode[worst].damping_ratio, 2 * GOOD_RATIO * mode[worst].frequency, GOOD_RATIO);
        return;
    }
}

static void about_balance(const subject *s)
{
    const hull_swing *mode = s->modes->mode;
    for (int i = MODE_ROLL; i <= MODE_PITCH; i++) {
        if (!mode[i].overturns || isnan(s->modes->waterline)) continue;
        say(s, "it does not stay upright: from an even keel in still water it turns over in %s; a lower center_of_mass "
            "or a wider hull cures that", mode_name(i));
    }
}

static void about_inertia(const subject *s)
{
    static const int axis[MODES] = { [MODE_ROLL] = 2, [MODE_PITCH] = 0 };
    const hull_swing *mode = s->modes->mode;
    const int worst = mode[MODE_PITCH].frequency > mode[MODE_ROLL].frequency ? MODE_PITCH : MODE_ROLL;
    const double quick = mode[worst].frequency / mode[MODE_HEAVE].frequency;
    if (!(mode[MODE_HEAVE].frequency > 0) || !(quick > QUICK)) return;
    say(s, "it is twitchy: %s is %.3g times as fast as heave, as inertia[%d] is low; an inertia_scale of %.2g makes "
        "that twice", mode_name(worst), quick, axis[worst], s->def->inertia_scale * quick * quick / 4);
}

/* ---- driving --------------------------------------------------------------------------------------------------- */

static void about_turn(const subject *s)
{
    const flo_steering_def *steering = &s->def->steering;
    const hull_drive *d = s->drive;
    if (isinf(d->turn_rate)) {
        const double torque = fabs(steering->base) + fabs(steering->speed);
        say(s, "nothing slows its turn, which gets faster and faster, as damping.angular is 0; %.2g 1/s keep it to "
            "1 rad/s at full rudder", torque / d->yaw_inertia);
    } else if (d->turn_rate > FAST_TURN) {
        say(s, "it is twitchy: at full rudder it turns by %.3g rad/s; take a damping.angular of %.2g 1/s, or less "
            "steering", d->turn_rate, s->def->damping.angular * d->turn_rate);
    }
    if (!(d->drift > WIDE_DRIFT) || isinf(d->turn_rate) || !(d->top_speed > 0)) return;
    const double slows = s->def->drag.linear + s->def->drag.quadratic * d->top_speed;
    say(s, "in a turn at full rudder and %.3g m/s it slides, going %.0f degrees off its bow; a drag.local[0] "
        "(sideways) of %.2g 1/s makes that 15", d->top_speed, d->drift * 180 / PI,
        d->turn_rate / tan(GOOD_DRIFT) - slows);
}

/* Waves of a period that push with strength 1: the mean of slope times vertical velocity, as all of them go one way. */
static double push_of(const subject *s)
{
    const flo_sea_info *sea = s->sea;
    if (!(sea->peak_period > 0)) return 0;
    const double frequency = 2 * PI / sea->peak_period;
    const double height = sea->significant_wave_height;
    const double wavenumber = flo__wavenumber(frequency, s->scene->sea.gravity, s->scene->sea.depth);
    return wavenumber * frequency * height * height / 16;
}

static void about_thrust(const subject *s)
{
    const flo_hull_def *def = s->def;
    const hull_drive *d = s->drive;
    const double thrust = fabs(def->thrust.power) * d->grip / def->mass;
    const double push = def->push.velocity == FLO_PUSH_RELATIVE ? 0 : def->push.strength * push_of(s);
    const double water = s->sea->peak_period > 0 ? PI * s->sea->significant_wave_height / s->sea->peak_period : 0;
    if (d->grip < LITTLE_GRIP) {
        say(s, "its propeller is too high: at rest %.0f %% of the thrust reach the water; the waterline is at %.3g m "
            "in the hull's axes, and thrust.position[1] must be well below it", 100 * d->grip, s->modes->waterline);
    }
    if (thrust > 0 && thrust < push) {
        say(s, "it cannot get over the waves: they push it back with %.3g m/s^2 in the mean, its thrust gives %.3g; "
            "take a thrust.power of %.2g N, or less push.strength", push, thrust,
            2 * push / thrust * fabs(def->thrust.power));
    }
    if (def->drag.relative && d->top_speed > 0 && d->top_speed < water) {
        say(s, "it cannot get over the waves: their water moves with up to %.3g m/s, its top speed is %.3g; take more "
            "thrust.power or less drag", water, d->top_speed);
    }
}

/* ---- all ------------------------------------------------------------------------------------------------------- */

/* Whether bodies of a hull are moved by forces, and whether along x and z, too. */
static void find_use(const scene *s, int index, bool *floats, bool *drives)
{
    *floats = *drives = false;
    for (int i = 0; i < s->bodies_count; i++) {
        if (s->bodies[i].hull != index) continue;
        *floats |= s->bodies[i].mode == FLO_DYNAMIC || s->bodies[i].mode == FLO_HYBRID;
        *drives |= s->bodies[i].mode == FLO_DYNAMIC;
    }
}

void advise(advice *a, const scene *s, int index, const hull_modes *modes, const hull_drive *drive,
            const flo_sea_info *sea)
{
    const scene_hull *hull = &s->hulls[index];
    const subject it = { s, hull->name, &hull->def, modes, drive, sea, a };
    bool floats, drives;
    a->count = 0;
    find_use(s, index, &floats, &drives);
    for (int i = 0; i < MODES && floats; i++) about_step(&it, i);
    a->beyond = a->count > 0;
    if (floats) {
        about_entry(&it);
        about_lift(&it);
        about_balance(&it);
        about_damping(&it);
        about_inertia(&it);
    }
    if (floats && (fabs(hull->def.steering.base) > 0 || fabs(hull->def.steering.speed) > 0)) about_turn(&it);
    if (drives && fabs(hull->def.thrust.power) > 0) about_thrust(&it);
}
