/* SPDX-License-Identifier: MIT
 *
 * See definitions.h. */
#include "definitions.h"

#include <math.h>
#include <string.h>

/* ---- members --------------------------------------------------------------------------------------------------- */

typedef enum member_kind { DOUBLES, FLOATS, INTS, BOOLS } member_kind;

typedef struct member {
    size_t at;
    member_kind kind;
    int count;                  /* one after the other */
} member;

#define MEMBER(type, name, kind, count) {offsetof(type, name), kind, count}

static void set(void *of, const member *m, fuzz_bytes *bytes)
{
    const int i = m->count > 1 ? fuzz_pick(bytes, m->count) : 0;
    char *const to = (char *)of + m->at;
    switch (m->kind) {
    case DOUBLES: ((double *)(void *)to)[i] = fuzz_number(bytes); break;
    case FLOATS: {
        const double number = fuzz_number(bytes);       /* a double beyond the floats is no float at all */
        ((float *)(void *)to)[i] = fabs(number) > 3.4e38 && isfinite(number) ? (float)INFINITY : (float)number;
        break;
    }
    case INTS: ((int *)(void *)to)[i] = fuzz_int(bytes); break;
    case BOOLS: ((bool *)(void *)to)[i] = fuzz_byte(bytes) & 1; break;
    }
}

/* Up to `most` members become anything. */
static void change(void *of, const member *members, int count, int most, fuzz_bytes *bytes)
{
    for (int left = fuzz_pick(bytes, most + 1); left > 0; left--) set(of, &members[fuzz_pick(bytes, count)], bytes);
}

/* A count that would be allowed must be one that is there. */
static int count_of(int count, int there, int allowed) { return count > there && count <= allowed ? there : count; }

#define CHANGE(of, members, most, bytes) change(of, members, (int)(sizeof members / sizeof *members), most, bytes)

/* ---- seas ------------------------------------------------------------------------------------------------------ */

static const member wave_members[] = {
    MEMBER(flo_wave, amplitude, DOUBLES, 1), MEMBER(flo_wave, wavelength, DOUBLES, 1),
    MEMBER(flo_wave, period, DOUBLES, 1), MEMBER(flo_wave, heading, DOUBLES, 1),
    MEMBER(flo_wave, steepness, DOUBLES, 1), MEMBER(flo_wave, phase, DOUBLES, 1),
    MEMBER(flo_wave, angular_frequency, DOUBLES, 1), MEMBER(flo_wave, own_frequency, BOOLS, 1),
};

static const member sea_members[] = {
    MEMBER(flo_sea_def, gravity, DOUBLES, 1), MEMBER(flo_sea_def, density, DOUBLES, 1),
    MEMBER(flo_sea_def, level, DOUBLES, 1), MEMBER(flo_sea_def, depth, DOUBLES, 1),
    MEMBER(flo_sea_def, current, DOUBLES, 2), MEMBER(flo_sea_def, inversion, INTS, 1),
    MEMBER(flo_sea_def, normal_offset, DOUBLES, 1), MEMBER(flo_sea_def, mean_level_correction, BOOLS, 1),
};

void fuzz_make_sea(fuzz_sea *sea, fuzz_bytes *bytes)
{
    sea->def = flo_default_sea_def();
    const int count = count_of(fuzz_int(bytes), FUZZ_WAVES, 100000);
    for (int i = 0; i < FUZZ_WAVES && i < count; i++) {
        sea->waves[i] = (flo_wave){.amplitude = fuzz_byte(bytes) / 64.0, .wavelength = 1 + fuzz_byte(bytes),
                                   .heading = fuzz_byte(bytes) / 40.0, .steepness = fuzz_byte(bytes) / 1024.0};
        if (fuzz_pick(bytes, 3) == 0) CHANGE(&sea->waves[i], wave_members, 3, bytes);
    }
    sea->def.waves = sea->waves;
    sea->def.wave_count = count;
    if (fuzz_pick(bytes, 8) == 0) sea->def.size = (uint32_t)fuzz_int(bytes);
    CHANGE(&sea->def, sea_members, 3, bytes);
}

/* ---- hulls ----------------------------------------------------------------------------------------------------- */

static const member hull_members[] = {
    MEMBER(flo_hull_def, mass, DOUBLES, 1), MEMBER(flo_hull_def, inertia, DOUBLES, 3),
    MEMBER(flo_hull_def, principal_axes, DOUBLES, 9), MEMBER(flo_hull_def, inertia_scale, DOUBLES, 1),
    MEMBER(flo_hull_def, center_of_mass, DOUBLES, 3), MEMBER(flo_hull_def, volume, DOUBLES, 1),
    MEMBER(flo_hull_def, buoyancy.law, INTS, 1), MEMBER(flo_hull_def, buoyancy.curve, INTS, 1),
    MEMBER(flo_hull_def, buoyancy.reference_depth, DOUBLES, 4), MEMBER(flo_hull_def, tuning.settle, DOUBLES, 2),
    MEMBER(flo_hull_def, damping.vertical, DOUBLES, 2), MEMBER(flo_hull_def, damping.of, INTS, 1),
    MEMBER(flo_hull_def, damping.relative, BOOLS, 1), MEMBER(flo_hull_def, damping.angular, DOUBLES, 1),
    MEMBER(flo_hull_def, damping.angular_form, INTS, 1), MEMBER(flo_hull_def, damping.scale_by_submerged, BOOLS, 1),
    MEMBER(flo_hull_def, drag.linear, DOUBLES, 8), MEMBER(flo_hull_def, drag.only_in_water, BOOLS, 2),
    MEMBER(flo_hull_def, push.strength, DOUBLES, 1), MEMBER(flo_hull_def, push.velocity, INTS, 1),
    MEMBER(flo_hull_def, added_mass.coefficient, DOUBLES, 7), MEMBER(flo_hull_def, thrust.power, DOUBLES, 4),
    MEMBER(flo_hull_def, steering.base, DOUBLES, 3), MEMBER(flo_hull_def, steering.needs_water, BOOLS, 1),
    MEMBER(flo_hull_def, steering.lean, DOUBLES, 1), MEMBER(flo_hull_def, mesh_method, INTS, 1),
};

static void make_points(fuzz_hull *hull, fuzz_bytes *bytes)
{
    for (int i = 0; i < FUZZ_POINTS; i++) {
        for (int a = 0; a < 3; a++) hull->points[i][a] = (fuzz_byte(bytes) - 128) / 32.0;
    }
    if (fuzz_pick(bytes, 4) == 0) hull->points[fuzz_pick(bytes, FUZZ_POINTS)][fuzz_pick(bytes, 3)] = fuzz_number(bytes);
    const int count = count_of(fuzz_int(bytes), FUZZ_POINTS, 1000000);
    hull->def.points = (const double (*)[3])hull->points;
    hull->def.point_count = count;
    hull->def.buoyancy.reference_depth = 0.5;
    for (int a = 0; a < 3; a++) hull->def.inertia[a] = 100 + a;
    hull->def.volume = 1;
}

/* Cells that are too many, or so few that they are quick. */
static void make_box(fuzz_hull *hull, fuzz_bytes *bytes)
{
    double cells = 1;
    for (int a = 0; a < 3; a++) {
        hull->def.box_size[a] = 1 + fuzz_byte(bytes) / 64.0;
        hull->def.box_grid[a] = fuzz_int(bytes);
        cells *= hull->def.box_grid[a];
    }
    if (cells > 400 && cells <= 1000000) hull->def.box_grid[0] = hull->def.box_grid[1] = 2, hull->def.box_grid[2] = 3;
    if (fuzz_pick(bytes, 4) == 0) hull->def.box_size[fuzz_pick(bytes, 3)] = fuzz_number(bytes);
    hull->def.buoyancy.law = FLO_ARCHIMEDES;
}

static void make_mesh(fuzz_hull *hull, fuzz_bytes *bytes)
{
    static const int cube[FUZZ_TRIANGLES][3] = {{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4},
                                                {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}};
    static const int corners[FUZZ_CORNERS][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
    for (int i = 0; i < FUZZ_CORNERS; i++) {
        for (int a = 0; a < 3; a++) hull->vertices[i][a] = 2 * corners[i][a] + fuzz_byte(bytes) / 512.0 - 1;
    }
    memcpy(hull->triangles, cube, sizeof cube);
    for (int left = fuzz_pick(bytes, 3); left > 0; left--) {
        hull->triangles[fuzz_pick(bytes, FUZZ_TRIANGLES)][fuzz_pick(bytes, 3)] = fuzz_int(bytes);
    }
    if (fuzz_pick(bytes, 4) == 0) hull->vertices[fuzz_pick(bytes, 8)][fuzz_pick(bytes, 3)] = fuzz_number(bytes);
    const bool whole = fuzz_pick(bytes, 8) != 0;
    hull->mesh = (flo_mesh){(const double (*)[3])hull->vertices, FUZZ_CORNERS, (const int (*)[3])hull->triangles,
                            FUZZ_TRIANGLES, fuzz_byte(bytes) & 1};
    if (!whole) hull->mesh.vertex_count = fuzz_pick(bytes, 9), hull->mesh.triangle_count = fuzz_pick(bytes, 13) - 1;
    hull->def.mesh = &hull->mesh;
    hull->def.mesh_method = (flo_mesh_method)(fuzz_byte(bytes) & 1);
    hull->def.mesh_samples = count_of(fuzz_int(bytes), 20, 1000000);
    hull->def.buoyancy.law = FLO_ARCHIMEDES;
}

void fuzz_make_hull(fuzz_hull *hull, fuzz_bytes *bytes)
{
    hull->def = flo_default_hull_def();
    hull->def.mass = 100 + 10 * fuzz_byte(bytes);
    const int shape = fuzz_pick(bytes, 8);
    if (shape < 3 || shape == 7) make_points(hull, bytes);
    if (shape >= 3 && shape < 5) make_box(hull, bytes);
    if (shape >= 5) make_mesh(hull, bytes);                 /* 7: two shapes, which is refused */
    if (fuzz_pick(bytes, 16) == 0) hull->def.size = (uint32_t)fuzz_int(bytes);
    CHANGE(&hull->def, hull_members, 5, bytes);
    /* Large panels are allowed, and cut into millions: that is not quick. */
    flo_mesh_info info;
    const bool known = hull->def.mesh && flo_mesh_get_info(&hull->mesh, &info) == FLO_OK;
    if (known && info.area > 2e3) hull->def.mesh_method = FLO_MESH_VOLUME;
}

/* ---- bodies ---------------------------------------------------------------------------------------------------- */

void fuzz_make_state(flo_body_state *state, fuzz_bytes *bytes)
{
    static const member members[] = {
        MEMBER(flo_body_state, position, DOUBLES, 3), MEMBER(flo_body_state, orientation, FLOATS, 4),
        MEMBER(flo_body_state, velocity, FLOATS, 3), MEMBER(flo_body_state, angular_velocity, FLOATS, 3),
    };
    *state = (flo_body_state){.orientation = {1, 0, 0, 0}};
    for (int a = 0; a < 3; a++) state->position[a] = (fuzz_byte(bytes) - 128) / (a == 1 ? 64.0 : 1.0);
    CHANGE(state, members, 4, bytes);
}

void fuzz_make_control(flo_body_control *control, fuzz_bytes *bytes)
{
    static const member members[] = {
        MEMBER(flo_body_control, throttle, FLOATS, 2), MEMBER(flo_body_control, force, FLOATS, 3),
        MEMBER(flo_body_control, at, FLOATS, 3), MEMBER(flo_body_control, torque, FLOATS, 3),
        MEMBER(flo_body_control, velocity, FLOATS, 2), MEMBER(flo_body_control, yaw_rate, FLOATS, 2),
    };
    *control = (flo_body_control){.smoothing = 4};
    CHANGE(control, members, 4, bytes);
}

/* ---- spectra --------------------------------------------------------------------------------------------------- */

void fuzz_try_spectrum(fuzz_bytes *bytes)
{
    static const member members[] = {
        MEMBER(flo_spectrum_def, type, INTS, 1), MEMBER(flo_spectrum_def, significant_wave_height, DOUBLES, 5),
        MEMBER(flo_spectrum_def, components, INTS, 1), MEMBER(flo_spectrum_def, cutoff, DOUBLES, 4),
    };
    flo_wave waves[FUZZ_WAVES];
    flo_spectrum_def def = flo_default_spectrum_def();
    def.significant_wave_height = 1, def.peak_period = 5, def.components = FUZZ_WAVES;
    def.seed = fuzz_byte(bytes);
    CHANGE(&def, members, 5, bytes);
    def.components = count_of(def.components, FUZZ_WAVES, 100000);
    fuzz_said(flo_spectrum_waves(&def, waves));
}

void fuzz_try_record(fuzz_bytes *bytes)
{
    enum { MOST = 6 };
    static const member members[] = {
        MEMBER(flo_record_def, heading, DOUBLES, 2), MEMBER(flo_record_def, components, INTS, 1),
        MEMBER(flo_record_def, cutoff, DOUBLES, 4), MEMBER(flo_record_def, bands, INTS, 1),
        MEMBER(flo_record_def, directions, INTS, 1),
    };
    double table[8][MOST * MOST];       /* frequency, bandwidth, density, alpha1, alpha2, r1, r2, density2 */
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < MOST * MOST; k++) table[i][k] = i == 0 ? 0.05 * (k + 1) : fuzz_byte(bytes) / 256.0;
    }
    for (int left = fuzz_pick(bytes, 3); left > 0; left--) {
        table[fuzz_pick(bytes, 8)][fuzz_pick(bytes, MOST * MOST)] = fuzz_number(bytes);
    }
    flo_record_def def = flo_default_record_def();
    const uint8_t which = fuzz_byte(bytes);
    def.frequency = table[0];
    def.bandwidth = which & 1 ? table[1] : NULL;
    def.density = which & 2 ? NULL : table[2];
    if (which & 4) def.alpha1 = table[3], def.alpha2 = table[4], def.r1 = table[5], def.r2 = table[6];
    if (which & 2) def.directions = MOST, def.direction = table[3], def.density2 = table[7];
    def.bands = MOST;
    def.components = FUZZ_WAVES;
    CHANGE(&def, members, 3, bytes);
    def.bands = count_of(def.bands, MOST, 1000);
    def.directions = count_of(def.directions, MOST, 1000);
    def.components = count_of(def.components, FUZZ_WAVES, 100000);
    flo_wave waves[FUZZ_WAVES];
    flo_record_info info;
    fuzz_said(flo_record_get_info(&def, &info));
    fuzz_said(flo_record_waves(&def, waves));
}
