/* SPDX-License-Identifier: MIT
 *
 * Scenes: one with every key of the language, and what becomes of each. */
#include "test_scene.h"

#include <math.h>
#include <string.h>

const char scene_test_every_key[] =
    "device: \"opencl:0\"\n"
    "time: {step: 2.5e-2, steps: 1000000000000000, start: -3.}\n"
    "integrator: symplectic\n"
    "sea:\n"
    "  {gravity: 1.62, density: 1e3, level: 2, depth: .inf, current: [-1, +.5], inversion: 3, normal_offset: 0.1,\n"
    "   mean_level_correction: true, waves: [{amplitude: 0, period: 6, heading: 180, steepness: 1, phase: -90},\n"
    "   {amplitude: 1, wavelength: 9, angular_frequency: 2}]}\n"
    "hulls:\n"
    "  box: &box\n"
    "    mass: 5\n"
    "    inertia: [0.8, 0.7, 0.1]\n"
    "    inertia_scale: 2\n"
    "    principal_axes: [[0, 0, 1], [0.6, 0.8, 0], [-.8, .6, 0]]\n"
    "    center_of_mass: [1, 2, 3]\n"
    "    volume: 7\n"
    "    box: {size: [1, 2, 3], grid: [4, 5, 6]}\n"
    "    buoyancy: {law: archimedes, curve: saturate, alpha: 2, bias: 0.5, stiffness: 9}\n"
    "    damping: {vertical: 1, of: points, relative: true, quadratic: 0.5, angular: 2, angular_form: velocity,\n"
    "              scale_by_submerged: true}\n"
    "    drag: {linear: 1, quadratic: 2, local: [3, 4, 5], only_in_water: false, relative: true}\n"
    "    push: {strength: 1, velocity: relative}\n"
    "    added_mass: {coefficient: [0.1, 0.5, 0.2], entry_exponent: 0.5, rotation: [1, 2, 3]}\n"
    "    thrust: {power: -1, position: [1, 2, 3]}\n"
    "    steering: {base: 1, speed: 2, reference_speed: 3, needs_water: true, lean: 4}\n"
    "  twin: *box\n"
    "  spring: {mass: 1, inertia: [1, 1, 1], points: [[0, 0, 0]], buoyancy: {law: spring, curve: none, stiffness: 8},\n"
    "    principal_axes: none, push: {velocity: analytic}}\n"
    "  tuned: {mass: 1, inertia: [1, 1, 1], points: [[0, 0, 0]], buoyancy: {law: proportional, bias: 1.5},\n"
    "    tuning: {settle: 2, overshoot: 0.05}}\n"
    "  wedge: {mass: 1, mesh: {file: wedge.stl, method: volume, samples: 9, scale: 2, up: z},\n"
    "    buoyancy: {law: archimedes}}\n"
    "  skin: {mass: 1, mesh: {file: wedge.stl, method: panels}, buoyancy: {law: archimedes}}\n"
    "bodies:\n"
    "  - {hull: spring, count: 2, spacing: 3, position: [1, 2, 3], heading: 90, attitude: [180, 45],\n"
    "     velocity: [4, 5, 6], angular_velocity: [7, 8, 9], mode: dynamic, smoothing: 4, throttle: 1, steer: -1,\n"
    "     yaw_rate: 0, controls: none, pushes: []}\n"
    "  - {hull: twin}\n"
    "  - {hull: wedge, mode: kinematic, velocity: [1, 0, 2], yaw_rate: -0.5, smoothing: 2}\n"
    "  - {hull: tuned, mode: hybrid, controls: [[-1, 0, 0.5], [2.5, 1, -1]],\n"
    "     pushes: [[1, 2, [3, 4, 5], [6, 7, 8]], [0.5, 1, [1, 1, 1], [6, 7, 8]]]}\n"
    "  - {hull: skin, mode: transform}\n"
    "output: {every: 5, csv: false, npy: true, vtk: vtu, plot: true, page: true}\n";

static void check_every_hull_key(const flo_hull_def *def)
{
    assert_true(def->mass == 5 && def->inertia[0] == 0.8 && def->inertia_scale == 2 && def->center_of_mass[2] == 3);
    assert_true(def->volume == 7 && !def->points && def->box_size[1] == 2 && def->box_grid[2] == 6);
    assert_true(def->buoyancy.law == FLO_ARCHIMEDES && def->buoyancy.curve == FLO_CURVE_SATURATE);
    assert_true(def->buoyancy.alpha == 2 && def->buoyancy.bias == 0.5 && def->buoyancy.stiffness == 9);
    assert_true(def->damping.vertical == 1 && def->damping.angular == 2 && def->damping.scale_by_submerged);
    assert_int_equal(def->damping.angular_form, FLO_ANGULAR_VELOCITY);
    assert_true(def->drag.linear == 1 && def->drag.quadratic == 2 && def->drag.local[1] == 4);
    assert_true(!def->drag.only_in_water && def->push.strength == 1 && def->push.velocity == FLO_PUSH_RELATIVE);
    assert_true(def->damping.of == FLO_DAMPING_POINTS && def->damping.relative && def->damping.quadratic == 0.5);
    assert_true(def->drag.relative && def->steering.lean == 4);
    const double axes[3][3] = {{0, 0, 1}, {0.6, 0.8, 0}, {-0.8, 0.6, 0}};
    assert_memory_equal(def->principal_axes, axes, sizeof axes);
    const flo_added_mass_def added = {{0.1, 0.5, 0.2}, 0.5, {1, 2, 3}};
    assert_memory_equal(&def->added_mass, &added, sizeof added);
    assert_true(def->thrust.power == -1 && def->thrust.position[0] == 1);
    assert_true(def->steering.base == 1 && def->steering.speed == 2 && def->steering.reference_speed == 3);
    assert_true(def->steering.needs_water);
}

static void check_every_shape(const scene *s)
{
    const flo_hull_def *tuned = &s->hulls[3].def, *wedge_def = &s->hulls[4].def, *skin = &s->hulls[5].def;
    assert_true(tuned->tuning.settle == 2 && tuned->tuning.overshoot == 0.05);
    assert_true(tuned->buoyancy.reference_depth == 0 && tuned->damping.vertical == 0);
    assert_true(wedge_def->mesh_method == FLO_MESH_VOLUME && wedge_def->mesh_samples == 9);
    assert_true(skin->mesh_method == FLO_MESH_PANELS && skin->mesh_samples == 64);
    flo_mesh_info info;
    assert_int_equal(flo_mesh_get_info(wedge_def->mesh, &info), FLO_OK);
    assert_true(info.triangles == 4 && info.open_edges == 0 && fabs(info.volume - 8.0 / 6) < 1e-6);
    assert_int_equal(flo_mesh_get_info(skin->mesh, &info), FLO_OK);
    assert_true(fabs(info.volume - 1.0 / 6) < 1e-6 && info.high[0] == 1);
}

static void check_every_body(const scene *s)
{
    const scene_bodies *b = s->bodies;
    assert_true(b[0].mode == FLO_DYNAMIC && b[0].smoothing == 4 && b[0].yaw_rate == 0);
    assert_true(b[0].control_count == 0 && b[0].push_count == 0 && b[1].control_count == 0);
    assert_true(b[2].mode == FLO_KINEMATIC && b[2].smoothing == 2 && b[2].yaw_rate == -0.5 && b[2].velocity[2] == 2);
    assert_true(b[3].mode == FLO_HYBRID && b[3].control_count == 2 && b[3].push_count == 2);
    assert_true(b[3].controls[0].time == -1 && b[3].controls[1].throttle == 1 && b[3].controls[1].steer == -1);
    assert_true(b[3].pushes[0].time == 1 && b[3].pushes[0].duration == 2 && b[3].pushes[0].force[2] == 5);
    assert_true(b[3].pushes[0].at[2] == 8 && b[3].pushes[1].time == 0.5);
    assert_true(b[4].mode == FLO_TRANSFORM);
}

void scene_test_every(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    scene *s = scene_test_good(scene_test_every_key, NULL);
    assert_string_equal(s->device, "opencl:0");
    assert_true(s->step == 0.025 && s->steps == 1000000000000000 && s->start == -3);
    assert_true(s->sea.gravity == 1.62 && s->sea.density == 1000 && s->sea.level == 2 && isinf(s->sea.depth));
    assert_true(s->sea.current[0] == -1 && s->sea.current[1] == 0.5 && s->sea.inversion == 3);
    assert_true(s->sea.normal_offset == 0.1 && s->sea.mean_level_correction && s->sea.wave_count == 2);
    assert_true(s->sea.waves[0].period == 6 && s->sea.waves[0].heading == pi && s->sea.waves[0].phase == -pi / 2);
    assert_true(s->sea.waves[1].own_frequency && s->sea.waves[1].angular_frequency == 2);
    assert_int_equal(s->hull_count, 6);
    check_every_shape(s);
    check_every_body(s);
    check_every_hull_key(&s->hulls[0].def);
    check_every_hull_key(&s->hulls[1].def);
    assert_string_equal(s->hulls[1].name, "twin");
    assert_true(s->hulls[2].def.buoyancy.law == FLO_SPRING && s->hulls[2].def.buoyancy.curve == FLO_CURVE_NONE);
    assert_true(s->hulls[2].def.principal_axes[0][0] == 0 && s->hulls[2].def.push.velocity == FLO_PUSH_ANALYTIC);
    assert_true(s->bodies_count == 5 && s->body_count == 6);
    const scene_bodies *b = s->bodies;
    assert_true(b[0].hull == 2 && b[0].count == 2 && b[0].spacing == 3 && b[0].position[2] == 3);
    assert_true(b[0].heading == pi / 2 && b[0].pitch == pi && b[0].roll == pi / 4);
    assert_true(b[0].velocity[1] == 5 && b[0].angular_velocity[2] == 9 && b[0].throttle == 1 && b[0].steer == -1);
    assert_true(b[1].hull == 1 && b[1].count == 1 && b[1].spacing == 10 && b[1].throttle == 0);
    assert_true(s->output.every == 5 && !s->output.csv && s->output.plot);
    assert_true(s->output.npy && s->output.vtk == SCENE_VTU && s->output.page);
    scene_free(s);
}
