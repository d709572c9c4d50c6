/* SPDX-License-Identifier: MIT
 *
 * The table of experiments.  A name is that of the scene, of the picture and of the CSV file; what an experiment
 * compares and what it measures stand in the file of its kind. */
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
        .takeaway = "Torque is free: it comes from where the lift acts. The further apart the points, the closer the "
                    "hull follows the slope of the water.",
        .variations = pitch_variations, .measure = pitch_measure,
    },
    {
        .number = 6, .name = "06-roll-and-pitch", .article = FIRST,
        .title = "Four points and more: roll and pitch",
        .takeaway = "The layout of the points is the hull's shape: it says how stiffly it rolls and pitches, and "
                    "whether it lists or nose-dives.",
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
        .takeaway = "Inertia says how fast a hull rolls, angular damping how soon it stops; written as exp(-c dt) it "
                    "is the same on every axis and at every step.",
        .errs = "it swaps the names of two axes: with z forward, roll is about z and pitch about x.",
        .variations = inertia_variations, .measure = inertia_measure,
    },
    {
        .number = 9, .name = "09-drag", .article = FIRST,
        .title = "Drag",
        .takeaway = "Drag in proportion to the speed squared leaves slow motion alone, brakes fast motion, and sets "
                    "the top speed.",
        .errs = "its top speed, √(thrust/drag), lacks the mass that its drag has: it is √(thrust/(drag · mass)).",
        .variations = drag_variations, .measure = drag_measure,
    },
    {
        .number = 10, .name = "10-keel", .article = FIRST,
        .title = "Directional drag: the keel",
        .takeaway = "Much drag sideways and little forward make a box feel like a boat: the same kick takes it far "
                    "along its keel and hardly anywhere across.",
        .variations = keel_variations, .measure = keel_measure,
    },
    {
        .number = 11, .name = "11-normals", .article = FIRST,
        .title = "Wave normals",
        .takeaway = "Three heights give a normal that is off in proportion to their distance, until the rounding of "
                    "heights wins; the waves' own slopes give the exact one for less.",
        .errs = "ignoring the horizontal displacement of Gerstner waves is not close enough: heights are off by "
                "centimetres to decimetres.",
        .variations = normals_variations, .measure = normals_measure,
    },
    {
        .number = 12, .name = "12-push", .article = FIRST,
        .title = "Wave push",
        .takeaway = "Normal times vertical velocity of the surface pushes floating things the way the waves go, and "
                    "not at all on a crest.",
        .errs = "it pushes dry points, too; here only what is wet is pushed.",
        .variations = push_variations, .water = true, .loads = true, .measure = push_measure,
    },
    {
        .number = 13, .name = "13-thrust", .article = FIRST,
        .title = "Thrust",
        .takeaway = "Thrust against quadratic drag gives a natural speed curve, and a top speed that can be chosen.",
        .errs = "an engine at the bow does not make a boat spin, nor does one at the stern keep it straight: along "
                "the keel both have the same torque. And thrust is not in proportion to the mass, although \"every "
                "force\" is said to be: four times the mass has half the top speed.",
        .variations = thrust_variations, .measure = thrust_measure,
    },
    {
        .number = 14, .name = "14-steering", .article = FIRST,
        .title = "Steering",
        .takeaway = "Steering is a yaw torque, and the keel that makes the velocity follow the bow.",
        .errs = "the rudder's torque is not in proportion to the mass, although \"every force\" is said to be: a "
                "heavier boat turns slower.",
        .variations = steering_variations, .measure = steering_measure,
    },
    {
        .number = 15, .name = "15-engine-contact", .article = FIRST,
        .title = "Engine contact",
        .takeaway = "Thrust and rudder that need water cost next to nothing and make leaps believable.",
        .variations = engine_contact_variations, .loads = true, .measure = engine_contact_measure,
    },
    {
        .number = 16, .name = "16-transform", .article = FIRST,
        .title = "Transform mode",
        .takeaway = "What is only looked at needs no forces: it follows the water's height and normal, a little "
                    "smaller and a little later.",
        .errs = "a share of smoothing · dt in a step depends on the step and overshoots beyond 1; 1 - exp(-smoothing "
                "dt) does neither.",
        .variations = transform_variations, .water = true, .measure = transform_measure,
    },
    {
        .number = 17, .name = "17-kinematic", .article = FIRST,
        .title = "Kinematic and hybrid mode",
        .takeaway = "Kinematic is predictable, dynamic is organic; hybrid goes exactly where it is told and bobs like "
                    "a dynamic body.",
        .variations = kinematic_variations, .water = true, .measure = kinematic_measure,
    },
    {
        .number = 18, .name = "18-complete-boat", .article = FIRST,
        .title = "The complete boat",
        .takeaway = "Everything together makes a boat, and nothing of it disturbs anything else: in a fleet each hull "
                    "does to the last bit what it does alone.",
        .errs = "not all of its knobs leave the mass out: thrust and the rudder's torque do not grow with it.",
        .variations = complete_boat_variations, .water = true, .measure = complete_boat_measure,
    },
    {
        .number = 19, .name = "19-flat-box", .article = SECOND,
        .title = "A box in flat water",
        .takeaway = "Density times g times the volume under water: it floats at the draft that Archimedes says, and "
                    "bounces for ever.",
        .variations = flat_box_variations, .loads = true, .measure = flat_box_measure,
    },
    {
        .number = 20, .name = "20-damped-box", .article = SECOND,
        .title = "Fixing the bouncing",
        .takeaway = "Damping settles it; in proportion to what is submerged it leaves the air alone.",
        .variations = damped_box_variations, .measure = damped_box_measure,
    },
    {
        .number = 21, .name = "21-four-points", .article = SECOND,
        .title = "Fixing the tipping",
        .takeaway = "One point cannot turn a hull. Four right it, let it list under a load, and let it capsize when "
                    "it is tipped too far.",
        .variations = four_points_variations, .measure = four_points_measure,
    },
    {
        .number = 22, .name = "22-stiffness", .article = SECOND,
        .title = "Stiffness, and why it explodes",
        .takeaway = "With forces from the start of a step, ω times the step must stay below 2. The mean force over "
                    "the step gains no energy, however stiff the spring is.",
        .variations = stiffness_variations, .measure = stiffness_measure,
    },
    {
        .number = 23, .name = "23-summed-sines", .article = SECOND,
        .title = "Waves make the surface a function",
        .takeaway = "Summed sines can be written exactly, and every sample must ask for the water at its own place: "
                    "one sample goes up and down, four roll with the swell.",
        .variations = summed_sines_variations, .water = true, .measure = summed_sines_measure,
    },
    {
        .number = 24, .name = "24-sampling", .article = SECOND,
        .title = "What sampling approximates",
        .takeaway = "Samples estimate an integral: four times as many random ones halve the error, and where they "
                    "stand matters more.",
        .errs = "points at the extremes do not carry the torque best but three times too much of it; four at "
                "B/(2√3) from the middle give a box's own.",
        .variations = sampling_variations, .loads = true, .measure = sampling_measure,
    },
    {
        .number = 25, .name = "25-momentum", .article = THIRD,
        .title = "Angular momentum",
        .takeaway = "The momentum is what is conserved: keep it, and take the velocity from the attitude half way "
                    "through the step.",
        .errs = "damping ω and damping L are the same map at a fixed attitude; storing L is what helps. And its code "
                "turns by the inertia's rotation alone, without the body's own.",
        .variations = momentum_variations, .measure = momentum_measure,
    },
    {
        .number = 26, .name = "26-water-drag", .article = THIRD,
        .title = "Linear drag only in water",
        .takeaway = "Drag that begins with the first wet sample leaves the air alone and slows things of any mass.",
        .errs = "its trigger, a buoyancy above 0.01 N, depends on the mass: what weighs less than a gram floats "
                "without drag.",
        .variations = water_drag_variations, .measure = water_drag_measure,
    },
    {
        .number = 27, .name = "27-settling-cube", .article = THIRD,
        .title = "The cube settles",
        .takeaway = "A cube of 0.77 of the water's density settles at a tilt of 19.5°, whatever the damping; with "
                    "panels to a few thousandths.",
        .variations = settling_cube_variations, .measure = settling_cube_measure,
    },
    {
        .number = 28, .name = "28-first-frame", .article = FOURTH,
        .title = "The first frame",
        .takeaway = "The water that must move along is inertia: with it nothing rises faster than g/C or falls faster "
                    "than g, and the first frame is exact.",
        .errs = "the ceilings hold for what is submerged: a light body that meets the water within one step is "
                "stopped harder than that.",
        .variations = first_frame_variations, .measure = first_frame_measure,
    },
    {
        .number = 29, .name = "29-rise", .article = FOURTH,
        .title = "The rise of a table-tennis ball",
        .takeaway = "With added mass a sixtieth of a second is fine enough to surface on time; the usual model is "
                    "early.",
        .variations = rise_variations, .measure = rise_measure,
    },
    {
        .number = 30, .name = "30-bobbing", .article = FOURTH,
        .title = "How a table-tennis ball bobs",
        .takeaway = "A floating body moves as much water as it displaces, times C: it bobs slower by √(1 + C), at "
                    "any density.",
        .variations = bobbing_variations, .measure = bobbing_measure,
    },
};

const int experiment_count = sizeof experiments / sizeof experiments[0];
