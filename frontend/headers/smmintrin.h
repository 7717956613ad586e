/* SSE4.1 and SSE4.2 */
#ifndef _SMMINTRIN_H_INCLUDED
#define _SMMINTRIN_H_INCLUDED
#include <tmmintrin.h>
#include <bits/strings42.h>
#pragma culprit

#define _MM_FROUND_TO_NEAREST_INT 0
#define _MM_FROUND_TO_NEG_INF 1
#define _MM_FROUND_TO_POS_INF 2
#define _MM_FROUND_TO_ZERO 3
#define _MM_FROUND_CUR_DIRECTION 4
#define _MM_FROUND_RAISE_EXC 0
#define _MM_FROUND_NO_EXC 8
#define _MM_FROUND_NINT 0
#define _MM_FROUND_FLOOR 1
#define _MM_FROUND_CEIL 2
#define _MM_FROUND_TRUNC 3
#define _MM_FROUND_RINT 4
#define _MM_FROUND_NEARBYINT 12

/* Choices by constants: element i of b where bit i of n is set; by the signs of m. */
#define __EITHER2(i, n, m) i + ((n) >> i & 1) * 2
#define __EITHER4(i, n, m) i + ((n) >> i & 1) * 4
#define __EITHER8(i, n, m) i + ((n) >> i & 1) * 8
#define _mm_blend_epi16(a, b, n) __CHOOSE(__m128i, __v8hi, a, b, __PICK8(__EITHER8, n, 0))
#define _mm_blend_ps(a, b, n) __CHOOSE(__m128, __v4sf, a, b, __PICK4(__EITHER4, n, 0))
#define _mm_blend_pd(a, b, n) __CHOOSE(__m128d, __v2df, a, b, __PICK2(__EITHER2, n, 0))
#define __BY_SIGN(name, r, v, m) __SIMD r name(r __a, r __b, r __m) { v __s = (v)(m); return (r)((v)__a & ~__s | (v)__b & __s); }
__BY_SIGN(_mm_blendv_epi8, __m128i, __v16qs, (__v16qs)__m < 0)
__BY_SIGN(_mm_blendv_ps, __m128, __v4si, (__v4si)__m < 0)
__BY_SIGN(_mm_blendv_pd, __m128d, __v2di, (__v2di)__m < 0)

__OPERATOR(_mm_cmpeq_epi64, __m128i, __v2di, ==)
__OPERATOR(_mm_cmpgt_epi64, __m128i, __v2di, >)
__OPERATOR(_mm_mullo_epi32, __m128i, __v4su, *)
#define __EVENS(i) (long long)__a[2 * i] * __b[2 * i]
__EACH2(_mm_mul_epi32, __m128i, __v4si, __v2di, __LANES2, __EVENS)
__EACH2(_mm_max_epi8, __m128i, __v16qs, __v16qs, __LANES16, __GREATEST)
__EACH2(_mm_max_epu16, __m128i, __v8hu, __v8hu, __LANES8, __GREATEST)
__EACH2(_mm_max_epi32, __m128i, __v4si, __v4si, __LANES4, __GREATEST)
__EACH2(_mm_max_epu32, __m128i, __v4su, __v4su, __LANES4, __GREATEST)
__EACH2(_mm_min_epi8, __m128i, __v16qs, __v16qs, __LANES16, __LEAST)
__EACH2(_mm_min_epu16, __m128i, __v8hu, __v8hu, __LANES8, __LEAST)
__EACH2(_mm_min_epi32, __m128i, __v4si, __v4si, __LANES4, __LEAST)
__EACH2(_mm_min_epu32, __m128i, __v4su, __v4su, __LANES4, __LEAST)
__EACH1(_mm_cvtepi8_epi16, __m128i, __m128i, __v16qs, __v8hi, __LANES8, __ELEMENT)
__EACH1(_mm_cvtepi8_epi32, __m128i, __m128i, __v16qs, __v4si, __LANES4, __ELEMENT)
__EACH1(_mm_cvtepi8_epi64, __m128i, __m128i, __v16qs, __v2di, __LANES2, __ELEMENT)
__EACH1(_mm_cvtepi16_epi32, __m128i, __m128i, __v8hi, __v4si, __LANES4, __ELEMENT)
__EACH1(_mm_cvtepi16_epi64, __m128i, __m128i, __v8hi, __v2di, __LANES2, __ELEMENT)
__EACH1(_mm_cvtepi32_epi64, __m128i, __m128i, __v4si, __v2di, __LANES2, __ELEMENT)
__EACH1(_mm_cvtepu8_epi16, __m128i, __m128i, __v16qu, __v8hi, __LANES8, __ELEMENT)
__EACH1(_mm_cvtepu8_epi32, __m128i, __m128i, __v16qu, __v4si, __LANES4, __ELEMENT)
__EACH1(_mm_cvtepu8_epi64, __m128i, __m128i, __v16qu, __v2di, __LANES2, __ELEMENT)
__EACH1(_mm_cvtepu16_epi32, __m128i, __m128i, __v8hu, __v4si, __LANES4, __ELEMENT)
__EACH1(_mm_cvtepu16_epi64, __m128i, __m128i, __v8hu, __v2di, __LANES2, __ELEMENT)
__EACH1(_mm_cvtepu32_epi64, __m128i, __m128i, __v4su, __v2di, __LANES2, __ELEMENT)
#define __LOWU16(i) __CLAMP(__a[i], 0, 65535)
#define __LOWU16B(i) __CLAMP(__b[i], 0, 65535)
__SIMD __m128i _mm_packus_epi32(__m128i __x, __m128i __y) {
	__v4si __a = (__v4si)__x, __b = (__v4si)__y;
	return (__m128i)(__v8hu){ __LANES4(__LOWU16), __LANES4(__LOWU16B) };
}
__EXTRACT(_mm_extract_epi8, int, unsigned char, 8)
__EXTRACT(_mm_extract_epi32, int, int, 32)
__EXTRACT(_mm_extract_epi64, long long, long long, 64)
__INSERT(_mm_insert_epi8, int, 8)
__INSERT(_mm_insert_epi32, int, 32)
__INSERT(_mm_insert_epi64, long long, 64)
__SIMD int _mm_extract_ps(__m128 __a, int __n) { return _mm_extract_epi32((__m128i)__a, __n); }
#define __PUT(i) __n >> i & 1 ? 0 : (__n >> 4 & 3) == i ? __b : __a[i]
__SIMD __m128 _mm_insert_ps(__m128 __x, __m128 __y, int __n) {
	__v4si __a = (__v4si)__x;
	int __b = _mm_extract_epi32((__m128i)__y, __n >> 6);
	return (__m128)(__v4si){ __LANES4(__PUT) };
}

#define __NEAREST(i) __simd_nearest(__a[i])
#define __RINT(i) __simd_rint(__a[i])
#define __FLOORF(i) __builtin_floorf(__a[i])
#define __CEILF(i) __builtin_ceilf(__a[i])
#define __TRUNCF(i) __builtin_truncf(__a[i])
#define __FLOOR(i) __builtin_floor(__a[i])
#define __CEIL(i) __builtin_ceil(__a[i])
#define __TRUNC(i) __builtin_trunc(__a[i])
__EACH1(_mm_floor_ps, __m128, __m128, __v4sf, __v4sf, __LANES4, __FLOORF)
__EACH1(_mm_ceil_ps, __m128, __m128, __v4sf, __v4sf, __LANES4, __CEILF)
__EACH1(__simd_trunc_ps, __m128, __m128, __v4sf, __v4sf, __LANES4, __TRUNCF)
__EACH1(__simd_rint_ps, __m128, __m128, __v4sf, __v4sf, __LANES4, __RINT)
__EACH1(__simd_nearest_ps, __m128, __m128, __v4sf, __v4sf, __LANES4, __NEAREST)
__EACH1(_mm_floor_pd, __m128d, __m128d, __v2df, __v2df, __LANES2, __FLOOR)
__EACH1(_mm_ceil_pd, __m128d, __m128d, __v2df, __v2df, __LANES2, __CEIL)
__EACH1(__simd_trunc_pd, __m128d, __m128d, __v2df, __v2df, __LANES2, __TRUNC)
__EACH1(__simd_rint_pd, __m128d, __m128d, __v2df, __v2df, __LANES2, __RINT)
__EACH1(__simd_nearest_pd, __m128d, __m128d, __v2df, __v2df, __LANES2, __NEAREST)
__FIRST(_mm_floor_ss, __m128, __builtin_floorf(__b[0]))
__FIRST(_mm_ceil_ss, __m128, __builtin_ceilf(__b[0]))
__FIRST(_mm_floor_sd, __m128d, __builtin_floor(__b[0]))
__FIRST(_mm_ceil_sd, __m128d, __builtin_ceil(__b[0]))
#define __ROUNDING(kind, a, n) ((n) & 4 ? __simd_rint_##kind(a) : ((n) & 3) == 0 ? __simd_nearest_##kind(a) : \
	((n) & 3) == 1 ? _mm_floor_##kind(a) : ((n) & 3) == 2 ? _mm_ceil_##kind(a) : __simd_trunc_##kind(a))
#define _mm_round_ps(a, n) ({ __m128 __rounded = (a); __ROUNDING(ps, __rounded, n); })
#define _mm_round_pd(a, n) ({ __m128d __rounded = (a); __ROUNDING(pd, __rounded, n); })
#define _mm_round_ss(a, b, n) _mm_move_ss((a), _mm_round_ps((b), n))
#define _mm_round_sd(a, b, n) _mm_move_sd((a), _mm_round_pd((b), n))
/* Sums of the products that the upper bits of n say, where the lower ones say. */
#define __PRODUCT(i) (__n >> i + 4 & 1 ? __a[i] * __b[i] : 0)
#define __SUMMED(i) (__n >> i & 1 ? __sum : 0)
__SIMD __m128 _mm_dp_ps(__m128 __a, __m128 __b, int __n) {
	float __x = __PRODUCT(0), __y = __PRODUCT(1), __z = __PRODUCT(2), __w = __PRODUCT(3), __sum = (__x + __y) + (__z + __w);
	return (__m128){ __LANES4(__SUMMED) };
}
__SIMD __m128d _mm_dp_pd(__m128d __a, __m128d __b, int __n) {
	double __sum = __PRODUCT(0) + __PRODUCT(1);
	return (__m128d){ __LANES2(__SUMMED) };
}
#define __SMALLER(i) __at = __a[i] < __least ? i : __at, __least = __a[i] < __least ? __a[i] : __least
__SIMD __m128i _mm_minpos_epu16(__m128i __x) {
	__v8hu __a = (__v8hu)__x;
	int __least = __a[0], __at = 0;
	__LANES8(__SMALLER);
	return (__m128i){ __least | __at << 16, 0 };
}
/* Differences between four bytes of b and those of a from each of eight places on. */
#define __FOUR(i, n, m) __SUMMAND(i, 0) + __SUMMAND(i, 1) + __SUMMAND(i, 2) + __SUMMAND(i, 3)
#define __SUMMAND(i, k) __simd_away(__a[i + k], __b[k])
__SIMD int __simd_away(int __x, int __y) { return __x > __y ? __x - __y : __y - __x; }
__SIMD __m128i __simd_mpsadbw(__m128i __x, __m128i __y) {
	__v16qu __a = (__v16qu)__x, __b = (__v16qu)__y;
	return (__m128i)(__v8hu){ __PICK8(__FOUR, 0, 0) };
}
#define _mm_mpsadbw_epu8(a, b, n) __simd_mpsadbw(_mm_srli_si128(a, (n) & 4), _mm_srli_si128(b, ((n) & 3) * 4))
__SIMD __m128i _mm_stream_load_si128(const __m128i *__p) { return *__p; }
__SIMD int _mm_testz_si128(__m128i __a, __m128i __b) { return ((__a[0] & __b[0]) | (__a[1] & __b[1])) == 0; }
__SIMD int _mm_testc_si128(__m128i __a, __m128i __b) { return ((~__a[0] & __b[0]) | (~__a[1] & __b[1])) == 0; }
__SIMD int _mm_testnzc_si128(__m128i __a, __m128i __b) { return !_mm_testz_si128(__a, __b) && !_mm_testc_si128(__a, __b); }
__SIMD int _mm_test_all_zeros(__m128i __a, __m128i __b) { return _mm_testz_si128(__a, __b); }
__SIMD int _mm_test_all_ones(__m128i __a) { return (__a[0] & __a[1]) == -1; }
__SIMD int _mm_test_mix_ones_zeros(__m128i __a, __m128i __b) { return _mm_testnzc_si128(__a, __b); }

#endif
