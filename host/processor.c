/* SPDX-License-Identifier: MIT
 *
 * The processor as a backend: buffers are memory, passes are the functions of simd/, run by OpenMP's threads over
 * chunks of items.  Items are independent, so neither threads nor chunks can change a bit. */
#define _DEFAULT_SOURCE
#include "backend.h"
#include "floats.h"
#include "process.h"
#include "../simd/pass.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

struct flo__buffer {
    void *whole, *data;         /* as allocated, and from where it is aligned */
    size_t bytes;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A moment if the device keeps a profile; 0 if it does not. */
static double start_of(const flo_device *device)
{
    return device->counts ? now() : 0;
}

static void tally(const flo_device *device, int what, size_t bytes, double start)
{
    if (!device->counts) return;
    flo__count *const c = &device->counts[what];
    c->launches++;
    c->bytes += bytes;
    c->seconds += now() - start;
}

static flo_status processor_allocate(flo_device *device, size_t bytes, flo__buffer **out)
{
    const double start = start_of(device);
    const size_t line = 64;     /* bytes, of a cache and of the widest vector */
    flo__buffer *buffer = malloc(sizeof *buffer);
    /* More than all memory a machine cannot hold; to try would end in the system killing somebody.
     * Zeros from the system are had when they are first touched, by the thread that touches them. */
    char *whole = buffer && bytes <= flo__physical_memory() ? calloc(bytes + 3 * line, 1) : NULL;
    if (!whole) {
        free(buffer);
        return flo__fail(FLO_NO_MEMORY, "a buffer of %zu bytes is more than this machine has left", bytes);
    }
    tally(device, FLO__FILLS, bytes, start);
    *buffer = (flo__buffer){ whole, whole + (line - (uintptr_t)whole % line) % line, bytes };
    *out = buffer;
    return FLO_OK;
}

static void processor_release(flo_device *device, flo__buffer *buffer)
{
    (void)device;
    if (!buffer) return;
    free(buffer->whole);
    free(buffer);
}

static flo_status processor_write(flo_device *device, flo__buffer *buffer, size_t offset, const void *data,
                                  size_t bytes)
{
    const double start = start_of(device);
    if (bytes == 0) return FLO_OK;
    memcpy((char *)buffer->data + offset, data, bytes);
    tally(device, FLO__WRITES, bytes, start);
    return FLO_OK;
}

static flo_status processor_read(flo_device *device, flo__buffer *buffer, size_t offset, void *data, size_t bytes)
{
    const double start = start_of(device);
    if (bytes == 0) return FLO_OK;
    memcpy(data, (const char *)buffer->data + offset, bytes);
    tally(device, FLO__READS, bytes, start);
    return FLO_OK;
}

static simd_pass *pass_of(const simd_passes *passes, flo__pass pass)
{
    switch (pass) {
#define CASE(name, buffers, numbers) case FLO__PASS_##name: return passes->name;
        FLO__PASSES(CASE)
#undef CASE
    case FLO__PASS_COUNT: break;
    }
    return NULL;
}

#ifdef _OPENMP
/* OpenMP ends the process where it cannot have the threads that it is asked for, so a slip of a digit must not pass.
 * In a child of fork() gcc's waits for ever for the threads that the parent had. */
static int threads_of(const flo_device *device)
{
    const int wanted = device->threads > 0 ? device->threads : omp_get_max_threads();
    if (flo__process_forks() > 0) return 1;
    const int most = 8 * omp_get_num_procs();
    return wanted < most ? wanted : most;
}
#endif

/* Items in a chunk: some tens of microseconds of work, so that handing chunks out costs nothing; a multiple of every
 * target's lanes. */
enum { CHUNK = FLO__ITEMS };

/* What is done to the items from `first` up to `end`. */
typedef void chunk_work(const void *of, size_t first, size_t end);

/* `cost` is that of an item. */
static void in_chunks(const flo_device *device, size_t items, double cost, chunk_work *work, const void *of)
{
    const long chunks = (long)((items + CHUNK - 1) / CHUNK);
#ifdef _OPENMP
    const int threads = threads_of(device);
    /* Instructions that are worth waking threads for: about a tenth of a millisecond.  For less, one thread is hardly
     * slower, and by far faster where other processes want the processors, too. */
    const bool worth = (double)items * cost > 2e5 * device->info.lanes;
#pragma omp parallel num_threads(threads) if (chunks > 1 && threads > 1 && worth)
#else
    (void)device;
    (void)cost;
#endif
    {
        /* OpenMP's threads are those of all the program, which may have set them otherwise. */
        const flo__floats programs = flo__floats_take();
#ifdef _OPENMP
#pragma omp for schedule(dynamic) nowait
#endif
        for (long c = 0; c < chunks; c++) {
            const size_t first = (size_t)c * CHUNK;
            work(of, first, first + CHUNK < items ? first + CHUNK : items);
        }
        flo__floats_give_back(&programs);
    }
}

static simd_input input_of(const flo__launch *launch)
{
    simd_input in = { .number = { launch->number[0], launch->number[1], launch->number[2], launch->number[3] } };
    for (int i = 0; i < FLO__LAUNCH_BUFFERS; i++) {
        if (launch->buffer[i]) in.buffer[i] = launch->buffer[i]->data;
    }
    return in;
}

/* Items that are fewer than a pack of vectors go vector by vector. */
static void do_items(const simd_passes *passes, flo__pass pass, const simd_input *in, size_t first, size_t end)
{
    const size_t lanes = (size_t)passes->lanes, whole = first + (end - first) / lanes * lanes;
    if (first < whole) pass_of(passes, pass)(in, first, whole);
    if (whole < end) pass_of(passes->few, pass)(in, whole, end);
}

typedef struct pass_work { const simd_passes *passes; flo__pass pass; simd_input in; } pass_work;

static void do_pass(const void *of, size_t first, size_t end)
{
    const pass_work *w = of;
    do_items(w->passes, w->pass, &w->in, first, end);
}

static flo_status processor_run(flo_device *device, const flo__launch *launch)
{
    const pass_work work = { device->state, launch->pass, input_of(launch) };
    const double start = start_of(device);
    in_chunks(device, launch->items, launch->cost, do_pass, &work);
    tally(device, (int)launch->pass, 0, start);
    return FLO_OK;
}

/* ---- steps ------------------------------------------------------------------------------------------------------ */

/* What passes of one step tell each other stays in the cache where there is room for it here. */
enum { SCRATCH = 64 * 1024 };
static _Thread_local struct { _Alignas(64) unsigned char byte[SCRATCH]; } scratch;

typedef struct step_work {
    const flo__steps *steps;
    const simd_passes *passes;
    simd_input patches, bodies;
    size_t at_once;                     /* bodies whose numbers have room in the scratch; 0: none */
    double *thread_seconds;             /* of all threads together: patches, bodies */
} step_work;

static size_t bodies_at_once(const flo__steps *steps, const simd_passes *passes)
{
    const flo__passing *p = &steps->passing;
    size_t bodies = CHUNK;
    while (bodies * (p->bytes[0] + p->bytes[1] + p->bytes[2]) > SCRATCH) bodies /= 2;
    return p->kept || bodies < (size_t)passes->lanes ? 0 : bodies;
}

/* Lets both passes leave their numbers in the scratch, for so many bodies from `first` on. */
static void use_scratch(const step_work *w, simd_input *patches, simd_input *bodies, size_t first)
{
    static const int order[3] = { 1, 0, 2 };        /* sums first, which are the widest */
    const flo__passing *p = &w->steps->passing;
    unsigned char *at = scratch.byte;
    for (int o = 0; o < 3; o++) {
        const int i = order[o];
        patches->buffer[p->in_patches + i] = bodies->buffer[p->in_bodies + i] = at;
        at += w->at_once * p->bytes[i];
    }
    patches->row = bodies->row = (int32_t)w->at_once;
    patches->from = bodies->from = (int32_t)first;
}

static void do_patches(const step_work *w, const simd_input *in, size_t first, size_t end)
{
    const size_t count = w->steps->bodies.items;
    for (size_t piece = 0; piece < (size_t)w->steps->pieces; piece++) {
        do_items(w->passes, w->steps->patches.pass, in, piece * count + first, piece * count + end);
    }
}

/* Takes bodies through all steps; with a look at the clock around each pass, if that is wanted. */
static void do_bodies(const step_work *w, size_t first, size_t end, double *seconds)
{
    simd_input patches = w->patches, bodies = w->bodies;
    double last = seconds ? now() : 0;
    if (w->at_once) use_scratch(w, &patches, &bodies, first);
    for (int row = 0; row < w->steps->rows; row++) {
        patches.number[w->steps->row_number] = row;
        do_patches(w, &patches, first, end);
        const double between = seconds ? now() : 0;
        do_items(w->passes, w->steps->bodies.pass, &bodies, first, end);
        if (!seconds) continue;
        const double after = now();
        seconds[0] += between - last;
        seconds[1] += after - between;
        last = after;
    }
}

/* A thread takes a few bodies through all steps before it takes the next: they stay in its cache, and no thread waits
 * for another until all are done. */
static void do_steps(const void *of, size_t first, size_t end)
{
    const step_work *w = of;
    const size_t some = w->at_once ? w->at_once : end - first;
    double seconds[2] = { 0, 0 };
    for (; first < end; first += some) {
        do_bodies(w, first, first + some < end ? first + some : end, w->thread_seconds ? seconds : NULL);
    }
    if (!w->thread_seconds) return;
#ifdef _OPENMP
#pragma omp critical
#endif
    {
        w->thread_seconds[0] += seconds[0];
        w->thread_seconds[1] += seconds[1];
    }
}

/* The passes take turns in every thread, so the wall clock's time is shared out as the threads had it. */
static void count_steps(const flo_device *device, const flo__steps *steps, const double *thread_seconds, double start)
{
    const double wall = now() - start, all = thread_seconds[0] + thread_seconds[1];
    const flo__pass passes[2] = { steps->patches.pass, steps->bodies.pass };
    for (int i = 0; i < 2; i++) {
        device->counts[passes[i]].launches += (uint64_t)steps->rows;
        if (all > 0) device->counts[passes[i]].seconds += wall * thread_seconds[i] / all;
    }
}

static flo_status processor_step(flo_device *device, const flo__steps *steps)
{
    double thread_seconds[2] = { 0, 0 };
    const step_work work = { steps, device->state, input_of(&steps->patches), input_of(&steps->bodies),
                             bodies_at_once(steps, device->state), device->counts ? thread_seconds : NULL };
    const double start = start_of(device);
    const double cost = steps->rows * (steps->pieces * steps->patches.cost + steps->bodies.cost);
    in_chunks(device, steps->bodies.items, cost, do_steps, &work);
    if (device->counts) count_steps(device, steps, thread_seconds, start);
    return FLO_OK;
}

static void processor_close(flo_device *device) { (void)device; }

static const flo__backend processor = {
    .allocate = processor_allocate, .release = processor_release, .write = processor_write, .read = processor_read,
    .run = processor_run, .step = processor_step, .close = processor_close,
};

/* The processor's own name, from the system; "processor" where it does not say. */
static void processor_name(char *name, size_t size)
{
    char line[256];
    snprintf(name, size, "processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon) continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    if (file) fclose(file);
}

static flo_device_info processor_info(const char *word)
{
    const simd_passes *passes = flo__simd_find(word);
    const bool scalar = strcmp(word, "scalar") == 0;
    const char *isa = passes && !scalar && strcmp(word, "simd") == 0 ? passes->name : word;
    flo_device_info info = { .kind = "cpu", .available = passes != NULL, .exact = passes != NULL,
                             .lanes = passes ? passes->lanes : 0 };
    char name[128];
    processor_name(name, sizeof name);
    snprintf(info.name, sizeof info.name, scalar ? "%s" : "simd:%s", isa);
    if (!passes) {
        snprintf(info.description, sizeof info.description, "%s does not have it", name);
    } else {
        snprintf(info.description, sizeof info.description, "%s, %s", name,
                 scalar ? "plain C, the arbiter" : passes->name);
    }
    return info;
}

flo_status flo__processor_open(flo_device *device, const char *word)
{
    const simd_passes *passes = flo__simd_find(word);
    if (!passes) {
        char names[128] = "";
        for (int i = 0; flo__simd_name(i); i++) {
            if (!flo__simd_find(flo__simd_name(i))) continue;
            const size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", flo__simd_name(i));
        }
        return flo__fail(FLO_NO_DEVICE, "this processor has no instruction set \"%s\"; it has %s", word, names);
    }
    device->backend = &processor;
    device->largest_buffer = device->memory = flo__physical_memory();
    device->state = (void *)(uintptr_t)passes;      /* read only; the backend casts it back */
    device->info = processor_info(word);
    if (passes->few) device->whole = passes->few->lanes;
    return FLO_OK;
}

int flo__processor_list(flo_device_info *info, int capacity)
{
    int count = 0;
    for (; flo__simd_name(count); count++) {
        if (count < capacity) info[count] = processor_info(flo__simd_name(count));
    }
    return count;
}
