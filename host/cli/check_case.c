/* SPDX-License-Identifier: MIT
 *
 * What the devices are asked: a sea of 64 waves, and hulls that between them use every law, curve and push there is,
 * from a buoy to a ship of 50 m, in any attitude, near the origin and 1000 km from it.  Or a scene's own sea and
 * bodies. */
#include "check.h"

#include "../internal.h"

#include <math.h>
#include <stdlib.h>

enum { OWN_WAVES = 64, OWN_HULLS = 12, OWN_POINTS = 24, MOST_POINTS = 320 };

double check_time(int index)
{
    static const double times[CHECK_TIMES] = { 0, 12345.678, 3.2e8 };       /* s; the last is ten years */
    return times[index];
}

void check_place(int index, double *x, double *z)
{
    static const double places[CHECK_PLACES][2] = { { 0, 0 }, { 1e6, -1e6 }, { -1e6, 3 }, { -7e5, 7.25e5 } };   /* m */
    *x = places[index][0];
    *z = places[index][1];
}

/* ---- our own --------------------------------------------------------------------------------------------------- */

static double between(uint64_t *random, double low, double high)
{
    return low + (high - low) * flo__random_unit(random);
}

static flo_status make_sea(check_case *c)
{
    flo_spectrum_def spectrum = flo_default_spectrum_def();
    spectrum.type = FLO_JONSWAP;
    spectrum.significant_wave_height = 2.5;
    spectrum.peak_period = 8;
    spectrum.heading = 0.5;
    spectrum.components = OWN_WAVES;
    spectrum.steepness = 0.8;
    flo_wave *waves = calloc(OWN_WAVES, sizeof *waves);
    if (!waves) return flo__fail(FLO_NO_MEMORY, "no memory for %d waves", OWN_WAVES);
    c->sea = flo_default_sea_def();
    c->sea.waves = waves;
    c->sea.wave_count = OWN_WAVES;
    c->sea.level = 0.25;
    c->sea.current[0] = 0.4;
    c->sea.current[1] = -0.7;
    return flo_spectrum_waves(&spectrum, waves);
}

/* Points of a catamaran, 2.2 m wide and 5 m long. */
static flo_hull_def points_def(const double (*points)[3], double mass)
{
    flo_hull_def def = flo_default_hull_def();
    def.points = points;
    def.point_count = OWN_POINTS;
    def.mass = mass;
    def.inertia[0] = mass * 2.2;
    def.inertia[1] = mass * 2.5;
    def.inertia[2] = mass * 0.7;
    def.center_of_mass[1] = 0.1;
    def.buoyancy.reference_depth = 0.4;
    return def;
}

static flo_hull_def box_def(void)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1200;
    def.box_size[0] = 1.6;
    def.box_size[1] = 0.9;
    def.box_size[2] = 4.2;
    def.box_grid[0] = 3;
    def.box_grid[1] = 2;
    def.box_grid[2] = 7;
    return def;
}

/* A boat's hull of eight panels. */
static flo_hull_def panels_def(void)
{
    static const double corners[6][3] = { { 1, 0.4, 0 }, { -1, 0.4, 0 }, { 0, 0.5, 0 }, { 0, -0.9, 0 }, { 0, 0.4, 2.5 },
                                          { 0, 0.4, -2.5 } };
    static const int triangles[8][3] = { { 0, 2, 4 }, { 2, 1, 4 }, { 1, 3, 4 }, { 3, 0, 4 }, { 2, 0, 5 }, { 1, 2, 5 },
                                         { 3, 1, 5 }, { 0, 3, 5 } };
    static const flo_mesh mesh = { corners, 6, triangles, 8, false };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1100;
    def.mesh = &mesh;
    def.mesh_method = FLO_MESH_PANELS;
    def.buoyancy.law = FLO_ARCHIMEDES;
    return def;
}

/* What moves with the water, and takes water along. */
static void add_water(flo_hull_def *def)
{
    def->damping.relative = def->drag.relative = true;
    def->damping.quadratic = 0.4;
    def->drag.quadratic = 0.02;
    def->push.strength = 1;
    def->push.velocity = FLO_PUSH_RELATIVE;
    def->added_mass = (flo_added_mass_def){ { 0.3, 0.9, 0.1 }, 0.7, { 0.2, 0.25, 0.5 } };
}

/* A buoy, a yacht, a ferry, a ship in pieces: points with width and length, m. */
typedef struct boat_size { int count; double width, length; } boat_size;
static const boat_size sizes[] = { { 6, 0.7, 0.8 }, { 32, 3, 12 }, { 36, 5, 18 }, { MOST_POINTS, 10, 50 } };

static void add_size(flo_hull_def *def, const boat_size *s)
{
    const double mass = 300 * s->width * s->length;
    def->point_count = s->count;
    def->mass = mass;
    def->inertia[0] = mass * s->length * s->length / 12;
    def->inertia[1] = mass * (s->length * s->length + s->width * s->width) / 12;
    def->inertia[2] = mass * s->width * s->width / 12;
    def->push.strength = 0.4;
    def->push.velocity = s->count > 32 ? FLO_PUSH_ANALYTIC : FLO_PUSH_CHANGE;
    def->buoyancy.bias = 1.7;
}

static void own_hull_def(flo_hull_def *def, int index, const double (*points)[3])
{
    *def = index == 7 ? panels_def() : index == 2 || index == 4 || index == 5 ? box_def() : points_def(points, 180);
    def->damping.vertical = 1.5;
    def->damping.angular = 0.8;
    switch (index) {
    case 0:     /* points, clamped, all that moves a boat */
        def->buoyancy.bias = 2.2;
        def->drag.quadratic = 0.05;
        def->push.strength = 0.6;
        def->thrust.power = 900;
        def->thrust.position[2] = -2.4;
        def->steering.base = 60;
        def->steering.speed = 200;
        break;
    case 1:     /* a spring in both directions */
        def->buoyancy.law = FLO_SPRING;
        def->buoyancy.reference_depth = 0;
        def->buoyancy.stiffness = 9000;
        def->push.strength = 0.3;
        def->push.velocity = FLO_PUSH_ANALYTIC;
        break;
    case 2:     /* cells under Archimedes */
        def->buoyancy.law = FLO_ARCHIMEDES;
        def->damping.scale_by_submerged = true;
        def->damping.angular_form = FLO_ANGULAR_VELOCITY;
        def->drag.local[0] = 2;
        def->drag.local[2] = 0.3;
        break;
    case 3:     /* saturating points */
        def->buoyancy.curve = FLO_CURVE_SATURATE;
        def->buoyancy.bias = 1.8;
        def->drag.linear = 0.4;
        def->drag.only_in_water = false;
        def->steering.base = 100;
        def->steering.needs_water = true;
        break;
    case 5:     /* cells in moving water */
        def->buoyancy.law = FLO_ARCHIMEDES;
        add_water(def);
        break;
    case 6:     /* points in moving water, each damped by itself */
        def->buoyancy.bias = 1.5;
        def->volume = 0.4;
        def->damping.of = FLO_DAMPING_POINTS;
        add_water(def);
        break;
    case 7: break;
    case 8:
    case 9:
    case 10:
    case 11:
        add_size(def, &sizes[index - 8]);
        break;
    default:    /* proportional cells without an upper end */
        def->buoyancy.curve = FLO_CURVE_NONE;
        def->buoyancy.reference_depth = 0.6;
        def->buoyancy.bias = 1.4;
    }
}

/* Two rows of points, each of a catamaran's hulls, or of a larger boat's sides. */
static void make_points(double (*points)[3], int index)
{
    const boat_size s = index < 8 ? (boat_size){ OWN_POINTS, 2.2, 5 } : sizes[index - 8];
    for (int i = 0; i < s.count; i++) {
        points[i][0] = i % 2 ? s.width / 2 : -s.width / 2;
        points[i][1] = -0.15 * (i % 3);
        points[i][2] = s.length * ((double)(i / 2) / (s.count / 2 - 1) - 0.52);
    }
}

static flo_status make_hulls(check_case *c)
{
    double points[MOST_POINTS][3];
    c->hulls = calloc(OWN_HULLS, sizeof *c->hulls);
    if (!c->hulls) return flo__fail(FLO_NO_MEMORY, "no memory for %d hulls", OWN_HULLS);
    c->hull_count = OWN_HULLS;
    flo_status status = FLO_OK;
    for (int i = 0; i < OWN_HULLS && !status; i++) {
        flo_hull_def def;
        make_points(points, i);
        own_hull_def(&def, i, (const double (*)[3])points);
        status = flo_hull_create(&c->hulls[i], &def);
    }
    return status;
}

static flo_body_def random_body(const check_case *c, size_t index, uint64_t *random)
{
    const size_t round = index / OWN_HULLS;
    flo_body_def body = { .hull = c->hulls[index % OWN_HULLS],
                          .mode = round % 8 < 5 ? FLO_DYNAMIC : (flo_mode)(round % 8 - 4) };
    double x, z;
    check_place((int)(round % CHECK_PLACES), &x, &z);
    body.state.position[0] = x + between(random, -400, 400);
    body.state.position[1] = c->sea.level + between(random, -1, 1);
    body.state.position[2] = z + between(random, -400, 400);
    for (int i = 0; i < 4; i++) body.state.orientation[i] = (float)between(random, -1, 1);
    body.state.orientation[0] += index % 4 ? 3 : 0;     /* most of them nearly upright */
    for (int i = 0; i < 3; i++) body.state.velocity[i] = (float)between(random, -2, 2);
    for (int i = 0; i < 3; i++) body.state.angular_velocity[i] = (float)between(random, -0.5, 0.5);
    body.control.throttle = (float)flo__random_unit(random);
    body.control.steer = (float)between(random, -1, 1);
    body.control.velocity[0] = body.state.velocity[0];
    body.control.velocity[1] = body.state.velocity[2];
    body.control.yaw_rate = (float)between(random, -0.2, 0.2);
    body.control.smoothing = 4;
    return body;
}

static size_t samples_of(const flo_body_def *body)
{
    return (size_t)flo_hull_get_info(body->hull).samples;
}

flo_status check_case_own(check_case *c, size_t samples)
{
    *c = (check_case){ .step = 1.0 / 60, .integrator = FLO_IMPLICIT, .direct_integrator = FLO_SYMPLECTIC };
    flo_status status = make_sea(c);
    if (!status) status = make_hulls(c);
    if (status) return status;
    uint64_t random = 20;
    const size_t most = samples / OWN_POINTS + OWN_HULLS;
    c->bodies = calloc(most, sizeof *c->bodies);
    if (!c->bodies) return flo__fail(FLO_NO_MEMORY, "no memory for %zu bodies", most);
    while (c->body_count < most && c->sample_count < samples) {
        flo_body_def *body = &c->bodies[c->body_count];
        *body = random_body(c, c->body_count++, &random);
        c->sample_count += samples_of(body);
    }
    return FLO_OK;
}

/* ---- a scene's ------------------------------------------------------------------------------------------------- */

flo_status check_case_scene(check_case *c, const char *file, const char *files_below, size_t samples)
{
    *c = (check_case){ .step = 0 };
    flo_status status = cli_model_open_within(&c->model, file, &(scene_options){ .files_below = files_below });
    if (!status) status = cli_model_make_bodies(&c->model);
    if (status) return status;
    c->sea = c->model.scene->sea;
    c->step = c->model.scene->step;
    c->integrator = c->direct_integrator = c->model.scene->integrator;
    c->bodies = c->model.bodies;
    while (c->body_count < c->model.body_count && c->sample_count < samples) {
        c->sample_count += samples_of(&c->bodies[c->body_count++]);
    }
    return FLO_OK;
}

void check_case_free(check_case *c)
{
    if (!c->model.scene) {
        free((void *)c->sea.waves);
        free(c->bodies);
    }
    for (int i = 0; i < c->hull_count; i++) flo_hull_destroy(c->hulls[i]);
    free(c->hulls);
    cli_model_close(&c->model);
}
