package main

import (
	"strings"
	"testing"

	"culprit/internal/rounds"
)

// TestLanguage: what C leaves undefined, or to the implementation, is an assumption
// in the answer or makes it UNKNOWN where the program rests on it, and is not
// mentioned where it does not.
func TestLanguage(t *testing.T) {
	for _, c := range rounds.Rows([]struct{ program, verdict, says string }{
		// Order.
		{`int main(void) { int i = 1; int k = i++ + i++; if (k != 3) reach_error(); }`, "TRUE", "an order for the effects in i++ + i++"},
		{`int main(void) { int i = 1, a[4] = {0}; a[i] = i++; if (a[0]) reach_error(); }`, "TRUE", "an order for the effects in a[i] = i++"},
		{`int main(void) { int i = 1; i = i++ + 1; if (!i) reach_error(); }`, "TRUE", "an order for the effects in i = i++ + 1"},
		{`int main(void) { int i = 1, j = 1; i = j++ + 1; if (i != 2) reach_error(); }`, "TRUE", ""},
		{`int main(void) { struct { int a, b; } s = {1, 2}; int k = s.a++ + s.b++; if (k != 3) reach_error(); }`, "TRUE", ""},
		{`int main(void) { int i = 0, a[] = {i++, i++}; if (a[1] < a[0]) reach_error(); }`, "TRUE", "initialisers are evaluated left to right"},

		// Calls.
		{`int half(long n) { return n == 4; } int main(void) { int (*f)(int) = (int (*)(int))half; if (!f(4)) reach_error(); }`, "UNKNOWN", "call through int (*)(int) of half, defined as int (long)"},
		{`void none(void) {} int main(void) { int (*f)(void) = (int (*)(void))none; if (f() > 3) reach_error(); }`, "UNKNOWN", "call through int (*)(void) of none, defined as void (void)"},
		{`float same(float x) { return x; } int main(void) { float (*f)() = (float (*)())same; if (f(1.0f) != 1) reach_error(); }`, "UNKNOWN", "call through float (*)() of same, defined as float (float)"},
		{`int old(c) short c; { return c; } int main(void) { int (*f)() = (int (*)())old; if (f(65537) != 1) reach_error(); }`, "TRUE", ""},
		{`int sign(unsigned u) { return u == 3; } int main(void) { int (*f)(int) = (int (*)(int))sign; if (!f(3)) reach_error(); }`, "TRUE", "no function is called through a pointer to another type: --property ub-call"},
		{`int g; _Noreturn void stop(void) { g = 1; } int main(void) { if (!g) stop(); if (!g) reach_error(); }`, "UNKNOWN", "return from stop, which is declared not to return"},
		{`_Noreturn void stop(void) { for (;;) ; } int g; int main(void) { if (g) stop(); if (g) reach_error(); }`, "TRUE", ""},
		{`extern int v; void f(void); int main(void) { int w = v; f(); if (v != w) reach_error(); }`, "TRUE", "assumed not to change global variables, as v"},
		{`int main(int argc, char **argv) { if (argc < 1) reach_error(); }`, "TRUE", "argc is at least 1"},
		{`int main(void) { int r = unheard(3); if (r != r) reach_error(); }`, "TRUE", "unheard is not declared: it is assumed to return int"},
		{`int main(void) { double d = nondet_double(); if (d != (int)d) reach_error(); }`, "TRUE", "nondet_double is not declared: it is assumed to return int"},
		{`int main(void) { double d = nondet_double(); if (d > 5.5 && d < 6.5) reach_error(); }`, "FALSE", "nondet_double is not declared: it is assumed to return int"},
		{`int main(void) { if (__VERIFIER_nondet() == 5) reach_error(); }`, "FALSE", "__VERIFIER_nondet is not declared: it is assumed to return int"},
		{`double nondet_double(void); int main(void) { double d = nondet_double(); if (d > 5.5 && d < 6.5) reach_error(); }`, "FALSE", ""},
		{`int main(void) { if (twice(3) != 6) reach_error(); } int twice(int x) { return 2 * x; }`, "TRUE", ""},

		// Types of conditional expressions, and exchanges.
		{`enum { Z }; int main(void) { int x, n = 1; void *p = &x; if (_Generic(n ? &x : p, int *: 1, void *: 0) || _Generic(n ? &x : (void *)(1 - 1), void *: 1, int *: 0) || _Generic(n ? (void *)Z : &x, void *: 1, int *: 0) || _Generic(n ? p : &x, int *: 1, void *: 0)) reach_error(); }`, "TRUE", ""},
		{"#include <stdatomic.h>\nint main(void) { atomic_int x = 5; int e = 5; if (!atomic_compare_exchange_weak(&x, &e, 9)) reach_error(); }", "TRUE", "assumes that a weak exchange does not fail"},
		{"#include <stdatomic.h>\nint main(void) { atomic_int x = 5; int e = 5; if (!atomic_compare_exchange_strong(&x, &e, 9) || x != 9) reach_error(); }", "TRUE", ""},

		// Types of accesses.
		{`int f(int *a, float *b) { *a = 1; *b = 0; return *a; } int x; int main(void) { if (f(&x, (float *)&x)) reach_error(); }`, "TRUE", "accessed both as int and as float"},
		{`int f(int *a, long *b) { *a = 1; *b = 0; return *a; } long x; int main(void) { void *p = &x; if (f(p, p)) reach_error(); }`, "TRUE", "accessed both as"},
		{`int f(int *a, float *b) { *a = 1; *b = 0; return *a; } int main(void) { void *p = malloc(4); if (f(p, p)) reach_error(); }`, "TRUE", "accessed both as"},
		{`int x = 1; int main(void) { if (*(unsigned *)&x != 1 || *(char *)&x != 1) reach_error(); }`, "TRUE", ""},
		{`struct b { int n; }; struct d { struct b b; int m; } x = {{1}, 2}; int main(void) { struct b *p = (struct b *)&x; if (p->n != 1 || ((struct d *)p)->m != 2) reach_error(); }`, "TRUE", ""},
		{`struct n { int v; struct n *next; }; int main(void) { struct n *p = malloc(sizeof *p); p->v = 1; p->next = 0; float *q = malloc(4); *q = 1; if (p->v != 1) reach_error(); }`, "TRUE", "is given out twice"},
		{`int f(int *restrict a, int *restrict b) { *a = 1; *b = 2; return *a; } int main(void) { int x; if (f(&x, &x) != 2) reach_error(); }`, "TRUE", "does not overlap, since one of them is restrict"},
		{`int f(int *restrict a, int *restrict b) { *a = 1; *b = 2; return *a; } int main(void) { int x, y; if (f(&x, &y) != 1) reach_error(); }`, "TRUE", ""},
		{`void set(int *p) { *p = 2; } int main(void) { const int x = 1; set((int *)&x); if (x != 2) reach_error(); }`, "TRUE", "x, which is const, is not changed"},
		{`int sum(const int *p) { return p[0] + p[1]; } int main(void) { const int x[2] = {1, 2}; int y[2] = {1, 2}; y[0] = 2; if (sum(x) != 3 || sum(y) != 4) reach_error(); }`, "TRUE", ""},
		{`int main(void) { union { int *p; unsigned long n; } u; int x; u.p = &x; if (u.n % 4096 == 8) reach_error(); }`, "UNKNOWN", ""},
		{`int main(void) { union { int *p; unsigned long n; } u; int x; u.n = 5; u.p = &x; if (u.n % 4096 == 8) reach_error(); }`, "TRUE", "no number is read from union"},
		{`int main(void) { _Bool b; memset(&b, 2, 1); if (!b) reach_error(); }`, "UNKNOWN", "a _Bool that is neither 0 nor 1"},
		{`int main(void) { union { _Bool b; char c; } u; u.c = 2; if (u.b + 1 > 2) reach_error(); }`, "UNKNOWN", "a _Bool that is neither 0 nor 1"},
		{`struct s { char name[8]; _Bool set; }; int main(void) { struct s s = {"", 1}, t; memcpy(&t, &s, sizeof s); strcpy(t.name, "x"); if (!t.set) reach_error(); }`, "TRUE", ""},
		{`struct s { char c; int i; }; int main(void) { struct s a = {1, 2}, b; memset(&b, 0, sizeof b); b.c = 1; b.i = 2; if (memcmp(&a, &b, sizeof a)) reach_error(); }`, "UNKNOWN", "bytes that get an unknown value"},
		{`struct s { int c : 3, i : 4; }; int main(void) { struct s a = {1, 2}, *p = &a; if (*(int *)p != 17) reach_error(); }`, "UNKNOWN", "bytes that get an unknown value"},
		{`struct s { char c; int i; }; struct s make(int n) { struct s s = {1, n}; return s; } int main(void) { struct s a = make(2), b, *p = &a; memset(&b, 0, sizeof b); b.c = 1; b.i = 2; if (memcmp(p, &b, sizeof a)) reach_error(); }`, "UNKNOWN", "bytes that get an unknown value"},
		{`struct s { char c; int i; }; int main(void) { struct s a[2] = {{1, 2}, {3, 4}}, *p = a + 1; if (p->c != 3 || p->i != 4 || p[-1].i != 2) reach_error(); }`, "TRUE", ""},
		{`union u { struct { int c : 3, i : 4; } s; int n; }; int f(int i) { union u u = {{1, i}}; return u.n; } int main(void) { if (f(2) != 17) reach_error(); }`, "UNKNOWN", "bytes that get an unknown value"},
		{`int main(void) { long double a = 1.5L, b = 1.5L; if (memcmp(&a, &b, sizeof a)) reach_error(); }`, "UNKNOWN", "bytes that get an unknown value"},
		{`static struct s { char c; int i; } a = {1, 2}; int main(void) { struct s b; memset(&b, 0, sizeof b); b.c = 1; b.i = 2; if (memcmp(&a, &b, sizeof a)) reach_error(); }`, "TRUE", ""},
		{`struct s { char c; int i; }; int main(void) { struct s a = {1}, b; memset(&b, 0, sizeof b); b.c = 1; if (memcmp(&a, &b, sizeof a)) reach_error(); }`, "TRUE", ""},
		{`struct s { const int a : 3; int b : 5; }; int main(void) { struct s x = {1, 2}; *(unsigned char *)&x = 0; if (x.b) reach_error(); }`, "TRUE", "x, which is const, is not changed"},

		// Claims.
		{`__attribute__((optimize("fast-math"))) int nan(double x) { return x != x; } int main(void) { volatile double z = 0; if (!nan(z / z)) reach_error(); }`, "TRUE", "nan is as its attribute optimize says"},
		{"#pragma GCC optimize(\"fast-math\")\nint main(void) { volatile double z = 0, n = z / z; if (n == n) reach_error(); }", "TRUE", "#pragma GCC optimize \"fast-math\" changes nothing"},
		{"#pragma GCC optimize(\"O3\")\nint main(void) { if (sizeof(char) != 1) reach_error(); }", "TRUE", ""},
		{`__attribute__((optimize("O2", 3))) int twice(int x) { return x + x; } int main(void) { if (twice(1) != 2) reach_error(); }`, "TRUE", ""},
		{`static int f(int x) { return __builtin_constant_p(x); } int main(void) { if (f(3)) reach_error(); }`, "TRUE", "__builtin_constant_p is 0"},
		{`int g = 1; __attribute__((const)) int f(int x) { return x + g; } int main(void) { int a = f(1); g = 5; if (a == f(1)) reach_error(); }`, "TRUE", "f is as its attribute const says"},
		{`const int t[2] = {1, 2}; __attribute__((const)) int f(int x) { int k[1] = {x}; return t[k[0] & 1]; } int main(void) { if (f(1) != 2) reach_error(); }`, "TRUE", ""},
		{`int g; __attribute__((pure)) int f(void) { return ++g; } int main(void) { if (f() == f()) reach_error(); }`, "TRUE", "f is as its attribute pure says"},
		{`__attribute__((nonnull)) int f(int *p) { return p ? 2 : 1; } int main(void) { if (f(0) != 1) reach_error(); }`, "TRUE", "f is as its attribute nonnull says"},
		{`__attribute__((nonnull(1))) int f(int *p, int *q) { return q ? *p : 1; } int main(void) { int x = 2; if (f(&x, 0) != 1) reach_error(); }`, "TRUE", ""},
		{`__attribute__((returns_nonnull)) int *f(int *p) { return p; } int main(void) { if (f(0)) reach_error(); }`, "TRUE", "f is as its attribute returns_nonnull says"},
		{`int x = 1; __attribute__((malloc)) int *f(void) { return &x; } int main(void) { *f() = 2; if (x != 2) reach_error(); }`, "TRUE", "f is as its attribute malloc says"},
		{`double d = 1e400; int main(void) { if (!(d > 1.7e308) || 1e39f < 3e38f) reach_error(); }`, "TRUE", ""},

		// Addresses, jumps and modes.
		{`int a[2], b[2]; int main(void) { if (a + 2 == b) reach_error(); }`, "UNKNOWN", ""},
		{`int a[2], b[2]; int sum(int *p, int *end) { int s = 0; while (p != end) s += *p++; return s; } int main(void) { b[1] = 1; if (sum(a, a + 2) + sum(b, b + 2) != 1) reach_error(); }`, "TRUE", ""},
		{`jmp_buf b; int main(void) { int x = 1; if (!setjmp(b)) { x = 2; longjmp(b, 1); } if (x != 2) reach_error(); }`, "TRUE", "x, which is not volatile, keeps its value"},
		{`jmp_buf a, b; void f(void) { longjmp(b, 1); } int main(void) { if (setjmp(a)) return 0; f(); reach_error(); }`, "UNKNOWN", "a buffer that setjmp has not set"},
		{`jmp_buf b; int main(void) { longjmp(b, 1); }`, "UNKNOWN", "a buffer that setjmp has not set"},
		{`jmp_buf b; int main(void) { volatile int x = 1; int y = 1; if (!setjmp(b)) { x = 2; longjmp(b, 1); } if (x + y != 3) reach_error(); }`, "TRUE", ""},
		{`double x = 1, y = 3; int main(void) { unsigned short w = 0xf7f; __asm__("fldcw %0" : : "m"(w)); double r = x / y; if (r != 1. / 3) reach_error(); }`, "UNKNOWN", "may change how floats are rounded"},

		// Vectors of x86.
		{"#include <emmintrin.h>\nint f(__m128i x) { return _mm_cvtsi128_si32(x); } int main(void) { __m128i x = {3, 4}; x = x + _mm_set1_epi64x(2); if (f(x) != 5 || x[1] != 6) reach_error(); }", "TRUE", ""},
		{"#include <xmmintrin.h>\nint main(void) { _mm_setcsr(0x9f80); if (1e-40f * 1 == 0) reach_error(); }", "UNKNOWN", "call of _mm_setcsr is not supported"},
		{"#include <xmmintrin.h>\nint main(void) { _mm_setcsr(0x1f80); if (1e-40f * 1 == 0) reach_error(); }", "TRUE", ""},
		{"#include <xmmintrin.h>\nint main(void) { if (_mm_getcsr() == 7) reach_error(); }", "UNKNOWN", "the result of __builtin_ia32_stmxcsr"},
		{"#include <xmmintrin.h>\nint main(void) { __m128 x = _mm_set1_ps(0.0f / 0.0f); if (_mm_comieq_ss(x, x)) reach_error(); }", "UNKNOWN", "the result of __builtin_ia32_comi"},
		{"#include <xmmintrin.h>\nint main(void) { if (_mm_cvtss_f32(_mm_rcp_ps(_mm_set1_ps(2))) > 0.6f) reach_error(); }", "UNKNOWN", "the result of __builtin_ia32_rcpps"},
		{"#include <emmintrin.h>\nint main(void) { __m128i x = _mm_undefined_si128(); if (_mm_cvtsi128_si32(x) == 77) reach_error(); }", "UNKNOWN", "the result of _mm_undefined_si128"},
		{"#include <emmintrin.h>\nint main(void) { __m128i x = _mm_setzero_si128(); x = _mm_made_up(x); if (_mm_cvtsi128_si32(x)) reach_error(); }", "UNKNOWN", "a.c:6:"},
		// State of the library that the program sees again, and functions that call back.
		{"extern char **environ; int main(void) { char *e[] = {\"A=1\", 0}; environ = e; if (!getenv(\"A\")) reach_error(); }", "UNKNOWN", "call of getenv, which reads what environ leads to, is not supported"},
		{"extern char **environ; int main(void) { if (environ && environ[0] && getenv(\"A\") == environ[0]) reach_error(); }", "UNKNOWN", ""},
		{"#include <locale.h>\n#include <ctype.h>\nint main(void) { uselocale(newlocale(LC_ALL_MASK, \"\", 0)); if (toupper(233) != 233) reach_error(); }", "UNKNOWN", "call of uselocale is not supported"},
		{"#include <ftw.h>\nint n; int f(const char *p, const struct stat *s, int k) { return n++; } int main(void) { ftw(\".\", f, 4); if (n) reach_error(); }", "UNKNOWN", "call of ftw, which may call f, is not supported"},
		{"int main(void) { int x = 0; __builtin_frobnicate(&x); if (x) reach_error(); }", "UNKNOWN", "call of __builtin_frobnicate, which may change"},
		{"int main(void) { int x = 0; __builtin_nontemporal_store(3, &x); if (__builtin_nontemporal_load(&x) != 3) reach_error(); }", "TRUE", ""},
		{"#include <cpuid.h>\nint main(void) { unsigned a, b, c = 0, d; if (__get_cpuid(1, &a, &b, &c, &d) && c & bit_AVX) reach_error(); }", "UNKNOWN", "the result of"},
	}) {
		src := "#include <stdlib.h>\n#include <string.h>\n#include <setjmp.h>\nextern void reach_error(void);\n" + c.program + "\n"
		out, _, _ := verify(t, folder(t, map[string]string{"a.c": src}), "--timeout=60s", "--effort=0", "a.c")
		verdict, _, _ := strings.Cut(out, " ")
		text := strings.Join(strings.Fields(out), " ")
		if verdict != c.verdict || !strings.Contains(text, c.says) || c.says == "" && verdict == "TRUE" && strings.Contains(text, "note:") {
			t.Errorf("%s\n%s", c.program, out)
		}
	}
}

// TestSameEverywhere: what these programs assert holds in both data models, as gcc
// has it.
func TestSameEverywhere(t *testing.T) {
	for _, program := range []string{
		`int f(int n) { x: n++; { __label__ x; goto x; x: n += 10; } if (n < 20) goto x; return n; } int main(void) { if (f(1) != 23) reach_error(); }`,
		`struct a { long long x, y; }; struct b { char c[3]; }; struct c { int x; char y; };
		int main(void) { if (_Alignof(_Atomic struct a) != 16 || _Alignof(_Atomic struct b) != 1 || _Alignof(_Atomic struct c) != 8 || _Alignof(struct c) != 4 || _Alignof(_Atomic(double)) != 8) reach_error(); }`,
		`struct s { char c; _Atomic long long q; } s; struct d { char c; _Atomic double d[2]; }; struct p { char c; _Atomic long long *p; }; typedef _Atomic long long t; struct a { char c; t q; };
		int main(void) { if (sizeof s != 16 || sizeof(struct d) != 24 || sizeof(struct p) != 2 * sizeof(long) || sizeof(struct a) != 16 || _Alignof(t) != 8) reach_error(); }`,
		`#include <stddef.h>
		int main(void) { if (_Alignof(max_align_t) != 16 || sizeof(max_align_t) != (sizeof(long) == 4 ? 48 : 32)) reach_error(); }`,
		`struct p { char c; int i __attribute__((packed)); }; struct b { unsigned x : sizeof(struct p), y : 3; }; enum { size = sizeof(struct p) };
		typedef char is5[sizeof(struct p) == 5 ? 1 : -1]; extern char some[1 - 2 * !(sizeof(struct p) == 5)];
		struct __attribute__((packed)) q { short s; char c, d; }; struct r { char c, d __attribute__((aligned(sizeof(struct q)))); };
		int main(void) { struct b b = {0}; b.x = 31; b.x++; (void)sizeof(char[sizeof(struct p) == 5 ? 1 : -1]); if (b.x || b.y || size != 5 || sizeof(is5) != 1 || sizeof(struct r) != 8 || sizeof(struct { int : -!!(sizeof(struct p) != 5); })) reach_error(); }`,
	} {
		for _, model := range []string{"ILP32", "LP64"} {
			out, _, _ := verify(t, folder(t, map[string]string{"a.c": "extern void reach_error(void);\n" + program + "\n"}), "--timeout=60s", "--effort=0", "--data-model="+model, "a.c")
			if !strings.HasPrefix(out, "TRUE") || strings.Contains(out, "note:") {
				t.Errorf("%s %s\n%s", model, program, out)
			}
		}
	}
}

// TestExtern: a function that the program does not define changes what it gets, or can
// name, with --extern any, and that it does not is an assumption without.
func TestExtern(t *testing.T) {
	for _, c := range []struct{ program, flags, verdict, says string }{
		{`static int x = 1; int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "TRUE", ""},
		{`static int x = 1; void set(void) { x = 2; } int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may call set,"},
		{`static int x = 1, *p = &x; void set(void) { *p = 2; } int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may call set,"},
		{`int next(void) { static int n; return n++; } int main(void) { int n = next(); outside(); if (next() != n + 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may call next,"},
		{`static int x = 1; int *at(void) { return &x; } int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may call at,"},
		{`static int x = 1; static int *const t[] = {&x}; struct s { int *const *t; }; struct s table(void) { struct s s = {t}; return s; } int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may call table,"},
		{`static int x = 1; static void set(void) { x = 2; } void (*setter(void))(void) { return set; } int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may call setter,"},
		{`static const int x = 1; const int *at(void) { return &x; } int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "TRUE", ""},
		{`static int x = 1; int *at(void) { return &x; } int main(void) { outside(); if (x != 1) reach_error(); }`, "value", "TRUE", "assumed not to call at"},
		{`static int x = 1; int *const at = &x; int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may change x,"},
		{`static int x = 1; static struct { int *p; } s = {&x}; const void *at[] = {&s}; int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may change x,"},
		{`static int x = 1; extern int y __attribute__((alias("x"))); int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may change x,"},
		{`static int x = 1; static void set(void) { x = 2; } const struct { void (*f)(void); } at = {set}; int main(void) { outside(); if (x != 1) reach_error(); }`, "any", "UNKNOWN", "call of outside, which may call set,"},
		{`static int x = 1; static void set(void) { x = 2; } static void (*const at)(void) = set; int main(void) { outside(); if (x != 1) at(); if (x != 1) reach_error(); }`, "any", "TRUE", ""},
		{`static int x = 1; int *at = &x; int main(void) { outside(); if (x != 1) reach_error(); }`, "value", "TRUE", "assumed not to change global variables, as x"},
		{`int twice(int x) { x *= 2; return x; } int main(void) { outside(); if (twice(1) != 2) reach_error(); }`, "any", "TRUE", ""},
		{`int main(void) { errno = 0; outside(); if (errno) reach_error(); }`, "any", "UNKNOWN", "unknown value"},
		{`int main(void) { outside(); if (isalpha(233)) reach_error(); }`, "any", "TRUE", "assumed to leave the C library as it is"},
		{`static int x = 1; void set(void) { x = 2; } int main(void) { outside(); if (x != 1) reach_error(); }`, "value", "TRUE", "assumed not to call set"},
		{`int main(void) { errno = 0; outside(); if (errno) reach_error(); }`, "value", "TRUE", "assumed to leave the C library as it is"},
	} {
		src := "#include <ctype.h>\n#include <errno.h>\nextern void reach_error(void), outside(void);\n" + c.program + "\n"
		out, _, _ := verify(t, folder(t, map[string]string{"extern.c": src}), "--timeout=60s", "--extern="+c.flags, "extern.c")
		verdict, _, _ := strings.Cut(out, " ")
		if verdict != c.verdict || !strings.Contains(strings.Join(strings.Fields(out), " "), c.says) || c.says == "" && strings.Contains(out, "assum") {
			t.Errorf("%s %s\n%s", c.flags, c.program, out)
		}
	}
}
