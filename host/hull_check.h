/* SPDX-License-Identifier: MIT */
#ifndef FLO_HULL_CHECK_H
#define FLO_HULL_CHECK_H

#include "internal.h"

/* FLO_OK, or what is wrong with a hull's definition. */
flo_status flo__hull_check(const flo_hull_def *def);

#endif
