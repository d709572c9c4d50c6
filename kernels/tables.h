/* SPDX-License-Identifier: MIT
 *
 * What the host and the kernels share byte for byte.  Lengths in metres, times in seconds, angles in turns.
 *
 * Positions are integers of 2^-24 m; phases are integers of 2^-64 turn and wrap around, which is the reduction to one
 * turn.  A position is rounded to 2^-20 m before it is multiplied with a wave's key: the coarser unit keeps the
 * rounded key exact enough a thousand kilometres out.  What was rounded off joins the offsets, which are floats. */
#define SEA_POSITION_UNIT 0x1p-24f

typedef struct sea_key {                    /* wave vector: 2^-64 turn per 2^-20 m */
    sea_long x, z;
} sea_key;

/* So that a device can load four numbers of a wave at once. */
#define SEA_ALIGNED __attribute__((aligned(16)))

/* One wave.  The kernels make the sine of a phase divided by sqrt(2), and the whole cosine, so what is multiplied by a
 * sine carries a factor sqrt(2).  d is the direction of travel, sigma the angular frequency in water at rest. */
typedef struct sea_wave {
    float turns_x, turns_z;                 /* wave vector, turns per metre             */
    float shift_x, shift_z;                 /* horizontal displacement: sqrt(2) Q A d       */
    float strain_xx, strain_xz, strain_zz;  /* how the displacement varies: Q A k d d   */
    float height;                           /* A                                        */
    float slope_x, slope_z;                 /* sqrt(2) A k d                                  */
    float climb;                            /* vertical velocity: sqrt(2) A sigma             */
    float drift_x, drift_z;                 /* horizontal velocity: Q A sigma d         */
    float wavenumber;                       /* k, rad/m: how fast the motion fades with depth */
    float frequency;                        /* sigma, rad/s */
    float bottom;                           /* exp(-2 k depth): 0 in deep water */
} SEA_ALIGNED sea_wave;

/* The four fields that hold the sea around a patch (kernels/polynomial.h): the pull P, whose gradient is the horizontal
 * displacement; the height Y; the rates of both, whose gradient and value are the velocity of the water.  They are
 * polynomials in x and z of one even degree.  A wave enters a term of even degree by its cosine and one of odd degree
 * by its sine, in the rates the other way round, and the coefficients stand accordingly: first all that multiply
 * cosines, then all that multiply sines, half of them each, so that the sum over waves is a plain loop. */
enum sea_field { FIELD_PULL, FIELD_HEIGHT, FIELD_PULL_RATE, FIELD_HEIGHT_RATE, FIELDS };

#define DEGREE_MOST 8
#define TERMS_EVEN(degree) (((degree) / 2 + 1) * ((degree) / 2 + 1))    /* terms of even degree in one field */
#define TERMS_ODD(degree) ((degree) / 2 * ((degree) / 2 + 1))
#define TERMS_HALF(degree) (2 * (TERMS_EVEN(degree) + TERMS_ODD(degree)))
#define TERMS(degree) (2 * TERMS_HALF(degree))                          /* in all fields */

#define FIELD_IS_RATE(field) ((field) >= FIELD_PULL_RATE ? 1 : 0)
#define TERM_IS_ODD(m, n) (((m) + (n)) & 1)
#define TERM_BY_SINE(field, m, n) (TERM_IS_ODD(m, n) ^ FIELD_IS_RATE(field))
#define TERMS_ALIKE(degree, odd) ((odd) ? TERMS_ODD(degree) : TERMS_EVEN(degree))

/* Where the coefficient of x^m z^n stands: in its half, behind the fields before it, behind lower degrees. */
#define TERM_AT(degree, field, m, n)                                                                            \
    (TERM_BY_SINE(field, m, n) * TERMS_HALF(degree)                                                             \
     + FIELD_IS_RATE(field) * 2 * TERMS_ALIKE(degree, !TERM_IS_ODD(m, n))                                       \
     + ((field) & 1) * TERMS_ALIKE(degree, TERM_IS_ODD(m, n))                                                   \
     + ((m) + (n)) / 2 * (((m) + (n)) / 2 + TERM_IS_ODD(m, n)) + (m))

typedef struct sea_numbers {
    sea_int waves;
    sea_int inversion;                      /* evaluations of the sum */
    float normal_offset;                    /* 0: analytic normals */
    float per_normal_offset;
    float current_x, current_z;
    float shift_limit;                      /* no label is further from its place: the sum of Q A */
    float height_limit;                     /* no crest is higher: the sum of A */
    float depth;                            /* of the water, m; infinite in deep water */
    float pressure;                         /* rho g, Pa/m */
    float unused[2];
} sea_numbers;

/* What a body may be: m along x and z, m from the level, m/s, rad/s.  Beyond that it is stopped. */
#define BODY_FURTHEST 1e9f
#define BODY_HIGHEST 1e5f
#define BODY_FASTEST 5e3f
#define BODY_FASTEST_SPIN 5e5f

/* How a hull's samples feel the water, and how its body moves.  Forces in newtons. */
enum hull_law { HULL_SPRING, HULL_PROPORTIONAL, HULL_ARCHIMEDES };
enum hull_curve { HULL_NONE, HULL_CLAMP, HULL_SATURATE, HULL_CELL };
enum hull_push { HULL_NO_PUSH, HULL_PUSH_CHANGE, HULL_PUSH_ANALYTIC, HULL_PUSH_RELATIVE };
enum hull_mode { HULL_DYNAMIC, HULL_TRANSFORM, HULL_KINEMATIC, HULL_HYBRID };

typedef struct hull_numbers {
    sea_int pieces, samples;                /* samples in each piece */
    sea_int law, curve, push;
    sea_int gate_piece;                     /* the piece nearest to the propeller; -1: no thrust */
    float lift;                             /* force of a submerged sample of weight 1 */
    float stiffness;                        /* of the spring, per sample */
    float per_depth;                        /* 1 / reference depth */
    float alpha;
    float cell_x, cell_y, cell_z;           /* size of a cell */
    float push_strength;                    /* strength * mass / samples; of water's mass per sample where relative */
    float gate_x, gate_y, gate_z;           /* propeller, from the centre of mass */
    float per_gate_depth;
    float per_force_unit, per_torque_unit;  /* 1 / unit of the order-free sums, powers of two */
    float force_quantum, torque_quantum;    /* unit * 2^-20 */
    float submerged_quantum;                /* to a share of the whole */
    float mass, weight;                     /* kg; N, 0 where the law has no gravity */
    float per_mass;
    float inertia_xx, inertia_yy, inertia_zz, inertia_xy, inertia_xz, inertia_yz;      /* in the hull's axes */
    float per_inertia_xx, per_inertia_yy, per_inertia_zz, per_inertia_xy, per_inertia_xz, per_inertia_yz;
    float damping_vertical;                 /* 1/s */
    float damping_quadratic;                /* 1/m */
    sea_int damping_of_points, damping_relative;
    sea_int damping_scaled;                 /* by the submerged share */
    sea_int keep_velocity;                  /* damp and keep the angular velocity instead of the momentum */
    float drag_linear, drag_quadratic, drag_x, drag_y, drag_z;
    float drag_xx, drag_yy, drag_zz;        /* with the square of the velocity along each axis */
    sea_int drag_in_water, drag_relative, drag_squared;
    float thrust;                           /* N */
    float steer_base, steer_speed, per_reference_speed;
    sea_int steer_in_water;
    float lean;                             /* N m */
    sea_int mode;
    float com_x, com_y, com_z;              /* centre of mass, from the hull's origin */
    float displaced;                        /* kg of water, all of the hull submerged */
    sea_int added;                          /* bits: ADDED_MASS, ADDED_TURN */
    float added_x, added_y, added_z;        /* added mass, shares of what is displaced */
    float entry_exponent;
    float added_turn_x, added_turn_y, added_turn_z;     /* added inertia, m^2: times the water displaced, kg */
    sea_int panels;                         /* triangles in each piece; 0: the samples themselves are what floats */
    float pressure;                         /* rho g, N/m^3 */
    float per_full_lift;                    /* of panels: 1 / (rho g volume) */
    float per_samples;                      /* 1 / weights of all samples together */
    sea_int water_sums;                     /* whether the mean velocity of the water is wanted */
    sea_int expanded;                       /* waves in polynomials around each piece: the last */
    float disc;                             /* m^2, how far from a piece's centre they hold, squared */
    float steep;                            /* m^2, disc per square of the steepest slope they are good for */
    float near;                             /* disc per square of the way that waves can shift a label */
    sea_int guess;                          /* whether searches for labels start from the water at a piece's centre */
    sea_int steers, drag_along;             /* whether it has steering; drag of its own along its axes */
} hull_numbers;
enum hull_added { ADDED_MASS = 1, ADDED_TURN = 2 };

/* A sample point, from the centre of its piece. */
typedef struct hull_sample {
    float x, y, z;
    float weight;                           /* 1, or 0 for one that only fills a piece up */
} hull_sample;

/* A triangle between three samples of its piece, counter-clockwise from outside.  All three the same one: it only
 * fills a piece up. */
typedef struct hull_panel {
    sea_int a, b, c, unused;
} hull_panel;

/* The centre of a piece, from the centre of mass. */
typedef struct hull_piece {
    float x, y, z, unused;
} hull_piece;

typedef struct step_numbers {
    float dt, per_dt;                       /* per_dt 0: no push by change */
    float spin_decay;                       /* exp(-damping_angular dt) */
    sea_int passes;                         /* of the implicit step; 0: symplectic */
    sea_int pushed;                         /* whether any body is pushed from outside */
    sea_int unused[3];
} step_numbers;
enum { STEP_PASSES_RESOLVED = 3 };          /* up to which the motion is one that the step resolves */

/* Columns of a fleet's buffers: column c of body b stands at [c * stride + b]. */
enum place_column { PLACE_X, PLACE_Y, PLACE_Z, PLACE_COLUMNS };     /* of the centre of mass; y from the level */
enum state_column {
    STATE_Q,                                /* orientation w, x, y, z */
    STATE_VELOCITY = 4,                     /* of the centre of mass, world */
    STATE_SPIN = 7,                         /* angular velocity, world */
    STATE_MOMENTUM = 10,                    /* angular momentum about the centre of mass, world */
    STATE_REST = 13,                        /* what the place could not take of the last moves, m */
    STATE_THROTTLE = 16, STATE_STEER,
    STATE_GOOD,                             /* 1, or 0 for a body that was stopped */
    STATE_AGE,                              /* 1 once the heights above its samples are known from before */
    STATE_RESIDUAL,                         /* largest met */
    STATE_WET,                              /* share that was submerged at the last step */
    STATE_FORCE,                            /* from outside, world, N; where, from the centre of mass, hull's axes */
    STATE_AT = STATE_FORCE + 3,
    STATE_TORQUE = STATE_AT + 3,            /* from outside, N m */
    STATE_COMMAND = STATE_TORQUE + 3,       /* velocity along x and z, m/s; turn about y, rad/s */
    STATE_SMOOTHING = STATE_COMMAND + 3,    /* 1/s */
    STATE_COLUMNS
};
/* Of a patch, integers.  The water's velocity and the number of wet samples are there only where they are wanted; a
 * body that follows the water has its normal and height instead of force and torque. */
enum sum_column { SUM_FORCE, SUM_TORQUE = 3, SUM_SUBMERGED = 6, SUM_WATER, SUM_WET = SUM_WATER + 3, SUM_COLUMNS };
enum follow_column { FOLLOW_NORMAL = SUM_FORCE, FOLLOW_HEIGHT = SUM_TORQUE };
/* Of a sample, from one pass to the next, as far as it is wanted: its height, how fast that changes as the sample
 * moves along, and how much its own vertical motion is damped, N s/m. */
enum kept_column { KEPT_HEIGHT, KEPT_RATE, KEPT_DAMPING, KEPT_COLUMNS };
/* Of a patch: largest values; MET_STRAIN is the largest force, in units of its sum, squared. */
enum met_column { MET_DEEPEST, MET_STRAIN, MET_RESIDUAL, MET_GATE, MET_COLUMNS };
enum load_column { LOAD_FORCE, LOAD_TORQUE = 3, LOAD_SUBMERGED = 6, LOAD_GOOD, LOAD_COLUMNS };
enum sample_column {
    SAMPLE_HEIGHT, SAMPLE_NORMAL, SAMPLE_SUBMERSION = 4, SAMPLE_FORCE, SAMPLE_COLUMNS = 8
};
enum point_column { POINT_HEIGHT, POINT_NORMAL, POINT_VELOCITY = 4, POINT_RESIDUAL = 7, POINT_COLUMNS };
enum water_column { WATER_DEPTH, WATER_VELOCITY, WATER_ACCELERATION = 4, WATER_PRESSURE = 7, WATER_COLUMNS };

/* What a pass over patches or bodies is for: bits of its last number. */
enum pass_purpose { PURPOSE_STEP = 1, PURPOSE_GRAVITY = 2, PURPOSE_REMEMBER = 4, PURPOSE_SAMPLES = 8 };
