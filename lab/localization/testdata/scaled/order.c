/* Sorts numbers by merging, leaves out repetitions, and prints a digest. */
#include <stdio.h>
#include <stdlib.h>

static int *numbers, *room;

static void merge(int from, int middle, int to) {
	int a = from, b = middle, k = from;
	while (a < middle && b < to) {
		if (numbers[b] < numbers[a])
			room[k++] = numbers[b++];
		else
			room[k++] = numbers[a++];
	}
	while (a < middle)
		room[k++] = numbers[a++];
	while (b < to)
		room[k++] = numbers[b++];
	for (k = from; k < to; k++)
		numbers[k] = room[k];
}

static void sort(int n) {
	int width, from, middle, to;
	for (width = 1; width < n; width *= 2) {
		for (from = 0; from < n; from = to) {
			middle = from + width < n ? from + width : n;
			to = middle + width < n ? middle + width : n;
			merge(from, middle, to);
		}
	}
}

static int unique(int n) {
	int i, kept = 0;
	for (i = 0; i < n; i++) {
		if (kept == 0 || numbers[kept - 1] != numbers[i])
			numbers[kept++] = numbers[i];
	}
	return kept;
}

int main(void) {
	int n = 0, size = 0, x, i;
	unsigned digest = 0;
	while (scanf("%d", &x) == 1) {
		if (n == size) {
			size = size ? 2 * size : 16;
			numbers = realloc(numbers, size * sizeof *numbers);
		}
		numbers[n++] = x;
	}
	room = malloc((n + 1) * sizeof *room);
	sort(n);
	n = unique(n);
	for (i = 0; i < n; i++)
		digest = 31 * digest + numbers[i];
	printf("%d numbers, least %d, digest %u\n", n, n ? numbers[0] : 0, digest);
	free(room);
	free(numbers);
	return 0;
}
