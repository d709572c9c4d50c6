/* SPDX-License-Identifier: MIT
 *
 * The known answers that every device must give before it is used.  Drivers miscompile; one that does is found out
 * here, by a small sea with a query and a small fleet of each kind of hull, through all passes.
 *
 * The answers of an exact device are known to the last bit.  One that is not exact is held against plain C, and must
 * come close. */
#include "query.h"
#include "bytes.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The hash of all answers.  It changes when the physics does, and then says so in the change log. */
static const uint64_t known_hash = 0xDBF6FFF9DD008BCBu;

enum { POINTS = 70, BODIES = 35, STEPS = 3, HULLS = 3, INTEGRATORS = 2 };       /* not multiples of anything */

typedef struct answers {
    float height[POINTS];                           /* m, of flo_surface */
    float rest[7][POINTS];
    float water[8][POINTS];                         /* of flo_water */
    uint64_t fleet[INTEGRATORS];                    /* flo_fleet_hash after STEPS steps */
    flo_body_load load[INTEGRATORS][BODIES];
} answers;

static flo_status make_sea(flo_sea **sea)
{
    const flo_wave waves[] = {
        { .amplitude = 0.8, .wavelength = 40, .heading = 0.3, .steepness = 0.9, .phase = 0.3 },
        { .amplitude = 0.35, .wavelength = 17, .heading = 2.0, .steepness = 0.8, .phase = 1.1 },
        { .amplitude = 0.15, .wavelength = 7, .heading = -0.9, .steepness = 0.7, .phase = 2.7 },
    };
    flo_sea_def def = flo_default_sea_def();
    def.inversion = 3;
    def.normal_offset = 0.25;
    def.current[0] = 0.5;
    def.waves = waves;
    def.wave_count = sizeof waves / sizeof waves[0];
    return flo_sea_create(sea, &def);
}

static flo_status answer_query(flo_device *device, const flo_sea *sea, answers *a)
{
    double x[POINTS], y[POINTS], z[POINTS], height[POINTS];
    for (int i = 0; i < POINTS; i++) {
        x[i] = 1.7 * i - 40 + (i % 3 == 0 ? 1e6 : 0);
        y[i] = 1.5 - 0.11 * i;
        z[i] = 0.9 * i - (i % 5 == 0 ? 1e6 : 0);
    }
    const flo_surface out = { height, { a->rest[0], a->rest[1], a->rest[2] },
                              { a->rest[3], a->rest[4], a->rest[5] }, a->rest[6] };
    const flo_water below = { { a->water[0], a->water[1], a->water[2] }, { a->water[3], a->water[4], a->water[5] },
                              a->water[6], a->water[7] };
    flo_status status = flo_query(device, sea, 12345.678, POINTS, x, z, &out);
    if (!status) status = flo_query_water(device, sea, 12345.678, POINTS, x, y, z, &below);
    for (int i = 0; i < POINTS && !status; i++) a->height[i] = (float)height[i];
    return status;
}

/* Four points that drive. */
static flo_hull_def boat_def(void)
{
    static const double corners[4][3] = { { -1, 0, -2 }, { 1, 0, -2 }, { -1, 0, 2 }, { 1, 0, 2 } };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 1000;
    def.inertia[0] = 900, def.inertia[1] = 1100, def.inertia[2] = 300;
    def.center_of_mass[1] = -0.3;
    def.points = corners;
    def.point_count = 4;
    def.buoyancy.reference_depth = 0.5;
    def.buoyancy.curve = FLO_CURVE_SATURATE;
    def.buoyancy.bias = 1.05;
    def.damping = (flo_damping_def){ .vertical = 3, .quadratic = 0.5, .of = FLO_DAMPING_POINTS, .angular = 1 };
    def.drag.quadratic = 0.05, def.drag.local[0] = 10, def.drag.local[1] = 3, def.drag.local[2] = 1;
    def.push.strength = 0.5;
    def.thrust.power = 4000, def.thrust.position[1] = -0.2, def.thrust.position[2] = -2;
    def.steering.base = 500, def.steering.speed = 2000, def.steering.reference_speed = 8, def.steering.lean = 200;
    return def;
}

/* A box of cells that takes water along and moves with it. */
static flo_hull_def box_def(void)
{
    flo_hull_def def = flo_default_hull_def();
    def.mass = 2000;
    def.box_size[0] = 2, def.box_size[1] = 1, def.box_size[2] = 4;
    def.box_grid[0] = 3, def.box_grid[1] = 2, def.box_grid[2] = 3;
    def.buoyancy.law = FLO_ARCHIMEDES;
    def.added_mass = (flo_added_mass_def){ { 0.3, 0.9, 0.1 }, 0.25, { 0.2, 0.25, 0.5 } };
    def.damping = (flo_damping_def){ .vertical = 1, .relative = true };
    def.drag.linear = 0.1, def.drag.relative = true;
    def.push.strength = 1, def.push.velocity = FLO_PUSH_RELATIVE;
    return def;
}

/* Panels: four triangles around four corners. */
static flo_hull_def buoy_def(void)
{
    static const double corners[4][3] = { { 1, 0.5, -1 }, { -1, 0.5, -1 }, { 0, 0.5, 1 }, { 0, -1, 0 } };
    static const int triangles[4][3] = { { 0, 1, 2 }, { 1, 0, 3 }, { 2, 1, 3 }, { 0, 2, 3 } };
    static const flo_mesh mesh = { corners, 4, triangles, 4, false };
    flo_hull_def def = flo_default_hull_def();
    def.mass = 400;
    def.mesh = &mesh;
    def.mesh_method = FLO_MESH_PANELS;
    def.buoyancy.law = FLO_ARCHIMEDES;
    return def;
}

static flo_status make_hulls(flo_hull *hulls[HULLS])
{
    const flo_hull_def defs[HULLS] = { boat_def(), box_def(), buoy_def() };
    flo_status status = FLO_OK;
    for (int i = 0; i < HULLS && !status; i++) status = flo_hull_create(&hulls[i], &defs[i]);
    return status;
}

static void make_bodies(flo_body_def bodies[BODIES], flo_hull *const hulls[HULLS])
{
    for (int i = 0; i < BODIES; i++) {
        const float f = (float)i;
        bodies[i] = (flo_body_def){ .hull = hulls[i % HULLS], .mode = i % 8 < 5 ? FLO_DYNAMIC : (flo_mode)(i % 8 - 4),
                                    .state = { { 11.0 * i, 0.02 * i - 0.3, -7.0 * i },
                                               { 1, 0.01f * f, 0.1f * f, 0.02f }, { 0.1f * f, 0, 1 },
                                               { 0.02f, 0.01f * f, 0 } },
                                    .control = { .throttle = 0.5f, .steer = 0.03f * f - 0.5f, .force = { f, -f, 1 },
                                                 .at = { 0, 1, 0 }, .velocity = { 1, 0.1f * f }, .yaw_rate = 0.1f,
                                                 .smoothing = 4 } };
    }
}

static flo_status answer_fleet(flo_device *device, const flo_sea *sea, flo_hull *const hulls[HULLS],
                               flo_integrator integrator, answers *a)
{
    flo_body_def bodies[BODIES];
    make_bodies(bodies, hulls);
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = BODIES;
    def.time = 1000;
    def.integrator = integrator;
    flo_fleet *fleet = NULL;
    flo_status status = flo_fleet_create(&fleet, device, &def);
    if (!status) status = flo_fleet_step(fleet, 1.0 / 60, STEPS);
    if (!status) status = flo_fleet_hash(fleet, &a->fleet[integrator]);
    flo_forces_def forces = flo_default_forces_def();
    forces.count = BODIES;
    if (!status) status = flo_fleet_forces(fleet, &forces, a->load[integrator], NULL);
    flo_fleet_destroy(fleet);
    return status;
}

static flo_status answer(flo_device *device, answers *a)
{
    flo_sea *sea = NULL;
    flo_hull *hulls[HULLS] = { NULL };
    memset(a, 0, sizeof *a);
    flo_status status = make_sea(&sea);
    if (!status) status = make_hulls(hulls);
    if (!status) status = answer_query(device, sea, a);
    if (!status) status = answer_fleet(device, sea, hulls, FLO_SYMPLECTIC, a);
    if (!status) status = answer_fleet(device, sea, hulls, FLO_IMPLICIT, a);
    for (int i = 0; i < HULLS; i++) flo_hull_destroy(hulls[i]);
    flo_sea_destroy(sea);
    return status;
}

static uint64_t hash_of(const answers *a) { return flo__hash_bytes(FLO_HASH_START, a, sizeof *a); }

/* The same answers from plain C. */
static flo_status answer_plainly(answers *a)
{
    flo_device plain = { 0 };
    flo_status status = flo__processor_open(&plain, "scalar");
    if (status) return status;
    status = answer(&plain, a);
    flo__query_release(&plain);
    plain.backend->close(&plain);
    return status;
}

static flo_status compare(const flo_device *device, const answers *got, const answers *want)
{
    const float *g = (const float *)(const void *)got, *w = (const float *)(const void *)want;
    for (size_t i = 0; i < 16 * POINTS; i++) {
        if (fabsf(g[i] - w[i]) <= 1e-3f * fmaxf(1, fabsf(w[i]))) continue;
        return flo__fail(FLO_DEVICE_REFUSED, "device %s (%s) fails its self-test: value %zu is %.9g and should be %.9g",
                         device->info.name, device->info.description, i, (double)g[i], (double)w[i]);
    }
    return FLO_OK;
}

flo_status flo__selftest(flo_device *device)
{
    answers got, want;
    flo_status status = answer(device, &got);
    if (status || (device->info.exact && hash_of(&got) == known_hash)) return status;
    status = answer_plainly(&want);
    if (status || !device->info.exact) return status ? status : compare(device, &got, &want);
    return flo__fail(FLO_DEVICE_REFUSED, "device %s (%s) fails its self-test: its answers hash to %016llx, plain C's "
                     "on this processor to %016llx, and the right ones to %016llx", device->info.name,
                     device->info.description, (unsigned long long)hash_of(&got),
                     (unsigned long long)hash_of(&want), (unsigned long long)known_hash);
}

/* ---- polynomials ------------------------------------------------------------------------------------------------ */

/* The passes with polynomials are tested one by one, when the first fleet wants them: a driver compiles them only then.
 * These are the hashes of a few boats after their steps, by half the degree. */
static const uint64_t degree_hash[DEGREE_MOST / 2 + 1] = { 0, 0, 0x01B7CFA2375B0ACEu, 0x227D06645B915287u,
                                                            0x7814BE9D0E63BC5Bu };

/* Waves of 12 to 45 m, the longer the higher. */
static flo_status make_many_waves(flo_sea **sea)
{
    flo_wave waves[12];
    for (int i = 0; i < 12; i++) {
        const double length = 12 + 3 * i;
        waves[i] = (flo_wave){ .amplitude = 0.004 * length, .wavelength = length, .heading = 0.5 * i - 2,
                               .steepness = 0.8, .phase = i };
    }
    flo_sea_def def = flo_default_sea_def();
    def.depth = 20;
    def.current[1] = -0.5;
    def.waves = waves;
    def.wave_count = 12;
    return flo_sea_create(sea, &def);
}

/* Bodies of a box of many cells, with a tolerance for which polynomials of just that degree are chosen,
 * and not for all waves. */
static flo_status make_many_cells(flo_fleet **fleet, flo_device *device, const flo_sea *sea, const flo_hull *hull,
                                  int degree)
{
    flo_body_def bodies[BODIES];
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = (flo_body_def){ .hull = hull, .state = { .position = { 11.0 * i, 0.02 * i, -7.0 * i },
                                                             .orientation = { 1, 0.01f, 0.1f } } };
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = sea;
    def.bodies = bodies;
    def.count = BODIES;
    def.time = 1000;
    def.tolerance = degree == 4 ? 8e-4 : degree == 6 ? 4e-6 : 3e-8;
    flo_status status = flo_fleet_create(fleet, device, &def);
    if (status || flo_fleet_get_summation(*fleet, 0).degree == degree) return status;
    return flo__fail(FLO_DEVICE_REFUSED, "the self-test has no fleet for polynomials of degree %d", degree);
}

static flo_status answer_degree(flo_device *device, int degree, uint64_t *hash, flo_body_load loads[BODIES])
{
    const flo_forces_def forces = flo_default_forces_def();
    flo_hull_def def = box_def();
    def.box_grid[0] = 5, def.box_grid[1] = 4, def.box_grid[2] = 7;
    def.push.velocity = FLO_PUSH_ANALYTIC;
    flo_sea *sea = NULL;
    flo_hull *hull = NULL;
    flo_fleet *fleet = NULL;
    flo_status status = make_many_waves(&sea);
    if (!status) status = flo_hull_create(&hull, &def);
    if (!status) status = make_many_cells(&fleet, device, sea, hull, degree);
    if (!status) status = flo_fleet_step(fleet, 1.0 / 60, STEPS);
    if (!status) status = flo_fleet_hash(fleet, hash);
    if (!status) status = flo_fleet_forces(fleet, &forces, loads, NULL);
    flo_fleet_destroy(fleet);
    flo_hull_destroy(hull);
    flo_sea_destroy(sea);
    return status;
}

/* A device that is not exact must come close to plain C: to a thousandth of the boats' weight. */
static flo_status compare_degree(const flo_device *device, int degree, const flo_body_load got[BODIES])
{
    flo_device plain = { 0 };
    flo_body_load want[BODIES];
    uint64_t hash;
    flo_status status = flo__processor_open(&plain, "scalar");
    if (status) return status;
    plain.degrees_tested = 1 << degree;
    status = answer_degree(&plain, degree, &hash, want);
    plain.backend->close(&plain);
    for (int i = 0; i < BODIES && !status; i++) {
        for (int a = 0; a < 3 && !status; a++) {
            const double force = (double)got[i].force[a], right = (double)want[i].force[a];
            if (fabs(force - right) <= 1e-3 * 9.81 * box_def().mass) continue;
            status = flo__fail(FLO_DEVICE_REFUSED, "device %s (%s) fails its self-test with polynomials of degree %d: "
                               "a force is %g and should be %g N; sum waves directly on it", device->info.name,
                               device->info.description, degree, force, right);
        }
    }
    return status;
}

flo_status flo__selftest_degree(flo_device *device, int degree)
{
    uint64_t hash = 0;
    if (degree == 0 || (device->degrees_tested & 1 << degree)) return FLO_OK;
    flo__count counted[FLO__COUNTED] = { 0 };
    flo__profile_keep(device, counted);
    device->degrees_tested |= 1 << degree;          /* by this very fleet: its own is not to ask again */
    flo_body_load loads[BODIES];
    flo_status status = answer_degree(device, degree, &hash, loads);
    flo__profile_put_back(device, counted);
    if (!status && !device->info.exact) status = compare_degree(device, degree, loads);
    if (!status && (hash == degree_hash[degree / 2] || !device->info.exact)) return FLO_OK;
    device->degrees_tested &= ~(1 << degree);
    if (status) return status;
    return flo__fail(FLO_DEVICE_REFUSED, "device %s (%s) fails its self-test with polynomials of degree %d: its "
                     "answers hash to %016llx, and the right ones to %016llx; sum waves directly on it",
                     device->info.name, device->info.description, degree, (unsigned long long)hash,
                     (unsigned long long)degree_hash[degree / 2]);
}
