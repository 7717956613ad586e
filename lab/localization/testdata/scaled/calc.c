/* Evaluates one expression per line: + - * / %, parentheses, signs. */
#include <stdio.h>

static char line[4096];
static int at, failed;

static void blanks(void) {
	while (line[at] == ' ')
		at++;
}

static int sum(void);

static int atom(void) {
	int value = 0;
	blanks();
	if (line[at] == '(') {
		at++;
		value = sum();
		blanks();
		if (line[at] == ')')
			at++;
		else
			failed = 1;
		return value;
	}
	if (line[at] == '-') {
		at++;
		return -atom();
	}
	if (line[at] < '0' || line[at] > '9')
		failed = 1;
	while (line[at] >= '0' && line[at] <= '9')
		value = 10 * value + (line[at++] - '0');
	return value;
}

static int product(void) {
	int value = atom(), other;
	char op;
	for (blanks(); line[at] == '*' || line[at] == '/' || line[at] == '%'; blanks()) {
		op = line[at++];
		other = atom();
		if (op == '*') {
			value *= other;
		} else if (other == 0) {
			failed = 1;
		} else if (op == '/') {
			value /= other;
		} else {
			value %= other;
		}
	}
	return value;
}

static int sum(void) {
	int value = product();
	char op;
	for (blanks(); line[at] == '+' || line[at] == '-'; blanks()) {
		op = line[at++];
		if (op == '+')
			value += product();
		else
			value -= product();
	}
	return value;
}

int main(void) {
	int value, total = 0, bad = 0;
	while (fgets(line, sizeof line, stdin)) {
		at = failed = 0;
		value = sum();
		if (failed || line[at] != '\n') {
			bad++;
			continue;
		}
		total = (total + value) % 1000003;
	}
	printf("total %d\n", total);
	printf("bad %d\n", bad);
	return 0;
}
