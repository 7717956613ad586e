/* Made of templates by go test ./frontend/prelude -update. */

__SIZE_TYPE__ __culprit_lib_strlen(const char *s) { __SIZE_TYPE__ n = 0; while (s[n] != 0) n++; return n; }

__SIZE_TYPE__ __culprit_lib_strnlen(const char *s, __SIZE_TYPE__ m) { __SIZE_TYPE__ n = 0; while (n < m && s[n] != 0) n++; return n; }

int __culprit_lib_strcoll(const char *a, const char *b) {
	int r = __culprit_lib_strcmp(a, b);
	return __culprit_locale() ? __culprit_any() : r;
}

char *__culprit_lib_strcpy(char *d, const char *s) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	__culprit_overlap(d + i == s || s + i == d);
	d[i] = 0;
	return d;
}

char *__culprit_lib_stpcpy(char *d, const char *s) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	__culprit_overlap(d + i == s || s + i == d);
	d[i] = 0;
	return d + i;
}

char *__culprit_lib_strncpy(char *d, const char *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n && s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	while (i < n) { __culprit_overlap(d + i == s || s + i == d); d[i] = 0; i++; }
	return d;
}

char *__culprit_lib_strcat(char *d, const char *s) {
	char *e = d;
	__SIZE_TYPE__ i = 0;
	while (*e != 0) e++;
	while (s[i] != 0) { __culprit_overlap(e + i == s || s + i == e); e[i] = s[i]; i++; }
	__culprit_overlap(e + i == s || s + i == e);
	e[i] = 0;
	return d;
}

char *__culprit_lib_strncat(char *d, const char *s, __SIZE_TYPE__ n) {
	char *e = d;
	__SIZE_TYPE__ i = 0, k = 0;
	while (*e != 0) { e++; k++; }
	__culprit_overlap(n > 0 && (__SIZE_TYPE__)s - (__SIZE_TYPE__)d < (k + 1) * sizeof *d);
	while (i < n && s[i] != 0) { __culprit_overlap(e + i == s || s + i == d); e[i] = s[i]; i++; }
	__culprit_overlap(e + i == s || i < n && s + i == d);
	e[i] = 0;
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

char *__culprit_lib_strchrnul(const char *s, int c) { while (*s != 0 && *s != (char)c) s++; return (char *)s; }

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

int __culprit_lib_strcasecmp(const char *a, const char *b) {
	while (1) {
		int c = *(const unsigned char *)a, d = *(const unsigned char *)b;
		if (__culprit_local(c) || __culprit_local(d)) __culprit_unknown();
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++;
	}
}

int __culprit_lib_strncasecmp(const char *a, const char *b, __SIZE_TYPE__ n) {
	while (n > 0) {
		int c = *(const unsigned char *)a, d = *(const unsigned char *)b;
		if (__culprit_local(c) || __culprit_local(d)) __culprit_unknown();
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++; n--;
	}
	return 0;
}

char *__culprit_lib_strdup(const char *s) {
	__SIZE_TYPE__ n = 0, i = 0;
	while (s[n] != 0) n++;
	char *d = (char *)__builtin_malloc((n + 1) * sizeof *d);
	if (d == 0) return 0;
	while (i <= n) { d[i] = s[i]; i++; }
	return d;
}

unsigned long long __culprit_lib___strto(const char *s, char **end, int base, unsigned long long most, int negative) {
	const char *p = s; unsigned long long v = 0; int neg = 0, any = 0, over = 0;
	if (base < 0 || base == 1 || base > 36) { __culprit_set_errno(22); return 0; }
	while (*p == ' ' || *p >= 9 && *p <= 13) p++;
	if (__culprit_local((unsigned char)*p)) __culprit_unknown();
	if (*p == '-') { neg = 1; p++; } else if (*p == '+') p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
		&& (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) { p += 2; base = 16; }
	else if ((base == 0 || base == 2) && p[0] == '0' && (p[1] == 'b' || p[1] == 'B') && (p[2] == '0' || p[2] == '1') && __culprit_any()) { p += 2; base = 2; } /* since C23 */
	else if (base == 0) base = *p == '0' ? 8 : 10;
	if (negative) most += neg;
	if (base == 10) __culprit_lib___str_decimal(p, v, any, over, most);
	else while (1) {
		unsigned long long lo, hi; int d;
		if (*p >= '0' && *p <= '9') d = *p - '0';
		else if (*p >= 'a' && *p <= 'z') d = *p - 'a' + 10;
		else if (*p >= 'A' && *p <= 'Z') d = *p - 'A' + 10;
		else break;
		if (d >= base) break;
		lo = (v & 0xffffffff) * (unsigned)base + (unsigned)d;
		hi = (v >> 32) * (unsigned)base + (lo >> 32);
		v = hi << 32 | lo & 0xffffffff;
		if (hi >> 32 != 0 || v > most) over = 1;
		any = 1; p++;
	}
	if (end) *end = (char *)(any ? p : s);
	if (over) { __culprit_set_errno(34); return neg && negative ? -most : most; }
	return neg ? -v : v;
}

long __culprit_lib_strtol(const char *s, char **end, int base) { return (long)__culprit_lib___strto(s, end, base, (unsigned long)-1 >> 1, 1); }

unsigned long __culprit_lib_strtoul(const char *s, char **end, int base) { return (unsigned long)__culprit_lib___strto(s, end, base, (unsigned long)-1, 0); }

long long __culprit_lib_strtoll(const char *s, char **end, int base) { return (long long)__culprit_lib___strto(s, end, base, (unsigned long long)-1 >> 1, 1); }

unsigned long long __culprit_lib_strtoull(const char *s, char **end, int base) { return __culprit_lib___strto(s, end, base, (unsigned long long)-1, 0); }

__INTMAX_TYPE__ __culprit_lib_strtoimax(const char *s, char **end, int base) { return __culprit_lib_strtoll(s, end, base); }

__UINTMAX_TYPE__ __culprit_lib_strtoumax(const char *s, char **end, int base) { return __culprit_lib_strtoull(s, end, base); }

/* ___str_directives says what the directives of a format ask for behind the first given
   arguments, see prelude.DirectivesHelper. */
int __culprit_lib___str_directives(const char *f, __SIZE_TYPE__ given) {
	int asks = 0, others = 0;
	while (*f) {
		if (*f++ != '%') continue;
		if (others == 0) others = -1;
		while (*f == ' ' || *f == '#' || *f == '\'' || *f >= '*' && *f <= '.' && *f != ',' || *f >= '0' && *f <= '9' || *f == '$'
			|| *f == 'h' || *f == 'l' || *f == 'L' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q' || *f == 'I') {
			if (*f == '$' && given > 0) return -2; /* which argument that is */
			if (*f == '*' && given > 0) { given--; others = -2; } else if (*f == '*') asks = 1;
			f++;
		}
		if (*f != '%' && *f != 'm') {
			if (given > 0) { given--; others = -2; }
			else if (*f == 's' || *f == 'n' || *f == 'S') return 2;
			else asks = 1;
		}
		if (*f) f++;
	}
	return asks ? asks : others;
}

__SIZE_TYPE__ __culprit_lib_wcslen(const __WCHAR_TYPE__ *s) { __SIZE_TYPE__ n = 0; while (s[n] != 0) n++; return n; }

__SIZE_TYPE__ __culprit_lib_wcsnlen(const __WCHAR_TYPE__ *s, __SIZE_TYPE__ m) { __SIZE_TYPE__ n = 0; while (n < m && s[n] != 0) n++; return n; }

int __culprit_lib_wcscoll(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b) {
	int r = __culprit_lib_wcscmp(a, b);
	return __culprit_locale() ? __culprit_any() : r;
}

__WCHAR_TYPE__ *__culprit_lib_wcscpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	__culprit_overlap(d + i == s || s + i == d);
	d[i] = 0;
	return d;
}

__WCHAR_TYPE__ *__culprit_lib_wcpcpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	__culprit_overlap(d + i == s || s + i == d);
	d[i] = 0;
	return d + i;
}

__WCHAR_TYPE__ *__culprit_lib_wcsncpy(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n && s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	while (i < n) { __culprit_overlap(d + i == s || s + i == d); d[i] = 0; i++; }
	return d;
}

__WCHAR_TYPE__ *__culprit_lib_wcscat(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s) {
	__WCHAR_TYPE__ *e = d;
	__SIZE_TYPE__ i = 0;
	while (*e != 0) e++;
	while (s[i] != 0) { __culprit_overlap(e + i == s || s + i == e); e[i] = s[i]; i++; }
	__culprit_overlap(e + i == s || s + i == e);
	e[i] = 0;
	return d;
}

__WCHAR_TYPE__ *__culprit_lib_wcsncat(__WCHAR_TYPE__ *d, const __WCHAR_TYPE__ *s, __SIZE_TYPE__ n) {
	__WCHAR_TYPE__ *e = d;
	__SIZE_TYPE__ i = 0, k = 0;
	while (*e != 0) { e++; k++; }
	__culprit_overlap(n > 0 && (__SIZE_TYPE__)s - (__SIZE_TYPE__)d < (k + 1) * sizeof *d);
	while (i < n && s[i] != 0) { __culprit_overlap(e + i == s || s + i == d); e[i] = s[i]; i++; }
	__culprit_overlap(e + i == s || i < n && s + i == d);
	e[i] = 0;
	return d;
}

__WCHAR_TYPE__ *__culprit_lib_wcschr(const __WCHAR_TYPE__ *s, int c) {
	while (*s != (__WCHAR_TYPE__)c) { if (*s == 0) return 0; s++; }
	return (__WCHAR_TYPE__ *)s;
}

__WCHAR_TYPE__ *__culprit_lib_wcsrchr(const __WCHAR_TYPE__ *s, int c) {
	__WCHAR_TYPE__ *r = 0;
	while (1) { if (*s == (__WCHAR_TYPE__)c) r = (__WCHAR_TYPE__ *)s; if (*s == 0) return r; s++; }
}

__WCHAR_TYPE__ *__culprit_lib_wcschrnul(const __WCHAR_TYPE__ *s, int c) { while (*s != 0 && *s != (__WCHAR_TYPE__)c) s++; return (__WCHAR_TYPE__ *)s; }

__WCHAR_TYPE__ *__culprit_lib_wcsstr(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *t) {
	while (1) {
		__SIZE_TYPE__ i = 0;
		while (t[i] != 0 && s[i] == t[i]) i++;
		if (t[i] == 0) return (__WCHAR_TYPE__ *)s;
		if (*s == 0) return 0;
		s++;
	}
}

__WCHAR_TYPE__ *__culprit_lib_wcspbrk(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set) {
	while (*s != 0) { const __WCHAR_TYPE__ *t = set; while (*t != 0) { if (*t == *s) return (__WCHAR_TYPE__ *)s; t++; } s++; }
	return 0;
}

__SIZE_TYPE__ __culprit_lib_wcsspn(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set) {
	__SIZE_TYPE__ n = 0;
	while (s[n] != 0) { const __WCHAR_TYPE__ *t = set; while (*t != 0 && *t != s[n]) t++; if (*t == 0) return n; n++; }
	return n;
}

__SIZE_TYPE__ __culprit_lib_wcscspn(const __WCHAR_TYPE__ *s, const __WCHAR_TYPE__ *set) {
	__SIZE_TYPE__ n = 0;
	while (s[n] != 0) { const __WCHAR_TYPE__ *t = set; while (*t != 0 && *t != s[n]) t++; if (*t != 0) return n; n++; }
	return n;
}

int __culprit_lib_wcscasecmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b) {
	while (1) {
		int c = *(const __WCHAR_TYPE__ *)a, d = *(const __WCHAR_TYPE__ *)b;
		if (__culprit_local(c) || __culprit_local(d)) __culprit_unknown();
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++;
	}
}

int __culprit_lib_wcsncasecmp(const __WCHAR_TYPE__ *a, const __WCHAR_TYPE__ *b, __SIZE_TYPE__ n) {
	while (n > 0) {
		int c = *(const __WCHAR_TYPE__ *)a, d = *(const __WCHAR_TYPE__ *)b;
		if (__culprit_local(c) || __culprit_local(d)) __culprit_unknown();
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++; n--;
	}
	return 0;
}

__WCHAR_TYPE__ *__culprit_lib_wcsdup(const __WCHAR_TYPE__ *s) {
	__SIZE_TYPE__ n = 0, i = 0;
	while (s[n] != 0) n++;
	__WCHAR_TYPE__ *d = (__WCHAR_TYPE__ *)__builtin_malloc((n + 1) * sizeof *d);
	if (d == 0) return 0;
	while (i <= n) { d[i] = s[i]; i++; }
	return d;
}

unsigned long long __culprit_lib___wcsto(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base, unsigned long long most, int negative) {
	const __WCHAR_TYPE__ *p = s; unsigned long long v = 0; int neg = 0, any = 0, over = 0;
	if (base < 0 || base == 1 || base > 36) { __culprit_set_errno(22); return 0; }
	while (*p == ' ' || *p >= 9 && *p <= 13) p++;
	if (__culprit_local((__WCHAR_TYPE__)*p)) __culprit_unknown();
	if (*p == '-') { neg = 1; p++; } else if (*p == '+') p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
		&& (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) { p += 2; base = 16; }
	else if ((base == 0 || base == 2) && p[0] == '0' && (p[1] == 'b' || p[1] == 'B') && (p[2] == '0' || p[2] == '1') && __culprit_any()) { p += 2; base = 2; } /* since C23 */
	else if (base == 0) base = *p == '0' ? 8 : 10;
	if (negative) most += neg;
	if (base == 10) __culprit_lib___wcs_decimal(p, v, any, over, most);
	else while (1) {
		unsigned long long lo, hi; int d;
		if (*p >= '0' && *p <= '9') d = *p - '0';
		else if (*p >= 'a' && *p <= 'z') d = *p - 'a' + 10;
		else if (*p >= 'A' && *p <= 'Z') d = *p - 'A' + 10;
		else break;
		if (d >= base) break;
		lo = (v & 0xffffffff) * (unsigned)base + (unsigned)d;
		hi = (v >> 32) * (unsigned)base + (lo >> 32);
		v = hi << 32 | lo & 0xffffffff;
		if (hi >> 32 != 0 || v > most) over = 1;
		any = 1; p++;
	}
	if (end) *end = (__WCHAR_TYPE__ *)(any ? p : s);
	if (over) { __culprit_set_errno(34); return neg && negative ? -most : most; }
	return neg ? -v : v;
}

long __culprit_lib_wcstol(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return (long)__culprit_lib___wcsto(s, end, base, (unsigned long)-1 >> 1, 1); }

unsigned long __culprit_lib_wcstoul(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return (unsigned long)__culprit_lib___wcsto(s, end, base, (unsigned long)-1, 0); }

long long __culprit_lib_wcstoll(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return (long long)__culprit_lib___wcsto(s, end, base, (unsigned long long)-1 >> 1, 1); }

unsigned long long __culprit_lib_wcstoull(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return __culprit_lib___wcsto(s, end, base, (unsigned long long)-1, 0); }

__INTMAX_TYPE__ __culprit_lib_wcstoimax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return __culprit_lib_wcstoll(s, end, base); }

__UINTMAX_TYPE__ __culprit_lib_wcstoumax(const __WCHAR_TYPE__ *s, __WCHAR_TYPE__ **end, int base) { return __culprit_lib_wcstoull(s, end, base); }

/* ___wcs_directives says what the directives of a format ask for behind the first given
   arguments, see prelude.DirectivesHelper. */
int __culprit_lib___wcs_directives(const __WCHAR_TYPE__ *f, __SIZE_TYPE__ given) {
	int asks = 0, others = 0;
	while (*f) {
		if (*f++ != '%') continue;
		if (others == 0) others = -1;
		while (*f == ' ' || *f == '#' || *f == '\'' || *f >= '*' && *f <= '.' && *f != ',' || *f >= '0' && *f <= '9' || *f == '$'
			|| *f == 'h' || *f == 'l' || *f == 'L' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q' || *f == 'I') {
			if (*f == '$' && given > 0) return -2; /* which argument that is */
			if (*f == '*' && given > 0) { given--; others = -2; } else if (*f == '*') asks = 1;
			f++;
		}
		if (*f != '%' && *f != 'm') {
			if (given > 0) { given--; others = -2; }
			else if (*f == 's' || *f == 'n' || *f == 'S') return 2;
			else asks = 1;
		}
		if (*f) f++;
	}
	return asks ? asks : others;
}

float __culprit_lib___complex_unit_s(float x) { return __builtin_copysignf(__builtin_isinff(x) ? 1 : 0, x); }

float __culprit_lib___complex_number_s(float x) { return x != x ? __builtin_copysignf(0, x) : x; }

float _Complex __culprit_lib___mulsc3(float a, float b, float c, float d) {
	float x = a * c - b * d, y = a * d + b * c;
	float _Complex z;
	if (x != x && y != y) {
		int inf = 0;
		if (__builtin_isinff(a) || __builtin_isinff(b)) {
			a = __culprit_lib___complex_unit_s(a);
			b = __culprit_lib___complex_unit_s(b);
			c = __culprit_lib___complex_number_s(c);
			d = __culprit_lib___complex_number_s(d);
			inf = 1;
		}
		if (__builtin_isinff(c) || __builtin_isinff(d)) {
			c = __culprit_lib___complex_unit_s(c);
			d = __culprit_lib___complex_unit_s(d);
			a = __culprit_lib___complex_number_s(a);
			b = __culprit_lib___complex_number_s(b);
			inf = 1;
		}
		if (!inf && (__builtin_isinff(a * c) || __builtin_isinff(b * d) || __builtin_isinff(a * d) || __builtin_isinff(b * c))) {
			a = __culprit_lib___complex_number_s(a);
			b = __culprit_lib___complex_number_s(b);
			c = __culprit_lib___complex_number_s(c);
			d = __culprit_lib___complex_number_s(d);
			inf = 1;
		}
		if (inf) {
			x = __builtin_inff() * (a * c - b * d);
			y = __builtin_inff() * (a * d + b * c);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

float _Complex __culprit_lib___complex_quotient_s(float a, float b, float c, float d, float x, float y) {
	float _Complex z;
	if (x != x && y != y) {
		int nan = a != a || b != b, inf = __builtin_isinff(a) || __builtin_isinff(b);
		if (c == 0 && d == 0 && (a == a || b == b)) {
			x = __builtin_copysignf(__builtin_inff(), c) * a;
			y = __builtin_copysignf(__builtin_inff(), c) * b;
		} else if (inf && c - c == 0 && d - d == 0) {
			a = __culprit_lib___complex_unit_s(a);
			b = __culprit_lib___complex_unit_s(b);
			x = __builtin_inff() * (a * c + b * d);
			y = __builtin_inff() * (b * c - a * d);
		} else if ((__builtin_isinff(c) || __builtin_isinff(d)) && !nan && !inf) {
			c = __culprit_lib___complex_unit_s(c);
			d = __culprit_lib___complex_unit_s(d);
			x = 0 * (a * c + b * d);
			y = 0 * (b * c - a * d);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

float _Complex __culprit_lib___divsc3(float a, float b, float c, float d) {
	double n = (double)c * c + (double)d * d;
	return __culprit_lib___complex_quotient_s(a, b, c, d, ((double)a * c + (double)b * d) / n, ((double)b * c - (double)a * d) / n);
}

float __culprit_lib_crealf(float _Complex z) { return __real__ z; }

float __culprit_lib_cimagf(float _Complex z) { return __imag__ z; }

float _Complex __culprit_lib_conjf(float _Complex z) { return ~z; }

float _Complex __culprit_lib_cprojf(float _Complex z) {
	if (__builtin_isinff(__real__ z) || __builtin_isinff(__imag__ z)) {
		__real__ z = __builtin_inff();
		__imag__ z = __builtin_copysignf(0, __imag__ z);
	}
	return z;
}

double __culprit_lib___complex_unit_d(double x) { return __builtin_copysign(__builtin_isinf(x) ? 1 : 0, x); }

double __culprit_lib___complex_number_d(double x) { return x != x ? __builtin_copysign(0, x) : x; }

double _Complex __culprit_lib___muldc3(double a, double b, double c, double d) {
	double x = a * c - b * d, y = a * d + b * c;
	double _Complex z;
	if (x != x && y != y) {
		int inf = 0;
		if (__builtin_isinf(a) || __builtin_isinf(b)) {
			a = __culprit_lib___complex_unit_d(a);
			b = __culprit_lib___complex_unit_d(b);
			c = __culprit_lib___complex_number_d(c);
			d = __culprit_lib___complex_number_d(d);
			inf = 1;
		}
		if (__builtin_isinf(c) || __builtin_isinf(d)) {
			c = __culprit_lib___complex_unit_d(c);
			d = __culprit_lib___complex_unit_d(d);
			a = __culprit_lib___complex_number_d(a);
			b = __culprit_lib___complex_number_d(b);
			inf = 1;
		}
		if (!inf && (__builtin_isinf(a * c) || __builtin_isinf(b * d) || __builtin_isinf(a * d) || __builtin_isinf(b * c))) {
			a = __culprit_lib___complex_number_d(a);
			b = __culprit_lib___complex_number_d(b);
			c = __culprit_lib___complex_number_d(c);
			d = __culprit_lib___complex_number_d(d);
			inf = 1;
		}
		if (inf) {
			x = __builtin_inf() * (a * c - b * d);
			y = __builtin_inf() * (a * d + b * c);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

double _Complex __culprit_lib___complex_quotient_d(double a, double b, double c, double d, double x, double y) {
	double _Complex z;
	if (x != x && y != y) {
		int nan = a != a || b != b, inf = __builtin_isinf(a) || __builtin_isinf(b);
		if (c == 0 && d == 0 && (a == a || b == b)) {
			x = __builtin_copysign(__builtin_inf(), c) * a;
			y = __builtin_copysign(__builtin_inf(), c) * b;
		} else if (inf && c - c == 0 && d - d == 0) {
			a = __culprit_lib___complex_unit_d(a);
			b = __culprit_lib___complex_unit_d(b);
			x = __builtin_inf() * (a * c + b * d);
			y = __builtin_inf() * (b * c - a * d);
		} else if ((__builtin_isinf(c) || __builtin_isinf(d)) && !nan && !inf) {
			c = __culprit_lib___complex_unit_d(c);
			d = __culprit_lib___complex_unit_d(d);
			x = 0 * (a * c + b * d);
			y = 0 * (b * c - a * d);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

double _Complex __culprit_lib___divdc3(double a, double b, double c, double d) {
	double x, y, r, n;
	if (__builtin_fabs(c) < __builtin_fabs(d)) {
		r = a; a = b; b = -r;
		r = c; c = d; d = -r;
	}
	if (__builtin_fabs(c) >= __DBL_MAX__ / 2) {
		a /= 2; b /= 2; c /= 2; d /= 2;
	}
	n = __DBL_MAX__ / 2 * __DBL_EPSILON__;
	if (__builtin_fabs(c) < __DBL_EPSILON__ || __builtin_fabs(c) < n &&
		(__builtin_fabs(a) < __DBL_MIN__ && __builtin_fabs(b) < n || __builtin_fabs(b) < __DBL_MIN__ && __builtin_fabs(a) < n)) {
		n = 1 / __DBL_EPSILON__;
		a *= n; b *= n; c *= n; d *= n;
	}
	r = d / c;
	n = d * r + c;
	if (__builtin_fabs(r) > __DBL_MIN__) {
		x = (b * r + a) / n;
		y = (b - a * r) / n;
	} else {
		x = (a + d * (b / c)) / n;
		y = (b - d * (a / c)) / n;
	}
	return __culprit_lib___complex_quotient_d(a, b, c, d, x, y);
}

double __culprit_lib_creal(double _Complex z) { return __real__ z; }

double __culprit_lib_cimag(double _Complex z) { return __imag__ z; }

double _Complex __culprit_lib_conj(double _Complex z) { return ~z; }

double _Complex __culprit_lib_cproj(double _Complex z) {
	if (__builtin_isinf(__real__ z) || __builtin_isinf(__imag__ z)) {
		__real__ z = __builtin_inf();
		__imag__ z = __builtin_copysign(0, __imag__ z);
	}
	return z;
}

long double __culprit_lib___complex_unit_x(long double x) { return __builtin_copysignl(__builtin_isinfl(x) ? 1 : 0, x); }

long double __culprit_lib___complex_number_x(long double x) { return x != x ? __builtin_copysignl(0, x) : x; }

long double _Complex __culprit_lib___mulxc3(long double a, long double b, long double c, long double d) {
	long double x = a * c - b * d, y = a * d + b * c;
	long double _Complex z;
	if (x != x && y != y) {
		int inf = 0;
		if (__builtin_isinfl(a) || __builtin_isinfl(b)) {
			a = __culprit_lib___complex_unit_x(a);
			b = __culprit_lib___complex_unit_x(b);
			c = __culprit_lib___complex_number_x(c);
			d = __culprit_lib___complex_number_x(d);
			inf = 1;
		}
		if (__builtin_isinfl(c) || __builtin_isinfl(d)) {
			c = __culprit_lib___complex_unit_x(c);
			d = __culprit_lib___complex_unit_x(d);
			a = __culprit_lib___complex_number_x(a);
			b = __culprit_lib___complex_number_x(b);
			inf = 1;
		}
		if (!inf && (__builtin_isinfl(a * c) || __builtin_isinfl(b * d) || __builtin_isinfl(a * d) || __builtin_isinfl(b * c))) {
			a = __culprit_lib___complex_number_x(a);
			b = __culprit_lib___complex_number_x(b);
			c = __culprit_lib___complex_number_x(c);
			d = __culprit_lib___complex_number_x(d);
			inf = 1;
		}
		if (inf) {
			x = __builtin_infl() * (a * c - b * d);
			y = __builtin_infl() * (a * d + b * c);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

long double _Complex __culprit_lib___complex_quotient_x(long double a, long double b, long double c, long double d, long double x, long double y) {
	long double _Complex z;
	if (x != x && y != y) {
		int nan = a != a || b != b, inf = __builtin_isinfl(a) || __builtin_isinfl(b);
		if (c == 0 && d == 0 && (a == a || b == b)) {
			x = __builtin_copysignl(__builtin_infl(), c) * a;
			y = __builtin_copysignl(__builtin_infl(), c) * b;
		} else if (inf && c - c == 0 && d - d == 0) {
			a = __culprit_lib___complex_unit_x(a);
			b = __culprit_lib___complex_unit_x(b);
			x = __builtin_infl() * (a * c + b * d);
			y = __builtin_infl() * (b * c - a * d);
		} else if ((__builtin_isinfl(c) || __builtin_isinfl(d)) && !nan && !inf) {
			c = __culprit_lib___complex_unit_x(c);
			d = __culprit_lib___complex_unit_x(d);
			x = 0 * (a * c + b * d);
			y = 0 * (b * c - a * d);
		}
	}
	__real__ z = x;
	__imag__ z = y;
	return z;
}

long double _Complex __culprit_lib___divxc3(long double a, long double b, long double c, long double d) {
	long double x, y, r, n;
	if (__builtin_fabsl(c) < __builtin_fabsl(d)) {
		r = a; a = b; b = -r;
		r = c; c = d; d = -r;
	}
	if (__builtin_fabsl(c) >= __LDBL_MAX__ / 2) {
		a /= 2; b /= 2; c /= 2; d /= 2;
	}
	n = __LDBL_MAX__ / 2 * __LDBL_EPSILON__;
	if (__builtin_fabsl(c) < __LDBL_EPSILON__ || __builtin_fabsl(c) < n &&
		(__builtin_fabsl(a) < __LDBL_MIN__ && __builtin_fabsl(b) < n || __builtin_fabsl(b) < __LDBL_MIN__ && __builtin_fabsl(a) < n)) {
		n = 1 / __LDBL_EPSILON__;
		a *= n; b *= n; c *= n; d *= n;
	}
	r = d / c;
	n = d * r + c;
	if (__builtin_fabsl(r) > __LDBL_MIN__) {
		x = (b * r + a) / n;
		y = (b - a * r) / n;
	} else {
		x = (a + d * (b / c)) / n;
		y = (b - d * (a / c)) / n;
	}
	return __culprit_lib___complex_quotient_x(a, b, c, d, x, y);
}

long double __culprit_lib_creall(long double _Complex z) { return __real__ z; }

long double __culprit_lib_cimagl(long double _Complex z) { return __imag__ z; }

long double _Complex __culprit_lib_conjl(long double _Complex z) { return ~z; }

long double _Complex __culprit_lib_cprojl(long double _Complex z) {
	if (__builtin_isinfl(__real__ z) || __builtin_isinfl(__imag__ z)) {
		__real__ z = __builtin_infl();
		__imag__ z = __builtin_copysignl(0, __imag__ z);
	}
	return z;
}

double __culprit_lib_frexp(double x, int *p) {
	unsigned long long b = __culprit_bits(x); int e = (int)(b >> 52 & 2047);
	*p = 0;
	if (x == 0 || e == 2047) return x;
	if (e == 0) { b = __culprit_bits(x * 0x1p54); e = (int)(b >> 52 & 2047) - (52 + 2); }
	*p = e - (1023 - 1);
	return __culprit_bits_float(b & ~((unsigned long long)2047 << 52) | (unsigned long long)(1023 - 1) << 52);
}

double __culprit_lib_ldexp(double x, int n) {
	unsigned long long b = __culprit_bits(x); int e = (int)(b >> 52 & 2047);
	if (x == 0 || e == 2047) return x;
	if (e == 0) { b = __culprit_bits(x * 0x1p54); e = (int)(b >> 52 & 2047) - (52 + 2); }
	e += n > 5000 ? 5000 : n < -5000 ? -5000 : n;
	b &= ~((unsigned long long)2047 << 52);
	if (e >= 2047) { __culprit_set_errno(34); return __builtin_copysign(__builtin_inf(), x); }
	if (e > 0) return __culprit_bits_float(b | (unsigned long long)e << 52);
	__culprit_may_set_errno(34);
	if (e < -52 - 1) e = -52 - 1;
	return __culprit_bits_float(b | (unsigned long long)(e + 52 + 2) << 52) / 0x1p54;
}

double __culprit_lib_scalbn(double x, int n) { return __culprit_lib_ldexp(x, n); }

double __culprit_lib_scalbln(double x, long n) { return __culprit_lib_ldexp(x, n > 5000 ? 5000 : n < -5000 ? -5000 : n); }

int __culprit_lib_ilogb(double x) {
	unsigned long long b = __culprit_bits(x); int e = (int)(b >> 52 & 2047);
	if (x == 0 || e == 2047) { __culprit_set_errno(33); return x == 0 || x != x ? -2147483647 - 1 : 2147483647; }
	if (e == 0) { b = __culprit_bits(x * 0x1p54); e = (int)(b >> 52 & 2047) - (52 + 2); }
	return e - 1023;
}

double __culprit_lib_logb(double x) {
	if (x != x) return x;
	if (x == 0) { __culprit_may_set_errno(34); return -__builtin_inf(); }
	if (__builtin_isinf(x)) return __builtin_inf();
	return __culprit_lib_ilogb(x);
}

double __culprit_lib_nextafter(double x, double y) {
	unsigned long long b = __culprit_bits(x);
	if (x != x || y != y) return x + y;
	double r;
	if (x == y) return y;
	r = x == 0 ? __builtin_copysign(__culprit_bits_float(1), y) : __culprit_bits_float((x < y) == (x > 0) ? b + 1 : b - 1);
	/* glibc forgets it where x is 0. */
	if (x == 0) __culprit_may_set_errno(34);
	else if (!__builtin_isinf(x) && !__builtin_isnormal(r)) __culprit_set_errno(34);
	return r;
}

double __culprit_lib_powi(double x, int m) {
	unsigned n = m < 0 ? -(unsigned)m : m;
	double y = n % 2 ? x : 1;
	while (n >>= 1) { x = x * x; if (n % 2) y *= x; }
	return m < 0 ? 1 / y : y;
}

double __culprit_lib_roundeven(double x) {
	double t = __builtin_trunc(x), d = __builtin_fabs(x - t);
	if (d > 0.5f || d == 0.5f && __builtin_trunc(t / 2) * 2 != t) t += __builtin_copysign(1, x);
	return __builtin_copysign(__builtin_isinf(x) ? x : t, x);
}

double __culprit_lib_significand(double x) {
	if (x == 0 || !__builtin_isfinite(x)) { __culprit_may_set_errno(33); return x; } /* glibc asks ilogb */
	return __culprit_lib_ldexp(x, -__culprit_lib_ilogb(x));
}

double __culprit_lib___outside(double x) { __culprit_set_errno(33); return (x - x) / (x - x); }

double __culprit_lib___pole(double x) { __culprit_set_errno(34); return x; }

double __culprit_lib___ranged(double r) {
	if (__builtin_isinf(r)) __culprit_set_errno(34);
	else if (!__builtin_isnormal(r)) __culprit_may_set_errno(34);
	return r;
}

double __culprit_lib_fdim(double x, double y) {
	double r;
	if (x != x || y != y) return x + y;
	if (!(x > y)) return 0;
	r = x - y;
	if (__builtin_isinf(r) && !__builtin_isinf(x) && !__builtin_isinf(y)) __culprit_set_errno(34);
	return r;
}

double __culprit_opaque_fmod(double, double);
double __culprit_lib_fmod(double x, double y) {
	double a = __builtin_fabs(x), b = __builtin_fabs(y), r;
	if (!(a < __builtin_inf()) || !(b > 0)) {
		if (x == x && y == y) __culprit_set_errno(33);
		return (x * y) / (x * y);
	}
	if (a < b) return x;
	if (a == b) return 0 * x;
	if (a <= 0x1p53 && b <= 0x1p53 && a == (long long)a && b == (long long)b)
		return __builtin_copysign((double)((long long)a % (long long)b), x);
	r = __culprit_opaque_fmod(a, b);
	__VERIFIER_assume(r >= 0 && r < b);
	return __builtin_copysign(r, x);
}

double __culprit_opaque_remainder(double, double);
double __culprit_lib_remainder(double x, double y) {
	double a = __builtin_fabs(x), b = __builtin_fabs(y), r;
	if (!(a < __builtin_inf()) || !(b > 0)) {
		if (x == x && y == y) __culprit_set_errno(33);
		return (x * y) / (x * y);
	}
	if (a <= 0x1p53 && b <= 0x1p53 && a == (long long)a && b == (long long)b) {
		long long m = (long long)a, n = (long long)b, q = m / n, k = m % n;
		if (2 * k > n || 2 * k == n && q % 2 == 1) k -= n;
		return x < 0 || x == 0 && __builtin_signbit(x) ? -(double)k : (double)k;
	}
	r = __culprit_opaque_remainder(x, y);
	__VERIFIER_assume(__builtin_fabs(r) <= b);
	return r;
}

double __culprit_opaque_sin(double);
double __culprit_lib_sin(double x) {
	double r;
	if (x == 0 || x != x) return x;
	if (__builtin_isinf(x)) return __culprit_lib___outside(x);
	r = __culprit_opaque_sin(x);
	__VERIFIER_assume(-1 <= r && r <= 1);
	return r;
}

double __culprit_opaque_cos(double);
double __culprit_lib_cos(double x) {
	double r;
	if (x == 0 || x != x) return x == 0 ? 1 : x;
	if (__builtin_isinf(x)) return __culprit_lib___outside(x);
	r = __culprit_opaque_cos(x);
	__VERIFIER_assume(-1 <= r && r <= 1);
	return r;
}

double __culprit_opaque_tan(double);
double __culprit_lib_tan(double x) {
	double r;
	if (x == 0 || x != x) return x;
	if (__builtin_isinf(x)) return __culprit_lib___outside(x);
	r = __culprit_opaque_tan(x);
	__VERIFIER_assume(__builtin_isfinite(r));
	return r;
}

double __culprit_opaque_asin(double);
double __culprit_lib_asin(double x) {
	double r;
	if (x == 0 || x != x) return x;
	if (__builtin_fabs(x) > 1) return __culprit_lib___outside(x);
	r = __culprit_opaque_asin(x);
	__VERIFIER_assume(-1.6 < r && r < 1.6 && (r > 0) == (x > 0));
	return r;
}

double __culprit_opaque_acos(double);
double __culprit_lib_acos(double x) {
	double r;
	if (x == 1 || x != x) return x == 1 ? 0 : x;
	if (__builtin_fabs(x) > 1) return __culprit_lib___outside(x);
	r = __culprit_opaque_acos(x);
	__VERIFIER_assume(0 < r && r < 3.2);
	return r;
}

double __culprit_opaque_atan(double);
double __culprit_lib_atan(double x) {
	double r;
	if (x == 0 || x != x) return x;
	r = __culprit_opaque_atan(x);
	__VERIFIER_assume(-1.6 < r && r < 1.6 && (r > 0) == (x > 0));
	return r;
}

double __culprit_opaque_exp(double);
double __culprit_lib_exp(double x) {
	double r;
	if (x != x) return x;
	if (x == 0) return 1;
	if (__builtin_isinf(x)) return x > 0 ? x : 0;
	r = __culprit_opaque_exp(x);
	__VERIFIER_assume(x > 0 ? r >= 1 : 0 <= r && r <= 1);
	return __culprit_lib___ranged(r);
}

double __culprit_opaque_exp2(double);
double __culprit_lib_exp2(double x) {
	double r;
	if (x == __builtin_trunc(x) && x > -5000 && x < 5000) return __culprit_lib_ldexp(1, (int)x);
	if (x != x) return x;
	if (__builtin_isinf(x)) return x > 0 ? x : 0;
	r = __culprit_opaque_exp2(x);
	__VERIFIER_assume(x > 0 ? r >= 1 : 0 <= r && r <= 1);
	return __culprit_lib___ranged(r);
}

double __culprit_opaque_log(double);
double __culprit_lib_log(double x) {
	double r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___pole(-__builtin_inf()) : __culprit_lib___outside(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_opaque_log(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

double __culprit_opaque_log2(double);
double __culprit_lib_log2(double x) {
	double r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___pole(-__builtin_inf()) : __culprit_lib___outside(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_lib_ilogb(x);
	if (__culprit_lib_ldexp(1, (int)r) == x) return r;
	r = __culprit_opaque_log2(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

double __culprit_opaque_log10(double);
double __culprit_lib_log10(double x) {
	double r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___pole(-__builtin_inf()) : __culprit_lib___outside(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_opaque_log10(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

double __culprit_opaque_pow(double, double);
double __culprit_lib_pow(double x, double y) {
	double r;
	if (y == 0 || x == 1) return 1;
	if (x != x || y != y) return x + y;
	if (y == 1) return x;
	if (x == 2 && y == __builtin_trunc(y) && y > -5000 && y < 5000) return __culprit_lib_ldexp(1, (int)y);
	if (y > 0 && y <= 64 && y == (int)y && x == __builtin_trunc(x)) {
		int n = (int)y; double p = 1;
		while (n > 0 && __builtin_fabs(p) <= 0x1p53) { p *= x; n--; }
		if (__builtin_fabs(p) <= 0x1p53) return p;
	}
	r = __culprit_opaque_pow(x, y);
	if (x > 0) __VERIFIER_assume(r >= 0);
	if (x == 0 && y < 0) { /* a pole, which at -inf is nobody's error; gcc divides where y is -1 */
		__VERIFIER_assume(__builtin_isinf(r));
		if (y == -1 || __builtin_isinf(y)) __culprit_may_set_errno(34);
		else __culprit_set_errno(34);
	} else if (__builtin_isfinite(x) && __builtin_isfinite(y)) {
		if (r != r) __culprit_set_errno(33);
		else if (y == -1 || y == 2) __culprit_may_set_errno(34); /* gcc divides or multiplies */
		else if (x != 0) __culprit_lib___ranged(r);
	}
	return r;
}

double __culprit_opaque_hypot(double, double);
double __culprit_lib_hypot(double x, double y) {
	double a = __builtin_fabs(x), b = __builtin_fabs(y), r;
	if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inf();
	if (x != x || y != y) return x + y;
	if (a == 0 || b == 0) return a + b;
	r = __culprit_opaque_hypot(x, y);
	__VERIFIER_assume(r >= 0);
	return __culprit_lib___ranged(r);
}

double __culprit_opaque_cbrt(double);
double __culprit_lib_cbrt(double x) {
	double r;
	if (x == 0 || !__builtin_isfinite(x)) return x;
	r = __culprit_opaque_cbrt(x);
	__VERIFIER_assume((r > 0) == (x > 0) && r != 0 && __builtin_fabs(r) < 0x1p1023);
	return r;
}

int __culprit_lib_iround(double x) { return (int)__builtin_round(x); }

int __culprit_lib_irint(double x) { return (int)__culprit_lib_rint(x); }

int __culprit_lib_iceil(double x) { return (int)__builtin_ceil(x); }

int __culprit_lib_ifloor(double x) { return (int)__builtin_floor(x); }

long __culprit_lib_lceil(double x) { return (long)__builtin_ceil(x); }

long __culprit_lib_lfloor(double x) { return (long)__builtin_floor(x); }

long long __culprit_lib_llceil(double x) { return (long long)__builtin_ceil(x); }

long long __culprit_lib_llfloor(double x) { return (long long)__builtin_floor(x); }

double __culprit_lib_lgamma_r(double x, int *sign) {
	double n = __builtin_floor(x);
	*sign = (x == n ? x == 0 && __builtin_signbit(x) : x < 0 && n / 2 != __builtin_floor(n / 2)) ? -1 : 1; /* 1 at poles but for -0 */
	return __builtin_lgamma(x);
}

float __culprit_lib_frexpf(float x, int *p) {
	unsigned b = __culprit_bitsf(x); int e = (int)(b >> 23 & 255);
	*p = 0;
	if (x == 0 || e == 255) return x;
	if (e == 0) { b = __culprit_bitsf(x * 0x1p25f); e = (int)(b >> 23 & 255) - (23 + 2); }
	*p = e - (127 - 1);
	return __culprit_bits_floatf(b & ~((unsigned)255 << 23) | (unsigned)(127 - 1) << 23);
}

float __culprit_lib_ldexpf(float x, int n) {
	unsigned b = __culprit_bitsf(x); int e = (int)(b >> 23 & 255);
	if (x == 0 || e == 255) return x;
	if (e == 0) { b = __culprit_bitsf(x * 0x1p25f); e = (int)(b >> 23 & 255) - (23 + 2); }
	e += n > 5000 ? 5000 : n < -5000 ? -5000 : n;
	b &= ~((unsigned)255 << 23);
	if (e >= 255) { __culprit_set_errno(34); return __builtin_copysignf(__builtin_inff(), x); }
	if (e > 0) return __culprit_bits_floatf(b | (unsigned)e << 23);
	__culprit_may_set_errno(34);
	if (e < -23 - 1) e = -23 - 1;
	return __culprit_bits_floatf(b | (unsigned)(e + 23 + 2) << 23) / 0x1p25f;
}

float __culprit_lib_scalbnf(float x, int n) { return __culprit_lib_ldexpf(x, n); }

float __culprit_lib_scalblnf(float x, long n) { return __culprit_lib_ldexpf(x, n > 5000 ? 5000 : n < -5000 ? -5000 : n); }

int __culprit_lib_ilogbf(float x) {
	unsigned b = __culprit_bitsf(x); int e = (int)(b >> 23 & 255);
	if (x == 0 || e == 255) { __culprit_set_errno(33); return x == 0 || x != x ? -2147483647 - 1 : 2147483647; }
	if (e == 0) { b = __culprit_bitsf(x * 0x1p25f); e = (int)(b >> 23 & 255) - (23 + 2); }
	return e - 127;
}

float __culprit_lib_logbf(float x) {
	if (x != x) return x;
	if (x == 0) { __culprit_may_set_errno(34); return -__builtin_inff(); }
	if (__builtin_isinf(x)) return __builtin_inff();
	return __culprit_lib_ilogbf(x);
}

float __culprit_lib_nextafterf(float x, float y) {
	unsigned b = __culprit_bitsf(x);
	if (x != x || y != y) return x + y;
	float r;
	if (x == y) return y;
	r = x == 0 ? __builtin_copysignf(__culprit_bits_floatf(1), y) : __culprit_bits_floatf((x < y) == (x > 0) ? b + 1 : b - 1);
	/* glibc forgets it where x is 0. */
	if (x == 0) __culprit_may_set_errno(34);
	else if (!__builtin_isinf(x) && !__builtin_isnormal(r)) __culprit_set_errno(34);
	return r;
}

float __culprit_lib_powif(float x, int m) {
	unsigned n = m < 0 ? -(unsigned)m : m;
	float y = n % 2 ? x : 1;
	while (n >>= 1) { x = x * x; if (n % 2) y *= x; }
	return m < 0 ? 1 / y : y;
}

float __culprit_lib_roundevenf(float x) {
	float t = __builtin_truncf(x), d = __builtin_fabsf(x - t);
	if (d > 0.5f || d == 0.5f && __builtin_truncf(t / 2) * 2 != t) t += __builtin_copysignf(1, x);
	return __builtin_copysignf(__builtin_isinff(x) ? x : t, x);
}

float __culprit_lib_significandf(float x) {
	if (x == 0 || !__builtin_isfinite(x)) { __culprit_may_set_errno(33); return x; } /* glibc asks ilogb */
	return __culprit_lib_ldexpf(x, -__culprit_lib_ilogbf(x));
}

float __culprit_lib___outsidef(float x) { __culprit_set_errno(33); return (x - x) / (x - x); }

float __culprit_lib___polef(float x) { __culprit_set_errno(34); return x; }

float __culprit_lib___rangedf(float r) {
	if (__builtin_isinf(r)) __culprit_set_errno(34);
	else if (!__builtin_isnormal(r)) __culprit_may_set_errno(34);
	return r;
}

float __culprit_lib_fdimf(float x, float y) {
	float r;
	if (x != x || y != y) return x + y;
	if (!(x > y)) return 0;
	r = x - y;
	if (__builtin_isinf(r) && !__builtin_isinf(x) && !__builtin_isinf(y)) __culprit_set_errno(34);
	return r;
}

float __culprit_opaque_fmodf(float, float);
float __culprit_lib_fmodf(float x, float y) {
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y), r;
	if (!(a < __builtin_inff()) || !(b > 0)) {
		if (x == x && y == y) __culprit_set_errno(33);
		return (x * y) / (x * y);
	}
	if (a < b) return x;
	if (a == b) return 0 * x;
	if (a <= 0x1p24f && b <= 0x1p24f && a == (long long)a && b == (long long)b)
		return __builtin_copysignf((float)((long long)a % (long long)b), x);
	r = __culprit_opaque_fmodf(a, b);
	__VERIFIER_assume(r >= 0 && r < b);
	return __builtin_copysignf(r, x);
}

float __culprit_opaque_remainderf(float, float);
float __culprit_lib_remainderf(float x, float y) {
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y), r;
	if (!(a < __builtin_inff()) || !(b > 0)) {
		if (x == x && y == y) __culprit_set_errno(33);
		return (x * y) / (x * y);
	}
	if (a <= 0x1p24f && b <= 0x1p24f && a == (long long)a && b == (long long)b) {
		long long m = (long long)a, n = (long long)b, q = m / n, k = m % n;
		if (2 * k > n || 2 * k == n && q % 2 == 1) k -= n;
		return x < 0 || x == 0 && __builtin_signbit(x) ? -(float)k : (float)k;
	}
	r = __culprit_opaque_remainderf(x, y);
	__VERIFIER_assume(__builtin_fabsf(r) <= b);
	return r;
}

float __culprit_opaque_sinf(float);
float __culprit_lib_sinf(float x) {
	float r;
	if (x == 0 || x != x) return x;
	if (__builtin_isinf(x)) return __culprit_lib___outsidef(x);
	r = __culprit_opaque_sinf(x);
	__VERIFIER_assume(-1 <= r && r <= 1);
	return r;
}

float __culprit_opaque_cosf(float);
float __culprit_lib_cosf(float x) {
	float r;
	if (x == 0 || x != x) return x == 0 ? 1 : x;
	if (__builtin_isinf(x)) return __culprit_lib___outsidef(x);
	r = __culprit_opaque_cosf(x);
	__VERIFIER_assume(-1 <= r && r <= 1);
	return r;
}

float __culprit_opaque_tanf(float);
float __culprit_lib_tanf(float x) {
	float r;
	if (x == 0 || x != x) return x;
	if (__builtin_isinf(x)) return __culprit_lib___outsidef(x);
	r = __culprit_opaque_tanf(x);
	__VERIFIER_assume(__builtin_isfinite(r));
	return r;
}

float __culprit_opaque_asinf(float);
float __culprit_lib_asinf(float x) {
	float r;
	if (x == 0 || x != x) return x;
	if (__builtin_fabsf(x) > 1) return __culprit_lib___outsidef(x);
	r = __culprit_opaque_asinf(x);
	__VERIFIER_assume(-1.6 < r && r < 1.6 && (r > 0) == (x > 0));
	return r;
}

float __culprit_opaque_acosf(float);
float __culprit_lib_acosf(float x) {
	float r;
	if (x == 1 || x != x) return x == 1 ? 0 : x;
	if (__builtin_fabsf(x) > 1) return __culprit_lib___outsidef(x);
	r = __culprit_opaque_acosf(x);
	__VERIFIER_assume(0 < r && r < 3.2);
	return r;
}

float __culprit_opaque_atanf(float);
float __culprit_lib_atanf(float x) {
	float r;
	if (x == 0 || x != x) return x;
	r = __culprit_opaque_atanf(x);
	__VERIFIER_assume(-1.6 < r && r < 1.6 && (r > 0) == (x > 0));
	return r;
}

float __culprit_opaque_expf(float);
float __culprit_lib_expf(float x) {
	float r;
	if (x != x) return x;
	if (x == 0) return 1;
	if (__builtin_isinf(x)) return x > 0 ? x : 0;
	r = __culprit_opaque_expf(x);
	__VERIFIER_assume(x > 0 ? r >= 1 : 0 <= r && r <= 1);
	return __culprit_lib___rangedf(r);
}

float __culprit_opaque_exp2f(float);
float __culprit_lib_exp2f(float x) {
	float r;
	if (x == __builtin_truncf(x) && x > -5000 && x < 5000) return __culprit_lib_ldexpf(1, (int)x);
	if (x != x) return x;
	if (__builtin_isinf(x)) return x > 0 ? x : 0;
	r = __culprit_opaque_exp2f(x);
	__VERIFIER_assume(x > 0 ? r >= 1 : 0 <= r && r <= 1);
	return __culprit_lib___rangedf(r);
}

float __culprit_opaque_logf(float);
float __culprit_lib_logf(float x) {
	float r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___polef(-__builtin_inff()) : __culprit_lib___outsidef(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_opaque_logf(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

float __culprit_opaque_log2f(float);
float __culprit_lib_log2f(float x) {
	float r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___polef(-__builtin_inff()) : __culprit_lib___outsidef(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_lib_ilogbf(x);
	if (__culprit_lib_ldexpf(1, (int)r) == x) return r;
	r = __culprit_opaque_log2f(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

float __culprit_opaque_log10f(float);
float __culprit_lib_log10f(float x) {
	float r;
	if (x != x) return x;
	if (!(x > 0)) return x == 0 ? __culprit_lib___polef(-__builtin_inff()) : __culprit_lib___outsidef(x);
	if (x == 1 || __builtin_isinf(x)) return x == 1 ? 0 : x;
	r = __culprit_opaque_log10f(x);
	__VERIFIER_assume((r > 0) == (x > 1) && r != 0 && r > -5000 && r < 5000);
	return r;
}

float __culprit_opaque_powf(float, float);
float __culprit_lib_powf(float x, float y) {
	float r;
	if (y == 0 || x == 1) return 1;
	if (x != x || y != y) return x + y;
	if (y == 1) return x;
	if (x == 2 && y == __builtin_truncf(y) && y > -5000 && y < 5000) return __culprit_lib_ldexpf(1, (int)y);
	if (y > 0 && y <= 64 && y == (int)y && x == __builtin_truncf(x)) {
		int n = (int)y; float p = 1;
		while (n > 0 && __builtin_fabsf(p) <= 0x1p24f) { p *= x; n--; }
		if (__builtin_fabsf(p) <= 0x1p24f) return p;
	}
	r = __culprit_opaque_powf(x, y);
	if (x > 0) __VERIFIER_assume(r >= 0);
	if (x == 0 && y < 0) { /* a pole, which at -inf is nobody's error; gcc divides where y is -1 */
		__VERIFIER_assume(__builtin_isinf(r));
		if (y == -1 || __builtin_isinf(y)) __culprit_may_set_errno(34);
		else __culprit_set_errno(34);
	} else if (__builtin_isfinite(x) && __builtin_isfinite(y)) {
		if (r != r) __culprit_set_errno(33);
		else if (y == -1 || y == 2) __culprit_may_set_errno(34); /* gcc divides or multiplies */
		else if (x != 0) __culprit_lib___rangedf(r);
	}
	return r;
}

float __culprit_opaque_hypotf(float, float);
float __culprit_lib_hypotf(float x, float y) {
	float a = __builtin_fabsf(x), b = __builtin_fabsf(y), r;
	if (__builtin_isinf(x) || __builtin_isinf(y)) return __builtin_inff();
	if (x != x || y != y) return x + y;
	if (a == 0 || b == 0) return a + b;
	r = __culprit_opaque_hypotf(x, y);
	__VERIFIER_assume(r >= 0);
	return __culprit_lib___rangedf(r);
}

float __culprit_opaque_cbrtf(float);
float __culprit_lib_cbrtf(float x) {
	float r;
	if (x == 0 || !__builtin_isfinite(x)) return x;
	r = __culprit_opaque_cbrtf(x);
	__VERIFIER_assume((r > 0) == (x > 0) && r != 0 && __builtin_fabsf(r) < 0x1p127f);
	return r;
}

int __culprit_lib_iroundf(float x) { return (int)__builtin_roundf(x); }

int __culprit_lib_irintf(float x) { return (int)__culprit_lib_rintf(x); }

int __culprit_lib_iceilf(float x) { return (int)__builtin_ceilf(x); }

int __culprit_lib_ifloorf(float x) { return (int)__builtin_floorf(x); }

long __culprit_lib_lceilf(float x) { return (long)__builtin_ceilf(x); }

long __culprit_lib_lfloorf(float x) { return (long)__builtin_floorf(x); }

long long __culprit_lib_llceilf(float x) { return (long long)__builtin_ceilf(x); }

long long __culprit_lib_llfloorf(float x) { return (long long)__builtin_floorf(x); }

float __culprit_lib_lgammaf_r(float x, int *sign) {
	float n = __builtin_floorf(x);
	*sign = (x == n ? x == 0 && __builtin_signbit(x) : x < 0 && n / 2 != __builtin_floorf(n / 2)) ? -1 : 1; /* 1 at poles but for -0 */
	return __builtin_lgammaf(x);
}
