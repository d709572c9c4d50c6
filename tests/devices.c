/* SPDX-License-Identifier: MIT
 *
 * Which devices a test runs on.  FLOTILLA_TEST_DEVICES, names that stand apart by commas, leaves out all others; lists
 * of several devices among them, such as simd*3+scalar*1, are devices as well. */
#include "devices.h"

#include "test.h"

enum { MOST = 64 };

static test_device plain[MOST], varied[MOST];

/* An environment variable for as long as a device is being opened. */
static flo_status open_with_lanes(flo_device **device, const flo_device_def *def, const char *lanes)
{
    static const char variable[] = "FLOTILLA_OPENCL_LANES";
    const char *before = getenv(variable);
    char *kept = before ? strdup(before) : NULL;
    if (lanes) setenv(variable, lanes, 1);
    const flo_status status = flo_device_open(device, def);
    if (kept) {
        setenv(variable, kept, 1);
    } else {
        unsetenv(variable);
    }
    free(kept);
    return status;
}

typedef struct variant { int threads, group; const char *lanes; } variant;

static void add(test_device *list, const char *name, variant v)
{
    char threads[24] = "", group[24] = "";
    flo_device_def def = flo_default_device_def();
    def.name = name;
    def.threads = v.threads;
    def.group = v.group;
    while (list->device) list++;
    if (v.threads) snprintf(threads, sizeof threads, ", %d threads", v.threads);
    if (v.group) snprintf(group, sizeof group, ", groups of %d", v.group);
    snprintf(list->label, sizeof list->label, "%.30s%s%s%s%s", name, threads, group, v.lanes ? ", lanes " : "",
             v.lanes ? v.lanes : "");
    if (open_with_lanes(&list->device, &def, v.lanes) != FLO_OK) fail_msg("%s: %s", list->label, flo_message());
    list->exact = flo_device_get_info(list->device).exact;
}

/* Not at exit: a driver's own clean-up may come before ours then. */
int test_devices_close(void **state)
{
    (void)state;
    for (int i = 0; i < MOST; i++) {
        flo_device_close(plain[i].device);
        flo_device_close(varied[i].device);
        plain[i].device = varied[i].device = NULL;
    }
    return 0;
}

static bool is_wanted(const flo_device_info *info)
{
    const char *wanted = getenv("FLOTILLA_TEST_DEVICES");
    const size_t length = strlen(info->name);
    if (!info->available) return false;
    for (const char *at = wanted; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (strncmp(at, info->name, length) == 0 && (at[length] == ',' || at[length] == '\0')) return true;
    }
    return !wanted;
}

/* Lists of devices are in no list: they have to be asked for. */
static void add_lists(void)
{
    const char *wanted = getenv("FLOTILLA_TEST_DEVICES");
    for (const char *at = wanted; at && *at;) {
        char name[80];
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (strchr(name, '+')) add(plain, name, (variant){ 0 });
        at += length + (at[length] == ',');
    }
}

const test_device *test_devices(void)
{
    flo_device_info info[MOST / 4];
    if (plain[0].device) return plain;
    const int count = flo_device_list(info, MOST / 4);
    for (int i = 0; i < count && i < MOST / 4; i++) {
        if (is_wanted(&info[i])) add(plain, info[i].name, (variant){ 0 });
    }
    add_lists();
    if (!plain[0].device) fail_msg("there is no device to test");
    return plain;
}

static void add_variants(const test_device *of)
{
    static const variant processor[] = { { .threads = 1 }, { .threads = 2 }, { .threads = 5 } };
    static const variant opencl[] = { { .group = 1 }, { .group = 48 }, { .lanes = "8x2" }, { .lanes = "4x2" },
                                      { .lanes = "16x2" }, { .lanes = "1x1" }, { .group = 64, .lanes = "1x2" } };
    flo_device_info info = flo_device_get_info(of->device);
    const bool is_opencl = strncmp(info.name, "opencl", 6) == 0;
    if (strchr(info.name, '+')) return;
    const size_t count = is_opencl ? sizeof opencl / sizeof *opencl : sizeof processor / sizeof *processor;
    for (size_t i = 0; i < count; i++) add(varied, info.name, is_opencl ? opencl[i] : processor[i]);
}

const test_device *test_devices_and_variants(void)
{
    if (varied[0].device) return varied;
    for (const test_device *d = test_devices(); d->device; d++) {
        add(varied, flo_device_get_info(d->device).name, (variant){ 0 });
        add_variants(d);
    }
    return varied;
}

flo_device *test_open(const char *name)
{
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    def.name = name;
    if (flo_device_open(&device, &def) != FLO_OK) fail_msg("%s: %s", name, flo_message());
    return device;
}

uint64_t test_hash(flo_fleet *fleet)
{
    uint64_t hash = 0;
    OK(flo_fleet_hash(fleet, &hash));
    return hash;
}
