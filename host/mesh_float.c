/* SPDX-License-Identifier: MIT
 *
 * How a mesh floats: the waterline at which it displaces its own mass.
 *
 * Below a plane of water the volume is the integral, over the surface below, of the distance to the plane, and the
 * waterplane's area that of 1, each counted where the surface faces down and taken away where it faces up. */
#include "calls.h"
#include "mesh.h"
#include "solid.h"
#include <math.h>

/* What is below a plane, from the middle of the mesh's box and, along y, from the plane. */
typedef struct wet {
    double volume, x, y, z;         /* of the volume: integrals of 1, x, y, z */
    double area, ax, az, axx, azz;  /* of the waterplane: of 1, x, z, x^2, z^2 */
} wet;

static wet wet_below(const flo__solid *solid, const double middle[3], double plane)
{
    const double origin[3] = { middle[0], plane, middle[2] };
    flo__shadow sum = { 0 };
    for (int i = 0; i < solid->triangles; i++) {
        flo__polygon p = flo__solid_polygon(solid, i);
        flo__polygon_split(&p, 1, plane, &p, NULL);
        flo__polygon_shadow(&p, origin, &sum);
    }
    return (wet){ .volume = sum.y, .x = sum.xy, .y = sum.yy / 2, .z = sum.zy,
                  .area = -sum.area, .ax = -sum.x, .az = -sum.z, .axx = -sum.xx, .azz = -sum.zz };
}

/* The volume rises with the plane, and the waterplane's area says how fast: Newton's steps, and halves where they would
 * leave what is known to hold the answer. */
static double waterline_of(const flo__solid *solid, const double middle[3], double volume)
{
    enum { MOST_STEPS = 200 };
    double low = solid->low[1], high = solid->high[1], at = middle[1];
    for (int i = 0; i < MOST_STEPS; i++) {
        const wet w = wet_below(solid, middle, at);
        const double excess = w.volume - volume;
        if (excess == 0) break;
        *(excess > 0 ? &high : &low) = at;
        double next = w.area > 0 ? at - excess / w.area : low;
        if (!(next > low && next < high)) next = low + (high - low) / 2;
        if (next == at || !(next > low && next < high)) break;
        at = next;
    }
    return at;
}

static void fill_in(flo_hydrostatics *floats, const flo__solid *solid, const double middle[3], double plane,
                    double center_y)
{
    const wet w = wet_below(solid, middle, plane);
    const double x = w.ax / w.area, z = w.az / w.area;
    floats->waterline = plane;
    floats->draft = plane - solid->low[1];
    floats->volume = w.volume;
    floats->waterplane = w.area;
    floats->flotation[0] = middle[0] + x;
    floats->flotation[1] = middle[2] + z;
    floats->buoyancy[0] = middle[0] + w.x / w.volume;
    floats->buoyancy[1] = plane + w.y / w.volume;
    floats->buoyancy[2] = middle[2] + w.z / w.volume;
    floats->bm[0] = (w.axx - x * w.ax) / w.volume;
    floats->bm[1] = (w.azz - z * w.az) / w.volume;
    for (int a = 0; a < 2; a++) floats->gm[a] = floats->buoyancy[1] + floats->bm[a] - center_y;
}

static flo_status check(double mass, double density, const double center_of_mass[3])
{
    if (!(mass >= 1e-9 && mass <= 1e12)) {
        return flo__fail(FLO_BAD_VALUE, "mass is %g kg; it must be 1e-9 to 1e12", mass);
    }
    if (!(density > 0 && density <= 1e5)) {
        return flo__fail(FLO_BAD_VALUE, "density is %g kg/m^3; it must be above 0 and at most 1e5", density);
    }
    for (int a = 0; a < 3; a++) {
        if (fabs(center_of_mass[a]) <= FLO__MESH_REACH) continue;
        return flo__fail(FLO_BAD_VALUE, "center_of_mass[%d] is %g m; it must be %g to %g", a, center_of_mass[a],
                         -FLO__MESH_REACH, FLO__MESH_REACH);
    }
    return FLO_OK;
}

static flo_status float_solid(const flo__solid *solid, double volume, double center_y, flo_hydrostatics *floats)
{
    double middle[3];
    for (int a = 0; a < 3; a++) middle[a] = (solid->low[a] + solid->high[a]) / 2;
    const double whole = wet_below(solid, middle, solid->high[1]).volume;
    if (!(volume < whole)) {
        return flo__fail(FLO_BAD_VALUE, "it sinks: its mass is that of %g m^3 of water, and the mesh has %g m^3",
                         volume, whole);
    }
    flo_hydrostatics found;
    fill_in(&found, solid, middle, waterline_of(solid, middle, volume), center_y);
    if (!(found.volume > 0 && found.waterplane > 0)) {
        return flo__fail(FLO_BAD_VALUE, "no waterline of the mesh displaces %g m^3", volume);
    }
    *floats = found;
    return FLO_OK;
}

flo_status flo__call_mesh_float(const flo_mesh *mesh, double mass, double density, const double center_of_mass[3],
                                flo_hydrostatics *floats)
{
    flo__solid solid;
    flo_status status = check(mass, density, center_of_mass);
    if (!status) status = flo__solid_make(&solid, mesh);
    if (status) return status;
    const flo_mesh_info info = flo__solid_info(&solid);
    status = flo__solid_judge(&solid, &info, mesh->allow_open);
    if (!status) status = float_solid(&solid, mass / density, center_of_mass[1], floats);
    flo__solid_free(&solid);
    return status;
}
