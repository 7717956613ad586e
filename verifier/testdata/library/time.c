// want: TRUE
// What holds of clocks and of the calendar, whatever the time and its zone.
#define _GNU_SOURCE
#include <time.h>
#include <string.h>
#include <errno.h>
#include <assert.h>
extern long __VERIFIER_nondet_long(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
	struct timespec t = {7, 7}, request = {0, __VERIFIER_nondet_int() & 1023};
	assert(clock_gettime(CLOCK_MONOTONIC, &t) == 0 && t.tv_sec >= 0 && t.tv_nsec >= 0 && t.tv_nsec < 1000000000);
	t.tv_nsec = -1;
	errno = 0;
	assert(clock_gettime(999, &t) == -1 && t.tv_nsec == -1 && errno == EINVAL);
	assert(clock_getres(CLOCK_REALTIME, &t) == 0 && t.tv_sec == 0 && t.tv_nsec > 0);
	assert(clock_getres(CLOCK_REALTIME, 0) == 0);
	assert(timespec_get(&t, TIME_UTC) == TIME_UTC && t.tv_nsec >= 0);
	assert(timespec_get(&t, 0) == 0);
	t.tv_sec = 5;
	if (nanosleep(&request, &t) != 0) assert(errno == EINTR && t.tv_sec == 0);
	request.tv_nsec = 1000000000;
	assert(nanosleep(&request, &t) == -1 && errno == EINVAL);

	time_t now = time(0), other = __VERIFIER_nondet_int() / 2;
	assert(difftime(now, now) == 0 && difftime(other, other - 1) == 1 && difftime(1, 4) == -3);

	struct tm tm, *p = localtime_r(&now, &tm);
	if (p) assert(p == &tm && tm.tm_mon >= 0 && tm.tm_mon <= 11 && tm.tm_sec <= 60 && tm.tm_mday >= 1);
	assert(gmtime_r(&other, &tm) == &tm && tm.tm_isdst == 0 && tm.tm_year + 1900 > 1000);
	p = gmtime(&other);
	assert(p != 0 && p == localtime(&other));
	tm.tm_mon = 13;
	if (mktime(&tm) != -1) assert(tm.tm_mon < 12);

	char text[26];
	struct tm day = {.tm_sec = 52, .tm_min = 3, .tm_hour = 1, .tm_mday = 16, .tm_mon = 8, .tm_year = 73, .tm_wday = 0};
	assert(asctime_r(&day, text) == text && strcmp(text, "Sun Sep 16 01:03:52 1973\n") == 0);
	day.tm_mday = 6;
	day.tm_wday = 9;
	assert(strcmp(asctime(&day), "??? Sep  6 01:03:52 1973\n") == 0);
	assert(ctime_r(&other, text) == text && text[3] == ' ' && text[24] == '\n' && text[25] == 0);
	return 0;
}
