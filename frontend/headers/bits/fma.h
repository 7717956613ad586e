/* FMA: one rounding for a product and a sum */
#ifndef _BITS_FMA_H
#define _BITS_FMA_H
#include <bits/avx.h>
#pragma culprit
#define __ADDED(i) __c[i]
#define __SUBTRACTED(i) -__c[i]
#define __ADDED_ODD(i) (i & 1 ? __c[i] : -__c[i])
#define __ADDED_EVEN(i) (i & 1 ? -__c[i] : __c[i])
#define __FMA4(f, s, c) { f(s __a[0], __b[0], c(0)), f(s __a[1], __b[1], c(1)), f(s __a[2], __b[2], c(2)), f(s __a[3], __b[3], c(3)) }
#define __FUSED(f, d, wide, wided, s, c) \
	__SIMD __m128 f(__m128 __a, __m128 __b, __m128 __c) { return (__m128)__FMA4(__builtin_fmaf, s, c); } \
	__SIMD __m128d d(__m128d __a, __m128d __b, __m128d __c) { return (__m128d){ __builtin_fma(s __a[0], __b[0], c(0)), __builtin_fma(s __a[1], __b[1], c(1)) }; } \
	__HALVES3(wide, f, ps) \
	__HALVES3(wided, d, pd)
#define __FUSED_FIRST(f, d, s, c) \
	__SIMD __m128 f(__m128 __a, __m128 __b, __m128 __c) { __a[0] = __builtin_fmaf(s __a[0], __b[0], c(0)); return __a; } \
	__SIMD __m128d d(__m128d __a, __m128d __b, __m128d __c) { __a[0] = __builtin_fma(s __a[0], __b[0], c(0)); return __a; }
__FUSED(_mm_fmadd_ps, _mm_fmadd_pd, _mm256_fmadd_ps, _mm256_fmadd_pd, +, __ADDED)
__FUSED(_mm_fmsub_ps, _mm_fmsub_pd, _mm256_fmsub_ps, _mm256_fmsub_pd, +, __SUBTRACTED)
__FUSED(_mm_fnmadd_ps, _mm_fnmadd_pd, _mm256_fnmadd_ps, _mm256_fnmadd_pd, -, __ADDED)
__FUSED(_mm_fnmsub_ps, _mm_fnmsub_pd, _mm256_fnmsub_ps, _mm256_fnmsub_pd, -, __SUBTRACTED)
__FUSED(_mm_fmaddsub_ps, _mm_fmaddsub_pd, _mm256_fmaddsub_ps, _mm256_fmaddsub_pd, +, __ADDED_ODD)
__FUSED(_mm_fmsubadd_ps, _mm_fmsubadd_pd, _mm256_fmsubadd_ps, _mm256_fmsubadd_pd, +, __ADDED_EVEN)
__FUSED_FIRST(_mm_fmadd_ss, _mm_fmadd_sd, +, __ADDED)
__FUSED_FIRST(_mm_fmsub_ss, _mm_fmsub_sd, +, __SUBTRACTED)
__FUSED_FIRST(_mm_fnmadd_ss, _mm_fnmadd_sd, -, __ADDED)
__FUSED_FIRST(_mm_fnmsub_ss, _mm_fnmsub_sd, -, __SUBTRACTED)
#endif
