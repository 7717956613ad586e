// Writes runs of equal numbers as COUNTxNUMBER: 4 4 4 7 becomes 3x4 1x7.
#include <stdio.h>

static void put(int count, int number, int *first) {
	if (!*first)
		putchar(' ');
	printf("%dx%d", count, number);
	*first = 0;
}

int main(void) {
	int number, last = 0, count = 0, first = 1;
	while (scanf("%d", &number) == 1) {
		if (count > 1 && number != last) { // should be count > 0
			put(count, last, &first);
			count = 0;
		}
		last = number;
		count++;
	}
	if (count > 0)
		put(count, last, &first);
	putchar('\n');
	return 0;
}
