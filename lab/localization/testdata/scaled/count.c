/* Counts lines, words, characters and the longest line of its input. */
#include <stdio.h>
#include <ctype.h>

struct counts {
	long lines, words, chars;
	int longest;
};

static int column(int at, int c) {
	if (c == '\t')
		return (at / 8 + 1) * 8;
	return at + 1;
}

static void count(struct counts *n) {
	int c, inside = 0, at = 0;
	while ((c = getchar()) != EOF) {
		n->chars++;
		if (c == '\n') {
			n->lines++;
			if (at > n->longest)
				n->longest = at;
			at = 0;
		} else {
			at = column(at, c);
		}
		if (isspace(c)) {
			inside = 0;
		} else if (!inside) {
			inside = 1;
			n->words++;
		}
	}
	if (at > n->longest)
		n->longest = at;
}

int main(void) {
	struct counts n = { 0, 0, 0, 0 };
	count(&n);
	printf("%ld lines\n", n.lines);
	printf("%ld words\n", n.words);
	printf("%ld characters\n", n.chars);
	printf("%d longest\n", n.longest);
	return 0;
}
