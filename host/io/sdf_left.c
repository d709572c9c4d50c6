/* SPDX-License-Identifier: MIT
 *
 * What a file says of a body and nobody reads: every element around it and below it that is in no list of those that
 * are read, with its path, its value and its line.  Looks, sensors, joints and other bodies are no matter of a hull's;
 * what says the same as a hull without it is none either. */
#include "sdf_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LISTED = 64 };       /* elements of a body, or of the file as a whole; the others are counted */

typedef struct element {
    const char *name;
    sdf_names children;
} element;

/* Below those that are not here, nothing is read. */
static const element elements[] = {
    { "world", { "gravity", "", "model plugin include link actor scene gui audio state road joint frame xacro:" } },
    { "model", { "", "", "model plugin include link joint gripper pose frame xacro:" } },
    { "robot", { "", "", "plugin include link joint gazebo transmission pose xacro:" } },
    { "link", { "inertial", "collision", "pose origin plugin" } },
    { "inertial", { "pose origin mass inertia fluid_added_mass", "", "" } },
    { "inertia", { "ixx iyy izz ixy ixz iyz", "", "" } },
    { "fluid_added_mass", { "", "xx xy xz xp xq xr yx yy yz yp yq yr zx zy zz zp zq zr "
                                "px py pz pp pq pr qx qy qz qp qq qr rx ry rz rp rq rr", "" } },
    { "collision", { "pose origin geometry", "", "" } },
    { "geometry", { "box cylinder sphere", "", "" } },
    { "box", { "size", "", "" } },
    { "cylinder", { "radius length", "", "" } },
    { "sphere", { "radius", "", "" } },
    { "points", { "", "point", "" } },
    { "buoyancy", { "link_name pose origin geometry", "", "" } },
    { "graded_buoyancy", { "default_density", "", "density_change" } },
};

static const sdf_names nothing = { "", "", "" };

static const sdf_names *names_of(const sdf_node *node)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (strcmp(elements[i].name, node->name) == 0) return &elements[i].children;
    return NULL;
}

/* Which word of a list a name is; -1: none. */
static int place_of(const char *list, const char *name)
{
    const size_t length = strlen(name);
    int place = 0;
    for (const char *at = list; *at; place++) {
        const size_t span = strcspn(at, " ");
        if (span == length && memcmp(at, name, length) == 0) return place;
        at += span + strspn(at + span, " ");
    }
    return -1;
}

/* Those of a macro are told by the expansion, under the name of them all. */
static const char *silent_name(const sdf_node *node)
{
    return strncmp(node->name, "xacro:", 6) == 0 ? "xacro:" : node->name;
}

/* ---- what is no matter ------------------------------------------------------------------------------------------- */

static bool is_look(const sdf_node *node)
{
    return place_of("visual sensor light material particle_emitter projector audio_source audio_sink", node->name) >= 0;
}

/* Whether it says what holds without it. */
static bool is_usual(const sdf_node *node)
{
    const char *const text = node->text;
    const bool yes = strcasecmp(text, "true") == 0 || strcmp(text, "1") == 0;
    const bool no = strcasecmp(text, "false") == 0 || strcmp(text, "0") == 0;
    if (place_of("gravity disable_coriolis", node->name) >= 0) return yes;
    return no && place_of("static kinematic self_collide selfCollide enable_wind must_be_base_link turnGravityOff",
                          node->name) >= 0;
}

/* ---- notes ------------------------------------------------------------------------------------------------------- */

static void write_path(const sdf_node *from, const sdf_node *node, char *path, size_t size)
{
    if (node->parent && node->parent != from) write_path(from, node->parent, path, size);
    const size_t used = strlen(path);
    snprintf(path + used, size - used, "%s%.40s", used ? "/" : "", node->name);
}

/* The text of an element, or its attributes, as URDF has them. */
static void write_value(const sdf_node *node, char *value, size_t size)
{
    char shown[64];
    sdf_show(node->text, shown, sizeof shown);
    snprintf(value, size, "%s%s", *shown ? " " : "", shown);
    for (int i = 0; i < node->attribute_count && !*node->text && strlen(value) < size - 1; i++) {
        const size_t used = strlen(value);
        sdf_show(node->attributes[i].value, shown, sizeof shown);
        snprintf(value + used, size - used, " %.40s=\"%s\"", node->attributes[i].name, shown);
    }
}

static flo_status add(sdf_notes *notes, const sdf_node *from, const sdf_node *node)
{
    char path[192] = "", value[192];
    if (notes->listed == LISTED) {
        notes->more++;
        return FLO_OK;
    }
    notes->listed++;
    write_path(from, node, path, sizeof path);
    write_value(node, value, sizeof value);
    return sdf_note(notes, "%s%s (line %d)", path, value, node->line);
}

flo_status sdf_list(sdf_notes *notes, const sdf_node *from, const sdf_node *node)
{
    if (is_look(node) || is_usual(node)) return FLO_OK;
    flo_status status = *node->text || node->attribute_count || !node->first ? add(notes, from, node) : FLO_OK;
    for (const sdf_node *child = node->first; child && !status; child = child->next)
        status = sdf_list(notes, from, child);
    return status;
}

/* ---- what is read ------------------------------------------------------------------------------------------------ */

/* Of the shapes of a geometry only the first is read, of what stands once the first of its name. */
flo_status sdf_list_others(sdf_notes *notes, const sdf_node *from, const sdf_node *node, const sdf_names *names)
{
    const bool first_only = strcmp(node->name, "geometry") == 0;
    unsigned seen = 0;
    flo_status status = FLO_OK;
    for (const sdf_node *child = node->first; child && !status; child = child->next) {
        if (place_of(names->silent, silent_name(child)) >= 0) continue;
        const int place = place_of(names->once, child->name);
        const unsigned bit = place < 0 || (first_only && child != node->first) ? 0 : 1u << place;
        const bool read = (bit && !(seen & bit)) || place_of(names->often, child->name) >= 0;
        const sdf_names *below = read ? names_of(child) : NULL;
        seen |= bit;
        status = read ? sdf_list_others(notes, from, child, below ? below : &nothing) : sdf_list(notes, from, child);
    }
    return status;
}

flo_status sdf_list_unread(sdf_notes *notes, const sdf_node *from, const sdf_node *node)
{
    const sdf_names *names = names_of(node);
    return names ? sdf_list_others(notes, from, node, names) : FLO_OK;
}

flo_status sdf_list_end(sdf_notes *notes)
{
    return notes->more ? sdf_note(notes, "and %d more elements", notes->more) : FLO_OK;
}
