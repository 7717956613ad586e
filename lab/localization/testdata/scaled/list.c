/* Schedules jobs on a ring: each line has a number of steps; a job runs for a
   slice at a time and goes to the end until it is done. Prints the sum of the
   times at which jobs end, and the last one. */
#include <stdio.h>
#include <stdlib.h>

#define SLICE 5

struct job {
	int number, left;
	struct job *next;
};

static struct job *last;
static int waiting;

static void append(struct job *j) {
	if (last) {
		j->next = last->next;
		last->next = j;
	} else {
		j->next = j;
	}
	last = j;
	waiting++;
}

static struct job *take(void) {
	struct job *first = last->next;
	if (first == last)
		last = NULL;
	else
		last->next = first->next;
	waiting--;
	return first;
}

int main(void) {
	int steps, number = 0, now = 0, end = -1;
	unsigned sum = 0;
	while (scanf("%d", &steps) == 1) {
		struct job *j = malloc(sizeof *j);
		j->number = number++;
		j->left = steps;
		append(j);
	}
	while (waiting > 0) {
		struct job *j = take();
		int run = j->left < SLICE ? j->left : SLICE;
		now += run;
		j->left -= run;
		if (j->left > 0) {
			append(j);
		} else {
			sum += now;
			end = j->number;
			free(j);
		}
	}
	printf("sum %u, last %d\n", sum, end);
	return 0;
}
