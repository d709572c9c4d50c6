/* SPDX-License-Identifier: MIT
 *
 * Everything that a caller can ask for, as operations that test_faults.c makes fail. */
#include "test_faults.h"

#include "../host/opencl.h"
#include "../host/sea.h"

#include <stddef.h>

static const double dt = 1 / 60.0, when = 123.4;

static void add(fault_scene *s, const void *data, size_t bytes) { s->answer = same_hash_bytes(s->answer, data, bytes); }

/* ---- what needs no device -------------------------------------------------------------------------------------- */

static flo_status make_sea(fault_scene *s)
{
    flo_sea *sea = NULL;
    const flo_status status = same_make_sea(&sea);
    if (status) return status;
    const flo_sea_info info = flo_sea_get_info(sea);
    add(s, &info.amplitude_sum, sizeof info.amplitude_sum);
    flo_sea_destroy(sea);
    return FLO_OK;
}

static flo_status make_waves(fault_scene *s)
{
    flo_wave waves[64] = { { 0 } };
    flo_spectrum_def def = flo_default_spectrum_def();
    def.type = FLO_JONSWAP, def.significant_wave_height = 2, def.peak_period = 8;
    const flo_status status = flo_spectrum_waves(&def, waves);
    add(s, waves, status ? 0 : sizeof waves);
    return status;
}

static flo_status add_record(fault_scene *s, const flo_record_def *def)
{
    flo_wave waves[64] = { { 0 } };
    flo_record_info info;
    flo_status status = flo_record_waves(def, waves);
    if (!status) status = flo_record_get_info(def, &info);
    add(s, waves, status ? 0 : sizeof waves);
    return status;
}

static flo_status make_record_waves(fault_scene *s)
{
    static const double frequency[4] = { 0.08, 0.1, 0.12, 0.16 }, density[4] = { 1, 6, 3, 0.5 };
    static const double mean[4] = { 1, 1.1, 1.2, 1.3 }, first[4] = { 0.9, 0.9, 0.8, 0.7 };
    static const double second[4] = { 0.7, 0.75, 0.5, 0.4 };
    flo_record_def def = flo_default_record_def();
    def.bands = 4, def.frequency = frequency, def.density = density;
    def.alpha1 = def.alpha2 = mean, def.r1 = first, def.r2 = second;
    return add_record(s, &def);
}

static flo_status make_plane_waves(fault_scene *s)
{
    static const double frequency[4] = { 0.08, 0.1, 0.12, 0.16 }, direction[3] = { 0, 2, 4 };
    static const double density[12] = { 1, 0.1, 0.2, 5, 1, 0.1, 2, 2, 1, 0.1, 0.1, 0.3 };
    flo_record_def def = flo_default_record_def();
    def.bands = 4, def.frequency = frequency, def.directions = 3, def.direction = direction, def.density2 = density;
    return add_record(s, &def);
}

/* Points, boxes, cells and panels of meshes. */
static flo_status make_hulls(fault_scene *s)
{
    flo_hull *hulls[SCENE_HULLS] = { NULL };
    const flo_status status = same_make_hulls(hulls);
    for (int i = 0; i < SCENE_HULLS; i++) {
        const flo_hull_info info = hulls[i] ? flo_hull_get_info(hulls[i]) : (flo_hull_info){ 0 };
        if (!status) add(s, &info.volume, sizeof info.volume);
        flo_hull_destroy(hulls[i]);
    }
    return status;
}

static const double corners[8][3] = { { -1, -1, -1 }, { 1, -1, -1 }, { 1, 1, -1 }, { -1, 1, -1 },
                                      { -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } };
static const int triangles[12][3] = { { 0, 2, 1 }, { 0, 3, 2 }, { 4, 5, 6 }, { 4, 6, 7 }, { 0, 1, 5 }, { 0, 5, 4 },
                                      { 3, 6, 2 }, { 3, 7, 6 }, { 1, 2, 6 }, { 1, 6, 5 }, { 0, 4, 7 }, { 0, 7, 3 } };
static const flo_mesh cube = { corners, 8, triangles, 12, false };

static flo_status make_cells(fault_scene *s)
{
    flo_hull *hull = NULL;
    flo_hull_def def = flo_default_hull_def();
    def.mass = 3000, def.mesh = &cube, def.mesh_samples = 200;
    def.buoyancy.law = FLO_ARCHIMEDES;
    const flo_status status = flo_hull_create(&hull, &def);
    if (status) return status;
    const flo_hull_info info = flo_hull_get_info(hull);
    add(s, &info.volume, sizeof info.volume);
    flo_hull_destroy(hull);
    return FLO_OK;
}

static flo_status look_at_mesh(fault_scene *s)
{
    flo_mesh_info info;
    flo_hydrostatics floats;
    static const double middle[3] = { 0, 0, 0 };
    flo_status status = flo_mesh_get_info(&cube, &info);
    if (!status) status = flo_mesh_float(&cube, 3000, 1000, middle, &floats);
    if (!status) add(s, &floats.draft, sizeof floats.draft);
    return status;
}

/* ---- queries --------------------------------------------------------------------------------------------------- */

static double at[3][FAULT_POINTS];

void test_faults_set_points(void)
{
    for (int i = 0; i < FAULT_POINTS; i++) at[0][i] = 3.1 * i - 60, at[1][i] = 1 - 0.2 * i, at[2][i] = 90 - 1.7 * i;
}

static flo_status query(fault_scene *s)
{
    double height[FAULT_POINTS];
    float rest[7][FAULT_POINTS];
    const flo_surface out = { height, { rest[0], rest[1], rest[2] }, { rest[3], rest[4], rest[5] }, rest[6] };
    const flo_status status = flo_query(s->device, s->m->sea, when, FAULT_POINTS, at[0], at[2], &out);
    if (status) return status;
    add(s, height, sizeof height);
    add(s, rest, sizeof rest);
    return FLO_OK;
}

static flo_status query_water(fault_scene *s)
{
    float out[8][FAULT_POINTS];
    const flo_water to = { { out[0], out[1], out[2] }, { out[3], out[4], out[5] }, out[6], out[7] };
    const flo_status status = flo_query_water(s->device, s->m->sea, when, FAULT_POINTS, at[0], at[1], at[2], &to);
    if (!status) add(s, out, sizeof out);
    return status;
}

/* ---- fleets ---------------------------------------------------------------------------------------------------- */

flo_status test_faults_create(fault_scene *s)
{
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = s->m->sea, def.bodies = s->m->bodies, def.count = FAULT_BODIES, def.time = scene_time;
    return flo_fleet_create(&s->fleet, s->device, &def);
}

static flo_status step(fault_scene *s) { return flo_fleet_step(s->fleet, dt, s->todo); }

static flo_status read_states(fault_scene *s)
{
    flo_body_state states[FAULT_BODIES];
    const flo_status status = flo_fleet_read(s->fleet, 0, FAULT_BODIES, states);
    for (int i = 0; i < FAULT_BODIES && !status; i++) {
        add(s, states[i].position, sizeof states[i].position);
        add(s, states[i].velocity, sizeof states[i].velocity);
    }
    return status;
}

static flo_status look(fault_scene *s)
{
    flo_fleet_report report;
    uint64_t hash = 0;
    flo_status status = flo_fleet_get_report(s->fleet, &report);
    if (!status) status = flo_fleet_hash(s->fleet, &hash);
    if (status) return status;
    add(s, &hash, sizeof hash);
    add(s, &report.largest_residual, sizeof report.largest_residual);
    return FLO_OK;
}

static flo_status write_states(fault_scene *s)
{
    flo_body_state states[FAULT_BODIES];
    for (int i = 0; i < FAULT_BODIES; i++) {
        states[i] = s->m->bodies[i].state;
        states[i].position[0] += 5;
        states[i].velocity[2] = 1;
    }
    return flo_fleet_write(s->fleet, 3, FAULT_BODIES - 3, states + 3);
}

static flo_status control(fault_scene *s)
{
    flo_body_control controls[FAULT_BODIES];
    for (int i = 0; i < FAULT_BODIES; i++) {
        controls[i] = s->m->bodies[i].control;
        controls[i].throttle = 0.25f;
        controls[i].force[1] = 300;
    }
    return flo_fleet_control(s->fleet, 1, FAULT_BODIES - 1, controls + 1);
}

static flo_status forces(fault_scene *s)
{
    enum { MOST_SAMPLES = 1 << 17 };
    static double height[MOST_SAMPLES];
    static float submersion[MOST_SAMPLES];
    size_t samples = 0;
    flo_body_load loads[FAULT_BODIES];
    flo_forces_def def = flo_default_forces_def();
    const flo_sample_loads out = { .height = height, .submersion = submersion };
    for (int i = 0; i < FAULT_BODIES; i++) samples += (size_t)flo_hull_get_info(s->m->bodies[i].hull).samples;
    assert_true(samples <= MOST_SAMPLES);
    def.dt = dt;
    const flo_status status = flo_fleet_forces(s->fleet, &def, loads, &out);
    if (status) return status;
    add(s, loads, sizeof loads);
    add(s, height, samples * sizeof *height);
    add(s, submersion, samples * sizeof *submersion);
    return FLO_OK;
}

flo_status test_faults_add_bodies(fault_scene *s) { return flo_fleet_add(s->fleet, 9, s->m->bodies + FAULT_BODIES); }

static flo_status remove_bodies(fault_scene *s) { return flo_fleet_remove(s->fleet, 4, 5); }

static flo_status set_sea(fault_scene *s) { return flo_fleet_set_sea(s->fleet, 2, 6, s->m->other); }

/* Where it is, and back to there. */
static flo_status restore(fault_scene *s)
{
    enum { MOST = 1 << 20 };
    static unsigned char bytes[MOST];
    size_t size = 0;
    flo_status status = flo_fleet_snapshot_size(s->fleet, &size);
    assert_true(size <= MOST);
    if (!status && s->kept == 0) status = flo_fleet_snapshot(s->fleet, bytes, size);
    if (!status) s->kept = size;
    return status ? status : flo_fleet_restore(s->fleet, bytes, size);
}

static flo_status get_profile(fault_scene *s)
{
    flo_profile profile = { 0 };
    const flo_status status = flo_device_get_profile(s->device, &profile);
    if (status) return status;
    assert_true(profile.count > 0);
    for (int i = 0; i < profile.count; i++) {
        const flo_profile_entry *const e = &profile.entry[i];
        add(s, e->name, strlen(e->name));
        add(s, &e->launches, sizeof e->launches);
        add(s, &e->bytes, sizeof e->bytes);
    }
    return FLO_OK;
}

/* ---- without copies -------------------------------------------------------------------------------------------- */

/* Reads a caller's or a fleet's buffer when all that was asked for is done, whatever order the queue keeps. */
static void read_buffer(fault_scene *s, cl_mem memory, void *to, size_t bytes)
{
    flo_opencl_objects o;
    cl_event done = NULL;
    OK(flo_opencl_device_get(s->device, &o));
    OK(flo_opencl_mark(s->device, &done));
    assert_int_equal(flo__cl.clEnqueueReadBuffer(o.queue, memory, CL_TRUE, 0, bytes, to, 1, &done, NULL), CL_SUCCESS);
    flo__cl.clReleaseEvent(done);
}

static flo_status look_at_flocks(fault_scene *s)
{
    flo_opencl_flock flock;
    flo_opencl_objects objects;
    flo_status status = flo_opencl_device_get(s->device, &objects);
    for (int i = 0; i < flo_opencl_fleet_flocks(s->fleet) && !status; i++) {
        status = flo_opencl_fleet_get_flock(s->fleet, i, &flock);
        if (!status) add(s, &flock.stride, sizeof flock.stride);
    }
    return status;
}

static flo_status wait_and_mark(fault_scene *s)
{
    cl_event one = NULL, two = NULL;
    flo_status status = flo_opencl_mark(s->device, &one);
    if (!status) status = flo_opencl_wait(s->device, 1, &one);
    if (!status) status = flo_opencl_mark(s->device, &two);
    if (one) flo__cl.clReleaseEvent(one);
    if (two) flo__cl.clReleaseEvent(two);
    return status;
}

static flo_status step_on(fault_scene *s)
{
    cl_event done = NULL;
    const flo_status status = flo_opencl_fleet_step(s->fleet, dt, s->todo, 0, NULL, &done);
    if (status && done) fail_msg("a step that failed gave an event");
    if (done) flo__cl.clReleaseEvent(done);
    return status;
}

static flo_status forces_on(fault_scene *s)
{
    cl_event done = NULL;
    flo_forces_def def = flo_default_forces_def();
    def.dt = dt;
    const flo_status status = flo_opencl_fleet_forces(s->fleet, &def, NULL, 0, NULL, &done);
    if (status && done) fail_msg("loads that failed gave an event");
    if (done) flo__cl.clReleaseEvent(done);
    return status;
}

static void add_loads(fault_scene *s, const flo_body_load loads[FAULT_BODIES])
{
    for (int i = 0; i < FAULT_BODIES; i++) {
        add(s, loads[i].force, sizeof loads[i].force);
        add(s, loads[i].torque, sizeof loads[i].torque);
        add(s, &loads[i].submerged, sizeof loads[i].submerged);
    }
}

static flo_status plain_loads(fault_scene *s)
{
    flo_body_load loads[FAULT_BODIES];
    flo_forces_def def = flo_default_forces_def();
    def.dt = dt;
    const flo_status status = flo_fleet_forces(s->fleet, &def, loads, NULL);
    if (!status) add_loads(s, loads);
    return status;
}

static void look_at_loads(fault_scene *s)
{
    flo_body_load loads[FAULT_BODIES];
    memset(loads, 0, sizeof loads);
    for (int i = 0; i < flo_opencl_fleet_flocks(s->fleet); i++) {
        flo_opencl_flock f;
        uint32_t bodies[FAULT_BODIES];
        OK(flo_opencl_fleet_get_flock(s->fleet, i, &f));
        OK(flo_opencl_fleet_get_bodies(s->fleet, i, bodies));
        float *const load = malloc(FLO_OPENCL_LOAD_COLUMNS * f.stride * sizeof *load);
        assert_non_null(load);
        read_buffer(s, f.load, load, FLO_OPENCL_LOAD_COLUMNS * f.stride * sizeof *load);
        for (size_t slot = 0; slot < f.count; slot++) {
            flo_body_load *const to = &loads[bodies[slot]];
            for (size_t a = 0; a < 3; a++) {
                to->force[a] = load[(FLO_OPENCL_LOAD_FORCE + a) * f.stride + slot];
                to->torque[a] = load[(FLO_OPENCL_LOAD_TORQUE + a) * f.stride + slot];
            }
            to->submerged = load[FLO_OPENCL_LOAD_SUBMERGED * f.stride + slot];
        }
        free(load);
    }
    add_loads(s, loads);
}

enum { STRIDE = (FAULT_POINTS + FLO_OPENCL_POINTS - 1) / FLO_OPENCL_POINTS * FLO_OPENCL_POINTS };

/* The buffers are the caller's own, and nothing of them fails. */
static cl_mem places, surface;
static cl_long fixed[2][STRIDE];        /* what is in the first: 2^-24 m */

static void add_surface(fault_scene *s, const float *columns, size_t stride)
{
    for (int c = 0; c < FLO_OPENCL_SURFACE_COLUMNS; c++) {
        add(s, columns + (size_t)c * stride, FAULT_POINTS * sizeof *columns);
    }
}

static flo_status plain_query(fault_scene *s)
{
    double x[FAULT_POINTS], z[FAULT_POINTS], height[FAULT_POINTS];
    float out[FLO_OPENCL_SURFACE_COLUMNS][FAULT_POINTS];
    float *const normal = out[FLO_OPENCL_SURFACE_NORMAL], *const velocity = out[FLO_OPENCL_SURFACE_VELOCITY];
    const flo_surface to = { height, { normal, normal + FAULT_POINTS, normal + 2 * FAULT_POINTS },
                             { velocity, velocity + FAULT_POINTS, velocity + 2 * FAULT_POINTS },
                             out[FLO_OPENCL_SURFACE_RESIDUAL] };
    for (int i = 0; i < FAULT_POINTS; i++) x[i] = (double)fixed[0][i] * 0x1p-24, z[i] = (double)fixed[1][i] * 0x1p-24;
    const flo_status status = flo_query(s->device, s->m->sea, when, FAULT_POINTS, x, z, &to);
    if (status) return status;
    /* The level is taken off again, which is exact: heights are floats from it. */
    for (int i = 0; i < FAULT_POINTS; i++) out[FLO_OPENCL_SURFACE_HEIGHT][i] = (float)(height[i] - s->m->sea->level);
    add_surface(s, out[0], FAULT_POINTS);
    return FLO_OK;
}

/* Leaves nothing behind that the next could take for its own. */
static void look_at_surface(fault_scene *s)
{
    enum { COLUMNS = FLO_OPENCL_SURFACE_COLUMNS };
    static float got[COLUMNS * STRIDE];
    flo_opencl_objects o;
    read_buffer(s, surface, got, sizeof got);
    add_surface(s, got, STRIDE);
    memset(got, 0, sizeof got);
    OK(flo_opencl_device_get(s->device, &o));
    assert_int_equal(flo__cl.clEnqueueWriteBuffer(o.queue, surface, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL),
                     CL_SUCCESS);
}

static flo_status query_on(fault_scene *s)
{
    cl_event done = NULL;
    const flo_status status = flo_opencl_query(s->device, s->m->sea, when, FAULT_POINTS, STRIDE, places, surface, 0,
                                               NULL, &done);
    if (status && done) fail_msg("a query that failed gave an event");
    if (done) flo__cl.clReleaseEvent(done);
    return status;
}

const fault_operation test_faults_operations[FAULT_OPERATIONS] = {
    { .name = "sea", .run = make_sea }, { .name = "waves of a spectrum", .run = make_waves },
    { .name = "waves of a record", .run = make_record_waves }, { .name = "waves of a plane", .run = make_plane_waves },
    { .name = "hulls", .run = make_hulls }, { .name = "cells of a mesh", .run = make_cells },
    { .name = "mesh", .run = look_at_mesh },
    { .name = "query", .run = query }, { .name = "query_water", .run = query_water },
    { .name = "create", .run = test_faults_create },
    { .name = "step", .run = step, .effect = FAULT_MOVING, .needs_fleet = true },
    { .name = "first step", .run = step, .effect = FAULT_MOVING, .needs_fleet = true, .is_first = true },
    { .name = "read", .run = read_states, .needs_fleet = true },
    { .name = "report and hash", .run = look, .needs_fleet = true },
    { .name = "write", .run = write_states, .effect = FAULT_WRITING, .needs_fleet = true },
    { .name = "control", .run = control, .effect = FAULT_WRITING, .needs_fleet = true },
    { .name = "forces", .run = forces, .effect = FAULT_MOVING, .needs_fleet = true },
    { .name = "add", .run = test_faults_add_bodies, .needs_fleet = true },
    { .name = "remove", .run = remove_bodies, .needs_fleet = true },
    { .name = "set_sea", .run = set_sea, .needs_fleet = true },
    { .name = "snapshot and restore", .run = restore, .effect = FAULT_WRITING, .needs_fleet = true },
    { .name = "get_profile", .run = get_profile, .needs_profile = true, .own_answer = true },
    { .name = "flocks", .run = look_at_flocks, .needs_fleet = true, .needs_opencl = true, .own_answer = true },
    { .name = "wait and mark", .run = wait_and_mark, .needs_opencl = true },
    { .name = "step without waiting", .run = step_on, .plain = step, .effect = FAULT_MOVING, .needs_fleet = true,
      .needs_opencl = true },
    { .name = "forces without waiting", .run = forces_on, .plain = plain_loads, .look = look_at_loads,
      .effect = FAULT_MOVING, .needs_fleet = true, .needs_opencl = true },
    { .name = "query without waiting", .run = query_on, .plain = plain_query, .look = look_at_surface,
      .needs_opencl = true },
};

/* ---- buffers of a caller -------------------------------------------------------------------------------------- */

void test_faults_make_buffers(cl_context context)
{
    cl_int error;
    for (int i = 0; i < FAULT_POINTS; i++) {
        fixed[0][i] = (cl_long)rint(at[0][i] * 0x1p24), fixed[1][i] = (cl_long)rint(at[2][i] * 0x1p24);
    }
    places = flo__cl.clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof fixed, fixed, &error);
    surface = flo__cl.clCreateBuffer(context, CL_MEM_READ_WRITE, FLO_OPENCL_SURFACE_COLUMNS * STRIDE * sizeof(float),
                                     NULL, &error);
    assert_true(places && surface);
}

void test_faults_release_buffers(void)
{
    flo__cl.clReleaseMemObject(places);
    flo__cl.clReleaseMemObject(surface);
}
