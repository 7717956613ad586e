// Splits a line in place into fields, and trims them.
// bug: valid-memsafety the limit of fields is checked after the store

#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

#define LINE 10
#define FIELDS 4

static char *trim(char *s) {
    while (*s == ' ' || *s == '\t')
        s++;
    size_t n = strlen(s);
    while (n > 0 && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        s[--n] = '\0';
    return s;
}

static int split(char *line, char delimiter, char **fields, int max) {
    int n = 0;
    char *begin = line;
    for (;;) {
        char *end = strchr(begin, delimiter);
#ifdef BUG
        if (n > max)
            return n;
#else
        if (n == max)
            return n;
#endif
        fields[n++] = begin;
        if (end == NULL)
            break;
        *end = '\0';
        begin = end + 1;
    }
    return n;
}

static char *copy(const char *s) {
    size_t n = strlen(s) + 1;
    char *c = malloc(n);
    if (c == NULL)
        exit(1);
    memcpy(c, s, n);
    return c;
}

int main(void) {
    char line[LINE];
    for (int i = 0; i < LINE - 1; i++)
        line[i] = __VERIFIER_nondet_char();
    line[LINE - 1] = '\0';

    char *fields[FIELDS];
    int n = split(line, ',', fields, FIELDS);
    assert(n >= 1 && n <= FIELDS);

    char *first = copy(trim(fields[0]));
    assert(strlen(first) < LINE);
    assert(first[0] != ' ');
    for (int i = 0; i < n; i++) {
        assert(fields[i] >= line && fields[i] < line + LINE);
        if (i > 0)
            assert(fields[i] > fields[i - 1]);
    }
    free(first);
    return 0;
}
