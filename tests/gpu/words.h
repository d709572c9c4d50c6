/* SPDX-License-Identifier: MIT
 *
 * The few words of OpenCL C that the kernels use with one lane, for a compiler that makes code for NVIDIA's GPUs
 * without anybody's OpenCL library: what clang itself has no name for is defined by its built-ins. */
#define get_global_id(dimension) \
    ((ulong)__nvvm_read_ptx_sreg_ctaid_x() * (ulong)__nvvm_read_ptx_sreg_ntid_x() + (ulong)__nvvm_read_ptx_sreg_tid_x())
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long size_t;

#define fma(a, b, c) __builtin_fmaf(a, b, c)
#define sqrt(a) __builtin_sqrtf(a)
#define fabs(a) __builtin_fabsf(a)
#define any(a) ((a) != 0)
#define as_int(a) __builtin_astype(a, int)
#define as_uint(a) __builtin_astype(a, uint)
#define as_long(a) __builtin_astype(a, long)
#define as_ulong(a) __builtin_astype(a, ulong)
#define as_float(a) __builtin_astype(a, float)
#define convert_int(a) ((int)(a))
#define convert_uint(a) ((uint)(a))
#define convert_long(a) ((long)(a))
#define convert_float(a) ((float)(a))
