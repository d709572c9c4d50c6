/* SPDX-License-Identifier: MIT
 *
 * See page.h.  Numbers in bulk are base64 of little-endian arrays, which a browser reads at once. */
#include "page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---------------------------------------------------------------------------------------------------- */

/* A text as JSON within HTML: nothing in it ends the element that it stands in. */
static void put_text(FILE *to, const char *text)
{
    fputc('"', to);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 127 || strchr("\"\\<>&", c)) fprintf(to, "\\u%04x", c);
        else fputc(c, to);
    }
    fputc('"', to);
}

typedef struct base64 {
    FILE *to;
    unsigned char held[3];
    int count;
} base64;

static void put_held(base64 *b)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (b->count == 0) return;
    for (int i = b->count; i < 3; i++) b->held[i] = 0;
    const char text[4] = { digits[b->held[0] >> 2], digits[(b->held[0] & 3) << 4 | b->held[1] >> 4],
                           b->count > 1 ? digits[(b->held[1] & 15) << 2 | b->held[2] >> 6] : '=',
                           b->count > 2 ? digits[b->held[2] & 63] : '=' };
    fwrite(text, 1, sizeof text, b->to);
    b->count = 0;
}

static void put_byte(base64 *b, unsigned char byte)
{
    b->held[b->count++] = byte;
    if (b->count == 3) put_held(b);
}

/* Numbers of `size` bytes each, the lowest byte first. */
static void put_numbers(base64 *b, const void *numbers, size_t size, size_t count)
{
    const unsigned char *from = numbers;
    for (size_t i = 0; i < count; i++, from += size) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        for (size_t k = 0; k < size; k++) put_byte(b, from[k]);
#else
        for (size_t k = size; k-- > 0; ) put_byte(b, from[k]);
#endif
    }
}

static void put_array(FILE *to, const char *name, const void *numbers, size_t size, size_t count)
{
    base64 b = { .to = to };
    fprintf(to, "\"%s\":\"", name);
    put_numbers(&b, numbers, size, count);
    put_held(&b);
    fputc('"', to);
}

/* ---- the run --------------------------------------------------------------------------------------------------- */

/* Amplitude, kx, kz, the frequency that a place at rest sees, phase, and the horizontal amplitudes. */
static void put_wave(FILE *to, const flo_wave *w, const double current[2])
{
    const double k = 2 * acos(-1) / w->wavelength, dx = sin(w->heading), dz = cos(w->heading);
    const double omega = w->angular_frequency + k * (dx * current[0] + dz * current[1]);
    const double side = w->steepness * w->amplitude;
    fprintf(to, "[%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g]", w->amplitude, k * dx, k * dz, omega, w->phase,
            side * dx, side * dz);
}

static void put_hull(FILE *to, const page_hull *h)
{
    base64 b = { .to = to };
    fputs("{\"name\":", to);
    put_text(to, h->name);
    fputs(",\"vertices\":\"", to);
    for (int i = 0; i < h->shape.vertex_count; i++) {
        const float place[3] = { (float)h->shape.vertices[i][0], (float)h->shape.vertices[i][1],
                                 (float)h->shape.vertices[i][2] };
        put_numbers(&b, place, sizeof *place, 3);
    }
    put_held(&b);
    fputs("\",", to);
    put_array(to, "triangles", h->shape.triangles, sizeof(int), 3 * (size_t)h->shape.triangle_count);
    fputc('}', to);
}

static void put_run(FILE *to, const page_run *r)
{
    fputs("{\"title\":", to);
    put_text(to, r->title);
    fputs(",\"notes\":[", to);
    for (int i = 0; r->notes[i]; i++) {
        if (i > 0) fputc(',', to);
        put_text(to, r->notes[i]);
    }
    fprintf(to, "],\"level\":%.17g,\"hs\":%.17g,\"tp\":%.17g,\"half\":%.17g,\"fleet\":%llu,\n\"waves\":[", r->level,
            r->hs, r->tp, r->half, (unsigned long long)r->fleet);
    for (int i = 0; i < r->wave_count; i++) {
        if (i > 0) fputs(",\n", to);
        put_wave(to, &r->waves[i], r->current);
    }
    fputs("],\n\"hulls\":[", to);
    for (int i = 0; i < r->hull_count; i++) {
        if (i > 0) fputs(",\n", to);
        put_hull(to, &r->hulls[i]);
    }
    fputs("],\n\"bodies\":[", to);
    for (size_t i = 0; i < r->bodies; i++) {
        fprintf(to, "%s[%llu,%d]", i > 0 ? "," : "", (unsigned long long)r->body[i], r->hull[i]);
    }
    fprintf(to, "],\n\"origin\":[%.17g,%.17g,%.17g],\n", r->origin[0], r->origin[1], r->origin[2]);
    put_array(to, "time", r->time, sizeof *r->time, r->frames);
    fputs(",\n", to);
    put_array(to, "place", r->place, sizeof *r->place, 3 * r->frames * r->bodies);
    fputs(",\n", to);
    put_array(to, "attitude", r->attitude, sizeof *r->attitude, 4 * r->frames * r->bodies);
    fputs("}\n", to);
}

bool page_write(FILE *to, const page_run *run)
{
    for (const char *const *line = page_html; *line; line++) {
        if (strcmp(*line, "@run\n") == 0) {
            put_run(to, run);
        } else if (strcmp(*line, "@script\n") == 0) {
            for (const char *const *script = play_js; *script; script++) fputs(*script, to);
        } else {
            fputs(*line, to);
        }
    }
    return !ferror(to);
}
