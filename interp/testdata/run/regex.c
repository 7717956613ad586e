#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void match(const char *pattern, int flags, const char *text) {
	regex_t re;
	regmatch_t m[4];
	char message[64];
	int r = regcomp(&re, pattern, flags);
	if (r) {
		size_t n = regerror(r, &re, message, sizeof message);
		printf("%s: %zu %s\n", pattern, n, message);
		return;
	}
	printf("%s (%zu) in %s:", pattern, re.re_nsub, text);
	if (regexec(&re, text, 4, m, 0) == REG_NOMATCH)
		printf(" none");
	else
		for (int i = 0; i < 4; i++)
			printf(" %d-%d", (int)m[i].rm_so, (int)m[i].rm_eo);
	putchar('\n');
	regfree(&re);
}
static char *replaced(const char *text, const char *pattern, const char *by) {
	regex_t re;
	regmatch_t m;
	char *out = calloc(1, strlen(text) * (strlen(by) + 1) + 1);
	int flags = 0;
	if (!out || regcomp(&re, pattern, REG_EXTENDED))
		abort();
	while (*text && !regexec(&re, text, 1, &m, flags) && m.rm_eo > m.rm_so) {
		strncat(out, text, m.rm_so);
		strcat(out, by);
		text += m.rm_eo;
		flags = REG_NOTBOL;
	}
	strcat(out, text);
	regfree(&re);
	return out;
}
int main(void) {
	match("\\(a*\\)b\\{2\\}", 0, "xaabb");
	match("(ab|a)(c|bcd)(d*)", REG_EXTENDED, "abcd");
	match("^KEY *= *([a-z]+)$", REG_EXTENDED | REG_ICASE, "key = Value");
	match("^b$", REG_NEWLINE, "a\nb\nc");
	match("[[:digit:]]+", REG_EXTENDED, "none");
	match("(a", REG_EXTENDED, "");
	match("[z-a]", 0, "");
	char *s = replaced("one  two   three", " +", " ");
	puts(s);
	free(s);
	s = replaced("aaa", "^a", "b");
	puts(s);
	free(s);
	return 0;
}
