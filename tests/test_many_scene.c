/* SPDX-License-Identifier: MIT
 *
 * What the tests of several devices share. */
#define _GNU_SOURCE
#include "test_many.h"

int test_many_begin(void **state)
{
    (void)state;
    return setenv("POCL_DEVICES", "pthread pthread", 0);
}

bool test_many_has(const char *name)
{
    flo_device_info info[64];
    const int count = flo_device_list(info, 64);
    for (int i = 0; i < count && i < 64; i++) {
        if (strcmp(info[i].name, name) == 0) return info[i].available && info[i].exact;
    }
    return false;
}

const char *const *test_many_lists(void)
{
    static const struct { const char *name, *needs; } all[] = {
        { "simd*3+scalar*1", NULL }, { "simd*1+simd*1", NULL }, { "simd*1+scalar*2.5+simd*0.001+simd*7", NULL },
        { "simd+scalar", NULL },
        { "scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1", NULL },
        { "simd*1+scalar*2+opencl:0:0*3.7", "opencl:0:0" }, { "opencl:0:0*5+opencl:0:0*3", "opencl:0:0" },
        { "opencl:0+simd", "opencl:0:0" }, { "opencl:all", "opencl:0:0" },
        { "opencl:all*2+simd*1", "opencl:0:0" }, { "opencl:0:1*1+opencl:0:0*2", "opencl:0:1" },
    };
    static const char *lists[sizeof all / sizeof *all + 1];
    size_t count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (!all[i].needs || test_many_has(all[i].needs)) lists[count++] = all[i].name;
    }
    return lists;
}

flo_status test_many_try(const char *name)
{
    flo_device_def def = flo_default_device_def();
    flo_device *device = NULL;
    def.name = name;
    test_about("%s", name);
    const flo_status status = flo_device_open(&device, &def);
    flo_device_close(device);
    return status;
}

static flo_sea *make_other_sea(void)
{
    const flo_wave waves[] = { { .amplitude = 0.7, .wavelength = 25, .heading = 2, .steepness = 0.9 },
                               { .amplitude = 0.2, .wavelength = 8, .heading = -1, .steepness = 0.5, .phase = 2 } };
    flo_sea_def def = flo_default_sea_def();
    flo_sea *sea;
    def.level = -3;
    def.waves = waves;
    def.wave_count = 2;
    OK(flo_sea_create(&sea, &def));
    return sea;
}

many_scene test_many_scene(void)
{
    many_scene s;
    OK(same_make_sea(&s.sea));
    OK(same_make_hulls(s.hulls));
    same_make_bodies(s.bodies, s.hulls);
    s.other = make_other_sea();
    return s;
}

void test_many_free(many_scene *s)
{
    flo_sea_destroy(s->sea);
    flo_sea_destroy(s->other);
    for (int i = 0; i < SCENE_HULLS; i++) flo_hull_destroy(s->hulls[i]);
}

flo_fleet *test_many_fleet(flo_device *device, const many_scene *s, const flo_body_def *bodies, size_t count,
                           flo_integrator integrator)
{
    flo_fleet_def def = flo_default_fleet_def();
    flo_fleet *fleet;
    def.sea = s->sea;
    def.bodies = bodies;
    def.count = count;
    def.time = scene_time;
    def.integrator = integrator;
    OK(flo_fleet_create(&fleet, device, &def));
    return fleet;
}
