/* The type of MMX, and the functions that programs for SSE2 call. */
#ifndef _MMINTRIN_H
#define _MMINTRIN_H
typedef int __m64 __attribute__((__vector_size__(8), __may_alias__));
#pragma culprit
static __inline void _mm_empty(void) {}
static __inline void _m_empty(void) {}
static __inline __m64 _mm_setzero_si64(void) { return (__m64){ 0, 0 }; }
static __inline __m64 _mm_cvtsi64_m64(long long __x) { return (__m64)__x; }
static __inline long long _mm_cvtm64_si64(__m64 __x) { return (long long)__x; }
static __inline __m64 _mm_cvtsi32_si64(int __x) { return (__m64){ __x, 0 }; }
static __inline int _mm_cvtsi64_si32(__m64 __x) { return __x[0]; }
static __inline __m64 _mm_set_pi32(int __x, int __y) { return (__m64){ __y, __x }; }
#endif
