#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ctype.h>
#include <math.h>
#include <errno.h>
struct op { const char *name; double (*f)(double); double (*g)(double, double); } ops[] = { { "sin", sin }, { "sqrt", sqrt }, { "floor", floor }, { "pow", NULL, pow }, { "fmod", 0, fmod } };
typedef int (*cmpf)(const void *, const void *);
static int up(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
static int num(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
static void *(*alloc)(size_t) = malloc; static void (*release)(void *) = free;
static int (*out)(const char *, ...) = printf; static int (*low)(int) = tolower;
static int (*sc)(const char *, const char *) = strcmp;
int main(void) {
	for (int i = 0; i < 5; i++) printf("%s %.4f\n", ops[i].name, ops[i].f ? ops[i].f(0.7) : ops[i].g(2.5, 1.5));
	char *w[] = { "pear", "apple", "fig", "apple", "kiwi" };
	qsort(w, 5, sizeof *w, up);
	for (int i = 0; i < 5; i++) out("%s ", w[i]);
	int v[100]; for (int i = 0; i < 100; i++) v[i] = i * 37 % 101;
	qsort(v, 100, sizeof(int), num);
	int key = 50, *hit = bsearch(&key, v, 100, sizeof(int), (cmpf)num);
	out("%d %d\n", hit ? *hit : -1, v[99]);
	char *p = alloc(10); strcpy(p, "HeLLo"); for (char *q = p; *q; q++) *q = low(*q); puts(p);
	printf("%d\n", sc("a", "b") < 0); release(p);
	char text[] = "a,b;;c d", *save; for (char *t = strtok(text, ",; "); t; t = strtok(NULL, ",; ")) printf("[%s]", t);
	char text2[] = "k=v;x=y"; for (char *t = strtok_r(text2, ";", &save); t; t = strtok_r(0, ";", &save)) printf("<%s>", t);
	printf("\n");
	errno = 0; long l = strtol("99999999999999999999", NULL, 10); printf("%d %d\n", errno == ERANGE, l > 0);
	errno = 0; FILE *f = fopen("/nonexistent/x", "r"); printf("%d %s\n", f == NULL, strerror(errno));
	printf("%d %d %d\n", abs(-3), atoi(" -42x"), (int)strtoul("ff", 0, 16));
	printf("%d%d%d %c\n", !!isalpha('x'), !!isdigit('x'), !!ispunct('!'), toupper('q'));
	char dst[8]; printf("%d %s\n", snprintf(dst, sizeof dst, "%d-%s", 12345, "abc"), dst);
	int a, n; char s[10]; double d; printf("%d", sscanf("12 foo 2.5 x", "%d %9s %lf%n", &a, s, &d, &n)); printf(" %d %s %g %d\n", a, s, d, n);
	div_t q = div(17, 5); printf("%d %d\n", q.quot, q.rem);
	void *big = calloc(3, 4); big = realloc(big, 100); printf("%d\n", ((int *)big)[2]); free(big);
	printf("%s %s\n", strcasecmp("ABC", "abc") ? "no" : "yes", strstr("needle in hay", "in"));
	double ip, fr = modf(3.75, &ip); printf("%g %g %d\n", fr, ip, (int)lround(2.5));
	fprintf(stderr, "bye\n"); fputs("end\n", stdout); putc('x', stdout); putchar('\n');
	return sc("b", "a") > 0 ? 3 : 4;
}
