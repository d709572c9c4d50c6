/* SPDX-License-Identifier: MIT
 *
 * Who gets how much of a work.
 *
 * Shares only decide when the work is done, never what comes out.  Measured ones follow the parts' speed, and a part
 * whose share would be too small to be worth a hand-over gets none; those that a name gives are taken as they are. */
#include "many.h"

/* ---- shares ---------------------------------------------------------------------------------------------------- */

/* The part with the smallest share of all that have one. */
static int smallest(const flo__many *many, const double *share)
{
    int least = -1;
    for (int i = 0; i < many->count; i++) {
        if (share[i] > 0 && (least < 0 || share[i] <= share[least])) least = i;
    }
    return least;
}

static double sum_of(const flo__many *many, const double *share)
{
    double sum = 0;
    for (int i = 0; i < many->count; i++) sum += share[i];
    return sum;
}

/* The smallest goes first, until what is left is worth it for everyone. */
static void drop_small(const flo__many *many, size_t items, size_t fewest, double *share)
{
    for (double sum = sum_of(many, share);; sum = sum_of(many, share)) {
        const int least = smallest(many, share);
        if (share[least] >= sum || share[least] / sum * (double)items >= (double)fewest) return;
        share[least] = 0;
    }
}

/* Those that would get more than they may get just that, and the others what is left, as their shares are to each
 * other; which may be too much for some of them, and so on. */
static bool hold_down(const flo__many *many, const double *most, double *share)
{
    bool held[FLO__MOST_PARTS] = { false };
    for (int round = 0; round <= many->count; round++) {
        double left = 1, sum = 0;
        bool more = false;
        for (int i = 0; i < many->count; i++) {
            left -= held[i] ? most[i] : 0;
            sum += held[i] ? 0 : share[i];
        }
        for (int i = 0; i < many->count; i++) {
            if (held[i] || !(share[i] * left > most[i] * sum)) continue;
            held[i] = more = true;
        }
        if (more) continue;
        for (int i = 0; i < many->count; i++) share[i] = held[i] ? most[i] : share[i] * left / sum;
        return sum > 0;
    }
    return false;
}

bool flo__many_shares(const flo__many *many, size_t items, size_t fewest, const double *most,
                      double share[FLO__MOST_PARTS])
{
    for (int i = 0; i < many->count; i++) share[i] = many->share[i];
    if (!many->fixed) drop_small(many, items, fewest, share);
    const double sum = sum_of(many, share);
    for (int i = 0; i < many->count; i++) share[i] /= sum;
    return !most || hold_down(many, most, share);
}

/* ---- cuts ------------------------------------------------------------------------------------------------------ */

static double all_work(size_t items, flo__weight *weight, const void *of)
{
    double sum = 0;
    for (size_t i = 0; i < items; i++) sum += weight(i, of);
    return sum;
}

/* An item goes to the part in whose share its middle lies. */
static void cut_by_weight(const flo__many *many, const double *share, size_t items, flo__weight *weight, const void *of,
                          size_t *end)
{
    const double all = all_work(items, weight, of);
    double until = share[0] * all, done = 0;
    int part = 0;
    for (size_t i = 0; i < items; i++) {
        const double more = weight(i, of);
        while (part < many->count - 1 && done + more / 2 >= until) {
            end[part++] = i;
            until += share[part] * all;
        }
        done += more;
    }
    while (part < many->count) end[part++] = items;
}

static void cut_evenly(const flo__many *many, const double *share, size_t items, size_t *end)
{
    double until = 0;
    for (int i = 0; i < many->count; i++) {
        until += share[i] * (double)items;
        const size_t at = until > 0 ? (size_t)(until + 0.5) : 0;
        end[i] = i == many->count - 1 || at > items ? items : at;
    }
}

void flo__many_cut(const flo__many *many, const double *share, size_t items, flo__weight *weight, const void *of,
                   size_t end[FLO__MOST_PARTS])
{
    if (weight) {
        cut_by_weight(many, share, items, weight, of, end);
    } else {
        cut_evenly(many, share, items, end);
    }
}
