/* SPDX-License-Identifier: MIT
 *
 * The article's three heights, compiled as most people compile. */
#include "baseline_article.h"

const baseline baseline_article = {
    "three_heights", "three heights, normal by finite differences, cosf", BASELINE_FLAGS, BASELINE_NEEDS, NULL,
    article_run, ARTICLE_NORMAL_TOLERANCE,
};
