/* SPDX-License-Identifier: MIT
 *
 * The article's three heights with all that the compiler can do for this processor when it may change the results:
 * with GCC and glibc the loop becomes vectors, and so does cosf. */
#include "baseline_article.h"

const baseline baseline_article_fast = {
    "three_heights_fast_math", "three heights, normal by finite differences, cosf", BASELINE_FLAGS, BASELINE_NEEDS,
    NULL, article_run, ARTICLE_NORMAL_TOLERANCE,
};
