/* SPDX-License-Identifier: MIT
 *
 * The entry points: a work-item is LANES points, patches or bodies.  Nothing but indices here.
 *
 * With PASSES_DEGREE only a group of them: 0 is those without polynomials; 4, 6 or 8 is the pass with those of a
 * degree. */
#include "vector_opencl.h"
#include "lane.h"
#include "tables.h"
#include "shapes.h"
#include "trig.h"
#include "quanta.h"
#include "polynomial.h"
#include "sea.h"
#include "expand.h"
#include "surface.h"
#include "motion.h"
#include "hull.h"
#include "panel.h"
#include "inertia.h"
#include "body.h"
#include "step.h"
#include "implicit.h"
#include "implicit_pass.h"
#include "implicit_search.h"
#include "implicit_panels.h"
#include "implicit_step.h"
#include "passes.h"

#define SEA_BUFFERS LANE_TABLE sea_wave *wave, LANE_TABLE sea_key *key, LANE_TABLE sea_long *phase, \
                    LANE_TABLE sea_numbers *sea_number
#define SEA_TABLES wave, key, phase + (size_t)row * (size_t)sea_number->waves, sea_number
#define FIRST ((int)get_global_id(0) * LANES)
#ifdef PASSES_DEGREE
#define PASSES_OF(degree) (PASSES_DEGREE == (degree))
#else
#define PASSES_OF(degree) 1
#endif

#if PASSES_OF(0)
__kernel void points(SEA_BUFFERS, LANE_TABLE sea_long *place, LANE_OUT float *out, int stride, int row)
{
    const sea s = { SEA_TABLES, 0, 0, 0, 0.0f, 0.0f, 0.0f, 0, 1 };
    pass_points(s, place, out, stride, FIRST);
}

__kernel void water(SEA_BUFFERS, LANE_TABLE sea_long *place, LANE_OUT float *out, int stride, int row)
{
    const sea s = { SEA_TABLES, 0, 0, 0, 0.0f, 0.0f, 0.0f, 0, 0 };
    pass_water(s, place, out, stride, FIRST);
}
#endif

#define HULL_BUFFERS LANE_TABLE hull_numbers *hull_number, LANE_TABLE hull_piece *piece, \
                     LANE_TABLE hull_sample *sample, LANE_TABLE hull_panel *panel
#define HULL { hull_number, piece, sample, panel }
#define FLEET { place, state, stride, stride, 0 }

/* Patch i is piece i / count of body i % count. */
#define PATCHES(name, degree)                                                                                       \
    __kernel void name(SEA_BUFFERS, HULL_BUFFERS, LANE_TABLE sea_long *place, LANE_TABLE float *state,              \
                       LANE_TABLE step_numbers *step, LANE_OUT float *height, LANE_OUT sea_long *sum,               \
                       LANE_OUT float *met, LANE_TABLE float *weight, LANE_OUT float *out, int stride, int count,   \
                       int row, int purpose)                                                                        \
    {                                                                                                               \
        const sea s = { SEA_TABLES, weight, degree, hull_number->expanded, hull_number->disc,                       \
                        hull_number->steep, hull_number->near, hull_number->guess, 0 };                             \
        const hull h = HULL;                                                                                        \
        const fleet f = FLEET;                                                                                      \
        const int piece_at = FIRST / count, first = FIRST - piece_at * count;                                       \
        const size_t patches = (size_t)hull_number->pieces * (size_t)stride;                                        \
        const patch_output to = { sum, met, out, patches, patch_at(f, piece_at, first) };                           \
        pass_patches(s, h, f, step, keeper_of(h, f, height, height, step, purpose), to, piece_at, first);           \
    }
#if PASSES_OF(0)
PATCHES(patches, 0)
#endif
#if PASSES_OF(4)
PATCHES(patches_4, 4)
#endif
#if PASSES_OF(6)
PATCHES(patches_6, 6)
#endif
#if PASSES_OF(8)
PATCHES(patches_8, 8)
#endif

#if PASSES_OF(0)
__kernel void bodies(HULL_BUFFERS, LANE_OUT sea_long *place, LANE_OUT float *state, LANE_TABLE step_numbers *step,
                     LANE_TABLE float *height, LANE_TABLE sea_long *sum, LANE_TABLE float *met, LANE_OUT float *load,
                     int stride, int purpose)
{
    const hull h = HULL;
    const fleet f = FLEET;
    const patch_results p = { sum, met, (size_t)hull_number->pieces * (size_t)stride };
    const body_output out = { place, state, load, purpose };
    pass_bodies(h, f, p, step, height, out, FIRST);
}
#endif
