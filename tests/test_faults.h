/* SPDX-License-Identifier: MIT
 *
 * What the tests of faults share: everything that a caller can ask for, as operations that can be done, made to fail at
 * any of their calls, judged, done again, and compared with what plain C gives. */
#ifndef FLO_TESTS_TEST_FAULTS_H
#define FLO_TESTS_TEST_FAULTS_H

#include "faults.h"
#include "test_many.h"

#include "../host/flotilla_opencl.h"

enum { FAULT_BODIES = 12, FAULT_STEPS = 66, FAULT_POINTS = 90 };

/* What an operation's failure may leave.  Whole: the fleet as it was.  Moving: the fleet at a step or loads that it
 * came to, or torn.  Writing: bodies written in part, which the fleet says until they are written again. */
typedef enum fault_effect { FAULT_WHOLE, FAULT_MOVING, FAULT_WRITING } fault_effect;

typedef struct fault_scene {
    flo_device *device;
    const many_scene *m;
    flo_fleet *fleet;                   /* NULL for operations that need none, or make it */
    uint64_t before;                    /* its hash */
    uint64_t steps_before, todo;        /* steps done, and those of the operation "step" that are left */
    size_t kept;                        /* bytes of the snapshot that "restore" took */
    uint64_t answer;                    /* a hash of all that the operation gave */
} fault_scene;

typedef struct fault_operation {
    const char *name;
    flo_status (*run)(fault_scene *s);
    flo_status (*plain)(fault_scene *s);    /* the same on plain C; NULL: run, or nothing where that is OpenCL's */
    void (*look)(fault_scene *s);       /* adds to the answer what a run left elsewhere; nothing fails then; or NULL */
    fault_effect effect;
    bool needs_fleet, needs_opencl, needs_profile;
    bool own_answer;                    /* is of the device alone, and always the same: plain C has none or another */
    bool is_first;                      /* of a fleet that has done no steps before */
} fault_operation;

/* Those without a device come first.  They ask for points, and those without copies for buffers of the caller's. */
enum { FAULT_WITHOUT_DEVICE = 7, FAULT_OPERATIONS = 27 };
extern const fault_operation test_faults_operations[FAULT_OPERATIONS];
void test_faults_set_points(void);
flo_status test_faults_create(fault_scene *s);
flo_status test_faults_add_bodies(fault_scene *s);
void test_faults_make_buffers(cl_context context);
void test_faults_release_buffers(void);

/* All operations on this device, of faults of a kind. */
void test_faults_all(const fault_operation *operations, size_t count, flo_device *device, const char *label,
                     fault_kind kind, fault_mode mode);

/* Fails unless the last call's message is of use: not empty, not that of a call before, nothing unprinted in it. */
void test_faults_message(const char *what);
void test_faults_forget_message(void);

/* What is held now; fails if that is not what it was. */
typedef struct fault_hold { faults_held opencl; long memory; } fault_hold;
fault_hold test_faults_hold(void);
void test_faults_is_held(const fault_hold *before, const char *what);

/* A group's teardown: prints the table. */
int test_faults_end(void **state);

#endif
