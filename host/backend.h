/* SPDX-License-Identifier: MIT
 *
 * What a backend must do: hold buffers, and run the passes of kernels/ over them.
 *
 * A pass is one function of the kernel text, run over `items` items: points, patches or bodies.  It takes buffers and
 * integers, in this order, and items are independent of each other, so a backend may cut the work as it likes.
 * Everything that happens on a device happens in the order in which it was asked for. */
#ifndef FLO_BACKEND_H
#define FLO_BACKEND_H

#include "internal.h"
#include "memory.h"

/* Every buffer that a pass indexes by item is padded to a multiple of this many items, whatever the device: the
 * largest number of lanes that any target runs at once. */
#define FLO__ITEMS 64

enum { FLO__LAUNCH_BUFFERS = 16, FLO__LAUNCH_NUMBERS = 4 };

/* The passes: name of the entry point, number of buffers, number of integers. */
#define FLO__PASSES(X)  \
    X(points, 6, 2)     \
    X(water, 6, 2)      \
    X(patches, 16, 4)   \
    X(patches_4, 16, 4) \
    X(patches_6, 16, 4) \
    X(patches_8, 16, 4) \
    X(bodies, 11, 2)

typedef enum flo__pass {
#define FLO__PASS_ENTRY(name, buffers, numbers) FLO__PASS_##name,
    FLO__PASSES(FLO__PASS_ENTRY)
#undef FLO__PASS_ENTRY
    FLO__PASS_COUNT
} flo__pass;

/* What a profile counts: the passes, and behind them the transfers. */
enum { FLO__WRITES = FLO__PASS_COUNT, FLO__READS, FLO__FILLS, FLO__COUNTED };

typedef struct flo__count {
    uint64_t launches, bytes;
    double seconds;
} flo__count;

typedef struct flo__buffer flo__buffer;
typedef struct flo__query flo__query;
typedef struct flo__many flo__many;

typedef struct flo__launch {
    flo__pass pass;
    flo__buffer *buffer[FLO__LAUNCH_BUFFERS];
    int32_t number[FLO__LAUNCH_NUMBERS];
    size_t items;                       /* a multiple of the device's lanes */
    double cost;                        /* operations that an item takes, about */
} flo__launch;

/* Three buffers in a row, the kept numbers of samples and the sums and maxima of patches, through which one pass tells
 * the next: bytes of each for one body, and where they stand among the buffers of patches and of bodies. */
typedef struct flo__passing {
    size_t bytes[3];
    bool kept;                          /* whether any of it matters when the step is done */
    int in_patches, in_bodies;
} flo__passing;

/* Steps of bodies: for each of `rows` rows of the sea's phases, the pass over patches and then that over bodies. */
typedef struct flo__steps {
    flo__launch patches, bodies;
    int row_number;                     /* which of the patches' numbers is the row */
    int pieces;                         /* the patches are so many times the bodies' items, piece by piece */
    int rows;
    flo__passing passing;
} flo__steps;

typedef struct flo__backend {
    /* A buffer of zeros.  `bytes` may be 0. */
    flo_status (*allocate)(flo_device *device, size_t bytes, flo__buffer **buffer);
    void (*release)(flo_device *device, flo__buffer *buffer);                       /* NULL is allowed */

    /* The data may go when the call returns. */
    flo_status (*write)(flo_device *device, flo__buffer *buffer, size_t offset, const void *data, size_t bytes);

    /* Waits until everything before is done, then copies. */
    flo_status (*read)(flo_device *device, flo__buffer *buffer, size_t offset, void *data, size_t bytes);

    /* May return before the pass is done; it is done before whatever is asked for next. */
    flo_status (*run)(flo_device *device, const flo__launch *launch);

    /* Does steps as it likes: no body knows of another.  NULL: one pass after the other. */
    flo_status (*step)(flo_device *device, const flo__steps *steps);

    /* Waits until everything is done, so that device->counts has it.  NULL: nothing is ever under way. */
    flo_status (*finish)(flo_device *device);

    void (*close)(flo_device *device);
} flo__backend;

struct flo_device {
    const flo__backend *backend;        /* NULL where there are `many` */
    void *state;                        /* the backend's own */
    flo_device_info info;
    int threads, group;                 /* as in flo_device_def */
    int whole;                          /* launches are rounded up to it; 0: to info.lanes */
    int degrees_tested;                 /* bit d: the passes with polynomials of degree d */
    size_t largest_buffer;              /* bytes that one buffer may have */
    size_t memory;                      /* bytes that there are in all */
    unsigned forks;                     /* flo__process_forks() when it was opened */
    bool moving;                        /* what changes bodies may be under way */
    bool to_bodies;                     /* what is written just now is bodies */
    uint64_t breaks;                    /* how often it failed then, at something that waited for that */
    flo__count *counts;                 /* FLO__COUNTED of them, or NULL where no profile was asked for */
    flo__query *query;                  /* what queries keep, or NULL (host/query.c) */
    flo__many *many;                    /* several devices that are used as this one, or NULL (host/many.h) */
};

/* The processor: `word` is "scalar", "simd", or an instruction set's name, such as "avx2".  Fills device->backend,
 * state and info, or fails with FLO_NO_DEVICE.  (host/processor.c) */
flo_status flo__processor_open(flo_device *device, const char *word);

/* Lists scalar and every instruction set, best first; those that this processor lacks are not available. */
int flo__processor_list(flo_device_info *info, int capacity);

/* An OpenCL device: `choice` is what stands behind "opencl:", or "" for the best device; `gpu_only` takes none but
 * GPUs.  `cache` says whether a program that was kept may be taken, and then whether one was.  (host/opencl*.c) */
flo_status flo__opencl_open(flo_device *device, const char *choice, bool gpu_only, bool *cache);
int flo__opencl_list(flo_device_info *info, int capacity);

/* Writes what belongs to bodies.  Drivers may tell late that it was not done, and then it is as with steps. */
static inline flo_status flo__write_bodies(flo_device *device, flo__buffer *buffer, size_t offset, const void *data,
                                           size_t bytes)
{
    device->to_bodies = true;
    const flo_status status = device->backend->write(device, buffer, offset, data, bytes);
    device->to_bodies = false;
    return status;
}

/* Items rounded up to what the device runs at once: its lanes; or, where lanes are work-items, groups of them, so that
 * a number of items that nothing divides costs no more than its neighbours.  Buffers are padded for it. */
static inline size_t flo__device_round(const flo_device *device, size_t items)
{
    const size_t whole = device->whole ? (size_t)device->whole : (size_t)device->info.lanes;
    return (items + whole - 1) / whole * whole;
}

/* device->counts, if a profile is wanted; what was counted so far is forgotten; the end of it.  (host/profile.c) */
flo_status flo__profile_begin(flo_device *device, bool wanted);
void flo__profile_forget(flo_device *device);

/* What is counted between the two is not in the profile. */
void flo__profile_keep(flo_device *device, flo__count *counted);
void flo__profile_put_back(flo_device *device, const flo__count *counted);
void flo__profile_end(flo_device *device);

/* Opening, by whatever name or on whatever a caller has (host/device.c).
 *
 * `def` must be in its ranges.  A device is made, opened by `open` and, if that fails, unmade.  An OpenCL device whose
 * program was kept, and does not work any more, is opened anew without: `cache` as in flo__opencl_open. */
flo_status flo__device_check_def(const flo_device_def *def);
typedef flo_status flo__opener(flo_device *device, const void *of);
flo_status flo__device_make(flo_device **out, const flo_device_def *def, flo__opener *open, const void *of);
typedef flo_status flo__cached_opener(flo_device *device, const void *of, bool *cache);
flo_status flo__device_open_cached(flo_device *device, flo__cached_opener *open, const void *of);

/* The known answers that every device must give before it is used.  (host/selftest.c) */
flo_status flo__selftest(flo_device *device);

/* The same for the passes with polynomials of a degree, once for a device. */
flo_status flo__selftest_degree(flo_device *device, int degree);

/* The kernel text, an array of lines made at build time from kernels/ by host/embed.awk, #line marks included. */
extern const char *const flo__kernel_text[];
extern const unsigned flo__kernel_lines;

#endif
