double __culprit_lib_difftime(long a, long b) {
	return a < b ? -(double)((unsigned long)b - (unsigned long)a) : (double)((unsigned long)a - (unsigned long)b);
}

long __culprit_opaque_clock_gettime(void);
int __culprit_lib_clock_gettime(int clock, long *t) {
	long s, ns;
	int r = clock < 0 || clock > 7 ? -(__culprit_opaque_clock_gettime() != 0) : 0;
	if (clock > 23) r = -1;
	if (r != 0) { __culprit_set_errno(22); return r; }
	s = __culprit_opaque_clock_gettime();
	ns = __culprit_opaque_clock_gettime();
	__VERIFIER_assume(0 <= ns && ns <= 999999999);
	__VERIFIER_assume(0 <= s && s <= 9223372036);
	t[0] = s;
	t[1] = ns;
	return 0;
}

long __culprit_opaque_clock_getres(void);
int __culprit_lib_clock_getres(int clock, long *t) {
	long ns;
	int r = clock < 0 || clock > 7 ? -(__culprit_opaque_clock_getres() != 0) : 0;
	if (clock > 23) r = -1;
	if (r != 0) { __culprit_set_errno(22); return r; }
	if (t == 0) return 0;
	ns = __culprit_opaque_clock_getres();
	__VERIFIER_assume(0 < ns && ns <= 999999999);
	t[0] = 0;
	t[1] = ns;
	return 0;
}

long __culprit_opaque_timespec_get(void);
int __culprit_lib_timespec_get(long *t, int base) {
	long ns;
	if (base != 1 && (base <= 0 || __culprit_opaque_timespec_get() != 0)) return 0;
	ns = __culprit_opaque_timespec_get();
	__VERIFIER_assume(0 <= ns && ns <= 999999999);
	t[0] = __culprit_opaque_timespec_get();
	__VERIFIER_assume(0 <= t[0] && t[0] <= 9223372036);
	t[1] = ns;
	return base;
}

long __culprit_opaque_gettimeofday(void);
int __culprit_lib_gettimeofday(long *t, void *zone) {
	t[0] = __culprit_opaque_gettimeofday();
	t[1] = __culprit_opaque_gettimeofday();
	__VERIFIER_assume(0 <= t[0] && t[0] <= 9223372036 && 0 <= t[1] && t[1] <= 999999);
	if (zone != 0) __culprit_any_memory(zone, 8);
	return 0;
}

long __culprit_opaque_nanosleep(void);
int __culprit_lib_nanosleep(const long *t, long *rest) {
	if (t[0] < 0 || t[1] < 0 || t[1] > 999999999) { __culprit_set_errno(22); return -1; }
	if (__culprit_opaque_nanosleep() == 0) return 0;
	if (rest != 0) {
		long s = __culprit_opaque_nanosleep(), ns = __culprit_opaque_nanosleep();
		__VERIFIER_assume(0 <= s && s <= t[0] && 0 <= ns && ns <= 999999999);
		rest[0] = s;
		rest[1] = ns;
	}
	__culprit_set_errno(4);
	return -1;
}

struct __culprit_lib___tm { int sec, min, hour, mday, mon, year, wday, yday, isdst; long gmtoff; unsigned long zone; };
struct __culprit_lib___tm *__culprit_lib___tm(void) { static struct __culprit_lib___tm buffer; return &buffer; }

void __culprit_lib___tm_check(const struct __culprit_lib___tm *p) {
	__VERIFIER_assume(0 <= p->sec && p->sec <= 60 && 0 <= p->min && p->min <= 59 && 0 <= p->hour && p->hour <= 23);
	__VERIFIER_assume(1 <= p->mday && p->mday <= 31 && 0 <= p->mon && p->mon <= 11);
	__VERIFIER_assume(0 <= p->wday && p->wday <= 6 && 0 <= p->yday && p->yday <= 365 && 0 <= p->isdst && p->isdst <= 1);
}

void __culprit_lib___utc(long s, struct __culprit_lib___tm *p) {
	p->sec = __culprit_asked("0 of gmtime_r", s);
	p->min = __culprit_asked("1 of gmtime_r", s);
	p->hour = __culprit_asked("2 of gmtime_r", s);
	p->mday = __culprit_asked("3 of gmtime_r", s);
	p->mon = __culprit_asked("4 of gmtime_r", s);
	p->year = __culprit_asked("5 of gmtime_r", s);
	p->wday = __culprit_asked("6 of gmtime_r", s);
	p->yday = __culprit_asked("7 of gmtime_r", s);
	p->isdst = 0;
	p->gmtoff = 0;
	*(const char **)&p->zone = "GMT";
	__culprit_lib___tm_check(p);
	__VERIFIER_assume(-1950000000 < p->year && p->year < 1950000000);
	if (-30000000000 < s && s < 250000000000) __VERIFIER_assume(-900 < p->year && p->year < 8099);
}

struct __culprit_time { struct __culprit_lib___tm tm; long t; int failed; } __culprit_opaque_mktime(void);
long __culprit_lib_mktime(struct __culprit_lib___tm *p) {
	struct __culprit_time r = __culprit_opaque_mktime();
	if (p->sec | p->min | p->hour | p->mday | p->mon | p->year | p->isdst) r.failed = !!r.failed; /* it uses them */
	*p = r.tm;
	if (r.failed) { __culprit_set_errno(75); return -1; }
	__culprit_lib___tm_check(p);
	return r.t;
}

/* Years up to a billion do not fail, whatever the other fields are. */
long __culprit_lib_timegm(struct __culprit_lib___tm *p) {
	long s;
	if (sizeof(long) == 4 || p->year < -1000000000 || p->year > 1000000000) return __culprit_lib_mktime(p);
	s = __culprit_asked("timegm", p->sec, p->min, p->hour, p->mday, p->mon, p->year);
	__VERIFIER_assume(-60000000000000000 < s && s < 60000000000000000);
	__culprit_lib___utc(s, p);
	return s;
}

struct __culprit_broken { struct __culprit_lib___tm tm; int failed; } __culprit_opaque_localtime(void);
struct __culprit_lib___tm *__culprit_lib_localtime_r(const long *t, struct __culprit_lib___tm *p) {
	long s = *t;
	int exact = -60000000000000000 < s && s < 60000000000000000;
	struct __culprit_broken r = __culprit_opaque_localtime();
	if (!exact && r.failed) { __culprit_set_errno(75); return 0; }
	*p = r.tm;
	__culprit_lib___tm_check(p);
	if (exact) __VERIFIER_assume(-1950000000 < p->year && p->year < 1950000000);
	if (-30000000000 < s && s < 250000000000) __VERIFIER_assume(-900 < p->year && p->year < 8099);
	return p;
}

struct __culprit_lib___tm *__culprit_lib_gmtime_r(const long *t, struct __culprit_lib___tm *p) {
	long s = *t;
	if (-60000000000000000 < s && s < 60000000000000000) { __culprit_lib___utc(s, p); return p; }
	if (__culprit_lib_localtime_r(t, p) == 0) return 0;
	p->isdst = 0;
	p->gmtoff = 0;
	*(const char **)&p->zone = "GMT";
	return p;
}

struct __culprit_lib___tm *__culprit_lib_localtime(const long *t) { return __culprit_lib_localtime_r(t, __culprit_lib___tm()); }

struct __culprit_lib___tm *__culprit_lib_gmtime(const long *t) { return __culprit_lib_gmtime_r(t, __culprit_lib___tm()); }

void __culprit_lib___two_digits(char *s, int n) { s[0] = '0' + n / 10; s[1] = '0' + n % 10; }

char __culprit_opaque_asctime(void);
char *__culprit_lib___time_text(const struct __culprit_lib___tm *p, char *s, int size) {
	int year = p->year, i;
	const char *day, *month;
	if (year < -900 || year > 8099 || p->sec < 0 || p->sec > 99 || p->min < 0 || p->min > 99 || p->hour < 0 || p->hour > 99 || p->mday < 0 || p->mday > 99) {
		for (i = 0; i < size; i++) s[i] = __culprit_opaque_asctime();
		if (s[size - 1] != 0) { __culprit_set_errno(75); return 0; }
		return s;
	}
	year += 1900;
	day = p->wday < 0 || p->wday > 6 ? "???" : &"SunMonTueWedThuFriSat"[3 * p->wday];
	month = p->mon < 0 || p->mon > 11 ? "???" : &"JanFebMarAprMayJunJulAugSepOctNovDec"[3 * p->mon];
	__builtin_memcpy(s, day, 3);
	s[3] = ' ';
	__builtin_memcpy(s + 4, month, 3);
	s[7] = ' ';
	__culprit_lib___two_digits(s + 8, p->mday);
	if (p->mday < 10) s[8] = ' ';
	s[10] = ' ';
	__culprit_lib___two_digits(s + 11, p->hour);
	s[13] = ':';
	__culprit_lib___two_digits(s + 14, p->min);
	s[16] = ':';
	__culprit_lib___two_digits(s + 17, p->sec);
	s[19] = ' ';
	__culprit_lib___two_digits(s + 20, year / 100);
	__culprit_lib___two_digits(s + 22, year % 100);
	s[24] = '\n';
	s[25] = 0;
	return s;
}

int __culprit_lib___tm_odd(const struct __culprit_lib___tm *p) {
	if (p->sec < 0 || p->sec > 60 || p->min < 0 || p->min > 59 || p->hour < 0 || p->hour > 23) return 1;
	return p->mday < 1 || p->mday > 31 || p->mon < 0 || p->mon > 11 || p->wday < 0 || p->wday > 6 || p->year < -900 || p->year > 8099;
}

char *__culprit_lib_asctime_r(const struct __culprit_lib___tm *p, char *s) {
	__culprit_undefined(__culprit_lib___tm_odd(p), "a time out of range");
	return __culprit_lib___time_text(p, s, 26);
}

char *__culprit_lib_ctime_r(const long *t, char *s) {
	struct __culprit_lib___tm tm;
	return __culprit_lib_localtime_r(t, &tm) == 0 ? 0 : __culprit_lib_asctime_r(&tm, s);
}

char *__culprit_lib_asctime(const struct __culprit_lib___tm *p) {
	static char buffer[114];
	__culprit_undefined(__culprit_lib___tm_odd(p), "a time out of range");
	return __culprit_lib___time_text(p, buffer, 114);
}

char *__culprit_lib_ctime(const long *t) {
	struct __culprit_lib___tm *p = __culprit_lib_localtime(t);
	return p == 0 ? 0 : __culprit_lib_asctime(p);
}
