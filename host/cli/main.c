/* SPDX-License-Identifier: MIT
 *
 * The flotilla command: a table of commands, each in a file of its own, and the two questions that concern all of
 * them: which version is this, and how is it used. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

static const cli_command bench_command = {
    "bench", cli_bench, "measures named benchmarks against their baselines",
    "flotilla bench [NAME]... [--list] [--json FILE] [--quiet] [--progress json]\n"
    "\n"
    "Runs the named benchmarks, or all, each interleaved with its baseline in this process.\n"
    "\n"
    "  --list         names the benchmarks and runs none\n"
    "  --json FILE    also writes the figures to FILE\n"
    "  --quiet        no line on a terminal that tells how far it is\n"
    "  --progress json\n"
    "                 tells it on the standard error, a line of JSON twice a second\n"
};

static const cli_command *const commands[] = {
    &cli_run, &cli_query, &cli_check, &bench_command, &cli_sea, &cli_devices, &cli_experiment, &cli_hull,
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const cli_command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    }
    return NULL;
}

static int unknown(const char *name)
{
    char names[128] = "help";
    for (int i = 0; i < COMMANDS; i++) {
        strcat(names, " ");
        strcat(names, commands[i]->name);
    }
    return cli_misused("there is no command \"%s\"; there is: %s", name, names);
}

static void print_help(FILE *to)
{
    fputs("flotilla answers, for millions of points at once: where is the water, and how hard does it push?\n\n"
          "usage: flotilla COMMAND [ARGUMENT]...\n\n", to);
    for (int i = 0; i < COMMANDS; i++) fprintf(to, "  %-11s %s\n", commands[i]->name, commands[i]->summary);
    fputs("  help        this, or `flotilla help COMMAND`\n\n"
          "  --version   prints the version\n"
          "  --help      after a command, too\n\n"
          "exit status: 0 done, 1 a check failed or a body was stopped, 2 bad input or usage,\n"
          "             3 no such device or a device that fails, 130 interrupted\n", to);
}

static int help(int argc, char **argv)
{
    if (argc > 2) return cli_misused("help: \"%s\" is too much; it takes one command", argv[2]);
    if (argc < 2) {
        print_help(stdout);
        return CLI_DONE;
    }
    const cli_command *command = find(argv[1]);
    if (!command) return unknown(argv[1]);
    fputs(command->help, stdout);
    return CLI_DONE;
}

static int print_version(int argc, char **argv)
{
    if (argc > 1) return cli_misused("--version: \"%s\" is too much; it takes nothing", argv[1]);
    const int version = flo_version();
    printf("flotilla %d.%d.%d\n", version / 10000, version / 100 % 100, version % 100);
    return CLI_DONE;
}

static bool asks_for_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    }
    return false;
}

static int dispatch(int argc, char **argv)
{
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) return print_version(argc - 1, argv + 1);
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return help(argc - 1, argv + 1);
    }
    const cli_command *command = find(name);
    if (!command) return unknown(name);
    if (asks_for_help(argc - 1, argv + 1)) {
        fputs(command->help, stdout);
        return CLI_DONE;
    }
    if (!command->call) return cli_misused("%s is not built yet", name);
    return command->call(argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return CLI_BAD_INPUT;
    }
    const int status = dispatch(argc, argv);
    const bool printed = fflush(stdout) == 0 && !ferror(stdout);
    return printed || status ? status : cli_misused("cannot write to the standard output");
}
