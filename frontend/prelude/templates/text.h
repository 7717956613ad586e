__SIZE_TYPE__ __culprit_lib_TEXTlen(const CHAR *s) { __SIZE_TYPE__ n = 0; while (s[n] != 0) n++; return n; }

__SIZE_TYPE__ __culprit_lib_TEXTnlen(const CHAR *s, __SIZE_TYPE__ m) { __SIZE_TYPE__ n = 0; while (n < m && s[n] != 0) n++; return n; }

int __culprit_lib_TEXTcoll(const CHAR *a, const CHAR *b) {
	int r = __culprit_lib_TEXTcmp(a, b);
	return __culprit_locale() ? __culprit_any() : r;
}

CHAR *__culprit_lib_TEXTcpy(CHAR *d, const CHAR *s) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	__culprit_overlap(d + i == s || s + i == d);
	d[i] = 0;
	return d;
}

CHAR *__culprit_lib_ENDOFcpy(CHAR *d, const CHAR *s) {
	__SIZE_TYPE__ i = 0;
	while (s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	__culprit_overlap(d + i == s || s + i == d);
	d[i] = 0;
	return d + i;
}

CHAR *__culprit_lib_TEXTncpy(CHAR *d, const CHAR *s, __SIZE_TYPE__ n) {
	__SIZE_TYPE__ i = 0;
	while (i < n && s[i] != 0) { __culprit_overlap(d + i == s || s + i == d); d[i] = s[i]; i++; }
	while (i < n) { __culprit_overlap(d + i == s || s + i == d); d[i] = 0; i++; }
	return d;
}

CHAR *__culprit_lib_TEXTcat(CHAR *d, const CHAR *s) {
	CHAR *e = d;
	__SIZE_TYPE__ i = 0;
	while (*e != 0) e++;
	while (s[i] != 0) { __culprit_overlap(e + i == s || s + i == e); e[i] = s[i]; i++; }
	__culprit_overlap(e + i == s || s + i == e);
	e[i] = 0;
	return d;
}

CHAR *__culprit_lib_TEXTncat(CHAR *d, const CHAR *s, __SIZE_TYPE__ n) {
	CHAR *e = d;
	__SIZE_TYPE__ i = 0, k = 0;
	while (*e != 0) { e++; k++; }
	__culprit_overlap(n > 0 && (__SIZE_TYPE__)s - (__SIZE_TYPE__)d < (k + 1) * sizeof *d);
	while (i < n && s[i] != 0) { __culprit_overlap(e + i == s || s + i == d); e[i] = s[i]; i++; }
	__culprit_overlap(e + i == s || i < n && s + i == d);
	e[i] = 0;
	return d;
}

CHAR *__culprit_lib_TEXTchr(const CHAR *s, int c) {
	while (*s != (CHAR)c) { if (*s == 0) return 0; s++; }
	return (CHAR *)s;
}

CHAR *__culprit_lib_TEXTrchr(const CHAR *s, int c) {
	CHAR *r = 0;
	while (1) { if (*s == (CHAR)c) r = (CHAR *)s; if (*s == 0) return r; s++; }
}

CHAR *__culprit_lib_TEXTchrnul(const CHAR *s, int c) { while (*s != 0 && *s != (CHAR)c) s++; return (CHAR *)s; }

CHAR *__culprit_lib_TEXTstr(const CHAR *s, const CHAR *t) {
	while (1) {
		__SIZE_TYPE__ i = 0;
		while (t[i] != 0 && s[i] == t[i]) i++;
		if (t[i] == 0) return (CHAR *)s;
		if (*s == 0) return 0;
		s++;
	}
}

CHAR *__culprit_lib_TEXTpbrk(const CHAR *s, const CHAR *set) {
	while (*s != 0) { const CHAR *t = set; while (*t != 0) { if (*t == *s) return (CHAR *)s; t++; } s++; }
	return 0;
}

__SIZE_TYPE__ __culprit_lib_TEXTspn(const CHAR *s, const CHAR *set) {
	__SIZE_TYPE__ n = 0;
	while (s[n] != 0) { const CHAR *t = set; while (*t != 0 && *t != s[n]) t++; if (*t == 0) return n; n++; }
	return n;
}

__SIZE_TYPE__ __culprit_lib_TEXTcspn(const CHAR *s, const CHAR *set) {
	__SIZE_TYPE__ n = 0;
	while (s[n] != 0) { const CHAR *t = set; while (*t != 0 && *t != s[n]) t++; if (*t != 0) return n; n++; }
	return n;
}

int __culprit_lib_TEXTcasecmp(const CHAR *a, const CHAR *b) {
	while (1) {
		int c = *(const CODE *)a, d = *(const CODE *)b;
		if (__culprit_local(c) || __culprit_local(d)) __culprit_unknown();
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++;
	}
}

int __culprit_lib_TEXTncasecmp(const CHAR *a, const CHAR *b, __SIZE_TYPE__ n) {
	while (n > 0) {
		int c = *(const CODE *)a, d = *(const CODE *)b;
		if (__culprit_local(c) || __culprit_local(d)) __culprit_unknown();
		if (c >= 'A' && c <= 'Z') c += 32;
		if (d >= 'A' && d <= 'Z') d += 32;
		if (c != d || c == 0) return c - d;
		a++; b++; n--;
	}
	return 0;
}

CHAR *__culprit_lib_TEXTdup(const CHAR *s) {
	__SIZE_TYPE__ n = 0, i = 0;
	while (s[n] != 0) n++;
	CHAR *d = (CHAR *)__builtin_malloc((n + 1) * sizeof *d);
	if (d == 0) return 0;
	while (i <= n) { d[i] = s[i]; i++; }
	return d;
}

unsigned long long __culprit_lib___TEXTto(const CHAR *s, CHAR **end, int base, unsigned long long most, int negative) {
	const CHAR *p = s; unsigned long long v = 0; int neg = 0, any = 0, over = 0;
	if (base < 0 || base == 1 || base > 36) { __culprit_set_errno(22); return 0; }
	while (*p == ' ' || *p >= 9 && *p <= 13) p++;
	if (__culprit_local((CODE)*p)) __culprit_unknown();
	if (*p == '-') { neg = 1; p++; } else if (*p == '+') p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')
		&& (p[2] >= '0' && p[2] <= '9' || p[2] >= 'a' && p[2] <= 'f' || p[2] >= 'A' && p[2] <= 'F')) { p += 2; base = 16; }
	else if ((base == 0 || base == 2) && p[0] == '0' && (p[1] == 'b' || p[1] == 'B') && (p[2] == '0' || p[2] == '1') && __culprit_any()) { p += 2; base = 2; } /* since C23 */
	else if (base == 0) base = *p == '0' ? 8 : 10;
	if (negative) most += neg;
	if (base == 10) __culprit_lib___TEXT_decimal(p, v, any, over, most);
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
	if (end) *end = (CHAR *)(any ? p : s);
	if (over) { __culprit_set_errno(34); return neg && negative ? -most : most; }
	return neg ? -v : v;
}

long __culprit_lib_TEXTtol(const CHAR *s, CHAR **end, int base) { return (long)__culprit_lib___TEXTto(s, end, base, (unsigned long)-1 >> 1, 1); }

unsigned long __culprit_lib_TEXTtoul(const CHAR *s, CHAR **end, int base) { return (unsigned long)__culprit_lib___TEXTto(s, end, base, (unsigned long)-1, 0); }

long long __culprit_lib_TEXTtoll(const CHAR *s, CHAR **end, int base) { return (long long)__culprit_lib___TEXTto(s, end, base, (unsigned long long)-1 >> 1, 1); }

unsigned long long __culprit_lib_TEXTtoull(const CHAR *s, CHAR **end, int base) { return __culprit_lib___TEXTto(s, end, base, (unsigned long long)-1, 0); }

__INTMAX_TYPE__ __culprit_lib_TEXTtoimax(const CHAR *s, CHAR **end, int base) { return __culprit_lib_TEXTtoll(s, end, base); }

__UINTMAX_TYPE__ __culprit_lib_TEXTtoumax(const CHAR *s, CHAR **end, int base) { return __culprit_lib_TEXTtoull(s, end, base); }

/* ___TEXT_directives says what the directives of a format ask for behind the first given
   arguments, see prelude.DirectivesHelper. */
int __culprit_lib___TEXT_directives(const CHAR *f, __SIZE_TYPE__ given) {
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
