/* SPDX-License-Identifier: MIT
 *
 * The coefficients of drag and added mass: SimpleHydrodynamics of VRX, and Hydrodynamics of gz-sim.
 *
 * Their names are those of naval architects (SNAME, 1950): x, y, z, k, m, n for the force along and the torque about
 * the axes; U, V, W, P, Q, R for the velocity along and the spin about them.  xU is linear, xUU and xUabsU are
 * quadratic, xDotU is added mass.
 *
 * Signs.  VRX's force is -(xU + xUU |u|) u: positive coefficients slow.  gz-sim's is +(xU + xUabsU |u|) u: negative
 * ones do, as in its vehicles; but its own test world has positive ones, which were meant to slow, as they did in the
 * versions before.  So one sign throughout, whichever, is taken to slow, and is told; both in one plugin are refused,
 * for then some would drive the body. */
#include "sdf_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char moments[] = "xyzkmn", velocities[] = "UVWPQR";

typedef enum term_kind { TERM_NONE, TERM_LINEAR, TERM_SQUARE, TERM_ABSOLUTE, TERM_ADDED } term_kind;

typedef struct term {
    term_kind kind;
    int axis;                           /* -1: it couples two axes */
} term;

static int index_in(const char *letters, char c)
{
    const char *found = c ? strchr(letters, c) : NULL;
    return found ? (int)(found - letters) : -1;
}

/* Reads "xUabsU" and the like. */
static term term_of(const char *name)
{
    const int moment = index_in(moments, name[0]);
    if (moment < 0) return (term){ TERM_NONE, -1 };
    const char *at = name + 1;
    const bool dot = strncmp(at, "Dot", 3) == 0;
    if (dot) at += 3;
    const int first = index_in(velocities, *at);
    if (first < 0) return (term){ TERM_NONE, -1 };
    at++;
    if (!*at) return (term){ dot ? TERM_ADDED : TERM_LINEAR, first == moment ? moment : -1 };
    const bool absolute = strncmp(at, "abs", 3) == 0;
    if (absolute) at += 3;
    const int second = index_in(velocities, *at);
    if (dot || second < 0 || at[1]) return (term){ TERM_NONE, -1 };
    return (term){ absolute ? TERM_ABSOLUTE : TERM_SQUARE, first == moment && second == moment ? moment : -1 };
}

/* ---- signs ------------------------------------------------------------------------------------------------------- */

/* The first element of each sign. */
typedef struct signs {
    const sdf_node *positive, *negative;
} signs;

static void add_sign(signs *s, const sdf_node *node, double value)
{
    if (value > 0 && !s->positive) s->positive = node;
    if (value < 0 && !s->negative) s->negative = node;
}

static flo_status check_signs(const sdf_tree *tree, const signs *s, bool vrx, const char *what)
{
    if (vrx && s->negative)
        return sdf_fail(tree, s->negative,
                        "%s is not allowed: VRX's %s is positive, a negative one would drive the body",
                        s->negative->text, what);
    if (s->positive && s->negative)
        return sdf_fail(tree, s->negative,
                        "%s is negative, and <%s> of line %d is %s: of one sign all %s slows the body, of "
                        "both some would drive it",
                        s->negative->text, s->positive->name, s->positive->line, s->positive->text, what);
    return FLO_OK;
}

static flo_status tell_signs(sdf_body *body, const sdf_node *plugin, const signs *drag, const signs *added, bool vrx)
{
    const char *const whose = vrx ? "VRX SimpleHydrodynamics" : "gz-sim Hydrodynamics";
    const char *meaning =
        vrx              ? "positive coefficients, which slow by VRX's convention: taken as they are"
        : drag->negative ? "negative coefficients, which slow in gz-sim's code: taken without their sign"
        : drag->positive ? "positive coefficients, with which gz-sim's code would drive the body, as its own "
                           "test world has them: taken to slow it"
                         : "no drag";
    flo_status status = sdf_note(&body->taken, "drag from %s (line %d): %s", whose, plugin->line, meaning);
    if (!status && (added->positive || added->negative))
        status = sdf_note(&body->taken, "added mass from %s: %s, taken as what must move along", whose,
                          added->negative ? "negative, as naval architects write it" : "positive");
    return status;
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static flo_status read_term(const sdf_node *child, term t, double value, bool vrx, sdf_body *body, signs *drag,
                            signs *added)
{
    if (value == 0) return FLO_OK;
    if (t.axis < 0)
        return sdf_note(&body->left, "%s %.9g couples two axes", child->name, value);
    add_sign(t.kind == TERM_ADDED ? added : drag, child, value);
    double *const to = t.kind == TERM_ADDED ? body->added : t.kind == TERM_LINEAR ? body->linear : body->quadratic;
    to[t.axis] += fabs(value);
    if (t.kind == TERM_SQUARE && !vrx)
        return sdf_note(&body->taken,
                        "%s %.9g: gz-sim takes it times the square without a sign, here it slows both ways",
                        child->name, value);
    return FLO_OK;
}

/* What a plugin has besides, and what it means here. */
static flo_status read_other(const sdf_tree *tree, const sdf_node *child, bool vrx, sdf_body *body)
{
    static const char *const known[] = { "link_name", "namespace", "waterDensity", "water_density",
                                         "disable_added_mass", NULL };
    double current[3];
    for (int i = 0; known[i] && (i == 0 || !vrx); i++)          /* of VRX the first alone */
        if (strcmp(child->name, known[i]) == 0) return FLO_OK;
    if (strncmp(child->name, "xacro:", 6) == 0)
        return sdf_fail(tree, child, "it is not defined in this file, and stands where coefficients do");
    if (!vrx && strcmp(child->name, "default_current") == 0) {
        const flo_status status = sdf_numbers(tree, child, child->text, 3, current);
        return status ? status : sdf_note(&body->left, "default_current %s: a scene says sea.current: [%.9g, %.9g]",
                                          child->text, current[1], current[0]);
    }
    return sdf_list(&body->left, child->parent, child);
}

static bool is_true(const sdf_node *plugin, const char *name)
{
    const sdf_node *child = sdf_child(plugin, name);
    return child && (strcasecmp(child->text, "true") == 0 || strcmp(child->text, "1") == 0);
}

/* VRX's own defaults, where the file says nothing. */
static flo_status add_defaults(const sdf_node *plugin, sdf_body *body)
{
    static const struct { const char *name; double value; } standards[] = {
        { "xDotU", 5 }, { "yDotV", 5 }, { "zDotW", 0.1 }, { "kDotP", 0.1 }, { "mDotQ", 0.1 }, { "nDotR", 1 },
        { "xU", 20 }, { "yV", 20 }, { "zW", 20 }, { "kP", 20 }, { "mQ", 20 }, { "nR", 20 },
    };
    char list[256] = "";
    for (size_t i = 0; i < sizeof standards / sizeof *standards; i++) {
        if (sdf_child(plugin, standards[i].name)) continue;
        const term t = term_of(standards[i].name);
        (t.kind == TERM_ADDED ? body->added : body->linear)[t.axis] += standards[i].value;
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s %g", used ? ", " : "", standards[i].name, standards[i].value);
    }
    return *list ? sdf_note(&body->taken, "not in the file, so with the plugin's own defaults: %s", list) : FLO_OK;
}

/* Of coefficients of the same name the first is read. */
static flo_status read_terms(const sdf_tree *tree, const sdf_node *plugin, bool vrx, sdf_body *body, signs *drag,
                             signs *added)
{
    unsigned seen = 0;
    flo_status status = FLO_OK;
    for (const sdf_node *child = plugin->first; child && !status; child = child->next) {
        const term t = term_of(child->name);
        const unsigned bit = t.axis < 0 ? 0 : 1u << ((unsigned)t.kind * 6 + (unsigned)t.axis);
        double value = 0;
        if (t.kind == TERM_NONE || (vrx && t.kind == TERM_ABSOLUTE)) {
            status = read_other(tree, child, vrx, body);
            continue;
        }
        status = sdf_numbers(tree, child, child->text, 1, &value);
        if (!status && (seen & bit)) status = sdf_list(&body->left, plugin, child);
        else if (!status) status = read_term(child, t, value, vrx, body, drag, added);
        seen |= bit;
    }
    return status;
}

flo_status sdf_read_drag(const sdf_tree *tree, const sdf_node *plugin, sdf_plugin kind, sdf_body *body)
{
    const bool vrx = kind == SDF_SIMPLE_HYDRODYNAMICS;
    signs drag = { NULL, NULL }, added = { NULL, NULL };
    if (body->water != SDF_NO_WATER)
        return sdf_fail(tree, plugin, "a second plugin with coefficients for \"%.60s\"", body->name);
    body->water = vrx ? SDF_VRX : SDF_GZ;
    double before[6];
    memcpy(before, body->added, sizeof before);         /* of <fluid_added_mass> */
    flo_status status = read_terms(tree, plugin, vrx, body, &drag, &added);
    if (!status) status = check_signs(tree, &drag, vrx, "drag");
    if (!status) status = check_signs(tree, &added, vrx, "added mass");
    if (!status) status = tell_signs(body, plugin, &drag, &added, vrx);
    if (!status && vrx) status = add_defaults(plugin, body);
    if (!status && !vrx && is_true(plugin, "disable_added_mass")) {
        memcpy(body->added, before, sizeof before);
        status = sdf_note(&body->taken, "disable_added_mass is true: the plugin's added mass is left out");
    }
    if (!status && !vrx && body->density == 0) {
        body->density = 998;                            /* its default */
        status = sdf_positive_of(tree, plugin, "waterDensity", &body->density);
        if (!status) status = sdf_positive_of(tree, plugin, "water_density", &body->density);
    }
    return status;
}
