#include <assert.h>

/* The price of a ticket. Children under six ride free, and so should people
   from seventy on, but the condition says something else. */

enum { FULL = 1, REDUCED, FREE };

int price(int age, int zones) {
	int class = FULL, fare;
	if (age < 18)
		class = REDUCED;
	if (age < 6 || age > 17 + 70)
		class = FREE;
	if (zones > 3)
		zones = 3;
	if (class == FREE)
		fare = 0;
	else if (class == REDUCED)
		fare = 2 * zones;
	else
		fare = 4 * zones;
	return fare;
}

int main(void) {
	int due = price(75, 5);
	assert(due == 0);
	return 0;
}
