/* SPDX-License-Identifier: MIT
 *
 * When a call is to fail, and what became of it.  Several threads may call at a time. */
#define _GNU_SOURCE
#include "faults.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 1 << 17, MOST_NAMES = 96 };

typedef struct tally { const char *name; fault_kind kind; long injected, told, absorbed; } tally;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int armed;                /* the kind, looked at without the lock */
static fault_mode how;
static long wanted, calls;
static bool struck;
static const char *struck_name;
static const char *called[MOST_CALLS];  /* since the last faults_arm(); names are literals, one for each function */
static tally tallies[MOST_NAMES];
static int tally_count;

void faults_arm(fault_kind kind, long nth, fault_mode mode)
{
    pthread_mutex_lock(&lock);
    wanted = nth;
    how = mode;
    calls = 0;
    struck = false;
    struck_name = "";
    pthread_mutex_unlock(&lock);
    atomic_store(&armed, (int)kind);
}

bool faults_disarm(void)
{
    atomic_store(&armed, FAULT_NONE);
    return struck;
}

long faults_calls(void) { return calls; }

const char *faults_name(void) { return struck_name; }

const char *faults_name_of(long nth) { return nth > 0 && nth <= calls && nth <= MOST_CALLS ? called[nth - 1] : ""; }

fault_mode faults_mode(void) { return how; }

/* 1, 2, 4, 7, 11, 17, ...; of thousands 1, 3, 7, 15, ... */
static bool is_rung(long n)
{
    long rung = 1;
    while (rung < n) rung += 1 + (calls > 1000 ? rung : rung / 2);
    return rung == n;
}

bool faults_are_all(void)
{
    const char *const all = getenv("FLOTILLA_FAULTS");
    return all && strcmp(all, "all") == 0;
}

bool faults_is_worth(long nth)
{
    const char *const name = faults_name_of(nth);
    long before = 0;
    bool last = true;
    if (faults_are_all()) return true;
    if (nth > calls || nth > MOST_CALLS) return true;
    for (long i = 0; i < nth; i++) before += called[i] == name;
    for (long i = nth; i < calls && i < MOST_CALLS && last; i++) last = called[i] != name;
    return last || is_rung(before);
}

bool faults_strike(fault_kind kind, const char *name, long *nth)
{
    if (atomic_load(&armed) != (int)kind) return false;
    if (how == FAULT_LATE && strcmp(name, "clEnqueueNDRangeKernel") != 0) return false;
    if (how == FAULT_LATE_WRITE && strcmp(name, "clEnqueueWriteBuffer") != 0) return false;
    pthread_mutex_lock(&lock);
    if (calls < MOST_CALLS) called[calls] = name;
    *nth = ++calls;
    const bool now = wanted > 0 && (how == FAULT_FOR_GOOD ? calls >= wanted : calls == wanted);
    if (now && !struck) struck_name = name;
    struck = struck || now;
    pthread_mutex_unlock(&lock);
    return now;
}

static tally *tally_of(const char *name)
{
    for (int i = 0; i < tally_count; i++) {
        if (strcmp(tallies[i].name, name) == 0) return &tallies[i];
    }
    if (tally_count == MOST_NAMES) abort();
    tallies[tally_count] = (tally){ .name = name };
    return &tallies[tally_count++];
}

void faults_count(const char *name, bool told)
{
    tally *const t = tally_of(name);
    t->injected++;
    *(told ? &t->told : &t->absorbed) += 1;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const tally *)a)->name, ((const tally *)b)->name);
}

void faults_print(void)
{
    tally sum = { .name = "in all" };
    qsort(tallies, (size_t)tally_count, sizeof *tallies, by_name);
    printf("faults     %-32s %9s %9s %9s\n", "call", "injected", "told", "made good");
    for (int i = 0; i <= tally_count; i++) {
        const tally *const t = i < tally_count ? &tallies[i] : &sum;
        printf("faults     %-32s %9ld %9ld %9ld\n", t->name, t->injected, t->told, t->absorbed);
        sum.injected += t->injected;
        sum.told += t->told;
        sum.absorbed += t->absorbed;
    }
}
