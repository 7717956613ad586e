/* strsep, strtof, getline, mempcpy and strlcpy. glibc 2.36 has no strlcpy: what gcc
   compiles calls the reference, and so does the comparison below. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t reference(char *to, const char *from, size_t size) {
	size_t n = strlen(from);
	if (size != 0) {
		size_t k = n < size - 1 ? n : size - 1;
		memcpy(to, from, k);
		to[k] = 0;
	}
	return n;
}

#ifndef _CULPRIT_STRING_H
#define strlcpy reference
#endif

static void split(const char *text, const char *set) {
	char buf[64], *rest = buf, *word;
	strcpy(buf, text);
	while ((word = strsep(&rest, set)) != 0) printf("[%s]%d", word, rest == 0);
	printf(" %d\n", strsep(&rest, set) == 0);
}

static void number(const char *text) {
	char *end;
	float x;
	errno = 0;
	x = strtof(text, &end);
	printf("%a %d %d\n", x, (int)(end - text), errno);
	if (strtof(text, 0) != x && x == x) printf("differs\n");
}

static void lines(const char *text, size_t n, size_t room) {
	FILE *f = tmpfile();
	size_t size = room;
	char *line = room ? malloc(room) : 0;
	ssize_t got;
	fwrite(text, 1, n, f);
	rewind(f);
	while ((got = getline(&line, &size, f)) != -1) {
		ssize_t i;
		printf("%d:", (int)got);
		for (i = 0; i <= got; i++) printf(" %d", line[i]);
		printf(" %d\n", size > (size_t)got);
	}
	printf("%d %d\n", feof(f) != 0, line != 0);
	free(line);
	fclose(f);
}

static void copies(const char *text) {
	size_t size, n = strlen(text);
	for (size = 0; size <= n + 2; size++) {
		char a[32], b[32];
		memset(a, '#', sizeof a);
		memset(b, '#', sizeof b);
		size_t x = strlcpy(a, text, size), y = reference(b, text, size);
		printf("%d%d %.8s\n", x == y, memcmp(a, b, sizeof a) == 0, a);
	}
}

int main(void) {
	char buf[16], *end;
	void *(*copy)(void *, const void *, size_t) = mempcpy;
	split("a,b;;c", ",;");
	split("", ",");
	split(",", ",");
	split("no separator", "");
	number("1.5e3x");
	number(" -0x1.8p-3");
	number("1e39");
	number("1e-50");
	number("infinityx");
	number("nan(12)z");
	number("x");
	lines("one\ntwo two\n\nlast", 17, 0);
	lines("a\0b\nlong line that does not fit into the block\n", 47, 4);
	lines("", 0, 8);
	end = mempcpy(mempcpy(buf, "abc", 3), "defg", 5);
	printf("%s %d\n", buf, (int)(end - buf));
	end = copy(buf, "xyz", 2);
	printf("%s %d\n", buf, (int)(end - buf));
	copies("");
	copies("word");
	copies("seven..");
	return 0;
}
