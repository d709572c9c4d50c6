/* SPDX-License-Identifier: MIT
 *
 * What became of the process: a child of fork() has one thread, whatever its parent had. */
#ifndef FLO_PROCESS_H
#define FLO_PROCESS_H

#include "backend.h"

/* Forks are counted from the first device on that is opened; how many lie behind this process since. */
void flo__process_watch(void);
unsigned flo__process_forks(void);

/* What works in threads of its own, a driver's or ours, cannot be used after a fork.  The first says no more. */
bool flo__process_lacks(const flo_device *device);
flo_status flo__process_has(const flo_device *device);

#endif
