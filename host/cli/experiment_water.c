/* SPDX-License-Identifier: MIT
 *
 * The surface of a sea in double, from its waves alone: what heights and normals are held against. */
#include "experiment.h"

exact_sea exact_sea_of(lab *l, const track *t)
{
    const int count = flo_sea_get_info(t->model.sea).waves;
    exact_sea sea = { .count = count };
    const size_t numbers = ((size_t)count * sizeof(flo_wave) + sizeof(double) - 1) / sizeof(double);
    flo_wave *waves = (flo_wave *)lab_numbers(l, numbers);
    if (!waves || l->status) return (exact_sea){ .count = 0 };
    flo_sea_get_waves(t->model.sea, waves);
    const flo_sea_def *def = &t->model.scene->sea;
    sea.waves = waves;
    sea.level = def->level + (def->mean_level_correction ? flo_sea_get_info(t->model.sea).mean_level : 0);
    for (int i = 0; i < 2; i++) sea.current[i] = def->current[i];
    return sea;
}

/* Where the water with a label is: its place, its height, and their derivatives after the label. */
typedef struct particle { double place[2], height, jacobian[3], slope[2]; } particle;

static particle particle_at(const exact_sea *sea, double time, double a, double b)
{
    particle p = { { a, b }, 0, { 1, 0, 1 }, { 0, 0 } };
    for (int i = 0; i < sea->count; i++) {
        const flo_wave *w = &sea->waves[i];
        const double k = 2 * PI / w->wavelength, dx = sin(w->heading), dz = cos(w->heading), q = w->steepness;
        const double omega = w->angular_frequency + k * (dx * sea->current[0] + dz * sea->current[1]);
        const double theta = k * (dx * a + dz * b) - omega * time + w->phase;
        const double c = w->amplitude * cos(theta), s = w->amplitude * sin(theta);
        p.place[0] -= q * s * dx;
        p.place[1] -= q * s * dz;
        p.height += c;
        p.jacobian[0] -= q * k * c * dx * dx;
        p.jacobian[1] -= q * k * c * dx * dz;
        p.jacobian[2] -= q * k * c * dz * dz;
        p.slope[0] -= k * s * dx;
        p.slope[1] -= k * s * dz;
    }
    return p;
}

/* Newton's method for the label whose water stands at a place. */
exact_surface exact_surface_at(const exact_sea *sea, double time, double x, double z)
{
    double a = x, b = z;
    for (int i = 0; i < 30; i++) {
        const particle p = particle_at(sea, time, a, b);
        const double *j = p.jacobian, whole = j[0] * j[2] - j[1] * j[1], u = x - p.place[0], v = z - p.place[1];
        a += (j[2] * u - j[1] * v) / whole;
        b += (j[0] * v - j[1] * u) / whole;
    }
    const particle p = particle_at(sea, time, a, b);
    const double *j = p.jacobian, whole = j[0] * j[2] - j[1] * j[1];
    return (exact_surface){ sea->level + p.height, { (j[2] * p.slope[0] - j[1] * p.slope[1]) / whole,
                                                     (j[0] * p.slope[1] - j[1] * p.slope[0]) / whole } };
}
