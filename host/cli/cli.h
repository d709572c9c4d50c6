/* SPDX-License-Identifier: MIT
 *
 * What the commands of `flotilla` share: how a command is described, how its options are read, how it complains, and
 * how a scene becomes a sea with hulls.
 *
 * A command returns the exit status of the program.  Whatever goes wrong is told once, on the standard error, as
 * "flotilla: <message>". */
#ifndef FLO_CLI_H
#define FLO_CLI_H

#include "../flotilla.h"
#include "../io/scene.h"

#include <signal.h>

#if defined(__GNUC__)
#define CLI_PRINTF(from) __attribute__((format(printf, from, from + 1)))
#define CLI_VPRINTF(from) __attribute__((format(printf, from, 0)))      /* with a va_list */
#else
#define CLI_PRINTF(from)
#define CLI_VPRINTF(from)
#endif

/* Exit status. */
enum { CLI_DONE = 0, CLI_CHECK_FAILED = 1, CLI_BAD_INPUT = 2, CLI_NO_DEVICE = 3, CLI_INTERRUPTED = 130 };

/* ---- commands -------------------------------------------------------------------------------------------------- */

typedef struct cli_command {
    const char *name;
    int (*call)(int argc, char **argv);     /* argv[0] is the command's name; NULL: not built yet */
    const char *summary;                    /* one line */
    const char *help;                       /* usage and options, printed as it is */
} cli_command;

extern const cli_command cli_run, cli_query, cli_check, cli_devices, cli_experiment, cli_hull, cli_sea;

/* bench/: flotilla bench [NAME]... [--list] [--json FILE] */
int cli_bench(int argc, char **argv);

/* ---- complaints ------------------------------------------------------------------------------------------------ */

void cli_print_error(const char *format, ...) CLI_PRINTF(1);
void cli_print_warning(const char *format, ...) CLI_PRINTF(1);
void cli_print_note(const char *format, ...) CLI_PRINTF(1);

/* A name on the standard output, clean as in messages: control characters are shown as \xHH. */
void cli_print_name(const char *name);

/* Prints a message about wrong usage; returns CLI_BAD_INPUT. */
int cli_misused(const char *format, ...) CLI_PRINTF(1);

/* Prints the library's message; returns the exit status that belongs to the status. */
int cli_failed(flo_status status);

/* ---- options --------------------------------------------------------------------------------------------------- */

typedef enum cli_kind {
    CLI_FLAG,           /* bool *; takes no value */
    CLI_TEXT,           /* const char ** */
    CLI_WORD,           /* const char **; one of the words in `allowed`, which | separates */
    CLI_LIST,           /* cli_list *; may be given several times */
    CLI_NUMBER,         /* double *; finite, low to high */
    CLI_NUMBER_OR_0,    /* double *; the same, or 0 */
    CLI_COUNT,          /* cli_number *; a whole number, low to high */
    CLI_BYTES,          /* cli_number *; bytes, with K, M, G or T for powers of 1024 */
} cli_kind;

typedef struct cli_list {
    const char **text;
    int count;
} cli_list;

typedef struct cli_number {
    uint64_t value;
    bool given;
} cli_number;

typedef struct cli_option {
    const char *name;           /* with its dashes */
    cli_kind kind;
    void *value;                /* as the kind says; untouched when the option is not given */
    const char *allowed;        /* what the value may be, for the message */
    double low, high;           /* of CLI_NUMBER, CLI_NUMBER_OR_0 and CLI_COUNT */
} cli_option;

typedef struct cli_syntax {
    const cli_option *options;
    int option_count;
    const char *operand;        /* what stands without dashes, such as "SCENE.yaml"; NULL if nothing may */
    int least, most;            /* how many */
    cli_list *operands;
} cli_syntax;

/* The option of all that take somebody else's scene: `into` is a const char *. */
#define CLI_FILES_BELOW(into) { "--files-below", CLI_TEXT, into, "a folder", 0, 0 }
#define CLI_FILES_BELOW_HELP \
    "  --files-below DIR    for scenes of strangers: files that the scene names must lie in DIR or below, wherever\n" \
    "                       links lead; others are refused, and nobody looks whether they exist\n"

/* Reads a command's arguments.  CLI_DONE, or CLI_BAD_INPUT after a message.  Lists belong to the caller, who frees
 * them with cli_free_list whatever came back. */
int cli_parse(const cli_syntax *syntax, int argc, char **argv);
void cli_free_list(cli_list *list);

/* ---- models ---------------------------------------------------------------------------------------------------- */

/* A scene made real, without a device. */
typedef struct cli_model {
    scene *scene;
    flo_sea *sea;
    flo_hull **hulls;           /* one for each of the scene's */
    flo_body_def *bodies;       /* NULL before cli_model_make_bodies */
    size_t body_count;
    size_t first, part;         /* the bodies that this process holds; all of them, unless something changes it */
    double sample_count;        /* of all bodies; too many for an integer is no error yet */
} cli_model;

flo_status cli_model_open(cli_model *model, const char *file, const cli_list *set);

/* The same with all options of a scene. */
flo_status cli_model_open_within(cli_model *model, const char *file, const scene_options *options);

/* What the bodies of this process and their fleet will take, in bytes, nothing being taken. */
double cli_model_memory(const cli_model *model);

/* Which entry of its bodies takes most of that: "bodies[2].count, 1000 of hull boat"; "bodies[2].count, 400 of its 1000
 * of hull boat" where other processes hold the others. */
enum { CLI_MOST = 208 };
void cli_model_say_most(const cli_model *model, char words[CLI_MOST]);

flo_status cli_model_make_bodies(cli_model *model);
void cli_model_drop_bodies(cli_model *model);
void cli_model_close(cli_model *model);

/* A scene's sea; a refusal names the file. */
flo_status cli_create_sea(flo_sea **sea, const scene *s);

/* Whether a record says nothing of directions, and what to say then: a format for the record's time, or its file where
 * it has none. */
bool cli_lacks_directions(const flo_record_info *record);
#define CLI_NO_DIRECTIONS "the record of %s has no direction for its peak (a buoy's is in its directional files): it "\
    "took heading and spreading instead"

/* Whether waves are so high that their surface can come down to the bottom, and what to say then: a format for the
 * significant wave height, the sum of the amplitudes and the depth, m. */
bool cli_reaches_bottom(const flo_sea_def *def, const flo_sea_info *info);
#define CLI_REACHES_BOTTOM "the waves are too high for the water, their surface can reach the bottom: the "\
    "significant wave height is %.3g m, the amplitudes add up to %.3g m, and sea.depth is %.3g m; where waves break, "\
    "the significant wave height is about 0.6 of the depth"

/* Opens a device; NULL is the default. */
flo_status cli_open_device(flo_device **device, const char *name, int threads);

/* Seconds since some moment, steadily. */
double cli_seconds(void);

/* After cli_catch_signals the first SIGINT or SIGTERM only sets this, so that what is begun ends cleanly; a second one,
 * while a driver hangs, does what it always does. */
extern volatile sig_atomic_t cli_interrupted;
void cli_catch_signals(void);

/* Heading, pitch and roll of an attitude, rad: about y, then x, then z. */
void cli_angles(const float q[4], double *heading, double *pitch, double *roll);

#endif
