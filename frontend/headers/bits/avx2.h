/* AVX2 */
#ifndef _BITS_AVX2_H
#define _BITS_AVX2_H
#include <bits/avx.h>

typedef float __float_u __attribute__((__may_alias__, __aligned__(1)));
typedef double __double_u __attribute__((__may_alias__, __aligned__(1)));
#pragma culprit

__OPERATOR(_mm256_and_si256, __m256i, __v4du, &)
__OPERATOR(_mm256_or_si256, __m256i, __v4du, |)
__OPERATOR(_mm256_xor_si256, __m256i, __v4du, ^)
__SIMD __m256i _mm256_andnot_si256(__m256i __a, __m256i __b) { return ~__a & __b; }
__HALVES2(_mm256_add_epi8, _mm_add_epi8, i)
__HALVES2(_mm256_add_epi16, _mm_add_epi16, i)
__HALVES2(_mm256_add_epi32, _mm_add_epi32, i)
__HALVES2(_mm256_add_epi64, _mm_add_epi64, i)
__HALVES2(_mm256_sub_epi8, _mm_sub_epi8, i)
__HALVES2(_mm256_sub_epi16, _mm_sub_epi16, i)
__HALVES2(_mm256_sub_epi32, _mm_sub_epi32, i)
__HALVES2(_mm256_sub_epi64, _mm_sub_epi64, i)
__HALVES2(_mm256_adds_epi8, _mm_adds_epi8, i)
__HALVES2(_mm256_adds_epi16, _mm_adds_epi16, i)
__HALVES2(_mm256_adds_epu8, _mm_adds_epu8, i)
__HALVES2(_mm256_adds_epu16, _mm_adds_epu16, i)
__HALVES2(_mm256_subs_epi8, _mm_subs_epi8, i)
__HALVES2(_mm256_subs_epi16, _mm_subs_epi16, i)
__HALVES2(_mm256_subs_epu8, _mm_subs_epu8, i)
__HALVES2(_mm256_subs_epu16, _mm_subs_epu16, i)
__HALVES2(_mm256_avg_epu8, _mm_avg_epu8, i)
__HALVES2(_mm256_avg_epu16, _mm_avg_epu16, i)
__HALVES2(_mm256_cmpeq_epi8, _mm_cmpeq_epi8, i)
__HALVES2(_mm256_cmpeq_epi16, _mm_cmpeq_epi16, i)
__HALVES2(_mm256_cmpeq_epi32, _mm_cmpeq_epi32, i)
__HALVES2(_mm256_cmpeq_epi64, _mm_cmpeq_epi64, i)
__HALVES2(_mm256_cmpgt_epi8, _mm_cmpgt_epi8, i)
__HALVES2(_mm256_cmpgt_epi16, _mm_cmpgt_epi16, i)
__HALVES2(_mm256_cmpgt_epi32, _mm_cmpgt_epi32, i)
__HALVES2(_mm256_cmpgt_epi64, _mm_cmpgt_epi64, i)
__HALVES2(_mm256_hadd_epi16, _mm_hadd_epi16, i)
__HALVES2(_mm256_hadd_epi32, _mm_hadd_epi32, i)
__HALVES2(_mm256_hadds_epi16, _mm_hadds_epi16, i)
__HALVES2(_mm256_hsub_epi16, _mm_hsub_epi16, i)
__HALVES2(_mm256_hsub_epi32, _mm_hsub_epi32, i)
__HALVES2(_mm256_hsubs_epi16, _mm_hsubs_epi16, i)
__HALVES2(_mm256_madd_epi16, _mm_madd_epi16, i)
__HALVES2(_mm256_maddubs_epi16, _mm_maddubs_epi16, i)
__HALVES2(_mm256_max_epi8, _mm_max_epi8, i)
__HALVES2(_mm256_max_epi16, _mm_max_epi16, i)
__HALVES2(_mm256_max_epi32, _mm_max_epi32, i)
__HALVES2(_mm256_max_epu8, _mm_max_epu8, i)
__HALVES2(_mm256_max_epu16, _mm_max_epu16, i)
__HALVES2(_mm256_max_epu32, _mm_max_epu32, i)
__HALVES2(_mm256_min_epi8, _mm_min_epi8, i)
__HALVES2(_mm256_min_epi16, _mm_min_epi16, i)
__HALVES2(_mm256_min_epi32, _mm_min_epi32, i)
__HALVES2(_mm256_min_epu8, _mm_min_epu8, i)
__HALVES2(_mm256_min_epu16, _mm_min_epu16, i)
__HALVES2(_mm256_min_epu32, _mm_min_epu32, i)
__HALVES2(_mm256_mul_epi32, _mm_mul_epi32, i)
__HALVES2(_mm256_mul_epu32, _mm_mul_epu32, i)
__HALVES2(_mm256_mulhi_epi16, _mm_mulhi_epi16, i)
__HALVES2(_mm256_mulhi_epu16, _mm_mulhi_epu16, i)
__HALVES2(_mm256_mulhrs_epi16, _mm_mulhrs_epi16, i)
__HALVES2(_mm256_mullo_epi16, _mm_mullo_epi16, i)
__HALVES2(_mm256_mullo_epi32, _mm_mullo_epi32, i)
__HALVES2(_mm256_packs_epi16, _mm_packs_epi16, i)
__HALVES2(_mm256_packs_epi32, _mm_packs_epi32, i)
__HALVES2(_mm256_packus_epi16, _mm_packus_epi16, i)
__HALVES2(_mm256_packus_epi32, _mm_packus_epi32, i)
__HALVES2(_mm256_sad_epu8, _mm_sad_epu8, i)
__HALVES2(_mm256_shuffle_epi8, _mm_shuffle_epi8, i)
__HALVES2(_mm256_sign_epi8, _mm_sign_epi8, i)
__HALVES2(_mm256_sign_epi16, _mm_sign_epi16, i)
__HALVES2(_mm256_sign_epi32, _mm_sign_epi32, i)
__HALVES2(_mm256_unpacklo_epi8, _mm_unpacklo_epi8, i)
__HALVES2(_mm256_unpacklo_epi16, _mm_unpacklo_epi16, i)
__HALVES2(_mm256_unpacklo_epi32, _mm_unpacklo_epi32, i)
__HALVES2(_mm256_unpacklo_epi64, _mm_unpacklo_epi64, i)
__HALVES2(_mm256_unpackhi_epi8, _mm_unpackhi_epi8, i)
__HALVES2(_mm256_unpackhi_epi16, _mm_unpackhi_epi16, i)
__HALVES2(_mm256_unpackhi_epi32, _mm_unpackhi_epi32, i)
__HALVES2(_mm256_unpackhi_epi64, _mm_unpackhi_epi64, i)
__HALVES1(_mm256_abs_epi8, _mm_abs_epi8, i)
__HALVES1(_mm256_abs_epi16, _mm_abs_epi16, i)
__HALVES1(_mm256_abs_epi32, _mm_abs_epi32, i)
__HALVES3(_mm256_blendv_epi8, _mm_blendv_epi8, i)
__HALVES1N(_mm256_slli_epi16, _mm_slli_epi16, i)
__HALVES1V(_mm256_sll_epi16, _mm_sll_epi16, i)
__HALVES1N(_mm256_slli_epi32, _mm_slli_epi32, i)
__HALVES1V(_mm256_sll_epi32, _mm_sll_epi32, i)
__HALVES1N(_mm256_slli_epi64, _mm_slli_epi64, i)
__HALVES1V(_mm256_sll_epi64, _mm_sll_epi64, i)
__HALVES1N(_mm256_srli_epi16, _mm_srli_epi16, i)
__HALVES1V(_mm256_srl_epi16, _mm_srl_epi16, i)
__HALVES1N(_mm256_srli_epi32, _mm_srli_epi32, i)
__HALVES1V(_mm256_srl_epi32, _mm_srl_epi32, i)
__HALVES1N(_mm256_srli_epi64, _mm_srli_epi64, i)
__HALVES1V(_mm256_srl_epi64, _mm_srl_epi64, i)
__HALVES1N(_mm256_srai_epi16, _mm_srai_epi16, i)
__HALVES1V(_mm256_sra_epi16, _mm_sra_epi16, i)
__HALVES1N(_mm256_srai_epi32, _mm_srai_epi32, i)
__HALVES1V(_mm256_sra_epi32, _mm_sra_epi32, i)
__SIMD int _mm256_movemask_epi8(__m256i __a) { return (unsigned)_mm_movemask_epi8(__LOW_i(__a)) | (unsigned)_mm_movemask_epi8(__HIGH_i(__a)) << 16; }
__SIMD __m256i _mm256_stream_load_si256(const __m256i *__p) { return *__p; }

/* Shifts by counts of their own. */
#define __UP32(i) __b[i] < 32 ? __a[i] << __b[i] : 0
#define __UP64(i) __b[i] < 64 ? __a[i] << __b[i] : 0
#define __DOWN32(i) __b[i] < 32 ? __a[i] >> __b[i] : 0
#define __DOWN64(i) __b[i] < 64 ? __a[i] >> __b[i] : 0
__EACH2(_mm_sllv_epi32, __m128i, __v4su, __v4su, __LANES4, __UP32)
__EACH2(_mm_sllv_epi64, __m128i, __v2du, __v2du, __LANES2, __UP64)
__EACH2(_mm_srlv_epi32, __m128i, __v4su, __v4su, __LANES4, __DOWN32)
__EACH2(_mm_srlv_epi64, __m128i, __v2du, __v2du, __LANES2, __DOWN64)
#define __SIGNED_SHIFT(i) __a[i] >> (__b[i] < 32 ? __b[i] : 31)
__SIMD __m128i _mm_srav_epi32(__m128i __x, __m128i __y) { __v4si __a = (__v4si)__x; __v4su __b = (__v4su)__y; return (__m128i)(__v4si){ __LANES4(__SIGNED_SHIFT) }; }
__HALVES2(_mm256_sllv_epi32, _mm_sllv_epi32, i)
__HALVES2(_mm256_sllv_epi64, _mm_sllv_epi64, i)
__HALVES2(_mm256_srlv_epi32, _mm_srlv_epi32, i)
__HALVES2(_mm256_srlv_epi64, _mm_srlv_epi64, i)
__HALVES2(_mm256_srav_epi32, _mm_srav_epi32, i)

/* Rearranging by constants, within halves and across. */
#define __ON_HALVES(a, f, n) ({ __m256i __both = (a); __simd_join_i(f(__LOW_i(__both), n), f(__HIGH_i(__both), n)); })
#define __ON_HALVES2(a, b, f, n, m) ({ __m256i __both = (a), __other = (b); __simd_join_i(f(__LOW_i(__both), __LOW_i(__other), n), f(__HIGH_i(__both), __HIGH_i(__other), m)); })
#define _mm256_slli_si256(a, n) __ON_HALVES(a, _mm_slli_si128, n)
#define _mm256_srli_si256(a, n) __ON_HALVES(a, _mm_srli_si128, n)
#define _mm256_bslli_epi128(a, n) __ON_HALVES(a, _mm_slli_si128, n)
#define _mm256_bsrli_epi128(a, n) __ON_HALVES(a, _mm_srli_si128, n)
#define _mm256_shuffle_epi32(a, n) __ON_HALVES(a, _mm_shuffle_epi32, n)
#define _mm256_shufflelo_epi16(a, n) __ON_HALVES(a, _mm_shufflelo_epi16, n)
#define _mm256_shufflehi_epi16(a, n) __ON_HALVES(a, _mm_shufflehi_epi16, n)
#define _mm256_alignr_epi8(a, b, n) __ON_HALVES2(a, b, _mm_alignr_epi8, n, n)
#define _mm256_blend_epi16(a, b, n) __ON_HALVES2(a, b, _mm_blend_epi16, n, n)
#define _mm256_mpsadbw_epu8(a, b, n) __ON_HALVES2(a, b, _mm_mpsadbw_epu8, n, (n) >> 3)
#define _mm_blend_epi32(a, b, n) __CHOOSE(__m128i, __v4si, a, b, __PICK4(__EITHER4, n, 0))
#define _mm256_blend_epi32(a, b, n) __CHOOSE(__m256i, __v8si, a, b, __PICK8(__EITHER8, n, 0))
#define _mm256_permute4x64_epi64(a, n) __CHOOSE(__m256i, __v4di, a, ((__m256i){ 0 }), __OF4(n, 0))
#define _mm256_permute4x64_pd(a, n) __CHOOSE(__m256d, __v4df, a, ((__m256d){ 0 }), __OF4(n, 0))
#define _mm256_permute2x128_si256(a, b, n) _mm256_permute2f128_si256(a, b, n)
#define _mm256_extracti128_si256(a, n) _mm256_extractf128_si256(a, n)
#define _mm256_inserti128_si256(a, b, n) _mm256_insertf128_si256(a, b, n)
__SIMD __m256i _mm256_permutevar8x32_epi32(__m256i __a, __m256i __m) { return (__m256i)__builtin_shuffle((__v8si)__a, (__v8si)__m); }
__SIMD __m256 _mm256_permutevar8x32_ps(__m256 __a, __m256i __m) { return (__m256)__builtin_shuffle((__v8sf)__a, (__v8si)__m); }

/* The first element everywhere. */
__SIMD __m128i _mm_broadcastb_epi8(__m128i __a) { return _mm_set1_epi8(__a[0]); }
__SIMD __m128i _mm_broadcastw_epi16(__m128i __a) { return _mm_set1_epi16(__a[0]); }
__SIMD __m128i _mm_broadcastd_epi32(__m128i __a) { return _mm_set1_epi32(__a[0]); }
__SIMD __m128i _mm_broadcastq_epi64(__m128i __a) { return _mm_set1_epi64x(__a[0]); }
__SIMD __m128 _mm_broadcastss_ps(__m128 __a) { return _mm_set1_ps(__a[0]); }
__SIMD __m128d _mm_broadcastsd_pd(__m128d __a) { return _mm_set1_pd(__a[0]); }
__SIMD __m256i _mm256_broadcastb_epi8(__m128i __a) { return _mm256_set1_epi8(__a[0]); }
__SIMD __m256i _mm256_broadcastw_epi16(__m128i __a) { return _mm256_set1_epi16(__a[0]); }
__SIMD __m256i _mm256_broadcastd_epi32(__m128i __a) { return _mm256_set1_epi32(__a[0]); }
__SIMD __m256i _mm256_broadcastq_epi64(__m128i __a) { return _mm256_set1_epi64x(__a[0]); }
__SIMD __m256 _mm256_broadcastss_ps(__m128 __a) { return _mm256_set1_ps(__a[0]); }
__SIMD __m256d _mm256_broadcastsd_pd(__m128d __a) { return _mm256_set1_pd(__a[0]); }
__SIMD __m256i _mm256_broadcastsi128_si256(__m128i __a) { return __JOIN_i(__a, __a); }

/* Wider integers: the second half of them begins n bytes on. */
#define __WIDENED(name, half, n) __SIMD __m256i name(__m128i __a) { __m128i __l = half(__a), __h = half(_mm_srli_si128(__a, n)); return __JOIN_i(__l, __h); }
__WIDENED(_mm256_cvtepi8_epi16, _mm_cvtepi8_epi16, 8)
__WIDENED(_mm256_cvtepi8_epi32, _mm_cvtepi8_epi32, 4)
__WIDENED(_mm256_cvtepi8_epi64, _mm_cvtepi8_epi64, 2)
__WIDENED(_mm256_cvtepi16_epi32, _mm_cvtepi16_epi32, 8)
__WIDENED(_mm256_cvtepi16_epi64, _mm_cvtepi16_epi64, 4)
__WIDENED(_mm256_cvtepi32_epi64, _mm_cvtepi32_epi64, 8)
__WIDENED(_mm256_cvtepu8_epi16, _mm_cvtepu8_epi16, 8)
__WIDENED(_mm256_cvtepu8_epi32, _mm_cvtepu8_epi32, 4)
__WIDENED(_mm256_cvtepu8_epi64, _mm_cvtepu8_epi64, 2)
__WIDENED(_mm256_cvtepu16_epi32, _mm_cvtepu16_epi32, 8)
__WIDENED(_mm256_cvtepu16_epi64, _mm_cvtepu16_epi64, 4)
__WIDENED(_mm256_cvtepu32_epi64, _mm_cvtepu32_epi64, 8)

/* Memory by masks and by indices. */
__MASKS(_mm_maskload_epi32, _mm_maskstore_epi32, __m128i, __m128i, int, __v4si, __v4si, __LANES4)
__MASKS(_mm_maskload_epi64, _mm_maskstore_epi64, __m128i, __m128i, long long, __v2di, __v2di, __LANES2)
__MASKS(_mm256_maskload_epi32, _mm256_maskstore_epi32, __m256i, __m256i, int, __v8si, __v8si, __LANES8)
__MASKS(_mm256_maskload_epi64, _mm256_maskstore_epi64, __m256i, __m256i, long long, __v4di, __v4di, __LANES4)
#define __GATHERED(i) *(__p_u *)((const char *)__p + (long long)__b[i] * __scale)
#define __GATHER(name, type, elem, ut, itype, iv, data, list) \
	__SIMD type name(const elem *__p, itype __x, int __scale) { typedef const ut __p_u; iv __b = (iv)__x; return (type)(data){ list(__GATHERED) }; }
__GATHER(_mm_i32gather_epi32, __m128i, int, __int_u, __m128i, __v4si, __v4si, __LANES4)
__GATHER(_mm_i32gather_epi64, __m128i, long long, __long_u, __m128i, __v4si, __v2di, __LANES2)
__GATHER(_mm_i32gather_ps, __m128, float, __float_u, __m128i, __v4si, __v4sf, __LANES4)
__GATHER(_mm_i32gather_pd, __m128d, double, __double_u, __m128i, __v4si, __v2df, __LANES2)
__GATHER(_mm_i64gather_epi32, __m128i, int, __int_u, __m128i, __v2di, __v4si, __LANES2)
__GATHER(_mm_i64gather_epi64, __m128i, long long, __long_u, __m128i, __v2di, __v2di, __LANES2)
__GATHER(_mm_i64gather_ps, __m128, float, __float_u, __m128i, __v2di, __v4sf, __LANES2)
__GATHER(_mm_i64gather_pd, __m128d, double, __double_u, __m128i, __v2di, __v2df, __LANES2)
__GATHER(_mm256_i32gather_epi32, __m256i, int, __int_u, __m256i, __v8si, __v8si, __LANES8)
__GATHER(_mm256_i32gather_epi64, __m256i, long long, __long_u, __m128i, __v4si, __v4di, __LANES4)
__GATHER(_mm256_i32gather_ps, __m256, float, __float_u, __m256i, __v8si, __v8sf, __LANES8)
__GATHER(_mm256_i32gather_pd, __m256d, double, __double_u, __m128i, __v4si, __v4df, __LANES4)
__GATHER(_mm256_i64gather_epi32, __m128i, int, __int_u, __m256i, __v4di, __v4si, __LANES4)
__GATHER(_mm256_i64gather_epi64, __m256i, long long, __long_u, __m256i, __v4di, __v4di, __LANES4)
__GATHER(_mm256_i64gather_ps, __m128, float, __float_u, __m256i, __v4di, __v4sf, __LANES4)
__GATHER(_mm256_i64gather_pd, __m256d, double, __double_u, __m256i, __v4di, __v4df, __LANES4)
#endif
