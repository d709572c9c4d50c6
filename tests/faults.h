/* SPDX-License-Identifier: MIT
 *
 * Calls that fail when they are told to: OpenCL's, memory, threads and files, as the library's and the command's own
 * objects call them.  Drivers and C libraries have theirs undisturbed.
 *
 *     faults_arm(FAULT_OPENCL, 7, FAULT_ONCE);
 *     status = flo_fleet_step(fleet, dt, 1);
 *     if (faults_disarm()) ...                             its seventh call of OpenCL failed
 *
 * OpenCL's functions are reached through the table that the library has of them; the others because the linker gives
 * their callers ours (--wrap).  Where nothing is armed, everything passes.
 *
 *   faults.c           when a call is to fail, and what became of it
 *   faults_opencl.c    the functions of OpenCL, and who holds its objects
 *   faults_wrap.c      memory and threads
 *   faults_files.c     files, and faults of the command */
#ifndef FLO_TESTS_FAULTS_H
#define FLO_TESTS_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum fault_kind { FAULT_NONE, FAULT_OPENCL, FAULT_MEMORY, FAULT_FILE } fault_kind;

/* One call and no other; all from one on, as of a device that is lost; or one launch, or one write, that is taken and
 * then not done, which the next call that waits is told of, as drivers of GPUs do it. */
typedef enum fault_mode { FAULT_ONCE, FAULT_FOR_GOOD, FAULT_LATE, FAULT_LATE_WRITE } fault_mode;

/* ---- faults.c -------------------------------------------------------------------------------------------------- */

/* From now on calls of a kind are counted, and the n-th fails; 0: none does. */
void faults_arm(fault_kind kind, long nth, fault_mode mode);

/* Ends that; true if a call has failed. */
bool faults_disarm(void);

/* How many calls there were since, and the name of the one that failed, or of the n-th. */
long faults_calls(void);
const char *faults_name(void);
const char *faults_name_of(long nth);

/* Whether the n-th of the calls that were just counted should be made to fail: in the short form the first few of a
 * function, then ever fewer, and its last.  With FLOTILLA_FAULTS=all every one. */
bool faults_is_worth(long nth);
bool faults_are_all(void);

/* For those in whose place a call is made: true if it is to fail now.  *nth counts on, for whoever has several errors
 * to choose from. */
bool faults_strike(fault_kind kind, const char *name, long *nth);
fault_mode faults_mode(void);

/* What became of a fault: the caller never knew, for there was another way; or was told. */
void faults_count(const char *name, bool told);

/* A line for each function: faults, those that were told, those that nobody noticed. */
void faults_print(void);

/* ---- faults_opencl.c ------------------------------------------------------------------------------------------- */

/* Puts ours in the place of OpenCL's functions, once; false where there is no OpenCL. */
bool faults_opencl_begin(void);

/* Objects that were made or retained, and not released: contexts, queues, programs, kernels, buffers, events. */
enum { FAULT_CONTEXTS, FAULT_QUEUES, FAULT_PROGRAMS, FAULT_KERNELS, FAULT_BUFFERS, FAULT_EVENTS, FAULT_HELD };
typedef struct faults_held { long of[FAULT_HELD]; } faults_held;
faults_held faults_opencl_held(void);
const char *faults_held_name(int what);

/* From now on processors say that they are GPUs; or there is no platform at all. */
void faults_opencl_pretend(bool gpu, bool nothing);

/* ---- faults_wrap.c --------------------------------------------------------------------------------------------- */

/* Pieces of memory that the objects' own calls took and did not give back. */
long faults_memory_held(void);

#endif
