/* SSE3 */
#ifndef _PMMINTRIN_H_INCLUDED
#define _PMMINTRIN_H_INCLUDED
#include <emmintrin.h>
#pragma culprit

__SIMD __m128 _mm_addsub_ps(__m128 __a, __m128 __b) { return (__m128){ __a[0] - __b[0], __a[1] + __b[1], __a[2] - __b[2], __a[3] + __b[3] }; }
__SIMD __m128d _mm_addsub_pd(__m128d __a, __m128d __b) { return (__m128d){ __a[0] - __b[0], __a[1] + __b[1] }; }
__SIMD __m128 _mm_hadd_ps(__m128 __a, __m128 __b) { return (__m128){ __a[0] + __a[1], __a[2] + __a[3], __b[0] + __b[1], __b[2] + __b[3] }; }
__SIMD __m128 _mm_hsub_ps(__m128 __a, __m128 __b) { return (__m128){ __a[0] - __a[1], __a[2] - __a[3], __b[0] - __b[1], __b[2] - __b[3] }; }
__SIMD __m128d _mm_hadd_pd(__m128d __a, __m128d __b) { return (__m128d){ __a[0] + __a[1], __b[0] + __b[1] }; }
__SIMD __m128d _mm_hsub_pd(__m128d __a, __m128d __b) { return (__m128d){ __a[0] - __a[1], __b[0] - __b[1] }; }
__SIMD __m128 _mm_movehdup_ps(__m128 __a) { return (__m128){ __a[1], __a[1], __a[3], __a[3] }; }
__SIMD __m128 _mm_moveldup_ps(__m128 __a) { return (__m128){ __a[0], __a[0], __a[2], __a[2] }; }
__SIMD __m128d _mm_movedup_pd(__m128d __a) { return (__m128d){ __a[0], __a[0] }; }
__SIMD __m128d _mm_loaddup_pd(const double *__p) { return (__m128d){ *__p, *__p }; }
__SIMD __m128i _mm_lddqu_si128(const __m128i_u *__p) { return *__p; }
#endif
