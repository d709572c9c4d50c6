/* SPDX-License-Identifier: MIT
 *
 * Several devices that are used as one.
 *
 * Such a device has no backend of its own but parts, each an ordinary device.  A fleet on it has as many parts, each an
 * ordinary fleet of consecutive bodies (host/fleet.h).  No body and no point knows of another, so it cannot matter
 * which part computes it.  Whoever loops over parts with what is here need not know whether there is one or several:
 * an ordinary device is its own only part.
 *
 *   many_names.c     what a list of devices in a name means
 *   many_device.c    parts joined to one: threads, memory, what it is called
 *   many_speed.c     how fast the parts are
 *   many_share.c     who gets how much
 *   many_team.c      all parts at work at the same time
 *   many_fleet.c     fleets in parts */
#ifndef FLO_MANY_H
#define FLO_MANY_H

#include "backend.h"

enum { FLO__MOST_PARTS = 64 };          /* a bit of a number for each */

typedef struct flo__team flo__team;

struct flo__many {
    int count;
    flo_device *part[FLO__MOST_PARTS];
    double share[FLO__MOST_PARTS];      /* of the work; the sum is 1 */
    bool fixed;                         /* the name says the shares, and nothing else counts */
    flo__team *team;
};

static inline int flo__device_parts(const flo_device *device) { return device->many ? device->many->count : 1; }

static inline flo_device *flo__device_part(flo_device *device, int part)
{
    return device->many ? device->many->part[part] : device;
}

/* ---- many_names.c ---------------------------------------------------------------------------------------------- */

/* A list of devices as a caller writes it. */
typedef struct flo__list {
    int count;
    struct { char name[192]; double share; } part[FLO__MOST_PARTS];     /* share 0: to be measured */
} flo__list;

/* Whether a name means several devices: "opencl:all", or a list of names with '+' between or '*' behind. */
bool flo__list_is(const char *text);

/* FLO_NO_DEVICE says what is wrong with it. */
flo_status flo__list_read(const char *text, flo__list *list);

/* A share as a list has it: "*3". */
enum { FLO__SHARE_SIZE = 32 };
void flo__share_write(double share, char text[FLO__SHARE_SIZE]);

/* ---- many_device.c --------------------------------------------------------------------------------------------- */

/* Makes one device of the parts, list->count of them, which were opened by the names of the list.  They stay the
 * caller's if it fails, and are the device's if not; `threads` as in flo_device_def. */
flo_status flo__many_join(flo_device *device, const char *name, const flo__list *list, flo_device *const *parts,
                          int threads);

/* Closes all but the parts themselves. */
void flo__many_end(flo_device *device);

/* ---- many_speed.c ---------------------------------------------------------------------------------------------- */

/* Steps per second that each part does of a certain body, all of them at work. */
flo_status flo__many_measure(flo_device *device, double rate[FLO__MOST_PARTS]);

/* ---- many_share.c ---------------------------------------------------------------------------------------------- */

/* Shares of a work of `items`, of which fewer than `fewest` are not worth a part's while; no part gets more than its
 * `most` (NULL: 1).  False if all of them together may not have all of it. */
bool flo__many_shares(const flo__many *many, size_t items, size_t fewest, const double *most,
                      double share[FLO__MOST_PARTS]);

/* How much work an item is. */
typedef double flo__weight(size_t item, const void *of);

/* Part p gets the items from end[p - 1] (or 0) up to end[p], for its share of all work; NULL: items are all alike. */
void flo__many_cut(const flo__many *many, const double *share, size_t items, flo__weight *weight, const void *of,
                   size_t end[FLO__MOST_PARTS]);

/* ---- many_team.c ----------------------------------------------------------------------------------------------- */

/* What a part does.  It must touch nothing that another part's work writes. */
typedef flo_status flo__work(int part, void *of);

/* Has those parts work whose bits are in `who`, at the same time, and waits for all of them.  The status and the
 * message are those of the first part that failed; of several, which it was stands before it. */
flo_status flo__team_run(flo_device *device, uint64_t who, flo__work *work, void *of);

flo_status flo__team_make(flo__team **team, int parts);
void flo__team_end(flo__team *team);    /* NULL is allowed */

/* Has parts work on items from `first` on, `count` of them, as many as is worth it. */
typedef flo_status flo__part_work(flo_device *part, size_t first, size_t count, void *of);
flo_status flo__team_share(flo_device *device, size_t items, size_t fewest, flo__part_work *work, void *of);

#endif
