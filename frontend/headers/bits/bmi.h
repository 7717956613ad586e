/* Bits: BMI, BMI2, LZCNT, ADX, and random numbers */
#ifndef _BITS_BMI_H
#define _BITS_BMI_H
#include <bits/simd.h>
#pragma culprit
#define __ON1(name, t, e) __SIMD t name(t __x) { return e; }
#define __ON2(name, t, u, e) __SIMD t name(t __x, u __y) { return e; }
#define __BELOW(t, n) (((t)1 << (n)) - 1)
__ON1(_blsi_u32, unsigned, __x & -__x)
__ON1(_blsr_u32, unsigned, __x & __x - 1)
__ON1(_blsmsk_u32, unsigned, __x ^ __x - 1)
__ON1(_tzcnt_u32, unsigned, __x ? __builtin_ctz(__x) : 32)
__ON2(_andn_u32, unsigned, unsigned, ~__x & __y)
__ON1(__blsi_u32, unsigned, __x & -__x)
__ON1(__blsr_u32, unsigned, __x & __x - 1)
__ON1(__blsmsk_u32, unsigned, __x ^ __x - 1)
__ON1(__tzcnt_u32, unsigned, __x ? __builtin_ctz(__x) : 32)
__ON2(__andn_u32, unsigned, unsigned, ~__x & __y)
__ON1(_lzcnt_u32, unsigned, __x ? __builtin_clz(__x) : 32)
__ON1(__lzcnt32, unsigned, __x ? __builtin_clz(__x) : 32)
__ON2(_bzhi_u32, unsigned, unsigned, (__y & 255) < 32 ? __x & __BELOW(unsigned, __y & 255) : __x)
__SIMD unsigned _bextr_u32(unsigned __x, unsigned __from, unsigned __n) {
	unsigned __s = (__from & 255) < 32 ? __x >> (__from & 255) : 0;
	return (__n & 255) < 32 ? __s & __BELOW(unsigned, __n & 255) : __s;
}
__SIMD unsigned __bextr_u32(unsigned __x, unsigned __c) { return _bextr_u32(__x, __c & 255, __c >> 8 & 255); }
__SIMD unsigned _pext_u32(unsigned __x, unsigned __m) {
	unsigned __r = 0;
	int __k = 0, __i;
	for (__i = 0; __i < 32; __i++)
		if (__m >> __i & 1)
			__r |= (__x >> __i & 1) << __k++;
	return __r;
}
__SIMD unsigned _pdep_u32(unsigned __x, unsigned __m) {
	unsigned __r = 0;
	int __k = 0, __i;
	for (__i = 0; __i < 32; __i++)
		if (__m >> __i & 1)
			__r |= (__x >> __k++ & 1) << __i;
	return __r;
}
__SIMD unsigned char _addcarry_u32(unsigned char __c, unsigned __x, unsigned __y, unsigned *__p) {
	unsigned __s = __x + __y, __r = __s + (__c != 0);
	*__p = __r;
	return __s < __x | __r < __s;
}
__SIMD unsigned char _addcarryx_u32(unsigned char __c, unsigned __x, unsigned __y, unsigned *__p) { return _addcarry_u32(__c, __x, __y, __p); }
__SIMD unsigned char _subborrow_u32(unsigned char __c, unsigned __x, unsigned __y, unsigned *__p) {
	unsigned __s = __x - __y;
	*__p = __s - (__c != 0);
	return __x < __y | __s < (__c != 0);
}
__ON1(_blsi_u64, unsigned long long, __x & -__x)
__ON1(_blsr_u64, unsigned long long, __x & __x - 1)
__ON1(_blsmsk_u64, unsigned long long, __x ^ __x - 1)
__ON1(_tzcnt_u64, unsigned long long, __x ? __builtin_ctzll(__x) : 64)
__ON2(_andn_u64, unsigned long long, unsigned long long, ~__x & __y)
__ON1(__blsi_u64, unsigned long long, __x & -__x)
__ON1(__blsr_u64, unsigned long long, __x & __x - 1)
__ON1(__blsmsk_u64, unsigned long long, __x ^ __x - 1)
__ON1(__tzcnt_u64, unsigned long long, __x ? __builtin_ctzll(__x) : 64)
__ON2(__andn_u64, unsigned long long, unsigned long long, ~__x & __y)
__ON1(_lzcnt_u64, unsigned long long, __x ? __builtin_clzll(__x) : 64)
__ON1(__lzcnt64, unsigned long long, __x ? __builtin_clzll(__x) : 64)
__ON2(_bzhi_u64, unsigned long long, unsigned, (__y & 255) < 64 ? __x & __BELOW(unsigned long long, __y & 255) : __x)
__SIMD unsigned long long _bextr_u64(unsigned long long __x, unsigned __from, unsigned __n) {
	unsigned long long __s = (__from & 255) < 64 ? __x >> (__from & 255) : 0;
	return (__n & 255) < 64 ? __s & __BELOW(unsigned long long, __n & 255) : __s;
}
__SIMD unsigned long long __bextr_u64(unsigned long long __x, unsigned long long __c) { return _bextr_u64(__x, __c & 255, __c >> 8 & 255); }
__SIMD unsigned long long _pext_u64(unsigned long long __x, unsigned long long __m) {
	unsigned long long __r = 0;
	int __k = 0, __i;
	for (__i = 0; __i < 64; __i++)
		if (__m >> __i & 1)
			__r |= (__x >> __i & 1) << __k++;
	return __r;
}
__SIMD unsigned long long _pdep_u64(unsigned long long __x, unsigned long long __m) {
	unsigned long long __r = 0;
	int __k = 0, __i;
	for (__i = 0; __i < 64; __i++)
		if (__m >> __i & 1)
			__r |= (__x >> __k++ & 1) << __i;
	return __r;
}
__SIMD unsigned char _addcarry_u64(unsigned char __c, unsigned long long __x, unsigned long long __y, unsigned long long *__p) {
	unsigned long long __s = __x + __y, __r = __s + (__c != 0);
	*__p = __r;
	return __s < __x | __r < __s;
}
__SIMD unsigned char _addcarryx_u64(unsigned char __c, unsigned long long __x, unsigned long long __y, unsigned long long *__p) { return _addcarry_u64(__c, __x, __y, __p); }
__SIMD unsigned char _subborrow_u64(unsigned char __c, unsigned long long __x, unsigned long long __y, unsigned long long *__p) {
	unsigned long long __s = __x - __y;
	*__p = __s - (__c != 0);
	return __x < __y | __s < (__c != 0);
}
__SIMD unsigned short __tzcnt_u16(unsigned short __x) { return __x ? __builtin_ctz(__x) : 16; }
__SIMD unsigned short __lzcnt16(unsigned short __x) { return __x ? __builtin_clz(__x) - 16 : 16; }
__SIMD unsigned long long _mulx_u64(unsigned long long __x, unsigned long long __y, unsigned long long *__high) {
	unsigned long long __a = __x >> 32, __b = __x & 0xffffffff, __c = __y >> 32, __d = __y & 0xffffffff;
	unsigned long long __m = __a * __d + (__b * __d >> 32), __n = __b * __c + (__m & 0xffffffff);
	*__high = __a * __c + (__m >> 32) + (__n >> 32);
	return __x * __y;
}
#ifndef __x86_64__
__SIMD unsigned _mulx_u32(unsigned __x, unsigned __y, unsigned *__high) { unsigned long long __r = (unsigned long long)__x * __y; *__high = __r >> 32; return __r; }
#endif

/* Any number, or none. */
unsigned long long __builtin_ia32_random(void);
#define __RANDOM(name, t) static __inline int name(t *__p) { int __is = __builtin_ia32_random() & 1; *__p = __is ? __builtin_ia32_random() : 0; return __is; }
__RANDOM(_rdrand16_step, unsigned short)
__RANDOM(_rdrand32_step, unsigned)
__RANDOM(_rdrand64_step, unsigned long long)
__RANDOM(_rdseed16_step, unsigned short)
__RANDOM(_rdseed32_step, unsigned)
__RANDOM(_rdseed64_step, unsigned long long)
#endif
