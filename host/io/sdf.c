/* SPDX-License-Identifier: MIT
 *
 * Finds the bodies of a file: links, and the plugins that belong to them.  A plugin names its link, and belongs to that
 * of its own model; where the file has no such link, because another file has, the name alone makes a body. */
#include "sdf.h"

#include "sdf_parts.h"
#include "sdf_xacro.h"

#include <stdlib.h>
#include <string.h>

enum { SDF_BODIES = 1000, SDF_PLUGINS = 1000 };

typedef struct reader {
    const sdf_tree *tree;
    const sdf_options *options;
    sdf_file *out;
    const sdf_node *plugins[SDF_PLUGINS];       /* for water, in their order */
    int plugin_count;
    sdf_sea sea;                        /* of gz-sim's Buoyancy */
} reader;

/* ---- elements in order ------------------------------------------------------------------------------------------- */

/* The next element behind a node, its children first. */
static const sdf_node *next_of(const sdf_node *node)
{
    if (node->first) return node->first;
    while (node && !node->next) node = node->parent;
    return node ? node->next : NULL;
}

static const sdf_node *model_of(const sdf_node *node)
{
    while (node && strcmp(node->name, "model") != 0 && strcmp(node->name, "robot") != 0) node = node->parent;
    return node;
}

static const char *name_of(const sdf_node *node)
{
    const char *name = node ? sdf_attribute_of(node, "name") : NULL;
    return name ? name : "";
}

static bool is_link(const sdf_node *node) { return strcmp(node->name, "link") == 0; }

/* ---- links and plugins ------------------------------------------------------------------------------------------- */

/* The name of the link that a plugin acts on; polyhedra have one for each of their shapes. */
static bool acts_on(const sdf_node *plugin, const char *link)
{
    const sdf_node *name = sdf_child(plugin, "link_name");
    if (name) return sdf_same_link(name->text, link);
    for (const sdf_node *child = plugin->first; child; child = child->next) {
        const sdf_node *part = strcmp(child->name, "buoyancy") == 0 ? sdf_child(child, "link_name") : NULL;
        if (part && sdf_same_link(part->text, link)) return true;
    }
    return false;
}

static bool is_water(const sdf_node *node)
{
    const sdf_plugin kind = sdf_plugin_of(node);
    return kind != SDF_NO_PLUGIN && kind != SDF_BUOYANCY;
}

/* Whether a plugin acts on this link of this model. */
static bool has_plugin(const reader *r, const char *link, const sdf_node *model)
{
    for (int i = 0; i < r->plugin_count; i++)
        if (acts_on(r->plugins[i], link) && model_of(r->plugins[i]) == model) return true;
    return false;
}

static bool is_wanted(const reader *r, const char *name)
{
    for (int i = 0; i < r->options->link_count; i++)
        if (sdf_same_link(name, r->options->links[i])) return true;
    return false;
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

static flo_status add_body(reader *r, const char *name, const sdf_node *model, int line, sdf_body **body)
{
    if (r->out->count == SDF_BODIES)
        return flo__fail(FLO_BAD_FILE, "%s: there are more than %d bodies; --link picks some", r->tree->file,
                         SDF_BODIES);
    sdf_body *grown = realloc(r->out->bodies, ((size_t)r->out->count + 1) * sizeof *grown);
    if (grown) r->out->bodies = grown;
    char *kept = strdup(name), *kept_model = strdup(name_of(model));
    if (!grown || !kept || !kept_model) {
        free(kept);
        free(kept_model);
        return flo__fail(FLO_NO_MEMORY, "%s: not enough memory", r->tree->file);
    }
    *body = &r->out->bodies[r->out->count++];
    **body = (sdf_body){ .name = kept, .model = kept_model, .line = line };
    return FLO_OK;
}

/* The water of the world, unless the plugin that lifts the body has its own; whichever is not taken is told. */
static flo_status take_sea(const sdf_sea *sea, sdf_body *body)
{
    const double own = body->density;
    const bool keeps = body->surface_count || body->polyhedra;
    if (!keeps) {
        body->density = sea->density;
        body->level = sea->level;
    }
    flo_status status = FLO_OK;
    if (keeps && sea->level != 0)
        status = sdf_note(&body->left, "water up to %.9g m, by the plugin Buoyancy: a scene says sea.level",
                          sea->level);
    if (status || own == 0 || own == sea->density) return status;
    return sdf_note(&body->left, "water of %.9g kg/m^3, by the plugin %s: that of %.9g kg/m^3 is taken",
                    keeps ? sea->density : own, keeps ? "Buoyancy" : "Hydrodynamics", keeps ? own : sea->density);
}

static flo_status read_plugins(const reader *r, const sdf_node *model, sdf_body *body)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < r->plugin_count && !status; i++)
        if (model_of(r->plugins[i]) == model && acts_on(r->plugins[i], body->name))
            status = sdf_read_plugin(r->tree, r->plugins[i], body);
    return status || r->sea.density == 0 ? status : take_sea(&r->sea, body);
}

/* Lists what of the models and the world around a body is not read, of each of them once. */
static flo_status list_around(reader *r, const sdf_node *node)
{
    flo_status status = FLO_OK;
    for (sdf_node *around = node->parent; around && !around->listed && !status; around = around->parent) {
        around->listed = true;
        status = sdf_list_unread(&r->out->left, around->parent, around);
    }
    return status;
}

/* `node` is the link, or the plugin for one that is not in this file. */
static flo_status read_body(reader *r, const char *name, const sdf_node *model, const sdf_node *node)
{
    sdf_body *body = NULL;
    char left[64];
    flo_status status = add_body(r, name, model, node->line, &body);
    if (!status && is_link(node)) status = sdf_read_link(r->tree, node, body);
    if (!status) status = read_plugins(r, model, body);
    if (!status) status = sdf_read_gravity(r->tree, node, body);
    if (!status) status = list_around(r, node);
    if (!status && xacro_is_left(name, left))
        status = sdf_note(&body->taken, "%s in the name of the link has no value in this file", left);
    return status;
}

static flo_status read_links(reader *r)
{
    flo_status status = FLO_OK;
    for (const sdf_node *node = r->tree->root; node && !status; node = next_of(node)) {
        if (!is_link(node) || !sdf_attribute_of(node, "name")) continue;
        const sdf_node *model = model_of(node);
        const bool wanted = r->options->link_count ? is_wanted(r, name_of(node))
                          : r->plugin_count ? has_plugin(r, name_of(node), model) : sdf_child(node, "inertial") != NULL;
        if (wanted) status = read_body(r, name_of(node), model, node);
    }
    return status;
}

static bool is_read(const reader *r, const char *name, const sdf_node *model)
{
    for (int i = 0; i < r->out->count; i++)
        if (sdf_same_link(r->out->bodies[i].name, name) && strcmp(r->out->bodies[i].model, name_of(model)) == 0)
            return true;
    return false;
}

/* Links that are not in this file. */
static flo_status read_plugins_alone(reader *r)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < r->plugin_count && !status; i++) {
        const sdf_node *node = r->plugins[i];
        const sdf_node *holder = sdf_child(node, "link_name") ? node : sdf_child(node, "buoyancy");
        const sdf_node *name = sdf_child(holder, "link_name"), *model = model_of(node);
        if (!name || !*name->text) return sdf_fail(r->tree, node, "it has no <link_name>");
        if (is_read(r, name->text, model) || (r->options->link_count && !is_wanted(r, name->text))) continue;
        status = read_body(r, name->text, model, node);
    }
    return status;
}

/* Whether a plugin is of a model, or of a world and does something to bodies: others run the simulation and its
 * sensors, or show it. */
static bool is_of_bodies(const sdf_node *plugin)
{
    static const char *const others[] = { "Physics", "UserCommands", "SceneBroadcaster", "Sensors", "Imu", "Contact",
                                          "Altimeter", "Magnetometer", "NavSat", "AirPressure", "ForceTorque" };
    const char *name = sdf_attribute_of(plugin, "name");
    if (model_of(plugin)) return true;
    if (!plugin->parent || strcmp(plugin->parent->name, "world") != 0) return false;
    for (size_t i = 0; name && i < sizeof others / sizeof *others; i++)
        if (strcmp(sdf_last_part(name), others[i]) == 0) return false;
    return true;
}

/* What is not read: other files, and plugins that are none of ours. */
static flo_status note_unread(reader *r, const sdf_node *node)
{
    const sdf_node *uri = sdf_child(node, "uri");
    const char *name = sdf_attribute_of(node, "name"), *file = sdf_attribute_of(node, "filename");
    if (strcmp(node->name, "include") == 0 && uri)
        return sdf_note(&r->out->left, "include %s (line %d)", uri->text, node->line);
    if (strcmp(node->name, "plugin") == 0 && sdf_plugin_of(node) == SDF_NO_PLUGIN && is_of_bodies(node))
        return sdf_note(&r->out->left, "plugin %s (line %d)", name ? name : file ? file : "without a name", node->line);
    return FLO_OK;
}

/* What the file says before any body: whether plugins for water are there, and which water. */
static flo_status look_round(reader *r)
{
    for (const sdf_node *node = r->tree->root; node; node = next_of(node)) {
        if (is_water(node) && r->plugin_count == SDF_PLUGINS)
            return sdf_fail(r->tree, node, "there are more than %d plugins for water", SDF_PLUGINS);
        if (is_water(node)) r->plugins[r->plugin_count++] = node;
        if (sdf_plugin_of(node) != SDF_BUOYANCY) continue;
        const flo_status status = r->sea.density > 0 ? sdf_list(&r->out->left, node->parent, node)
                                                     : sdf_read_buoyancy(r->tree, node, &r->sea, &r->out->left);
        if (status) return status;
    }
    for (const sdf_node *node = r->tree->root; node; node = next_of(node)) {
        const flo_status status = note_unread(r, node);
        if (status) return status;
    }
    return FLO_OK;
}

static flo_status check_links(const reader *r)
{
    for (int i = 0; i < r->options->link_count; i++) {
        bool found = false;
        for (int k = 0; k < r->out->count && !found; k++)
            found = sdf_same_link(r->out->bodies[k].name, r->options->links[i]);
        if (!found)
            return flo__fail(FLO_BAD_VALUE, "%s: there is no link \"%.60s\", and no plugin for one", r->tree->file,
                             r->options->links[i]);
    }
    if (r->out->count == 0)
        return flo__fail(FLO_BAD_FILE, "%s: there is no link with an <inertial>, and no plugin for water",
                         r->tree->file);
    return FLO_OK;
}

/* ---- what is not read -------------------------------------------------------------------------------------------- */

/* The body that a <gazebo> of URDF speaks of. */
static sdf_body *referred(const reader *r, const sdf_node *block, const char *link)
{
    for (int i = 0; i < r->out->count; i++) {
        sdf_body *body = &r->out->bodies[i];
        if (sdf_same_link(body->name, link) && strcmp(body->model, name_of(model_of(block))) == 0) return body;
    }
    return NULL;
}

/* A <gazebo> with a reference speaks of a link or a joint, one without of the whole model. */
static flo_status list_blocks(reader *r)
{
    static const sdf_names known = { "", "", "plugin xacro:" };
    int others = 0;
    flo_status status = FLO_OK;
    for (const sdf_node *node = r->tree->root; node && !status; node = next_of(node)) {
        if (strcmp(node->name, "gazebo") != 0 || !node->parent) continue;
        const char *link = sdf_attribute_of(node, "reference");
        const bool refers = link && *link;
        sdf_body *body = refers ? referred(r, node, link) : NULL;
        others += refers && !body;
        if (!refers || body)
            status = sdf_list_others(body ? &body->left : &r->out->left, node->parent, node, &known);
    }
    if (!status && others)
        status = sdf_note(&r->out->left, "%d <gazebo> of other links or of joints", others);
    return status;
}

static flo_status end_lists(sdf_file *out)
{
    flo_status status = sdf_list_end(&out->left);
    for (int i = 0; i < out->count && !status; i++) status = sdf_list_end(&out->bodies[i].left);
    return status;
}

static flo_status note_left(sdf_file *out, const sdf_expansion *expansion)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < expansion->left_count && !status; i++) status = sdf_note(&out->left, "%s", expansion->left[i]);
    return status;
}

flo_status sdf_read(sdf_file *out, const char *file, const sdf_options *options)
{
    *out = (sdf_file){ 0 };
    sdf_tree source;
    sdf_expansion expansion = { .left_count = 0 };
    flo_status status = sdf_parse(&source, file);
    if (!status) status = sdf_expand(&expansion, &source, options->defines, options->define_count);
    reader r = { .tree = &expansion.tree, .options = options, .out = out };
    if (!status) status = look_round(&r);
    if (!status) status = read_links(&r);
    if (!status) status = read_plugins_alone(&r);
    if (!status) status = check_links(&r);
    if (!status) status = list_blocks(&r);
    if (!status) status = end_lists(out);
    if (!status) status = note_left(out, &expansion);
    sdf_free_tree(&expansion.tree);
    sdf_free_tree(&source);
    return status;
}

void sdf_free(sdf_file *file)
{
    for (int i = 0; i < file->count; i++) {
        sdf_body *body = &file->bodies[i];
        for (int k = 0; k < body->surface_count; k++) free(body->surfaces[k].points);
        free(body->surfaces);
        free(body->shapes);
        free(body->name);
        free(body->model);
        sdf_free_notes(&body->taken);
        sdf_free_notes(&body->left);
    }
    free(file->bodies);
    sdf_free_notes(&file->left);
    *file = (sdf_file){ 0 };
}
