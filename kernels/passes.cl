/* SPDX-License-Identifier: MIT
 *
 * The entry points: a work-item is LANES points, patches or bodies.  Nothing but indices here. */
#include "vector_opencl.h"
#include "lane.h"
#include "tables.h"
#include "shapes.h"
#include "trig.h"
#include "quanta.h"
#include "sea.h"
#include "hull.h"
#include "panel.h"
#include "inertia.h"
#include "body.h"
#include "step.h"
#include "implicit.h"
#include "implicit_pass.h"
#include "implicit_step.h"
#include "passes.h"

#define SEA_BUFFERS LANE_TABLE sea_wave *wave, LANE_TABLE sea_key *key, LANE_TABLE sea_long *phase, \
                    LANE_TABLE sea_numbers *sea_number
#define SEA(row) { wave, key, phase + (size_t)(row) * (size_t)sea_number->waves, sea_number }
#define FIRST ((int)get_global_id(0) * LANES)

__kernel void points(SEA_BUFFERS, LANE_TABLE sea_long *place, LANE_OUT float *out, int stride, int row)
{
    const sea s = SEA(row);
    pass_points(s, place, out, stride, FIRST);
}

#define HULL_BUFFERS LANE_TABLE hull_numbers *hull_number, LANE_TABLE hull_piece *piece, \
                     LANE_TABLE hull_sample *sample, LANE_TABLE hull_panel *panel
#define HULL { hull_number, piece, sample, panel }
#define FLEET { place, state, stride }

/* Patch i is piece i / stride of body i % stride. */
__kernel void patches(SEA_BUFFERS, HULL_BUFFERS, LANE_TABLE sea_long *place, LANE_TABLE float *state,
                      LANE_TABLE step_numbers *step, LANE_OUT float *height, LANE_OUT sea_long *sum,
                      LANE_OUT float *met, int stride, int count, int row, int purpose)
{
    const sea s = SEA(row);
    const hull h = HULL;
    const fleet f = FLEET;
    const int at_piece = FIRST / count, first = FIRST - at_piece * count;
    const keeper keep = keeper_of(h, f, height, height, step, purpose);
    const size_t patches = (size_t)hull_number->pieces * (size_t)stride;
    const patch_output out = { sum, met, patches, (size_t)at_piece * (size_t)stride + (size_t)first };
    pass_patches(s, h, f, step, keep, out, at_piece, first);
}

__kernel void samples(SEA_BUFFERS, HULL_BUFFERS, LANE_TABLE sea_long *place, LANE_TABLE float *state,
                      LANE_TABLE step_numbers *step, LANE_TABLE float *height, LANE_OUT float *out,
                      int stride, int count, int row)
{
    const sea s = SEA(row);
    const hull h = HULL;
    const fleet f = FLEET;
    const int at_piece = FIRST / count, first = FIRST - at_piece * count;
    pass_samples(s, h, f, step, height, out, at_piece, first);
}

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
