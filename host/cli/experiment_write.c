/* SPDX-License-Identifier: MIT
 *
 * What an experiment leaves: its tracks and tables as CSV, its picture, and what it prints. */
#include "experiment.h"

#include "../internal.h"
#include "../io/csv.h"
#include "folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ROWS = 2000 };      /* of a body's track in a CSV file: a picture shows no more, and it can be read */

struct lab_table {
    char name[96];              /* of the file */
    const char *names;
    int columns;
    const double *values;
    size_t rows;
};

/* ---- CSV ------------------------------------------------------------------------------------------------------- */

static void put_double(FILE *to, double value)
{
    char text[CSV_NUMBER_SIZE];
    csv_format_double(text, value);
    fputc(',', to);
    fputs(text, to);
}

static void put_floats(FILE *to, const float *value, int count)
{
    char text[CSV_NUMBER_SIZE];
    for (int i = 0; i < count; i++) {
        csv_format_float(text, value[i]);
        fputc(',', to);
        fputs(text, to);
    }
}

static void put_row(FILE *to, const track *t, size_t sample, size_t body)
{
    const flo_body_state *s = track_state(t, body, sample);
    fprintf(to, "\"%s\",%llu", t->label, (unsigned long long)t->step[sample]);
    put_double(to, track_moment(t, sample));
    fprintf(to, ",%zu", body);
    for (int i = 0; i < 3; i++) put_double(to, s->position[i]);
    put_floats(to, s->orientation, 4);
    put_floats(to, s->velocity, 3);
    put_floats(to, s->angular_velocity, 3);
    if (t->water) put_double(to, track_value(t, body, sample, COLUMN_WATER));
    if (t->load) {
        const flo_body_load *load = track_load(t, body, sample);
        put_floats(to, load->force, 3);
        put_floats(to, load->torque, 3);
        put_floats(to, &load->submerged, 1);
    }
    fputc('\n', to);
}

static void put_tracks(FILE *to, const lab *l)
{
    fputs("track,step,time,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz", to);
    fputs(l->about->water ? ",water" : "", to);
    fputs(l->about->loads ? ",fx,fy,fz,tx,ty,tz,submerged\n" : "\n", to);
    for (int i = 0; i < l->track_count; i++) {
        const track *t = &l->tracks[i];
        const size_t every = (t->count + MOST_ROWS - 1) / MOST_ROWS;
        for (size_t sample = 0; sample < t->count; sample++) {
            if (sample % every != 0 && sample != t->count - 1) continue;
            for (size_t body = 0; body < t->bodies; body++) put_row(to, t, sample, body);
        }
    }
}

static void put_table(FILE *to, const struct lab_table *table)
{
    fprintf(to, "%s\n", table->names);
    for (size_t row = 0; row < table->rows; row++) {
        for (int i = 0; i < table->columns; i++) {
            char text[CSV_NUMBER_SIZE];
            csv_format_double(text, table->values[row * (size_t)table->columns + (size_t)i]);
            fprintf(to, "%s%s", i ? "," : "", text);
        }
        fputc('\n', to);
    }
}

void lab_add_table(lab *l, const char *suffix, const char *names, int columns, const double *values, size_t rows)
{
    struct lab_table *grown = realloc(l->tables, ((size_t)l->table_count + 1) * sizeof *grown);
    if (!grown) {
        lab_fail(l, flo__fail(FLO_NO_MEMORY, "no memory for a table"));
        return;
    }
    l->tables = grown;
    struct lab_table *t = &grown[l->table_count++];
    *t = (struct lab_table){ .names = names, .columns = columns, .values = values, .rows = rows };
    snprintf(t->name, sizeof t->name, "%s-%s.csv", l->about->name, suffix);
}

/* ---- files ----------------------------------------------------------------------------------------------------- */

static flo_status end_file(folder *f, folder_file *file)
{
    if (!ferror(file->stream)) return folder_end(f, file);
    return flo__fail(FLO_CANNOT_WRITE, "cannot write %s/%s: %s", f->path, file->name, strerror(errno));
}

static flo_status write_tracks(const lab *l, folder *f, const char *name)
{
    folder_file *file;
    const flo_status status = folder_begin(f, name, &file);
    if (status) return status;
    put_tracks(file->stream, l);
    return end_file(f, file);
}

static flo_status write_table(const struct lab_table *table, folder *f)
{
    folder_file *file;
    const flo_status status = folder_begin(f, table->name, &file);
    if (status) return status;
    put_table(file->stream, table);
    return end_file(f, file);
}

/* A picture that cannot be had is worth a word, not the experiment. */
static flo_status write_picture(lab *l, folder *f, const char *name)
{
    folder_file *file = NULL;
    struct stat what;
    flo_status status = folder_begin(f, name, &file);
    if (status) return status;
    status = l->panel_count > 0 ? lab_draw(l, file->part) : flo__fail(FLO_CANNOT_WRITE, "there is nothing to draw");
    if (!status && (stat(file->part, &what) != 0 || what.st_size == 0)) {
        status = flo__fail(FLO_CANNOT_WRITE, "gnuplot drew nothing");
    }
    if (!status) return folder_end(f, file);
    folder_drop(file);
    if (*l->stop) return status;
    snprintf(l->drawing, sizeof l->drawing, "%s", flo_message());
    return FLO_OK;
}

static flo_status write_files(lab *l, folder *f, const char *const names[])
{
    flo_status status = write_tracks(l, f, names[0]);
    if (!status) status = write_picture(l, f, names[1]);
    for (int i = 0; i < l->table_count && !status; i++) status = write_table(&l->tables[i], f);
    return status ? status : folder_publish(f, names);
}

static void name_files(const experiment *about, char csv[96], char png[96])
{
    snprintf(csv, 96, "%s.csv", about->name);
    snprintf(png, 96, "%s.png", about->name);
}

flo_status lab_check_folder(const experiment *about, const char *path)
{
    char csv[96], png[96];
    folder f;
    name_files(about, csv, png);
    flo_status status = folder_open(&f, path);
    if (!status) status = folder_check(&f, csv, 0);
    if (!status) status = folder_check(&f, png, 0);
    folder_close(&f);
    return status;
}

flo_status lab_spare(const lab *l, const folder *f, const char *const *names)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < l->track_count && !status; i++) {
        status = folder_spare(f, names, false, &l->tracks[i].model.scene->read);
    }
    return status;
}

flo_status lab_write(lab *l, const char *path)
{
    char csv[96], png[96];
    const char *names[FOLDER_FILES + 1] = { csv, png };
    name_files(l->about, csv, png);
    for (int i = 0; i < l->table_count && i + 2 < FOLDER_FILES; i++) names[2 + i] = l->tables[i].name;
    folder f;
    flo_status status = folder_open(&f, path);
    if (!status) status = lab_spare(l, &f, names);
    if (!status) status = write_files(l, &f, names);
    if (!status && !*l->drawing) {
        l->picture = malloc(strlen(path) + strlen(png) + 2);
        if (l->picture) sprintf(l->picture, "%s/%s", path, png);
        else status = flo__fail(FLO_NO_MEMORY, "no memory for the name of %s", png);
    }
    folder_close(&f);
    return lab_fail(l, status);
}

/* ---- what is printed ------------------------------------------------------------------------------------------- */

/* A text and blanks up to a width; of UTF-8 the bytes that continue a character take no room. */
static void print_column(const char *text, int width)
{
    int columns = 0;
    for (const char *c = text; *c; c++) columns += (*c & 0xC0) != 0x80;
    printf("%s%*s  ", text, columns < width ? width - columns : 0, "");
}

static void print_finding(const finding *f)
{
    char measured[FINDING_TEXT], expected[FINDING_TEXT];
    finding_measured(f, measured);
    finding_expected(f, expected);
    const char *mark = f->kind == FINDING_TOLD ? "told" : !f->checked ? "not checked" : f->holds ? "ok" : "FAILED";
    printf("  ");
    print_column(mark, 11);
    print_column(measured, 17);
    print_column(f->checked ? expected : "–", 28);
    printf("%s", f->what);
    if (*f->why) printf(" (%s)", f->why);
    putchar('\n');
}

void lab_print(const lab *l, const char *path)
{
    const experiment *e = l->about;
    printf("%d. %s\n  %s\n", e->number, e->title, e->takeaway);
    if (e->errs) printf("  The article errs: %s\n", e->errs);
    for (int i = 0; i < l->set->count; i++) printf("  Set: %s\n", l->set->text[i]);
    printf("\n  %-11s  %-17s  expected\n", "", "measured");
    for (int i = 0; i < l->finding_count; i++) print_finding(&l->findings[i]);
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < l->track_count; i++) hash = (hash ^ l->tracks[i].hash) * 0x100000001b3u;
    printf("\n  state %016llx, %.1f s", (unsigned long long)hash, l->seconds);
    if (path) printf("; written: %s/%s.csv%s", path, e->name, l->picture ? ", .png" : "");
    putchar('\n');
    if (*l->drawing) printf("  no picture: %s\n", l->drawing);
    putchar('\n');
}

void lab_close(lab *l)
{
    for (int i = 0; i < l->track_count; i++) track_close(&l->tracks[i]);
    for (int i = 0; i < l->block_count; i++) free(l->blocks[i]);
    free(l->tracks);
    free(l->findings);
    free(l->panels);
    free(l->tables);
    free(l->blocks);
    free(l->scene);
    free(l->picture);
    *l = (lab){ .about = l->about };
}
