/* Functions of x86 on integers */
#ifndef _X86GPRINTRIN_H_INCLUDED
#define _X86GPRINTRIN_H_INCLUDED
#include <bits/simd.h>
#include <bits/bmi.h>
#include <popcntintrin.h>
#pragma culprit
unsigned long long __builtin_ia32_rdtsc(void);
#define __rdtsc() __builtin_ia32_rdtsc()
#define _rdtsc() __builtin_ia32_rdtsc()
__SIMD unsigned long long __rdtscp(unsigned *__p) { *__p = __builtin_ia32_rdtsc(); return __builtin_ia32_rdtsc(); }
__SIMD int __bsfd(int __x) { return __builtin_ctz(__x); }
__SIMD int __bsrd(int __x) { return 31 - __builtin_clz(__x); }
__SIMD int __bsfq(long long __x) { return __builtin_ctzll(__x); }
__SIMD int __bsrq(long long __x) { return 63 - __builtin_clzll(__x); }
#define _bit_scan_forward(x) __bsfd(x)
#define _bit_scan_reverse(x) __bsrd(x)
__SIMD int __bswapd(int __x) { return __builtin_bswap32(__x); }
__SIMD long long __bswapq(long long __x) { return __builtin_bswap64(__x); }
#define _bswap(x) __bswapd(x)
#define _bswap64(x) __bswapq(x)
__SIMD int __popcntd(unsigned __x) { return __builtin_popcount(__x); }
__SIMD long long __popcntq(unsigned long long __x) { return __builtin_popcountll(__x); }
#define _popcnt32(x) __popcntd(x)
#define _popcnt64(x) __popcntq(x)
#define __ROTATES(name, t, bits, op, back) __SIMD t name(t __x, int __n) { return __x op (__n & (bits - 1)) | __x back (-__n & (bits - 1)); }
__ROTATES(__rold, unsigned, 32, <<, >>)
__ROTATES(__rord, unsigned, 32, >>, <<)
__ROTATES(__rolq, unsigned long long, 64, <<, >>)
__ROTATES(__rorq, unsigned long long, 64, >>, <<)
#define _rotl(x, n) __rold(x, n)
#define _rotr(x, n) __rord(x, n)
#define _lrotl(x, n) __rolq(x, n)
#define _lrotr(x, n) __rorq(x, n)
#endif
