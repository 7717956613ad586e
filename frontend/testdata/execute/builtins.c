/* Builtins of gcc: bits, overflow, floating numbers, the place of a call. */
#include <stdio.h>
#include <string.h>
#include <math.h>
typedef unsigned long long u64;
struct S { int a; };
union U { int a; };
enum E { A };
static const unsigned xs[] = { 0, 1, 2, 3, 0x80000000u, 0x7fffffff, 0xffffffffu, 0x12345678, 0xff00, 0x10000, 0xfffe0000u };
static const u64 ys[] = { 0, 1, 0x8000000000000000u, 0x7fffffffffffffffu, ~0ull, 0x123456789abcdef0u, 0xffff0000u, 0x100000000u, 0xfffffffe00000000u };
static void bits(void)
{
	unsigned i;
	for (i = 0; i < sizeof xs / sizeof *xs; i++) {
		unsigned x = xs[i];
		if (x)
			printf("%d %d ", __builtin_clz(x), __builtin_ctz(x));
		printf("%d %d %d %d %x %x\n", __builtin_ffs(x), __builtin_popcount(x), __builtin_parity(x), __builtin_clrsb(x),
			__builtin_bswap32(x), __builtin_bswap16(x));
	}
	for (i = 0; i < sizeof ys / sizeof *ys; i++) {
		u64 y = ys[i];
		if (y)
			printf("%d %d ", __builtin_clzll(y), __builtin_ctzll(y));
		printf("%d %d %d %d %llx\n", __builtin_ffsll(y), __builtin_popcountll(y), __builtin_parityll(y), __builtin_clrsbll(y), (u64)__builtin_bswap64(y));
	}
}
#define BITS(e, T) { T d = e; u64 u = 0; memcpy(&u, &d, sizeof d); printf("%llx\n", u); }
static void reals(void)
{
	double d = -0.0;
	BITS(__builtin_nan(""), double)
	BITS(__builtin_nan("0x123"), double)
	BITS(__builtin_nan("010"), double)
	BITS(__builtin_nanf("12"), float)
	BITS(__builtin_huge_val(), double)
	printf("%g %g %g\n", __builtin_powi(1.5, 3), __builtin_powi(2, -2), __builtin_powif(3, 4));
	printf("%d %d %d %d\n", __builtin_iround(2.5), __builtin_ifloor(-1.5), __builtin_iceil(1.25), __builtin_irint(2.5));
	printf("%ld %ld %lld\n", __builtin_lfloor(-1.5), __builtin_lceil(1.25), __builtin_llfloor(1e12 + 0.5));
	printf("%d %d %d %d\n", __builtin_isinf_sign(-__builtin_inf()), __builtin_signbit(d) != 0, __builtin_isnormal(1e-310), __builtin_isfinite(d));
	printf("%d\n", __builtin_fpclassify(0, 1, 2, 3, 4, 1e-310));
	printf("%d %d\n", __builtin_isless(1.0, __builtin_nan("")), __builtin_isunordered(1.0, __builtin_nan("")));
	printf("%g %g\n", __builtin_nextafter(1, 2) - 1, __builtin_ldexp(0.75, 3));
	printf("%d %g\n", __builtin_ilogb(10.0), __builtin_copysign(3, d));
}
static void other(void)
{
	struct S s = { 1 };
	union U u = { 1 };
	enum E e = A;
	_Bool b = 0;
	char c = 0;
	int a[3], *p = __builtin_assume_aligned(a, 4);
	printf("%d %d %d %d %d %d %d %d %d\n", __builtin_classify_type(s), __builtin_classify_type(u), __builtin_classify_type(e),
		__builtin_classify_type(b), __builtin_classify_type(c), __builtin_classify_type(a), __builtin_classify_type(other),
		__builtin_classify_type(1.0f), __builtin_classify_type(&c));
	printf("%s %d %d\n", __builtin_FUNCTION(), __builtin_LINE(), __builtin_FILE()[0] != 0);
	p = __builtin_alloca_with_align(sizeof *p, 64);
	*p = __builtin_expect_with_probability(s.a, 1, 0.5);
	__builtin_prefetch(p, 1, 3);
	printf("%d\n", __builtin_return_address(0) != 0);
	printf("%d %d %d\n", *p, __builtin_constant_p(3 + 4), __builtin_choose_expr(1, 5, "no"));
	__builtin___clear_cache((char *)a, (char *)(a + 3));
	printf("%d\n", (int)__builtin_strnlen("abc", 2));
	char t[20];
	__builtin___strcpy_chk(t, "abc", 20);
	__builtin___strncat_chk(t, "defg", 2, 20);
	__builtin___sprintf_chk(t + 5, 0, 15, "%d", 42);
	__builtin___printf_chk(0, "%s %s\n", t, __builtin_rindex("a/b", '/'));
	__builtin___memset_chk(t, 'x', 2, 20);
	puts(t);
}
int main(void)
{
	bits();
	reals();
	other();
	return 0;
}
