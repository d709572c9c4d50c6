/* SPDX-License-Identifier: MIT
 *
 * Operations per point and wave of the direct sum, counted from the kernel text: kernels/sea.h, water_add_wave, and
 * kernels/trig.h, wave_circle_at.
 *
 *     phase                                        2 multiply-adds
 *     reduction to a turn                          3 additions; with AVX-512 one instruction of its own
 *     square, two polynomials, times the phase     10 multiplications and multiply-adds
 *     sine times cosine, 1 - sine squared          2
 *     height and two slopes                        3 multiply-adds
 *
 * Processors differ in which of them share a pipe: multiplications and multiply-adds always do; additions have pipes of
 * their own on some. */
#ifndef FLO_BENCH_OPERATIONS_H
#define FLO_BENCH_OPERATIONS_H

enum { CIRCLE_MULTIPLIES = 14, SUM_MULTIPLIES = CIRCLE_MULTIPLIES + 3 };
#define SUM_ADDS(lanes) ((lanes) == 16 ? 1 : 3)
#define SUM_OPERATIONS(lanes) (SUM_MULTIPLIES + SUM_ADDS(lanes))

#endif
