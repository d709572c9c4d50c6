/* SPDX-License-Identifier: MIT
 *
 * From the bytes of a YAML file to a tree, through the events of libfyaml.
 *
 * What libfyaml lets pass is refused here: bytes that are not UTF-8 (it takes them for the end), NUL, a second
 * document, tags, doubled keys, keys that are not text, and whatever is too large or too deep.  What it has to say is
 * collected, so that nothing of it reaches stderr. */
#include "yaml_parts.h"

#include <errno.h>
#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of open brackets so many that those in comments do no harm. */
enum { ANCHORS = 1000, BRACKETS = 10000, BLANKS = 2000 };

/* What libfyaml keeps of a token, and tokens of text that it may always have read ahead. */
enum { TOKEN_BYTES = 220, TOKENS_AHEAD = 10000 };

typedef struct anchor {
    const char *name;
    yaml_node *node;
} anchor;

typedef struct builder {
    yaml_file *file;
    const char *set, *bytes;
    size_t size, given;         /* of the text, and of what libfyaml has of it */
    double tokens;              /* that may stand in what it has and made no event of yet */
    bool ready, full;           /* the next sign may begin a scalar; the tokens were too many */
    struct fy_diag *diag;
    struct fy_parser *parser;
    yaml_node *root, *at;       /* the whole, and the list or mapping that is being filled */
    const char *key;            /* that was read, but not its value yet */
    int key_line, line, depth, anchor_count;
    bool ended;                 /* a document was complete */
    anchor anchors[ANCHORS];
} builder;

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

/* A pipe is fine, as in `flotilla run <(program)`; what never ends is cut off. */
static flo_status read_bytes(const char *name, const yaml_limit *limit, char **bytes, size_t *size)
{
    FILE *file = fopen(name, "rb");
    if (!file) return flo__fail(FLO_CANNOT_READ, "%s: %s", name, strerror(errno));
    size_t capacity = 0;
    flo_status status = FLO_OK;
    for (*bytes = NULL, *size = 0; !status && !feof(file);) {
        if (*size == capacity) {
            capacity = capacity == 0 ? 1 << 16 : 2 * capacity < YAML_BYTES ? 2 * capacity : YAML_BYTES + 1;
            char *larger = realloc(*bytes, capacity);
            if (larger) *bytes = larger;
            else status = flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", name);
        }
        if (!status) *size += fread(*bytes + *size, 1, capacity - *size, file);
        if (!status && ferror(file)) status = flo__fail(FLO_CANNOT_READ, "%s: %s", name, strerror(errno));
        if (!status && *size > YAML_BYTES)
            status = flo__fail(FLO_BAD_FILE, "%s: more than %d MiB; that is not allowed", name, YAML_BYTES >> 20);
        if (!status && (double)*size > limit->bytes)
            status = flo__fail(FLO_NO_MEMORY, "%s: its text takes more than %zu bytes; %s", name, *size - 1,
                               limit->words);
    }
    fclose(file);
    if (status) free(*bytes);
    return status;
}

size_t yaml_measure_character(const unsigned char *text, size_t left)
{
    const unsigned char c = text[0];
    if (c < 0x80) return (c >= 0x20 && c != 0x7f) || c == '\t' || c == '\n' || c == '\r';
    const size_t length = c >= 0xf0 ? 4 : c >= 0xe0 ? 3 : 2;
    if (c < 0xc2 || c > 0xf4 || left < length) return 0;
    unsigned code = c & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3fu);
    }
    static const unsigned least[] = {0, 0, 0xa0, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    const bool outside = code > 0x10ffff || code == 0xfffe || code == 0xffff;
    return (code >= least[length] || code == 0x85) && !surrogate && !outside ? length : 0;
}

/* What libfyaml 0.7 does badly: it keeps some hundred bytes for every open bracket before it tells of the first, takes
 * the square of the time for many blanks or line ends in a row and for long directives that are wrong, misreads
 * two doubled quotes in a row, '''', and where "? " marks a key, frees the key twice if a tab and a sign that begins a
 * block stand behind its colon. */
typedef struct guard {
    int brackets;               /* that are open */
    int blanks, quotes;         /* in a row */
    bool starts;                /* a line */
    bool asks, marks;           /* the last sign is ?; it stood before a blank */
    int tabbed;                 /* 1: behind a colon; 2: and a tab */
} guard;

static bool find_tab(guard *g, unsigned char c)
{
    const bool blank = c == ' ' || c == '\t', wrong = g->marks && g->tabbed == 2 && c && strchr("?:|>-", c);
    g->marks = g->marks || (g->asks && (blank || c == '\n' || c == '\r'));
    g->asks = c == '?';
    if (c == ':') g->tabbed = 1;
    else if (!blank) g->tabbed = 0;
    else if (c == '\t' && g->tabbed) g->tabbed = 2;
    return wrong;
}

static const char *find_excess(guard *g, unsigned char c)
{
    if (g->starts && c == '%') return "directives (%) are not allowed";
    g->starts = c == '\n' || c == '\r';
    g->blanks = g->starts || c == ' ' || c == '\t' ? g->blanks + 1 : 0;
    if (g->blanks > BLANKS) return "more than 2000 blanks and line ends in a row are not allowed";
    g->quotes = c == '\'' ? g->quotes + 1 : 0;
    if (g->quotes == 4) return "four ' in a row are not allowed; put the text in double quotes";
    if (find_tab(g, c)) return "a tab is not allowed here, in a text that marks keys with ?; write a space";
    if (c == '[' || c == '{') g->brackets++;
    else if (g->brackets && (c == ']' || c == '}')) g->brackets--;
    return g->brackets > BRACKETS ? "more than 32 levels deep; that is not allowed" : NULL;
}

static flo_status check_bytes(const builder *b, const char *bytes, size_t size)
{
    const unsigned char *text = (const unsigned char *)bytes;
    const size_t mark = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    yaml_node here = {.line = 1, .set = b->set};
    guard g = {.starts = true};
    for (size_t i = mark, length; i < size; i += length) {
        length = yaml_measure_character(text + i, size - i);
        if (!length)
            return yaml_fail(b->file, &here, "the byte 0x%02x is not allowed; a file must be plain text in UTF-8",
                             text[i]);
        const char *excess = find_excess(&g, text[i]);
        if (excess) return yaml_fail(b->file, &here, "%s", excess);
        here.line += text[i] == '\n';
    }
    return FLO_OK;
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

static const char *copy_token(builder *b, struct fy_token *token, flo_status *status)
{
    size_t length = 0;
    const char *text = token ? fy_token_get_text(token, &length) : "";
    const char *copy = text ? yaml_copy_text(b->file, text, length) : NULL;
    yaml_node here = {.line = b->line, .set = b->set};
    if (!copy) *status = text ? yaml_no_room(b->file)
                              : flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", b->file->name);
    else if (strlen(copy) != length) *status = yaml_fail(b->file, &here, "the character NUL is not allowed");
    return copy;
}

/* Complaints about what has no node yet: they name the list or mapping that it is in. */
static flo_status refuse(const builder *b, const char *what)
{
    yaml_node here = {.line = b->line, .set = b->set, .key = b->key, .parent = b->at};
    if (!b->key) here.parent = NULL;
    return yaml_fail(b->file, &here, "%s", what);
}

static flo_status add_anchor(builder *b, struct fy_token *token, yaml_node *node)
{
    if (!token) return FLO_OK;
    if (b->anchor_count == ANCHORS)
        return yaml_fail(b->file, node, "more than %d anchors; that is not allowed", ANCHORS);
    flo_status status = FLO_OK;
    const char *name = copy_token(b, token, &status);
    if (!status) b->anchors[b->anchor_count++] = (anchor){name, node};
    return status;
}

static flo_status add_key(builder *b, const struct fy_event *event)
{
    if (event->type == FYET_ALIAS) return refuse(b, "an alias cannot be a key; a key must be a text");
    if (event->type != FYET_SCALAR) return refuse(b, "a list or mapping cannot be a key; a key must be a text");
    if (event->scalar.anchor) return refuse(b, "a key cannot have an anchor");
    flo_status status = FLO_OK;
    b->key = copy_token(b, event->scalar.value, &status);
    b->key_line = b->line;
    return status;
}

static flo_status add_value(builder *b, yaml_node like, struct fy_token *mark, yaml_node **node)
{
    like.key = b->key;
    like.key_line = b->key ? b->key_line : 0;
    like.set = b->set;
    flo_status status = yaml_add_node(b->file, b->at, &like, node);
    if (!status && !b->at) b->root = *node;
    if (!status) status = add_anchor(b, mark, *node);
    b->key = NULL;
    return status;
}

static flo_status add_scalar(builder *b, const struct fy_event *event)
{
    flo_status status = FLO_OK;
    yaml_node like = {.kind = YAML_SCALAR, .line = b->line}, *node;
    like.quoted = event->scalar.value && fy_token_scalar_style(event->scalar.value) > FYSS_PLAIN;
    like.text = copy_token(b, event->scalar.value, &status);
    return status ? status : add_value(b, like, event->scalar.anchor, &node);
}

static flo_status add_alias(builder *b, const struct fy_event *event)
{
    flo_status status = FLO_OK;
    const char *name = copy_token(b, event->alias.anchor, &status);
    if (status) return status;
    int i = b->anchor_count;
    while (i && strcmp(b->anchors[i - 1].name, name) != 0) i--;
    if (!i) return refuse(b, "this alias has no anchor before it");
    const yaml_node *from = b->anchors[i - 1].node;
    for (const yaml_node *above = b->at; above; above = above->parent)
        if (above == from) return refuse(b, "this alias stands within what it stands for");
    yaml_node *node;
    status = add_value(b, *from, NULL, &node);
    return status ? status : yaml_copy_tree(b->file, node, from);
}

static flo_status open_value(builder *b, yaml_kind kind, struct fy_token *mark)
{
    if (++b->depth > YAML_DEPTH) {
        char deep[64];
        snprintf(deep, sizeof deep, "more than %d levels deep; that is not allowed", YAML_DEPTH);
        return refuse(b, deep);
    }
    yaml_node *node;
    const yaml_node like = {.kind = kind, .line = b->line};
    const flo_status status = add_value(b, like, mark, &node);
    if (!status) b->at = node;
    return status;
}

static int compare_keys(const void *a, const void *b)
{
    const yaml_node *one = *(const yaml_node *const *)a, *other = *(const yaml_node *const *)b;
    const int order = strcmp(one->key, other->key);
    return order ? order : (one->key_line > other->key_line) - (one->key_line < other->key_line);
}

/* Sorts the keys, so that a mapping of a million of them takes no million of millions of comparisons. */
static flo_status refuse_doubles(const builder *b, const yaml_node *map)
{
    if (map->count < 2) return FLO_OK;
    const yaml_node **sorted = malloc((size_t)map->count * sizeof *sorted), *twice = NULL, *first = NULL;
    if (!sorted) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", b->file->name);
    int count = 0;
    for (const yaml_node *child = map->first; child; child = child->next) sorted[count++] = child;
    qsort(sorted, (size_t)count, sizeof *sorted, compare_keys);
    for (int i = 1; i < count; i++) {
        if (strcmp(sorted[i - 1]->key, sorted[i]->key) != 0) continue;
        if (twice && twice->key_line <= sorted[i]->key_line) continue;
        first = sorted[i - 1];
        twice = sorted[i];
    }
    free(sorted);
    if (!twice) return FLO_OK;
    char value[96];
    yaml_show(twice, value, sizeof value);
    return yaml_fail_key(b->file, twice, NULL, "doubled key, with the value %s; line %d has the key already", value,
                         first->key_line);
}

static flo_status close_value(builder *b)
{
    yaml_node *done = b->at;
    b->depth--;
    b->at = done->parent;
    return done->kind == YAML_MAP ? refuse_doubles(b, done) : FLO_OK;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static flo_status take_event(builder *b, struct fy_event *event)
{
    const struct fy_mark *mark = fy_event_start_mark(event);
    if (mark) b->line = mark->line + 1;
    const bool value = event->type == FYET_SCALAR || event->type == FYET_ALIAS || event->type == FYET_MAPPING_START ||
                       event->type == FYET_SEQUENCE_START;
    if (value && fy_event_get_tag_token(event)) return refuse(b, "tags (!) are not allowed");
    if (value && b->at && b->at->kind == YAML_MAP && !b->key) return add_key(b, event);
    switch (event->type) {
    case FYET_DOCUMENT_START: return b->ended ? refuse(b, "a second document (---) is not allowed") : FLO_OK;
    case FYET_DOCUMENT_END: b->ended = true; return FLO_OK;
    case FYET_SCALAR: return add_scalar(b, event);
    case FYET_ALIAS: return add_alias(b, event);
    case FYET_MAPPING_START: return open_value(b, YAML_MAP, event->mapping_start.anchor);
    case FYET_SEQUENCE_START: return open_value(b, YAML_LIST, event->sequence_start.anchor);
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END: return close_value(b);
    default: return FLO_OK;
    }
}

/* At most so many tokens begin with this sign.  One of punctuation is one, a colon makes a token of the key before it,
 * too, and a scalar without quotes begins only behind such a sign.  A dash may be a token or begin a number. */
static int count_tokens(builder *b, char sign)
{
    if (sign == ' ' || sign == '\t' || sign == '\n' || sign == '\r') return 0;
    const bool ready = b->ready, punctuation = strchr(",[]{}:?*&!#", sign) != NULL;
    b->ready = punctuation;
    return sign == ':' ? 2 : punctuation || ready || strchr("\"'-", sign) != NULL;
}

/* libfyaml asks for the text piece by piece.  A list or mapping in brackets may turn out to be a key, so it keeps all
 * of its tokens until the brackets close or, mostly, the line ends, and makes no event before.  Where that is too much,
 * the text ends for it: of an error it would try again without end. */
static ssize_t give_text(void *user, void *into, size_t count)
{
    builder *b = user;
    const char *from = b->bytes + b->given;
    if (count > b->size - b->given) count = b->size - b->given;
    for (size_t i = 0; i < count; i++) b->tokens += count_tokens(b, from[i]);
    const double kept = b->tokens * TOKEN_BYTES;
    b->full = b->tokens > TOKENS_AHEAD && b->file->bytes + kept > b->file->limit.bytes;
    if (b->full) return 0;
    memcpy(into, from, count);
    b->given += count;
    return (ssize_t)count;
}

/* What libfyaml has to say, with "file:line:column". */
static flo_status fail_parser(const builder *b, int number)
{
    void *iterator = NULL;
    const struct fy_diag_error *error = fy_diag_errors_iterate(b->diag, &iterator);
    if (b->full && b->set)
        return flo__fail(FLO_NO_MEMORY, "--set %.200s: the value takes too much memory; %s", b->set,
                         b->file->limit.words);
    if (b->full)
        return flo__fail(FLO_NO_MEMORY, "%s:%d: from here on a list or mapping on one line takes too much memory; "
                         "break the line after its commas; %s", b->file->name, b->line, b->file->limit.words);
    if (!error && number == ENOMEM)
        return flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", b->file->name);
    if (!error) return flo__fail(FLO_BAD_FILE, "%s:%d: not YAML from here on", b->file->name, b->line);
    if (b->set)
        return flo__fail(FLO_BAD_FILE, "--set %.200s: at %d:%d of the value: %s", b->set, error->line, error->column,
                         error->msg);
    return flo__fail(FLO_BAD_FILE, "%s:%d:%d: %s", b->file->name, error->line, error->column, error->msg);
}

static flo_status run_parser(builder *b)
{
    flo_status status = FLO_OK;
    int number = 0;
    while (!status && !b->full) {
        errno = 0;
        struct fy_event *event = fy_parser_parse(b->parser);
        number = errno;
        if (!event) break;
        b->tokens = 0;
        if (!b->full) status = take_event(b, event);
        fy_parser_event_free(b->parser, event);
    }
    if (!status && (b->full || fy_parser_get_stream_error(b->parser))) status = fail_parser(b, number);
    return status;
}

static void say_nothing(struct fy_diag *diag, void *user, const char *text, size_t length)
{
    (void)diag, (void)user, (void)text, (void)length;
}

flo_status yaml_parse(yaml_file *file, const char *bytes, size_t size, const char *set, yaml_node **root)
{
    builder *b = calloc(1, sizeof *b);
    if (!b) return flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", file->name);
    *b = (builder){.file = file, .set = set, .bytes = bytes, .size = size, .ready = true, .line = 1};
    const double texts = 2.0 * (double)size;    /* these bytes and libfyaml's copy, as long as it parses */
    file->bytes += texts;
    flo_status status = check_bytes(b, bytes, size);
    struct fy_diag_cfg speech;
    fy_diag_cfg_default(&speech);
    speech.fp = NULL;
    speech.output_fn = say_nothing;
    b->diag = fy_diag_create(&speech);
    if (b->diag) fy_diag_set_collect_errors(b->diag, true);
    const struct fy_parse_cfg manner = {.search_path = "", .flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG, .diag = b->diag};
    b->parser = b->diag ? fy_parser_create(&manner) : NULL;
    if (!status && (!b->parser || fy_parser_set_input_callback(b->parser, b, give_text)))
        status = flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", file->name);
    if (!status) status = run_parser(b);
    if (!status && !b->root) status = refuse(b, "nothing in it");
    *root = b->root;
    file->bytes -= texts;
    if (b->parser) fy_parser_destroy(b->parser);
    if (b->diag) fy_diag_destroy(b->diag);
    free(b);
    return status;
}

flo_status yaml_open(yaml_file **out, const char *name, const yaml_limit *limit)
{
    char *bytes = NULL;
    size_t size = 0;
    flo_status status = read_bytes(name, limit, &bytes, &size);
    if (status) return status;
    yaml_file *file = calloc(1, sizeof *file);
    if (file) *file = (yaml_file){.name = strdup(name), .limit = *limit};
    if (!file || !file->name) status = flo__fail(FLO_NO_MEMORY, "%s: not enough memory to read it", name);
    if (!status) status = yaml_parse(file, bytes, size, NULL, &file->root);
    free(bytes);
    if (status) yaml_close(file);
    else *out = file;
    return status;
}
