/* SPDX-License-Identifier: MIT
 *
 * Parts of a hull as YAML. */
#include "hull_print.h"

#include "../io/yaml.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void hull_print_number(const char *before, double value) { printf("%s%.12g", before, value); }

void hull_print_numbers(const char *before, const double *value, int count, const char *after)
{
    for (int i = 0; i < count; i++) hull_print_number(i == 0 ? before : ", ", value[i]);
    fputs(after, stdout);
}

void hull_print_name(const char *name)
{
    bool quote = false;         /* the character before: of ' a scene may have only so many in a row */
    for (size_t length; *name; name += length) {
        length = yaml_measure_character((const unsigned char *)name, strlen(name));
        const bool odd = length == 0 || (unsigned char)*name < ' ' || (quote && *name == '\'');
        quote = !odd && *name == '\'';
        if (odd) length = 1;
        if (odd) putchar('?');
        else fwrite(name, 1, length, stdout);
    }
}

/* Turns the axes that are rows p and q of `axes` within their plane until the product of inertia between them is gone
 * (C. G. J. Jacobi, 1846). */
static void turn(double tensor[3][3], double axes[3][3], int p, int q)
{
    if (tensor[p][q] == 0) return;
    const double angle = atan2(2 * tensor[p][q], tensor[p][p] - tensor[q][q]) / 2, c = cos(angle), s = sin(angle);
    for (int k = 0; k < 3; k++) {
        const double a = tensor[p][k], b = tensor[q][k], u = axes[p][k], v = axes[q][k];
        tensor[p][k] = c * a + s * b;
        tensor[q][k] = c * b - s * a;
        axes[p][k] = c * u + s * v;
        axes[q][k] = c * v - s * u;
    }
    for (int k = 0; k < 3; k++) {
        const double a = tensor[k][p], b = tensor[k][q];
        tensor[k][p] = c * a + s * b;
        tensor[k][q] = c * b - s * a;
    }
}

bool hull_find_axes(double tensor[3][3], double axes[3][3])
{
    enum { SWEEPS = 20 };
    const double trace = tensor[0][0] + tensor[1][1] + tensor[2][2];
    bool turned = false;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            axes[i][j] = i == j ? 1 : 0;
            if (i != j && fabs(tensor[i][j]) <= 1e-12 * trace) tensor[i][j] = 0;
            turned |= i != j && tensor[i][j] != 0;
        }
    }
    for (int i = 0; i < SWEEPS && turned; i++) {
        turn(tensor, axes, 0, 1);
        turn(tensor, axes, 0, 2);
        turn(tensor, axes, 1, 2);
    }
    return turned;
}

void hull_print_inertia(const double tensor[3][3])
{
    double turned[3][3], axes[3][3];
    memcpy(turned, tensor, sizeof turned);
    const bool own = !hull_find_axes(turned, axes);
    hull_print_numbers("    inertia: [", (const double[]){ turned[0][0], turned[1][1], turned[2][2] }, 3, "]\n");
    if (own) return;
    hull_print_numbers("    principal_axes: [[", axes[0], 3, "]");
    hull_print_numbers(", [", axes[1], 3, "]");
    hull_print_numbers(", [", axes[2], 3, "]]\n");
}

void hull_make_key(const char *name, size_t length, char key[HULL_KEY])
{
    static const char *const words[] = { "true", "false", "null" };
    bool prefixed = length == 0 || !isalpha((unsigned char)*name);
    for (int i = 0; i < 3; i++) prefixed |= strlen(words[i]) == length && strncasecmp(words[i], name, length) == 0;
    size_t used = 0;
    if (prefixed) {
        strcpy(key, "hull_");
        used = 5;
    }
    for (size_t i = 0; i < length && used < HULL_KEY - 8; i++)
        key[used++] = isalnum((unsigned char)name[i]) || name[i] == '-' ? name[i] : '_';
    key[used] = '\0';
}
