#include <stdio.h>
#include <stdlib.h>

// Nested functions as arguments of library functions, and in recursive ones.

static void sort(int *a, int n, int down) {
	int compared = 0;
	int order(const void *x, const void *y) {
		compared++;
		int d = *(const int *)x - *(const int *)y;
		return down ? -d : d;
	}
	qsort(a, n, sizeof *a, order);
	printf("%s", compared > 0 ? "sorted:" : "untouched:");
	for (int i = 0; i < n; i++)
		printf(" %d", a[i]);
	printf("\n");
}

static int hanoi(int n) {
	int peg[3][8], height[3] = {n, 0, 0}, moves = 0;
	void move(int from, int to) {
		peg[to][height[to]++] = peg[from][--height[from]];
		moves++;
	}
	void solve(int k, int from, int to) {
		if (k == 0)
			return;
		int other = 3 - from - to;
		solve(k - 1, from, other);
		move(from, to);
		solve(k - 1, other, to);
	}
	for (int i = 0; i < n; i++)
		peg[0][i] = n - i;
	solve(n, 0, 2);
	for (int i = 0; i < n; i++)
		printf("%d ", peg[2][i]);
	return moves;
}

// Man or boy: each activation of a has a k of its own.
static int a(int k, int (*x1)(void), int (*x2)(void), int (*x3)(void), int (*x4)(void), int (*x5)(void)) {
	int b(void) {
		k--;
		return a(k, b, x1, x2, x3, x4);
	}
	if (k <= 0) {
		int s = x4();
		return s + x5();
	}
	return b();
}

static int zero(void) { return 0; }
static int one(void) { return 1; }
static int less(void) { return -1; }

int main(void) {
	int v[] = {3, 9, 1, 7, 5};
	sort(v, 5, 0);
	sort(v, 5, 1);
	sort(v, 1, 0);
	printf("%d moves\n", hanoi(6));
	for (int k = 0; k < 8; k++)
		printf("%d ", a(k, one, less, less, one, zero));
	printf("\n");
	return 0;
}
