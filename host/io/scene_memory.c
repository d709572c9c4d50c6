/* SPDX-License-Identifier: MIT
 *
 * How much memory a scene may ask for.  Whoever takes scenes from strangers must not be brought down by a number in
 * one: what is large is refused by its key before it is allocated. */
#include "../memory.h"
#include "scene_parts.h"

#include <stdio.h>

void scene_say_bytes(char words[SCENE_BYTES], double bytes)
{
    static const char *const units[] = {"MiB", "GiB", "TiB", "PiB"};
    int unit = 0;
    if (bytes < 0x1p20) {
        snprintf(words, SCENE_BYTES, "%.0f bytes", bytes);
        return;
    }
    for (bytes /= 0x1p20; bytes >= 999.5 && unit < 3; unit++) bytes /= 1024;
    snprintf(words, SCENE_BYTES, "%.3g %s", bytes, units[unit]);
}

void scene_say_allowed(const scene *s, char words[SCENE_ALLOWED])
{
    char allow[SCENE_BYTES];
    scene_say_bytes(allow, s->allowed);
    snprintf(words, SCENE_ALLOWED, "%s %s", s->allowed_by_caller ? "--max-memory allows"
             : "without --max-memory a scene may take three quarters of this machine's,", allow);
}

flo_status scene_take(scene *s, double count, const char *what, double each)
{
    char need[SCENE_BYTES], before[SCENE_BYTES], allow[SCENE_ALLOWED];
    const double bytes = count * each;
    if (s->memory + bytes <= s->allowed) {
        s->memory += bytes;
        return FLO_OK;
    }
    scene_say_bytes(need, bytes);
    scene_say_bytes(before, s->memory);
    scene_say_allowed(s, allow);
    return flo__fail(FLO_NO_MEMORY, "%.0f %s would take %s of memory, after %s of what stands before; %s", count, what,
                     need, before, allow);
}

flo_status scene_need(scene *s, const yaml_file *file, const yaml_node *node, double count, const char *what,
                      double each)
{
    return scene_take(s, count, what, each) ? yaml_blame(file, node, FLO_NO_MEMORY) : FLO_OK;
}
