/* Fills paragraphs: words are put on lines of at most WIDTH columns, an empty
   line ends a paragraph. Prints the number of lines, and of blanks that are
   left at their ends. */
#include <stdio.h>

#define WIDTH 40

static int column, lines, left, words;

static void feed(void) {
	if (column == 0)
		return;
	lines++;
	left += WIDTH - column;
	column = 0;
}

static void word(int length) {
	if (length > WIDTH)
		length = WIDTH;
	if (column + 1 + length > WIDTH)
		feed();
	if (column > 0)
		column++;
	column += length;
	words++;
}

int main(void) {
	int c, length = 0, empty = 0;
	while ((c = getchar()) != EOF) {
		if (c != ' ' && c != '\n') {
			length++;
			empty = 0;
			continue;
		}
		if (length > 0)
			word(length);
		length = 0;
		if (c == '\n' && empty)
			feed();
		empty = c == '\n';
	}
	if (length > 0)
		word(length);
	feed();
	printf("%d words\n", words);
	printf("%d lines\n", lines);
	printf("%d blanks\n", left);
	return 0;
}
