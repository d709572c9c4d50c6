/* SPDX-License-Identifier: MIT
 *
 * How much memory a scene may ask for.  Whoever takes scenes from strangers must not be brought down by a number in
 * one: what is large is refused by its key before it is allocated. */
#include "../memory.h"
#include "scene_parts.h"

#include <stdio.h>

enum { SIZE = 32 };

/* "25600 bytes", "1.5 MiB": three digits from there on. */
static void say_bytes(char text[SIZE], double bytes)
{
    static const char *const units[] = {"MiB", "GiB", "TiB", "PiB"};
    int unit = 0;
    if (bytes < 0x1p20) {
        snprintf(text, SIZE, "%.0f bytes", bytes);
        return;
    }
    for (bytes /= 0x1p20; bytes >= 999.5 && unit < 3; unit++) bytes /= 1024;
    snprintf(text, SIZE, "%.3g %s", bytes, units[unit]);
}

void scene_say_allowed(const scene *s, char words[SCENE_ALLOWED])
{
    char allow[SIZE];
    say_bytes(allow, s->allowed);
    snprintf(words, SCENE_ALLOWED, "%s %s", s->allowed_by_caller ? "--max-memory allows"
             : "without --max-memory a scene may take three quarters of this machine's,", allow);
}

flo_status scene_need(scene *s, const yaml_file *file, const yaml_node *node, double count, const char *what,
                      double each)
{
    char need[SIZE], before[SIZE], allow[SCENE_ALLOWED];
    const double bytes = count * each;
    if (s->memory + bytes <= s->allowed) {
        s->memory += bytes;
        return FLO_OK;
    }
    say_bytes(need, bytes);
    say_bytes(before, s->memory);
    scene_say_allowed(s, allow);
    (void)flo__fail(FLO_NO_MEMORY, "%.0f %s would take %s of memory, after %s of what stands before; %s", count, what,
                    need, before, allow);
    return yaml_blame(file, node, FLO_NO_MEMORY);
}
