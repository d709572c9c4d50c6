/* SPDX-License-Identifier: MIT
 *
 * What a process may do to itself: it forks, before and after devices were opened, and signals arrive by the thousand
 * while calls are under way. */
#define _GNU_SOURCE
#include "devices.h"
#include "test.h"
#include "test_same_scene.h"

#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

int test_process(void);

/* ---- a fleet that is worth threads ----------------------------------------------------------------------------- */

enum { BODIES = 2000 };

typedef struct sight { flo_sea *sea; flo_hull *hull; flo_body_def *bodies; } sight;

static sight sight_make(void)
{
    sight s = { .bodies = calloc(BODIES, sizeof *s.bodies) };
    flo_hull_def def = flo_default_hull_def();
    assert_non_null(s.bodies);
    OK(same_make_sea(&s.sea));
    def.mass = 500;
    for (int a = 0; a < 3; a++) def.box_size[a] = 1, def.box_grid[a] = 4;
    def.buoyancy.law = FLO_ARCHIMEDES;
    OK(flo_hull_create(&s.hull, &def));
    for (int i = 0; i < BODIES; i++) {
        s.bodies[i] = (flo_body_def){ .hull = s.hull, .state = { .position = { 3.0 * i, 1.5, -2.0 * i },
                                                                 .orientation = { 1, 0, 0, 0 } } };
    }
    return s;
}

static void sight_free(sight *s)
{
    flo_sea_destroy(s->sea);
    flo_hull_destroy(s->hull);
    free(s->bodies);
}

static flo_status sight_fleet(const sight *s, flo_device *device, flo_fleet **fleet)
{
    flo_fleet_def def = flo_default_fleet_def();
    def.sea = s->sea;
    def.bodies = s->bodies;
    def.count = BODIES;
    return flo_fleet_create(fleet, device, &def);
}

static flo_status open_with(const char *name, int threads, flo_device **device)
{
    flo_device_def def = flo_default_device_def();
    def.name = name;
    def.threads = threads;
    return flo_device_open(device, &def);
}

/* The hash of the fleet after some steps on a device that is opened for it. */
static flo_status hash_on(const sight *s, const char *name, uint64_t *hash)
{
    flo_device *device = NULL;
    flo_fleet *fleet = NULL;
    flo_status status = open_with(name, 2, &device);
    if (!status) status = sight_fleet(s, device, &fleet);
    if (!status) status = flo_fleet_step(fleet, 1.0 / 60, 6);
    if (!status) status = flo_fleet_hash(fleet, hash);
    flo_fleet_destroy(fleet);
    flo_device_close(device);
    return status;
}

/* ---- forks ----------------------------------------------------------------------------------------------------- */

/* What a child has to say: it must end by itself, within a minute. */
typedef int child_work(void *of);

static int in_a_child(child_work *work, void *of)
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(60);
        _exit(work(of));
    }
    assert_true(waitpid(child, &status, 0) == child);
    if (WIFSIGNALED(status)) fail_msg("the child was ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status);
}

typedef struct inherited {
    const sight *sight;
    flo_device *device;
    flo_fleet *fleet;
    const char *name;                   /* of a device to open */
    uint64_t want;
} inherited;

enum { GOOD, FAILED, WRONG, REFUSED_OTHERWISE };

/* Goes on with its parent's fleet. */
static int child_steps(void *of)
{
    const inherited *i = of;
    uint64_t hash = 0;
    if (flo_fleet_step(i->fleet, 1.0 / 60, 3) || flo_fleet_hash(i->fleet, &hash)) return FAILED;
    flo_fleet_destroy(i->fleet);
    flo_device_close(i->device);
    return hash == i->want ? GOOD : WRONG;
}

static bool says_fork(flo_status got, flo_status want)
{
    return got == want && strstr(flo_message(), "fork()");
}

/* Whatever it asks of a device whose threads stayed with its parent is refused, and it may let go of all. */
static int child_is_refused(void *of)
{
    const inherited *i = of;
    const double place = 1;
    double height = 7;
    flo_fleet *other = NULL;
    flo_fleet_report report;
    flo_profile profile;
    uint64_t hash = 5;
    flo_body_state state;
    flo_forces_def forces = flo_default_forces_def();
    const flo_status got[] = {
        flo_fleet_step(i->fleet, 1.0 / 60, 1), flo_fleet_hash(i->fleet, &hash), flo_fleet_read(i->fleet, 0, 1, &state),
        flo_fleet_forces(i->fleet, &forces, NULL, NULL), flo_fleet_get_report(i->fleet, &report),
        flo_fleet_remove(i->fleet, 0, 1), flo_fleet_set_time(i->fleet, 3), sight_fleet(i->sight, i->device, &other),
        flo_query(i->device, i->sight->sea, 0, 1, &place, &place, &(flo_surface){ .height = &height }),
        flo_device_get_profile(i->device, &profile),
    };
    for (size_t n = 0; n < sizeof got / sizeof *got; n++) {
        if (!says_fork(got[n], FLO_DEVICE_FAILED)) return REFUSED_OTHERWISE;
    }
    flo_fleet_destroy(i->fleet);
    flo_device_close(i->device);
    return hash == 5 && height == 7 ? GOOD : WRONG;
}

static int child_opens(void *of)
{
    const inherited *i = of;
    uint64_t hash = 0;
    if (hash_on(i->sight, i->name, &hash)) return FAILED;
    return hash == i->want ? GOOD : WRONG;
}

static int child_finds_no_opencl(void *of)
{
    (void)of;
    flo_device *device = NULL;
    if (!says_fork(open_with("opencl", 0, &device), FLO_NO_DEVICE)) return REFUSED_OTHERWISE;
    return open_with("auto", 0, &device) ? FAILED : GOOD;
}

static bool has_opencl(void)
{
    flo_device_info info[32];
    const int count = flo_device_list(info, 32);
    for (int i = 0; i < count && i < 32; i++) {
        if (info[i].available && strncmp(info[i].name, "opencl", 6) == 0) return true;
    }
    return false;
}

/* In this order, for a process cannot unload OpenCL: a child that opens devices before its parent did any; then those
 * of a parent whose OpenMP has threads; and those of one with OpenCL. */
static void children_have_what_they_can_have(void **state)
{
    (void)state;
    sight s = sight_make();
    inherited i = { .sight = &s };
    flo_device *device = NULL;
    OK(hash_on(&s, "scalar", &i.want));
    for (int n = 0; n < 2; n++) {
        const char *const name = n ? "simd+scalar" : "simd";
        i.name = name;
        test_about("%s opened by a child", name);
        assert_int_equal(in_a_child(child_opens, &i), GOOD);
    }
    OK(open_with("simd", 2, &i.device));
    OK(sight_fleet(&s, i.device, &i.fleet));
    OK(flo_fleet_step(i.fleet, 1.0 / 60, 3));
    assert_int_equal(in_a_child(child_steps, &i), GOOD);
    assert_int_equal(in_a_child(child_opens, &i), GOOD);
    assert_int_equal(child_steps(&i), GOOD);                /* the parent's is as it was */
    OK(open_with("simd*1+scalar*1", 2, &i.device));
    OK(sight_fleet(&s, i.device, &i.fleet));
    OK(flo_fleet_step(i.fleet, 1.0 / 60, 3));
    assert_int_equal(in_a_child(child_is_refused, &i), GOOD);
    assert_int_equal(child_steps(&i), GOOD);
    if (has_opencl()) {
        OK(open_with("opencl", 0, &device));
        i.device = device;
        OK(sight_fleet(&s, i.device, &i.fleet));
        OK(flo_fleet_step(i.fleet, 1.0 / 60, 3));
        assert_int_equal(in_a_child(child_is_refused, &i), GOOD);
        assert_int_equal(in_a_child(child_finds_no_opencl, &i), GOOD);
        assert_int_equal(in_a_child(child_opens, &i), GOOD);
        assert_int_equal(child_steps(&i), GOOD);
    }
    sight_free(&s);
}

/* A parent that only has seas and hulls leaves its children all devices.  It must not have looked at OpenCL itself, so
 * it is a child, too. */
static int parent_without_devices(void *of)
{
    inherited i = { .sight = of, .name = "opencl" };
    if (hash_on(of, "scalar", &i.want)) return FAILED;
    const pid_t child = fork();
    int status = 0;
    if (child == 0) _exit(has_opencl() ? child_opens(&i) : GOOD);
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : FAILED;
}

static void a_child_may_be_the_first_with_opencl(void **state)
{
    (void)state;
    sight s = sight_make();
    assert_int_equal(in_a_child(parent_without_devices, &s), GOOD);
    sight_free(&s);
}

/* ---- signals --------------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t alarms;
static void count_alarm(int signal) { (void)signal; alarms++; }

/* A signal every 100 us, without SA_RESTART: what the system interrupts says EINTR. */
static void storm(bool on)
{
    struct sigaction action = { .sa_handler = count_alarm };
    const struct itimerval every = { { 0, on ? 100 : 0 }, { 0, on ? 100 : 0 } };
    sigemptyset(&action.sa_mask);
    if (on) assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
}

static void signals_disturb_nothing(void **state)
{
    (void)state;
    const char *const names[] = { "scalar", "simd", "simd*1+scalar*1", "opencl" };
    sight s = sight_make();
    uint64_t want = 0;
    OK(hash_on(&s, "scalar", &want));
    /* A cache of its own: files are read and written in the storm, and a driver that keeps nothing itself compiles. */
    setenv("FLOTILLA_CACHE", test_path("cache"), 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (i == 3 && !has_opencl()) continue;
        for (int again = 0; again < 2; again++) {
            uint64_t hash = 0;
            test_about("%s in a storm of signals, %d", names[i], again);
            storm(true);
            const flo_status status = hash_on(&s, names[i], &hash);
            storm(false);
            OK(status);
            assert_true(hash == want);
        }
    }
    print_message("             %d signals\n", (int)alarms);
    assert_true(alarms > 100);
    sight_free(&s);
}

int test_process(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_may_be_the_first_with_opencl),
        cmocka_unit_test(children_have_what_they_can_have),
        cmocka_unit_test(signals_disturb_nothing),
    };
    return cmocka_run_group_tests_name("process", tests, test_folder_make, test_folder_remove);
}
