/* SSE */
#ifndef _XMMINTRIN_H_INCLUDED
#define _XMMINTRIN_H_INCLUDED
#include <bits/simd.h>
#include <mmintrin.h>
#include <mm_malloc.h>

#define _MM_SHUFFLE(z, y, x, w) ((z) << 6 | (y) << 4 | (x) << 2 | (w))
enum _mm_hint { _MM_HINT_NTA, _MM_HINT_T2, _MM_HINT_T1, _MM_HINT_T0, _MM_HINT_ET1 = 6, _MM_HINT_ET0 };
#define _mm_prefetch(p, hint) ((void)(const void *)(p))

#pragma culprit

__OPERATOR(_mm_add_ps, __m128, __v4sf, +)
__OPERATOR(_mm_sub_ps, __m128, __v4sf, -)
__OPERATOR(_mm_mul_ps, __m128, __v4sf, *)
__OPERATOR(_mm_div_ps, __m128, __v4sf, /)
__EACH2(_mm_min_ps, __m128, __v4sf, __v4sf, __LANES4, __LEAST)
__EACH2(_mm_max_ps, __m128, __v4sf, __v4sf, __LANES4, __GREATEST)
__FIRST(_mm_add_ss, __m128, __a[0] + __b[0])
__FIRST(_mm_sub_ss, __m128, __a[0] - __b[0])
__FIRST(_mm_mul_ss, __m128, __a[0] * __b[0])
__FIRST(_mm_div_ss, __m128, __a[0] / __b[0])
__FIRST(_mm_min_ss, __m128, __LEAST(0))
__FIRST(_mm_max_ss, __m128, __GREATEST(0))
__EACH1(_mm_sqrt_ps, __m128, __m128, __v4sf, __v4sf, __LANES4, __ROOTF)
__SIMD __m128 _mm_sqrt_ss(__m128 __a) { __a[0] = __simd_sqrtf(__a[0]); return __a; }
/* Approximations, which differ between processors. */
#define _mm_rcp_ps(a) ((__m128)__builtin_ia32_rcpps(a))
#define _mm_rcp_ss(a) ((__m128)__builtin_ia32_rcpss(a))
#define _mm_rsqrt_ps(a) ((__m128)__builtin_ia32_rsqrtps(a))
#define _mm_rsqrt_ss(a) ((__m128)__builtin_ia32_rsqrtss(a))
__m128 __builtin_ia32_rcpps(__m128), __builtin_ia32_rcpss(__m128), __builtin_ia32_rsqrtps(__m128), __builtin_ia32_rsqrtss(__m128);

__OPERATOR(_mm_and_ps, __m128, __v4su, &)
__SIMD __m128 _mm_andnot_ps(__m128 __a, __m128 __b) { return (__m128)(~(__v4su)__a & (__v4su)__b); }
__OPERATOR(_mm_or_ps, __m128, __v4su, |)
__OPERATOR(_mm_xor_ps, __m128, __v4su, ^)

/* Comparisons of all elements and of the first: what is, and what is not. */
#define __COMPARES(all, first, r, v, x, op, y) \
	__SIMD r all(r __a, r __b) { return (r)((x) op (y)); } \
	__SIMD r first(r __a, r __b) { v __r = (v)__a, __c = (x) op (y); __r[0] = __c[0]; return (r)__r; }
#define __COMPARES_NOT(all, first, r, v, op) \
	__SIMD r all(r __a, r __b) { return (r)~(__a op __b); } \
	__SIMD r first(r __a, r __b) { v __r = (v)__a, __c = __a op __b; __r[0] = ~__c[0]; return (r)__r; }
#define __COMPARES_FIRST(name, r, op) __SIMD int name(r __a, r __b) { return __a[0] op __b[0]; }
/* Of numbers; compilers differ in what they make of a NaN. */
#define __COMPARES_NUMBERS(name, r, op) __SIMD int name(r __a, r __b) { \
	return __a[0] != __a[0] || __b[0] != __b[0] ? __builtin_ia32_comi() : __a[0] op __b[0]; }
int __builtin_ia32_comi(void);
__COMPARES(_mm_cmpeq_ps, _mm_cmpeq_ss, __m128, __v4si, __a, ==, __b)
__COMPARES(_mm_cmplt_ps, _mm_cmplt_ss, __m128, __v4si, __a, <, __b)
__COMPARES(_mm_cmple_ps, _mm_cmple_ss, __m128, __v4si, __a, <=, __b)
__COMPARES(_mm_cmpgt_ps, _mm_cmpgt_ss, __m128, __v4si, __a, >, __b)
__COMPARES(_mm_cmpge_ps, _mm_cmpge_ss, __m128, __v4si, __a, >=, __b)
__COMPARES(_mm_cmpneq_ps, _mm_cmpneq_ss, __m128, __v4si, __a, !=, __b)
__COMPARES(_mm_cmpord_ps, _mm_cmpord_ss, __m128, __v4si, __a == __a, &, __b == __b)
__COMPARES(_mm_cmpunord_ps, _mm_cmpunord_ss, __m128, __v4si, __a != __a, |, __b != __b)
__COMPARES_NOT(_mm_cmpnlt_ps, _mm_cmpnlt_ss, __m128, __v4si, <)
__COMPARES_NOT(_mm_cmpnle_ps, _mm_cmpnle_ss, __m128, __v4si, <=)
__COMPARES_NOT(_mm_cmpngt_ps, _mm_cmpngt_ss, __m128, __v4si, >)
__COMPARES_NOT(_mm_cmpnge_ps, _mm_cmpnge_ss, __m128, __v4si, >=)
__COMPARES_NUMBERS(_mm_comieq_ss, __m128, ==)
__COMPARES_NUMBERS(_mm_comilt_ss, __m128, <)
__COMPARES_NUMBERS(_mm_comile_ss, __m128, <=)
__COMPARES_FIRST(_mm_comigt_ss, __m128, >)
__COMPARES_FIRST(_mm_comige_ss, __m128, >=)
__COMPARES_NUMBERS(_mm_comineq_ss, __m128, !=)
__COMPARES_NUMBERS(_mm_ucomieq_ss, __m128, ==)
__COMPARES_NUMBERS(_mm_ucomilt_ss, __m128, <)
__COMPARES_NUMBERS(_mm_ucomile_ss, __m128, <=)
__COMPARES_FIRST(_mm_ucomigt_ss, __m128, >)
__COMPARES_FIRST(_mm_ucomige_ss, __m128, >=)
__COMPARES_NUMBERS(_mm_ucomineq_ss, __m128, !=)

__SIMD int _mm_cvtss_si32(__m128 __a) { return __simd_int(__simd_rint(__a[0])); }
__SIMD int _mm_cvt_ss2si(__m128 __a) { return __simd_int(__simd_rint(__a[0])); }
__SIMD int _mm_cvttss_si32(__m128 __a) { return __simd_int(__a[0]); }
__SIMD int _mm_cvtt_ss2si(__m128 __a) { return __simd_int(__a[0]); }
__SIMD long long _mm_cvtss_si64(__m128 __a) { return __simd_long(__simd_rint(__a[0])); }
__SIMD long long _mm_cvttss_si64(__m128 __a) { return __simd_long(__a[0]); }
__SIMD long long _mm_cvtss_si64x(__m128 __a) { return __simd_long(__simd_rint(__a[0])); }
__SIMD long long _mm_cvttss_si64x(__m128 __a) { return __simd_long(__a[0]); }
__SIMD __m128 _mm_cvtsi32_ss(__m128 __a, int __b) { __a[0] = __b; return __a; }
__SIMD __m128 _mm_cvt_si2ss(__m128 __a, int __b) { __a[0] = __b; return __a; }
__SIMD __m128 _mm_cvtsi64_ss(__m128 __a, long long __b) { __a[0] = __b; return __a; }
__SIMD __m128 _mm_cvtsi64x_ss(__m128 __a, long long __b) { __a[0] = __b; return __a; }
__SIMD float _mm_cvtss_f32(__m128 __a) { return __a[0]; }

__SIMD __m128 _mm_setzero_ps(void) { return (__m128){ 0, 0, 0, 0 }; }
__SIMD __m128 _mm_undefined_ps(void) { return __ANY(__m128); }
__SIMD __m128 _mm_set_ss(float __x) { return (__m128){ __x, 0, 0, 0 }; }
__SIMD __m128 _mm_set1_ps(float __x) { return (__m128){ __x, __x, __x, __x }; }
__SIMD __m128 _mm_set_ps1(float __x) { return (__m128){ __x, __x, __x, __x }; }
__SIMD __m128 _mm_set_ps(float __d, float __c, float __b, float __a) { return (__m128){ __a, __b, __c, __d }; }
__SIMD __m128 _mm_setr_ps(float __a, float __b, float __c, float __d) { return (__m128){ __a, __b, __c, __d }; }
__SIMD __m128 _mm_load_ss(const float *__p) { return (__m128){ *__p, 0, 0, 0 }; }
__SIMD __m128 _mm_load1_ps(const float *__p) { return (__m128){ *__p, *__p, *__p, *__p }; }
__SIMD __m128 _mm_load_ps1(const float *__p) { return (__m128){ *__p, *__p, *__p, *__p }; }
__SIMD __m128 _mm_load_ps(const float *__p) { return *(const __m128 *)__p; }
__SIMD __m128 _mm_loadu_ps(const float *__p) { return *(const __m128_u *)__p; }
__SIMD __m128 _mm_loadr_ps(const float *__p) { __m128 __a = *(const __m128 *)__p; return (__m128){ __a[3], __a[2], __a[1], __a[0] }; }
__SIMD void _mm_store_ss(float *__p, __m128 __a) { *__p = __a[0]; }
__SIMD void _mm_store1_ps(float *__p, __m128 __a) { *(__m128 *)__p = (__m128){ __a[0], __a[0], __a[0], __a[0] }; }
__SIMD void _mm_store_ps1(float *__p, __m128 __a) { *(__m128 *)__p = (__m128){ __a[0], __a[0], __a[0], __a[0] }; }
__SIMD void _mm_store_ps(float *__p, __m128 __a) { *(__m128 *)__p = __a; }
__SIMD void _mm_storeu_ps(float *__p, __m128 __a) { *(__m128_u *)__p = __a; }
__SIMD void _mm_storer_ps(float *__p, __m128 __a) { *(__m128 *)__p = (__m128){ __a[3], __a[2], __a[1], __a[0] }; }
__SIMD void _mm_stream_ps(float *__p, __m128 __a) { *(__m128 *)__p = __a; }
__SIMD __m128 _mm_loadl_pi(__m128 __a, const __m64 *__p) { __v2di __r = (__v2di)__a; __r[0] = *(const __long_u *)__p; return (__m128)__r; }
__SIMD __m128 _mm_loadh_pi(__m128 __a, const __m64 *__p) { __v2di __r = (__v2di)__a; __r[1] = *(const __long_u *)__p; return (__m128)__r; }
__SIMD void _mm_storel_pi(__m64 *__p, __m128 __a) { __v2di __r = (__v2di)__a; *(__long_u *)__p = __r[0]; }
__SIMD void _mm_storeh_pi(__m64 *__p, __m128 __a) { __v2di __r = (__v2di)__a; *(__long_u *)__p = __r[1]; }
__SIMD __m128 _mm_move_ss(__m128 __a, __m128 __b) { __a[0] = __b[0]; return __a; }
__SIMD __m128 _mm_movehl_ps(__m128 __a, __m128 __b) { return (__m128){ __b[2], __b[3], __a[2], __a[3] }; }
__SIMD __m128 _mm_movelh_ps(__m128 __a, __m128 __b) { return (__m128){ __a[0], __a[1], __b[0], __b[1] }; }
__SIMD __m128 _mm_unpacklo_ps(__m128 __a, __m128 __b) { return (__m128){ __a[0], __b[0], __a[1], __b[1] }; }
__SIMD __m128 _mm_unpackhi_ps(__m128 __a, __m128 __b) { return (__m128){ __a[2], __b[2], __a[3], __b[3] }; }
#define __SHUFFLED(n) (n) & 3, (n) >> 2 & 3, 4 + ((n) >> 4 & 3), 4 + ((n) >> 6 & 3)
#define _mm_shuffle_ps(a, b, n) __CHOOSE(__m128, __v4sf, a, b, __SHUFFLED(n))
__SIMD int _mm_movemask_ps(__m128 __x) { __v4su __a = (__v4su)__x; return __a[0] >> 31 | __a[1] >> 31 << 1 | __a[2] >> 31 << 2 | __a[3] >> 31 << 3; }
#define _MM_TRANSPOSE4_PS(a, b, c, d) do { \
	__m128 __row0 = (a), __row1 = (b), __row2 = (c), __row3 = (d); \
	(a) = (__m128){ __row0[0], __row1[0], __row2[0], __row3[0] }; (b) = (__m128){ __row0[1], __row1[1], __row2[1], __row3[1] }; \
	(c) = (__m128){ __row0[2], __row1[2], __row2[2], __row3[2] }; (d) = (__m128){ __row0[3], __row1[3], __row2[3], __row3[3] }; } while (0)
__SIMD void _mm_sfence(void) {}
__SIMD void _mm_pause(void) {}

/* The register of modes: its flags are not kept. Another mode of rounding, numbers that
   count as 0, and traps are not described. */
#define _MM_EXCEPT_MASK 0x3f
#define _MM_EXCEPT_INVALID 1
#define _MM_EXCEPT_DENORM 2
#define _MM_EXCEPT_DIV_ZERO 4
#define _MM_EXCEPT_OVERFLOW 8
#define _MM_EXCEPT_UNDERFLOW 16
#define _MM_EXCEPT_INEXACT 32
#define _MM_MASK_MASK 0x1f80
#define _MM_MASK_INVALID 0x80
#define _MM_MASK_DENORM 0x100
#define _MM_MASK_DIV_ZERO 0x200
#define _MM_MASK_OVERFLOW 0x400
#define _MM_MASK_UNDERFLOW 0x800
#define _MM_MASK_INEXACT 0x1000
#define _MM_ROUND_MASK 0x6000
#define _MM_ROUND_NEAREST 0
#define _MM_ROUND_DOWN 0x2000
#define _MM_ROUND_UP 0x4000
#define _MM_ROUND_TOWARD_ZERO 0x6000
#define _MM_FLUSH_ZERO_MASK 0x8000
#define _MM_FLUSH_ZERO_ON 0x8000
#define _MM_FLUSH_ZERO_OFF 0
unsigned __builtin_ia32_stmxcsr(void);
static __inline unsigned _mm_getcsr(void) { return __builtin_ia32_stmxcsr(); }
static __inline void _mm_setcsr(unsigned __x) { if ((__x & ~0x3fU) != 0x1f80) __culprit_unknown(); }
#define _MM_GET_EXCEPTION_STATE() (_mm_getcsr() & _MM_EXCEPT_MASK)
#define _MM_GET_EXCEPTION_MASK() (_mm_getcsr() & _MM_MASK_MASK)
#define _MM_GET_ROUNDING_MODE() (_mm_getcsr() & _MM_ROUND_MASK)
#define _MM_GET_FLUSH_ZERO_MODE() (_mm_getcsr() & _MM_FLUSH_ZERO_MASK)
#define _MM_SET_EXCEPTION_STATE(x) _mm_setcsr(_mm_getcsr() & ~_MM_EXCEPT_MASK | (x))
#define _MM_SET_EXCEPTION_MASK(x) _mm_setcsr(_mm_getcsr() & ~_MM_MASK_MASK | (x))
#define _MM_SET_ROUNDING_MODE(x) _mm_setcsr(_mm_getcsr() & ~_MM_ROUND_MASK | (x))
#define _MM_SET_FLUSH_ZERO_MODE(x) _mm_setcsr(_mm_getcsr() & ~_MM_FLUSH_ZERO_MASK | (x))

#endif
