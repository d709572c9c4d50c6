/* SPDX-License-Identifier: MIT
 *
 * Bodies of SDF, URDF and xacro files, and the hulls that are made of them. */
#include "fuzz.h"
#include "io/sdf_hull.h"

static void make_hull(const sdf_body *body, const sdf_given *given)
{
    sdf_hull made;
    const flo_status status = sdf_hull_make(&made, body, given, "body.sdf");
    fuzz_said(status);
    sdf_hull_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const links[] = {"hull"}, *const defines[] = {"length=4.9"};
    sdf_file file;
    const uint8_t how = size > 0 ? data[0] : 0;
    const sdf_options options = {links, how & 1, defines, how >> 1 & 1};
    const sdf_given given = {how & 4 ? 180 : 0, {how & 8 ? 120 : 0, how & 8 ? 390 : 0, how & 8 ? 450 : 0}};
    fuzz_said(sdf_read(&file, fuzz_file("body.sdf", data + (size > 0), size - (size > 0)), &options));
    for (int i = 0; i < file.count && i < 8; i++) make_hull(&file.bodies[i], &given);
    sdf_free(&file);
    return 0;
}
