/* SPDX-License-Identifier: MIT
 *
 * flotilla devices: what this machine has to compute with, and whether it gives the same bits as everything else. */
#include "cli.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_opencl[] = "no OpenCL device: install an OpenCL driver of your GPU, or PoCL for the processor "
                                "(Debian: pocl-opencl-icd)";

static bool is_opencl(const flo_device_info *info)
{
    return strncmp(info->name, "opencl", 6) == 0 && info->available;
}

static void print_table(const flo_device_info *info, int count)
{
    int width = 4;
    bool opencl = false;
    for (int i = 0; i < count; i++) {
        const int length = (int)strlen(info[i].name);
        if (length > width) width = length;
        opencl = opencl || is_opencl(&info[i]);
    }
    printf("%-*s  kind  lanes  available  exact  description\n", width, "name");
    for (int i = 0; i < count; i++) {
        const flo_device_info *d = &info[i];
        char lanes[12] = "-";
        if (d->available) snprintf(lanes, sizeof lanes, "%d", d->lanes);
        printf("%-*s  %-4s  %5s  %-9s  %-5s  %s\n", width, d->name, d->kind, lanes, d->available ? "yes" : "no",
               !d->available ? "-" : d->exact ? "yes" : "no", d->description);
    }
    if (!opencl) puts(no_opencl);
}

static void print_json(const flo_device_info *info, int count)
{
    json_t *list = json_array();
    bool opencl = false;
    for (int i = 0; i < count; i++) {
        opencl = opencl || is_opencl(&info[i]);
        json_array_append_new(list, json_pack("{s:s, s:s, s:s, s:b, s:b, s:i}", "name", info[i].name, "description",
                                              info[i].description, "kind", info[i].kind, "available",
                                              info[i].available, "exact", info[i].exact, "lanes", info[i].lanes));
    }
    json_t *all = json_pack("{s:o, s:b}", "devices", list, "opencl", opencl);
    json_dumpf(all, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(all);
}

static int devices(int argc, char **argv)
{
    bool json = false;
    const cli_option options[] = { { "--json", CLI_FLAG, &json, NULL, 0, 0 } };
    const cli_syntax syntax = { options, 1, NULL, 0, 0, NULL };
    const int misused = cli_parse(&syntax, argc, argv);
    if (misused) return misused;

    int count = flo_device_list(NULL, 0);
    flo_device_info *info = calloc((size_t)count + 1, sizeof *info);
    if (!info) return cli_misused("no memory for %d devices", count);
    const int now = flo_device_list(info, count);
    if (now < count) count = now;
    if (json) {
        print_json(info, count);
    } else {
        print_table(info, count);
    }
    free(info);
    return CLI_DONE;
}

const cli_command cli_devices = {
    "devices", devices, "lists what this machine can compute with",
    "flotilla devices [--json]\n"
    "\n"
    "Lists the devices of this machine, best first within each kind.  Exact devices give the same bits.\n"
    "\n"
    "  --json    prints {\"devices\": [{name, description, kind, available, exact, lanes}], \"opencl\": true|false}\n"
};
