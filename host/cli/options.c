/* SPDX-License-Identifier: MIT
 *
 * Reads the arguments of a command by its table of options: `--name VALUE` or `--name=VALUE`, flags, and operands in
 * any order; behind `--` everything is an operand.  Nothing is guessed: an unknown option, a missing or wrong value,
 * a second value and an operand too many are refused by name, with what is allowed. */
#include "cli.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool append(cli_list *list, const char *text)
{
    const char **grown = realloc(list->text, ((size_t)list->count + 1) * sizeof *grown);
    if (!grown) return false;
    list->text = grown;
    list->text[list->count++] = text;
    return true;
}

void cli_free_list(cli_list *list)
{
    free(list->text);
    *list = (cli_list){ 0 };
}

static int wrong_value(const cli_option *option, const char *text)
{
    return cli_misused("%s is \"%s\"; it must be %s", option->name, text, option->allowed);
}

/* Whether `word` is one of the words that | separates. */
static bool is_among(const char *words, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = words;; at++) {
        const size_t span = strcspn(at, "|");
        if (span == length && strncmp(at, word, length) == 0) return true;
        at += span;
        if (*at == '\0') return false;
    }
}

static int read_number(const cli_option *option, const char *text)
{
    char *end;
    const double number = strtod(text, &end);
    const bool decimal = *text && strspn(text, "+-.0123456789eE") == strlen(text);
    const bool nothing = option->kind == CLI_NUMBER_OR_0 && number == 0;
    const bool in_range = number >= option->low && number <= option->high;
    if (!decimal || *end || !isfinite(number) || !(in_range || nothing)) {
        return wrong_value(option, text);
    }
    *(double *)option->value = number;
    return CLI_DONE;
}

static int read_count(const cli_option *option, const char *text)
{
    char *end;
    errno = 0;
    const unsigned long long number = strtoull(text, &end, 10);
    const bool digits = *text && strspn(text, "0123456789") == strlen(text);
    if (!digits || errno || (double)number < option->low || (double)number > option->high) {
        return wrong_value(option, text);
    }
    *(cli_number *)option->value = (cli_number){ number, true };
    return CLI_DONE;
}

static int read_bytes(const cli_option *option, const char *text)
{
    static const char units[] = "KMGT";
    char *end;
    double bytes = strtod(text, &end);
    const bool decimal = strspn(text, ".0123456789") == (size_t)(end - text) && end > text;
    const char *unit = *end ? strchr(units, *end) : NULL;
    if (unit) {
        bytes = ldexp(bytes, 10 * (int)(unit - units + 1));
        end++;
    }
    if (!decimal || *end || !(bytes >= 1 && bytes < 0x1p63)) return wrong_value(option, text);
    *(cli_number *)option->value = (cli_number){ (uint64_t)bytes, true };
    return CLI_DONE;
}

static int take_value(const cli_option *option, const char *text)
{
    switch (option->kind) {
    case CLI_NUMBER:
    case CLI_NUMBER_OR_0: return read_number(option, text);
    case CLI_COUNT: return read_count(option, text);
    case CLI_BYTES: return read_bytes(option, text);
    case CLI_WORD:
        if (!is_among(option->allowed, text)) return wrong_value(option, text);
        break;
    case CLI_LIST:
        return append(option->value, text) ? CLI_DONE : cli_misused("no memory for %s", option->name);
    default:
        if (*text == '\0') return wrong_value(option, text);
    }
    *(const char **)option->value = text;
    return CLI_DONE;
}

static const cli_option *find(const cli_syntax *syntax, const char *name, size_t length)
{
    for (int i = 0; i < syntax->option_count; i++) {
        const cli_option *option = &syntax->options[i];
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0) return option;
    }
    return NULL;
}

static int unknown_option(const cli_syntax *syntax, const char *command, const char *name)
{
    char known[512] = "";
    for (int i = 0; i < syntax->option_count; i++) {
        const size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s", used ? " " : "", syntax->options[i].name);
    }
    return cli_misused("%s has no option %s; it has %s", command, name, *known ? known : "none");
}

/* One option at argv[*at]; moves *at to the last argument that it took. */
static int read_option(const cli_syntax *syntax, int argc, char **argv, int *at)
{
    const char *name = argv[*at], *equals = strchr(name, '=');
    const cli_option *option = find(syntax, name, equals ? (size_t)(equals - name) : strlen(name));
    if (!option) return unknown_option(syntax, argv[0], name);
    for (int i = 1; i < *at && option->kind != CLI_LIST; i++) {
        const size_t length = strlen(option->name);
        const bool same = strncmp(argv[i], option->name, length) == 0 && (!argv[i][length] || argv[i][length] == '=');
        if (same) return cli_misused("%s is given twice", option->name);
    }
    if (option->kind == CLI_FLAG) {
        if (equals) return cli_misused("%s takes no value", option->name);
        *(bool *)option->value = true;
        return CLI_DONE;
    }
    if (equals) return take_value(option, equals + 1);
    if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0) {
        return cli_misused("%s lacks its value: %s", option->name, option->allowed);
    }
    return take_value(option, argv[++*at]);
}

static int take_operand(const cli_syntax *syntax, const char *command, const char *text)
{
    const int count = syntax->operands ? syntax->operands->count : 0;
    if (count == syntax->most) {
        return cli_misused("%s: \"%s\" is too much; it takes %s", command, text,
                           syntax->most == 0 ? "nothing but options" : syntax->operand);
    }
    return append(syntax->operands, text) ? CLI_DONE : cli_misused("no memory for %s", text);
}

int cli_parse(const cli_syntax *syntax, int argc, char **argv)
{
    bool options = true;
    for (int at = 1; at < argc; at++) {
        const char *text = argv[at];
        int status = CLI_DONE;
        if (options && strcmp(text, "--") == 0) {
            options = false;
        } else if (options && text[0] == '-' && text[1] != '\0') {
            status = read_option(syntax, argc, argv, &at);
        } else {
            status = take_operand(syntax, argv[0], text);
        }
        if (status) return status;
    }
    if (syntax->operands && syntax->operands->count < syntax->least) {
        return cli_misused("%s lacks %s; see: flotilla help %s", argv[0], syntax->operand, argv[0]);
    }
    return CLI_DONE;
}
