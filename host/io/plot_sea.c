/* SPDX-License-Identifier: MIT
 *
 * The sea in perspective, with boats on it; see plot.h.  gnuplot sorts the faces of the surface and those of the boats
 * by their distance, so that boats stand behind crests. */
#include "plot.h"

#include "plot_pen.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 1600, HEIGHT = 900, OUTLINE = 7 };

/* A hull from above, 0.4 times as wide as long, with a pointed bow: side, along. */
static const double outline[OUTLINE][2] = { { 0, 0.5 },      { 0.17, 0.2 },  { 0.2, -0.1 }, { 0.16, -0.5 },
                                            { -0.16, -0.5 }, { -0.2, -0.1 }, { -0.17, 0.2 } };

/* A corner of a boat; gnuplot's axes are east, north and up. */
static void put_corner(FILE *to, const plot_boat *b, int at, double height, double taper)
{
    const double local[3] = { outline[at][0] * taper * b->length, height * b->length,
                              outline[at][1] * (taper + 1) / 2 * b->length };
    double world[3];
    for (int i = 0; i < 3; i++) {
        world[i] = b->turn[i][0] * local[0] + b->turn[i][1] * local[1] + b->turn[i][2] * local[2];
    }
    fprintf(to, "%.3f %.3f %.3f\n", b->x + world[0], -(b->z + world[2]), b->y + world[1]);
}

/* Sides that taper towards the keel, and the deck. */
static void put_boat(FILE *to, const plot_boat *b)
{
    const double deck = 0.12, keel = -0.12;
    for (int i = 0; i < OUTLINE; i++) {
        const int next = (i + 1) % OUTLINE;
        put_corner(to, b, i, deck, 1);
        put_corner(to, b, next, deck, 1);
        put_corner(to, b, next, keel, 0.7);
        put_corner(to, b, i, keel, 0.7);
        put_corner(to, b, i, deck, 1);
        fputs("\n\n", to);
    }
}

static void put_decks(FILE *to, const plot_map *map)
{
    for (size_t i = 0; i < map->boat_count; i++) {
        for (int at = 0; at <= OUTLINE; at++) put_corner(to, &map->boats[i], (2 * OUTLINE - at) % OUTLINE, 0.12, 1);
        fputs("\n\n", to);
    }
}

static void put_data(FILE *to, const plot_map *map)
{
    fputs("$sea << EndOfData\n", to);
    for (int row = 0; row < map->rows; row++) {
        for (int column = 0; column < map->columns; column++) {
            const double height = map->height[(size_t)row * (size_t)map->columns + (size_t)column];
            fprintf(to, "%.2f %.2f %.4f\n", map->left + column * map->spacing, -(map->top + row * map->spacing),
                    height);
        }
        fputc('\n', to);
    }
    fputs("EndOfData\n$hulls << EndOfData\n", to);
    for (size_t i = 0; i < map->boat_count; i++) put_boat(to, &map->boats[i]);
    fputs("EndOfData\n$decks << EndOfData\n", to);
    put_decks(to, map);
    fputs("EndOfData\n", to);
}

static void largest(const plot_map *map, double *low, double *high)
{
    *low = INFINITY, *high = -INFINITY;
    for (size_t i = 0; i < (size_t)map->columns * (size_t)map->rows; i++) {
        *low = fmin(*low, map->height[i]);
        *high = fmax(*high, map->height[i]);
    }
    if (!(*high - *low > 1e-3)) *low -= 5e-4, *high += 5e-4;    /* flat water has a colour, too */
}

flo_status plot_draw_perspective(const char *file, const plot_map *map, const volatile sig_atomic_t *stop)
{
    pen p;
    const flo_status status = pen_begin(&p, file, map->title, WIDTH, HEIGHT);
    if (status) return status;
    FILE *to = p.script;
    double low, high;
    const double side = (map->columns - 1) * map->spacing, depth = (map->rows - 1) * map->spacing;
    largest(map, &low, &high);
    put_data(to, map);
    fprintf(to, "set xrange [%g:%g]\nset yrange [%g:%g]\nset zrange [%g:%g]\nset cbrange [%g:%g]\n", map->left,
            map->left + side, -map->top - depth, -map->top, low - 0.01 * side, high + 0.01 * side, low, high);
    fputs("set view 64,24,1.9\nset view equal xyz\nset xyplane relative 0\nunset border\nunset tics\nunset key\n"
          "set lmargin at screen 0.02\nset rmargin at screen 0.92\n"
          "set tmargin at screen 0.95\nset bmargin at screen 0.02\n"
          "set colorbox user origin 0.925,0.22 size 0.014,0.56\n"
          "set cblabel 'height of the water (m)'\nset cbtics\n"
          "set palette defined (0 '#08244a', 0.3 '#155a8a', 0.55 '#3f9cb5', 0.8 '#9fd3cf', 1 '#fbfbf2')\n"
          "set style fill solid 1 border lc rgb '#5a2000'\nset pm3d depthorder lighting primary 0.3 specular 0.25\n"
          "splot $sea using 1:2:3 with pm3d, "
          "$hulls using 1:2:3 with polygons fc rgb '#e8590c', "
          "$decks using 1:2:3 with polygons fc rgb '#ffd8a8'\n"
          "unset output\n", to);
    return pen_close(&p, stop);
}
