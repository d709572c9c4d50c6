/* SPDX-License-Identifier: MIT
 *
 * Expands xacro's elements.  The work is bounded in steps, depth, elements and bytes, so that macros that call each
 * other cannot run away. */
#include "sdf_xacro.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct macro {
    const char *name;
    const sdf_node *node;
    bool called;
    struct macro *next;
} macro;

typedef struct expander {
    sdf_expansion *out;
    const sdf_tree *source;
    xacro_scope defined;        /* by --define: goes before everything */
    macro *macros;
    int steps, depth;
} expander;

static flo_status expand(expander *x, const sdf_node *from, xacro_scope *scope, sdf_node *into);

/* ---- values ------------------------------------------------------------------------------------------------------ */

static flo_status substitute(expander *x, const sdf_node *node, const xacro_scope *scope, const char *text,
                             const char **result)
{
    if (!strchr(text, '$')) {
        *result = text;
        return FLO_OK;
    }
    char value[XACRO_TEXT];
    if (!xacro_substitute(scope, text, value))
        return sdf_fail(x->source, node, "a text with all its values is longer than %d characters", XACRO_TEXT);
    *result = sdf_copy(&x->out->tree, value, strlen(value));
    return *result ? FLO_OK : sdf_no_room(&x->out->tree);
}

static flo_status define(expander *x, xacro_value **list, const char *name, const char *value)
{
    xacro_value *entry = sdf_take(&x->out->tree, sizeof *entry);
    if (!entry) return sdf_no_room(&x->out->tree);
    *entry = (xacro_value){ name, value, *list };
    *list = entry;
    return FLO_OK;
}

static bool is_listed(const xacro_value *list, const char *name)
{
    for (; list; list = list->next)
        if (strcmp(list->name, name) == 0) return true;
    return false;
}

/* What a definition from outside has set, the file does not set again. */
static flo_status read_property(expander *x, const sdf_node *node, xacro_scope *scope, bool argument)
{
    const char *name = sdf_attribute_of(node, "name"), *text = sdf_attribute_of(node, argument ? "default" : "value");
    const char *value;
    if (!name) return sdf_fail(x->source, node, "it has no name");
    if (!text && !argument) text = sdf_attribute_of(node, "default");
    if (!text || is_listed(x->defined.values, name)) return FLO_OK;
    const flo_status status = substitute(x, node, scope, text, &value);
    return status ? status : define(x, argument ? &scope->arguments : &scope->values, name, value);
}

static void note_left(expander *x, const sdf_node *node, const char *what)
{
    sdf_expansion *out = x->out;
    if (out->left_count == XACRO_LEFT) return;
    char shown[96];
    sdf_show(what ? what : "", shown, sizeof shown);
    snprintf(out->left[out->left_count++], sizeof out->left[0], "%.40s%s%s (line %d)", node->name, *shown ? " " : "",
             shown, node->line);
}

/* ---- conditions -------------------------------------------------------------------------------------------------- */

static flo_status read_condition(expander *x, const sdf_node *node, const xacro_scope *scope, bool *holds)
{
    const char *text = sdf_attribute_of(node, "value"), *value;
    char name[64], shown[64];
    if (!text) return sdf_fail(x->source, node, "it has no value");
    const flo_status status = substitute(x, node, scope, text, &value);
    if (status) return status;
    if (xacro_is_left(value, name))
        return sdf_fail(x->source, node, "%s %s", name, xacro_reason(value));
    char *end;
    const double number = strtod(value, &end);
    const bool numeric = *value && !*end;
    if (!numeric && strcasecmp(value, "true") != 0 && strcasecmp(value, "false") != 0) {
        sdf_show(value, shown, sizeof shown);
        return sdf_fail(x->source, node, "its value is \"%s\"; it must be true, false or a number", shown);
    }
    *holds = numeric ? number != 0 : strcasecmp(value, "true") == 0;
    return FLO_OK;
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

static flo_status add_macro(expander *x, const sdf_node *node)
{
    const char *name = sdf_attribute_of(node, "name");
    if (!name) return sdf_fail(x->source, node, "it has no name");
    macro *m = sdf_take(&x->out->tree, sizeof *m);
    if (!m) return sdf_no_room(&x->out->tree);
    *m = (macro){ strncmp(name, "xacro:", 6) == 0 ? name + 6 : name, node, false, x->macros };
    x->macros = m;
    return FLO_OK;
}

static macro *find_macro(expander *x, const char *name)
{
    for (macro *m = x->macros; m; m = m->next)
        if (strcmp(m->name, name) == 0) return m;
    return NULL;
}

/* The next of the parameters "a b:=1 c:='two words' *block". */
static bool next_parameter(const char **at, char name[64], char value[256], bool *has_default)
{
    *at += strspn(*at, " \t\r\n");
    if (!**at) return false;
    const size_t length = strcspn(*at, " \t\r\n:");
    snprintf(name, 64, "%.*s", (int)(length < 63 ? length : 63), *at);
    *at += length;
    *has_default = strncmp(*at, ":=", 2) == 0;
    value[0] = '\0';
    if (!*has_default) {
        *at += strcspn(*at, " \t\r\n");
        return true;
    }
    *at += 2;
    if (**at == '^') {                  /* the outer value, and after a | what stands in for it */
        *at += 1;
        if (**at == '|') *at += 1;
        else *has_default = false;
    }
    const char quote = **at == '\'' || **at == '"' ? *(*at)++ : '\0';
    const char ends[2] = { quote, '\0' };
    const size_t span = strcspn(*at, quote ? ends : " \t\r\n");
    snprintf(value, 256, "%.*s", (int)(span < 255 ? span : 255), *at);
    *at += span;
    if (quote && **at) *at += 1;
    return true;
}

/* `call` is NULL for a macro that the file never calls: what has no default then has no value. */
static flo_status bind(expander *x, const macro *m, const sdf_node *call, const xacro_scope *outer, xacro_scope *inner)
{
    const char *at = sdf_attribute_of(m->node, "params");
    char name[64], standard[256];
    bool has_default;
    flo_status status = FLO_OK;
    while (!status && at && next_parameter(&at, name, standard, &has_default)) {
        const char *given = sdf_attribute_of(call, name), *value = NULL;
        if (*name == '*' || is_listed(x->defined.values, name)) continue;
        if (given) status = substitute(x, call, outer, given, &value);
        else if (has_default) status = substitute(x, m->node, outer, standard, &value);
        else if (call) return sdf_fail(x->source, call, "the macro's parameter %s is missing", name);
        if (status || !value) continue;
        const char *kept = sdf_copy(&x->out->tree, name, strlen(name));
        const char *copy = sdf_copy(&x->out->tree, value, strlen(value));
        status = kept && copy ? define(x, &inner->values, kept, copy) : sdf_no_room(&x->out->tree);
    }
    return status;
}

static flo_status call_macro(expander *x, macro *m, const sdf_node *call, const xacro_scope *scope, sdf_node *into)
{
    xacro_scope inner = { .outer = scope };
    m->called = true;
    if (x->depth >= XACRO_DEPTH)
        return sdf_fail(x->source, call ? call : m->node, "macros call each other more than %d deep", XACRO_DEPTH);
    flo_status status = bind(x, m, call, scope, &inner);
    x->depth++;
    for (const sdf_node *child = m->node->first; child && !status; child = child->next)
        status = expand(x, child, &inner, into);
    x->depth--;
    return status;
}

/* ---- elements ---------------------------------------------------------------------------------------------------- */

static flo_status copy_element(expander *x, const sdf_node *from, xacro_scope *scope, sdf_node *into)
{
    sdf_tree *tree = &x->out->tree;
    sdf_node *node = sdf_add(tree, into, from->name, from->line);
    const size_t count = (size_t)from->attribute_count;
    sdf_attribute *attributes = node && count ? sdf_take(tree, count * sizeof *attributes) : NULL;
    if (!node || (count && !attributes)) return sdf_no_room(tree);
    flo_status status = substitute(x, from, scope, from->text, &node->text);
    for (size_t i = 0; i < count && !status; i++) {
        attributes[i].name = from->attributes[i].name;
        status = substitute(x, from, scope, from->attributes[i].value, &attributes[i].value);
    }
    node->attributes = attributes;
    node->attribute_count = status ? 0 : from->attribute_count;
    for (const sdf_node *child = from->first; child && !status; child = child->next)
        status = expand(x, child, scope, node);
    return status;
}

static flo_status expand(expander *x, const sdf_node *from, xacro_scope *scope, sdf_node *into)
{
    if (++x->steps > XACRO_STEPS)
        return sdf_fail(x->source, from, "its macros expand to more than %d steps", XACRO_STEPS);
    if (strncmp(from->name, "xacro:", 6) != 0) return copy_element(x, from, scope, into);
    const char *name = from->name + 6;
    if (strcmp(name, "property") == 0) return read_property(x, from, scope, false);
    if (strcmp(name, "arg") == 0) return read_property(x, from, scope, true);
    if (strcmp(name, "macro") == 0) return add_macro(x, from);
    if (strcmp(name, "if") == 0 || strcmp(name, "unless") == 0) {
        bool holds = false;
        flo_status status = read_condition(x, from, scope, &holds);
        if (status || holds != (*name == 'i')) return status;
        for (const sdf_node *child = from->first; child && !status; child = child->next)
            status = expand(x, child, scope, into);
        return status;
    }
    const char *called = strcmp(name, "call") == 0 ? sdf_attribute_of(from, "macro") : name;
    macro *m = called ? find_macro(x, called) : NULL;
    if (m) return call_macro(x, m, from, scope, into);
    const char *what = sdf_attribute_of(from, "filename");
    note_left(x, from, what ? what : sdf_attribute_of(from, "name"));
    sdf_node *node = sdf_add(&x->out->tree, into, from->name, from->line);      /* to be seen where it matters */
    return node ? FLO_OK : sdf_no_room(&x->out->tree);
}

static flo_status read_defines(expander *x, const char *const *defines, int count)
{
    flo_status status = FLO_OK;
    for (int i = 0; i < count && !status; i++) {
        const char *equals = strchr(defines[i], '=');
        if (!equals || equals == defines[i])
            return flo__fail(FLO_BAD_VALUE, "--define is \"%.60s\"; it must be NAME=VALUE", defines[i]);
        const char *name = sdf_copy(&x->out->tree, defines[i], (size_t)(equals - defines[i]));
        if (!name) return sdf_no_room(&x->out->tree);
        status = define(x, &x->defined.values, name, equals + 1);
    }
    x->defined.arguments = x->defined.values;
    return status;
}

flo_status sdf_expand(sdf_expansion *out, const sdf_tree *source, const char *const *defines, int define_count)
{
    *out = (sdf_expansion){ .tree = { .file = source->file } };
    expander x = { .out = out, .source = source };
    flo_status status = read_defines(&x, defines, define_count);
    xacro_scope global = { .outer = &x.defined };
    const sdf_node *root = source->root;
    if (!status && strncmp(root->name, "xacro:", 6) == 0)
        return sdf_fail(source, root, "it cannot be the root of a file");
    if (!status) status = copy_element(&x, root, &global, NULL);
    for (bool again = true; again && !status;) {        /* a macro may define another */
        again = false;
        for (macro *m = x.macros; m && !status && !again; m = m->next) {
            if (m->called) continue;
            again = true;
            status = call_macro(&x, m, NULL, &global, out->tree.root);
        }
    }
    return status;
}
