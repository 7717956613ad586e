/* SSSE3 */
#ifndef _TMMINTRIN_H_INCLUDED
#define _TMMINTRIN_H_INCLUDED
#include <pmmintrin.h>
#pragma culprit

#define __MAGNITUDE(i) (__a[i] < 0 ? -(unsigned)__a[i] : (unsigned)__a[i])
__EACH1(_mm_abs_epi8, __m128i, __m128i, __v16qs, __v16qs, __LANES16, __MAGNITUDE)
__EACH1(_mm_abs_epi16, __m128i, __m128i, __v8hi, __v8hi, __LANES8, __MAGNITUDE)
__EACH1(_mm_abs_epi32, __m128i, __m128i, __v4si, __v4su, __LANES4, __MAGNITUDE)
#define __SIGNED(i) (__b[i] < 0 ? -(unsigned)__a[i] : __b[i] ? (unsigned)__a[i] : 0)
__EACH2(_mm_sign_epi8, __m128i, __v16qs, __v16qs, __LANES16, __SIGNED)
__EACH2(_mm_sign_epi16, __m128i, __v8hi, __v8hi, __LANES8, __SIGNED)
__EACH2(_mm_sign_epi32, __m128i, __v4si, __v4su, __LANES4, __SIGNED)
/* Sums and differences of neighbours. */
#define __PAIRS2(f, x) f(x, 0), f(x, 2)
#define __PAIRS4(f, x) f(x, 0), f(x, 2), f(x, 4), f(x, 6)
#define __PLUS(x, i) x[i] + x[i + 1]
#define __MINUS(x, i) x[i] - x[i + 1]
#define __PLUS16(x, i) __CLAMP(x[i] + x[i + 1], -32768, 32767)
#define __MINUS16(x, i) __CLAMP(x[i] - x[i + 1], -32768, 32767)
#define __NEIGHBOURS(name, v, list, f) __SIMD __m128i name(__m128i __x, __m128i __y) { v __a = (v)__x, __b = (v)__y; return (__m128i)(v){ list(f, __a), list(f, __b) }; }
__NEIGHBOURS(_mm_hadd_epi16, __v8hi, __PAIRS4, __PLUS)
__NEIGHBOURS(_mm_hsub_epi16, __v8hi, __PAIRS4, __MINUS)
__NEIGHBOURS(_mm_hadds_epi16, __v8hi, __PAIRS4, __PLUS16)
__NEIGHBOURS(_mm_hsubs_epi16, __v8hi, __PAIRS4, __MINUS16)
__NEIGHBOURS(_mm_hadd_epi32, __v4su, __PAIRS2, __PLUS)
__NEIGHBOURS(_mm_hsub_epi32, __v4su, __PAIRS2, __MINUS)
#define __SUM16(i) __CLAMP(__a[2 * i] * __b[2 * i] + __a[2 * i + 1] * __b[2 * i + 1], -32768, 32767)
__SIMD __m128i _mm_maddubs_epi16(__m128i __x, __m128i __y) {
	__v16qu __a = (__v16qu)__x;
	__v16qs __b = (__v16qs)__y;
	return (__m128i)(__v8hi){ __LANES8(__SUM16) };
}
#define __SCALED(i) (__a[i] * __b[i] >> 14) + 1 >> 1
__EACH2(_mm_mulhrs_epi16, __m128i, __v8hi, __v8hi, __LANES8, __SCALED)
__SIMD __m128i _mm_shuffle_epi8(__m128i __a, __m128i __m) {
	return (__m128i)((__v16qs)__builtin_shuffle((__v16qs)__a, (__v16qs)__m) & ~((__v16qs)__m < 0));
}
/* Bytes n to n + 15 of b and a in a row, with 0 behind. */
#define __ALIGNED(i, n, m) (((n) & 255) + i > 31 ? 0 : ((n) & 255) + i)
#define __PRESENT(i, n, m) -(((n) & 255) + i < 32)
#define _mm_alignr_epi8(a, b, n) ((__m128i)(__CHOOSE(__m128i, __v16qi, b, a, __PICK16(__ALIGNED, n, 0)) & (__m128i)(__v16qi){ __PICK16(__PRESENT, n, 0) }))
#endif
