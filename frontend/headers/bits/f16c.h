/* F16C: numbers of 16 bits, 5 of them for the exponent */
#ifndef _BITS_F16C_H
#define _BITS_F16C_H
#include <bits/avx.h>
#pragma culprit
__SIMD float __half_value(unsigned __x) {
	unsigned __sign = __x >> 15 & 1, __e = __x >> 10 & 31, __m = __x & 1023;
	float __small = (__sign ? -0x1p-24f : 0x1p-24f) * (float)__m;
	return !__e ? __small : __culprit_bits_floatf(__sign << 31 | (__e == 31 ? 255 : __e + 112) << 23 | (__e == 31 && __m ? 512 | __m : __m) << 13);
}
__SIMD double __half_round(double __x, int __mode) {
	return __mode & 4 ? __simd_rint(__x) : !(__mode & 3) ? __simd_nearest(__x) : (__mode & 3) == 1 ? __builtin_floor(__x) : (__mode & 3) == 2 ? __builtin_ceil(__x) : __builtin_trunc(__x);
}
/* The number in units of its last place is rounded; what is too large is as if three quarters were rounded. */
__SIMD unsigned __half_bits(float __x, int __mode) {
	unsigned __b = __culprit_bitsf(__x), __sign = __b >> 16 & 0x8000, __r;
	int __e = (int)(__b >> 23 & 255) - 127;
	double __units;
	if (__e == 128)
		return __sign | 0x7c00 | (__b & 0x7fffff ? 0x200 | __b >> 13 & 0x3ff : 0);
	__e = __e < -14 ? -14 : __e;
	__units = __half_round(__x * __culprit_bits_float((unsigned long long)(1033 - __e) << 52), __mode);
	__r = (__e + 14 << 10) + (int)__builtin_fabs(__units);
	if (__e > 15 || __r >= 0x7c00)
		__r = __half_round(__x < 0 ? -0.75 : 0.75, __mode) != 0 ? 0x7c00 : 0x7bff;
	return __sign | __r;
}
#define __VALUE(i) __half_value(__a[i])
#define __BITS(i) __half_bits(__a[i], __n)
__SIMD float _cvtsh_ss(unsigned short __x) { return __half_value(__x); }
__SIMD unsigned short _cvtss_sh(float __x, int __n) { return __half_bits(__x, __n); }
__EACH1(_mm_cvtph_ps, __m128, __m128i, __v8hu, __v4sf, __LANES4, __VALUE)
__SIMD __m256 _mm256_cvtph_ps(__m128i __x) { __v8hu __a = (__v8hu)__x; return (__m256){ __LANES8(__VALUE) }; }
__SIMD __m128i _mm_cvtps_ph(__m128 __a, int __n) { return (__m128i)(__v8hu){ __LANES4(__BITS), 0, 0, 0, 0 }; }
__SIMD __m128i _mm256_cvtps_ph(__m256 __a, int __n) { return (__m128i)(__v8hu){ __LANES8(__BITS) }; }
#endif
