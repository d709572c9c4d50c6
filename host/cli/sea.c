/* SPDX-License-Identifier: MIT
 *
 * flotilla sea: prints a sea as explicit waves, and above them, as comments, what it really is.
 *
 * What is printed is a SEA file again.  Its numbers read back as they were; angles stand in degrees, and are those
 * that come back as the same radians where there are such, and else the nearest. */
#include "cli.h"

#include "../internal.h"
#include "../io/csv.h"
#include "../io/record_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { NEIGHBOURS = 6 };        /* doubles on either side of an angle in degrees */

/* A sea, wherever it came from. */
typedef struct source {
    scene *scene;               /* of a YAML file */
    record_file record;         /* of a buoy's or a model's file */
    flo_wave *waves;            /* made from it */
    flo_sea_def def;
    bool has_record;
    flo_record_info info;
    const char *time;
} source;

/* ---- reading --------------------------------------------------------------------------------------------------- */

/* What is read beside the file is somebody else's, if the file is. */
static flo_status read_within(source *s, const char *file, const char *time, const swan_place *place,
                              const char *files_below)
{
    if (!files_below) return record_file_read(&s->record, file, time, place);
    fence within;
    flo_status status = fence_open(&within, files_below, file);
    if (!status) status = record_file_read_within(&s->record, file, time, place, &within, NULL);
    fence_close(&within);
    return status;
}

static flo_status read_record(source *s, const char *file, const char *time, const swan_place *place,
                              const char *files_below)
{
    flo_status status = read_within(s, file, time, place, files_below);
    if (status) return status;
    const flo_record_def def = record_file_def(&s->record);
    s->waves = calloc((size_t)def.components, sizeof *s->waves);
    if (!s->waves) return flo__fail(FLO_NO_MEMORY, "no memory for %d waves", def.components);
    status = flo_record_waves(&def, s->waves);
    if (!status) status = flo_record_get_info(&def, &s->info);
    if (status) return flo__fail_more(status, "%s", file);
    s->def = flo_default_sea_def();
    s->def.waves = s->waves;
    s->def.wave_count = def.components;
    s->has_record = true;
    s->time = record_file_time(&s->record);
    return FLO_OK;
}

static flo_status read_scene(source *s, const char *file, const char *time, const char *place,
                             const char *files_below)
{
    scene_options options = { .sea_only = true, .files_below = files_below };
    flo_status status = scene_read(&s->scene, file, &options);
    if (!status && (time || place)) {
        if (!s->scene->has_record) {
            return flo__fail(FLO_BAD_VALUE, "%s picks a record, and the sea of %s is none",
                             time ? "--time" : "--place", file);
        }
        char set_time[64], set_place[96];
        const char *sets[2];
        int count = 0;
        if (time) {
            snprintf(set_time, sizeof set_time, "sea.record.time=\"%.32s\"", time);
            sets[count++] = set_time;
        }
        if (place) {
            const bool list = strchr(place, ',');
            snprintf(set_place, sizeof set_place, "sea.record.place=%s%.64s%s", list ? "[" : "", place,
                     list ? "]" : "");
            sets[count++] = set_place;
        }
        scene_free(s->scene);
        s->scene = NULL;
        options.set = sets;
        options.set_count = count;
        status = scene_read(&s->scene, file, &options);
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
    record_file_free(&s->record);
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

static void print_place(const swan_record *record)
{
    const char *const unit = record->spherical ? "degrees" : "m";
    printf(", place %d of %d at %.10g, %.10g %s", record->place, record->places, record->at[0], record->at[1], unit);
}

static void print_comment(const char *file, const source *s, const flo_sea_info *info)
{
    fputs("# The sea of ", stdout);
    for (; *file; file++) putchar((unsigned char)*file < ' ' || *file == 127 ? '?' : *file);
    if (s->has_record && *s->time) printf(", record of %s UTC", s->time);
    if (s->record.swan) print_place(s->record.swan);
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
    if (s->has_record && cli_lacks_directions(&s->info)) {
        cli_print_warning(CLI_NO_DIRECTIONS, *s->time ? s->time : file);
    }
    if (cli_reaches_bottom(&s->def, &info)) {
        cli_print_warning(CLI_REACHES_BOTTOM, info.significant_wave_height, info.amplitude_sum, s->def.depth);
    }
    print_comment(file, s, &info);
    print_head(&s->def);
    if (s->def.wave_count > 0) fputs("  waves:\n", stdout);
    for (int i = 0; i < s->def.wave_count; i++) print_wave(&s->def.waves[i]);
    return FLO_OK;
}

/* ---- the command ----------------------------------------------------------------------------------------------- */

static int sea_command(int argc, char **argv)
{
    const char *time = NULL, *place = NULL, *files_below = NULL;
    const char *const allowed =
        "a number from 1 on, or X,Y (longitude and latitude), of which the nearest place is taken";
    swan_place at = { 0 };
    cli_list operands = { 0 };
    const cli_option options[] = {
        { "--time", CLI_TEXT, &time, "\"YYYY-MM-DD hh:mm\", UTC, of a record", 0, 0 },
        { "--place", CLI_TEXT, &place, allowed, 0, 0 },
        CLI_FILES_BELOW(&files_below),
    };
    const cli_syntax syntax = { options, sizeof options / sizeof *options, "one FILE", 1, 1, &operands };
    int result = cli_parse(&syntax, argc, argv);
    if (!result && place && !record_file_parse_place(place, &at)) {
        result = cli_misused("--place is \"%.60s\"; it must be %s", place, allowed);
    }
    if (!result) {
        source s = { .scene = NULL };
        const char *file = operands.text[0];
        flo_status status = record_file_is_one(file) ? read_record(&s, file, time, place ? &at : NULL, files_below)
                                                     : read_scene(&s, file, time, place, files_below);
        if (!status) status = print_sea(file, &s);
        if (status) result = cli_failed(status);
        free_source(&s);
    }
    cli_free_list(&operands);
    return result;
}

const cli_command cli_sea = {
    "sea", sea_command, "prints a sea as explicit waves, and what it really is",
    "flotilla sea FILE [--time \"YYYY-MM-DD hh:mm\"] [--place N|X,Y] [--files-below DIR]\n"
    "\n"
    "FILE is a SEA file or a scene (YAML); a buoy's record as NDBC offers it: 41010.data_spec, 41010w2019.txt, with\n"
    "its directional files beside it; or spectra of the wave model SWAN; these gzipped or not.  Prints a SEA file\n"
    "with the waves one by one, and as comments above it the height, period, direction and steepness that these waves\n"
    "have together.\n"
    "\n"
    "  --time T             which record of the file, UTC; else the first, or the scene's\n"
    "  --place P            which place of a SWAN file: N from 1 on, or X,Y (longitude,latitude or metres, as the\n"
    "                       file has it) for the nearest; else the first, or the scene's\n"
    CLI_FILES_BELOW_HELP
};
