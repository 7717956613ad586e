/* AVX: vectors of 32 bytes. Most functions are those of their halves. */
#ifndef _BITS_AVX_H
#define _BITS_AVX_H
#include <smmintrin.h>

#define _CMP_EQ_OQ 0
#define _CMP_LT_OS 1
#define _CMP_LE_OS 2
#define _CMP_UNORD_Q 3
#define _CMP_NEQ_UQ 4
#define _CMP_NLT_US 5
#define _CMP_NLE_US 6
#define _CMP_ORD_Q 7
#define _CMP_EQ_UQ 8
#define _CMP_NGE_US 9
#define _CMP_NGT_US 10
#define _CMP_FALSE_OQ 11
#define _CMP_NEQ_OQ 12
#define _CMP_GE_OS 13
#define _CMP_GT_OS 14
#define _CMP_TRUE_UQ 15
#define _CMP_EQ_OS 16
#define _CMP_LT_OQ 17
#define _CMP_LE_OQ 18
#define _CMP_UNORD_S 19
#define _CMP_NEQ_US 20
#define _CMP_NLT_UQ 21
#define _CMP_NLE_UQ 22
#define _CMP_ORD_S 23
#define _CMP_EQ_US 24
#define _CMP_NGE_UQ 25
#define _CMP_NGT_UQ 26
#define _CMP_FALSE_OS 27
#define _CMP_NEQ_OS 28
#define _CMP_GE_OQ 29
#define _CMP_GT_OQ 30
#define _CMP_TRUE_US 31

#pragma culprit

#define __LOW_ps(a) ((__m128){ a[0], a[1], a[2], a[3] })
#define __HIGH_ps(a) ((__m128){ a[4], a[5], a[6], a[7] })
#define __LOW_pd(a) ((__m128d){ a[0], a[1] })
#define __HIGH_pd(a) ((__m128d){ a[2], a[3] })
#define __LOW_i(a) ((__m128i){ a[0], a[1] })
#define __HIGH_i(a) ((__m128i){ a[2], a[3] })
#define __JOIN_ps(a, b) ((__m256){ a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3] })
#define __JOIN_pd(a, b) ((__m256d){ a[0], a[1], b[0], b[1] })
#define __JOIN_i(a, b) ((__m256i){ a[0], a[1], b[0], b[1] })
#define __TYPE_ps __m128
#define __TYPE_pd __m128d
#define __TYPE_i __m128i
#define __WIDE_ps __m256
#define __WIDE_pd __m256d
#define __WIDE_i __m256i
/* A function on vectors of kind k, ps, pd or i, by one on their halves. */
#define __HALVES1(name, half, k) __SIMD __WIDE_##k name(__WIDE_##k __a) { \
	__TYPE_##k __l = half(__LOW_##k(__a)), __h = half(__HIGH_##k(__a)); return __JOIN_##k(__l, __h); }
#define __HALVES2(name, half, k) __SIMD __WIDE_##k name(__WIDE_##k __a, __WIDE_##k __b) { \
	__TYPE_##k __l = half(__LOW_##k(__a), __LOW_##k(__b)), __h = half(__HIGH_##k(__a), __HIGH_##k(__b)); return __JOIN_##k(__l, __h); }
#define __HALVES3(name, half, k) __SIMD __WIDE_##k name(__WIDE_##k __a, __WIDE_##k __b, __WIDE_##k __c) { \
	__TYPE_##k __l = half(__LOW_##k(__a), __LOW_##k(__b), __LOW_##k(__c)), __h = half(__HIGH_##k(__a), __HIGH_##k(__b), __HIGH_##k(__c)); \
	return __JOIN_##k(__l, __h); }
/* with an int for both halves */
#define __HALVES1N(name, half, k) __SIMD __WIDE_##k name(__WIDE_##k __a, int __n) { \
	__TYPE_##k __l = half(__LOW_##k(__a), __n), __h = half(__HIGH_##k(__a), __n); return __JOIN_##k(__l, __h); }
/* with a vector of 16 bytes for both */
#define __HALVES1V(name, half, k) __SIMD __WIDE_##k name(__WIDE_##k __a, __m128i __n) { \
	__TYPE_##k __l = half(__LOW_##k(__a), __n), __h = half(__HIGH_##k(__a), __n); return __JOIN_##k(__l, __h); }

#define __ANY256(t) ((t)(__v8si){ __culprit_any(), __culprit_any(), __culprit_any(), __culprit_any(), __culprit_any(), __culprit_any(), __culprit_any(), __culprit_any() })

/* The halves themselves. */
__SIMD __m128 _mm256_castps256_ps128(__m256 __a) { return __LOW_ps(__a); }
__SIMD __m256 _mm256_zextps128_ps256(__m128 __a) { __m128 __z = { 0 }; return __JOIN_ps(__a, __z); }
__SIMD __m256 _mm256_set_m128(__m128 __b, __m128 __a) { return __JOIN_ps(__a, __b); }
__SIMD __m256 _mm256_setr_m128(__m128 __a, __m128 __b) { return __JOIN_ps(__a, __b); }
__SIMD __m128 _mm256_extractf128_ps(__m256 __a, int __n) { return __n & 1 ? __HIGH_ps(__a) : __LOW_ps(__a); }
__SIMD __m256 _mm256_insertf128_ps(__m256 __a, __m128 __b, int __n) { __m128 __o = __n & 1 ? __LOW_ps(__a) : __HIGH_ps(__a); return __n & 1 ? __JOIN_ps(__o, __b) : __JOIN_ps(__b, __o); }
__SIMD __m128 __simd_part_ps(__m256 __a, __m256 __b, int __n) {
	__m128 __z = { 0 };
	return __n & 8 ? __z : __n & 2 ? __n & 1 ? __HIGH_ps(__b) : __LOW_ps(__b) : __n & 1 ? __HIGH_ps(__a) : __LOW_ps(__a);
}
__SIMD __m256 _mm256_permute2f128_ps(__m256 __a, __m256 __b, int __n) { __m128 __l = __simd_part_ps(__a, __b, __n), __h = __simd_part_ps(__a, __b, __n >> 4); return __JOIN_ps(__l, __h); }
__SIMD __m256 _mm256_load_ps(const float *__p) { return *(const __m256 *)__p; }
__SIMD __m256 _mm256_loadu_ps(const float *__p) { return *(const __m256_u *)__p; }
__SIMD void _mm256_store_ps(float *__p, __m256 __a) { *(__m256 *)__p = __a; }
__SIMD void _mm256_storeu_ps(float *__p, __m256 __a) { *(__m256_u *)__p = __a; }
__SIMD void _mm256_stream_ps(float *__p, __m256 __a) { *(__m256 *)__p = __a; }
__SIMD __m256 _mm256_setzero_ps(void) { __m256 __z = { 0 }; return __z; }
__SIMD __m256 _mm256_undefined_ps(void) { return __ANY256(__m256); }
__SIMD __m256 _mm256_loadu2_m128(const float *__h, const float *__l) { __m128 __x = *(const __m128_u *)__l, __y = *(const __m128_u *)__h; return __JOIN_ps(__x, __y); }
__SIMD void _mm256_storeu2_m128(float *__h, float *__l, __m256 __a) { *(__m128_u *)__l = __LOW_ps(__a); *(__m128_u *)__h = __HIGH_ps(__a); }
__SIMD __m128d _mm256_castpd256_pd128(__m256d __a) { return __LOW_pd(__a); }
__SIMD __m256d _mm256_zextpd128_pd256(__m128d __a) { __m128d __z = { 0 }; return __JOIN_pd(__a, __z); }
__SIMD __m256d _mm256_set_m128d(__m128d __b, __m128d __a) { return __JOIN_pd(__a, __b); }
__SIMD __m256d _mm256_setr_m128d(__m128d __a, __m128d __b) { return __JOIN_pd(__a, __b); }
__SIMD __m128d _mm256_extractf128_pd(__m256d __a, int __n) { return __n & 1 ? __HIGH_pd(__a) : __LOW_pd(__a); }
__SIMD __m256d _mm256_insertf128_pd(__m256d __a, __m128d __b, int __n) { __m128d __o = __n & 1 ? __LOW_pd(__a) : __HIGH_pd(__a); return __n & 1 ? __JOIN_pd(__o, __b) : __JOIN_pd(__b, __o); }
__SIMD __m128d __simd_part_pd(__m256d __a, __m256d __b, int __n) {
	__m128d __z = { 0 };
	return __n & 8 ? __z : __n & 2 ? __n & 1 ? __HIGH_pd(__b) : __LOW_pd(__b) : __n & 1 ? __HIGH_pd(__a) : __LOW_pd(__a);
}
__SIMD __m256d _mm256_permute2f128_pd(__m256d __a, __m256d __b, int __n) { __m128d __l = __simd_part_pd(__a, __b, __n), __h = __simd_part_pd(__a, __b, __n >> 4); return __JOIN_pd(__l, __h); }
__SIMD __m256d _mm256_load_pd(const double *__p) { return *(const __m256d *)__p; }
__SIMD __m256d _mm256_loadu_pd(const double *__p) { return *(const __m256d_u *)__p; }
__SIMD void _mm256_store_pd(double *__p, __m256d __a) { *(__m256d *)__p = __a; }
__SIMD void _mm256_storeu_pd(double *__p, __m256d __a) { *(__m256d_u *)__p = __a; }
__SIMD void _mm256_stream_pd(double *__p, __m256d __a) { *(__m256d *)__p = __a; }
__SIMD __m256d _mm256_setzero_pd(void) { __m256d __z = { 0 }; return __z; }
__SIMD __m256d _mm256_undefined_pd(void) { return __ANY256(__m256d); }
__SIMD __m256d _mm256_loadu2_m128d(const double *__h, const double *__l) { __m128d __x = *(const __m128d_u *)__l, __y = *(const __m128d_u *)__h; return __JOIN_pd(__x, __y); }
__SIMD void _mm256_storeu2_m128d(double *__h, double *__l, __m256d __a) { *(__m128d_u *)__l = __LOW_pd(__a); *(__m128d_u *)__h = __HIGH_pd(__a); }
__SIMD __m128i _mm256_castsi256_si128(__m256i __a) { return __LOW_i(__a); }
__SIMD __m256i _mm256_zextsi128_si256(__m128i __a) { __m128i __z = { 0 }; return __JOIN_i(__a, __z); }
__SIMD __m256i _mm256_set_m128i(__m128i __b, __m128i __a) { return __JOIN_i(__a, __b); }
__SIMD __m256i _mm256_setr_m128i(__m128i __a, __m128i __b) { return __JOIN_i(__a, __b); }
__SIMD __m128i _mm256_extractf128_si256(__m256i __a, int __n) { return __n & 1 ? __HIGH_i(__a) : __LOW_i(__a); }
__SIMD __m256i _mm256_insertf128_si256(__m256i __a, __m128i __b, int __n) { __m128i __o = __n & 1 ? __LOW_i(__a) : __HIGH_i(__a); return __n & 1 ? __JOIN_i(__o, __b) : __JOIN_i(__b, __o); }
__SIMD __m128i __simd_part_i(__m256i __a, __m256i __b, int __n) {
	__m128i __z = { 0 };
	return __n & 8 ? __z : __n & 2 ? __n & 1 ? __HIGH_i(__b) : __LOW_i(__b) : __n & 1 ? __HIGH_i(__a) : __LOW_i(__a);
}
__SIMD __m256i _mm256_permute2f128_si256(__m256i __a, __m256i __b, int __n) { __m128i __l = __simd_part_i(__a, __b, __n), __h = __simd_part_i(__a, __b, __n >> 4); return __JOIN_i(__l, __h); }
__SIMD __m256i _mm256_load_si256(const __m256i *__p) { return *(const __m256i *)__p; }
__SIMD __m256i _mm256_loadu_si256(const __m256i_u *__p) { return *(const __m256i_u *)__p; }
__SIMD void _mm256_store_si256(__m256i *__p, __m256i __a) { *(__m256i *)__p = __a; }
__SIMD void _mm256_storeu_si256(__m256i_u *__p, __m256i __a) { *(__m256i_u *)__p = __a; }
__SIMD void _mm256_stream_si256(__m256i *__p, __m256i __a) { *(__m256i *)__p = __a; }
__SIMD __m256i _mm256_setzero_si256(void) { __m256i __z = { 0 }; return __z; }
__SIMD __m256i _mm256_undefined_si256(void) { return __ANY256(__m256i); }
__SIMD __m256i _mm256_loadu2_m128i(const __m128i_u *__h, const __m128i_u *__l) { __m128i __x = *(const __m128i_u *)__l, __y = *(const __m128i_u *)__h; return __JOIN_i(__x, __y); }
__SIMD void _mm256_storeu2_m128i(__m128i_u *__h, __m128i_u *__l, __m256i __a) { *(__m128i_u *)__l = __LOW_i(__a); *(__m128i_u *)__h = __HIGH_i(__a); }
/* The upper half is anything. */
#define _mm256_castps128_ps256(a) _mm256_insertf128_ps(_mm256_undefined_ps(), (a), 0)
#define _mm256_castpd128_pd256(a) _mm256_insertf128_pd(_mm256_undefined_pd(), (a), 0)
#define _mm256_castsi128_si256(a) _mm256_insertf128_si256(_mm256_undefined_si256(), (a), 0)
__SIMD __m256 _mm256_castpd_ps(__m256d __a) { return (__m256)__a; }
__SIMD __m256 _mm256_castsi256_ps(__m256i __a) { return (__m256)__a; }
__SIMD __m256d _mm256_castps_pd(__m256 __a) { return (__m256d)__a; }
__SIMD __m256d _mm256_castsi256_pd(__m256i __a) { return (__m256d)__a; }
__SIMD __m256i _mm256_castps_si256(__m256 __a) { return (__m256i)__a; }
__SIMD __m256i _mm256_castpd_si256(__m256d __a) { return (__m256i)__a; }
__SIMD __m256i _mm256_lddqu_si256(const __m256i_u *__p) { return *__p; }
__SIMD float _mm256_cvtss_f32(__m256 __a) { return __a[0]; }
__SIMD double _mm256_cvtsd_f64(__m256d __a) { return __a[0]; }
__SIMD int _mm256_cvtsi256_si32(__m256i __a) { return __a[0]; }

/* Setting. */
__SIMD __m256d _mm256_set1_pd(double __x) { return (__m256d){ __x, __x, __x, __x }; }
__SIMD __m256 _mm256_set1_ps(float __x) { return (__m256){ __x, __x, __x, __x, __x, __x, __x, __x }; }
__SIMD __m256i _mm256_set1_epi64x(long long __x) { return (__m256i){ __x, __x, __x, __x }; }
__SIMD __m256i _mm256_set1_epi32(int __x) { __m128i __a = _mm_set1_epi32(__x); return __JOIN_i(__a, __a); }
__SIMD __m256i _mm256_set1_epi16(short __x) { __m128i __a = _mm_set1_epi16(__x); return __JOIN_i(__a, __a); }
__SIMD __m256i _mm256_set1_epi8(char __x) { __m128i __a = _mm_set1_epi8(__x); return __JOIN_i(__a, __a); }
__SIMD __m256d _mm256_set_pd(double __d, double __c, double __b, double __a) { return (__m256d){ __a, __b, __c, __d }; }
__SIMD __m256d _mm256_setr_pd(double __a, double __b, double __c, double __d) { return (__m256d){ __a, __b, __c, __d }; }
__SIMD __m256 _mm256_set_ps(float __h, float __g, float __f, float __e, float __d, float __c, float __b, float __a) { return (__m256){ __a, __b, __c, __d, __e, __f, __g, __h }; }
__SIMD __m256 _mm256_setr_ps(float __a, float __b, float __c, float __d, float __e, float __f, float __g, float __h) { return (__m256){ __a, __b, __c, __d, __e, __f, __g, __h }; }
__SIMD __m256i _mm256_set_epi64x(long long __d, long long __c, long long __b, long long __a) { return (__m256i){ __a, __b, __c, __d }; }
__SIMD __m256i _mm256_setr_epi64x(long long __a, long long __b, long long __c, long long __d) { return (__m256i){ __a, __b, __c, __d }; }
__SIMD __m256i _mm256_set_epi32(int __h, int __g, int __f, int __e, int __d, int __c, int __b, int __a) { return (__m256i)(__v8si){ __a, __b, __c, __d, __e, __f, __g, __h }; }
__SIMD __m256i _mm256_setr_epi32(int __a, int __b, int __c, int __d, int __e, int __f, int __g, int __h) { return (__m256i)(__v8si){ __a, __b, __c, __d, __e, __f, __g, __h }; }
__SIMD __m256i _mm256_set_epi16(short __x15, short __x14, short __x13, short __x12, short __x11, short __x10, short __x9, short __x8, short __x7, short __x6, short __x5, short __x4, short __x3, short __x2, short __x1, short __x0) {
	return (__m256i)(__v16hi){ __x0, __x1, __x2, __x3, __x4, __x5, __x6, __x7, __x8, __x9, __x10, __x11, __x12, __x13, __x14, __x15 };
}
__SIMD __m256i _mm256_setr_epi16(short __x0, short __x1, short __x2, short __x3, short __x4, short __x5, short __x6, short __x7, short __x8, short __x9, short __x10, short __x11, short __x12, short __x13, short __x14, short __x15) {
	return (__m256i)(__v16hi){ __x0, __x1, __x2, __x3, __x4, __x5, __x6, __x7, __x8, __x9, __x10, __x11, __x12, __x13, __x14, __x15 };
}
__SIMD __m256i _mm256_set_epi8(char __x31, char __x30, char __x29, char __x28, char __x27, char __x26, char __x25, char __x24, char __x23, char __x22, char __x21, char __x20, char __x19, char __x18, char __x17, char __x16, char __x15, char __x14, char __x13, char __x12, char __x11, char __x10, char __x9, char __x8, char __x7, char __x6, char __x5, char __x4, char __x3, char __x2, char __x1, char __x0) {
	return (__m256i)(__v32qi){ __x0, __x1, __x2, __x3, __x4, __x5, __x6, __x7, __x8, __x9, __x10, __x11, __x12, __x13, __x14, __x15, __x16, __x17, __x18, __x19, __x20, __x21, __x22, __x23, __x24, __x25, __x26, __x27, __x28, __x29, __x30, __x31 };
}
__SIMD __m256i _mm256_setr_epi8(char __x0, char __x1, char __x2, char __x3, char __x4, char __x5, char __x6, char __x7, char __x8, char __x9, char __x10, char __x11, char __x12, char __x13, char __x14, char __x15, char __x16, char __x17, char __x18, char __x19, char __x20, char __x21, char __x22, char __x23, char __x24, char __x25, char __x26, char __x27, char __x28, char __x29, char __x30, char __x31) {
	return (__m256i)(__v32qi){ __x0, __x1, __x2, __x3, __x4, __x5, __x6, __x7, __x8, __x9, __x10, __x11, __x12, __x13, __x14, __x15, __x16, __x17, __x18, __x19, __x20, __x21, __x22, __x23, __x24, __x25, __x26, __x27, __x28, __x29, __x30, __x31 };
}

/* Arithmetic. */
__HALVES2(_mm256_add_ps, _mm_add_ps, ps)
__HALVES2(_mm256_sub_ps, _mm_sub_ps, ps)
__HALVES2(_mm256_mul_ps, _mm_mul_ps, ps)
__HALVES2(_mm256_div_ps, _mm_div_ps, ps)
__HALVES2(_mm256_min_ps, _mm_min_ps, ps)
__HALVES2(_mm256_max_ps, _mm_max_ps, ps)
__HALVES2(_mm256_and_ps, _mm_and_ps, ps)
__HALVES2(_mm256_or_ps, _mm_or_ps, ps)
__HALVES2(_mm256_xor_ps, _mm_xor_ps, ps)
__HALVES2(_mm256_andnot_ps, _mm_andnot_ps, ps)
__HALVES2(_mm256_addsub_ps, _mm_addsub_ps, ps)
__HALVES2(_mm256_hadd_ps, _mm_hadd_ps, ps)
__HALVES2(_mm256_hsub_ps, _mm_hsub_ps, ps)
__HALVES2(_mm256_unpacklo_ps, _mm_unpacklo_ps, ps)
__HALVES2(_mm256_unpackhi_ps, _mm_unpackhi_ps, ps)
__HALVES1(_mm256_sqrt_ps, _mm_sqrt_ps, ps)
__HALVES1(_mm256_floor_ps, _mm_floor_ps, ps)
__HALVES1(_mm256_ceil_ps, _mm_ceil_ps, ps)
__HALVES3(_mm256_blendv_ps, _mm_blendv_ps, ps)
__HALVES2(_mm256_add_pd, _mm_add_pd, pd)
__HALVES2(_mm256_sub_pd, _mm_sub_pd, pd)
__HALVES2(_mm256_mul_pd, _mm_mul_pd, pd)
__HALVES2(_mm256_div_pd, _mm_div_pd, pd)
__HALVES2(_mm256_min_pd, _mm_min_pd, pd)
__HALVES2(_mm256_max_pd, _mm_max_pd, pd)
__HALVES2(_mm256_and_pd, _mm_and_pd, pd)
__HALVES2(_mm256_or_pd, _mm_or_pd, pd)
__HALVES2(_mm256_xor_pd, _mm_xor_pd, pd)
__HALVES2(_mm256_andnot_pd, _mm_andnot_pd, pd)
__HALVES2(_mm256_addsub_pd, _mm_addsub_pd, pd)
__HALVES2(_mm256_hadd_pd, _mm_hadd_pd, pd)
__HALVES2(_mm256_hsub_pd, _mm_hsub_pd, pd)
__HALVES2(_mm256_unpacklo_pd, _mm_unpacklo_pd, pd)
__HALVES2(_mm256_unpackhi_pd, _mm_unpackhi_pd, pd)
__HALVES1(_mm256_sqrt_pd, _mm_sqrt_pd, pd)
__HALVES1(_mm256_floor_pd, _mm_floor_pd, pd)
__HALVES1(_mm256_ceil_pd, _mm_ceil_pd, pd)
__HALVES3(_mm256_blendv_pd, _mm_blendv_pd, pd)
__HALVES1(_mm256_movehdup_ps, _mm_movehdup_ps, ps)
__HALVES1(_mm256_moveldup_ps, _mm_moveldup_ps, ps)
__HALVES1(_mm256_movedup_pd, _mm_movedup_pd, pd)
#define _mm256_rcp_ps(a) ((__m256)__builtin_ia32_rcpps256(a))
#define _mm256_rsqrt_ps(a) ((__m256)__builtin_ia32_rsqrtps256(a))
__m256 __builtin_ia32_rcpps256(__m256), __builtin_ia32_rsqrtps256(__m256);
__SIMD __m256 __simd_join_ps(__m128 __a, __m128 __b) { return __JOIN_ps(__a, __b); }
__SIMD __m256d __simd_join_pd(__m128d __a, __m128d __b) { return __JOIN_pd(__a, __b); }
__SIMD __m256i __simd_join_i(__m128i __a, __m128i __b) { return __JOIN_i(__a, __b); }
#define _mm256_round_ps(a, n) ({ __m256 __whole = (a); __simd_join_ps(_mm_round_ps(__LOW_ps(__whole), n), _mm_round_ps(__HIGH_ps(__whole), n)); })
#define _mm256_round_pd(a, n) ({ __m256d __whole = (a); __simd_join_pd(_mm_round_pd(__LOW_pd(__whole), n), _mm_round_pd(__HIGH_pd(__whole), n)); })
__SIMD __m256 _mm256_dp_ps(__m256 __a, __m256 __b, int __n) {
	__m128 __l = _mm_dp_ps(__LOW_ps(__a), __LOW_ps(__b), __n), __h = _mm_dp_ps(__HIGH_ps(__a), __HIGH_ps(__b), __n);
	return __JOIN_ps(__l, __h);
}

/* Comparisons by a constant. Bit n of a number says whether predicate n holds of elements that are equal,
   less, greater, or unordered; predicates above 15 differ in exceptions alone. */
#define __HOLDS(i) -((__a[i] == __b[i] ? 0xa5a5 : __a[i] < __b[i] ? 0x9696 : __a[i] > __b[i] ? 0xf0f0 : 0x8778) >> (__n & 15) & 1)
__SIMD __m128 _mm_cmp_ps(__m128 __a, __m128 __b, int __n) { return (__m128)(__v4si){ __LANES4(__HOLDS) }; }
__SIMD __m128d _mm_cmp_pd(__m128d __a, __m128d __b, int __n) { return (__m128d)(__v2di){ __LANES2(__HOLDS) }; }
__SIMD __m128 _mm_cmp_ss(__m128 __a, __m128 __b, int __n) { __v4si __r = (__v4si)__a; __r[0] = __HOLDS(0); return (__m128)__r; }
__SIMD __m128d _mm_cmp_sd(__m128d __a, __m128d __b, int __n) { __v2di __r = (__v2di)__a; __r[0] = __HOLDS(0); return (__m128d)__r; }
__SIMD __m256 _mm256_cmp_ps(__m256 __a, __m256 __b, int __n) { return (__m256)(__v8si){ __LANES8(__HOLDS) }; }
__SIMD __m256d _mm256_cmp_pd(__m256d __a, __m256d __b, int __n) { return (__m256d)(__v4di){ __LANES4(__HOLDS) }; }

/* Rearranging within halves. */
#define __OF8(n, from) (n) & 3, (n) >> 2 & 3, from + ((n) >> 4 & 3), from + ((n) >> 6 & 3), 4 + ((n) & 3), 4 + ((n) >> 2 & 3), 4 + from + ((n) >> 4 & 3), 4 + from + ((n) >> 6 & 3)
#define _mm_permute_ps(a, n) __CHOOSE(__m128, __v4sf, a, ((__m128){ 0 }), __OF4(n, 0))
#define _mm_permute_pd(a, n) __CHOOSE(__m128d, __v2df, a, ((__m128d){ 0 }), (n) & 1, (n) >> 1 & 1)
#define _mm256_permute_ps(a, n) __CHOOSE(__m256, __v8sf, a, ((__m256){ 0 }), __OF8(n, 0))
#define _mm256_permute_pd(a, n) __CHOOSE(__m256d, __v4df, a, ((__m256d){ 0 }), (n) & 1, (n) >> 1 & 1, 2 + ((n) >> 2 & 1), 2 + ((n) >> 3 & 1))
#define _mm256_shuffle_ps(a, b, n) __CHOOSE(__m256, __v8sf, a, b, __OF8(n, 8))
#define _mm256_shuffle_pd(a, b, n) __CHOOSE(__m256d, __v4df, a, b, (n) & 1, 4 + ((n) >> 1 & 1), 2 + ((n) >> 2 & 1), 6 + ((n) >> 3 & 1))
#define _mm256_blend_ps(a, b, n) __CHOOSE(__m256, __v8sf, a, b, __PICK8(__EITHER8, n, 0))
#define _mm256_blend_pd(a, b, n) __CHOOSE(__m256d, __v4df, a, b, __PICK4(__EITHER4, n, 0))
__SIMD __m128 _mm_permutevar_ps(__m128 __a, __m128i __m) { return (__m128)__builtin_shuffle((__v4sf)__a, (__v4si)__m); }
__SIMD __m128d _mm_permutevar_pd(__m128d __a, __m128i __m) { return (__m128d)__builtin_shuffle((__v2df)__a, (__v2di)((__v2du)__m >> 1)); }
__SIMD __m256 _mm256_permutevar_ps(__m256 __a, __m256i __m) {
	__m128 __l = _mm_permutevar_ps(__LOW_ps(__a), __LOW_i(__m)), __h = _mm_permutevar_ps(__HIGH_ps(__a), __HIGH_i(__m));
	return __JOIN_ps(__l, __h);
}
__SIMD __m256d _mm256_permutevar_pd(__m256d __a, __m256i __m) {
	__m128d __l = _mm_permutevar_pd(__LOW_pd(__a), __LOW_i(__m)), __h = _mm_permutevar_pd(__HIGH_pd(__a), __HIGH_i(__m));
	return __JOIN_pd(__l, __h);
}

/* Conversions. */
__SIMD __m256 _mm256_cvtepi32_ps(__m256i __a) { __m128 __l = _mm_cvtepi32_ps(__LOW_i(__a)), __h = _mm_cvtepi32_ps(__HIGH_i(__a)); return __JOIN_ps(__l, __h); }
__SIMD __m256i _mm256_cvtps_epi32(__m256 __a) { __m128i __l = _mm_cvtps_epi32(__LOW_ps(__a)), __h = _mm_cvtps_epi32(__HIGH_ps(__a)); return __JOIN_i(__l, __h); }
__SIMD __m256i _mm256_cvttps_epi32(__m256 __a) { __m128i __l = _mm_cvttps_epi32(__LOW_ps(__a)), __h = _mm_cvttps_epi32(__HIGH_ps(__a)); return __JOIN_i(__l, __h); }
__SIMD __m256d _mm256_cvtepi32_pd(__m128i __x) { __v4si __a = (__v4si)__x; return (__m256d){ __a[0], __a[1], __a[2], __a[3] }; }
__SIMD __m256d _mm256_cvtps_pd(__m128 __a) { return (__m256d){ __a[0], __a[1], __a[2], __a[3] }; }
__SIMD __m128 _mm256_cvtpd_ps(__m256d __a) { return (__m128){ __a[0], __a[1], __a[2], __a[3] }; }
__SIMD __m128i _mm256_cvtpd_epi32(__m256d __a) { return (__m128i)(__v4si){ __simd_int(__simd_rint(__a[0])), __simd_int(__simd_rint(__a[1])), __simd_int(__simd_rint(__a[2])), __simd_int(__simd_rint(__a[3])) }; }
__SIMD __m128i _mm256_cvttpd_epi32(__m256d __a) { return (__m128i)(__v4si){ __simd_int(__a[0]), __simd_int(__a[1]), __simd_int(__a[2]), __simd_int(__a[3]) }; }

/* Memory, by the signs of a mask. */
__SIMD __m128 _mm_broadcast_ss(const float *__p) { return _mm_set1_ps(*__p); }
__SIMD __m256 _mm256_broadcast_ss(const float *__p) { return _mm256_set1_ps(*__p); }
__SIMD __m256d _mm256_broadcast_sd(const double *__p) { return _mm256_set1_pd(*__p); }
__SIMD __m256 _mm256_broadcast_ps(const __m128 *__p) { __m128 __a = *(const __m128_u *)__p; return __JOIN_ps(__a, __a); }
__SIMD __m256d _mm256_broadcast_pd(const __m128d *__p) { __m128d __a = *(const __m128d_u *)__p; return __JOIN_pd(__a, __a); }
#define __LOADED(i) __s[i] < 0 ? __p[i] : 0
#define __STORED(i) (void)(__s[i] < 0 && (__p[i] = __a[i], 1))
#define __MASKS(load, store, type, mask, elem, v, data, list) \
	__SIMD type load(const elem *__p, mask __m) { v __s = (v)__m; return (type)(data){ list(__LOADED) }; } \
	__SIMD void store(elem *__p, mask __m, type __x) { v __s = (v)__m; data __a = (data)__x; list(__STORED); }
__MASKS(_mm_maskload_ps, _mm_maskstore_ps, __m128, __m128i, float, __v4si, __v4sf, __LANES4)
__MASKS(_mm_maskload_pd, _mm_maskstore_pd, __m128d, __m128i, double, __v2di, __v2df, __LANES2)
__MASKS(_mm256_maskload_ps, _mm256_maskstore_ps, __m256, __m256i, float, __v8si, __v8sf, __LANES8)
__MASKS(_mm256_maskload_pd, _mm256_maskstore_pd, __m256d, __m256i, double, __v4di, __v4df, __LANES4)

/* Questions. */
__SIMD int _mm256_movemask_ps(__m256 __a) { return _mm_movemask_ps(__LOW_ps(__a)) | _mm_movemask_ps(__HIGH_ps(__a)) << 4; }
__SIMD int _mm256_movemask_pd(__m256d __a) { return _mm_movemask_pd(__LOW_pd(__a)) | _mm_movemask_pd(__HIGH_pd(__a)) << 2; }
__SIMD int _mm256_testz_si256(__m256i __a, __m256i __b) { __m256i __r = __a & __b; return (__r[0] | __r[1] | __r[2] | __r[3]) == 0; }
__SIMD int _mm256_testc_si256(__m256i __a, __m256i __b) { __m256i __r = ~__a & __b; return (__r[0] | __r[1] | __r[2] | __r[3]) == 0; }
__SIMD int _mm256_testnzc_si256(__m256i __a, __m256i __b) { return !_mm256_testz_si256(__a, __b) && !_mm256_testc_si256(__a, __b); }
#define __TESTS(z, c, neither, signs, type, v) \
	__SIMD int z(type __a, type __b) { return signs((type)((v)__a & (v)__b)) == 0; } \
	__SIMD int c(type __a, type __b) { return signs((type)(~(v)__a & (v)__b)) == 0; } \
	__SIMD int neither(type __a, type __b) { return !z(__a, __b) && !c(__a, __b); }
__TESTS(_mm_testz_ps, _mm_testc_ps, _mm_testnzc_ps, _mm_movemask_ps, __m128, __v4si)
__TESTS(_mm_testz_pd, _mm_testc_pd, _mm_testnzc_pd, _mm_movemask_pd, __m128d, __v2di)
__TESTS(_mm256_testz_ps, _mm256_testc_ps, _mm256_testnzc_ps, _mm256_movemask_ps, __m256, __v8si)
__TESTS(_mm256_testz_pd, _mm256_testc_pd, _mm256_testnzc_pd, _mm256_movemask_pd, __m256d, __v4di)

/* Elements. */
#define __EXTRACT256(name, half, t, many) __SIMD t name(__m256i __a, int __n) { \
	return __n & many ? half(__HIGH_i(__a), __n) : half(__LOW_i(__a), __n); }
#define __INSERT256(name, half, t, many) __SIMD __m256i name(__m256i __a, t __x, int __n) { \
	__m128i __l = half(__LOW_i(__a), __x, __n), __h = half(__HIGH_i(__a), __x, __n); \
	return __n & many ? (__m256i){ __a[0], __a[1], __h[0], __h[1] } : (__m256i){ __l[0], __l[1], __a[2], __a[3] }; }
__EXTRACT256(_mm256_extract_epi8, _mm_extract_epi8, int, 16)
__EXTRACT256(_mm256_extract_epi16, _mm_extract_epi16, int, 8)
__EXTRACT256(_mm256_extract_epi32, _mm_extract_epi32, int, 4)
__EXTRACT256(_mm256_extract_epi64, _mm_extract_epi64, long long, 2)
__INSERT256(_mm256_insert_epi8, _mm_insert_epi8, int, 16)
__INSERT256(_mm256_insert_epi16, _mm_insert_epi16, int, 8)
__INSERT256(_mm256_insert_epi32, _mm_insert_epi32, int, 4)
__INSERT256(_mm256_insert_epi64, _mm_insert_epi64, long long, 2)
__SIMD void _mm256_zeroall(void) {}
__SIMD void _mm256_zeroupper(void) {}
#endif
