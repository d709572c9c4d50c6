/* SPDX-License-Identifier: MIT
 *
 * Scenes: the sea, as explicit waves, as a spectrum or as the record of a buoy or a wave model. */
#include "record_file.h"
#include "scene_parts.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- tables ------------------------------------------------------------------------------------------------------ */

enum { MOST_WAVES = 100000 };

/* Those of flo_sea_create, so that it has nothing more to refuse in a single value. */
static const yaml_range gravities = {0, 1000, true}, densities = {0, 1e5, true}, levels = {-1e6, 1e6, false};
static const yaml_range currents = {-100, 100, false}, inversions = {0, 16, false}, offsets = {1e-3, 1000, false};
static const yaml_range amplitudes = {0, 1000, false}, wavelengths = {1e-3, 1e7, false}, periods = {1e-3, 1e5, false};
static const yaml_range frequencies = {-1e4, 1e4, false};

static const yaml_range components = {1, MOST_WAVES, false}, cutoffs = {1, 1e8, true};
static const yaml_range places = {1, 1000000, false}, coordinates = {-1e9, 1e9, false};
static const yaml_range from_1 = {1, INFINITY, false}, whole = {0, 0x1p64, false};
static const char *const spectra[] = {"pm", "jonswap", "tma", NULL};

static const yaml_key sea_keys[] = {
    {"gravity", YAML_NUMBER, .range = &gravities, .standard = 9.81, .at = offsetof(flo_sea_def, gravity)},
    {"density", YAML_NUMBER, .range = &densities, .standard = 1025, .at = offsetof(flo_sea_def, density)},
    {"level", YAML_NUMBER, .range = &levels, .at = offsetof(flo_sea_def, level)},
    {"depth", YAML_NUMBER, .range = &yaml_above_0, .infinite = true, .standard = INFINITY,
     .at = offsetof(flo_sea_def, depth)},
    {"current", YAML_NUMBER, .length = 2, .range = &currents, .at = offsetof(flo_sea_def, current)},
    {"inversion", YAML_INT, .range = &inversions, .standard = 2, .at = offsetof(flo_sea_def, inversion)},
    {"normal_offset", YAML_NUMBER, .range = &offsets, .or_zero = true,
     .at = offsetof(flo_sea_def, normal_offset)},
    {"mean_level_correction", YAML_BOOL, .at = offsetof(flo_sea_def, mean_level_correction)},
    {"waves", .type = YAML_ROWS},
    {"spectrum", .type = YAML_KEYS},
    {"record", .type = YAML_KEYS},
    {0},
};

static const yaml_key wave_keys[] = {
    {"amplitude", YAML_NUMBER, .required = true, .range = &amplitudes, .at = offsetof(flo_wave, amplitude)},
    {"wavelength", YAML_NUMBER, .range = &wavelengths, .at = offsetof(flo_wave, wavelength)},
    {"period", YAML_NUMBER, .range = &periods, .at = offsetof(flo_wave, period)},
    {"heading", YAML_ANGLE, .at = offsetof(flo_wave, heading)},
    {"steepness", YAML_NUMBER, .range = &yaml_not_negative, .at = offsetof(flo_wave, steepness)},
    {"phase", YAML_ANGLE, .at = offsetof(flo_wave, phase)},
    {"angular_frequency", YAML_NUMBER, .range = &frequencies, .at = offsetof(flo_wave, angular_frequency)},
    {0},
};

#define SPECTRUM(member) offsetof(flo_spectrum_def, member)

static const yaml_key spectrum_keys[] = {
    {"type", YAML_WORD, .required = true, .words = spectra, .at = SPECTRUM(type)},
    {"hs", YAML_NUMBER, .required = true, .range = &amplitudes, .at = SPECTRUM(significant_wave_height)},
    {"tp", YAML_NUMBER, .required = true, .range = &periods, .at = SPECTRUM(peak_period)},
    {"gamma", YAML_NUMBER, .range = &from_1, .standard = 3.3, .at = SPECTRUM(gamma)},
    {"heading", YAML_ANGLE, .at = SPECTRUM(heading)},
    {"spreading", YAML_NUMBER, .range = &yaml_not_negative, .standard = 10, .at = SPECTRUM(spreading)},
    {"components", YAML_INT, .range = &components, .standard = 64, .at = SPECTRUM(components)},
    {"seed", YAML_COUNT, .range = &whole, .standard = 1, .at = SPECTRUM(seed)},
    {"cutoff", YAML_NUMBER, .range = &cutoffs, .standard = 3, .at = SPECTRUM(cutoff)},
    {"steepness", YAML_NUMBER, .range = &yaml_share, .standard = 1, .at = SPECTRUM(steepness)},
    {0},
};

typedef struct record_values {
    const char *file, *time;
    int place;                      /* 0: not given */
    double near[2];
    flo_record_def def;
} record_values;

#define RECORD(member) offsetof(record_values, def.member)

static const yaml_key record_keys[] = {
    {"file", YAML_TEXT, .required = true, .at = offsetof(record_values, file)},
    {"time", YAML_TEXT, .at = offsetof(record_values, time)},
    {"place", YAML_INT, .range = &places, .at = offsetof(record_values, place)},
    {"components", YAML_INT, .range = &components, .standard = 64, .at = RECORD(components)},
    {"seed", YAML_COUNT, .range = &whole, .standard = 1, .at = RECORD(seed)},
    {"cutoff", YAML_NUMBER, .range = &cutoffs, .standard = 3, .at = RECORD(cutoff)},
    {"steepness", YAML_NUMBER, .range = &yaml_share, .standard = 1, .at = RECORD(steepness)},
    {"heading", YAML_ANGLE, .at = RECORD(heading)},
    {"spreading", YAML_NUMBER, .range = &yaml_not_negative, .standard = 10, .at = RECORD(spreading)},
    {0},
};

enum { RECORD_KEYS = sizeof record_keys / sizeof *record_keys };

/* What `place` is as a list: the nearest place is taken. */
static const yaml_key near_key = {"place", YAML_NUMBER, .length = 2, .range = &coordinates,
                                  .at = offsetof(record_values, near)};

/* Bytes that a wave takes here and in a sea while it is made. */
enum { WAVE_BYTES = 512 };

/* ---- explicit waves ---------------------------------------------------------------------------------------------- */

/* The wavenumber, rad/m. */
static double find_wavenumber(const flo_wave *wave, const flo_sea_def *sea)
{
    const double pi = 3.14159265358979323846;
    if (wave->wavelength > 0) return 2 * pi / wave->wavelength;
    return flo__wavenumber(2 * pi / wave->period, sea->gravity, sea->depth);
}

/* How steep a wave may be depends on its length and on the depth.  flo_sea_create has the last word, to the last bit;
 * here a wave that is clearly too steep is refused with its line. */
static flo_status check_steepness(const yaml_file *file, const yaml_node *node, const flo_wave *wave,
                                  const flo_sea_def *sea)
{
    const double slack = 1 + 1e-9, k = find_wavenumber(wave, sea);
    const double most = isinf(sea->depth) ? 1 : 1 / tanh(k * sea->depth);
    const double loop = wave->steepness * k * wave->amplitude;
    const yaml_node *steepness = yaml_get(node, "steepness");
    if (wave->steepness > most * slack)
        return yaml_fail(file, steepness, "%s is not allowed; it must be 0 to %.6g, max(1, coth kh) of this wave",
                         steepness->text, most);
    if (loop > slack)
        return yaml_fail(file, steepness, "%s is not allowed: the wave would loop; it must be at most %.6g (1 / kA)",
                         steepness->text, wave->steepness / loop);
    return FLO_OK;
}

static flo_status read_wave(yaml_file *file, const yaml_node *node, const flo_sea_def *sea, flo_wave *wave)
{
    static const char *const lengths[] = {"wavelength", "period", NULL};
    flo_status status = yaml_read_map(file, node, wave_keys, wave);
    if (!status) status = yaml_one_of(file, node, lengths, true);
    if (status) return status;
    const yaml_node *frequency = yaml_get(node, "angular_frequency"), *period = yaml_get(node, "period");
    wave->own_frequency = frequency != NULL;
    if (frequency && period)
        return yaml_exclude(file, frequency, period, "give angular_frequency beside a wavelength only");
    return check_steepness(file, node, wave, sea);
}

/* Room for the waves of the scene's sea; NULL if there is none, which is then said. */
static flo_wave *take_waves(scene *s, int count)
{
    flo_wave *waves = scene_allocate(s, (size_t)count, sizeof *waves);
    s->sea.waves = waves;
    s->sea.wave_count = waves ? count : 0;
    return waves;
}

static flo_status read_waves(scene *s, yaml_file *file, const yaml_node *list)
{
    if (list->count > MOST_WAVES)
        return yaml_fail(file, list, "%d waves are not allowed; at most %d are", list->count, MOST_WAVES);
    flo_status status = scene_need(s, file, list, list->count, "waves", WAVE_BYTES);
    flo_wave *waves = status ? NULL : take_waves(s, list->count);
    if (!waves) return FLO_NO_MEMORY;
    for (const yaml_node *node = list->first; node && !status; node = node->next)
        status = read_wave(file, node, &s->sea, waves++);
    return status;
}

/* ---- spectra and records ----------------------------------------------------------------------------------------- */

static flo_status read_spectrum(scene *s, yaml_file *file, const yaml_node *node)
{
    flo_spectrum_def def = flo_default_spectrum_def();
    flo_status status = yaml_read_map(file, node, spectrum_keys, &def);
    if (status) return status;
    def.gravity = s->sea.gravity;
    def.depth = s->sea.depth;
    const yaml_node *components_of = yaml_get(node, "components");
    status = scene_need(s, file, components_of ? components_of : node, def.components, "waves", WAVE_BYTES);
    if (status) return status;
    flo_wave *waves = take_waves(s, def.components);
    if (!waves) return FLO_NO_MEMORY;
    status = flo_spectrum_waves(&def, waves);
    if (!status) status = scene_keep_spectrum(s, &def);
    return status ? yaml_blame(file, node, status) : FLO_OK;
}

/* "first", or "YYYY-MM-DD hh:mm". */
static flo_status check_time(const yaml_file *file, const yaml_node *node)
{
    if (!node || strcmp(node->text, "first") == 0) return FLO_OK;
    static const char shape[] = "dddd-dd-dd dd:dd";
    const char *text = node->text;
    bool good = strlen(text) == strlen(shape);
    for (size_t i = 0; good && shape[i]; i++)
        good = shape[i] == 'd' ? text[i] >= '0' && text[i] <= '9' : text[i] == shape[i];
    if (good) return FLO_OK;
    char shown[96];
    yaml_show(node, shown, sizeof shown);
    return yaml_fail(file, node, "%s is not allowed; it must be first or YYYY-MM-DD hh:mm, in UTC", shown);
}

static flo_status make_record_waves(scene *s, const record_values *values, const record_file *record)
{
    flo_record_def def = record_file_def(record);
    def.components = values->def.components;
    def.seed = values->def.seed;
    def.cutoff = values->def.cutoff;
    def.steepness = values->def.steepness;
    def.heading = values->def.heading;
    def.spreading = values->def.spreading;
    def.gravity = s->sea.gravity;
    def.depth = s->sea.depth;
    flo_wave *waves = take_waves(s, def.components);
    if (!waves) return FLO_NO_MEMORY;
    s->has_record = true;
    snprintf(s->record_time, sizeof s->record_time, "%s", record_file_time(record));
    flo_status status = flo_record_get_info(&def, &s->record);
    if (!status) status = scene_keep_record(s, &def);
    return status ? status : flo_record_waves(&def, waves);
}

/* `place` is a number or a list of two: which of the two decides how it is read. */
static flo_status read_record_values(yaml_file *file, const yaml_node *node, record_values *values)
{
    yaml_key keys[RECORD_KEYS];
    memcpy(keys, record_keys, sizeof keys);
    const yaml_node *place = yaml_get(node, "place");
    for (yaml_key *key = keys; key->name && place && place->kind == YAML_LIST; key++)
        if (strcmp(key->name, near_key.name) == 0) *key = near_key;
    return yaml_read_map(file, node, keys, values);
}

static flo_status read_record(scene *s, yaml_file *file, const yaml_node *node)
{
    record_values values = {.def = flo_default_record_def()};
    flo_status status = read_record_values(file, node, &values);
    if (!status) status = check_time(file, yaml_get(node, "time"));
    const yaml_node *components_of = yaml_get(node, "components");
    if (!status)
        status = scene_need(s, file, components_of ? components_of : node, values.def.components, "waves", WAVE_BYTES);
    if (status) return status;
    const bool first = !values.time || strcmp(values.time, "first") == 0;
    char *name;
    status = scene_find(s, file, yaml_get(node, "file"), &name);
    if (status) return status;
    const yaml_node *asked = yaml_get(node, "place");
    const swan_place place = {values.place, asked && asked->kind == YAML_LIST, {values.near[0], values.near[1]}};
    record_file record;
    status = record_file_read_within(&record, name, first ? NULL : values.time, asked ? &place : NULL, s->fence,
                                     &s->read);
    if (!status) status = make_record_waves(s, &values, &record);
    if (status) status = yaml_blame(file, node, status);
    record_file_free(&record);
    free(name);
    return status;
}

/* What no single value tells: whether the library makes a sea of it all. */
static flo_status try_sea(const scene *s, const yaml_file *file, const yaml_node *sea)
{
    const yaml_node *spectrum = yaml_get(sea, "spectrum"), *record = yaml_get(sea, "record");
    const yaml_node *made = spectrum ? spectrum : record;
    flo_sea *trial;
    flo_status status = flo_sea_create(&trial, &s->sea);
    if (!status) flo_sea_destroy(trial);
    if (status && made) status = flo__fail_more(status, "no sea can be made of its waves");
    return status ? yaml_blame(file, made ? made : sea, status) : FLO_OK;
}

flo_status scene_read_sea(scene *s, yaml_file *file, const yaml_node *sea)
{
    static const char *const kinds[] = {"waves", "spectrum", "record", NULL};
    s->sea = flo_default_sea_def();
    flo_status status = yaml_read_map(file, sea, sea_keys, &s->sea);
    if (!status && sea) status = yaml_one_of(file, sea, kinds, false);
    if (status || !sea) return status;
    const yaml_node *waves = yaml_get(sea, "waves"), *spectrum = yaml_get(sea, "spectrum");
    const yaml_node *record = yaml_get(sea, "record");
    if (waves) status = read_waves(s, file, waves);
    if (spectrum) status = read_spectrum(s, file, spectrum);
    if (record) status = read_record(s, file, record);
    return status ? status : try_sea(s, file, sea);
}
