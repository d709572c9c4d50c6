/* SPDX-License-Identifier: MIT
 *
 * The table of experiments. */
#include "experiment_list.h"

const experiment experiments[] = {
    {
        .number = 1, .name = "01-naked-spring", .article = FIRST,
        .title = "The naked spring",
        .takeaway = "A spring without damping keeps its energy: it never settles, and overshoots as far as it came.",
        .variations = naked_spring_variations, .measure = naked_spring_measure,
    },
    {
        .number = 2, .name = "02-mass-independence", .article = FIRST,
        .title = "Gravity and buoyancy that know no mass",
        .takeaway = "Forces of the form mass * g * something move bodies of any mass alike; a body rests "
                    "reference_depth / bias below the surface.",
        .variations = mass_independence_variations, .measure = mass_independence_measure,
    },
    {
        .number = 3, .name = "03-damping", .article = FIRST,
        .title = "Damping",
        .takeaway = "The damping ratio alone says how much a body overshoots: 0.7 of critical is one small bob, and "
                    "critical is none. Better still, say how fast it shall settle, and have both numbers found.",
        .variations = damping_variations, .measure = damping_measure,
    },
    {
        .number = 4, .name = "04-deep-submersion", .article = FIRST,
        .title = "The deep submersion problem",
        .takeaway = "An upper end of the lift stops the rockets, and drag in proportion to the speed squared makes "
                    "the rise gentle.",
        .errs = "with bias 1 a submerged, clamped body is neutral and never rises, and the saturating curve stays "
                "below 1, so that the body sinks for ever; both need more lift than weight, here 5 %.",
        .variations = deep_submersion_variations, .measure = deep_submersion_measure,
    },
    {
        .number = 5, .name = "05-pitch", .article = FIRST,
        .title = "Two points: pitch",
        .takeaway = "Torque is free: it comes from where the lift acts. The further apart the points, the closer the hull "
                    "follows the slope of the water.",
        .variations = pitch_variations, .measure = pitch_measure,
    },
    {
        .number = 6, .name = "06-roll-and-pitch", .article = FIRST,
        .title = "Four points and more: roll and pitch",
        .takeaway = "The layout of the points is the hull's shape: it says how stiffly it rolls and pitches, and whether "
                    "it lists or nose-dives.",
        .errs = "a fifth point in the middle does not add stability but takes some: K is the mean of the squared "
                "distances.",
        .variations = roll_and_pitch_variations, .measure = roll_and_pitch_measure,
    },
    {
        .number = 7, .name = "07-center-of-mass", .article = FIRST,
        .title = "The centre of mass",
        .takeaway = "Lower is more stable, and there is an exact height at which a hull turns over.",
        .errs = "a centre of mass at the waterline is not neutral in general: the limit is K above the points, or "
                "B²/(12 d) - d/2 above the waterline of a box, which may lie above or below the water.",
        .variations = center_of_mass_variations, .measure = center_of_mass_measure,
    },
    {
        .number = 8, .name = "08-inertia", .article = FIRST,
        .title = "Inertia and angular damping",
        .takeaway = "Inertia says how fast a hull rolls, angular damping how soon it stops; written as exp(-c dt) it is "
                    "the same on every axis and at every step.",
        .errs = "it swaps the names of two axes: with z forward, roll is about z and pitch about x.",
        .variations = inertia_variations, .measure = inertia_measure,
    },
};

const int experiment_count = sizeof experiments / sizeof experiments[0];
