/* SPDX-License-Identifier: MIT
 *
 * Each call of an operation made to fail, one after the other, and what must be true then. */
#include "test_faults.h"
#include "test_snapshot.h"

#include "../host/backend.h"
#include "../host/interop.h"
#include "../host/many.h"
#include "../host/query.h"

#include <time.h>

static const double dt = 1 / 60.0;

/* ---- messages and what is held --------------------------------------------------------------------------------- */

static const char old_message[] = "flo_device_def.threads is -77; it must be 0 to 4096";

void test_faults_forget_message(void)
{
    flo_device_def def = flo_default_device_def();
    flo_device *device;
    def.threads = -77;
    GIVES(flo_device_open(&device, &def), FLO_BAD_VALUE);
    assert_string_equal(flo_message(), old_message);
}

void test_faults_message(const char *what)
{
    const char *const m = flo_message();
    if (strlen(m) < 12 || strcmp(m, old_message) == 0) fail_msg("%s: no message, but \"%s\"", what, m);
    if (strstr(m, "(null)") || strstr(m, "%s") || strstr(m, "%d") || strstr(m, "%zu")) {
        fail_msg("%s: unprinted: \"%s\"", what, m);
    }
}

/* One of OpenCL says which call it was, or of which memory there is too little; memory says that it is that. */
static void check_message(fault_kind kind, fault_mode mode, flo_status status, const char *what)
{
    const char *const m = flo_message(), *const call = faults_name();
    test_faults_message(what);
    const bool is_told = strstr(m, call) || strstr(m, "memory") || strstr(m, "build the kernels")
                         || (strcmp(call, "clCreateKernel") == 0 && strstr(m, "kernel"))
                         || (strcmp(call, "clGetEventInfo") == 0 && strstr(m, "clWaitForEvents"))
                         || (strcmp(call, "pthread_create") == 0 && strstr(m, "thread"));
    const bool failed = status == FLO_DEVICE_FAILED || status == FLO_NO_MEMORY
                        || (status == FLO_NO_DEVICE && kind == FAULT_OPENCL);
    if (mode == FAULT_ONCE && kind == FAULT_OPENCL && !is_told) fail_msg("%s: it does not say what: %s", what, m);
    if (kind == FAULT_MEMORY && status != FLO_NO_MEMORY) fail_msg("%s: %s: %s", what, flo_status_name(status), m);
    if (!failed) fail_msg("%s: %s: %s", what, flo_status_name(status), m);
}

fault_hold test_faults_hold(void) { return (fault_hold){ faults_opencl_held(), faults_memory_held() }; }

void test_faults_is_held(const fault_hold *before, const char *what)
{
    const fault_hold now = test_faults_hold();
    for (int i = 0; i < FAULT_HELD; i++) {
        if (now.opencl.of[i] == before->opencl.of[i]) continue;
        fail_msg("%s: %ld %s are held, and before it were %ld", what, now.opencl.of[i], faults_held_name(i),
                 before->opencl.of[i]);
    }
    if (now.memory != before->memory) {
        fail_msg("%s: %ld pieces of memory are held, and before it were %ld", what, now.memory, before->memory);
    }
}

/* Brings a device to where it holds nothing but itself, so that what is held can be compared. */
static void settle(flo_device *device)
{
    for (int i = 0; i < flo__device_parts(device); i++) {
        flo_device *const part = flo__device_part(device, i);
        flo__query_release(part);
        if (flo__opencl_of(part)) flo__interop_release(part);
        if (part->backend->finish) OK(part->backend->finish(part));
    }
}

int test_faults_end(void **state)
{
    faults_print();
    return test_devices_close(state);
}

/* ---- one operation --------------------------------------------------------------------------------------------- */

/* What plain C gives: the answer, and the hash of a fleet that went on behind it. */
typedef struct expected { uint64_t answer, end, hash[FAULT_STEPS + 1]; } expected;

/* Of the operation "step": more than go to a processor at once, so that it can fail between; of OpenCL, where each
 * takes dozens of launches, a few. */
static uint64_t steps;

static void begin(fault_scene *s, const fault_operation *o, flo_device *device, const many_scene *m)
{
    *s = (fault_scene){ .device = device, .m = m, .todo = steps };
    if (!o->needs_fleet) return;
    s->fleet = test_many_fleet(device, m, m->bodies, FAULT_BODIES, FLO_IMPLICIT);
    s->steps_before = o->is_first ? 0 : 3;
    if (s->steps_before > 0) OK(flo_fleet_step(s->fleet, dt, s->steps_before));
    s->before = test_hash(s->fleet);
}

static void end(fault_scene *s)
{
    flo_fleet_destroy(s->fleet);
    settle(s->device);
}

static uint64_t go_on(fault_scene *s)
{
    if (!s->fleet) return 0;
    OK(flo_fleet_step(s->fleet, dt, 2));
    return test_hash(s->fleet);
}

/* Nothing is armed. */
static void look(fault_scene *s, const fault_operation *o)
{
    if (o->look) o->look(s);
}

static void check_good(fault_scene *s, const expected *right, const char *what)
{
    if (s->answer != right->answer) fail_msg("%s: other answers than plain C's", what);
    if (go_on(s) != right->end) fail_msg("%s: other bits behind it than plain C's", what);
}

static void do_well(const fault_operation *o, flo_device *device, const many_scene *m, const expected *right,
                    const char *what)
{
    fault_scene s;
    begin(&s, o, device, m);
    test_about("%s, again", what);
    OK(o->run(&s));
    look(&s, o);
    check_good(&s, right, what);
    end(&s);
}

/* Whether a fleet says that it is of no use any more, to whoever asks whatever. */
static bool is_dead(fault_scene *s, const char *what)
{
    uint64_t hash;
    flo_fleet_report report;
    flo_body_state state;
    test_faults_forget_message();
    if (flo_fleet_hash(s->fleet, &hash) == FLO_OK) return false;
    const char *const words = strstr(flo_message(), "write them again") ? "write them again" : "made anew";
    test_about("%s, when it is dead", what);
    REFUSED(flo_fleet_hash(s->fleet, &hash), FLO_DEVICE_FAILED, words);
    REFUSED(flo_fleet_step(s->fleet, dt, 1), FLO_DEVICE_FAILED, words);
    REFUSED(flo_fleet_get_report(s->fleet, &report), FLO_DEVICE_FAILED, words);
    REFUSED(flo_fleet_remove(s->fleet, 0, 1), FLO_DEVICE_FAILED, words);
    OK(flo_fleet_read(s->fleet, 0, 1, &state));
    return true;
}

/* How far it came; only an operation that moves bodies can have come anywhere. */
static void check_alive(fault_scene *s, const fault_operation *o, const expected *right, bool strict, const char *what)
{
    flo_fleet_report report;
    const uint64_t hash = test_hash(s->fleet);
    OK(flo_fleet_get_report(s->fleet, &report));
    const uint64_t done = report.steps - s->steps_before;
    if (done > steps || ((o->effect != FAULT_MOVING || strict) && done > 0)) {
        fail_msg("%s: it has done %llu steps", what, (unsigned long long)done);
    }
    if (hash != (done > 0 ? right->hash[done] : s->before)) {
        fail_msg("%s: after %llu steps it is not what it should be", what, (unsigned long long)done);
    }
    s->todo = steps - done;
}

static bool has_opencl(const flo_device *device) { return strstr(flo_device_get_info(device).name, "opencl") != NULL; }

/* What must be true after an operation that was told of a fault. */
static void check_failed(fault_scene *s, const fault_operation *o, const expected *right, fault_kind kind,
                         const char *what)
{
    const bool strict = kind == FAULT_MEMORY && !has_opencl(s->device);
    bool dead = s->fleet && is_dead(s, what);
    if (dead && (strict || o->effect == FAULT_WHOLE)) {
        fail_msg("%s: the fleet should be as it was: %s", what, flo_message());
    }
    if (s->fleet && !o->needs_fleet) fail_msg("%s: there is half a fleet", what);
    if (s->fleet && !dead && o->effect != FAULT_WRITING) check_alive(s, o, right, strict, what);
    if (dead && o->effect == FAULT_MOVING) return;
    test_about("%s, once more", what);
    s->answer = 0;
    OK(o->run(s));
    look(s, o);
    check_good(s, right, what);
}

/* A fault that is told late: by the operation, or by what comes after it.  From then on the fleet is dead, until it
 * gets what it was from a snapshot; but one that should be whole is told of by the operation itself. */
static void check_late(fault_scene *s, const fault_operation *o, const expected *right, fault_kind kind,
                       const test_bytes *saved, flo_status status, const char *what)
{
    uint64_t hash;
    if (o->effect == FAULT_WHOLE) {
        if (!status && o->needs_opencl) status = flo__opencl_finish(flo__opencl_of(s->device));
        if (!status) fail_msg("%s: a command was lost, and nobody said so", what);
        check_failed(s, o, right, kind, what);
        return;
    }
    if (!status && s->fleet) {
        test_faults_forget_message();
        status = flo_fleet_hash(s->fleet, &hash);
        if (!status) fail_msg("%s: a command was lost, and nobody said so", what);
    }
    test_faults_message(what);
    if (s->fleet && !is_dead(s, what)) fail_msg("%s: a command was lost, and the fleet goes on", what);
    test_about("%s, from a snapshot", what);
    OK(flo_fleet_restore(s->fleet, saved->at, saved->size));
    s->answer = 0;
    OK(o->run(s));
    look(s, o);
    check_good(s, right, what);
}

static bool is_late(fault_mode mode) { return mode == FAULT_LATE || mode == FAULT_LATE_WRITE; }

/* The n-th call fails.  False: there is none. */
static bool fail_one(const fault_operation *o, flo_device *device, const many_scene *m, const expected *right,
                     const char *label, fault_kind kind, fault_mode mode, long nth)
{
    char what[160];
    fault_scene s;
    const fault_hold held = test_faults_hold();
    begin(&s, o, device, m);
    const test_bytes saved = s.fleet && is_late(mode) ? test_take(s.fleet) : (test_bytes){ NULL, 0 };
    test_faults_forget_message();
    faults_arm(kind, nth, mode);
    const flo_status status = o->run(&s);
    const bool struck = faults_disarm();
    snprintf(what, sizeof what, "%s, %s, call %ld, %s%s", label, o->name, nth, faults_name(),
             mode == FAULT_ONCE ? "" : is_late(mode) ? ", late" : " and all behind it");
    if (status && !struck) fail_msg("%s: nothing failed, but: %s", what, flo_message());
    if (status) check_message(kind, mode, status, what);
    if (struck && is_late(mode)) {
        check_late(&s, o, right, kind, &saved, status, what);
    } else if (status) {
        check_failed(&s, o, right, kind, what);
    } else {
        look(&s, o);
        check_good(&s, right, what);
    }
    end(&s);
    free(saved.at);
    if (struck) faults_count(faults_name(), status != FLO_OK || is_late(mode));
    test_faults_is_held(&held, what);
    if (struck && status && nth % 4 == 1) do_well(o, device, m, right, what);
    return struck;
}

static expected expect(const fault_operation *o, const many_scene *m)
{
    fault_scene s;
    expected right = { 0 };
    flo_device *const scalar = test_open("scalar");
    begin(&s, o, scalar, m);
    if (o->plain) OK(o->plain(&s));
    if (!o->plain && !o->needs_opencl && !o->needs_profile) OK(o->run(&s));
    right.answer = s.answer;
    right.end = go_on(&s);
    end(&s);
    flo_device_close(scalar);
    return right;
}

static void expect_steps(const fault_operation *o, const many_scene *m, uint64_t *hash)
{
    fault_scene s;
    flo_device *const scalar = test_open("scalar");
    begin(&s, o, scalar, m);
    for (int i = 1; i <= FAULT_STEPS; i++) {
        OK(flo_fleet_step(s.fleet, dt, 1));
        hash[i] = test_hash(s.fleet);
    }
    end(&s);
    flo_device_close(scalar);
}

static void do_operation(const fault_operation *o, flo_device *device, const many_scene *m, expected right,
                         const char *label, fault_kind kind, fault_mode mode)
{
    fault_scene s;
    long failed = 0;
    const clock_t start = clock();
    for (int i = 0; i < 2; i++) {       /* the second time nothing is made that a device keeps */
        begin(&s, o, device, m);
        faults_arm(kind, 0, mode);
        test_about("%s, %s", label, o->name);
        OK(o->run(&s));
        faults_disarm();
        look(&s, o);
        if (o->own_answer && i == 0) right.answer = s.answer;
        check_good(&s, &right, o->name);
        end(&s);
    }
    const long calls = faults_calls();
    static bool worth[1 << 17];
    for (long n = 1; n <= calls; n++) worth[n] = faults_is_worth(n);
    for (long n = 1; n <= calls; n++) {
        if (worth[n]) failed += fail_one(o, device, m, &right, label, kind, mode, n);
    }
    if (fail_one(o, device, m, &right, label, kind, mode, calls + 1) && flo__device_parts(device) == 1) {
        fail_msg("%s, %s: it made a call more than before", label, o->name);
    }
    print_message("             %s, %s: %ld of %ld calls made to fail, %.1f s\n", label, o->name, failed, calls,
                  (double)(clock() - start) / CLOCKS_PER_SEC);
}

void test_faults_all(const fault_operation *operations, size_t count, flo_device *device, const char *label,
                     fault_kind kind, fault_mode mode)
{
    many_scene m = test_many_scene();
    static expected right;
    for (int i = 0; i < SCENE_BODIES; i++) {        /* the heights of each sample are carried by calls of their own */
        if (flo_hull_get_info(m.bodies[i].hull).samples > 60) m.bodies[i].hull = m.hulls[0];
    }
    steps = has_opencl(device) ? 4 : FAULT_STEPS;
    for (size_t i = 0; i < count; i++) {
        const fault_operation *const o = &operations[i];
        flo_profile profile;
        if (o->needs_opencl && !flo__opencl_of(device)) continue;
        if (o->needs_profile && flo_device_get_profile(device, &profile) != FLO_OK) continue;
        if (mode == FAULT_LATE && (o->effect != FAULT_MOVING || !has_opencl(device))) continue;
        if (mode == FAULT_LATE_WRITE && !has_opencl(device)) continue;
        const expected e = expect(o, &m);
        right.answer = e.answer, right.end = e.end;
        if (o->effect == FAULT_MOVING) expect_steps(o, &m, right.hash);
        do_operation(o, device, &m, right, label, kind, mode);
    }
    test_many_free(&m);
}
