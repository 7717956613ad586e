#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A calculator that gives up by longjmp, and callbacks that leave qsort.

static jmp_buf failed;
static const char *at;

static void fail(const char *why) {
	printf("%s at '%s': ", why, at);
	longjmp(failed, 2);
}

static long sum(void);

static long factor(void) {
	if (*at == '(') {
		at++;
		long v = sum();
		if (*at++ != ')')
			at--, fail("missing )");
		return v;
	}
	if (*at < '0' || *at > '9')
		fail("no digit");
	return strtol(at, (char **)&at, 10);
}

static long product(void) {
	long v = factor();
	while (*at == '*' || *at == '/') {
		int op = *at++;
		long w = factor();
		if (op == '/' && w == 0)
			fail("division by zero");
		v = op == '*' ? v * w : v / w;
	}
	return v;
}

static long sum(void) {
	long v = product();
	while (*at == '+' || *at == '-')
		v = *at++ == '+' ? v + product() : v - product();
	return v;
}

static void calculate(const char *text) {
	at = text;
	printf("%s -> ", text);
	switch (setjmp(failed)) {
	case 0:
		printf("%ld\n", sum());
		break;
	case 2:
		printf("failed\n");
		break;
	}
}

static jmp_buf enough;
static int compared;

static int order(const void *x, const void *y) {
	if (++compared == 2)
		longjmp(enough, compared);
	return *(const int *)x - *(const int *)y;
}

static int found(const int *a, int n, int wanted) {
	__label__ yes;
	int index = -1;
	int look(const void *x, const void *y) {
		if (*(const int *)y == wanted) {
			index = (const int *)y - a;
			goto yes;
		}
		return *(const int *)x < *(const int *)y ? -1 : 1;
	}
	bsearch(&wanted, a, n, sizeof *a, look);
	return -1;
yes:
	return index;
}

static void say(int *p) { printf("clean %d\n", *p); }

static void leave(void) {
	int x __attribute__((cleanup(say))) = 1;
	longjmp(failed, 1);
}

// Frames and blocks that a jump leaves are not cleaned up.
static int uncleaned(int k) {
	__label__ end, here;
	int v __attribute__((cleanup(say))) = 2;
	void jump(void) {
		int z __attribute__((cleanup(say))) = 4;
		if (k)
			goto end;
		goto here;
	}
	{
		int w __attribute__((cleanup(say))) = 3;
		jump();
	}
here:
	printf("here\n");
end:
	if (setjmp(failed) == 0)
		leave();
	return 5;
}

int main(void) {
	calculate("1+2*3");
	calculate("(1+2)*(3+4)*5");
	calculate("(1+2");
	calculate("7/(3-3)");
	calculate("2*(5+(6*))");
	int a[] = {4, 3, 2, 1};
	int n = setjmp(enough);
	if (n == 0)
		qsort(a, 4, sizeof *a, order);
	printf("left after %d\n", n);
	int b[] = {1, 3, 5, 7, 9};
	for (int i = 5; i < 8; i++)
		printf("%d ", found(b, 5, i));
	jmp_buf copy;
	volatile int times = 0;
	setjmp(enough);
	memcpy(copy, enough, sizeof copy);
	if (times++ < 3)
		longjmp(copy, 1);
	printf("%d\n", times);
	printf("%d\n", uncleaned(0) + uncleaned(1));
	return 0;
}
