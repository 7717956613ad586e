// want: TRUE
// The calendar of known times, without a time zone.
#define _DEFAULT_SOURCE
#include <time.h>
#include <string.h>
#include <assert.h>
int main(void) {
	time_t day = 951782400, later = day + 86399, early = -1;
	struct tm tm, *p = gmtime_r(&day, &tm);
	assert(p == &tm && tm.tm_mday == 29 && tm.tm_mon == 1 && tm.tm_year == 100 && tm.tm_wday == 2 && tm.tm_yday == 59);
	assert(timegm(&tm) == day);
	tm.tm_mday = 61;
	tm.tm_hour = -1;
	assert(timegm(&tm) == day + 32 * 86400 - 3600 && tm.tm_mon == 2 && tm.tm_mday == 31 && tm.tm_hour == 23);
	p = gmtime(&later);
	assert(p->tm_hour == 23 && p->tm_sec == 59 && p->tm_isdst == 0 && strcmp(p->tm_zone, "GMT") == 0);
	assert(gmtime(&early) == p && p->tm_year == 69 && p->tm_mon == 11);
	return 0;
}
