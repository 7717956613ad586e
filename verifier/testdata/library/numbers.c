// want: TRUE
// Numbers in texts have their value up to the ends of their types.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
	char *e;
	unsigned long long u;
	int i, n = 0;
	errno = 0;
	assert(strtoll("0000000000000000000000000000120x", &e, 10) == 120 && *e == 'x' && errno == 0);
	assert(strtoll("9223372036854775807", &e, 10) == LLONG_MAX && *e == 0 && errno == 0);
	assert(strtoll("-9223372036854775808z", &e, 10) == LLONG_MIN && *e == 'z' && errno == 0);
	assert(strtoll("98765432109876543210z", &e, 10) == LLONG_MAX && *e == 'z' && errno == ERANGE);
	errno = 0;
	assert(strtoull("18446744073709551615", &e, 10) == ULLONG_MAX && *e == 0 && errno == 0);
	assert(strtoull("18446744073709551616", &e, 10) == ULLONG_MAX && *e == 0 && errno == ERANGE);
	assert(strtol("+-3", &e, 10) == 0 && *e == '+');
	assert(atoi("-0000000000000000000000000000008") == -8 && atoi("  2147483647 ") == INT_MAX);
	assert(sscanf("18446744073709551615 +000000000000000000000000000007z", "%llu%d%n", &u, &i, &n) == 2);
	assert(u == ULLONG_MAX && i == 7 && n == 52);
	return 0;
}
