// A parser of command lines: -v, -q, -n NUMBER, -o FILE, files.
// bug: valid-memsafety an option at the end of the line lacks its argument

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#define MAX_ARGS 4
#define MAX_LEN 4

struct options {
    int verbosity;
    int count;
    const char *output;
    const char *files[MAX_ARGS];
    int nfiles;
};

static int parse_number(const char *s, int *out) {
    int n = 0;
    if (*s == '\0')
        return 0;
    for (; *s != '\0'; s++) {
        if (!isdigit((unsigned char)*s))
            return 0;
        n = n * 10 + (*s - '0');
    }
    *out = n;
    return 1;
}

static int parse_args(int argc, char **argv, struct options *o) {
    o->verbosity = 1;
    o->count = 1;
    o->output = NULL;
    o->nfiles = 0;
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (arg[0] != '-' || arg[1] == '\0') {
            o->files[o->nfiles++] = arg;
        } else if (strcmp(arg, "-v") == 0) {
            o->verbosity++;
        } else if (strcmp(arg, "-q") == 0) {
            o->verbosity = 0;
        } else if (strcmp(arg, "-n") == 0) {
#ifndef BUG
            if (i + 1 >= argc)
                return -1;
#endif
            if (!parse_number(argv[++i], &o->count))
                return -1;
        } else if (strcmp(arg, "-o") == 0) {
            if (i + 1 >= argc)
                return -1;
            o->output = argv[++i];
        } else {
            return -1;
        }
    }
    return 0;
}

int main(void) {
    char text[MAX_ARGS][MAX_LEN];
    char *argv[MAX_ARGS + 1];
    int argc = __VERIFIER_nondet_int();
    if (argc < 1 || argc > MAX_ARGS)
        return 0;
    for (int i = 0; i < argc; i++) {
        for (int j = 0; j < MAX_LEN - 1; j++)
            text[i][j] = __VERIFIER_nondet_char();
        text[i][MAX_LEN - 1] = '\0';
        argv[i] = text[i];
    }
    argv[argc] = NULL;

    struct options o;
    if (parse_args(argc, argv, &o) != 0)
        return 2;
    assert(o.nfiles < argc);
    assert(o.count >= 0 && o.count <= 999);
    assert(o.verbosity >= 0 && o.verbosity <= argc);
    size_t total = 0;
    for (int i = 0; i < o.nfiles; i++)
        total += strlen(o.files[i]);
    assert(total < MAX_ARGS * MAX_LEN);
    return o.output != NULL ? (int)strlen(o.output) : 0;
}
