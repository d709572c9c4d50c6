/* SPDX-License-Identifier: MIT
 *
 * Tracks: columns of numbers, and what the scene behind them has switched on. */
#include "experiment.h"

#include "../internal.h"
#include "../io/vtk.h"

/* ---- who it is ------------------------------------------------------------------------------------------------- */

const scene_bodies *track_entry(const track *t, size_t body)
{
    const scene *s = t->model.scene;
    for (int i = 0; i < s->bodies_count; i++) {
        if (body < s->bodies[i].count) return &s->bodies[i];
        body -= s->bodies[i].count;
    }
    return &s->bodies[s->bodies_count - 1];     /* a body that the scene lost: measured, it is the last one */
}

const flo_hull_def *track_hull(const track *t, size_t body)
{
    return &t->model.scene->hulls[track_entry(t, body)->hull].def;
}

double track_moment(const track *t, size_t sample)
{
    return t->model.scene->start + t->time[sample];
}

static size_t index_of(const track *t, size_t body, size_t sample)
{
    if (body >= t->bodies) body = t->bodies - 1;
    if (sample >= t->count) sample = t->count - 1;
    return sample * t->bodies + body;
}

const flo_body_state *track_state(const track *t, size_t body, size_t sample)
{
    return &t->state[index_of(t, body, sample)];
}

const flo_body_load *track_load(const track *t, size_t body, size_t sample)
{
    return &t->load[index_of(t, body, sample)];
}

void track_axes(const flo_body_state *state, double axes[3][3])
{
    double columns[3][3];
    vtk_axes(state->orientation, columns);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) axes[i][j] = columns[j][i];
    }
}

void track_place(const flo_body_state *state, const double point[3], double world[3])
{
    double axes[3][3];
    track_axes(state, axes);
    for (int i = 0; i < 3; i++) {
        world[i] = state->position[i] + point[0] * axes[0][i] + point[1] * axes[1][i] + point[2] * axes[2][i];
    }
}

/* ---- columns --------------------------------------------------------------------------------------------------- */

static double angle(const flo_body_state *state, column c)
{
    double axes[3][3], heading, pitch, roll;
    track_axes(state, axes);
    cli_angles(state->orientation, &heading, &pitch, &roll);
    switch (c) {
    case COLUMN_HEADING: return heading;
    case COLUMN_PITCH: return pitch;
    case COLUMN_ROLL: return roll;
    default: return atan2(hypot(axes[1][0], axes[1][2]), axes[1][1]);
    }
}

double track_value(const track *t, size_t body, size_t sample, column c)
{
    const flo_body_state *s = track_state(t, body, sample);
    switch (c) {
    case COLUMN_X: case COLUMN_Y: case COLUMN_Z: return s->position[c - COLUMN_X];
    case COLUMN_VX: case COLUMN_VY: case COLUMN_VZ: return (double)s->velocity[c - COLUMN_VX];
    case COLUMN_WX: case COLUMN_WY: case COLUMN_WZ: return (double)s->angular_velocity[c - COLUMN_WX];
    case COLUMN_SPEED: return hypot(hypot((double)s->velocity[0], (double)s->velocity[1]), (double)s->velocity[2]);
    case COLUMN_HEADING: case COLUMN_PITCH: case COLUMN_ROLL: case COLUMN_TILT: return angle(s, c);
    case COLUMN_WATER: return t->water ? t->water[index_of(t, body, sample)] : (double)NAN;
    default: break;
    }
    if (!t->load) return NAN;
    const flo_body_load *l = track_load(t, body, sample);
    if (c <= COLUMN_FZ) return (double)l->force[c - COLUMN_FX];
    if (c <= COLUMN_TZ) return (double)l->torque[c - COLUMN_TX];
    return (double)l->submerged;
}

series track_series(lab *l, const track *t, size_t body, column c)
{
    double *y = lab_numbers(l, t->count);
    if (!y) return (series){ .count = 0 };
    double turns = 0;
    for (size_t i = 0; i < t->count; i++) {
        y[i] = track_value(t, body, i, c) + turns;
        const bool turning = i > 0 && (c == COLUMN_HEADING || c == COLUMN_ROLL);
        while (turning && y[i] - y[i - 1] > PI) y[i] -= 2 * PI, turns -= 2 * PI;
        while (turning && y[i] - y[i - 1] < -PI) y[i] += 2 * PI, turns += 2 * PI;
    }
    return (series){ t->time, y, t->count };
}

/* ---- what is switched on --------------------------------------------------------------------------------------- */

static bool any(const double *v, int count)
{
    for (int i = 0; i < count; i++) {
        if (v[i] != 0) return true;
    }
    return false;
}

static unsigned body_features(const scene_bodies *b, const flo_hull_def *h)
{
    unsigned f = 0;
    if (b->throttle != 0 || b->control_count > 0) f |= h->thrust.power != 0 ? HAS_THRUST : 0;
    if (b->steer != 0 || b->control_count > 0) f |= h->steering.base != 0 || h->steering.speed != 0 ? HAS_STEERING : 0;
    if (b->push_count > 0) f |= HAS_PUSHES;
    if (any(b->angular_velocity, 3) || b->pitch != 0 || b->roll != 0) f |= HAS_SPIN;
    if (b->mode != FLO_DYNAMIC) f |= HAS_MODE;
    if (b->velocity[0] != 0 || b->velocity[2] != 0) f |= HAS_SPEED;
    if (b->velocity[1] != 0) f |= HAS_VERTICAL_SPEED;
    return f;
}

static unsigned drag_features(const flo_drag_def *d)
{
    unsigned f = 0;
    if (d->linear != 0) f |= HAS_LINEAR_DRAG;
    if (d->quadratic != 0) f |= HAS_QUADRATIC_DRAG;
    if (any(d->local, 3)) f |= HAS_LOCAL_DRAG;
    if (f && !d->only_in_water) f |= HAS_DRAG_IN_AIR;
    if (f && d->relative) f |= HAS_RELATIVE_DRAG;
    return f;
}

static unsigned damping_features(const flo_damping_def *d, bool tuned)
{
    unsigned f = 0;
    if (d->vertical != 0 || tuned) f |= HAS_VERTICAL_DAMPING;
    if (d->quadratic != 0) f |= HAS_OTHER_DAMPING;
    if (f && (d->of != FLO_DAMPING_BODY || d->relative)) f |= HAS_OTHER_DAMPING;
    if (f && d->scale_by_submerged) f |= HAS_SCALED_DAMPING;
    if (d->angular != 0) f |= HAS_ANGULAR_DAMPING;
    return f;
}

unsigned track_features(const track *t, size_t body)
{
    const scene *s = t->model.scene;
    const flo_hull_def *h = track_hull(t, body);
    unsigned f = body_features(track_entry(t, body), h) | drag_features(&h->drag) |
                 damping_features(&h->damping, h->tuning.settle > 0);
    if (flo_sea_get_info(t->model.sea).amplitude_sum > 0) f |= HAS_WAVES;
    if (any(s->sea.current, 2)) f |= HAS_CURRENT;
    if (s->sea.level != 0) f |= HAS_LEVEL;
    if (h->push.strength != 0 && (f & HAS_WAVES)) f |= HAS_PUSH;
    if (any(h->added_mass.coefficient, 3) || any(h->added_mass.rotation, 3)) f |= HAS_ADDED_MASS;
    if (any(h->center_of_mass, 3)) f |= HAS_OFFSET;
    return f;
}

const char *track_beyond(const track *t, size_t body, unsigned covered)
{
    static const char *const names[] = {
        "there are waves", "there is a current", "there is vertical damping", "the damping is not the plain one",
        "the damping is scaled by submersion", "there is angular damping", "there is linear drag",
        "there is quadratic drag", "there is drag along the hull's axes", "there is drag in the air",
        "the drag is relative to the water", "waves push", "there is added mass", "there is thrust",
        "there is steering", "there are pushes from outside", "it starts with a tilt or a spin",
        "the body is not dynamic", "the water is not at 0", "it starts with a speed", "it starts rising or falling",
        "its centre of mass is not at its origin",
    };
    const unsigned beyond = track_features(t, body) & ~covered;
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
        if (beyond & 1u << i) return names[i];
    }
    return NULL;
}

const char *track_beyond_law(const track *t, size_t body, unsigned covered, flo_law law, flo_curve curve)
{
    static const char *const laws[] = { "the law is spring", "the law is proportional", "the law is archimedes" };
    static const char *const curves[] = { "the curve is none", "the curve is clamp", "the curve is saturate" };
    const flo_buoyancy_def *b = &track_hull(t, body)->buoyancy;
    if (b->law != law) return laws[b->law];
    if (law != FLO_SPRING && b->curve != curve) return curves[b->curve];
    return track_beyond(t, body, covered);
}

const char *track_coarse(const track *t)
{
    return t->is_coarse ? "the step is too long, beside the experiment's" : NULL;
}

const char *track_coarse_for(const track *t, double rate)
{
    return t->model.scene->step * rate > 0.5 ? "the step is too long for this motion" : NULL;
}

const char *track_slow(const track *t, double length)
{
    return t->length < length ? "with this gravity it takes longer than the run" : NULL;
}

const char *track_ends_before(const track *t, double seconds)
{
    return t->time[t->count - 1] < seconds ? "the run ends before that" : NULL;
}

const char *first_reason(const char *const *reasons, size_t count)
{
    size_t i = 0;
    while (i + 1 < count && !reasons[i]) i++;
    return reasons[i];
}

/* ---- what follows from a scene --------------------------------------------------------------------------------- */

typedef struct tuned { double frequency, ratio, mass_factor; } tuned;

/* E. Catto's constants (2011), as flotilla.h says them. */
static tuned tuned_of(const flo_hull_def *h)
{
    const double decrement = log(h->tuning.overshoot);
    const double ratio = sqrt(decrement * decrement / (PI * PI + decrement * decrement));
    const double frequency = -log(0.02 * sqrt(1 - ratio * ratio)) / (ratio * h->tuning.settle);
    return (tuned){ frequency, ratio, 1 + h->added_mass.coefficient[1] };
}

double track_reference_depth(const track *t, size_t body)
{
    const flo_hull_def *h = track_hull(t, body);
    if (!(h->tuning.settle > 0)) return h->buoyancy.reference_depth;
    const tuned w = tuned_of(h);
    return t->model.scene->sea.gravity * h->buoyancy.bias / (w.frequency * w.frequency * w.mass_factor);
}

double track_vertical_damping(const track *t, size_t body)
{
    const flo_hull_def *h = track_hull(t, body);
    if (!(h->tuning.settle > 0)) return h->damping.vertical;
    const tuned w = tuned_of(h);
    return 2 * w.ratio * w.frequency * w.mass_factor;
}

point_layout track_layout(const track *t, size_t body)
{
    const flo_hull_def *h = track_hull(t, body);
    point_layout layout = { .square_x = 0 };
    for (int i = 0; i < h->point_count; i++) {
        const double x = h->points[i][0] - h->center_of_mass[0], z = h->points[i][2] - h->center_of_mass[2];
        layout.square_x += x * x / h->point_count;
        layout.square_z += z * z / h->point_count;
        for (int j = 0; j < 3; j++) {
            layout.mean[j] += (h->points[i][j] - h->center_of_mass[j]) / h->point_count;
        }
    }
    return layout;
}
