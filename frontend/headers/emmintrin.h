/* SSE2 */
#ifndef _EMMINTRIN_H_INCLUDED
#define _EMMINTRIN_H_INCLUDED
#include <xmmintrin.h>
#pragma culprit

/* Doubles. */
__OPERATOR(_mm_add_pd, __m128d, __v2df, +)
__OPERATOR(_mm_sub_pd, __m128d, __v2df, -)
__OPERATOR(_mm_mul_pd, __m128d, __v2df, *)
__OPERATOR(_mm_div_pd, __m128d, __v2df, /)
__EACH2(_mm_min_pd, __m128d, __v2df, __v2df, __LANES2, __LEAST)
__EACH2(_mm_max_pd, __m128d, __v2df, __v2df, __LANES2, __GREATEST)
__FIRST(_mm_add_sd, __m128d, __a[0] + __b[0])
__FIRST(_mm_sub_sd, __m128d, __a[0] - __b[0])
__FIRST(_mm_mul_sd, __m128d, __a[0] * __b[0])
__FIRST(_mm_div_sd, __m128d, __a[0] / __b[0])
__FIRST(_mm_min_sd, __m128d, __LEAST(0))
__FIRST(_mm_max_sd, __m128d, __GREATEST(0))
__FIRST(_mm_sqrt_sd, __m128d, __simd_sqrt(__b[0]))
__EACH1(_mm_sqrt_pd, __m128d, __m128d, __v2df, __v2df, __LANES2, __ROOT)
__OPERATOR(_mm_and_pd, __m128d, __v2du, &)
__OPERATOR(_mm_or_pd, __m128d, __v2du, |)
__OPERATOR(_mm_xor_pd, __m128d, __v2du, ^)
__SIMD __m128d _mm_andnot_pd(__m128d __a, __m128d __b) { return (__m128d)(~(__v2du)__a & (__v2du)__b); }
__COMPARES(_mm_cmpeq_pd, _mm_cmpeq_sd, __m128d, __v2di, __a, ==, __b)
__COMPARES(_mm_cmplt_pd, _mm_cmplt_sd, __m128d, __v2di, __a, <, __b)
__COMPARES(_mm_cmple_pd, _mm_cmple_sd, __m128d, __v2di, __a, <=, __b)
__COMPARES(_mm_cmpgt_pd, _mm_cmpgt_sd, __m128d, __v2di, __a, >, __b)
__COMPARES(_mm_cmpge_pd, _mm_cmpge_sd, __m128d, __v2di, __a, >=, __b)
__COMPARES(_mm_cmpneq_pd, _mm_cmpneq_sd, __m128d, __v2di, __a, !=, __b)
__COMPARES(_mm_cmpord_pd, _mm_cmpord_sd, __m128d, __v2di, __a == __a, &, __b == __b)
__COMPARES(_mm_cmpunord_pd, _mm_cmpunord_sd, __m128d, __v2di, __a != __a, |, __b != __b)
__COMPARES_NOT(_mm_cmpnlt_pd, _mm_cmpnlt_sd, __m128d, __v2di, <)
__COMPARES_NOT(_mm_cmpnle_pd, _mm_cmpnle_sd, __m128d, __v2di, <=)
__COMPARES_NOT(_mm_cmpngt_pd, _mm_cmpngt_sd, __m128d, __v2di, >)
__COMPARES_NOT(_mm_cmpnge_pd, _mm_cmpnge_sd, __m128d, __v2di, >=)
__COMPARES_NUMBERS(_mm_comieq_sd, __m128d, ==)
__COMPARES_NUMBERS(_mm_comilt_sd, __m128d, <)
__COMPARES_NUMBERS(_mm_comile_sd, __m128d, <=)
__COMPARES_FIRST(_mm_comigt_sd, __m128d, >)
__COMPARES_FIRST(_mm_comige_sd, __m128d, >=)
__COMPARES_NUMBERS(_mm_comineq_sd, __m128d, !=)
__COMPARES_NUMBERS(_mm_ucomieq_sd, __m128d, ==)
__COMPARES_NUMBERS(_mm_ucomilt_sd, __m128d, <)
__COMPARES_NUMBERS(_mm_ucomile_sd, __m128d, <=)
__COMPARES_FIRST(_mm_ucomigt_sd, __m128d, >)
__COMPARES_FIRST(_mm_ucomige_sd, __m128d, >=)
__COMPARES_NUMBERS(_mm_ucomineq_sd, __m128d, !=)
__SIMD int _mm_movemask_pd(__m128d __x) { __v2du __a = (__v2du)__x; return __a[0] >> 63 | __a[1] >> 63 << 1; }
__SIMD __m128d _mm_setzero_pd(void) { return (__m128d){ 0, 0 }; }
__SIMD __m128d _mm_undefined_pd(void) { return __ANY(__m128d); }
__SIMD __m128d _mm_set_sd(double __x) { return (__m128d){ __x, 0 }; }
__SIMD __m128d _mm_set1_pd(double __x) { return (__m128d){ __x, __x }; }
__SIMD __m128d _mm_set_pd1(double __x) { return (__m128d){ __x, __x }; }
__SIMD __m128d _mm_set_pd(double __b, double __a) { return (__m128d){ __a, __b }; }
__SIMD __m128d _mm_setr_pd(double __a, double __b) { return (__m128d){ __a, __b }; }
__SIMD __m128d _mm_load_sd(const double *__p) { return (__m128d){ *__p, 0 }; }
__SIMD __m128d _mm_load1_pd(const double *__p) { return (__m128d){ *__p, *__p }; }
__SIMD __m128d _mm_load_pd1(const double *__p) { return (__m128d){ *__p, *__p }; }
__SIMD __m128d _mm_load_pd(const double *__p) { return *(const __m128d *)__p; }
__SIMD __m128d _mm_loadu_pd(const double *__p) { return *(const __m128d_u *)__p; }
__SIMD __m128d _mm_loadr_pd(const double *__p) { __m128d __a = *(const __m128d *)__p; return (__m128d){ __a[1], __a[0] }; }
__SIMD __m128d _mm_loadl_pd(__m128d __a, const double *__p) { __a[0] = *__p; return __a; }
__SIMD __m128d _mm_loadh_pd(__m128d __a, const double *__p) { __a[1] = *__p; return __a; }
__SIMD void _mm_store_sd(double *__p, __m128d __a) { *__p = __a[0]; }
__SIMD void _mm_storel_pd(double *__p, __m128d __a) { *__p = __a[0]; }
__SIMD void _mm_storeh_pd(double *__p, __m128d __a) { *__p = __a[1]; }
__SIMD void _mm_store1_pd(double *__p, __m128d __a) { *(__m128d *)__p = (__m128d){ __a[0], __a[0] }; }
__SIMD void _mm_store_pd1(double *__p, __m128d __a) { *(__m128d *)__p = (__m128d){ __a[0], __a[0] }; }
__SIMD void _mm_store_pd(double *__p, __m128d __a) { *(__m128d *)__p = __a; }
__SIMD void _mm_storeu_pd(double *__p, __m128d __a) { *(__m128d_u *)__p = __a; }
__SIMD void _mm_storer_pd(double *__p, __m128d __a) { *(__m128d *)__p = (__m128d){ __a[1], __a[0] }; }
__SIMD void _mm_stream_pd(double *__p, __m128d __a) { *(__m128d *)__p = __a; }
__SIMD __m128d _mm_move_sd(__m128d __a, __m128d __b) { __a[0] = __b[0]; return __a; }
__SIMD __m128d _mm_unpacklo_pd(__m128d __a, __m128d __b) { return (__m128d){ __a[0], __b[0] }; }
__SIMD __m128d _mm_unpackhi_pd(__m128d __a, __m128d __b) { return (__m128d){ __a[1], __b[1] }; }
#define _mm_shuffle_pd(a, b, n) __CHOOSE(__m128d, __v2df, a, b, (n) & 1, 2 + ((n) >> 1 & 1))

/* Conversions. */
#define __ROUNDED(i) __simd_int(__simd_rint(__a[i]))
#define __CUT(i) __simd_int(__a[i])
__EACH1(_mm_cvtps_epi32, __m128i, __m128, __m128, __v4si, __LANES4, __ROUNDED)
__EACH1(_mm_cvttps_epi32, __m128i, __m128, __m128, __v4si, __LANES4, __CUT)
__SIMD __m128i _mm_cvtpd_epi32(__m128d __a) { return (__m128i)(__v4si){ __ROUNDED(0), __ROUNDED(1), 0, 0 }; }
__SIMD __m128i _mm_cvttpd_epi32(__m128d __a) { return (__m128i)(__v4si){ __CUT(0), __CUT(1), 0, 0 }; }
__EACH1(_mm_cvtepi32_ps, __m128, __m128i, __v4si, __v4sf, __LANES4, __ELEMENT)
__EACH1(_mm_cvtepi32_pd, __m128d, __m128i, __v4si, __v2df, __LANES2, __ELEMENT)
__EACH1(_mm_cvtps_pd, __m128d, __m128, __v4sf, __v2df, __LANES2, __ELEMENT)
__SIMD __m128 _mm_cvtpd_ps(__m128d __a) { return (__m128){ __a[0], __a[1], 0, 0 }; }
__SIMD int _mm_cvtsd_si32(__m128d __a) { return __simd_int(__simd_rint(__a[0])); }
__SIMD int _mm_cvttsd_si32(__m128d __a) { return __simd_int(__a[0]); }
__SIMD long long _mm_cvtsd_si64(__m128d __a) { return __simd_long(__simd_rint(__a[0])); }
__SIMD long long _mm_cvtsd_si64x(__m128d __a) { return __simd_long(__simd_rint(__a[0])); }
__SIMD long long _mm_cvttsd_si64(__m128d __a) { return __simd_long(__a[0]); }
__SIMD long long _mm_cvttsd_si64x(__m128d __a) { return __simd_long(__a[0]); }
__SIMD __m128 _mm_cvtsd_ss(__m128 __a, __m128d __b) { __a[0] = __b[0]; return __a; }
__SIMD __m128d _mm_cvtss_sd(__m128d __a, __m128 __b) { __a[0] = __b[0]; return __a; }
__SIMD __m128d _mm_cvtsi32_sd(__m128d __a, int __b) { __a[0] = __b; return __a; }
__SIMD __m128d _mm_cvtsi64_sd(__m128d __a, long long __b) { __a[0] = __b; return __a; }
__SIMD __m128d _mm_cvtsi64x_sd(__m128d __a, long long __b) { __a[0] = __b; return __a; }
__SIMD double _mm_cvtsd_f64(__m128d __a) { return __a[0]; }
__SIMD int _mm_cvtsi128_si32(__m128i __a) { return __a[0]; }
__SIMD long long _mm_cvtsi128_si64(__m128i __a) { return __a[0]; }
__SIMD long long _mm_cvtsi128_si64x(__m128i __a) { return __a[0]; }
__SIMD __m128i _mm_cvtsi32_si128(int __x) { return (__m128i){ (unsigned)__x, 0 }; }
__SIMD __m128i _mm_cvtsi64_si128(long long __x) { return (__m128i){ __x, 0 }; }
__SIMD __m128i _mm_cvtsi64x_si128(long long __x) { return (__m128i){ __x, 0 }; }
__SIMD __m128i _mm_castps_si128(__m128 __a) { return (__m128i)__a; }
__SIMD __m128i _mm_castpd_si128(__m128d __a) { return (__m128i)__a; }
__SIMD __m128 _mm_castsi128_ps(__m128i __a) { return (__m128)__a; }
__SIMD __m128 _mm_castpd_ps(__m128d __a) { return (__m128)__a; }
__SIMD __m128d _mm_castsi128_pd(__m128i __a) { return (__m128d)__a; }
__SIMD __m128d _mm_castps_pd(__m128 __a) { return (__m128d)__a; }

/* Integers: setting, loading, storing. */
__SIMD __m128i _mm_setzero_si128(void) { return (__m128i){ 0, 0 }; }
__SIMD __m128i _mm_undefined_si128(void) { return __ANY(__m128i); }
__SIMD __m128i _mm_set_epi64x(long long __b, long long __a) { return (__m128i){ __a, __b }; }
__SIMD __m128i _mm_set_epi64(__m64 __b, __m64 __a) { return (__m128i){ (long long)__a, (long long)__b }; }
__SIMD __m128i _mm_setr_epi64(__m64 __a, __m64 __b) { return (__m128i){ (long long)__a, (long long)__b }; }
__SIMD __m128i _mm_set_epi32(int __d, int __c, int __b, int __a) { return (__m128i)(__v4si){ __a, __b, __c, __d }; }
__SIMD __m128i _mm_setr_epi32(int __a, int __b, int __c, int __d) { return (__m128i)(__v4si){ __a, __b, __c, __d }; }
__SIMD __m128i _mm_set_epi16(short __h, short __g, short __f, short __e, short __d, short __c, short __b, short __a) {
	return (__m128i)(__v8hi){ __a, __b, __c, __d, __e, __f, __g, __h };
}
__SIMD __m128i _mm_setr_epi16(short __a, short __b, short __c, short __d, short __e, short __f, short __g, short __h) {
	return (__m128i)(__v8hi){ __a, __b, __c, __d, __e, __f, __g, __h };
}
__SIMD __m128i _mm_set_epi8(char __p, char __o, char __n, char __m, char __l, char __k, char __j, char __i, char __h, char __g, char __f, char __e, char __d, char __c, char __b, char __a) {
	return (__m128i)(__v16qi){ __a, __b, __c, __d, __e, __f, __g, __h, __i, __j, __k, __l, __m, __n, __o, __p };
}
__SIMD __m128i _mm_setr_epi8(char __a, char __b, char __c, char __d, char __e, char __f, char __g, char __h, char __i, char __j, char __k, char __l, char __m, char __n, char __o, char __p) {
	return (__m128i)(__v16qi){ __a, __b, __c, __d, __e, __f, __g, __h, __i, __j, __k, __l, __m, __n, __o, __p };
}
#define __SAME(i) __x
__SIMD __m128i _mm_set1_epi8(char __x) { return (__m128i)(__v16qi){ __LANES16(__SAME) }; }
__SIMD __m128i _mm_set1_epi16(short __x) { return (__m128i)(__v8hi){ __LANES8(__SAME) }; }
__SIMD __m128i _mm_set1_epi32(int __x) { return (__m128i)(__v4si){ __x, __x, __x, __x }; }
__SIMD __m128i _mm_set1_epi64x(long long __x) { return (__m128i){ __x, __x }; }
__SIMD __m128i _mm_set1_epi64(__m64 __x) { return (__m128i){ (long long)__x, (long long)__x }; }
__SIMD __m128i _mm_load_si128(const __m128i *__p) { return *__p; }
__SIMD __m128i _mm_loadu_si128(const __m128i_u *__p) { return *__p; }
__SIMD __m128i _mm_loadl_epi64(const __m128i_u *__p) { return (__m128i){ *(const __long_u *)__p, 0 }; }
__SIMD __m128i _mm_loadu_si64(const void *__p) { return (__m128i){ *(const __long_u *)__p, 0 }; }
__SIMD __m128i _mm_loadu_si32(const void *__p) { return (__m128i)(__v4si){ *(const __int_u *)__p, 0, 0, 0 }; }
__SIMD __m128i _mm_loadu_si16(const void *__p) { return (__m128i)(__v8hi){ *(const __short_u *)__p, 0, 0, 0, 0, 0, 0, 0 }; }
__SIMD void _mm_store_si128(__m128i *__p, __m128i __a) { *__p = __a; }
__SIMD void _mm_storeu_si128(__m128i_u *__p, __m128i __a) { *__p = __a; }
__SIMD void _mm_storel_epi64(__m128i_u *__p, __m128i __a) { *(__long_u *)__p = __a[0]; }
__SIMD void _mm_storeu_si64(void *__p, __m128i __a) { *(__long_u *)__p = __a[0]; }
__SIMD void _mm_storeu_si32(void *__p, __m128i __a) { *(__int_u *)__p = __a[0]; }
__SIMD void _mm_storeu_si16(void *__p, __m128i __a) { *(__short_u *)__p = __a[0]; }
__SIMD void _mm_stream_si128(__m128i *__p, __m128i __a) { *__p = __a; }
__SIMD void _mm_stream_si32(int *__p, int __x) { *__p = __x; }
__SIMD void _mm_stream_si64(long long *__p, long long __x) { *__p = __x; }
#define __MOVE(i) (void)(__m[i] & 128 && (__p[i] = __a[i], 1))
__SIMD void _mm_maskmoveu_si128(__m128i __x, __m128i __mask, char *__p) {
	__v16qi __a = (__v16qi)__x;
	__v16qu __m = (__v16qu)__mask;
	__LANES16(__MOVE);
}
__SIMD __m128i _mm_move_epi64(__m128i __a) { return (__m128i){ __a[0], 0 }; }
__SIMD __m64 _mm_movepi64_pi64(__m128i __a) { return (__m64)__a[0]; }
__SIMD __m128i _mm_movpi64_epi64(__m64 __a) { return (__m128i){ (long long)__a, 0 }; }

/* Arithmetic. */
__OPERATOR(_mm_add_epi8, __m128i, __v16qu, +)
__OPERATOR(_mm_add_epi16, __m128i, __v8hu, +)
__OPERATOR(_mm_add_epi32, __m128i, __v4su, +)
__OPERATOR(_mm_add_epi64, __m128i, __v2du, +)
__OPERATOR(_mm_sub_epi8, __m128i, __v16qu, -)
__OPERATOR(_mm_sub_epi16, __m128i, __v8hu, -)
__OPERATOR(_mm_sub_epi32, __m128i, __v4su, -)
__OPERATOR(_mm_sub_epi64, __m128i, __v2du, -)
__OPERATOR(_mm_mullo_epi16, __m128i, __v8hu, *)
__OPERATOR(_mm_and_si128, __m128i, __v2du, &)
__OPERATOR(_mm_or_si128, __m128i, __v2du, |)
__OPERATOR(_mm_xor_si128, __m128i, __v2du, ^)
__SIMD __m128i _mm_andnot_si128(__m128i __a, __m128i __b) { return ~__a & __b; }
__OPERATOR(_mm_cmpeq_epi8, __m128i, __v16qs, ==)
__OPERATOR(_mm_cmpeq_epi16, __m128i, __v8hi, ==)
__OPERATOR(_mm_cmpeq_epi32, __m128i, __v4si, ==)
__OPERATOR(_mm_cmpgt_epi8, __m128i, __v16qs, >)
__OPERATOR(_mm_cmpgt_epi16, __m128i, __v8hi, >)
__OPERATOR(_mm_cmpgt_epi32, __m128i, __v4si, >)
__OPERATOR(_mm_cmplt_epi8, __m128i, __v16qs, <)
__OPERATOR(_mm_cmplt_epi16, __m128i, __v8hi, <)
__OPERATOR(_mm_cmplt_epi32, __m128i, __v4si, <)
__EACH2(_mm_max_epi16, __m128i, __v8hi, __v8hi, __LANES8, __GREATEST)
__EACH2(_mm_max_epu8, __m128i, __v16qu, __v16qu, __LANES16, __GREATEST)
__EACH2(_mm_min_epi16, __m128i, __v8hi, __v8hi, __LANES8, __LEAST)
__EACH2(_mm_min_epu8, __m128i, __v16qu, __v16qu, __LANES16, __LEAST)
#define __IN8(op, i) __CLAMP(__a[i] op __b[i], -128, 127)
#define __IN16(op, i) __CLAMP(__a[i] op __b[i], -32768, 32767)
#define __ADDS8(i) __IN8(+, i)
#define __SUBS8(i) __IN8(-, i)
#define __ADDS16(i) __IN16(+, i)
#define __SUBS16(i) __IN16(-, i)
#define __ADDU8(i) (__a[i] + __b[i] > 255 ? 255 : __a[i] + __b[i])
#define __ADDU16(i) (__a[i] + __b[i] > 65535 ? 65535 : __a[i] + __b[i])
#define __SUBU(i) (__a[i] > __b[i] ? __a[i] - __b[i] : 0)
__EACH2(_mm_adds_epi8, __m128i, __v16qs, __v16qs, __LANES16, __ADDS8)
__EACH2(_mm_adds_epi16, __m128i, __v8hi, __v8hi, __LANES8, __ADDS16)
__EACH2(_mm_adds_epu8, __m128i, __v16qu, __v16qu, __LANES16, __ADDU8)
__EACH2(_mm_adds_epu16, __m128i, __v8hu, __v8hu, __LANES8, __ADDU16)
__EACH2(_mm_subs_epi8, __m128i, __v16qs, __v16qs, __LANES16, __SUBS8)
__EACH2(_mm_subs_epi16, __m128i, __v8hi, __v8hi, __LANES8, __SUBS16)
__EACH2(_mm_subs_epu8, __m128i, __v16qu, __v16qu, __LANES16, __SUBU)
__EACH2(_mm_subs_epu16, __m128i, __v8hu, __v8hu, __LANES8, __SUBU)
#define __MEAN(i) (__a[i] + __b[i] + 1) >> 1
__EACH2(_mm_avg_epu8, __m128i, __v16qu, __v16qu, __LANES16, __MEAN)
__EACH2(_mm_avg_epu16, __m128i, __v8hu, __v8hu, __LANES8, __MEAN)
#define __HIGH(i) (__a[i] * __b[i]) >> 16
#define __HIGHU(i) ((unsigned)__a[i] * __b[i]) >> 16
__EACH2(_mm_mulhi_epi16, __m128i, __v8hi, __v8hi, __LANES8, __HIGH)
__EACH2(_mm_mulhi_epu16, __m128i, __v8hu, __v8hu, __LANES8, __HIGHU)
#define __SUM(i) (unsigned)(__a[2 * i] * __b[2 * i]) + (unsigned)(__a[2 * i + 1] * __b[2 * i + 1])
__EACH2(_mm_madd_epi16, __m128i, __v8hi, __v4su, __LANES4, __SUM)
#define __EVEN(i) (unsigned long long)__a[2 * i] * __b[2 * i]
__EACH2(_mm_mul_epu32, __m128i, __v4su, __v2du, __LANES2, __EVEN)
#define __AWAY(i) (__a[i] > __b[i] ? __a[i] - __b[i] : __b[i] - __a[i])
__SIMD __m128i _mm_sad_epu8(__m128i __x, __m128i __y) {
	__v16qu __a = (__v16qu)__x, __b = (__v16qu)__y;
	return (__m128i){ __AWAY(0) + __AWAY(1) + __AWAY(2) + __AWAY(3) + __AWAY(4) + __AWAY(5) + __AWAY(6) + __AWAY(7),
		__AWAY(8) + __AWAY(9) + __AWAY(10) + __AWAY(11) + __AWAY(12) + __AWAY(13) + __AWAY(14) + __AWAY(15) };
}

/* Shifts by a count that is the same for all elements; one that is too large leaves 0, or the sign. */
#define __SHIFTS(by, all, bits, v, op) \
	__SIMD __m128i by(__m128i __a, int __n) { return (__m128i)(((v)__a op ((unsigned)__n < bits ? __n : 0)) & -((unsigned)__n < bits)); } \
	__SIMD __m128i all(__m128i __a, __m128i __n) { unsigned long long __c = __n[0]; return (__m128i)(((v)__a op (__c < bits ? (int)__c : 0)) & -(__c < bits)); }
#define __SHIFTS_SIGN(by, all, bits, v) \
	__SIMD __m128i by(__m128i __a, int __n) { return (__m128i)((v)__a >> ((unsigned)__n < bits ? __n : bits - 1)); } \
	__SIMD __m128i all(__m128i __a, __m128i __n) { return (__m128i)((v)__a >> ((unsigned long long)__n[0] < bits ? (int)__n[0] : bits - 1)); }
__SHIFTS(_mm_slli_epi16, _mm_sll_epi16, 16, __v8hu, <<)
__SHIFTS(_mm_slli_epi32, _mm_sll_epi32, 32, __v4su, <<)
__SHIFTS(_mm_slli_epi64, _mm_sll_epi64, 64, __v2du, <<)
__SHIFTS(_mm_srli_epi16, _mm_srl_epi16, 16, __v8hu, >>)
__SHIFTS(_mm_srli_epi32, _mm_srl_epi32, 32, __v4su, >>)
__SHIFTS(_mm_srli_epi64, _mm_srl_epi64, 64, __v2du, >>)
__SHIFTS_SIGN(_mm_srai_epi16, _mm_sra_epi16, 16, __v8hi)
__SHIFTS_SIGN(_mm_srai_epi32, _mm_sra_epi32, 32, __v4si)
/* Of all bytes, by a constant: byte i of the result is one of 16 zeros and 16 bytes. */
#define __UPWARDS(i, n, m) (((n) & 255) > i ? 0 : 16 + i - ((n) & 255))
#define __DOWNWARDS(i, n, m) (((n) & 255) + i > 15 ? 16 : ((n) & 255) + i)
#define _mm_slli_si128(a, n) __CHOOSE(__m128i, __v16qi, ((__m128i){ 0, 0 }), a, __PICK16(__UPWARDS, n, 0))
#define _mm_srli_si128(a, n) __CHOOSE(__m128i, __v16qi, a, ((__m128i){ 0, 0 }), __PICK16(__DOWNWARDS, n, 0))
#define _mm_bslli_si128(a, n) _mm_slli_si128(a, n)
#define _mm_bsrli_si128(a, n) _mm_srli_si128(a, n)

/* Rearranging. */
#define __LOW8(i) __CLAMP(__a[i], -128, 127)
#define __LOW8B(i) __CLAMP(__b[i], -128, 127)
#define __LOWU8(i) __CLAMP(__a[i], 0, 255)
#define __LOWU8B(i) __CLAMP(__b[i], 0, 255)
#define __LOW16(i) __CLAMP(__a[i], -32768, 32767)
#define __LOW16B(i) __CLAMP(__b[i], -32768, 32767)
__SIMD __m128i _mm_packs_epi16(__m128i __x, __m128i __y) {
	__v8hi __a = (__v8hi)__x, __b = (__v8hi)__y;
	return (__m128i)(__v16qs){ __LANES8(__LOW8), __LANES8(__LOW8B) };
}
__SIMD __m128i _mm_packus_epi16(__m128i __x, __m128i __y) {
	__v8hi __a = (__v8hi)__x, __b = (__v8hi)__y;
	return (__m128i)(__v16qu){ __LANES8(__LOWU8), __LANES8(__LOWU8B) };
}
__SIMD __m128i _mm_packs_epi32(__m128i __x, __m128i __y) {
	__v4si __a = (__v4si)__x, __b = (__v4si)__y;
	return (__m128i)(__v8hi){ __LANES4(__LOW16), __LANES4(__LOW16B) };
}
__SIMD __m128i _mm_unpacklo_epi8(__m128i __a, __m128i __b) { return __CHOOSE(__m128i, __v16qi, __a, __b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23); }
__SIMD __m128i _mm_unpackhi_epi8(__m128i __a, __m128i __b) { return __CHOOSE(__m128i, __v16qi, __a, __b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31); }
__SIMD __m128i _mm_unpacklo_epi16(__m128i __a, __m128i __b) { return __CHOOSE(__m128i, __v8hi, __a, __b, 0, 8, 1, 9, 2, 10, 3, 11); }
__SIMD __m128i _mm_unpackhi_epi16(__m128i __a, __m128i __b) { return __CHOOSE(__m128i, __v8hi, __a, __b, 4, 12, 5, 13, 6, 14, 7, 15); }
__SIMD __m128i _mm_unpacklo_epi32(__m128i __a, __m128i __b) { return __CHOOSE(__m128i, __v4si, __a, __b, 0, 4, 1, 5); }
__SIMD __m128i _mm_unpackhi_epi32(__m128i __a, __m128i __b) { return __CHOOSE(__m128i, __v4si, __a, __b, 2, 6, 3, 7); }
__SIMD __m128i _mm_unpacklo_epi64(__m128i __a, __m128i __b) { return (__m128i){ __a[0], __b[0] }; }
__SIMD __m128i _mm_unpackhi_epi64(__m128i __a, __m128i __b) { return (__m128i){ __a[1], __b[1] }; }
#define __OF4(n, from) from + ((n) & 3), from + ((n) >> 2 & 3), from + ((n) >> 4 & 3), from + ((n) >> 6 & 3)
#define _mm_shuffle_epi32(a, n) __CHOOSE(__m128i, __v4si, a, ((__m128i){ 0, 0 }), __OF4(n, 0))
#define _mm_shufflelo_epi16(a, n) __CHOOSE(__m128i, __v8hi, a, ((__m128i){ 0, 0 }), __OF4(n, 0), 4, 5, 6, 7)
#define _mm_shufflehi_epi16(a, n) __CHOOSE(__m128i, __v8hi, a, ((__m128i){ 0, 0 }), 0, 1, 2, 3, __OF4(n, 4))
__EXTRACT(_mm_extract_epi16, int, unsigned short, 16)
__INSERT(_mm_insert_epi16, int, 16)
#define __SIGN(i) (__a[i] < 0) << i
__SIMD int _mm_movemask_epi8(__m128i __x) {
	__v16qs __a = (__v16qs)__x;
	return __SIGN(0) | __SIGN(1) | __SIGN(2) | __SIGN(3) | __SIGN(4) | __SIGN(5) | __SIGN(6) | __SIGN(7)
		| __SIGN(8) | __SIGN(9) | __SIGN(10) | __SIGN(11) | __SIGN(12) | __SIGN(13) | __SIGN(14) | __SIGN(15);
}

__SIMD void _mm_clflush(const void *__p) { (void)__p; }
__SIMD void _mm_lfence(void) {}
__SIMD void _mm_mfence(void) {}
#endif
