// Calendar dates: day of the year, next day, days between two dates.
// bug: unreach-call years divisible by 100 count as leap years in one of two places

#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

struct date {
    int year, month, day;
};

static const int days_in_month[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

static bool is_leap(int year) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int month_length(int year, int month) {
    if (month == 2 && is_leap(year))
        return 29;
    return days_in_month[month - 1];
}

static bool is_valid(struct date d) {
    return d.year >= 1900 && d.year <= 2100 && d.month >= 1 && d.month <= 12 && d.day >= 1 &&
           d.day <= month_length(d.year, d.month);
}

static int year_length(int year) {
#ifdef BUG
    return year % 4 == 0 ? 366 : 365;
#else
    return is_leap(year) ? 366 : 365;
#endif
}

static int day_of_year(struct date d) {
    int n = d.day;
    for (int m = 1; m < d.month; m++)
        n += month_length(d.year, m);
    return n;
}

static struct date next_day(struct date d) {
    d.day++;
    if (d.day > month_length(d.year, d.month)) {
        d.day = 1;
        d.month++;
        if (d.month > 12) {
            d.month = 1;
            d.year++;
        }
    }
    return d;
}

static struct date from_day_of_year(int year, int n) {
    struct date d = {year, 1, 1};
    while (n > month_length(year, d.month)) {
        n -= month_length(year, d.month);
        d.month++;
    }
    d.day = n;
    return d;
}

static bool same(struct date a, struct date b) {
    return a.year == b.year && a.month == b.month && a.day == b.day;
}

int main(void) {
    struct date d;
    d.year = __VERIFIER_nondet_int();
    d.month = __VERIFIER_nondet_int();
    d.day = __VERIFIER_nondet_int();
    if (!is_valid(d))
        return 1;

    int n = day_of_year(d);
    assert(n >= 1 && n <= year_length(d.year));
    assert(same(from_day_of_year(d.year, n), d));

    struct date next = next_day(d);
    int m = day_of_year(next);
    if (next.year == d.year)
        assert(m == n + 1);
    else
        assert(m == 1 && n == year_length(d.year));
    return 0;
}
