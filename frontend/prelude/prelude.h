__SIZE_TYPE__ __culprit_lib_strlen(const char *s) { __SIZE_TYPE__ n = 0; while (s[n] != 0) n++; return n; }

__SIZE_TYPE__ __culprit_lib_strnlen(const char *s, __SIZE_TYPE__ m) { __SIZE_TYPE__ n = 0; while (n < m && s[n] != 0) n++; return n; }

int __culprit_lib_strcmp(const char *a, const char *b) {
	while (*a != 0 && *a == *b) { a++; b++; }
	return *(const unsigned char *)a - *(const unsigned char *)b;
}

int __culprit_lib_strncmp(const char *a, const char *b, __SIZE_TYPE__ n) {
	while (n > 0 && *a != 0 && *a == *b) { a++; b++; n--; }
	if (n == 0) return 0;
	return *(const unsigned char *)a - *(const unsigned char *)b;
}

char *__culprit_lib_strcpy(char *d, const char *s) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { d[i] = s[i]; i++; }
	d[i] = 0;
	return d;
}

char *__culprit_lib_stpcpy(char *d, const char *s) {
	while (*s != 0) { *d = *s; d++; s++; }
	*d = 0;
	return d;
}

char *__culprit_lib_strncpy(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n && s[i] != 0) { d[i] = s[i]; i++; }
	while (i < n) { d[i] = 0; i++; }
	return d;
}

char *__culprit_lib_strcat(char *d, const char *s) {
	__SIZE_TYPE__ i = 0, j = 0;
	while (d[i] != 0) i++;
	while (s[j] != 0) { d[i] = s[j]; i++; j++; }
	d[i] = 0;
	return d;
}

char *__culprit_lib_strncat(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0, j = 0;
	while (d[i] != 0) i++;
	while (j < n && s[j] != 0) { d[i] = s[j]; i++; j++; }
	d[i] = 0;
	return d;
}

char *__culprit_lib_strchr(const char *s, int c) {
	while (*s != (char)c) { if (*s == 0) return 0; s++; }
	return (char *)s;
}

char *__culprit_lib_strrchr(const char *s, int c) {
	char *r = 0;
	while (1) { if (*s == (char)c) r = (char *)s; if (*s == 0) return r; s++; }
}

char *__culprit_lib_strstr(const char *s, const char *t) {
	while (1) {
		__SIZE_TYPE__ i = 0;
		while (t[i] != 0 && s[i] == t[i]) i++;
		if (t[i] == 0) return (char *)s;
		if (*s == 0) return 0;
		s++;
	}
}

char *__culprit_lib_strpbrk(const char *s, const char *set) {
	while (*s != 0) { const char *t = set; while (*t != 0) { if (*t == *s) return (char *)s; t++; } s++; }
	return 0;
}

__SIZE_TYPE__ __culprit_lib_strspn(const char *s, const char *set) {
	__SIZE_TYPE__ n = 0;
	while (s[n] != 0) { const char *t = set; while (*t != 0 && *t != s[n]) t++; if (*t == 0) return n; n++; }
	return n;
}

__SIZE_TYPE__ __culprit_lib_strcspn(const char *s, const char *set) {
	__SIZE_TYPE__ n = 0;
	while (s[n] != 0) { const char *t = set; while (*t != 0 && *t != s[n]) t++; if (*t != 0) return n; n++; }
	return n;
}

char *__culprit_lib_strdup(const char *s) {
	__SIZE_TYPE__ n = 0, i = 0;
	while (s[n] != 0) n++;
	char *d = (char *)__builtin_malloc(n + 1);
	while (i <= n) { d[i] = s[i]; i++; }
	return d;
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

int __culprit_lib_atoi(const char *s) {
	int v = 0, neg = 0;
	while (*s == ' ' || *s >= 9 && *s <= 13) s++;
	if (*s == '-') { neg = 1; s++; } else if (*s == '+') s++;
	while (*s >= '0' && *s <= '9') { v = v * 10 + (*s - '0'); s++; }
	return neg ? -v : v;
}

long __culprit_lib_atol(const char *s) {
	long v = 0; int neg = 0;
	while (*s == ' ' || *s >= 9 && *s <= 13) s++;
	if (*s == '-') { neg = 1; s++; } else if (*s == '+') s++;
	while (*s >= '0' && *s <= '9') { v = v * 10 + (*s - '0'); s++; }
	return neg ? -v : v;
}

int __culprit_lib_abs(int x) { return x < 0 ? -x : x; }

long __culprit_lib_labs(long x) { return x < 0 ? -x : x; }

long long __culprit_lib_llabs(long long x) { return x < 0 ? -x : x; }

int __culprit_lib_isdigit(int c) { return c >= '0' && c <= '9'; }

int __culprit_lib_isupper(int c) { return c >= 'A' && c <= 'Z'; }

int __culprit_lib_islower(int c) { return c >= 'a' && c <= 'z'; }

int __culprit_lib_isalpha(int c) { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'; }

int __culprit_lib_isalnum(int c) { return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'; }

int __culprit_lib_isspace(int c) { return c == ' ' || c >= 9 && c <= 13; }

int __culprit_lib_isblank(int c) { return c == ' ' || c == 9; }

int __culprit_lib_isprint(int c) { return c >= 32 && c <= 126; }

int __culprit_lib_isgraph(int c) { return c > 32 && c <= 126; }

int __culprit_lib_iscntrl(int c) { return c >= 0 && c < 32 || c == 127; }

int __culprit_lib_ispunct(int c) { return c > 32 && c <= 126 && !(c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'); }

int __culprit_lib_isxdigit(int c) { return c >= '0' && c <= '9' || c >= 'A' && c <= 'F' || c >= 'a' && c <= 'f'; }

int __culprit_lib_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int __culprit_lib_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }

int __culprit_lib_clz(unsigned x) { int n = 0; while (n < 32 && !(x >> (31 - n) & 1)) n++; return n; }

int __culprit_lib_clzl(unsigned long x) { int n = 0, w = sizeof(long) * 8; while (n < w && !(x >> (w - 1 - n) & 1)) n++; return n; }

int __culprit_lib_clzll(unsigned long long x) { int n = 0; while (n < 64 && !(x >> (63 - n) & 1)) n++; return n; }

int __culprit_lib_ctz(unsigned x) { int n = 0; while (n < 32 && !(x >> n & 1)) n++; return n; }

int __culprit_lib_ctzl(unsigned long x) { int n = 0, w = sizeof(long) * 8; while (n < w && !(x >> n & 1)) n++; return n; }

int __culprit_lib_ctzll(unsigned long long x) { int n = 0; while (n < 64 && !(x >> n & 1)) n++; return n; }

int __culprit_lib_ffs(int x) { int n = 0; if (x == 0) return 0; while (!((unsigned)x >> n & 1)) n++; return n + 1; }

int __culprit_lib_ffsl(long x) { int n = 0; if (x == 0) return 0; while (!((unsigned long)x >> n & 1)) n++; return n + 1; }

int __culprit_lib_ffsll(long long x) { int n = 0; if (x == 0) return 0; while (!((unsigned long long)x >> n & 1)) n++; return n + 1; }

int __culprit_lib_popcount(unsigned x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }

int __culprit_lib_popcountl(unsigned long x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }

int __culprit_lib_popcountll(unsigned long long x) { int n = 0; while (x) { n += x & 1; x >>= 1; } return n; }

int __culprit_lib_parity(unsigned x) { int n = 0; while (x) { n ^= x & 1; x >>= 1; } return n; }

int __culprit_lib_parityl(unsigned long x) { int n = 0; while (x) { n ^= x & 1; x >>= 1; } return n; }

int __culprit_lib_parityll(unsigned long long x) { int n = 0; while (x) { n ^= x & 1; x >>= 1; } return n; }

__UINT16_TYPE__ __culprit_lib_bswap16(__UINT16_TYPE__ x) { return x << 8 | x >> 8; }

__UINT32_TYPE__ __culprit_lib_bswap32(__UINT32_TYPE__ x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

__UINT64_TYPE__ __culprit_lib_bswap64(__UINT64_TYPE__ x) {
	return x << 56 | (x & 0xff00ull) << 40 | (x & 0xff0000ull) << 24 | (x & 0xff000000ull) << 8
		| (x >> 8 & 0xff000000ull) | (x >> 24 & 0xff0000ull) | (x >> 40 & 0xff00ull) | x >> 56;
}

double __culprit_lib_fmin(double x, double y) { return x != x ? y : y != y ? x : x < y ? x : y; }

float __culprit_lib_fminf(float x, float y) { return x != x ? y : y != y ? x : x < y ? x : y; }

long double __culprit_lib_fminl(long double x, long double y) { return x != x ? y : y != y ? x : x < y ? x : y; }

double __culprit_lib_fmax(double x, double y) { return x != x ? y : y != y ? x : x > y ? x : y; }

float __culprit_lib_fmaxf(float x, float y) { return x != x ? y : y != y ? x : x > y ? x : y; }

long double __culprit_lib_fmaxl(long double x, long double y) { return x != x ? y : y != y ? x : x > y ? x : y; }

double __culprit_lib_fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }

float __culprit_lib_fdimf(float x, float y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }

double __culprit_lib_rint(double x) {
	if (!(__builtin_fabs(x) < 0x1p52)) return x;
	return __builtin_copysign(__builtin_fabs(x) + 0x1p52 - 0x1p52, x);
}

double __culprit_lib_nearbyint(double x) {
	if (!(__builtin_fabs(x) < 0x1p52)) return x;
	return __builtin_copysign(__builtin_fabs(x) + 0x1p52 - 0x1p52, x);
}

float __culprit_lib_rintf(float x) {
	if (!(__builtin_fabsf(x) < 0x1p23f)) return x;
	return __builtin_copysignf(__builtin_fabsf(x) + 0x1p23f - 0x1p23f, x);
}

float __culprit_lib_nearbyintf(float x) {
	if (!(__builtin_fabsf(x) < 0x1p23f)) return x;
	return __builtin_copysignf(__builtin_fabsf(x) + 0x1p23f - 0x1p23f, x);
}

long __culprit_lib_lrint(double x) {
	if (!(__builtin_fabs(x) < 0x1p52)) return x;
	return __builtin_copysign(__builtin_fabs(x) + 0x1p52 - 0x1p52, x);
}

long long __culprit_lib_llrint(double x) {
	if (!(__builtin_fabs(x) < 0x1p52)) return x;
	return __builtin_copysign(__builtin_fabs(x) + 0x1p52 - 0x1p52, x);
}

long __culprit_lib_lround(double x) { return __builtin_round(x); }

long long __culprit_lib_llround(double x) { return __builtin_round(x); }

double __culprit_lib_modf(double x, double *p) { *p = __builtin_trunc(x); return __builtin_copysign(__builtin_isinf(x) ? 0 : x - *p, x); }

float __culprit_lib_modff(float x, float *p) { *p = __builtin_truncf(x); return __builtin_copysignf(__builtin_isinff(x) ? 0 : x - *p, x); }

long __culprit_lib_lrintl(long double x) { return __builtin_rintl(x); }

long long __culprit_lib_llrintl(long double x) { return __builtin_rintl(x); }

long __culprit_lib_lrintf(float x) {
	if (!(__builtin_fabsf(x) < 0x1p23f)) return x;
	return __builtin_copysignf(__builtin_fabsf(x) + 0x1p23f - 0x1p23f, x);
}

long long __culprit_lib_llrintf(float x) {
	if (!(__builtin_fabsf(x) < 0x1p23f)) return x;
	return __builtin_copysignf(__builtin_fabsf(x) + 0x1p23f - 0x1p23f, x);
}

long __culprit_lib_lroundf(float x) { return __builtin_roundf(x); }

long __culprit_lib_lroundl(long double x) { return __builtin_roundl(x); }

long long __culprit_lib_llroundf(float x) { return __builtin_roundf(x); }

long long __culprit_lib_llroundl(long double x) { return __builtin_roundl(x); }

struct __culprit_div { int quot, rem; }; struct __culprit_div __culprit_lib_div(int a, int b) { struct __culprit_div r; r.quot = a / b; r.rem = a % b; return r; }

struct __culprit_ldiv { long quot, rem; }; struct __culprit_ldiv __culprit_lib_ldiv(long a, long b) { struct __culprit_ldiv r; r.quot = a / b; r.rem = a % b; return r; }

struct __culprit_lldiv { long long quot, rem; }; struct __culprit_lldiv __culprit_lib_lldiv(long long a, long long b) { struct __culprit_lldiv r; r.quot = a / b; r.rem = a % b; return r; }

long __culprit_lib_strtol(const char *s, char **end, int base) {
	const char *p = s; unsigned long v = 0, max = ((unsigned long)-1 >> 1); int neg = 0, any = 0, over = 0;
	while (*p == ' ' || *p >= 9 && *p <= 13) p++;
	if (*p == '-') { neg = 1; p++; } else if (*p == '+') p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
		&& (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) { p += 2; base = 16; }
	else if (base == 0) base = *p == '0' ? 8 : 10;
	while (1) {
		int d;
		if (*p >= '0' && *p <= '9') d = *p - '0';
		else if (*p >= 'a' && *p <= 'z') d = *p - 'a' + 10;
		else if (*p >= 'A' && *p <= 'Z') d = *p - 'A' + 10;
		else break;
		if (d >= base) break;
		if (v > (max + neg - d) / base) over = 1;
		v = v * base + d; any = 1; p++;
	}
	if (end) *end = (char *)(any ? p : s);
	if (over) __culprit_set_errno(34);
	if (over) return neg ? -(long)max - 1 : (long)max;
	return neg ? -v : v;
}

long long __culprit_lib_strtoll(const char *s, char **end, int base) {
	const char *p = s; unsigned long long v = 0, max = ((unsigned long long)-1 >> 1); int neg = 0, any = 0, over = 0;
	while (*p == ' ' || *p >= 9 && *p <= 13) p++;
	if (*p == '-') { neg = 1; p++; } else if (*p == '+') p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
		&& (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) { p += 2; base = 16; }
	else if (base == 0) base = *p == '0' ? 8 : 10;
	while (1) {
		int d;
		if (*p >= '0' && *p <= '9') d = *p - '0';
		else if (*p >= 'a' && *p <= 'z') d = *p - 'a' + 10;
		else if (*p >= 'A' && *p <= 'Z') d = *p - 'A' + 10;
		else break;
		if (d >= base) break;
		if (v > (max + neg - d) / base) over = 1;
		v = v * base + d; any = 1; p++;
	}
	if (end) *end = (char *)(any ? p : s);
	if (over) __culprit_set_errno(34);
	if (over) return neg ? -(long long)max - 1 : (long long)max;
	return neg ? -v : v;
}

unsigned long __culprit_lib_strtoul(const char *s, char **end, int base) {
	const char *p = s; unsigned long v = 0, max = -1; int neg = 0, any = 0, over = 0;
	while (*p == ' ' || *p >= 9 && *p <= 13) p++;
	if (*p == '-') { neg = 1; p++; } else if (*p == '+') p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
		&& (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) { p += 2; base = 16; }
	else if (base == 0) base = *p == '0' ? 8 : 10;
	while (1) {
		int d;
		if (*p >= '0' && *p <= '9') d = *p - '0';
		else if (*p >= 'a' && *p <= 'z') d = *p - 'a' + 10;
		else if (*p >= 'A' && *p <= 'Z') d = *p - 'A' + 10;
		else break;
		if (d >= base) break;
		if (v > (max - d) / base) over = 1;
		v = v * base + d; any = 1; p++;
	}
	if (end) *end = (char *)(any ? p : s);
	if (over) __culprit_set_errno(34);
	if (over) return max;
	return neg ? -v : v;
}

unsigned long long __culprit_lib_strtoull(const char *s, char **end, int base) {
	const char *p = s; unsigned long long v = 0, max = -1; int neg = 0, any = 0, over = 0;
	while (*p == ' ' || *p >= 9 && *p <= 13) p++;
	if (*p == '-') { neg = 1; p++; } else if (*p == '+') p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
		&& (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) { p += 2; base = 16; }
	else if (base == 0) base = *p == '0' ? 8 : 10;
	while (1) {
		int d;
		if (*p >= '0' && *p <= '9') d = *p - '0';
		else if (*p >= 'a' && *p <= 'z') d = *p - 'a' + 10;
		else if (*p >= 'A' && *p <= 'Z') d = *p - 'A' + 10;
		else break;
		if (d >= base) break;
		if (v > (max - d) / base) over = 1;
		v = v * base + d; any = 1; p++;
	}
	if (end) *end = (char *)(any ? p : s);
	if (over) __culprit_set_errno(34);
	if (over) return max;
	return neg ? -v : v;
}

long long __culprit_lib_atoll(const char *s) {
	long long v = 0; int neg = 0;
	while (*s == ' ' || *s >= 9 && *s <= 13) s++;
	if (*s == '-') { neg = 1; s++; } else if (*s == '+') s++;
	while (*s >= '0' && *s <= '9') { v = v * 10 + (*s - '0'); s++; }
	return neg ? -v : v;
}

int __culprit_lib_strcasecmp(const char *a, const char *b) {
	while (1) {
		int c = *(const unsigned char *)a, d = *(const unsigned char *)b;
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++;
	}
}

int __culprit_lib_strncasecmp(const char *a, const char *b, __SIZE_TYPE__ n) {
	while (n > 0) {
		int c = *(const unsigned char *)a, d = *(const unsigned char *)b;
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++; n--;
	}
	return 0;
}

__SIZE_TYPE__ __culprit_lib_strlcpy(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { if (i + 1 < n) d[i] = s[i]; i++; }
	if (n > 0) d[i < n ? i : n - 1] = 0;
	return i;
}

__SIZE_TYPE__ __culprit_lib_strlcat(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0, j = 0;
	while (i < n && d[i] != 0) i++;
	while (s[j] != 0) { if (i + j + 1 < n) d[i + j] = s[j]; j++; }
	if (i < n) d[i + j < n ? i + j : n - 1] = 0;
	return i + j;
}

char *__culprit_lib_stpncpy(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0, e;
	while (i < n && s[i] != 0) { d[i] = s[i]; i++; }
	e = i;
	while (i < n) { d[i] = 0; i++; }
	return d + e;
}

char *__culprit_lib_strndup(const char *s, __SIZE_TYPE__ m) {
	__SIZE_TYPE__ n = 0, i = 0;
	while (n < m && s[n] != 0) n++;
	char *d = (char *)__builtin_malloc(n + 1);
	while (i < n) { d[i] = s[i]; i++; }
	d[n] = 0;
	return d;
}

__SIZE_TYPE__ __culprit_lib_strxfrm(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { if (i < n) d[i] = s[i]; i++; }
	if (i < n) d[i] = 0;
	return i;
}

char *__culprit_lib_strchrnul(const char *s, int c) { while (*s != 0 && *s != (char)c) s++; return (char *)s; }

char *__culprit_lib_strcasestr(const char *s, const char *t) {
	while (1) {
		__SIZE_TYPE__ i = 0;
		while (t[i] != 0) {
			int c = (unsigned char)s[i], d = (unsigned char)t[i];
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
	if (s == 0) return 0;
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

void __culprit_lib_bcopy(const void *s, void *d, __SIZE_TYPE__ n) { __builtin_memmove(d, s, n); }

int __culprit_lib_isascii(int c) { return c >= 0 && c < 128; }

int __culprit_lib_toascii(int c) { return c & 127; }

__INTMAX_TYPE__ __culprit_lib_imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

void *__culprit_lib_reallocarray(void *p, __SIZE_TYPE__ n, __SIZE_TYPE__ m) { return __builtin_realloc(p, n * m); }

static void __culprit_msort(char *b, __SIZE_TYPE__ n, __SIZE_TYPE__ size, char *tmp, int (*cmp)(const void *, const void *)) {
	__SIZE_TYPE__ n1 = n / 2, n2 = n - n / 2;
	char *b1 = b, *b2 = b + n1 * size, *p = tmp;
	if (n <= 1) return;
	__culprit_msort(b1, n1, size, tmp, cmp);
	__culprit_msort(b2, n2, size, tmp, cmp);
	while (n1 > 0 && n2 > 0) {
		if (cmp(b1, b2) <= 0) { __builtin_memcpy(p, b1, size); b1 += size; n1--; }
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
	__culprit_msort((char *)base, n, size, tmp, cmp);
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
		else return (void *)p;
	}
	return 0;
}

__INTMAX_TYPE__ __culprit_lib_strtoimax(const char *s, char **end, int base) { return __culprit_lib_strtoll(s, end, base); }

__UINTMAX_TYPE__ __culprit_lib_strtoumax(const char *s, char **end, int base) { return __culprit_lib_strtoull(s, end, base); }

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
