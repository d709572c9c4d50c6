/* SPDX-License-Identifier: MIT
 *
 * The way in and out of a public call that computes: floats as the library needs them, and as the caller had them again
 * (host/floats.h); and, of a device that works in threads of its own, that they are in this process (host/process.h).
 * `call` must not be inlined. */
#ifndef FLO_ENTER_H
#define FLO_ENTER_H

#include "floats.h"
#include "process.h"

#define FLO__ENTER(type, call)                           \
    const flo__floats callers = flo__floats_take();      \
    const type result = call;                            \
    flo__floats_give_back(&callers);                     \
    return result

/* A message function is called amid another call, which does not expect that anything changes meanwhile. */
#define FLO__ENTER_CALL(call) FLO__ENTER(flo_status, flo__no_listener() ? FLO_BAD_VALUE : call)

#define FLO__ENTER_ON(device, call) FLO__ENTER_CALL(flo__process_has(device) ? FLO_DEVICE_FAILED : call)

#endif
