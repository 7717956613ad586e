int __culprit_lib_strcmp(const char *a, const char *b) {
	while (*a != 0 && *a == *b) { a++; b++; }
	return *(const unsigned char *)a - *(const unsigned char *)b;
}

int __culprit_lib_strncmp(const char *a, const char *b, __SIZE_TYPE__ n) {
	while (n > 0 && *a != 0 && *a == *b) { a++; b++; n--; }
	if (n == 0) return 0;
	return *(const unsigned char *)a - *(const unsigned char *)b;
}

int __culprit_lib_memcmp(const void *a, const void *b, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n) {
		if (((const unsigned char *)a)[i] != ((const unsigned char *)b)[i])
			return ((const unsigned char *)a)[i] - ((const unsigned char *)b)[i];
		i++;
	}
	return 0;
}

void *__culprit_lib_memchr(const void *s, int c, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n) { if (((const unsigned char *)s)[i] == (unsigned char)c) return (void *)((const char *)s + i); i++; }
	return 0;
}

/* ___str_decimal reads the decimal digits at p: it moves p behind them, sets
   any if there are some, v to their number, and over if that is more than most.
   Fewer than 20 digits are one question; only more than those are read in loops,
   and only where most may have 20 digits their value counts. */
#define __culprit_lib___str_decimal(p, v, any, over, most) do { \
	int n = __culprit_digits(p); \
	if (n == 20) { any = 1; while (*p == '0') p++; n = __culprit_digits(p); } \
	if (n == 20 && (most) <= 9999999999999999999ULL) { over = 1; while (*p >= '0' && *p <= '9') p++; } \
	else if (0 <= n && n < 20) { if (n > 0) { v = __culprit_number(p, n); any = 1; p += n; } over = v > (most); } \
	else while (*p >= '0' && *p <= '9') { \
		int d = *p - '0'; \
		if (v > (0xffffffffffffffffULL - d) / 10) over = 1; \
		v = v * 10 + d; \
		if (v > (most)) over = 1; \
		any = 1; p++; \
	} \
} while (0)

#define __culprit_lib___wcs_decimal(p, v, any, over, most) do { \
	while (*p >= '0' && *p <= '9') { \
		int d = *p - '0'; \
		if (v > (0xffffffffffffffffULL - d) / 10) over = 1; \
		v = v * 10 + d; \
		if (v > (most)) over = 1; \
		any = 1; p++; \
	} \
} while (0)

int __culprit_lib_atoi(const char *s) {
	unsigned long long v = 0; int neg = 0, any = 0, over = 0;
	while (*s == ' ' || *s >= 9 && *s <= 13) s++;
	if (*s == '-') { neg = 1; s++; } else if (*s == '+') s++;
	__culprit_lib___str_decimal(s, v, any, over, 2147483647ULL + neg);
	if (over) {
		__culprit_undefined(1, "a number that does not fit");
		__culprit_may_set_errno(34);
		return __culprit_any();
	}
	return (int)(neg ? -v : v);
}

long __culprit_lib_atol(const char *s) {
	unsigned long long v = 0; int neg = 0, any = 0, over = 0;
	while (*s == ' ' || *s >= 9 && *s <= 13) s++;
	if (*s == '-') { neg = 1; s++; } else if (*s == '+') s++;
	__culprit_lib___str_decimal(s, v, any, over, ((unsigned long)-1 >> 1) + 0ULL + neg);
	if (over) {
		__culprit_undefined(1, "a number that does not fit");
		__culprit_may_set_errno(34);
		return (long)((unsigned long long)__culprit_any() << 32 | (unsigned)__culprit_any());
	}
	return (long)(neg ? -v : v);
}

int __culprit_lib_abs(int x) { return x < 0 ? -x : x; }

long __culprit_lib_labs(long x) { return x < 0 ? -x : x; }

long long __culprit_lib_llabs(long long x) { return x < 0 ? -x : x; }

int __culprit_lib_isdigit(int c) { __culprit_character(c); return c >= '0' && c <= '9'; }

int __culprit_lib_isupper(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c >= 'A' && c <= 'Z') ? 256 : 0; }

int __culprit_lib_islower(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c >= 'a' && c <= 'z') ? 512 : 0; }

int __culprit_lib_isalpha(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') ? 1024 : 0; }

int __culprit_lib_isalnum(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z') ? 8 : 0; }

int __culprit_lib_isspace(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c == ' ' || c >= 9 && c <= 13) ? 8192 : 0; }

int __culprit_lib_isblank(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c == ' ' || c == 9) ? 1 : 0; }

int __culprit_lib_isprint(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c >= 32 && c <= 126) ? 16384 : 0; }

int __culprit_lib_isgraph(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c > 32 && c <= 126) ? 32768 : 0; }

int __culprit_lib_iscntrl(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c >= 0 && c < 32 || c == 127) ? 2 : 0; }

int __culprit_lib_ispunct(int c) { __culprit_character(c); return __culprit_local(c) ? __culprit_any() : (c > 32 && c <= 126 && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z')) ? 4 : 0; }

int __culprit_lib_isxdigit(int c) { __culprit_character(c); return (c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f') ? 4096 : 0; }

int __culprit_lib_tolower(int c) {
	__culprit_character(c);
	if (__culprit_local(c) || __culprit_locale() && (c | 32) == 'i') return __culprit_any(); /* Turkish has two */
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int __culprit_lib_toupper(int c) {
	__culprit_character(c);
	if (__culprit_local(c) || __culprit_locale() && (c | 32) == 'i') return __culprit_any(); /* Turkish has two */
	return c >= 'a' && c <= 'z' ? c - 32 : c;
}

int __culprit_lib_clz(unsigned x) {
	int n = (x <= 0xffff) << 4, k;
	x <<= n;
	k = (x <= 0xffffff) << 3; n += k; x <<= k;
	k = (x <= 0xfffffff) << 2; n += k; x <<= k;
	k = (x <= 0x3fffffff) << 1; n += k; x <<= k;
	return n + (x <= 0x7fffffff) + (x == 0);
}

int __culprit_lib_clzll(unsigned long long x) {
	int n = (x <= 0xffffffff) << 5, k;
	x <<= n;
	k = (x <= 0xffffffffffffull) << 4; n += k; x <<= k;
	k = (x <= 0xffffffffffffffull) << 3; n += k; x <<= k;
	k = (x <= 0xfffffffffffffffull) << 2; n += k; x <<= k;
	k = (x <= 0x3fffffffffffffffull) << 1; n += k; x <<= k;
	return n + (x <= 0x7fffffffffffffffull) + (x == 0);
}

int __culprit_lib_clzl(unsigned long x) { return __culprit_lib_clzll(x) - (64 - 8 * (int)sizeof(long)); }

int __culprit_lib_ctz(unsigned x) {
	int n = ((x & 0xffff) == 0) << 4, k;
	x >>= n;
	k = ((x & 0xff) == 0) << 3; n += k; x >>= k;
	k = ((x & 0xf) == 0) << 2; n += k; x >>= k;
	k = ((x & 3) == 0) << 1; n += k; x >>= k;
	return n + ((x & 1) == 0) + (x == 0);
}

int __culprit_lib_ctzll(unsigned long long x) {
	int n = ((x & 0xffffffff) == 0) << 5, k;
	x >>= n;
	k = ((x & 0xffff) == 0) << 4; n += k; x >>= k;
	k = ((x & 0xff) == 0) << 3; n += k; x >>= k;
	k = ((x & 0xf) == 0) << 2; n += k; x >>= k;
	k = ((x & 3) == 0) << 1; n += k; x >>= k;
	return n + ((x & 1) == 0) + (x == 0);
}

int __culprit_lib_ctzl(unsigned long x) { return sizeof(long) == 8 ? __culprit_lib_ctzll(x) : __culprit_lib_ctz(x); }

int __culprit_lib_ffs(int x) { return x == 0 ? 0 : __culprit_lib_ctz(x) + 1; }

int __culprit_lib_ffsl(long x) { return x == 0 ? 0 : __culprit_lib_ctzl(x) + 1; }

int __culprit_lib_ffsll(long long x) { return x == 0 ? 0 : __culprit_lib_ctzll(x) + 1; }

int __culprit_lib_popcount(unsigned x) {
	x -= x >> 1 & 0x55555555;
	x = (x & 0x33333333) + (x >> 2 & 0x33333333);
	x = x + (x >> 4) & 0xf0f0f0f;
	return x * 0x1010101u >> 24;
}

int __culprit_lib_popcountll(unsigned long long x) {
	x -= x >> 1 & 0x5555555555555555;
	x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
	x = x + (x >> 4) & 0xf0f0f0f0f0f0f0f;
	return x * 0x101010101010101u >> 56;
}

int __culprit_lib_popcountl(unsigned long x) { return __culprit_lib_popcountll(x); }

int __culprit_lib_parity(unsigned x) { x ^= x >> 16; x ^= x >> 8; x ^= x >> 4; x ^= x >> 2; return (x ^ x >> 1) & 1; }

int __culprit_lib_parityll(unsigned long long x) { return __culprit_lib_parity((unsigned)(x ^ x >> 32)); }

int __culprit_lib_parityl(unsigned long x) { return __culprit_lib_parityll(x); }

int __culprit_lib_clrsb(int x) { return __culprit_lib_clz(x < 0 ? ~x : x) - 1; }

int __culprit_lib_clrsbll(long long x) { return __culprit_lib_clzll(x < 0 ? ~x : x) - 1; }

int __culprit_lib_clrsbl(long x) { return __culprit_lib_clzl(x < 0 ? ~x : x) - 1; }

__UINT8_TYPE__ __culprit_lib_bitreverse8(__UINT8_TYPE__ x) {
	x = x >> 4 | x << 4;
	x = (x & 0x33) << 2 | x >> 2 & 0x33;
	return (x & 0x55) << 1 | x >> 1 & 0x55;
}

__UINT16_TYPE__ __culprit_lib_bitreverse16(__UINT16_TYPE__ x) {
	return __culprit_lib_bitreverse8(x & 0xff) << 8 | __culprit_lib_bitreverse8(x >> 8);
}

__UINT32_TYPE__ __culprit_lib_bitreverse32(__UINT32_TYPE__ x) {
	x = x >> 16 | x << 16;
	x = (x & 0xff00ff) << 8 | x >> 8 & 0xff00ff;
	x = (x & 0xf0f0f0f) << 4 | x >> 4 & 0xf0f0f0f;
	x = (x & 0x33333333) << 2 | x >> 2 & 0x33333333;
	return (x & 0x55555555) << 1 | x >> 1 & 0x55555555;
}

__UINT64_TYPE__ __culprit_lib_bitreverse64(__UINT64_TYPE__ x) {
	return (__UINT64_TYPE__)__culprit_lib_bitreverse32((__UINT32_TYPE__)x) << 32 | __culprit_lib_bitreverse32((__UINT32_TYPE__)(x >> 32));
}

__UINT8_TYPE__ __culprit_lib_rotateleft8(__UINT8_TYPE__ x, __UINT8_TYPE__ n) { return x << (n & 7) | x >> (-n & 7); }

__UINT16_TYPE__ __culprit_lib_rotateleft16(__UINT16_TYPE__ x, __UINT16_TYPE__ n) { return x << (n & 15) | x >> (-n & 15); }

__UINT32_TYPE__ __culprit_lib_rotateleft32(__UINT32_TYPE__ x, __UINT32_TYPE__ n) { return x << (n & 31) | x >> (-n & 31); }

__UINT64_TYPE__ __culprit_lib_rotateleft64(__UINT64_TYPE__ x, __UINT64_TYPE__ n) { return x << (n & 63) | x >> (-n & 63); }

__UINT8_TYPE__ __culprit_lib_rotateright8(__UINT8_TYPE__ x, __UINT8_TYPE__ n) { return x >> (n & 7) | x << (-n & 7); }

__UINT16_TYPE__ __culprit_lib_rotateright16(__UINT16_TYPE__ x, __UINT16_TYPE__ n) { return x >> (n & 15) | x << (-n & 15); }

__UINT32_TYPE__ __culprit_lib_rotateright32(__UINT32_TYPE__ x, __UINT32_TYPE__ n) { return x >> (n & 31) | x << (-n & 31); }

__UINT64_TYPE__ __culprit_lib_rotateright64(__UINT64_TYPE__ x, __UINT64_TYPE__ n) { return x >> (n & 63) | x << (-n & 63); }

__UINT16_TYPE__ __culprit_lib_bswap16(__UINT16_TYPE__ x) { return x << 8 | x >> 8; }

__UINT32_TYPE__ __culprit_lib_bswap32(__UINT32_TYPE__ x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

__UINT64_TYPE__ __culprit_lib_bswap64(__UINT64_TYPE__ x) {
	return x << 56 | (x & 0xff00ull) << 40 | (x & 0xff0000ull) << 24 | (x & 0xff000000ull) << 8
		| (x >> 8 & 0xff000000ull) | (x >> 24 & 0xff0000ull) | (x >> 40 & 0xff00ull) | x >> 56;
}

double __culprit_lib_fmin(double x, double y) { return x != x ? y : y != y ? x : x < y || x == 0 && y == 0 && __culprit_any() ? x : y; }

float __culprit_lib_fminf(float x, float y) { return x != x ? y : y != y ? x : x < y || x == 0 && y == 0 && __culprit_any() ? x : y; }

long double __culprit_lib_fminl(long double x, long double y) { return x != x ? y : y != y ? x : x < y || x == 0 && y == 0 && __culprit_any() ? x : y; }

double __culprit_lib_fmax(double x, double y) { return x != x ? y : y != y ? x : x > y || x == 0 && y == 0 && __culprit_any() ? x : y; }

float __culprit_lib_fmaxf(float x, float y) { return x != x ? y : y != y ? x : x > y || x == 0 && y == 0 && __culprit_any() ? x : y; }

long double __culprit_lib_fmaxl(long double x, long double y) { return x != x ? y : y != y ? x : x > y || x == 0 && y == 0 && __culprit_any() ? x : y; }

double __culprit_lib_rint(double x) {
	double big = __builtin_copysign(0x1p52, x);
	if (!(__builtin_fabs(x) < 0x1p52)) return x;
	return __builtin_copysign(x + big - big, x);
}

double __culprit_lib_nearbyint(double x) { return __culprit_lib_rint(x); }

float __culprit_lib_rintf(float x) {
	float big = __builtin_copysignf(0x1p23f, x);
	if (!(__builtin_fabsf(x) < 0x1p23f)) return x;
	return __builtin_copysignf(x + big - big, x);
}

float __culprit_lib_nearbyintf(float x) { return __culprit_lib_rintf(x); }

long __culprit_lib_lrint(double x) { return __culprit_lib_rint(x); }

long long __culprit_lib_llrint(double x) { return __culprit_lib_rint(x); }

long __culprit_lib_lround(double x) { return __builtin_round(x); }

long long __culprit_lib_llround(double x) { return __builtin_round(x); }

double __culprit_lib_modf(double x, double *p) { *p = __builtin_trunc(x); return __builtin_copysign(__builtin_isinf(x) ? 0 : x - *p, x); }

float __culprit_lib_modff(float x, float *p) { *p = __builtin_truncf(x); return __builtin_copysignf(__builtin_isinff(x) ? 0 : x - *p, x); }

long __culprit_lib_lrintl(long double x) { return __builtin_rintl(x); }

long long __culprit_lib_llrintl(long double x) { return __builtin_rintl(x); }

long __culprit_lib_lrintf(float x) { return __culprit_lib_rintf(x); }

long long __culprit_lib_llrintf(float x) { return __culprit_lib_rintf(x); }

long __culprit_lib_lroundf(float x) { return __builtin_roundf(x); }

long __culprit_lib_lroundl(long double x) { return __builtin_roundl(x); }

long long __culprit_lib_llroundf(float x) { return __builtin_roundf(x); }

long long __culprit_lib_llroundl(long double x) { return __builtin_roundl(x); }

struct __culprit_div { int quot, rem; }; struct __culprit_div __culprit_lib_div(int a, int b) { struct __culprit_div r; r.quot = a / b; r.rem = a % b; return r; }

struct __culprit_ldiv { long quot, rem; }; struct __culprit_ldiv __culprit_lib_ldiv(long a, long b) { struct __culprit_ldiv r; r.quot = a / b; r.rem = a % b; return r; }

struct __culprit_imaxdiv { __INTMAX_TYPE__ quot, rem; }; struct __culprit_imaxdiv __culprit_lib_imaxdiv(__INTMAX_TYPE__ a, __INTMAX_TYPE__ b) { struct __culprit_imaxdiv r; r.quot = a / b; r.rem = a % b; return r; }

struct __culprit_lldiv { long long quot, rem; }; struct __culprit_lldiv __culprit_lib_lldiv(long long a, long long b) { struct __culprit_lldiv r; r.quot = a / b; r.rem = a % b; return r; }

long long __culprit_lib_atoll(const char *s) {
	unsigned long long v = 0; int neg = 0, any = 0, over = 0;
	while (*s == ' ' || *s >= 9 && *s <= 13) s++;
	if (*s == '-') { neg = 1; s++; } else if (*s == '+') s++;
	__culprit_lib___str_decimal(s, v, any, over, 9223372036854775807ULL + neg);
	if (over) {
		__culprit_undefined(1, "a number that does not fit");
		__culprit_may_set_errno(34);
		return (long long)__culprit_any() << 32 | (unsigned)__culprit_any();
	}
	return (long long)(neg ? -v : v);
}

__SIZE_TYPE__ __culprit_lib_strlcpy(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { if (i + 1 < n) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; } i++; }
	if (n > 0) {
		__culprit_overlap(d + (i < n ? i : n - 1) == s || (__SIZE_TYPE__)d - (__SIZE_TYPE__)s < i + 1);
		d[i < n ? i : n - 1] = 0;
	}
	return i;
}

__SIZE_TYPE__ __culprit_lib_strlcat(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0, j = 0;
	while (i < n && d[i] != 0) i++;
	while (s[j] != 0) { if (i + j + 1 < n) { __culprit_overlap(d + i + j == s || s + j == d + i); d[i + j] = s[j]; } j++; }
	if (i < n) {
		__culprit_overlap(d + (i + j < n ? i + j : n - 1) == s || (__SIZE_TYPE__)(d + i) - (__SIZE_TYPE__)s < j + 1);
		d[i + j < n ? i + j : n - 1] = 0;
	}
	return i + j;
}

char *__culprit_lib_stpncpy(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0, e;
	while (i < n && s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	e = i;
	while (i < n) { __culprit_overlap(d + i == s || s + i == d); d[i] = 0; i++; }
	return d + e;
}

char *__culprit_lib_strndup(const char *s, __SIZE_TYPE__ m) {
	__SIZE_TYPE__ n = 0, i = 0;
	while (n < m && s[n] != 0) n++;
	char *d = (char *)__builtin_malloc(n + 1);
	if (d == 0) return 0;
	while (i < n) { d[i] = s[i]; i++; }
	d[n] = 0;
	return d;
}

__SIZE_TYPE__ __culprit_lib_strxfrm(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	if (__culprit_locale()) __culprit_unknown();
	while (s[i] != 0) { if (i < n) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; } i++; }
	if (i < n) { __culprit_overlap(d + i == s || s + i == d); d[i] = 0; }
	return i;
}

char *__culprit_lib_strcasestr(const char *s, const char *t) {
	while (1) {
		__SIZE_TYPE__ i = 0;
		while (t[i] != 0) {
			int c = (unsigned char)s[i], d = (unsigned char)t[i];
			if (__culprit_local(c) || __culprit_local(d)) __culprit_unknown();
			if (c >= 'A' && c <= 'Z') c += 32;
			if (d >= 'A' && d <= 'Z') d += 32;
			if (c != d) break;
			i++;
		}
		if (t[i] == 0) return (char *)s;
		if (*s == 0) return 0;
		s++;
	}
}

char *__culprit_lib_strsep(char **p, const char *set) {
	char *s = *p, *e = s;
	if (s == 0) return 0;
	while (*e != 0) {
		const char *t = set;
		while (*t != 0 && *t != *e) t++;
		if (*t != 0) { *e = 0; *p = e + 1; return s; }
		e++;
	}
	*p = 0;
	return s;
}

char *__culprit_lib_strtok_r(char *s, const char *set, char **next) {
	char *e;
	if (s == 0) s = *next;
	while (*s != 0) {
		const char *t = set;
		while (*t != 0 && *t != *s) t++;
		if (*t == 0) break;
		s++;
	}
	if (*s == 0) { *next = s; return 0; }
	e = s;
	while (*e != 0) {
		const char *t = set;
		while (*t != 0 && *t != *e) t++;
		if (*t != 0) { *e = 0; *next = e + 1; return s; }
		e++;
	}
	*next = e;
	return s;
}

char *__culprit_lib_strtok(char *s, const char *set) {
	static char *next;
	char *e;
	if (s == 0) s = next;
	while (*s != 0) {
		const char *t = set;
		while (*t != 0 && *t != *s) t++;
		if (*t == 0) break;
		s++;
	}
	if (*s == 0) { next = s; return 0; }
	e = s;
	while (*e != 0) {
		const char *t = set;
		while (*t != 0 && *t != *e) t++;
		if (*t != 0) { *e = 0; next = e + 1; return s; }
		e++;
	}
	next = e;
	return s;
}

void *__culprit_lib_memccpy(void *d, const void *s, int c, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n) {
		__culprit_overlap((char *)d + i == s || (const char *)s + i == d);
		((unsigned char *)d)[i] = ((const unsigned char *)s)[i];
		if (((const unsigned char *)s)[i] == (unsigned char)c) return (char *)d + i + 1;
		i++;
	}
	return 0;
}

void *__culprit_lib_memrchr(const void *s, int c, __SIZE_TYPE__ n) {
	while (n > 0) { n--; if (((const unsigned char *)s)[n] == (unsigned char)c) return (void *)((const char *)s + n); }
	return 0;
}

void *__culprit_lib_rawmemchr(const void *s, int c) {
	const unsigned char *p = (const unsigned char *)s;
	while (*p != (unsigned char)c) p++;
	return (void *)p;
}

void *__culprit_lib_memmem(const void *s, __SIZE_TYPE__ n, const void *t, __SIZE_TYPE__ m) {
	__SIZE_TYPE__ i = 0;
	while (i + m <= n) {
		__SIZE_TYPE__ j = 0;
		while (j < m && ((const char *)s)[i + j] == ((const char *)t)[j]) j++;
		if (j == m) return (char *)s + i;
		i++;
	}
	return 0;
}

void __culprit_lib_swab(const void *s, void *d, __PTRDIFF_TYPE__ n) {
	const char *p = s;
	char *q = d;
	__PTRDIFF_TYPE__ i;
	if (n > 1) __culprit_overlap((__SIZE_TYPE__)p - (__SIZE_TYPE__)q < (n & -2) || (__SIZE_TYPE__)q - (__SIZE_TYPE__)p < (n & -2));
	for (i = 0; i + 1 < n; i += 2) { char c = p[i]; q[i] = p[i + 1]; q[i + 1] = c; }
}

void __culprit_lib_bcopy(const void *s, void *d, __SIZE_TYPE__ n) { __builtin_memmove(d, s, n); }

const unsigned short **__culprit_lib___ctype_b_loc(void) {
	static unsigned short table[384] = { [128] =
		2, 2, 2, 2, 2, 2, 2, 2, 2, 8195, 8194, 8194, 8194, 8194, 2, 2,
		2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
		24577, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156, 49156,
		55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 55304, 49156, 49156, 49156, 49156, 49156, 49156,
		49156, 54536, 54536, 54536, 54536, 54536, 54536, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440,
		50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 50440, 49156, 49156, 49156, 49156, 49156,
		49156, 54792, 54792, 54792, 54792, 54792, 54792, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696,
		50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 50696, 49156, 49156, 49156, 49156, 2 };
	static const unsigned short *at = table + 128;
	if (__culprit_locale()) {
		__culprit_any_memory(table, sizeof table / 3);
		__culprit_any_memory(table + 256, sizeof table / 3);
	}
	return &at;
}

int __culprit_lib_pthread_once(int *once, void (*f)(void)) {
	if (*once == 0) { *once = 1; f(); *once = 2; }
	return 0;
}

void __culprit_lib_call_once(int *once, void (*f)(void)) { __culprit_lib_pthread_once(once, f); }

char *__culprit_lib_tmpnam(char *s) {
	static char name[20];
	if (__culprit_any()) return 0;
	if (s == 0) s = name;
	__culprit_any_memory(s, 19);
	s[19] = 0;
	return s;
}

int __culprit_lib_mkstemp(char *s) {
	__SIZE_TYPE__ n = __culprit_lib_strlen(s);
	int r = __culprit_any(), i;
	__VERIFIER_assume(r >= -1);
	if (n < 6) { __culprit_set_errno(22); return -1; }
	__culprit_may_set_errno(2);
	for (i = 1; i <= 6; i++) { s[n - i] = __culprit_any(); __VERIFIER_assume(s[n - i] != 0); }
	return r;
}

struct __culprit_pollfd { int fd; short events, revents; }; int __culprit_lib_poll(struct __culprit_pollfd *p, unsigned long n, int ms) {
	unsigned long i;
	int r = __culprit_any();
	if (r < 0) { __culprit_set_errno(4); return -1; }
	for (i = 0; i < n; i++) p[i].revents = __culprit_any();
	__VERIFIER_assume(r <= n);
	return r;
}

char *__culprit_lib_mkdtemp(char *s) { return __culprit_lib_mkstemp(s) < 0 ? (char *)0 : s; }

void *__culprit_lib_lfind(const void *key, const void *base, __SIZE_TYPE__ *n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *)) {
	const char *p = base;
	__SIZE_TYPE__ i;
	for (i = 0; i < *n; i++) { if (cmp(key, p) == 0) return (void *)p; p += size; }
	return 0;
}

void *__culprit_lib_lsearch(const void *key, void *base, __SIZE_TYPE__ *n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *)) {
	void *p = __culprit_lib_lfind(key, base, n, size, cmp);
	if (p == 0) {
		p = __builtin_memcpy((char *)base + *n * size, key, size);
		++*n;
	}
	return p;
}

int __culprit_lib_isascii(int c) { return c >= 0 && c < 128; }

int __culprit_lib_toascii(int c) { return c & 127; }

__INTMAX_TYPE__ __culprit_lib_imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

void *__culprit_lib_reallocarray(void *p, __SIZE_TYPE__ n, __SIZE_TYPE__ m) {
	__SIZE_TYPE__ size;
	if (__builtin_mul_overflow(n, m, &size)) { __culprit_set_errno(12); return 0; }
	return __builtin_realloc(p, size);
}

static void __culprit_qsort(char *b, __SIZE_TYPE__ n, __SIZE_TYPE__ size, char *tmp, int (*cmp)(const void *, const void *)) {
	__SIZE_TYPE__ n1 = n / 2, n2 = n - n / 2;
	char *b1 = b, *b2 = b + n1 * size, *p = tmp;
	if (n <= 1) return;
	__culprit_qsort(b1, n1, size, tmp, cmp);
	__culprit_qsort(b2, n2, size, tmp, cmp);
	while (n1 > 0 && n2 > 0) {
		int c = cmp(b1, b2);
		if (c < 0 || c == 0 && !__culprit_any()) { __builtin_memcpy(p, b1, size); b1 += size; n1--; }
		else { __builtin_memcpy(p, b2, size); b2 += size; n2--; }
		p += size;
	}
	if (n1 > 0) __builtin_memcpy(p, b1, n1 * size);
	__builtin_memcpy(b, tmp, (n - n2) * size);
}
void __culprit_lib_qsort(void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *)) {
	char *tmp;
	if (n < 2) return;
	tmp = (char *)__builtin_malloc(n * size);
	__VERIFIER_assume(tmp != 0); /* it sorts in place otherwise */
	__culprit_qsort((char *)base, n, size, tmp, cmp);
	__builtin_free(tmp);
}

void *__culprit_lib_bsearch(const void *key, const void *base, __SIZE_TYPE__ n, __SIZE_TYPE__ size, int (*cmp)(const void *, const void *)) {
	__SIZE_TYPE__ l = 0, u = n;
	while (l < u) {
		__SIZE_TYPE__ i = (l + u) / 2;
		const char *p = (const char *)base + i * size;
		int c = cmp(key, p);
		if (c < 0) u = i;
		else if (c > 0) l = i + 1;
		else { /* any of those that are equal */
			while (i > 0 && cmp(key, p - size) == 0 && __culprit_any()) { p -= size; i--; }
			while (i + 1 < n && cmp(key, p + size) == 0 && __culprit_any()) { p += size; i++; }
			return (void *)p;
		}
	}
	return 0;
}

int __culprit_lib_posix_memalign(void **at, __SIZE_TYPE__ align, __SIZE_TYPE__ size) {
	if (align == 0 || align % sizeof(void *) != 0 || (align & (align - 1)) != 0) return 22;
	void *block = __builtin_aligned_alloc(align, size);
	if (block == 0) return 12;
	*at = block;
	return 0;
}

int __culprit_lib_sigemptyset(void *s) { __builtin_memset(s, 0, 128); return 0; }

int __culprit_lib_sigfillset(void *s) {
	__builtin_memset(s, 255, 128);
	((unsigned char *)s)[3] = 127; /* 32 and 33 are the library's */
	((unsigned char *)s)[4] = 254;
	return 0;
}

int __culprit_lib_sigaddset(void *s, int n) {
	unsigned char *p = s;
	if (n <= 0 || n > 64 || n == 32 || n == 33) { __culprit_set_errno(22); return -1; }
	p[(n - 1) / 8] = p[(n - 1) / 8] | 1 << (n - 1) % 8;
	return 0;
}

int __culprit_lib_sigdelset(void *s, int n) {
	unsigned char *p = s;
	if (n <= 0 || n > 64 || n == 32 || n == 33) { __culprit_set_errno(22); return -1; }
	p[(n - 1) / 8] = p[(n - 1) / 8] & ~(1 << (n - 1) % 8);
	return 0;
}

int __culprit_lib_sigismember(const void *s, int n) {
	if (n <= 0 || n > 64) { __culprit_set_errno(22); return -1; }
	return ((const unsigned char *)s)[(n - 1) / 8] >> (n - 1) % 8 & 1;
}

struct __culprit_lib___signal { void (*handler)(int); int flags, known, under_way, masked; };
struct __culprit_lib___signal *__culprit_lib___signal(int n) { static struct __culprit_lib___signal all[65]; return &all[n]; }

void (*__culprit_lib_signal(int n, void (*f)(int)))(int) {
	struct __culprit_lib___signal *s;
	void (*old)(int);
	if (n <= 0 || n > 64 || n == 32 || n == 33 || n == 9 || n == 19) { __culprit_set_errno(22); return (void (*)(int))-1; }
	if (f != (void (*)(int))0 && f != (void (*)(int))1 && __culprit_any()) __culprit_unknown(); /* it may arrive at any time */
	s = __culprit_lib___signal(n);
	if (!s->known && __culprit_any()) s->handler = (void (*)(int))1; /* by who started the program */
	s->known = 1;
	old = s->handler;
	s->handler = f;
	s->flags = 0;
	return old;
}
/* abort calls the handler even while it runs, and whatever is masked. */
void __culprit_lib_run_abort(void) {
	void (*f)(int) = __culprit_lib___signal(6)->handler;
	if (f != 0 && f != (void (*)(int))1) __culprit_lib___deliver(6);
}

void __culprit_lib___deliver(int n) {
	struct __culprit_lib___signal *s = __culprit_lib___signal(n);
	void (*f)(int) = s->handler;
	if (s->flags < 0) s->handler = 0; /* SA_RESETHAND */
	s->under_way = 1;
	if (s->flags & 4) { /* SA_SIGINFO */
		int info[32] = {n, 0, -6}, context[300];
		__culprit_any_memory(info + 3, 29 * sizeof(int));
		__culprit_any_memory(context, sizeof context);
		((void (*)(int, void *, void *))f)(n, info, context);
	} else f(n);
	s->under_way = 0;
}

int __culprit_lib_raise(int n) {
	struct __culprit_lib___signal *s;
	void (*f)(int);
	if (n == 0) return 0; /* asks only whether a signal could be sent */
	if (n < 0 || n > 64 || n == 32 || n == 33) { __culprit_set_errno(22); return -1; } /* two are glibc's own */
	s = __culprit_lib___signal(n);
	f = s->handler;
	if (f == (void (*)(int))1 || f == 0 && (!s->known && __culprit_any() || n == 17 || n == 18 || n == 23 || n == 28)) return 0;
	if (s->under_way || __culprit_lib___signal(0)->masked || n >= 19 && n <= 22) __culprit_unknown(); /* it waits, or the program does */
	if (f == 0) {
		if (n == 6) __builtin_abort();
		__builtin__Exit(128 + n);
	}
	__culprit_lib___deliver(n);
	return 0;
}

int __culprit_lib_sigaction(int n, const void *a, void *b) {
	struct __culprit_lib___signal *s;
	void (*f)(int);
	int flags;
	if (n <= 0 || n > 64 || n == 32 || n == 33 || a != 0 && (n == 9 || n == 19)) { __culprit_set_errno(22); return -1; }
	s = __culprit_lib___signal(n);
	f = s->handler;
	flags = s->flags;
	if (!s->known && __culprit_any()) f = (void (*)(int))1;
	if (a != 0) {
		__culprit_lib_signal(n, *(void (*const *)(int))a);
		s->flags = *(const int *)((const char *)a + sizeof(void *) + 128);
	}
	if (b != 0) {
		__builtin_memset((char *)b + sizeof(void *), 0, 128 + 2 * sizeof(void *));
		__culprit_any_memory((char *)b + sizeof(void *), 128 + 2 * sizeof(void *));
		*(void (**)(int))b = f;
		*(int *)((char *)b + sizeof(void *) + 128) = flags;
	}
	return 0;
}

int __culprit_lib_sigprocmask(int how, const void *set, void *old) {
	if (old != 0) { __builtin_memset(old, 0, 128); __culprit_any_memory(old, 128); }
	if (__culprit_any()) { __culprit_set_errno(22); return -1; }
	if (set != 0) { __builtin_memmove((void *)set, set, 128); __culprit_lib___signal(0)->masked = 1; }
	return 0;
}

int __culprit_lib_pthread_sigmask(int how, const void *set, void *old) {
	int r = __culprit_any();
	if (old != 0) { __builtin_memset(old, 0, 128); __culprit_any_memory(old, 128); }
	if (r != 0) { __VERIFIER_assume(r > 0); return r; }
	if (set != 0) { __builtin_memmove((void *)set, set, 128); __culprit_lib___signal(0)->masked = 1; }
	return 0;
}

struct __culprit_lib___regex { char *buffer; __SIZE_TYPE__ allocated, used; unsigned long syntax; char *fastmap, *translate; __SIZE_TYPE__ nsub; unsigned flags; };
char __culprit_lib___regex(const struct __culprit_lib___regex *r) { return *r->buffer; }

int __culprit_lib_regcomp(struct __culprit_lib___regex *r, const char *s, int flags) {
	int e = __culprit_any();
	__culprit_lib_strlen(s);
	__builtin_memset(r, 0, sizeof *r);
	__culprit_may_set_errno(12);
	r->nsub = __culprit_any();
	r->flags = flags & 8;
	if (e != 0) { __VERIFIER_assume(e > 0); return e; }
	r->buffer = (char *)__builtin_malloc(1);
	if (r->buffer == 0) return 12;
	*r->buffer = 0;
	return 0;
}

struct __culprit_regmatch { int so, eo; }; int __culprit_lib_regexec(const struct __culprit_lib___regex *r, const char *s, __SIZE_TYPE__ n, struct __culprit_regmatch *m, int flags) {
	int e = __culprit_any();
	__SIZE_TYPE__ i, k;
	__culprit_lib___regex(r);
	if (flags & 4) __culprit_unknown(); /* REG_STARTEND */
	k = __culprit_lib_strlen(s);
	if (!(r->flags & 8)) __builtin_memmove(m, m, n * sizeof *m);
	__culprit_may_set_errno(12);
	if (e != 0) { __VERIFIER_assume(e > 0); return e; }
	if (r->flags & 8) return 0;
	for (i = 0; i < n; i++) {
		m[i].so = __culprit_any();
		m[i].eo = __culprit_any();
		__VERIFIER_assume(m[i].so == -1 && m[i].eo == -1 && i > 0 || 0 <= m[i].so && m[i].so <= m[i].eo && m[i].eo <= k);
	}
	return 0;
}

void __culprit_lib_regfree(struct __culprit_lib___regex *r) {
	__builtin_free(r->buffer);
	r->buffer = 0;
}

__SIZE_TYPE__ __culprit_lib_regerror(int e, const struct __culprit_lib___regex *r, char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ k = __culprit_any(), all = __culprit_any();
	__VERIFIER_assume(1 <= all && all <= 4096);
	if (r != 0) __builtin_memmove((void *)r, r, sizeof *r);
	if (n == 0) return all;
	__VERIFIER_assume(k < n && k < all);
	__culprit_any_memory(s, k);
	s[k] = 0;
	return all;
}

int __culprit_lib_inet_pton(int family, const char *s, void *d) {
	int r = __culprit_any();
	__SIZE_TYPE__ n = family == 2 ? 4 : 16, k;
	if (family != 2 && family != 10) { __culprit_set_errno(97); return -1; }
	k = __culprit_lib_strlen(s);
	__culprit_overlap((__SIZE_TYPE__)s - (__SIZE_TYPE__)d < n || (__SIZE_TYPE__)d - (__SIZE_TYPE__)s < k + 1);
	if (r) __culprit_any_memory(d, n);
	return r != 0;
}

const char *__culprit_lib_inet_ntop(int family, const void *a, char *s, unsigned n) {
	unsigned k = __culprit_any();
	if (family != 2 && family != 10) { __culprit_set_errno(97); return 0; }
	__builtin_memmove((void *)a, a, family == 2 ? 4 : 16);
	if (n == 0 || __culprit_any()) { __culprit_set_errno(28); return 0; }
	__VERIFIER_assume(1 < k && k < n && k < 46);
	__culprit_any_memory(s, k);
	s[k] = 0;
	return s;
}

void *__culprit_lib_memfrob(void *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i;
	for (i = 0; i < n; i++) ((char *)s)[i] ^= 42;
	return s;
}

int __culprit_lib_wcscmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b) {
	while (*a != 0 && *a == *b) { a++; b++; }
	return *a < *b ? -1 : *a > *b;
}

int __culprit_lib_wcsncmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, __SIZE_TYPE__ n) {
	while (n > 0 && *a != 0 && *a == *b) { a++; b++; n--; }
	if (n == 0) return 0;
	return *a < *b ? -1 : *a > *b;
}

int __culprit_lib_mbsinit(const void *state) { return state == 0 || *(const int *)state == 0; }

__WCHAR_TYPE__ *__culprit_lib_wcstok(__WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set, __WCHAR_TYPE__ **next) {
	__WCHAR_TYPE__ *e;
	if (s == 0) s = *next;
	if (s == 0) return 0;
	s += __culprit_lib_wcsspn(s, set);
	if (*s == 0) { *next = 0; return 0; }
	e = s + __culprit_lib_wcscspn(s, set);
	if (*e == 0) { *next = 0; return s; }
	*e = 0;
	*next = e + 1;
	return s;
}

__WCHAR_TYPE__ *__culprit_lib_wmemcpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n) {
	__builtin_memcpy(d, s, n * sizeof *d);
	return d;
}

__WCHAR_TYPE__ *__culprit_lib_wmempcpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n) {
	__builtin_memcpy(d, s, n * sizeof *d);
	return d + n;
}

__WCHAR_TYPE__ *__culprit_lib_wmemmove(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n) {
	__builtin_memmove(d, s, n * sizeof *d);
	return d;
}

__WCHAR_TYPE__ *__culprit_lib_wmemset(__WCHAR_TYPE__ *d, __WCHAR_TYPE__ c, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n) { d[i] = c; i++; }
	return d;
}

int __culprit_lib_wmemcmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n) { if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1; i++; }
	return 0;
}

__WCHAR_TYPE__ *__culprit_lib_wmemchr(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ c, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n) { if (s[i] == c) return (__WCHAR_TYPE__ *)s + i; i++; }
	return 0;
}

unsigned __culprit_lib_towlower(unsigned c) {
	if (__culprit_local(c) || __culprit_locale() && (c | 32) == 'i') return __culprit_any(); /* Turkish has two */
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

unsigned __culprit_lib_towupper(unsigned c) {
	if (__culprit_local(c) || __culprit_locale() && (c | 32) == 'i') return __culprit_any(); /* Turkish has two */
	return c >= 'a' && c <= 'z' ? c - 32 : c;
}

int __culprit_lib_iswdigit(unsigned c) { return c >= '0' && c <= '9'; }

int __culprit_lib_iswupper(unsigned c) { return __culprit_local(c) ? __culprit_any() : c >= 'A' && c <= 'Z'; }

int __culprit_lib_iswlower(unsigned c) { return __culprit_local(c) ? __culprit_any() : c >= 'a' && c <= 'z'; }

int __culprit_lib_iswalpha(unsigned c) { return __culprit_local(c) ? __culprit_any() : c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'; }

int __culprit_lib_iswalnum(unsigned c) { return __culprit_local(c) ? __culprit_any() : c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'; }

int __culprit_lib_iswspace(unsigned c) { return __culprit_local(c) ? __culprit_any() : c == ' ' || c >= 9 && c <= 13; }

int __culprit_lib_iswblank(unsigned c) { return __culprit_local(c) ? __culprit_any() : c == ' ' || c == 9; }

int __culprit_lib_iswprint(unsigned c) { return __culprit_local(c) ? __culprit_any() : c >= 32 && c <= 126; }

int __culprit_lib_iswgraph(unsigned c) { return __culprit_local(c) ? __culprit_any() : c > 32 && c <= 126; }

int __culprit_lib_iswcntrl(unsigned c) { return __culprit_local(c) ? __culprit_any() : c < 32 || c == 127; }

int __culprit_lib_iswpunct(unsigned c) { return __culprit_local(c) ? __culprit_any() : c > 32 && c <= 126 && !__culprit_lib_iswalnum(c); }

int __culprit_lib_iswxdigit(unsigned c) { return c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'; }

unsigned long __culprit_lib_wctype(const char *s) {
	static const char names[12][7] = { "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit" };
	int i = 0;
	while (i < 12 && __culprit_lib_strcmp(s, names[i]) != 0) i++;
	return i < 12 ? i + 1 : 0;
}

int __culprit_lib_iswctype(unsigned c, unsigned long t) {
	switch (t) {
	case 1: return __culprit_lib_iswalnum(c);
	case 2: return __culprit_lib_iswalpha(c);
	case 3: return __culprit_lib_iswblank(c);
	case 4: return __culprit_lib_iswcntrl(c);
	case 5: return __culprit_lib_iswdigit(c);
	case 6: return __culprit_lib_iswgraph(c);
	case 7: return __culprit_lib_iswlower(c);
	case 8: return __culprit_lib_iswprint(c);
	case 9: return __culprit_lib_iswpunct(c);
	case 10: return __culprit_lib_iswspace(c);
	case 11: return __culprit_lib_iswupper(c);
	case 12: return __culprit_lib_iswxdigit(c);
	}
	return 0;
}

unsigned __culprit_lib_btowc(int c) { return __culprit_local(c) ? __culprit_any() : c >= 0 && c < 128 ? c : -1; }

int __culprit_lib_wctob(unsigned c) { return __culprit_local(c) ? __culprit_any() : c < 128 ? (int)c : -1; }

int __culprit_lib_mbtowc(__WCHAR_TYPE__ *w, const char *s, __SIZE_TYPE__ n) {
	if (s == 0) return __culprit_locale() && __culprit_any(); /* whether there are states */
	if (n == 0) return -1;
	if (__culprit_local(*(const unsigned char *)s)) __culprit_unknown();
	if (*(const unsigned char *)s >= 128) { __culprit_set_errno(84); return -1; }
	if (w) *w = *s;
	return *s != 0;
}

int __culprit_lib_mblen(const char *s, __SIZE_TYPE__ n) { return __culprit_lib_mbtowc((__WCHAR_TYPE__ *)0, s, n); }

int __culprit_lib_wctomb(char *s, __WCHAR_TYPE__ w) {
	if (s == 0) return __culprit_locale() && __culprit_any();
	if (__culprit_local(w)) __culprit_unknown();
	if ((unsigned)w >= 128) { __culprit_set_errno(84); return -1; }
	*s = (char)w;
	return 1;
}

__SIZE_TYPE__ __culprit_lib_mbstowcs(__WCHAR_TYPE__ *w, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (!w || i < n) {
		if (__culprit_local((unsigned char)s[i])) __culprit_unknown();
		if ((unsigned char)s[i] >= 128) { __culprit_set_errno(84); return -1; }
		if (w) {
			__culprit_overlap((__SIZE_TYPE__)s - (__SIZE_TYPE__)w < (i + 1) * sizeof *w || (__SIZE_TYPE__)w - (__SIZE_TYPE__)s < i + 1);
			w[i] = s[i];
		}
		if (s[i] == 0) return i;
		i++;
	}
	return i;
}

__SIZE_TYPE__ __culprit_lib_wcstombs(char *s, const __WCHAR_TYPE__ *w, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (!s || i < n) {
		if (__culprit_local(w[i])) __culprit_unknown();
		if ((unsigned)w[i] >= 128) { __culprit_set_errno(84); return -1; }
		if (s) {
			__culprit_overlap((__SIZE_TYPE__)w - (__SIZE_TYPE__)s < i + 1 || (__SIZE_TYPE__)s - (__SIZE_TYPE__)w < (i + 1) * sizeof *w);
			s[i] = (char)w[i];
		}
		if (w[i] == 0) return i;
		i++;
	}
	return i;
}

unsigned __culprit_lib_addc(unsigned x, unsigned y, unsigned c, unsigned *p) { unsigned s = x + y, r = s + c; *p = (s < x) | (r < s); return r; }

unsigned long __culprit_lib_addcl(unsigned long x, unsigned long y, unsigned long c, unsigned long *p) { unsigned long s = x + y, r = s + c; *p = (s < x) | (r < s); return r; }

unsigned long long __culprit_lib_addcll(unsigned long long x, unsigned long long y, unsigned long long c, unsigned long long *p) { unsigned long long s = x + y, r = s + c; *p = (s < x) | (r < s); return r; }

unsigned __culprit_lib_subc(unsigned x, unsigned y, unsigned c, unsigned *p) { unsigned s = x - y, r = s - c; *p = (x < y) | (s < c); return r; }

unsigned long __culprit_lib_subcl(unsigned long x, unsigned long y, unsigned long c, unsigned long *p) { unsigned long s = x - y, r = s - c; *p = (x < y) | (s < c); return r; }

unsigned long long __culprit_lib_subcll(unsigned long long x, unsigned long long y, unsigned long long c, unsigned long long *p) { unsigned long long s = x - y, r = s - c; *p = (x < y) | (s < c); return r; }

extern int errno;
int *__culprit_lib___errno_location(void) { return &errno; }

const char *__culprit_lib_scan_space(const char *s) { while (*s == ' ' || *s >= 9 && *s <= 13) s++; return s; }

__SIZE_TYPE__ __culprit_lib_scan_word(const char *s, int width) {
	__SIZE_TYPE__ n = 0;
	while ((width == 0 || n < width) && s[n] != 0 && s[n] != ' ' && !(s[n] >= 9 && s[n] <= 13)) n++;
	return n;
}

__SIZE_TYPE__ __culprit_lib_scan_set(const char *s, int width, const char *set) {
	__SIZE_TYPE__ n = 0;
	while ((width == 0 || n < width) && set[(unsigned char)s[n]]) n++;
	return n;
}

const char *__culprit_lib_scan_int(const char *s, int base, int width, unsigned long long most, int sign, unsigned long long *v) {
	unsigned long long x = 0;
	int minus = 0, any = 0, over = 0, all = width == 0, d;
	if (all) width = 0x7fffffff;
	if (*s == '-' || *s == '+') { minus = *s == '-'; s++; width--; }
	if ((base == 0 || base == 16) && width > 0 && *s == '0') {
		any = 1; s++; width--;
		if (width > 0 && (*s == 'x' || *s == 'X')) { base = 16; s++; width--; }
		else if (base == 0) { base = 8; if (width > 0 && (*s == 'b' || *s == 'B') && __culprit_any()) { base = 2; s++; width--; } } /* since C23 */
	}
	if (base == 0) base = 10;
	if (base == 10 && all) __culprit_lib___str_decimal(s, x, any, over, most + (sign && minus));
	else while (width > 0) {
		d = *s >= '0' && *s <= '9' ? *s - '0' : *s >= 'a' && *s <= 'f' ? *s - 'a' + 10 : *s >= 'A' && *s <= 'F' ? *s - 'A' + 10 : 16;
		if (d >= base) break;
		if (x > (0xffffffffffffffffULL - d) / base) over = 1;
		x = x * base + d;
		any = 1; s++; width--;
	}
	if (!any) return 0;
	if (over || x > most + (sign && minus)) *v = sign && minus ? ~most : most;
	else *v = minus ? -x : x;
	return s;
}

static void (*__culprit_handlers[32])(void);
static int __culprit_handler_count;
int __culprit_lib_atexit(void (*f)(void)) {
	if (__culprit_handler_count == 32) __culprit_atexit_full(); /* glibc takes more */
	__culprit_handlers[__culprit_handler_count] = f;
	__culprit_handler_count++;
	return 0;
}
void __culprit_lib_run_atexit(void) {
	while (__culprit_handler_count > 0) { __culprit_handler_count--; __culprit_handlers[__culprit_handler_count](); }
}

int *__culprit_lib___locale(void) { static int changed; return &changed; }

char *__culprit_lib___locale_name(int set) {
	static char *name;
	if (set || !name) name = __culprit_renewed(name, 4096);
	__culprit_any_memory(name, 4095);
	name[4095] = 0;
	return name;
}

char *__culprit_lib_setlocale(int category, const char *name) {
	if (name == 0) return *__culprit_lib___locale() ? __culprit_lib___locale_name(0) : "C";
	if (name[0] == 'C' && name[1] == 0 || __culprit_lib_strcmp(name, "POSIX") == 0) return *__culprit_lib___locale() ? __culprit_lib___locale_name(1) : "C";
	if (__culprit_any()) return 0;
	*__culprit_lib___locale() = 1;
	return __culprit_lib___locale_name(1);
}

__SIZE_TYPE__ __culprit_lib___ctype_get_mb_cur_max(void) {
	__SIZE_TYPE__ n = 1;
	if (__culprit_locale() && __culprit_any()) {
		n = __culprit_any();
		__VERIFIER_assume(1 <= n && n <= 16);
	}
	return n;
}

char *__culprit_lib_strerror_r(int e, char *s, __SIZE_TYPE__ n) {
	static char text[4096];
	__SIZE_TYPE__ k = __culprit_any();
	if (n == 0 || __culprit_any()) {
		__culprit_any_memory(text, 4095);
		return text;
	}
	__VERIFIER_assume(k < n);
	__culprit_any_memory(s, k);
	s[k] = 0;
	return s;
}

int __culprit_lib___xpg_strerror_r(int e, char *s, __SIZE_TYPE__ n) {
	int r = __culprit_any();
	__SIZE_TYPE__ k = __culprit_any();
	__VERIFIER_assume(r == -1 || r == 0 || r == 22 || r == 34);
	if (n == 0) return r;
	__VERIFIER_assume(k < n);
	__culprit_any_memory(s, k);
	s[k] = 0;
	return r;
}

int __culprit_lib_fegetenv(unsigned short *p) {
	int i;
	for (i = 1; i < (sizeof(long) == 8 ? 16 : 14); i++) p[i] = __culprit_any();
	p[0] = __culprit_any() & ~0xc00 | __builtin_fegetround();
	return 0;
}

int __culprit_lib_feholdexcept(unsigned short *p) { return __culprit_lib_fegetenv(p); }

int __culprit_lib_fesetenv(const unsigned short *p) {
	__builtin_fesetround(p == (const unsigned short *)-1 ? 0 : p[0] & 0xc00);
	return 0;
}

int __culprit_lib_feupdateenv(const unsigned short *p) { return __culprit_lib_fesetenv(p); }

extern char *optarg; extern int optind, optopt;
static char *__culprit_lib___option_next; /* in an argument with several options */

/* Options that stand behind other arguments would be brought to the front: that there
   are none is an assumption. */
int __culprit_lib_getopt(int argc, char *const *argv, const char *opts) {
	int i = 0, plus = *opts == '+', c;
	if (*opts == '-') __culprit_unknown();
	if (argc < 1) return -1;
	if (plus) opts++;
	if (optind == 0) { optind = 1; __culprit_lib___option_next = 0; }
	optarg = 0;
	if (__culprit_lib___option_next == 0 || *__culprit_lib___option_next == 0) {
		if (optind >= argc) return -1;
		if (argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] == 0) { optind++; return -1; }
		if (argv[optind][0] != '-' || argv[optind][1] == 0) {
			if (!plus) for (i = optind + 1; i < argc; i++) __VERIFIER_assume(argv[i][0] != '-' || argv[i][1] == 0);
			return -1;
		}
		__culprit_lib___option_next = argv[optind] + 1;
	}
	c = *(signed char *)__culprit_lib___option_next;
	__culprit_lib___option_next++;
	if (*__culprit_lib___option_next == 0) optind++;
	while (opts[i] != 0 && opts[i] != (char)c) i++;
	if (opts[i] == 0 || c == ':' || c == ';') { optopt = c; return '?'; }
	if (opts[i + 1] != ':') return c;
	if (*__culprit_lib___option_next != 0) { optarg = __culprit_lib___option_next; optind++; }
	else if (opts[i + 2] != ':') {
		if (optind == argc) { optopt = c; c = *opts == ':' ? ':' : '?'; }
		else { optarg = argv[optind]; optind++; }
	}
	__culprit_lib___option_next = 0;
	return c;
}

struct __culprit_lib___option { const char *name; int has_arg; int *flag; int val; };
int __culprit_lib___option_begins(const char *name, const char *word, int n) {
	int i = 0;
	while (i < n && name[i] == word[i]) i++;
	return i == n;
}

int __culprit_lib___option_long(int argc, char *const *argv, int colon, const struct __culprit_lib___option *longs, int *index) {
	const char *word = argv[optind] + 2;
	int n = 0, i, found = -1, ambiguous = 0;
	while (word[n] != 0 && word[n] != '=') n++;
	for (i = 0; longs[i].name != 0 && found < 0; i++)
		if (__culprit_lib___option_begins(longs[i].name, word, n) && longs[i].name[n] == 0) found = i;
	if (found < 0)
		for (i = 0; longs[i].name != 0; i++)
			if (__culprit_lib___option_begins(longs[i].name, word, n)) {
				if (found < 0) found = i;
				else if (longs[i].has_arg != longs[found].has_arg || longs[i].flag != longs[found].flag || longs[i].val != longs[found].val) ambiguous = 1;
			}
	optind++;
	__culprit_lib___option_next = 0;
	if (ambiguous || found < 0) { optopt = 0; return '?'; }
	longs = &longs[found];
	if (__culprit_any()) optopt = longs->val; /* only for errors by glibc */
	if (word[n] != 0) {
		if (longs->has_arg == 0) { optopt = longs->val; return '?'; }
		optarg = (char *)&word[n + 1];
	} else if (longs->has_arg == 1) {
		if (optind >= argc) { optopt = longs->val; return colon ? ':' : '?'; }
		optarg = argv[optind];
		optind++;
	}
	if (index != 0) *index = found;
	if (longs->flag == 0) return longs->val;
	*longs->flag = longs->val;
	return 0;
}

/* -W takes a long option where opts has "W;". */
int __culprit_lib_getopt_long(int argc, char *const *argv, const char *opts, const struct __culprit_lib___option *longs, int *index) {
	int c, i = 0, plus = *opts == '+';
	if (*opts == '-') __culprit_unknown();
	if (argc >= 1 && longs != 0) {
		if (optind == 0) { optind = 1; __culprit_lib___option_next = 0; }
		if ((__culprit_lib___option_next == 0 || *__culprit_lib___option_next == 0) && optind < argc
			&& argv[optind][0] == '-' && argv[optind][1] == '-' && argv[optind][2] != 0) {
			optarg = 0;
			return __culprit_lib___option_long(argc, argv, opts[plus] == ':', longs, index);
		}
	}
	c = __culprit_lib_getopt(argc, argv, opts);
	if (c == 'W') for (; opts[i] != 0; i++) if (opts[i] == 'W' && opts[i + 1] == ';') __culprit_unknown();
	return c;
}

/* How many characters at s may be of a floating number: what it is they are as bytes, too. */
__SIZE_TYPE__ __culprit_lib___wcs_real(const __WCHAR_TYPE__ *s) {
	__SIZE_TYPE__ n = 0;
	while (s[n] >= '0' && s[n] <= '9' || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z' ||
		s[n] == '.' || s[n] == '-' || s[n] == '+' || s[n] == '(' || s[n] == ')' || s[n] == '_') n++;
	return n;
}

/* In other locales than "C" there are other white space and other points. */
#define __culprit_lib___wcs_spells(real, convert) do { \
	const __WCHAR_TYPE__ *p = s; \
	__SIZE_TYPE__ n, k, i; \
	real r; \
	char *last; /* in the text, of which __culprit_lib_strlen finds the end */ \
	while (*p == ' ' || *p >= 9 && *p <= 13) p++; \
	n = __culprit_locale() ? __culprit_lib_wcslen(p) : __culprit_lib___wcs_real(p); \
	char text[n + 1]; \
	for (i = 0; i < n; i++) text[i] = p[i]; \
	text[n] = 0; \
	if (__culprit_locale()) __culprit_any_memory(text, n); \
	r = convert(text, &last); \
	k = last - text; \
	if (__culprit_locale()) k = __culprit_any(); \
	__VERIFIER_assume(k <= n); \
	if (end) *end = (__WCHAR_TYPE__ *)(k ? p + k : s); \
	return r; \
} while (0)

double __builtin_strtod(const char *, char **);
double __culprit_lib_wcstod(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) { __culprit_lib___wcs_spells(double, __builtin_strtod); }

float __builtin_strtof(const char *, char **);
float __culprit_lib_wcstof(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) { __culprit_lib___wcs_spells(float, __builtin_strtof); }

long double __builtin_strtold(const char *, char **);
long double __culprit_lib_wcstold(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end) { __culprit_lib___wcs_spells(long double, __builtin_strtold); }
