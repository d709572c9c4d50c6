/* SPDX-License-Identifier: MIT
 *
 * The published experiments: what one is, and what the files that run, judge, draw and show them share.
 *
 *   experiment.c          the command
 *   experiment_list.c     the table of all of them: titles, takeaways, where an article errs
 *   experiment_lab.c      runs the variations of a scene and keeps their tracks
 *   experiment_track.c    a track: bodies, columns, what its scene switches on
 *   experiment_series.c   numbers out of a curve: peaks, periods, decay, rest
 *   experiment_water.c    the surface of a sea, in double
 *   experiment_expect.c   what was expected, and whether it holds
 *   experiment_draw.c     the picture
 *   experiment_write.c    CSV files and what is printed
 *   experiment_page.c     one page of all
 *   experiment_<x>.c      variations and measurements, a few experiments each
 *
 * An experiment is a scene that `flotilla run` takes, too, and variations of it: a few assignments each, as --set takes
 * them.  All of them are run, and a function measures what came out and says what should have.  What should have comes
 * from closed forms, in double, from the definitions of the scene as it was run: a scene that was changed with --set
 * has other expectations, or, where a formula does not cover it, none, and then says so. */
#ifndef FLO_CLI_EXPERIMENT_H
#define FLO_CLI_EXPERIMENT_H

#include "cli.h"
#include "folder.h"

#include "../io/plot.h"

#include <math.h>

#define PI 3.14159265358979323846
#define DEGREES (180 / PI)      /* in a radian */

/* ---- the table ------------------------------------------------------------------------------------------------- */

enum { EXPERIMENT_SETS = 9 };   /* the most assignments of a variation, and the NULL that ends them */

typedef struct experiment_variation {
    const char *label;                      /* in legends and tables; NULL ends a list */
    const char *set[EXPERIMENT_SETS];       /* "dotted.path=value" */
} experiment_variation;

typedef struct lab lab;

typedef struct experiment {
    int number;
    const char *name;           /* of its scene, examples/experiments/NAME.yaml, and of its files */
    const char *article;        /* which of the four */
    const char *title;
    const char *takeaway;
    const char *errs;           /* where the article errs, or NULL */
    const experiment_variation *variations;
    bool loads;                 /* tracks keep forces and torques, too */
    bool water;                 /* and the height of the water above each body */
    void (*measure)(lab *l);
} experiment;

/* All of them, in the order of their numbers. */
extern const experiment experiments[];
extern const int experiment_count;

/* ---- tracks ---------------------------------------------------------------------------------------------------- */

/* What became of the bodies of a variation, at every `output.every`-th step of its scene and at the last. */
typedef struct track {
    const experiment_variation *variation;
    bool is_itself;             /* the user overrode nothing of what makes the variation what it is */
    /* Beside what it is without what the user set, and times beside √(m / gravity), to a percent: */
    bool is_coarse;             /* its step is longer; or 1.7 times, where only the gravity is another */
    bool is_elsewhere;          /* gravity or the water's density are others */
    double length;              /* how much longer the run is */
    char label[96];
    cli_model model;            /* the scene as it was run; its hulls and sea */
    size_t bodies, count;       /* count: of samples */
    double *time;               /* s, since the run began, at time.start */
    uint64_t *step;
    flo_body_state *state;      /* [count * bodies] */
    flo_body_load *load;        /* the same, or NULL */
    double *water;              /* m, height of the water above the bodies' origins; the same, or NULL */
    flo_fleet_report report;
    uint64_t hash;
} track;

typedef enum column {
    COLUMN_X, COLUMN_Y, COLUMN_Z,
    COLUMN_VX, COLUMN_VY, COLUMN_VZ,
    COLUMN_WX, COLUMN_WY, COLUMN_WZ,
    COLUMN_SPEED,                           /* m/s */
    COLUMN_HEADING, COLUMN_PITCH, COLUMN_ROLL,  /* rad; heading about y, then pitch about x, then roll about z */
    COLUMN_TILT,                            /* rad, of the hull's y axis from the vertical */
    COLUMN_FX, COLUMN_FY, COLUMN_FZ,
    COLUMN_TX, COLUMN_TY, COLUMN_TZ,
    COLUMN_SUBMERGED,
    COLUMN_WATER,                           /* m, height of the water above the origin */
} column;

/* A curve.  Its numbers belong to the lab. */
typedef struct series {
    const double *x, *y;
    size_t count;
} series;

/* The definition of a body's hull, and the entry of the scene that it belongs to. */
const flo_hull_def *track_hull(const track *t, size_t body);
const scene_bodies *track_entry(const track *t, size_t body);

/* The moment of a sample, s: what the sea, controls and pushes go by. */
double track_moment(const track *t, size_t sample);

const flo_body_state *track_state(const track *t, size_t body, size_t sample);
const flo_body_load *track_load(const track *t, size_t body, size_t sample);

/* The hull's axes in the world: axes[i] is its x, y or z axis. */
void track_axes(const flo_body_state *state, double axes[3][3]);
void track_place(const flo_body_state *state, const double point[3], double world[3]);

double track_value(const track *t, size_t body, size_t sample, column c);
series track_series(lab *l, const track *t, size_t body, column c);

/* What a body's scene has switched on.  A closed form says what it covers, and is silent about a scene with more. */
enum feature {
    HAS_WAVES = 1 << 0,
    HAS_CURRENT = 1 << 1,
    HAS_VERTICAL_DAMPING = 1 << 2,          /* of the body, in water and air */
    HAS_OTHER_DAMPING = 1 << 3,             /* quadratic, of points, relative */
    HAS_SCALED_DAMPING = 1 << 4,
    HAS_ANGULAR_DAMPING = 1 << 5,
    HAS_LINEAR_DRAG = 1 << 6,
    HAS_QUADRATIC_DRAG = 1 << 7,
    HAS_LOCAL_DRAG = 1 << 8,
    HAS_DRAG_IN_AIR = 1 << 9,               /* and drag at all */
    HAS_RELATIVE_DRAG = 1 << 10,
    HAS_PUSH = 1 << 11,
    HAS_ADDED_MASS = 1 << 12,
    HAS_THRUST = 1 << 13,
    HAS_STEERING = 1 << 14,
    HAS_PUSHES = 1 << 15,
    HAS_SPIN = 1 << 16,                     /* a spin or a tilt to begin with */
    HAS_MODE = 1 << 17,                     /* other than dynamic */
    HAS_LEVEL = 1 << 18,                    /* other than 0 */
    HAS_SPEED = 1 << 19,                    /* along x or z to begin with */
    HAS_VERTICAL_SPEED = 1 << 20,
    HAS_OFFSET = 1 << 21,                   /* centre of mass away from the origin */
};
unsigned track_features(const track *t, size_t body);

/* NULL if a body has no feature but these; else a sentence that names one. */
const char *track_beyond(const track *t, size_t body, unsigned covered);

/* As `track_beyond`, for a law and, unless FLO_SPRING, a curve of the buoyancy. */
const char *track_beyond_law(const track *t, size_t body, unsigned covered, flo_law law, flo_curve curve);

/* Why a closed form cannot be expected of a run, or NULL: its step is coarser than the one that the tolerance is for;
 * it takes longer than the run, with little gravity; the run ends before so many seconds. */
const char *track_coarse(const track *t);
const char *track_coarse_for(const track *t, double rate);      /* more than half a radian, or e-folding, in a step */
const char *track_slow(const track *t, double length);          /* below that */
const char *track_ends_before(const track *t, double seconds);

/* The first of several reasons that is one. */
#define either_reason(...)                                                                                            \
    first_reason((const char *const[]){ __VA_ARGS__ },                                                                \
                 sizeof (const char *const[]){ __VA_ARGS__ } / sizeof(const char *))
const char *first_reason(const char *const *reasons, size_t count);

/* Reference depth, m, and vertical damping, 1/s: of the scene, or those that its tuning finds. */
double track_reference_depth(const track *t, size_t body);
double track_vertical_damping(const track *t, size_t body);

/* How a hull of points stands on the water: along x (roll) and z (pitch), from its centre of mass. */
typedef struct point_layout {
    double mean[3];             /* m, of the points */
    double square_x, square_z;  /* m^2, mean squares */
} point_layout;
point_layout track_layout(const track *t, size_t body);

/* ---- the lab --------------------------------------------------------------------------------------------------- */

struct lab {
    const experiment *about;
    char *scene;                        /* the path of its file */
    flo_device *device;
    const cli_list *set;                /* the user's assignments */
    const volatile sig_atomic_t *stop;
    flo_status status;                  /* the first failure; what is measured then does not count */
    track *tracks;
    int track_count;
    struct finding *findings;
    int finding_count, finding_room;
    const char *unless;                 /* why what follows is not to be expected; NULL: it is */
    bool is_cut;                        /* a track is shorter than the experiment needs: nothing is to be expected */
    struct lab_panel *panels;
    int panel_count;
    struct lab_table *tables;
    int table_count;
    void **blocks;                      /* memory that goes with the lab */
    int block_count;
    double seconds;
    char drawing[160];                  /* why there is no picture */
    char *picture;                      /* the path of the picture, once it is drawn and has its name */
};

/* Runs all variations.  Messages name the scene. */
flo_status lab_open(lab *l, const experiment *about, flo_device *device, const cli_list *set,
                    const volatile sig_atomic_t *stop);
void lab_close(lab *l);

/* A folder's file of the examples, or NULL with a message; to be freed. */
char *lab_find_example(const char *name);

/* Whether the user's assignments override one. */
bool lab_is_set(const lab *l, const char *assignment);

/* The track of a variation, by its label; NULL if what makes it different was overridden by the user. */
const track *lab_track(const lab *l, const char *label);

/* Runs the scene once more, with these assignments before the user's.  The caller closes it, even if it failed; what
 * failed is in l->status, too. */
flo_status lab_try(lab *l, const char *const *set, int count, bool loads, track *t);
void track_close(track *t);

/* The value of one assignment between `low` and `high` at which `is_low` changes from true to false, to within
 * `width`; NAN if it is not true at `low` or not false at `high`.  It is assigned to `key`; other assignments before it
 * are in `set`. */
double lab_bisect(lab *l, const char *const *set, int count, const char *key, double low, double high,
                  double width, bool (*is_low)(const track *t));

/* Zeroed memory that goes with the lab; never NULL, but too little and l->status set without memory. */
double *lab_numbers(lab *l, size_t count);
flo_status lab_fail(lab *l, flo_status status);

/* ---- numbers out of a curve; NAN where there is none ------------------------------------------------------------- */

series series_between(series s, double from, double to);   /* of x */
series series_scaled(lab *l, series s, double factor, double offset);
double series_at(series s, double x);                       /* linear in between */
double series_until(series s, double x);                    /* on the line through the two samples before it */
double series_first(series s);
double series_last(series s);
series series_above(series s, double level);                /* until |y| is less for the first time */
double series_least(series s);
double series_largest(series s);
double series_mean(series s);

/* The first x at which y reaches a level, from either side. */
double series_reaches(series s, double level);

/* How long after the first x y is further than `band` from `rest` for the last time. */
double series_settles(series s, double rest, double band);

/* Mean time between upward crossings of a level, and how many periods that covers. */
double series_period(series s, double level, int *periods);

/* The highest (sign 1) or lowest (-1) points between crossings, through a parabola; returns how many there are. */
typedef struct peak { double x, y; } peak;
int series_peaks(series s, double sign, peak *peaks, int room);

/* Rate of an exponential decay towards 0, least squares of ln |y|. */
double series_decay(series s);

/* Slope of least squares. */
double series_slope(series s);

/* Least squares of mean + amplitude cos(frequency x - phase). */
typedef struct swing { double mean, amplitude, phase; } swing;
swing series_swing(series s, double frequency);

/* ---- water, in double -------------------------------------------------------------------------------------------- */

typedef struct exact_sea {
    const flo_wave *waves;      /* belong to the lab */
    int count;
    double level, current[2];
} exact_sea;

typedef struct exact_surface {
    double height;              /* m, above y = 0 */
    double slope[2];            /* along x and z */
} exact_surface;

exact_sea exact_sea_of(lab *l, const track *t);
exact_surface exact_surface_at(const exact_sea *sea, double time, double x, double z);

/* The speed, m/s, after a fall from rest with a force of -c v per mass. */
double speed_of_fall(double height, double gravity, double c);

/* How long, s, a box that nothing slows takes, let go at a height, until it is there again; NAN if it sinks. */
double bounce_period(const track *t, double from);

/* ---- expectations -------------------------------------------------------------------------------------------------*/

typedef enum finding_kind {
    FINDING_SHARE,              /* measured is within a share of what is expected */
    FINDING_WITHIN,             /* within so much of it */
    FINDING_AT_MOST,
    FINDING_AT_LEAST,
    FINDING_BETWEEN,
    FINDING_THAT,               /* something is so */
    FINDING_TOLD,               /* only a figure */
} finding_kind;

typedef struct finding {
    char what[160];
    const char *unit;
    finding_kind kind;
    double measured, expected, tolerance;   /* BETWEEN: expected to tolerance */
    bool checked, holds;
    char why[160];              /* not checked because */
} finding;

/* What follows is not checked if `reason` is not NULL, and the reason is told. */
void expect_unless(lab *l, const char *reason);

void expect_share(lab *l, const char *unit, double measured, double expected, double share, const char *what, ...)
    CLI_PRINTF(6);
void expect_within(lab *l, const char *unit, double measured, double expected, double tolerance, const char *what, ...)
    CLI_PRINTF(6);
void expect_at_most(lab *l, const char *unit, double measured, double limit, const char *what, ...) CLI_PRINTF(5);
void expect_at_least(lab *l, const char *unit, double measured, double limit, const char *what, ...) CLI_PRINTF(5);
void expect_between(lab *l, const char *unit, double measured, double low, double high, const char *what, ...)
    CLI_PRINTF(6);
void expect_that(lab *l, bool holds, const char *what, ...) CLI_PRINTF(3);
void tell(lab *l, const char *unit, double measured, const char *what, ...) CLI_PRINTF(4);

/* "59.43 m/s", "59.43 m/s ± 1 %": as tables show them. */
enum { FINDING_TEXT = 64 };
void finding_measured(const finding *f, char text[FINDING_TEXT]);
void finding_expected(const finding *f, char text[FINDING_TEXT]);

typedef struct finding_counts { int hold, fail, unchecked; } finding_counts;
finding_counts lab_counts(const lab *l);

/* ---- pictures --------------------------------------------------------------------------------------------------- */

typedef struct lab_panel lab_panel;

/* Panels fill the picture from the top.  Curves belong to the panel made last. */
void draw_panel(lab *l, const char *x_label, const char *y_label);
void draw_scales(lab *l, bool log_x, bool log_y);
void draw_range(lab *l, double low, double high);           /* of y */
void draw_map(lab *l);                                      /* seen from above, x to the left */
void draw_curve(lab *l, series s, plot_style style, const char *label, ...) CLI_PRINTF(4);
void draw_level(lab *l, double y, const char *label, ...) CLI_PRINTF(3);    /* a dashed line across */

/* Draws all panels into a file.  FLO_CANNOT_WRITE. */
flo_status lab_draw(lab *l, const char *file);

/* ---- tables, files, pages ---------------------------------------------------------------------------------------- */

/* A table that is no track, written to NAME-SUFFIX.csv; `names` are those of its columns, with commas.  `rows` are
 * rows * columns numbers that must last as long as the lab. */
void lab_add_table(lab *l, const char *suffix, const char *names, int columns, const double *values, size_t rows);

/* Refuses a folder that cannot be written, or that has one where NAME.csv or NAME.png go. */
flo_status lab_check_folder(const experiment *about, const char *folder);

/* Leaves NAME.csv, NAME.png and tables in a folder. */
flo_status lab_write(lab *l, const char *folder);

/* Refuses where a file under one of these names, as folder_publish takes them, is one that the experiment read. */
flo_status lab_spare(const lab *l, const folder *f, const char *const *names);

void lab_print(const lab *l, const char *folder);

/* DIR/index.html: begun, an experiment added to it, ended and given its name. */
typedef struct page page;
flo_status page_open(page **out, const char *folder, const flo_device *device);
flo_status page_add(page *p, const lab *l);
flo_status page_end(page *p);
void page_close(page *p);

#endif
