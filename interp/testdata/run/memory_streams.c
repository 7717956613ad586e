#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void show(const char *what, const char *b, int n) {
	printf("%s:", what);
	for (int i = 0; i < n; i++)
		printf(" %d", b[i]);
	putchar('\n');
}
static char *joined(const char *const *words, size_t n) {
	char *text;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	if (!f)
		abort();
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s%s", i ? ", " : "", words[i]);
	fclose(f);
	printf("%zu %zu\n", size, strlen(text));
	return text;
}
int main(void) {
	const char *words[] = { "one", "two", "three" };
	char *text = joined(words, 3);
	puts(text);
	free(text);

	char *p = 0;
	size_t n = 0;
	FILE *f = open_memstream(&p, &n);
	fflush(f);
	printf("%zu %d %ld %d\n", n, p[0], ftell(f), fileno(f));
	fputs("ab", f);
	fflush(f);
	printf("%zu %s %ld\n", n, p, ftell(f));
	for (int i = 0; i < 5000; i++)
		fputc('a' + i % 26, f);
	fputc(0, f);
	printf("%d\n", fclose(f));
	printf("%zu %zu %c\n", n, strlen(p), p[4999]);
	free(p);

	char buf[8] = "1 -23 x";
	int a, b;
	char c;
	f = fmemopen(buf, sizeof buf, "r");
	printf("%d", fscanf(f, "%d %d %c", &a, &b, &c));
	printf(" %d %d %c %d", a, b, c, getc(f));
	printf(" %d %d\n", getc(f), feof(f) != 0);
	rewind(f);
	fseek(f, 2, SEEK_SET);
	char line[9];
	printf("%s %ld\n", fgets(line, sizeof line, f), ftell(f));
	printf("%d %d\n", fputc('x', f), ferror(f) != 0);
	fclose(f);

	for (int len = 0; len < 11; len++) {
		memset(buf, 7, sizeof buf);
		f = fmemopen(buf, sizeof buf, "w");
		for (int i = 0; i < len; i++)
			putc('a' + i, f);
		errno = 0;
		int r = fclose(f);
		printf("%d %d ", r, r ? errno : 0);
		show("w", buf, sizeof buf);
	}
	for (int len = 0; len < 9; len += 2) {
		memset(buf, 0, sizeof buf);
		strcpy(buf, "xyz");
		f = fmemopen(buf, sizeof buf, "a");
		fwrite("abcdefgh", 1, len, f);
		int r = fflush(f);
		printf("%d %d ", r, ferror(f) != 0);
		show("a", buf, sizeof buf);
		fclose(f);
	}
	f = fmemopen(buf, sizeof buf, "w");
	fwrite("ab\0", 1, 3, f);
	fclose(f);
	show("null", buf, sizeof buf);
	printf("%d\n", fmemopen(buf, 8, "q") == 0);
	return 0;
}
