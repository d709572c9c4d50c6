/* SPDX-License-Identifier: MIT
 *
 * Numbers as bytes, lowest first whatever the machine does, and their hash. */
#ifndef FLO_BYTES_H
#define FLO_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline void flo__put_number(unsigned char *to, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(number >> (8 * i));
}

static inline uint64_t flo__get_number(const unsigned char *from, int bytes)
{
    uint64_t number = 0;
    for (int i = 0; i < bytes; i++) number |= (uint64_t)from[i] << (8 * i);
    return number;
}

/* The bits of a number of C's. */
typedef union flo__bits64 { double value; int64_t whole; uint64_t bits; } flo__bits64;
typedef union flo__bits32 { float value; uint32_t bits; } flo__bits32;

static inline uint64_t flo__bits_of(double value) { return (flo__bits64){ .value = value }.bits; }
static inline double flo__value_of(uint64_t bits) { return (flo__bits64){ .bits = bits }.value; }

/* FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo), which begins with FLO_HASH_START: a changed byte always changes it. */
static inline uint64_t flo__hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *const bytes = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}

/* The same over the bytes of a number. */
static inline uint64_t flo__hash_number(uint64_t hash, uint64_t number, int bytes)
{
    for (int i = 0; i < bytes; i++) hash = (hash ^ (number >> (8 * i) & 0xFF)) * 0x100000001B3u;
    return hash;
}

static inline uint64_t flo__hash_word(uint64_t hash, uint64_t word) { return flo__hash_number(hash, word, 8); }

static inline uint64_t flo__hash_float(uint64_t hash, float value)
{
    return flo__hash_number(hash, (flo__bits32){ .value = value }.bits, 4);
}

#endif
