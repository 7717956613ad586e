#include <stdio.h>
#include <stdlib.h>

typedef unsigned int uint;

struct date {
	uint year, month, day;
};

struct text {
	int length;
	char bytes[40];
};

static const char *const names[] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

/* Days since year 0. */
long calc_daynr(uint year, uint month, uint day)
{
	long days;
	int leap;

	if (year == 0 && month == 0 && day == 0)
		return 0;
	days = 365L * year + 31 * (month - 1) + day;
	if (month <= 2)
		year--;
	else
		days -= (month * 4 + 23) / 10;
	leap = (int)((year / 100 + 1) * 3) / 4;
	return days + (int)year / 4 - leap;
}

int calc_weekday(long daynr, int sunday_first)
{
	return (int)((daynr + 5L + (sunday_first ? 1L : 0L)) % 7);
}

void print_weekday(struct text *out, struct date *d)
{
	int weekday;

	out->length = 0;
	if (d->day > 31)
		out->bytes[out->length++] = '-';
	weekday = calc_weekday(calc_daynr(d->year, d->month, d->day), 0);
	puts(names[weekday]);
}

int main(void)
{
	struct text out;
	struct date d;

	if (scanf("%u-%u-%u", &d.year, &d.month, &d.day) != 3)
		return 1;
	print_weekday(&out, &d);
	return 0;
}
