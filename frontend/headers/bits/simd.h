/* Vector types of x86, and the forms of their functions: C text that computes
   element by element. A unit is parsed with those that it mentions. Arguments that
   have to be constants are those of macros, so that they are constants here, too. */
#ifndef _BITS_SIMD_H
#define _BITS_SIMD_H

typedef float __m128 __attribute__((__vector_size__(16), __may_alias__));
typedef double __m128d __attribute__((__vector_size__(16), __may_alias__));
typedef long long __m128i __attribute__((__vector_size__(16), __may_alias__));
typedef float __m128_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef double __m128d_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef long long __m128i_u __attribute__((__vector_size__(16), __may_alias__, __aligned__(1)));
typedef float __m256 __attribute__((__vector_size__(32), __may_alias__));
typedef double __m256d __attribute__((__vector_size__(32), __may_alias__));
typedef long long __m256i __attribute__((__vector_size__(32), __may_alias__));
typedef float __m256_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef double __m256d_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));
typedef long long __m256i_u __attribute__((__vector_size__(32), __may_alias__, __aligned__(1)));

typedef char __v16qi __attribute__((__vector_size__(16)));
typedef signed char __v16qs __attribute__((__vector_size__(16)));
typedef unsigned char __v16qu __attribute__((__vector_size__(16)));
typedef short __v8hi __attribute__((__vector_size__(16)));
typedef unsigned short __v8hu __attribute__((__vector_size__(16)));
typedef int __v4si __attribute__((__vector_size__(16)));
typedef unsigned __v4su __attribute__((__vector_size__(16)));
typedef long long __v2di __attribute__((__vector_size__(16)));
typedef unsigned long long __v2du __attribute__((__vector_size__(16)));
typedef float __v4sf __attribute__((__vector_size__(16)));
typedef double __v2df __attribute__((__vector_size__(16)));
typedef char __v32qi __attribute__((__vector_size__(32)));
typedef signed char __v32qs __attribute__((__vector_size__(32)));
typedef unsigned char __v32qu __attribute__((__vector_size__(32)));
typedef short __v16hi __attribute__((__vector_size__(32)));
typedef unsigned short __v16hu __attribute__((__vector_size__(32)));
typedef int __v8si __attribute__((__vector_size__(32)));
typedef unsigned __v8su __attribute__((__vector_size__(32)));
typedef long long __v4di __attribute__((__vector_size__(32)));
typedef unsigned long long __v4du __attribute__((__vector_size__(32)));
typedef float __v8sf __attribute__((__vector_size__(32)));
typedef double __v4df __attribute__((__vector_size__(32)));

/* Memory that is read as these types, wherever it lies. */
typedef short __short_u __attribute__((__may_alias__, __aligned__(1)));
typedef int __int_u __attribute__((__may_alias__, __aligned__(1)));
typedef long long __long_u __attribute__((__may_alias__, __aligned__(1)));

/* Lists of f(0), f(1), ... */
#define __LANES2(f) f(0), f(1)
#define __LANES4(f) f(0), f(1), f(2), f(3)
#define __LANES8(f) __LANES4(f), f(4), f(5), f(6), f(7)
#define __LANES16(f) __LANES8(f), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)
/* The same with more arguments, f(i, n, m). */
#define __PICK2(f, n, m) f(0, n, m), f(1, n, m)
#define __PICK4(f, n, m) __PICK2(f, n, m), f(2, n, m), f(3, n, m)
#define __PICK8(f, n, m) __PICK4(f, n, m), f(4, n, m), f(5, n, m), f(6, n, m), f(7, n, m)
#define __PICK16(f, n, m) __PICK8(f, n, m), f(8, n, m), f(9, n, m), f(10, n, m), f(11, n, m), f(12, n, m), f(13, n, m), f(14, n, m), f(15, n, m)

#define __SIMD static __inline
/* r name(r, r) by an operator on vectors v */
#define __OPERATOR(name, r, v, op) __SIMD r name(r __x, r __y) { return (r)((v)__x op (v)__y); }
/* r name(p), r name(r, r) by the list of elements, which are f(i) of vectors a and b of type v */
#define __EACH1(name, r, p, v, out, list, f) __SIMD r name(p __x) { v __a = (v)__x; return (r)(out){ list(f) }; }
#define __EACH2(name, r, v, out, list, f) __SIMD r name(r __x, r __y) { v __a = (v)__x, __b = (v)__y; return (r)(out){ list(f) }; }
/* r name(r, r): the first element is e, the others are those of a */
#define __FIRST(name, r, e) __SIMD r name(r __a, r __b) { __a[0] = (e); return __a; }
/* Chooses elements of two vectors of type v by a list of constants. */
#define __CHOOSE(r, v, a, b, ...) ((r)__builtin_shufflevector((v)(r)(a), (v)(r)(b), __VA_ARGS__))

/* r name(r, n): element n, and the vector with another one; the others stay */
#define __EXTRACT(name, t, u, bits) __SIMD t name(__m128i __a, int __n) { \
	return (u)((unsigned long long)(__n & 64 / bits ? __a[1] : __a[0]) >> bits * (__n & (64 / bits - 1))); }
#define __INSERT(name, t, bits) __SIMD __m128i name(__m128i __a, t __x, int __n) { \
	int __at = bits * (__n & (64 / bits - 1)); \
	unsigned long long __mask = ~0ULL >> (64 - bits) << __at, __new = (unsigned long long)__x << __at & __mask; \
	return (__m128i){ __n & 64 / bits ? __a[0] : __a[0] & ~__mask | __new, __n & 64 / bits ? __a[1] & ~__mask | __new : __a[1] }; }

/* Any value. */
#define __ANY(t) ((t)(__v4si){ __culprit_any(), __culprit_any(), __culprit_any(), __culprit_any() })

#define __CLAMP(x, low, high) ((x) < (low) ? (low) : (x) > (high) ? (high) : (x))
#define __LEAST(i) (__a[i] < __b[i] ? __a[i] : __b[i])
#define __GREATEST(i) (__a[i] > __b[i] ? __a[i] : __b[i])

#define __ELEMENT(i) __a[i]

#pragma culprit
#define __ROOT(i) __simd_sqrt(__a[i])
#define __ROOTF(i) __simd_sqrtf(__a[i])

/* The integer at x by the rounding mode, to the nearest one, and as an int; what does not fit is the least. */
__SIMD double __simd_rint(double __x) {
	double __big = __builtin_copysign(0x1p52, __x);
	return __builtin_fabs(__x) < 0x1p52 ? __builtin_copysign(__x + __big - __big, __x) : __x;
}
__SIMD double __simd_nearest(double __x) {
	double __f = __builtin_floor(__x), __d = __x - __f, __h = __f * 0.5;
	if (!(__builtin_fabs(__x) < 0x1p52)) return __x;
	if (__d > 0.5 || __d == 0.5 && __builtin_floor(__h) != __h) __f = __f + 1;
	return __builtin_copysign(__f, __x);
}
__SIMD int __simd_int(double __x) { return __x > -0x1p31 - 1 && __x < 0x1p31 ? (int)__x : -0x7fffffff - 1; }
__SIMD long long __simd_long(double __x) { return __x >= -0x1p63 && __x < 0x1p63 ? (long long)__x : -0x7fffffffffffffffLL - 1; }
__SIMD double __simd_sqrt(double __x) { return __x < 0 ? __builtin_nan("") : __builtin_sqrt(__x); }
__SIMD float __simd_sqrtf(float __x) { return __x < 0 ? __builtin_nanf("") : __builtin_sqrtf(__x); }

#endif
