/* SPDX-License-Identifier: MIT
 *
 * Lists of devices: what is in them, what is refused, who gets how much, and what holds when a part has no memory or
 * breaks.  For the last two a hand is put into the library. */
#define _DEFAULT_SOURCE
#include "fleet.h"
#include "flotilla_opencl.h"
#include "test_many.h"
#include "test_snapshot.h"

#include <locale.h>
#include <time.h>

int test_many_edges(void);

enum { BODIES = 3000 };

static flo_fleet_def crowd_def(const many_scene *s, flo_body_def bodies[BODIES])
{
    for (int i = 0; i < BODIES; i++) {
        bodies[i] = (flo_body_def){ .hull = s->hulls[0], .state = { .position = { 3.0 * i, 1, i },
                                                                   .orientation = { 1 } } };
    }
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = s->sea;
    def.bodies = bodies;
    def.count = BODIES;
    def.time = 100;
    return def;
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

static flo_device_info info_of(const char *name)
{
    flo_device *device = test_open(name);
    const flo_device_info info = flo_device_get_info(device);
    flo_device_close(device);
    return info;
}

static void names_open_the_same_again(void **state)
{
    (void)state;
    for (const char *const *list = test_many_lists(); *list; list++) {
        const flo_device_info info = info_of(*list);
        assert_true(info.available && info.exact && strcmp(info.kind, "cpu") == 0);
        if (strstr(info.name, "...")) continue;         /* it says itself that it is not whole */
        const flo_device_info again = info_of(info.name);
        assert_string_equal(again.name, info.name);
        assert_true(again.lanes == info.lanes);
    }
    const flo_device_info info = info_of("scalar*3+scalar*1");
    assert_string_equal(info.name, "scalar*3+scalar*1");
    assert_string_equal(info.description, "2 devices: scalar 75 %, scalar 25 %");
    assert_int_equal(info.lanes, 1);
    assert_memory_equal(info_of("simd+scalar").description, "2 devices, by their speed: simd:", 32);
}

static void check_shares_of_names(void)
{
    static const char *const names[] = { "scalar*0.5+scalar*1", "scalar*1e-06+scalar*1000000", "scalar*5e-05+scalar*1",
                                         "scalar*1234.5678+scalar*1" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) assert_string_equal(info_of(names[i]).name, names[i]);
    assert_string_equal(info_of("scalar*1e-6+scalar*1E6").name, names[1]);
    assert_string_equal(info_of("scalar*0.00005+scalar*01.0").name, names[2]);
}

static void shares_are_numbers_of_any_size(void **state)
{
    (void)state;
    check_shares_of_names();
}

/* 0.5 is a half also where a program writes 0,5. */
static void shares_have_points_whatever_the_locale(void **state)
{
    (void)state;
    char *before = strdup(setlocale(LC_ALL, NULL));
    const bool found = setlocale(LC_ALL, "de_DE.UTF-8") || setlocale(LC_ALL, "fr_FR.UTF-8");
    if (found) {
        check_shares_of_names();
        REFUSED(test_many_try("scalar*0,5+scalar*1"), FLO_NO_DEVICE, "share of the work");
        setlocale(LC_ALL, before);
    }
    free(before);
    if (!found) skip();
}

static void a_list_of_one_is_that_one(void **state)
{
    (void)state;
    const flo_device_info info = info_of("scalar*3"), scalar = info_of("scalar");
    SAME(&info, &scalar, sizeof info);
}

static void long_names_end_at_a_whole_part(void **state)
{
    (void)state;
    const flo_device_info info = info_of("scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1");
    assert_string_equal(info.name, "scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+scalar*1+...");
    assert_true(strlen(info.description) < sizeof info.description);
}

static void opencl_all_is_all_of_one_platform(void **state)
{
    (void)state;
    flo_device_info all[64];
    int exact = 0;
    if (!test_many_has("opencl:0:0")) skip();
    const int count = flo_device_list(all, 64);
    for (int i = 0; i < count && i < 64; i++) {
        exact += strncmp(all[i].name, "opencl:0:", 9) == 0 && all[i].available && all[i].exact;
    }
    const flo_device_info info = info_of("opencl:all");
    char begins[32];
    snprintf(begins, sizeof begins, "%d devices, by", exact);
    if (exact > 1) {
        assert_string_equal(info.name, "opencl:all");
        assert_memory_equal(info.description, begins, strlen(begins));
    } else {
        assert_string_equal(info.name, "opencl:0:0");
    }
}

static void wrong_lists_are_refused(void **state)
{
    (void)state;
    static const char *const empty[] = { "+", "simd+", "+simd", "simd++scalar", "*2+simd*1" };
    for (size_t i = 0; i < 4; i++) REFUSED(test_many_try(empty[i]), FLO_NO_DEVICE, "empty place|'+' between");
    REFUSED(test_many_try(empty[4]), FLO_NO_DEVICE, "no device is \"\"|part 1");
    static const char *const shares[] = { "simd*+scalar*1", "simd*x+scalar*1", "simd*1e+3+scalar*1", "simd*-1+scalar*1",
                                          "simd*0+scalar*1", "simd*1000001+scalar*1", "simd*1.2.3+scalar", "simd*nan",
                                          "simd*1e-7+scalar*1", "simd*1e7+scalar*1", "simd*e5+scalar*1", "simd*1-2",
                                          "simd*0x1+scalar*1", "simd*1,5+scalar*1", "simd* 1+scalar*1", "simd*." };
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        REFUSED(test_many_try(shares[i]), FLO_NO_DEVICE, "share of the work|1e-6 to 1e6");
    }
    REFUSED(test_many_try("simd*2+scalar"), FLO_NO_DEVICE, "all or none");
    REFUSED(test_many_try("simd+nonsense"), FLO_NO_DEVICE, "part 2 of \"simd+nonsense\"|no device is \"nonsense\"");
    REFUSED(test_many_try("opencl:99+simd"), FLO_NO_DEVICE, "part 1 of \"opencl:99+simd\"");
    REFUSED(test_many_try("simd+simd:avx1024"), FLO_NO_DEVICE, "part 2|simd:avx1024");
    char endless[4000], crowd[65 * 7];
    memset(endless, 'x', sizeof endless);
    memcpy(endless, "simd+", 5);
    endless[sizeof endless - 1] = '\0';
    REFUSED(test_many_try(endless), FLO_NO_DEVICE, "3994 bytes|at most 191");
    for (size_t i = 0; i < sizeof crowd; i++) crowd[i] = "scalar+"[i % 7];
    crowd[sizeof crowd - 1] = '\0';
    REFUSED(test_many_try(crowd), FLO_NO_DEVICE, "more than 64 devices");
}

/* No machine at hand has one, so it is made up. */
static void inexact_devices_are_only_used_alone(void **state)
{
    (void)state;
    flo_device exact = { .info = { .name = "scalar", .exact = true } }, other = { .info = { .name = "opencl:0:9" } };
    flo_device *const parts[] = { &exact, &other };
    flo_device device = { .many = NULL };
    flo__list *list = calloc(1, sizeof *list);
    list->count = 2;
    REFUSED(flo__many_join(&device, "scalar+opencl:0:9", list, parts, 0), FLO_NO_DEVICE, "part 2|opencl:0:9|inexact");
    assert_null(device.many);
    free(list);
}

static void threads_are_shared(void **state)
{
    (void)state;
    flo_device_def def = flo_default_device_def();
    flo_device *device;
    def.name = "scalar*1+simd*1+scalar*1";
    def.threads = 5;
    OK(flo_device_open(&device, &def));
    assert_int_equal(device->many->part[0]->threads, 2);
    assert_int_equal(device->many->part[1]->threads, 2);
    assert_int_equal(device->many->part[2]->threads, 1);
    flo_device_close(device);
    def.threads = 1;
    OK(flo_device_open(&device, &def));
    for (int i = 0; i < 3; i++) assert_int_equal(device->many->part[i]->threads, 1);
    flo_device_close(device);
}

/* ---- shares ---------------------------------------------------------------------------------------------------- */

static flo_status (*undelayed_step)(flo_device *device, const flo__steps *steps);

static flo_status delayed_step(flo_device *device, const flo__steps *steps)
{
    nanosleep(&(struct timespec){ 0, 20000000 }, NULL);
    return undelayed_step(device, steps);
}

/* A part that sleeps before each of its steps is the slower one, however fast the machine and whoever else is on it:
 * the other takes far less than 20 ms for its 128 boxes. */
static void shares_follow_the_speed(void **state)
{
    (void)state;
    flo_device *device = test_open("scalar+simd");
    const flo__many *many = device->many;
    for (int slow = 0; slow < 2; slow++) {
        const flo__backend *const good = many->part[slow]->backend;
        flo__backend delayed = *good;
        double rate[FLO__MOST_PARTS];
        undelayed_step = good->step;
        delayed.step = delayed_step;
        many->part[slow]->backend = &delayed;
        const flo_status status = flo__many_measure(device, rate);
        many->part[slow]->backend = good;
        OK(status);
        assert_true(rate[slow] > 0 && rate[slow] < rate[1 - slow]);
    }
    print_message("             scalar %.3f, simd %.3f\n", many->share[0], many->share[1]);
    assert_true(many->share[0] > 0 && many->share[1] > 0);
    NEAR(many->share[0] + many->share[1], 1, 1e-12);
    flo_device_close(device);
}

/* Parts of one kind with as many threads get as much, whatever was measured. */
static void the_same_gets_the_same(void **state)
{
    (void)state;
    flo_device_def def = flo_default_device_def();
    flo_device *device;
    def.name = "simd+simd";
    def.threads = 2;
    OK(flo_device_open(&device, &def));
    for (int i = 0; i < 2; i++) NEAR(device->many->share[i], 0.5, 0);
    flo_device_close(device);
}

static void check_shares(const double of[4], size_t items, size_t fewest, const double *most, const double want[4])
{
    double got[FLO__MOST_PARTS];
    const flo__many many = { .count = 4, .share = { of[0], of[1], of[2], of[3] } };
    assert_true(flo__many_shares(&many, items, fewest, most, got));
    for (int i = 0; i < 4; i++) NEAR(got[i], want[i], 1e-12);
}

/* By hand: parts that would get too little go, the smallest first, and those that may not have more share the rest. */
static void shares_by_hand(void **state)
{
    (void)state;
    const double even[4] = { 0.25, 0.25, 0.25, 0.25 }, odd[4] = { 0.1, 0.6, 0.05, 0.25 };
    check_shares(even, 1000, 250, NULL, even);
    check_shares(even, 1000, 251, NULL, (double[]){ 1 / 3.0, 1 / 3.0, 1 / 3.0, 0 });
    check_shares(odd, 1000, 90, NULL, (double[]){ 0.1 / 0.95, 0.6 / 0.95, 0, 0.25 / 0.95 });
    check_shares(odd, 1000, 900, NULL, (double[]){ 0, 1, 0, 0 });
    check_shares(odd, 0, 256, NULL, (double[]){ 0, 1, 0, 0 });
    check_shares(odd, 1000, 0, (double[]){ 1, 0.2, 1, 1 }, (double[]){ 0.2, 0.2, 0.1, 0.5 });
    check_shares(odd, 1000, 0, (double[]){ 1, 0.2, 1, 0.3 }, (double[]){ 1 / 3.0, 0.2, 0.5 / 3, 0.3 });
    double got[FLO__MOST_PARTS];
    const flo__many many = { .count = 4, .share = { 0.25, 0.25, 0.25, 0.25 } };
    assert_false(flo__many_shares(&many, 9, 0, (double[]){ 0.2, 0.2, 0.2, 0.3 }, got));
}

static double weight_in(size_t item, const void *of) { return ((const double *)of)[item]; }

static void check_cut(const double share[4], size_t items, const double *weights, const size_t want[4])
{
    size_t end[FLO__MOST_PARTS];
    const flo__many many = { .count = 4 };
    flo__many_cut(&many, share, items, weights ? weight_in : NULL, weights, end);
    for (int i = 0; i < 4; i++) assert_int_equal(end[i], want[i]);
}

/* An item is whose its middle is. */
static void cuts_by_hand(void **state)
{
    (void)state;
    const double even[4] = { 0.25, 0.25, 0.25, 0.25 }, some[4] = { 0, 0.5, 0, 0.5 };
    const double weights[10] = { 1, 1, 1, 1, 1, 1, 4, 2, 3, 5 };       /* 20 in all, middles at 8 and 11, 13.5, 17.5 */
    check_cut(even, 10, weights, (size_t[]){ 5, 7, 9, 10 });
    check_cut(some, 10, weights, (size_t[]){ 0, 7, 7, 10 });
    check_cut(even, 10, NULL, (size_t[]){ 3, 5, 8, 10 });
    check_cut(some, 3, NULL, (size_t[]){ 0, 2, 2, 3 });
    check_cut(even, 1, NULL, (size_t[]){ 0, 1, 1, 1 });
    check_cut(even, 0, NULL, (size_t[]){ 0, 0, 0, 0 });
    check_cut(even, 0, weights, (size_t[]){ 0, 0, 0, 0 });
}

/* Bodies in a part of a fleet. */
static size_t bodies_of(const flo_fleet *fleet, int part) { return flo__fleet_part(fleet, part)->count; }

static void small_fleets_stay_together(void **state)
{
    (void)state;
    static flo_body_def bodies[BODIES];
    many_scene s = test_many_scene();
    flo_fleet_def def = crowd_def(&s, bodies);
    flo_device *device = test_open("simd+simd");
    flo_fleet *fleet;
    def.count = 400;
    OK(flo_fleet_create(&fleet, device, &def));
    assert_true(bodies_of(fleet, 0) == 0 || bodies_of(fleet, 1) == 0);
    flo_fleet_destroy(fleet);
    def.count = BODIES;
    OK(flo_fleet_create(&fleet, device, &def));
    assert_true(bodies_of(fleet, 0) >= 256 && bodies_of(fleet, 1) >= 256);
    flo_fleet_destroy(fleet);
    flo_device_close(device);
    device = test_open("scalar*2+scalar*1");
    OK(flo_fleet_create(&fleet, device, &def));
    assert_int_equal(bodies_of(fleet, 0), 2000);
    flo_fleet_destroy(fleet);
    /* Ships of 700 samples, and boats of 5 before them: the part with the ships gets fewer bodies. */
    for (int i = 2000; i < BODIES; i++) bodies[i].hull = s.hulls[4];
    OK(flo_fleet_create(&fleet, device, &def));
    NEAR((double)bodies_of(fleet, 1), (9 * 2000 + 704 * 1000) / 3.0 / 704, 1);
    flo_fleet_destroy(fleet);
    flo_device_close(device);
    test_many_free(&s);
}

/* ---- memory ---------------------------------------------------------------------------------------------------- */

static void memory_of_all_counts(void **state)
{
    (void)state;
    static flo_body_def bodies[BODIES];
    many_scene s = test_many_scene();
    const flo_fleet_def def = crowd_def(&s, bodies);
    const size_t bytes = flo_fleet_memory(s.hulls[0], BODIES);
    flo_device *scalar = test_open("scalar"), *device = test_open("scalar+scalar+scalar");
    flo_fleet *one, *fleet = NULL;
    OK(flo_fleet_create(&one, scalar, &def));
    for (int i = 0; i < 3; i++) device->many->part[i]->memory = bytes / 2;
    device->many->part[1]->memory = bytes / 5;              /* less than its third */
    OK(flo_fleet_create(&fleet, device, &def));
    assert_true(bodies_of(fleet, 1) > 0 && bodies_of(fleet, 1) <= BODIES / 5);
    OK(flo_fleet_step(one, 0.02, 3));
    OK(flo_fleet_step(fleet, 0.02, 3));
    assert_true(test_hash(one) == test_hash(fleet));
    /* No room for as many again; what is there stays. */
    REFUSED(flo_fleet_add(fleet, BODIES, bodies), FLO_NO_MEMORY, "6000 bodies need|3 devices together|scalar has");
    assert_true(flo_fleet_count(fleet) == BODIES && test_hash(one) == test_hash(fleet));
    flo_fleet_destroy(fleet);
    for (int i = 0; i < 3; i++) device->many->part[i]->memory = bytes / 4;
    REFUSED(flo_fleet_create(&fleet, device, &def), FLO_NO_MEMORY, "3000 bodies need|3 devices together");
    assert_null(fleet);
    flo_device_close(device);
    device = test_open("scalar*1+scalar*1");           /* shares that were asked for are kept */
    device->many->part[0]->memory = bytes / 3;
    REFUSED(flo_fleet_create(&fleet, device, &def), FLO_NO_MEMORY, "part 1: 1500 bodies");
    flo_device_close(device);
    flo_fleet_destroy(one);
    flo_device_close(scalar);
    test_many_free(&s);
}

/* Where a device takes little in one piece of memory, bodies of one hull stand in several; a look at one of them
 * leaves behind what it does elsewhere. */
static void small_pieces_of_memory_change_nothing(void **state)
{
    (void)state;
    static flo_body_def bodies[BODIES];
    many_scene s = test_many_scene();
    const flo_fleet_def def = crowd_def(&s, bodies);
    flo_forces_def forces = flo_default_forces_def();
    uint64_t bits[2] = { 0, 1 };
    forces.look = true;
    forces.first = BODIES / 2;
    forces.count = 1;
    for (int i = 0; i < 2; i++) {
        flo_device *device = test_open("scalar");
        flo_fleet *fleet;
        flo_body_load load;
        if (i == 1) device->largest_buffer = flo_fleet_memory(s.hulls[0], BODIES) / 10;
        OK(flo_fleet_create(&fleet, device, &def));
        assert_true(i == 0 ? fleet->flock_count == 1 : fleet->flock_count > 2);
        OK(flo_fleet_forces(fleet, &forces, &load, NULL));
        bits[i] = test_snapshot_bits(fleet);
        flo_fleet_destroy(fleet);
        flo_device_close(device);
    }
    assert_true(bits[0] == bits[1]);
    test_many_free(&s);
}

/* One memory serves all processors: each part has as much of it as of the work. */
static void processors_share_a_memory(void **state)
{
    (void)state;
    flo_device *scalar = test_open("scalar"), *device = test_open("scalar*3+simd*1");
    const double all = (double)scalar->memory;
    NEAR((double)device->many->part[0]->memory, 0.75 * all, 1);
    NEAR((double)device->many->part[1]->memory, 0.25 * all, 1);
    flo_device_close(scalar);
    flo_device_close(device);
}

/* ---- a part that breaks ---------------------------------------------------------------------------------------- */

static flo_status broken_step(flo_device *device, const flo__steps *steps)
{
    (void)device;
    (void)steps;
    return flo__fail(FLO_DEVICE_FAILED, "it went up in smoke");
}

static void a_part_that_breaks_is_told(void **state)
{
    (void)state;
    static flo_body_def bodies[BODIES];
    static flo_body_state states[BODIES];
    for (int broken = 0; broken < 3; broken++) {
        many_scene s = test_many_scene();
        const flo_fleet_def def = crowd_def(&s, bodies);
        flo_forces_def look = flo_default_forces_def(), forces = look;
        flo_device *device = test_open("scalar*1+simd*1+scalar*1"), *part = device->many->part[broken];
        flo_fleet *fleet;
        flo_fleet_report report;
        char words[128];
        uint64_t hash = 5;
        snprintf(words, sizeof words, "part %d, %s: it went up in smoke", broken + 1, part->info.name);
        look.look = true;
        OK(flo_fleet_create(&fleet, device, &def));
        OK(flo_fleet_step(fleet, 0.02, 3));
        flo__backend failing = *part->backend;
        const flo__backend *const good = part->backend;
        failing.step = broken_step;
        part->backend = &failing;
        REFUSED(flo_fleet_forces(fleet, &look, NULL, NULL), FLO_DEVICE_FAILED, words);
        part->backend = good;
        OK(flo_fleet_step(fleet, 0.02, 1));                 /* a look does not hurt */
        part->backend = &failing;
        if (broken == 1) {
            REFUSED(flo_fleet_forces(fleet, &forces, NULL, NULL), FLO_DEVICE_FAILED, words);
        } else {
            REFUSED(flo_fleet_step(fleet, 0.02, 1), FLO_DEVICE_FAILED, words);
        }
        part->backend = good;
        REFUSED(flo_fleet_step(fleet, 0.02, 1), FLO_DEVICE_FAILED, "made anew");
        REFUSED(flo_fleet_forces(fleet, &forces, NULL, NULL), FLO_DEVICE_FAILED, "made anew");
        REFUSED(flo_fleet_hash(fleet, &hash), FLO_DEVICE_FAILED, "made anew");
        REFUSED(flo_fleet_get_report(fleet, &report), FLO_DEVICE_FAILED, "made anew");
        REFUSED(flo_fleet_set_time(fleet, 1), FLO_DEVICE_FAILED, "made anew");
        REFUSED(flo_fleet_remove(fleet, 0, 1), FLO_DEVICE_FAILED, "made anew");
        REFUSED(flo_fleet_set_sea(fleet, 0, 1, s.other), FLO_DEVICE_FAILED, "made anew");
        REFUSED(flo_fleet_add(fleet, 1, bodies), FLO_DEVICE_FAILED, "made anew");
        assert_int_equal(hash, 5);
        OK(flo_fleet_read(fleet, 0, BODIES, states));
        OK(flo_fleet_write(fleet, 0, BODIES, states));
        flo_fleet_destroy(fleet);
        OK(flo_fleet_create(&fleet, device, &def));         /* the device is as good as its parts are */
        OK(flo_fleet_step(fleet, 0.02, 1));
        flo_fleet_destroy(fleet);
        flo_device_close(device);
        test_many_free(&s);
    }
}

/* ---- the rest -------------------------------------------------------------------------------------------------- */

static void profiles_are_sums(void **state)
{
    (void)state;
    static flo_body_def bodies[BODIES];
    many_scene s = test_many_scene();
    const flo_fleet_def def = crowd_def(&s, bodies);
    flo_device_def where = flo_default_device_def();
    flo_device *device;
    flo_fleet *fleet;
    flo_profile profile;
    where.name = "scalar*1+simd*1+scalar*2";
    where.profile = true;
    OK(flo_device_open(&device, &where));
    OK(flo_device_get_profile(device, &profile));
    assert_int_equal(profile.count, 0);                     /* neither self-tests nor measurements are counted */
    OK(flo_fleet_create(&fleet, device, &def));
    OK(flo_fleet_step(fleet, 0.02, 5));
    OK(flo_device_get_profile(device, &profile));
    uint64_t steps = 0;
    for (int i = 0; i < profile.count; i++) {
        if (strcmp(profile.entry[i].name, "bodies") == 0) steps = profile.entry[i].launches;
    }
    assert_int_equal(steps, 15);
    flo_fleet_destroy(fleet);
    flo_device_close(device);
    device = test_open("scalar+simd");
    REFUSED(flo_device_get_profile(device, &profile), FLO_BAD_VALUE, "keeps no profile");
    flo_device_close(device);
    test_many_free(&s);
}

/* Without a copy there is but one memory. */
static void foreign_memory_is_refused(void **state)
{
    (void)state;
    static flo_body_def bodies[BODIES];
    many_scene s = test_many_scene();
    const flo_fleet_def def = crowd_def(&s, bodies);
    const flo_forces_def forces = flo_default_forces_def();
    flo_opencl_objects objects;
    flo_opencl_flock flock;
    flo_device *device = test_open(test_many_has("opencl:0:0") ? "opencl:0:0*1+opencl:0:0*1" : "scalar*1+simd*1");
    flo_fleet *fleet;
    int where;
    size_t slot;
    uint32_t number[4];
    OK(flo_fleet_create(&fleet, device, &def));
    static const char words[] = "several devices|each by its name";
    REFUSED(flo_opencl_device_get(device, &objects), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_wait(device, 0, NULL), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_mark(device, NULL), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_fleet_get_flock(fleet, 0, &flock), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_fleet_find(fleet, 0, &where, &slot), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_fleet_get_bodies(fleet, 0, number), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_fleet_get_samples(fleet, 0, number), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_fleet_step(fleet, 0.01, 1, 0, NULL, NULL), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_fleet_forces(fleet, &forces, NULL, 0, NULL, NULL), FLO_BAD_VALUE, words);
    REFUSED(flo_opencl_query(device, s.sea, 0, 1, 64, NULL, NULL, 0, NULL, NULL), FLO_BAD_VALUE, words);
    OK(flo_fleet_step(fleet, 0.01, 1));
    flo_fleet_destroy(fleet);
    flo_device_close(device);
    test_many_free(&s);
}

int test_many_edges(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_open_the_same_again),
        cmocka_unit_test(shares_are_numbers_of_any_size),
        cmocka_unit_test(shares_have_points_whatever_the_locale),
        cmocka_unit_test(a_list_of_one_is_that_one),
        cmocka_unit_test(long_names_end_at_a_whole_part),
        cmocka_unit_test(opencl_all_is_all_of_one_platform),
        cmocka_unit_test(wrong_lists_are_refused),
        cmocka_unit_test(inexact_devices_are_only_used_alone),
        cmocka_unit_test(threads_are_shared),
        cmocka_unit_test(shares_follow_the_speed),
        cmocka_unit_test(the_same_gets_the_same),
        cmocka_unit_test(shares_by_hand),
        cmocka_unit_test(cuts_by_hand),
        cmocka_unit_test(small_fleets_stay_together),
        cmocka_unit_test(memory_of_all_counts),
        cmocka_unit_test(small_pieces_of_memory_change_nothing),
        cmocka_unit_test(processors_share_a_memory),
        cmocka_unit_test(a_part_that_breaks_is_told),
        cmocka_unit_test(profiles_are_sums),
        cmocka_unit_test(foreign_memory_is_refused),
    };
    return cmocka_run_group_tests_name("many_edges", tests, test_many_begin, NULL);
}
