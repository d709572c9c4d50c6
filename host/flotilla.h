/* SPDX-License-Identifier: MIT
 *
 * Flotilla: where is the water, and how hard does it push?
 *
 * This is the library's public header; flotilla_opencl.h is for callers who have an OpenCL context of their own.  There
 * are three ways to use it:
 *
 *   query    the caller owns points:  flo_query() gives height, normal and water velocity at millions of (x, z)
 *   forces   the caller owns bodies and integrator:  flo_fleet_write() the poses, flo_fleet_forces() the loads
 *   fleet    the library owns the bodies:  flo_fleet_step(), and flo_fleet_read() what is wanted
 *
 * The nouns:
 *
 *   device   a processor with the kernels built for it: scalar C, SIMD, or an OpenCL device
 *   sea      Gerstner waves on still water of a level, a depth and a current
 *   hull     a shape, cut into samples, with its mass and all that says how water acts on it
 *   body     one hull afloat: pose, velocity, controls
 *   fleet    bodies of any hulls, on one device, in one sea
 *
 * Definitions.  Everything is created from a definition struct.  Take it from its flo_default_*_def() function, change
 * what you need, pass it to the create function.  A definition is copied; what it points to may go afterwards.
 *
 * Conventions.  Right-handed axes, +y up, +z forward, +x to port.  North is -z, east is +x.  SI units and radians.
 * Headings are directions of travel, from +z towards +x.  Quaternions are w, x, y, z and turn hull axes into world
 * axes.  A body's position is that of its hull's origin.
 *
 * Sameness.  The same input gives the same bits on every device that flo_device_info calls exact, with every number
 * of threads and every way of cutting the work into pieces.
 *
 * Errors.  Every function that can fail returns a status, and flo_message() then tells what was wrong, with the name,
 * the value and what is allowed.  A failed call leaves its objects as they were, be it for its arguments, for want of
 * memory or for a driver; what it was to fill may have anything.  There are three exceptions:
 *   - FLO_BAD_BODY is said of some bodies after the others were served.
 *   - An OpenCL device that fails in the middle of flo_fleet_write() or _control() has written some bodies in part.
 *     Until these are written again, with the same function, the fleet can only be read, written, loaded and destroyed.
 *   - One that fails in the middle of steps or loads has some bodies ahead of others.  The fleet is torn then: it can
 *     be read and written as far as the device can, loaded and destroyed; all else fails, now and later.  As drivers
 *     may tell late, so it is with all fleets of a device that fails at whatever waits for steps or loads.  But if it
 *     was between two steps, the fleet is just there, and flo_fleet_get_report() tells where.
 * What fails for the last two says so with FLO_DEVICE_FAILED.  Passing NULL for a required pointer, or an object that
 * was destroyed, is a programmer's error.
 *
 * Threads.  Functions without an object may be called from any thread at any time.  Seas and hulls do not change once
 * created, so threads may share them.  A device, and all fleets on it, belong to one thread at a time: several threads
 * may take turns, if what orders their turns is a lock or the like.
 *
 * The caller's surroundings.  Whatever floating-point environment a thread has (rounding, flushed denormals, trapped
 * exceptions), calls give the same bits, trap nothing, and leave it as it was, flags included.  Signals disturb
 * nothing.  In a child of fork() devices of scalar and simd and their fleets go on, with one thread; all others of the
 * parent's can only be destroyed and closed there (FLO_DEVICE_FAILED), and OpenCL is there only if the parent did not
 * use it. */
#ifndef FLOTILLA_H
#define FLOTILLA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FLO_VERSION_MAJOR 0
#define FLO_VERSION_MINOR 5
#define FLO_VERSION_PATCH 1
#define FLO_VERSION (FLO_VERSION_MAJOR * 10000 + FLO_VERSION_MINOR * 100 + FLO_VERSION_PATCH)

#if defined(__GNUC__)
#define FLO_API __attribute__((visibility("default")))
#define FLO_NODISCARD __attribute__((warn_unused_result))
#else
#define FLO_API
#define FLO_NODISCARD
#endif

/* ---- status ---------------------------------------------------------------------------------------------------- */

/* Values are pinned: they never change and are never used again. */
#define FLO_STATUSES(X)                                                                          \
    X(FLO_OK, 0, "ok")                                                                           \
    X(FLO_BAD_DEFINITION, 10, "the definition does not come from its flo_default function")      \
    X(FLO_BAD_VALUE, 11, "a value is out of its range")                                          \
    X(FLO_NOT_BUILT, 12, "this version cannot do that yet")                                      \
    X(FLO_NO_MEMORY, 20, "not enough memory")                                                    \
    X(FLO_NO_DEVICE, 30, "no such device")                                                       \
    X(FLO_DEVICE_REFUSED, 31, "the device gives wrong results")                                  \
    X(FLO_DEVICE_FAILED, 32, "the device failed")                                                \
    X(FLO_BAD_BODY, 40, "a body's state is not finite or out of range")                          \
    X(FLO_CANNOT_READ, 50, "a file cannot be read")                                              \
    X(FLO_CANNOT_WRITE, 51, "a file cannot be written")                                          \
    X(FLO_BAD_FILE, 52, "a file's content is wrong")

typedef enum flo_status {
#define FLO_STATUS_ENTRY(name, value, text) name = value,
    FLO_STATUSES(FLO_STATUS_ENTRY)
#undef FLO_STATUS_ENTRY
} flo_status;

/* The library's version, as FLO_VERSION: 100 is 0.1.0.  Compare with FLO_VERSION of the header you compiled with. */
FLO_API int flo_version(void);

/* The name of a status, "FLO_OK" for example; "unknown status" for a number that is none.  Never NULL. */
FLO_API const char *flo_status_name(flo_status status);

/* What the calling thread's last failed call has to say: one sentence, or several lines where a compiler speaks.
 * Valid until the same thread's next call that fails.  Never NULL. */
FLO_API const char *flo_message(void);

/* Who wants to hear messages as they are made: called in the thread whose call fails, before that call returns, with
 * what flo_message() will have; a second time if more is said about where it happened; and also for what the library
 * then makes good by itself, such as a GPU that does not work where "auto" takes the processor.  The message is valid
 * during the call, which is not over: what the function itself calls that makes, changes or computes is refused
 * (FLO_BAD_VALUE), without being told, and leaves that message as it is.  It must destroy and close nothing, and has
 * the library's floating-point environment: to nearest, nothing flushed, nothing trapped. */
typedef void flo_message_function(void *user, flo_status status, const char *message);

/* One for the process; NULL for none.  Set it while no other thread is in the library. */
FLO_API void flo_set_message_function(flo_message_function *function, void *user);

/* ---- device ---------------------------------------------------------------------------------------------------- */

typedef struct flo_device flo_device;

typedef struct flo_device_def {
    uint32_t size;          /* set by flo_default_device_def */
    const char *name;       /* which device; NULL takes $FLOTILLA_DEVICE, or else "auto".
                             *   auto                       a GPU if there is one, else simd
                             *   scalar                     plain C, one lane: the arbiter
                             *   simd                       the widest instruction set of this processor
                             *   simd:sse2|sse4|avx2|avx512|neon
                             *   opencl                     the best device over all platforms
                             *   opencl:PLATFORM[:DEVICE]   by index, or by part of the name (case does not matter)
                             *   opencl:all                 every OpenCL device that is exact, GPUs and processors
                             *   A+B+...                    several of these at once, up to 64, such as opencl:0+simd
                             *   A*3+B*1                    the same with shares of the work, 1e-6 to 1e6 */
    int threads;            /* of scalar and simd, of several together; 0 takes OpenMP's default.  0 to 4096, of which
                             * no more than eight for each processor are used */
    int group;              /* OpenCL work-group size; 0 chooses.  Results do not depend on it.  0 to 1024 */
    bool profile;           /* keep what flo_device_get_profile() tells; costs a little at every launch */
} flo_device_def;

typedef struct flo_device_info {
    char name[64];          /* what flo_device_def.name takes to open this device and no other; of more devices than
                             * there is room for, as many as there is, and "+..." */
    char description[192];  /* for people: processor, driver, version; of several devices who does how much */
    char kind[8];           /* "cpu" or "gpu": what the device is; "mixed" of several that are both */
    bool available;         /* false where it could not be opened; the description then says why */
    bool exact;             /* fused multiply-add, denormals, correctly rounded divide and square root: gives the
                             * same bits as every other exact device */
    int lanes;              /* how many bodies or points one instruction stream holds at once; of several the most */
} flo_device_info;

FLO_API flo_device_def flo_default_device_def(void);

/* Opens a device, builds the kernels for it and runs its self-test, a small fleet with known answers.
 * Takes seconds the first time on an OpenCL driver that compiles.  What it compiled is kept in $FLOTILLA_CACHE, or else
 * in flotilla in $XDG_CACHE_HOME or ~/.cache; FLOTILLA_CACHE=off keeps nothing.  (PoCL keeps it by itself, and its
 * programs are kept here, too, only if FLOTILLA_CACHE names a folder.)
 * FLO_NO_DEVICE: the name resolves to nothing; the message lists what there is.
 * FLO_DEVICE_REFUSED: the self-test failed.  FLO_DEVICE_FAILED: the driver failed; the message has its words.
 *
 * Several devices are used as one, and give the bits that each of them gives alone.  Bodies and points are shared out
 * in their order, by the devices' speed, which is measured here, all at work, in a tenth of a second; or as the name
 * says.  By speed a device gets at least 256 bodies and 4096 points or none.  The devices work at the same time, each
 * from a thread of its own, and those that are not opencl share `threads`, or else what the others leave.
 *   - All must be exact (FLO_NO_DEVICE); the same one may be there several times; a list of one is that one.
 *   - opencl:all takes processors from one platform only, the first in flo_device_list(), for on others they are the
 *     same again; and GPUs of one name likewise.  All devices of one platform count.
 *   - A fleet's memory is that of its parts.  Where one has too little for its share, the others take more, unless
 *     shares are given.
 *   - Messages name the part, but bodies and points by the caller's numbers.
 *   - If a device breaks in the middle of steps or loads (FLO_DEVICE_FAILED), other parts of the fleet may be ahead,
 *     and it is torn (see Errors above). */
FLO_API FLO_NODISCARD flo_status flo_device_open(flo_device **device, const flo_device_def *def);

/* Closes a device.  Its fleets must be destroyed before.  NULL is allowed. */
FLO_API void flo_device_close(flo_device *device);

FLO_API flo_device_info flo_device_get_info(const flo_device *device);

/* Where a device's time went: one entry for each pass of the kernels and for each kind of transfer. */
typedef struct flo_profile_entry {
    const char *name;       /* of a pass, "patches" for example; or "write", "read", "fill" */
    uint64_t launches;
    uint64_t bytes;         /* of transfers; 0 of passes */
    double seconds;         /* from a launch's start to its end by the device's clock; on scalar and simd by the wall
                             * clock, and where passes take turns within a step, shared out as the threads had them;
                             * of several devices the sum, though they work at the same time */
} flo_profile_entry;

enum { FLO_PROFILE_ENTRIES = 24 };
typedef struct flo_profile {
    int count;              /* of entries that are filled: those that were launched at all */
    flo_profile_entry entry[FLO_PROFILE_ENTRIES];
} flo_profile;

/* All that was done on a device since it was opened, its self-test not counted; waits for what is under way.
 * FLO_BAD_VALUE if the device was opened without flo_device_def.profile. */
FLO_API FLO_NODISCARD flo_status flo_device_get_profile(flo_device *device, flo_profile *profile);

/* Lists the devices of this machine, best first within each kind, without building kernels for them: fills at most
 * `capacity` entries and returns how many there are.  `info` may be NULL when capacity is 0. */
FLO_API int flo_device_list(flo_device_info *info, int capacity);

/* ---- sea ------------------------------------------------------------------------------------------------------- */

typedef struct flo_sea flo_sea;

/* One wave: height A cos(theta), theta = k.a - omega t + phase, where a is the label of a particle of water (where it
 * would be without waves) and k the wave vector; the label is displaced by -Q A d sin(theta), d the unit vector of
 * travel (F. J. Gerstner, 1802; A. Fournier and W. T. Reeves, 1986).  In still water omega = sigma with
 * sigma^2 = g k tanh(k h); in a current U, omega = sigma + k.U. */
typedef struct flo_wave {
    double amplitude;           /* m, 0 to 1000 */
    double wavelength;          /* m, 0.001 to 1e7; give this or the period and leave the other 0; or, as
                                 * flo_sea_get_waves gives them, both and the angular_frequency */
    double period;              /* s, 0.001 to 1e5, in still water */
    double heading;             /* rad, direction of travel from +z towards +x; -17 to 17 */
    double steepness;           /* Q, ratio of horizontal to vertical amplitude, of the water's motion, too: 0 is a
                                 * sine, in which it moves up and down only; coth kh, 1 in deep water, is that of linear
                                 * waves.  0 to max(1, coth kh), and Q k A at most 1: beyond that the wave loops */
    double phase;               /* rad, at the origin at time 0; any finite number */
    double angular_frequency;   /* rad/s in still water; for a wave that obeys no dispersion: with own_frequency, and
                                 * a wavelength.  -1e4 to 1e4 */
    bool own_frequency;         /* take angular_frequency instead of the dispersion relation */
} flo_wave;

typedef struct flo_sea_def {
    uint32_t size;              /* set by flo_default_sea_def */
    double gravity;             /* m/s^2, above 0, up to 1000; 9.81 */
    double density;             /* kg/m^3, above 0, up to 1e5; 1025 */
    double level;               /* m, height of the still water; 0.  -1e6 to 1e6 */
    double depth;               /* m, above 0; infinite */
    double current[2];          /* m/s, along x and z; -100 to 100; 0.  It shifts the waves' frequencies and is part of
                                 * the water's velocity, which relative drag and damping feel */
    int inversion;              /* evaluations of the sum for the height at a given place: inversion - 1 Newton steps
                                 * and a slope correction.  0 takes the place for the label.  0 to 16; 2 */
    double normal_offset;       /* m; above 0: normals from the heights there and this far along x and z, off by up to
                                 * 3e-6 of the amplitudes' sum over the offset, as heights are floats.  0: analytic.
                                 * 0, or 0.001 to 1000; 0 */
    bool mean_level_correction; /* raise the level by the sum of Q k A^2 / 2, by which Gerstner waves lower it */
    const flo_wave *waves;      /* may be NULL if there are none: flat water */
    int wave_count;             /* 0 to 100000; the sum of amplitudes, and of steepness * amplitude, at most 1000 m */
} flo_sea_def;

/* What a sea really is, after it was cut into waves. */
typedef struct flo_sea_info {
    int waves;
    double significant_wave_height; /* m, 4 sqrt(sum A^2 / 2) */
    double peak_period;             /* s: energy-weighted mean in that fifth of an octave around a wave that has the
                                     * most energy; of a single wave its own.  0 without waves */
    double mean_heading;            /* rad, direction of travel of the energy */
    double amplitude_sum;           /* m: no crest is higher above the level */
    double steepness_sum;           /* sum of Q k A: up to 1 no surface point can fold */
    double mean_level;              /* m, what mean_level_correction adds, or would */
} flo_sea_info;

FLO_API flo_sea_def flo_default_sea_def(void);

/* Makes a sea.  FLO_BAD_VALUE names the first wave or member that is out of range. */
FLO_API FLO_NODISCARD flo_status flo_sea_create(flo_sea **sea, const flo_sea_def *def);

/* NULL is allowed.  A fleet keeps what it needs of its sea: the sea may go before the fleet. */
FLO_API void flo_sea_destroy(flo_sea *sea);

FLO_API flo_sea_info flo_sea_get_info(const flo_sea *sea);

/* Copies the waves of a sea, flo_sea_info.waves of them: wavelength, period and angular_frequency, all filled in.  As
 * they are, with the sea's gravity and depth, they make the same sea again, to the last bit on every machine. */
FLO_API void flo_sea_get_waves(const flo_sea *sea, flo_wave *waves);

/* ---- spectra --------------------------------------------------------------------------------------------------- */

typedef enum flo_spectrum_type { FLO_PIERSON_MOSKOWITZ = 0, FLO_JONSWAP = 1, FLO_TMA = 2 } flo_spectrum_type;

typedef struct flo_spectrum_def {
    uint32_t size;                  /* set by flo_default_spectrum_def */
    flo_spectrum_type type;
    double significant_wave_height; /* m, 0 or more */
    double peak_period;             /* s, above 0 */
    double gamma;                   /* peak enhancement of JONSWAP and TMA, 1 or more; 3.3 */
    double heading;                 /* rad, direction of travel; -13 to 13; 0 */
    double spreading;               /* s of cos^2s(half the angle), 0 or more; 10.  0 is long-crested */
    int components;                 /* number of waves, 1 to 100000; 64 */
    uint64_t seed;                  /* of frequencies, directions and phases; 1 */
    double cutoff;                  /* highest frequency, in peak frequencies, above 1; 3 */
    double steepness;               /* Q of every wave, 0 to 1; 1; linear waves have coth kh in finite depth */
    double gravity, depth;          /* of the sea: TMA's shape follows from them; 9.81, infinite */
} flo_spectrum_def;

FLO_API flo_spectrum_def flo_default_spectrum_def(void);

/* Cuts a spectrum into `components` waves with exactly the significant wave height asked for. */
FLO_API FLO_NODISCARD flo_status flo_spectrum_waves(const flo_spectrum_def *def, flo_wave *waves);

/* A measured or computed spectrum: one number per frequency band, with what a buoy tells of directions, or one per
 * frequency and direction, as wave models give it.  Directions are those the waves come from, rad clockwise from true
 * north.  NaN is a missing value. */
typedef struct flo_record_def {
    uint32_t size;              /* set by flo_default_record_def */
    int bands;                  /* 1 to 1000 */
    const double *frequency;    /* Hz, centre of each band, rising, above 0 */
    const double *bandwidth;    /* Hz; NULL takes NDBC's on the grid NDBC uses, else half way to the neighbours.  With
                                 * density2, NULL always takes half way to the neighbours, and of the outermost bands
                                 * the inner half alone: sums over bands are then the trapezoid rule's */
    const double *density;      /* m^2/Hz, 0 or more; NULL with density2 */
    const double *alpha1, *alpha2; /* rad, mean and principal direction; NULL without directions */
    const double *r1, *r2;      /* first and second directional Fourier coefficients, 0 to 1 */
    double heading, spreading;  /* for bands without directions: as in flo_spectrum_def; 0, 10 */
    int components;             /* 64 */
    uint64_t seed;              /* 1 */
    double cutoff;              /* highest frequency taken, in peak frequencies, above 1; 3 */
    double steepness;           /* 1 */
    double gravity, depth;      /* 9.81, infinite */
    int directions;             /* with density2: 3 to 1000, else 0 */
    const double *direction;    /* rad, -13 to 13, centre of each direction's sector, in any order, no two the same;
                                 * the sectors end half way to the neighbours.  A gap of more than twice the widest
                                 * other one is taken for the part of the circle that the spectrum leaves out */
    const double *density2;     /* m^2/Hz/rad, 0 or more, bands * directions of them: all directions of the first band,
                                 * then those of the second.  Instead of density, alpha1, alpha2, r1 and r2 */
} flo_record_def;

typedef struct flo_record_info {
    double significant_wave_height; /* m, 4 sqrt(sum density * bandwidth) over all bands */
    double peak_period;             /* s, of the band with the largest density */
    double mean_period;             /* s, Tm02 */
    double mean_direction;          /* rad, alpha1 of the peak band; NaN without directions.  With density2 0 to 2 pi */
    double energy_kept;             /* share of the energy below the cutoff, 0 to 1 */
} flo_record_info;

FLO_API flo_record_def flo_default_record_def(void);

/* Cuts a record into `components` waves that keep its significant wave height: frequencies by energy, directions from
 * the maximum-entropy distribution (A. Lygre and H. E. Krogstad, 1986), which reproduces r1 and r2, or from density2 as
 * it is, even over each sector. */
FLO_API FLO_NODISCARD flo_status flo_record_waves(const flo_record_def *def, flo_wave *waves);

FLO_API FLO_NODISCARD flo_status flo_record_get_info(const flo_record_def *def, flo_record_info *info);

/* ---- query ----------------------------------------------------------------------------------------------------- */

/* Where the answers go: an array of `count` numbers each, or NULL for what is not wanted. */
typedef struct flo_surface {
    double *height;             /* m, above y = 0; exact to float relative to the level */
    float *normal[3];           /* unit vector, y up */
    float *velocity[3];         /* m/s, of the water at the surface, current included */
    float *residual;            /* m, how far the label's place is from the point at the last evaluation */
} flo_surface;

/* The surface of the water above (x[i], z[i]), m, at `time`, s.  An answer depends on its own point alone.
 * FLO_BAD_VALUE: a point or the time is not finite or beyond 1e9 m or 1e12 s.
 * The device belongs to one thread at a time. */
FLO_API FLO_NODISCARD flo_status flo_query(flo_device *device, const flo_sea *sea, double time, size_t count,
                                           const double *x, const double *z, const flo_surface *surface);

/* Where the answers go: an array of `count` numbers each, or NULL for what is not wanted. */
typedef struct flo_water {
    float *velocity[3];         /* m/s, current included */
    float *acceleration[3];     /* m/s^2, of the water, not of the place */
    float *pressure;            /* Pa above that of the air */
    float *depth;               /* m below the surface above the point; below 0 in the air */
} flo_water;

/* The water at (x[i], y[i], z[i]), m, at `time`, s.  With d the depth below the surface right above, motion and
 * pressure are those of the label there, each wave's faded by sinh k(h - d) / sinh kh along y and
 * cosh k(h - d) / cosh kh along x, z and for the pressure, which is rho g (d + sum A cos theta (fade - 1)): linear
 * waves, stretched to the real surface (J. D. Wheeler, 1970), exp(-kd) in deep water; the same that relative drag and
 * push feel.  Along x and z it is Q, the steepness, times the vertical amplitude: linear waves' for Q = coth kh.  The
 * acceleration lacks what comes of the fade's own change, of second order in the height: a neutral body that nothing
 * but the relative push moves rises by and by (in waves of 0.3 m and 6 s, 4 m below, by 0.9 m in 30 s).  Below the
 * bottom it moves as at the bottom; in the air velocity, acceleration and pressure are 0.  An answer depends on its own
 * point alone.
 * FLO_BAD_VALUE: a point or the time is not finite, x or z beyond 1e9 m, y beyond 1e6 m, the time beyond 1e12 s.
 * The device belongs to one thread at a time. */
FLO_API FLO_NODISCARD flo_status flo_query_water(flo_device *device, const flo_sea *sea, double time, size_t count,
                                                 const double *x, const double *y, const double *z,
                                                 const flo_water *water);

/* ---- hull ------------------------------------------------------------------------------------------------------ */

typedef struct flo_hull flo_hull;

typedef enum flo_law {
    FLO_SPRING = 0,         /* stiffness * (height - y) per body, shared by its samples; two-sided, and no gravity */
    FLO_PROPORTIONAL = 1,   /* mass * g / samples * bias * submersion */
    FLO_ARCHIMEDES = 2,     /* density * g * sample volume * submersion */
} flo_law;

/* How the submersion of a sample follows from its depth d below the surface, with x = d / reference_depth.  In the air
 * all of them are 0.  The cells of a box or a mesh under archimedes have their own instead: d / e + 1/2 between 0 and
 * 1, with d that of the cell's centre and e the cell's vertical extent in the body's present attitude. */
typedef enum flo_curve {
    FLO_CURVE_NONE = 0,     /* x: no upper end */
    FLO_CURVE_CLAMP = 1,    /* x, at most 1 */
    FLO_CURVE_SATURATE = 2, /* 1 - exp(-alpha x): below 1 at any depth */
} flo_curve;

/* How the push of waves is found.  Change and analytic: normal * vertical velocity of the surface * strength * mass /
 * samples on what is wet, the velocity from the heights of two steps or from the waves themselves.  Relative is the
 * physical force of accelerated water (M. R. Maxey and J. J. Riley, 1983): density * sample volume * submersion *
 * (1 + added-mass coefficient) * the water's acceleration at the sample's depth * strength. */
typedef enum flo_push_velocity { FLO_PUSH_CHANGE = 0, FLO_PUSH_ANALYTIC = 1, FLO_PUSH_RELATIVE = 2 } flo_push_velocity;

/* What a step keeps and damps by exp(-angular dt).  At one attitude the two are the same; they differ in what a body
 * keeps that turns on, with unequal inertia. */
typedef enum flo_angular_form {
    FLO_ANGULAR_MOMENTUM = 0,   /* the angular momentum, as nature does */
    FLO_ANGULAR_VELOCITY = 1,   /* the angular velocity, as game engines do */
} flo_angular_form;

typedef struct flo_buoyancy_def {
    flo_law law;            /* the default is FLO_PROPORTIONAL */
    flo_curve curve;        /* the default is FLO_CURVE_CLAMP */
    double reference_depth; /* m, depth at which a sample counts as submerged, above 0, up to 1e6.  Required for points
                             * (but not for the spring) and for proportional boxes; must be 0 for a box or
                             * a mesh under archimedes, whose cells are submerged by their own height */
    double alpha;           /* of FLO_CURVE_SATURATE, above 0, up to 1e6; 3 */
    double bias;            /* 0 to 1e6; 1 */
    double stiffness;       /* N/m of the spring, above 0, up to 1e15 */
} flo_buoyancy_def;

/* What the vertical damping slows: the centre of mass, or every sample by its share, which damps roll and pitch. */
typedef enum flo_damping_of { FLO_DAMPING_BODY = 0, FLO_DAMPING_POINTS = 1 } flo_damping_of;

/* Force = -mass * (vertical + quadratic |v|) * v along y, with v the vertical velocity of the centre of mass or, by its
 * share of the mass, of each sample; over the ground or, if `relative`, through the water: less the water's vertical
 * velocity at the sample or, for the body, its mean over the wet samples.  In the air, too, unless scaled.  The
 * symplectic step takes it explicitly, so that vertical * dt must be well below 2; the implicit one does not mind. */
typedef struct flo_damping_def {
    double vertical;            /* 1/s; 0 to 1e6; 0 */
    double quadratic;           /* 1/m; 0 to 1e6; 0 */
    flo_damping_of of;
    bool relative;
    double angular;             /* 1/s, decay of the spin as exp(-angular t); 0 to 1e6; 0 */
    flo_angular_form angular_form;
    bool scale_by_submerged;    /* the vertical damping in proportion to the submerged fraction, or each sample's */
} flo_damping_def;

/* Force = -mass * (linear + quadratic |v| + local + local_quadratic |u|, axis by axis) * v, with v the velocity of the
 * centre of mass over the ground or, if `relative`, less the water's mean velocity at the wet samples, each at its
 * depth, and u what of it goes along the axis.  Whole while any sample is in the water, however little of the hull is.
 * A step takes it implicitly, r being the sum in brackets: v' = (v + dt F / M) / (1 + dt r mass / M), M the mass with
 * the added mass, so that it never turns a velocity round and top speeds are exact at any step.  r is axis by axis, and
 * a motion along an axis feels its own drag alone, however the hull is tilted, by either integrator. */
typedef struct flo_drag_def {
    double linear;              /* 1/s; 0 to 1e6; 0 */
    double quadratic;           /* 1/m; 0 to 1e6; 0 */
    double local[3];            /* 1/s, along the hull's x (side), y (vertical), z (forward); 0 to 1e6; 0 */
    double local_quadratic[3];  /* 1/m, likewise; 0 to 1e6; 0 */
    bool only_in_water;         /* only while a sample has submersion above 0; true */
    bool relative;              /* through the water instead of over the ground; false */
} flo_drag_def;

typedef struct flo_push_def {
    double strength;            /* 1/s; of the relative push a plain factor, 1 being the physical force.  0 to 1e6; 0 */
    flo_push_velocity velocity; /* FLO_PUSH_CHANGE */
} flo_push_def;

/* The water that must move along.  It is part of the inertia, so that no density of the body makes it unstable: a body
 * falls into water with at most g and rises with at most g / coefficient.  When the wet part grows, the velocity is
 * multiplied by (old mass / new mass)^entry_exponent along each axis: that through the water if damping, drag or push
 * are relative to it, else that over the ground; when it shrinks, the velocity is kept. */
typedef struct flo_added_mass_def {
    double coefficient[3];      /* along the hull's x, y, z, as a share of the water displaced: 0.5 for a sphere; 0 to
                                 * 1e6; 0 */
    double entry_exponent;      /* 1 keeps the momentum, 1/2 the energy, 0 the velocity; 0 to 1e6; 1 */
    double rotation[3];         /* about x, y, z, as a share of the inertia that the displaced water would have in the
                                 * body's shape: rotation * density * wet volume / mass * inertia; 0 to 1e6; 0 */
} flo_added_mass_def;

/* Design by what is wanted: reference depth and vertical damping follow from how fast and with how much overshoot a
 * body that is let go settles to 2 % (E. Catto's soft constraints, 2011):
 *     zeta = sqrt(ln^2 overshoot / (pi^2 + ln^2 overshoot)),  omega = -ln(0.02 sqrt(1 - zeta^2)) / (zeta settle),
 *     reference_depth = g bias / (omega^2 (1 + C)),  vertical = 2 zeta omega (1 + C),  C the added mass along y;
 * for points under archimedes density * volume / mass stands for the bias. */
typedef struct flo_tuning_def {
    double settle;              /* s, 1e-4 to 1e6; 0: no tuning */
    double overshoot;           /* as a share of the start's distance, above 0, up to 0.999 */
} flo_tuning_def;

typedef struct flo_thrust_def {
    double power;               /* N along the hull's +z at full throttle; -1e12 to 1e12; 0 */
    double position[3];         /* m, where; it works as far as this point is submerged: depth / reference_depth or, for
                                 * cells, / the height of a cell, 0 to 1; below the surface for the spring and
                                 * for panels.  -1e4 to 1e4; 0 */
} flo_thrust_def;

typedef struct flo_steering_def {
    double base;                /* N m about +y at full rudder; -1e15 to 1e15; 0 */
    double speed;               /* N m more at reference_speed and above; -1e15 to 1e15; 0 */
    double reference_speed;     /* m/s forward, above 0, up to 1e6; 1 */
    bool needs_water;           /* only while a sample is submerged; false */
    double lean;                /* N m about the hull's -z at full rudder and reference_speed: a turn to port presses
                                 * the port side down.  -1e15 to 1e15; 0 */
} flo_steering_def;

/* A closed surface of triangles, counter-clockwise when seen from outside; m, in the hull's axes.  The hull keeps no
 * pointer to it. */
typedef struct flo_mesh {
    const double (*vertices)[3];
    int vertex_count;
    const int (*triangles)[3];  /* indices of vertices */
    int triangle_count;
    bool allow_open;            /* take a mesh with open edges as it is: its volume then depends on where it stands */
} flo_mesh;

typedef enum flo_mesh_method {
    FLO_MESH_VOLUME = 0,        /* cells of a grid, each with its share of the volume; as the cells of a box.  Parts of
                                 * the mesh must not overlap */
    FLO_MESH_PANELS = 1,        /* the triangles themselves: exact pressure on what is under the water, whose height
                                 * varies linearly over each of them.  Takes law FLO_ARCHIMEDES */
} flo_mesh_method;

typedef struct flo_hull_def {
    uint32_t size;                  /* set by flo_default_hull_def */
    double mass;                    /* kg, 1e-9 to 1e12 */
    double inertia[3];              /* kg m^2 about the centre of mass, along the hull's axes; 1e-15 to 1e20, none above
                                     * the sum of the other two.  All 0: that of the box or the mesh, of even density,
                                     * about its middle, wherever the centre of mass is */
    double principal_axes[3][3];    /* unit vectors in the hull's axes about which inertia[0], [1] and [2] are, at right
                                     * angles to each other; all 0: the hull's own axes */
    double inertia_scale;           /* multiplies the inertia: the body turns slower.  1e-6 to 1e6; 1 */
    double center_of_mass[3];       /* m, in the hull's axes; -1e4 to 1e4; 0 */
    double volume;                  /* m^3, above 0, up to 1e12.  0: of the box or mesh; required for points under
                                     * archimedes, with added mass, or with the relative push */
    const double (*points)[3];      /* m, in the hull's axes, -1e4 to 1e4; give points, a box or a mesh */
    int point_count;                /* 1 to 1000000 */
    double box_size[3];             /* m, 1e-6 to 1e4; the box is centred on the hull's origin */
    int box_grid[3];                /* cells along x, y, z; 1 to 1000000 in all */
    const flo_mesh *mesh;           /* or NULL */
    flo_mesh_method mesh_method;
    int mesh_samples;               /* about how many cells, 1 to 1000000; 64 */
    flo_buoyancy_def buoyancy;
    flo_tuning_def tuning;          /* instead of reference_depth and damping.vertical */
    flo_damping_def damping;
    flo_drag_def drag;
    flo_push_def push;
    flo_added_mass_def added_mass;
    flo_thrust_def thrust;
    flo_steering_def steering;
} flo_hull_def;

typedef struct flo_hull_info {
    int samples;                    /* sample points, those of a box are the centres of its cells */
    double mass, inertia[3], volume;    /* the inertia is that about the hull's axes, scaled */
    double radius;                  /* m, of the samples about the centre of mass */
} flo_hull_info;

FLO_API flo_hull_def flo_default_hull_def(void);
FLO_API FLO_NODISCARD flo_status flo_hull_create(flo_hull **hull, const flo_hull_def *def);

/* NULL is allowed.  A fleet keeps what it needs of its hulls: a hull may go before the fleet. */
FLO_API void flo_hull_destroy(flo_hull *hull);

FLO_API flo_hull_info flo_hull_get_info(const flo_hull *hull);

/* ---- mesh ------------------------------------------------------------------------------------------------------ */

/* What a mesh is, by the divergence theorem; vertices at equal places count as one. */
typedef struct flo_mesh_info {
    int vertices;               /* distinct ones */
    int triangles;              /* that are used */
    int degenerate;             /* triangles without area, skipped */
    int open_edges;             /* directed edges without an opposite twin; 0: the mesh is closed */
    int crowded_edges;          /* directed edges that occur more than once: not a manifold */
    double low[3], high[3];     /* m */
    double area, volume;        /* m^2, m^3; a volume below 0 says that the triangles face inwards */
    double centroid[3];         /* m, of the volume */
    double inertia[3][3];       /* m^5 about the centroid, at density 1 */
} flo_mesh_info;

FLO_API FLO_NODISCARD flo_status flo_mesh_get_info(const flo_mesh *mesh, flo_mesh_info *info);

/* How a body floats on an even keel in flat water. */
typedef struct flo_hydrostatics {
    double draft;               /* m, from the lowest point to the waterline */
    double waterline;           /* m, its height in the hull's axes */
    double volume;              /* m^3 displaced */
    double waterplane;          /* m^2 */
    double flotation[2];        /* m, centre of the waterplane, x and z */
    double buoyancy[3];         /* m, centre of the volume displaced (KB is buoyancy[1] less the keel's height) */
    double bm[2];               /* m, from there to the metacentre: transverse (roll, about z), longitudinal (pitch) */
    double gm[2];               /* m, metacentric heights above the centre of mass */
} flo_hydrostatics;

/* The mesh floating with `mass` kg in water of `density` kg/m^3, its centre of mass at `center_of_mass`, not free to
 * tilt.  FLO_BAD_VALUE if it is open and does not allow that (it is then taken as if a lid lay on the
 * waterplane), sinks, or has no volume. */
FLO_API FLO_NODISCARD flo_status flo_mesh_float(const flo_mesh *mesh, double mass, double density,
                                                const double center_of_mass[3], flo_hydrostatics *floats);

/* ---- fleet ----------------------------------------------------------------------------------------------------- */

typedef struct flo_fleet flo_fleet;

typedef struct flo_body_state {
    double position[3];         /* m, of the hull's origin; kept to 2^-24 m.  Within 1e9, y within 1e5 of the level */
    float orientation[4];       /* w, x, y, z; normalised when written; its length 1e-30 to 1e30 */
    float velocity[3];          /* m/s in world axes, of the hull's origin; below 5000 */
    float angular_velocity[3];  /* rad/s in world axes; below 5e5 */
} flo_body_state;

typedef struct flo_body_control {
    float throttle;             /* 0 to 1 */
    float steer;                /* -1 to 1, positive turns the bow to port */
    float force[3];             /* N from outside, in world axes; within 1e15 */
    float at[3];                /* m, where it acts, in the hull's axes; within 1e4 */
    float torque[3];            /* N m from outside besides, in world axes; within 1e15 */
    float velocity[2];          /* m/s along x and z in world axes, up to 4999 in all: what a kinematic or hybrid body
                                 * does */
    float yaw_rate;             /* rad/s about +y, of a kinematic body; within 1e3 */
    float smoothing;            /* 1/s, how fast a body that follows the water does: it covers 1 - exp(-smoothing dt) of
                                 * what is left in a step.  Above 0, up to 1e6, for the modes that follow */
} flo_body_control;

typedef enum flo_mode {
    FLO_DYNAMIC = 0,            /* forces move it */
    FLO_TRANSFORM = 1,          /* stays at its x, z and heading; its origin follows the mean height of the water above
                                 * its samples, its up axis the mean normal.  No velocity */
    FLO_KINEMATIC = 2,          /* the same, but moves along x and z as commanded, turns by the yaw rate, and has the
                                 * velocity that results */
    FLO_HYBRID = 3,             /* moves along x and z exactly as commanded; forces do the rest */
} flo_mode;

typedef struct flo_body_def {
    const flo_hull *hull;
    flo_mode mode;
    flo_body_state state;
    flo_body_control control;
    const flo_sea *sea;         /* the water it is in; NULL: the fleet's.  Bodies of one hull, mode and sea are computed
                                 * side by side, so that seas of at least a few dozen bodies each cost nothing more */
} flo_body_def;

/* What acts on a body, in world axes; the torque is about the centre of mass. */
typedef struct flo_body_load {
    float force[3];             /* N */
    float torque[3];            /* N m */
    float submerged;            /* submerged share of the samples, 0 to 1 */
} flo_body_load;

/* How a step moves bodies.  Symplectic: velocities first, then places by them; stable up to omega dt = 2 with omega the
 * stiffest angular frequency.  Implicit: heave, roll and pitch with the mean force of the step; never gains energy from
 * water at rest by its samples, whatever the stiffness, and adds no damping up to omega dt = 1.  Panels are linear in
 * each step, and so want steps that resolve their motion. */
typedef enum flo_integrator { FLO_SYMPLECTIC = 0, FLO_IMPLICIT = 1 } flo_integrator;

/* How the waves above a body are summed.  Direct: one by one at every sample.  Auto: once for each patch of a hull,
 * into polynomials around it that serve all its samples, as far as waves are long against the patch; those that are
 * not are summed directly, and a sample that the polynomials cannot reach is summed directly altogether.  Which waves
 * and what degree is chosen for each hull and sea so as to cost least and to stay within the tolerance. */
typedef enum flo_waves { FLO_WAVES_AUTO = 0, FLO_WAVES_DIRECT = 1 } flo_waves;

typedef struct flo_fleet_def {
    uint32_t size;              /* set by flo_default_fleet_def */
    const flo_sea *sea;         /* of all bodies that do not name one */
    const flo_body_def *bodies;
    size_t count;               /* 0 to as many as fit, at most 4294967294: flo_fleet_memory() tells before */
    double time;                /* s, of the bodies' states; 0 */
    flo_integrator integrator;  /* FLO_IMPLICIT */
    flo_waves waves;            /* FLO_WAVES_AUTO */
    double tolerance;           /* m, of heights where waves are not summed directly; 0: each sea's significant wave
                                 * height / 2500.  0 to 1000 */
} flo_fleet_def;

/* How the waves above the bodies of one hull are summed. */
typedef struct flo_summation {
    int degree;                 /* of the polynomials: 4, 6 or 8; 0: the sum is direct */
    int expanded, waves;        /* waves in the polynomials, longest first; waves in all */
    int patches, samples;       /* patches of a hull; samples in each */
    double radius;              /* m, of the disc of labels around a patch's centre that the polynomials cover */
    double error;               /* m, bound of a height's error by them, beside the rounding of floats (some 1e-6 of the
                                 * sum of the amplitudes) and what a search for labels leaves that has not come to its
                                 * end: where the residual is centimetres, in seas about to fold, that decides */
} flo_summation;

/* Per sample of a body, on request: arrays of as many numbers as the bodies asked for have samples, body by body, or
 * NULL for what is not wanted. */
typedef struct flo_sample_loads {
    double *height;             /* m, of the water above the sample, above y = 0 */
    float *normal[3];
    float *submersion;
    float *force[3];            /* N, in world axes; 0 for the corners of panels */
} flo_sample_loads;

typedef struct flo_fleet_report {
    double time;                /* s */
    uint64_t steps;             /* done since the fleet was made */
    float largest_residual;     /* m, of all samples of all steps and forces so far, of the bodies now in the fleet */
    size_t bad_bodies;          /* bodies that were stopped */
    size_t first_bad_body;      /* its index, if there is one */
} flo_fleet_report;

FLO_API flo_fleet_def flo_default_fleet_def(void);

/* Puts bodies on a device.  FLO_BAD_VALUE names the body whose state is out of range; FLO_NO_MEMORY says how much was
 * needed.  A fleet belongs to its device's thread. */
FLO_API FLO_NODISCARD flo_status flo_fleet_create(flo_fleet **fleet, flo_device *device, const flo_fleet_def *def);
FLO_API void flo_fleet_destroy(flo_fleet *fleet);

/* Bodies in the fleet. */
FLO_API size_t flo_fleet_count(const flo_fleet *fleet);

/* How the waves above a body (0 to count - 1) are summed. */
FLO_API flo_summation flo_fleet_get_summation(const flo_fleet *fleet, size_t body);

/* Bytes that flo_fleet_create would take on a device for `count` bodies of one hull and the implicit step, nothing
 * being taken; SIZE_MAX for more than a fleet can have.  With FLO_WAVES_AUTO a hull may be cut into more pieces and
 * then take up to half as much again, and it takes a table of up to 720 bytes for each wave; flo_fleet_get_summation()
 * tells. */
FLO_API size_t flo_fleet_memory(const flo_hull *hull, size_t count);

/* Advances all bodies by `steps` steps of `dt` seconds (1e-6 to 10).  A body whose state becomes absurd is stopped
 * where it is and costs no other body a bit: faster than 5000 m/s or 5e5 rad/s, further than 1e9 m or 1e5 m from the
 * level, not finite, or with a force on one sample of more than some 4096 to 8192 times a full one's.  The call then
 * goes on to its end and returns FLO_BAD_BODY, as does every later one until the body's state is written.  An attitude
 * is kept in floats: what turns by less than 6e-8 rad in a step may not turn at all.  Steps of one dt are counted;
 * where dt becomes another, the time so far is rounded to a double, by up to 6e-11 s at 1e6 s.  FLO_BAD_VALUE: dt, or
 * steps that would end later than 1e12 s; none is done then. */
FLO_API FLO_NODISCARD flo_status flo_fleet_step(flo_fleet *fleet, double dt, uint64_t steps);

typedef struct flo_forces_def {
    uint32_t size;              /* set by flo_default_forces_def */
    size_t first, count;        /* of which bodies; count 0, the default, is all of them.  Fewer only for a look; it
                                 * takes as long as for all that have a hull, mode and sea of theirs, and the residuals
                                 * of all those count */
    double dt;                  /* s since the last step or call, which the push by change needs, 1e-6 to 10; 0 leaves
                                 * that push out; 0 */
    bool gravity;               /* include the weight; true */
    bool look;                  /* only look, between steps: what the next push by change compares with stays as it is.
                                 * false: this is a step of the caller's own integrator, and the heights above the
                                 * samples now are what the next push compares with; false */
    bool *bad;                  /* an entry for each of these bodies: true for one that has no loads; NULL, the default,
                                 * if nobody asks, and in flo_opencl_fleet_forces, whose loads tell by themselves */
} flo_forces_def;

FLO_API flo_forces_def flo_default_forces_def(void);

/* The loads on `count` bodies from `first` on in their present state, at the fleet's time: buoyancy, push, vertical
 * damping, drag, thrust, steering, what pushes from outside, and gravity if asked for; not the angular damping, which
 * is no torque but exp(-angular dt) on the spin, and not the added mass, which is inertia: divide by mass +
 * coefficient * density * volume * submerged along each of the hull's axes.  Bodies that follow the water have no
 * loads.  Whoever integrates them moves the centre of mass, which is at the origin + R c with
 * velocity v + w x R c, c being the hull's center_of_mass, and writes the origin back.  `loads` are as many entries as
 * bodies; it and `samples` may be NULL.  A body that was stopped, or whose samples' forces the sums cannot hold, has no
 * loads, but zeros; the call then returns FLO_BAD_BODY, and `bad` says of which. */
FLO_API FLO_NODISCARD flo_status flo_fleet_forces(flo_fleet *fleet, const flo_forces_def *def, flo_body_load *loads,
                                                  const flo_sample_loads *samples);

/* Moves the fleet to another time, s, as a caller with its own integrator must.  -1e12 to 1e12.  After a jump in time
 * or, by flo_fleet_write, in place, the push by change would see the jump: a call of flo_fleet_forces with dt 0 makes
 * it forget what was before. */
FLO_API FLO_NODISCARD flo_status flo_fleet_set_time(flo_fleet *fleet, double time);

/* Reads or writes the states of `count` bodies from `first` on.  Writing a body's state makes it good again.  One that
 * is not finite or out of range stops its own body, at the origin; the others are written, and the call returns
 * FLO_BAD_BODY and names the first. */
FLO_API FLO_NODISCARD flo_status flo_fleet_read(flo_fleet *fleet, size_t first, size_t count, flo_body_state *states);
FLO_API FLO_NODISCARD flo_status flo_fleet_write(flo_fleet *fleet, size_t first, size_t count,
                                                 const flo_body_state *states);

/* Sets the controls of `count` bodies from `first` on, until they are set again. */
FLO_API FLO_NODISCARD flo_status flo_fleet_control(flo_fleet *fleet, size_t first, size_t count,
                                                   const flo_body_control *controls);

/* Changes while running.  Every body that is not named keeps all its bits, now and later, and the call leaves the fleet
 * as it was if it fails.  The fleet is laid out anew: that takes the time of making it, and for a moment the memory of
 * both; so change many bodies in one call.  A single body that is to start again needs only flo_fleet_write.
 *
 * Add: `count` bodies get the numbers behind the last; FLO_BAD_VALUE names the one whose definition is wrong.
 * Remove: the bodies behind those that go move up.
 * Set the sea: bodies keep velocities, controls and, to 2^-24 m, their places in the world; the water above them is
 * another from now on, which the push by change does not take for a motion.  If it is set for all bodies it is the
 * fleet's sea from then on, that of bodies which are added without one.  NULL is the fleet's. */
FLO_API FLO_NODISCARD flo_status flo_fleet_add(flo_fleet *fleet, size_t count, const flo_body_def *bodies);
FLO_API FLO_NODISCARD flo_status flo_fleet_remove(flo_fleet *fleet, size_t first, size_t count);
FLO_API FLO_NODISCARD flo_status flo_fleet_set_sea(flo_fleet *fleet, size_t first, size_t count, const flo_sea *sea);

FLO_API FLO_NODISCARD flo_status flo_fleet_get_report(flo_fleet *fleet, flo_fleet_report *report);

/* Which bodies were stopped: fills in the numbers, which rise, of at most `capacity` of them, and sets *count to how
 * many there are.  `bodies` may be NULL when capacity is 0. */
FLO_API FLO_NODISCARD flo_status flo_fleet_get_bad(flo_fleet *fleet, size_t capacity, size_t *bodies, size_t *count);

/* Snapshots: all that later steps depend on, as bytes that are the same on every exact device.  A fleet that was made
 * from the same definitions, here or on any other device or number of devices, goes on from them with the bits of the
 * fleet that was never stopped: states, controls, stopped bodies, the largest residual, time and steps, and the heights
 * that the push by change compares with.  Initial states and the time that the fleet was made with do not matter.
 *
 * Restore and load replace the whole state.  Nothing of the fleet changes unless all of the bytes are right: each has
 * its part in a checksum.  FLO_BAD_FILE: they are no snapshot, damaged, cut short, or of another version of the format.
 * FLO_BAD_VALUE: they are of another fleet, and in what it differs: number of bodies, hulls, modes, seas, integrator,
 * way to sum waves.  FLO_NO_MEMORY.  A body that is further away than any can be is taken, and the next step stops it,
 * as it would have in the fleet that was saved.  The bytes are read twice, first to be checked.  If the device fails in
 * the middle (FLO_DEVICE_FAILED), or a file cannot be read again (FLO_CANNOT_READ) or was changed between
 * (FLO_BAD_FILE), the fleet is torn (see Errors above).
 *
 * Save writes under a temporary name in the same folder, brings that to the disk and renames it, so that there is
 * either the old file at `path` or all of the new one, whatever fails: FLO_CANNOT_WRITE.  A link there is replaced, and
 * not what it leads to; folders, pipes and devices are refused.  FLO_CANNOT_READ: there is no file at `path`, or the
 * system cannot read it.  FLO_BAD_BODY, of a snapshot too: a kernel of the caller's (flotilla_opencl.h) left a body as
 * no fleet would load it.
 *
 * A fleet's snapshot_size bytes do not change unless bodies come or go or get another sea.  `size` must be just that
 * for a snapshot. */
FLO_API FLO_NODISCARD flo_status flo_fleet_save(flo_fleet *fleet, const char *path);
FLO_API FLO_NODISCARD flo_status flo_fleet_load(flo_fleet *fleet, const char *path);
FLO_API FLO_NODISCARD flo_status flo_fleet_snapshot_size(const flo_fleet *fleet, size_t *size);
FLO_API FLO_NODISCARD flo_status flo_fleet_snapshot(flo_fleet *fleet, void *bytes, size_t size);
FLO_API FLO_NODISCARD flo_status flo_fleet_restore(flo_fleet *fleet, const void *bytes, size_t size);

/* A 64-bit hash over the state of all bodies, in their order: equal on every exact device. */
FLO_API FLO_NODISCARD flo_status flo_fleet_hash(flo_fleet *fleet, uint64_t *hash);

/* The same, going on from the hash of the bodies before: that of one fleet and then of another is that of one fleet
 * with the bodies of both.  Start from FLO_HASH_START. */
#define FLO_HASH_START 0xCBF29CE484222325u
FLO_API FLO_NODISCARD flo_status flo_fleet_hash_on(flo_fleet *fleet, uint64_t *hash);

#ifdef __cplusplus
}
#endif
#endif
