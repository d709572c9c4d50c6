/* SPDX-License-Identifier: MIT
 *
 * flotilla sea: prints a sea as explicit waves, and above them, as comments, what it really is.
 *
 * What is printed is a SEA file again.  Its numbers read back as they were; angles stand in degrees, and are those
 * that come back as the same radians where there are such, and else the nearest. */
#include "cli.h"

#include "../internal.h"
#include "../io/csv.h"
#include "../io/ndbc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { NEIGHBOURS = 6 };        /* doubles on either side of an angle in degrees */

/* A sea, wherever it came from. */
typedef struct source {
    scene *scene;               /* of a YAML file */
    ndbc_record *record;        /* of a buoy's file */
    flo_wave *waves;            /* made from it */
    flo_sea_def def;
    bool has_record;
    flo_record_info info;
    const char *time;
} source;

/* ---- reading --------------------------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* A buoy's file begins with YY or #YY, the name of its first column, with a year, or is compressed. */
static bool is_buoy_file(const char *name)
{
    if (ends_with(name, ".yaml") || ends_with(name, ".yml")) return false;
    FILE *file = fopen(name, "r");
    if (!file) return ends_with(name, ".data_spec") || ends_with(name, ".txt") || ends_with(name, ".gz");
    char begin[16] = "";
    const size_t length = fread(begin, 1, sizeof begin - 1, file);
    fclose(file);
    if (length >= 2 && begin[0] == '\x1f' && begin[1] == '\x8b') return true;
    const char *first = begin + strspn(begin, "# \t");
    return strncmp(first, "YY", 2) == 0 || (strspn(first, "0123456789") == 4 && first[4] == ' ');
}

static flo_status read_buoy(source *s, const char *file, const char *time)
{
    flo_status status = ndbc_read(&s->record, file, time);
    if (status) return status;
    const flo_record_def def = ndbc_record_def(s->record);
    s->waves = calloc((size_t)def.components, sizeof *s->waves);
    if (!s->waves) return flo__fail(FLO_NO_MEMORY, "no memory for %d waves", def.components);
    status = flo_record_waves(&def, s->waves);
    if (!status) status = flo_record_get_info(&def, &s->info);
    if (status) return flo__fail_more(status, "%s", file);
    s->def = flo_default_sea_def();
    s->def.waves = s->waves;
    s->def.wave_count = def.components;
    s->has_record = true;
    s->time = s->record->time;
    return FLO_OK;
}

static flo_status read_scene(source *s, const char *file, const char *time)
{
    flo_status status = scene_read(&s->scene, file, &(scene_options){ .sea_only = true });
    if (!status && time) {
        if (!s->scene->has_record) {
            return flo__fail(FLO_BAD_VALUE, "--time picks a buoy's record, and the sea of %s is none", file);
        }
        char set[64];
        snprintf(set, sizeof set, "sea.record.time=\"%.32s\"", time);
        const char *const sets[] = { set };
        scene_free(s->scene);
        s->scene = NULL;
        status = scene_read(&s->scene, file, &(scene_options){ .set = sets, .set_count = 1, .sea_only = true });
    }
    if (status) return status;
    s->def = s->scene->sea;
    s->has_record = s->scene->has_record;
    s->info = s->scene->record;
    s->time = s->scene->record_time;
    return FLO_OK;
}

static void free_source(source *s)
{
    if (s->scene) scene_free(s->scene);
    ndbc_free(s->record);
    free(s->waves);
}

/* ---- printing -------------------------------------------------------------------------------------------------- */

static void print_number(const char *before, double value)
{
    char text[CSV_NUMBER_SIZE];
    csv_format_double(text, value);
    printf("%s%s", before, text);
}

/* Prints the degrees that a reader's x / 180 * pi turns into these radians: of several, those with the fewest digits,
 * which are what a person wrote.  Some radians come from no number of degrees; then the nearest. */
static void print_degrees(const char *before, double radians)
{
    char best[CSV_NUMBER_SIZE], text[CSV_NUMBER_SIZE];
    double candidate = radians * (180 / pi);
    csv_format_double(best, candidate);
    bool exact = candidate / 180 * pi == radians;
    for (int i = 0; i < NEIGHBOURS; i++) candidate = nextafter(candidate, -HUGE_VAL);
    for (int i = -NEIGHBOURS; i <= NEIGHBOURS; i++) {
        const size_t length = csv_format_double(text, candidate);
        if (candidate / 180 * pi == radians && (!exact || length < strlen(best))) {
            strcpy(best, text);
            exact = true;
        }
        candidate = nextafter(candidate, HUGE_VAL);
    }
    printf("%s%s", before, best);
}

static void print_comment(const char *file, const source *s, const flo_sea_info *info)
{
    fputs("# The sea of ", stdout);
    for (; *file; file++) putchar((unsigned char)*file < ' ' || *file == 127 ? '?' : *file);
    if (s->has_record) printf(", record of %s UTC", s->time);
    printf("\n# as it is, cut into %d waves:\n", info->waves);
    printf("#   significant wave height  %.4g m\n", info->significant_wave_height);
    printf("#   peak period              %.4g s\n", info->peak_period);
    const double heading = info->mean_heading * 180 / pi, bearing = fmod(180 - heading + 720, 360);
    printf("#   mean heading             %.1f degrees, towards compass bearing %.1f\n", heading, bearing);
    printf("#   sum of amplitudes        %.4g m\n", info->amplitude_sum);
    printf("#   sum of steepness Q k A   %.4g%s\n", info->steepness_sum,
           info->steepness_sum > 1 ? ", above 1: the surface may fold" : ", at most 1: the surface cannot fold");
    if (s->has_record) {
        printf("# as recorded: Hm0 %.4g m, Tp %.4g s, Tm02 %.4g s, of which %.4g %% of the energy is kept\n",
               s->info.significant_wave_height, s->info.peak_period, s->info.mean_period, 100 * s->info.energy_kept);
    }
}

static void print_head(const flo_sea_def *def)
{
    fputs("sea:\n", stdout);
    print_number("  gravity: ", def->gravity);
    print_number("\n  density: ", def->density);
    print_number("\n  level: ", def->level);
    if (isinf(def->depth)) {
        fputs("\n  depth: .inf", stdout);
    } else {
        print_number("\n  depth: ", def->depth);
    }
    print_number("\n  current: [", def->current[0]);
    print_number(", ", def->current[1]);
    printf("]\n  inversion: %d", def->inversion);
    print_number("\n  normal_offset: ", def->normal_offset);
    printf("\n  mean_level_correction: %s\n", def->mean_level_correction ? "true" : "false");
}

static void print_wave(const flo_wave *wave)
{
    print_number("    - {amplitude: ", wave->amplitude);
    if (wave->wavelength > 0) {
        print_number(", wavelength: ", wave->wavelength);
    } else {
        print_number(", period: ", wave->period);
    }
    if (wave->own_frequency) print_number(", angular_frequency: ", wave->angular_frequency);
    print_degrees(", heading: ", wave->heading);
    print_number(", steepness: ", wave->steepness);
    print_degrees(", phase: ", wave->phase);
    fputs("}\n", stdout);
}

static flo_status print_sea(const char *file, const source *s)
{
    flo_sea *sea;
    const flo_status status = flo_sea_create(&sea, &s->def);
    if (status) return flo__fail_more(status, "%s", file);
    const flo_sea_info info = flo_sea_get_info(sea);
    flo_sea_destroy(sea);
    if (s->has_record && cli_lacks_directions(&s->info)) cli_print_warning(CLI_NO_DIRECTIONS, s->time);
    print_comment(file, s, &info);
    print_head(&s->def);
    if (s->def.wave_count > 0) fputs("  waves:\n", stdout);
    for (int i = 0; i < s->def.wave_count; i++) print_wave(&s->def.waves[i]);
    return FLO_OK;
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

static int sea_command(int argc, char **argv)
{
    const char *time = NULL;
    cli_list operands = { 0 };
    const cli_option options[] = {
        { "--time", CLI_TEXT, &time, "\"YYYY-MM-DD hh:mm\", UTC, of a buoy's record", 0, 0 },
    };
    const cli_syntax syntax = { options, 1, "one FILE", 1, 1, &operands };
    int result = cli_parse(&syntax, argc, argv);
    if (!result) {
        source s = { .scene = NULL };
        const char *file = operands.text[0];
        flo_status status = is_buoy_file(file) ? read_buoy(&s, file, time) : read_scene(&s, file, time);
        if (!status) status = print_sea(file, &s);
        if (status) result = cli_failed(status);
        free_source(&s);
    }
    cli_free_list(&operands);
    return result;
}

const cli_command cli_sea = {
    "sea", sea_command, "prints a sea as explicit waves, and what it really is",
    "flotilla sea FILE [--time \"YYYY-MM-DD hh:mm\"]\n"
    "\n"
    "FILE is a SEA file or a scene (YAML), or a buoy's record as NDBC offers it: 41010.data_spec, 41010w2019.txt,\n"
    "gzipped or not, with its directional files beside it.  Prints a SEA file with the waves one by one, and as\n"
    "comments above it the height, period, direction and steepness that these waves have together.\n"
    "\n"
    "  --time T    which record of a buoy's file, UTC; else the first, or the scene's\n"
};
