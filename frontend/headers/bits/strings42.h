/* SSE4.2: checksums, and the search in texts of up to 16 bytes. */
#ifndef _BITS_STRINGS42_H
#define _BITS_STRINGS42_H
#include <bits/simd.h>
#pragma culprit

__SIMD unsigned __simd_crc(unsigned __crc, unsigned long long __x, int __bits) {
	int __i, __k;
	for (__i = 0; __i < __bits; __i += 8) {
		__crc ^= __x >> __i & 255;
		for (__k = 0; __k < 8; __k++)
			__crc = __crc >> 1 ^ (0x82f63b78 & -(__crc & 1));
	}
	return __crc;
}
__SIMD unsigned _mm_crc32_u8(unsigned __crc, unsigned char __x) { return __simd_crc(__crc, __x, 8); }
__SIMD unsigned _mm_crc32_u16(unsigned __crc, unsigned short __x) { return __simd_crc(__crc, __x, 16); }
__SIMD unsigned _mm_crc32_u32(unsigned __crc, unsigned __x) { return __simd_crc(__crc, __x, 32); }
__SIMD unsigned long long _mm_crc32_u64(unsigned long long __crc, unsigned long long __x) { return __simd_crc(__crc, __x, 64); }

#define _SIDD_UBYTE_OPS 0
#define _SIDD_UWORD_OPS 1
#define _SIDD_SBYTE_OPS 2
#define _SIDD_SWORD_OPS 3
#define _SIDD_CMP_EQUAL_ANY 0
#define _SIDD_CMP_RANGES 4
#define _SIDD_CMP_EQUAL_EACH 8
#define _SIDD_CMP_EQUAL_ORDERED 12
#define _SIDD_POSITIVE_POLARITY 0
#define _SIDD_NEGATIVE_POLARITY 16
#define _SIDD_MASKED_POSITIVE_POLARITY 32
#define _SIDD_MASKED_NEGATIVE_POLARITY 48
#define _SIDD_LEAST_SIGNIFICANT 0
#define _SIDD_MOST_SIGNIFICANT 64
#define _SIDD_BIT_MASK 0
#define _SIDD_UNIT_MASK 64

/* A text: its elements, and how many there are in front of a 0 or of a length. */
struct __simd_text { int __e[16], __n; };
__SIMD void __simd_read(struct __simd_text *__t, __m128i __x, int __explicit, int __n, int __mode) {
	int __most = __mode & 1 ? 8 : 16, __i;
	unsigned char __bytes[16];
	*(__m128i_u *)__bytes = __x;
	for (__i = 0; __i < __most; __i++) {
		int __v = __mode & 1 ? __bytes[2 * __i] | __bytes[2 * __i + 1] << 8 : __bytes[__i];
		__t->__e[__i] = !(__mode & 2) ? __v : __mode & 1 ? (short)__v : (signed char)__v;
	}
	if (__explicit)
		__t->__n = __n < -__most || __n > __most ? __most : __n < 0 ? -__n : __n;
	else
		for (__t->__n = 0; __t->__n < __most && __t->__e[__t->__n]; __t->__n++);
}
/* The bits of the elements of b that a says something about. */
__SIMD int __simd_matches(const struct __simd_text *__a, const struct __simd_text *__b, int __mode) {
	int __most = __mode & 1 ? 8 : 16, __result = 0, __i, __k;
	for (__i = 0; __i < __most; __i++) {
		int __is = 0;
		switch (__mode >> 2 & 3) {
		case 0:
			for (__k = 0; __k < __a->__n; __k++)
				__is |= __i < __b->__n && __a->__e[__k] == __b->__e[__i];
			break;
		case 1:
			for (__k = 0; __k + 1 < __a->__n; __k += 2)
				__is |= __i < __b->__n && __a->__e[__k] <= __b->__e[__i] && __b->__e[__i] <= __a->__e[__k + 1];
			break;
		case 2:
			__is = __i < __a->__n && __i < __b->__n ? __a->__e[__i] == __b->__e[__i] : __i >= __a->__n && __i >= __b->__n;
			break;
		case 3:
			__is = 1;
			for (__k = 0; __k < __a->__n && __i + __k < __most; __k++)
				__is &= __i + __k < __b->__n && __a->__e[__k] == __b->__e[__i + __k];
		}
		if (__mode & 16 && (!(__mode & 32) || __i < __b->__n))
			__is = !__is;
		__result |= __is << __i;
	}
	return __result;
}
/* What the instructions compute: the index, the mask, the flags. */
__SIMD int __simd_found(int __bits, int __mode) {
	int __most = __mode & 1 ? 8 : 16, __i;
	if (__mode & 64) {
		for (__i = __most - 1; __i >= 0; __i--)
			if (__bits >> __i & 1)
				return __i;
	} else
		for (__i = 0; __i < __most; __i++)
			if (__bits >> __i & 1)
				return __i;
	return __most;
}
__SIMD __m128i __simd_mask(int __bits, int __mode) {
	unsigned char __bytes[16] = { 0 };
	int __i;
	if (!(__mode & 64))
		return (__m128i){ __bits, 0 };
	for (__i = 0; __i < 16; __i++)
		__bytes[__i] = -(__bits >> (__mode & 1 ? __i / 2 : __i) & 1);
	return *(__m128i_u *)__bytes;
}
#define __TEXTS(r, name, explicit, params, la, lb, e) __SIMD r name params { \
	struct __simd_text __s, __t; \
	__simd_read(&__s, __a, explicit, la, __mode); \
	__simd_read(&__t, __b, explicit, lb, __mode); \
	return e; }
#define __BOTH(r, explicit, implicit, e) \
	__TEXTS(r, explicit, 1, (__m128i __a, int __la, __m128i __b, int __lb, int __mode), __la, __lb, e) \
	__TEXTS(r, implicit, 0, (__m128i __a, __m128i __b, int __mode), 0, 0, e)
#define __MATCHES __simd_matches(&__s, &__t, __mode)
#define __WHOLE (__mode & 1 ? 8 : 16)
__BOTH(int, _mm_cmpestri, _mm_cmpistri, __simd_found(__MATCHES, __mode))
__BOTH(__m128i, _mm_cmpestrm, _mm_cmpistrm, __simd_mask(__MATCHES, __mode))
__BOTH(int, _mm_cmpestra, _mm_cmpistra, !__MATCHES && __t.__n == __WHOLE)
__BOTH(int, _mm_cmpestrc, _mm_cmpistrc, __MATCHES != 0)
__BOTH(int, _mm_cmpestro, _mm_cmpistro, __MATCHES & 1)
__BOTH(int, _mm_cmpestrs, _mm_cmpistrs, __s.__n < __WHOLE)
__BOTH(int, _mm_cmpestrz, _mm_cmpistrz, __t.__n < __WHOLE)
#endif
