/* SPDX-License-Identifier: MIT
 *
 * Numbers, poses and notes of SDF and URDF. */
#include "csv.h"
#include "sdf_parts.h"
#include "sdf_xacro.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- notes ------------------------------------------------------------------------------------------------------- */

flo_status sdf_note(sdf_notes *notes, const char *format, ...)
{
    char sentence[512], shown[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    sdf_show(sentence, shown, sizeof shown);
    char **grown = realloc(notes->text, ((size_t)notes->count + 1) * sizeof *grown);
    if (grown) notes->text = grown;
    char *copy = grown ? strdup(shown) : NULL;
    if (!copy) return flo__fail(FLO_NO_MEMORY, "not enough memory for a note");
    notes->text[notes->count++] = copy;
    return FLO_OK;
}

void sdf_free_notes(sdf_notes *notes)
{
    for (int i = 0; i < notes->count; i++) free(notes->text[i]);
    free(notes->text);
    *notes = (sdf_notes){ 0 };
}

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

flo_status sdf_numbers(const sdf_tree *tree, const sdf_node *node, const char *text, int count, double *values)
{
    char name[64], shown[64];
    if (xacro_is_left(text, name))
        return sdf_fail(tree, node, "%s %s", name, xacro_reason(text));
    const char *at = text;
    for (int i = 0; i < count; i++) {
        at += strspn(at, " \t\r\n");
        if (!csv_parse_number(&at, &values[i])) at = "?";
    }
    at += strspn(at, " \t\r\n");
    if (!*at) return FLO_OK;
    sdf_show(text, shown, sizeof shown);
    return sdf_fail(tree, node, "\"%s\" is not %s", shown, count == 1 ? "a finite number"
                    : count == 2 ? "two finite numbers" : count == 3 ? "three finite numbers" : "six finite numbers");
}

flo_status sdf_number_of(const sdf_tree *tree, const sdf_node *node, const char *child, double *value)
{
    const sdf_node *found = sdf_child(node, child);
    if (!found) return FLO_OK;
    const char *attribute = sdf_attribute_of(found, "value");
    return sdf_numbers(tree, found, attribute ? attribute : found->text, 1, value);
}

flo_status sdf_positive_of(const sdf_tree *tree, const sdf_node *node, const char *child, double *value)
{
    const flo_status status = sdf_number_of(tree, node, child, value);
    if (status || !sdf_child(node, child) || *value > 0) return status;
    return sdf_fail(tree, sdf_child(node, child), "%g is not allowed; it must be above 0", *value);
}

/* ---- poses ------------------------------------------------------------------------------------------------------- */

/* Roll, then pitch, then yaw, each about a fixed axis. */
static void make_axes(const double turn[3], double axes[3][3])
{
    const double cr = cos(turn[0]), sr = sin(turn[0]), cp = cos(turn[1]), sp = sin(turn[1]);
    const double cy = cos(turn[2]), sy = sin(turn[2]);
    const double made[3][3] = { { cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr },
                                { sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr },
                                { -sp, cp * sr, cp * cr } };
    memcpy(axes, made, sizeof made);
}

/* `frame` is the attribute's name before SDF 1.7. */
static flo_status check_frame(const sdf_tree *tree, const sdf_node *pose)
{
    static const char *const names[] = { "relative_to", "frame" };
    for (int i = 0; i < 2; i++) {
        const char *frame = sdf_attribute_of(pose, names[i]);
        if (frame && *frame)
            return sdf_fail(tree, pose, "%s is \"%.40s\"; other frames are not followed", names[i], frame);
    }
    return FLO_OK;
}

flo_status sdf_pose_of(const sdf_tree *tree, const sdf_node *node, sdf_pose *pose)
{
    double six[6] = { 0 };
    const sdf_node *found = sdf_child(node, "pose"), *origin = sdf_child(node, "origin");
    flo_status status = FLO_OK;
    if (found) {
        const char *degrees = sdf_attribute_of(found, "degrees");
        status = check_frame(tree, found);
        if (status) return status;
        if (*found->text) status = sdf_numbers(tree, found, found->text, 6, six);
        if (degrees && strcasecmp(degrees, "true") == 0)
            for (int i = 3; i < 6; i++) six[i] *= 3.14159265358979323846 / 180;
    } else if (origin) {
        const char *place = sdf_attribute_of(origin, "xyz"), *turn = sdf_attribute_of(origin, "rpy");
        if (place) status = sdf_numbers(tree, origin, place, 3, six);
        if (turn && !status) status = sdf_numbers(tree, origin, turn, 3, six + 3);
    }
    for (int i = 0; i < 3 && !status; i++)
        if (fabs(six[i]) > 1e4) status = sdf_fail(tree, found ? found : origin, "%g m is not within 1e4 m", six[i]);
    memcpy(pose->place, six, sizeof pose->place);
    make_axes(six + 3, pose->axes);
    return status;
}

void sdf_turn(const sdf_pose *pose, const double v[3], double turned[3])
{
    for (int i = 0; i < 3; i++)
        turned[i] = pose->axes[i][0] * v[0] + pose->axes[i][1] * v[1] + pose->axes[i][2] * v[2];
}

void sdf_turn_tensor(const sdf_pose *pose, double tensor[3][3])
{
    double half[3][3];
    for (int i = 0; i < 3; i++) sdf_turn(pose, tensor[i], half[i]);     /* T R^t: the tensor is symmetric */
    for (int j = 0; j < 3; j++) {
        const double column[3] = { half[0][j], half[1][j], half[2][j] };
        double turned[3];
        sdf_turn(pose, column, turned);
        for (int i = 0; i < 3; i++) tensor[i][j] = turned[i];
    }
}

const char *sdf_last_part(const char *name)
{
    const char *slash = strrchr(name, '/'), *part = slash ? slash + 1 : name;
    for (const char *at = strstr(part, "::"); at; at = strstr(part, "::")) part = at + 2;
    return part;
}

bool sdf_same_link(const char *one, const char *other)
{
    return strcmp(sdf_last_part(one), sdf_last_part(other)) == 0;
}
