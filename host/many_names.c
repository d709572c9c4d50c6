/* SPDX-License-Identifier: MIT
 *
 * Lists of devices: "opencl:0+simd", "opencl:0:0*3+simd*1", "opencl:all".
 *
 * "opencl:all" is every OpenCL device that can be opened and is exact.  The same hardware may have several drivers, and
 * would then only be in its own way: processors are taken from one platform, the one that is ranked first, for they are
 * all the processor that the program runs on; GPUs of a name from the first platform that has one of that name.  All
 * devices of one platform are taken: two of a name are two. */
#include "many.h"
#include "opencl.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char all_name[] = "opencl:all";

bool flo__list_is(const char *text)
{
    return strpbrk(text, "+*") || strcmp(text, all_name) == 0;
}

/* ---- every OpenCL device --------------------------------------------------------------------------------------- */

/* Whether two devices are the same hardware through two drivers. */
static bool is_twin(const flo__opencl_device *a, const flo__opencl_device *b)
{
    if (a->platform_index == b->platform_index) return false;
    const bool processors = !flo__opencl_is_gpu(a) && !flo__opencl_is_gpu(b);
    return processors || strcmp(a->name, b->name) == 0;
}

static bool is_usable(const flo__opencl_device *device)
{
    const flo_device_info info = flo__opencl_describe(device);
    return device->id && info.available && info.exact;
}

static bool has_twin_before(const flo__opencl_devices *all, size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (is_usable(&all->device[i]) && is_twin(&all->device[i], &all->device[at])) return true;
    }
    return false;
}

static flo_status add(flo__list *list, const char *text, const char *name, double share)
{
    if (list->count == FLO__MOST_PARTS) {
        return flo__fail(FLO_NO_DEVICE, "\"%.100s\" is more than %d devices", text, FLO__MOST_PARTS);
    }
    snprintf(list->part[list->count].name, sizeof list->part[list->count].name, "%s", name);
    list->part[list->count++].share = share;
    return FLO_OK;
}

static flo_status add_all(flo__list *list, const char *text, double share)
{
    flo__opencl_devices all;
    const int before = list->count;
    char there_is[1500] = "";
    flo_status status = flo__opencl_find(&all);
    if (status) return status;
    for (size_t i = 0; i < all.count && !status; i++) {
        const flo_device_info info = flo__opencl_describe(&all.device[i]);
        flo__opencl_append(there_is, sizeof there_is, "%s%s (%s%s)", i ? ", " : "", info.name, info.description,
                           info.available && !info.exact ? "; inexact" : "");
        if (is_usable(&all.device[i]) && !has_twin_before(&all, i)) status = add(list, text, info.name, share);
    }
    free(all.device);
    if (status || list->count > before) return status;
    return flo__fail(FLO_NO_DEVICE, "opencl:all finds no OpenCL device that can be used and is exact; there is %s",
                     there_is);
}

/* ---- a list ---------------------------------------------------------------------------------------------------- */

/* Shares are written with a point, whatever the program's locale has. */
static locale_t plain_begin(locale_t *before)
{
    const locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    *before = plain ? uselocale(plain) : (locale_t)0;
    return plain;
}

static void plain_end(locale_t plain, locale_t before)
{
    if (!plain) return;
    uselocale(before);
    freelocale(plain);
}

void flo__share_write(double share, char text[FLO__SHARE_SIZE])
{
    locale_t before;
    const locale_t plain = plain_begin(&before);
    snprintf(text, FLO__SHARE_SIZE, "*%.10g", share);
    plain_end(plain, before);
}

/* Cuts the share off a part's text, "simd*3"; false if it is none. */
static bool take_share(char *part, double *share)
{
    char *const star = strrchr(part, '*'), *end = NULL;
    *share = 0;
    if (!star) return true;
    *star = '\0';
    locale_t before;
    const locale_t plain = plain_begin(&before);
    *share = strtod(star + 1, &end);
    plain_end(plain, before);
    const bool decimal = star[1] && strspn(star + 1, "0123456789.eE-") == strlen(star + 1);
    return decimal && !*end && *share >= 1e-6 && *share <= 1e6;
}

static flo_status read_part(const char *text, const char *start, size_t length, flo__list *list)
{
    char part[192];
    double share;
    if (length == 0) {
        return flo__fail(FLO_NO_DEVICE, "\"%.100s\" is a list with an empty place in it; it must be names of devices "
                         "with '+' between", text);
    }
    if (length >= sizeof part) {
        return flo__fail(FLO_NO_DEVICE, "\"%.100s...\" is no name of a device in a list; it has %zu bytes, and at most "
                         "%zu", start, length, sizeof part - 1);
    }
    memcpy(part, start, length);
    part[length] = '\0';
    if (!take_share(part, &share)) {
        return flo__fail(FLO_NO_DEVICE, "\"%.*s\" is no part of a list of devices: behind '*' stands its share of the "
                         "work, a number of 1e-6 to 1e6, as in opencl:0*3+simd*1", (int)length, start);
    }
    return strcmp(part, all_name) == 0 ? add_all(list, text, share) : add(list, text, part, share);
}

/* Shares are either all measured or all given: against what is measured a given number would mean nothing. */
static flo_status check_shares(const char *text, const flo__list *list)
{
    for (int i = 1; i < list->count; i++) {
        if ((list->part[i].share > 0) == (list->part[0].share > 0)) continue;
        return flo__fail(FLO_NO_DEVICE, "\"%.100s\" gives some devices a share and others none; it must be all or "
                         "none, as in opencl:0*3+simd*1", text);
    }
    return FLO_OK;
}

flo_status flo__list_read(const char *text, flo__list *list)
{
    list->count = 0;
    flo_status status = FLO_OK;
    for (const char *at = text; at && !status;) {
        const size_t length = strcspn(at, "+");
        status = read_part(text, at, length, list);
        at = at[length] ? at + length + 1 : NULL;
    }
    return status ? status : check_shares(text, list);
}
