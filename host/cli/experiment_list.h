/* SPDX-License-Identifier: MIT
 *
 * What the table of experiments takes from the files that measure them. */
#ifndef FLO_CLI_EXPERIMENT_LIST_H
#define FLO_CLI_EXPERIMENT_LIST_H

#include "experiment.h"

#define FIRST "Buoyancy from first principles"
#define SECOND "How I made boats float"
#define THIRD "Damping"
#define FOURTH "Bounded buoyancy"

#define EXPERIMENT(name)                                                                         \
    extern const experiment_variation name##_variations[];                                       \
    void name##_measure(lab *l);

EXPERIMENT(naked_spring)
EXPERIMENT(mass_independence)
EXPERIMENT(damping)
EXPERIMENT(deep_submersion)
EXPERIMENT(pitch)
EXPERIMENT(roll_and_pitch)
EXPERIMENT(center_of_mass)
EXPERIMENT(inertia)
EXPERIMENT(drag)
EXPERIMENT(keel)
EXPERIMENT(normals)
EXPERIMENT(push)
EXPERIMENT(thrust)
EXPERIMENT(steering)
EXPERIMENT(engine_contact)
EXPERIMENT(transform)
EXPERIMENT(kinematic)
EXPERIMENT(complete_boat)
EXPERIMENT(flat_box)
EXPERIMENT(damped_box)
EXPERIMENT(four_points)
EXPERIMENT(stiffness)
EXPERIMENT(summed_sines)
EXPERIMENT(sampling)
EXPERIMENT(momentum)
EXPERIMENT(water_drag)
EXPERIMENT(settling_cube)
EXPERIMENT(first_frame)
EXPERIMENT(rise)
EXPERIMENT(bobbing)

#endif
