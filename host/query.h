/* SPDX-License-Identifier: MIT */
#ifndef FLO_QUERY_H
#define FLO_QUERY_H

#include "sea.h"

/* Lets go of what a device kept for queries. */
void flo__query_release(flo_device *device);

#endif
