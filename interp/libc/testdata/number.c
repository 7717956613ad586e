/* Converts strings. One case a line: function, base, text in hex; answers
 * result (in hex) errno offset. "rand" and the like show a sequence for a
 * seed in place of the base. */
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[65536], text[8192];

static int unhex(const char *s, char *d)
{
    int n = 0;
    unsigned b;
    while (s[0] > ' ' && s[1] > ' ' && sscanf(s, "%2x", &b) == 1) {
        d[n++] = b;
        s += 2;
    }
    d[n] = 0;
    return n;
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        char *f = strtok(line, " \n");
        long base = atol(strtok(0, " \n"));
        char *end = text;
        unsigned long long v = 0;
        double d;
        float g;
        int i;
        unhex(strtok(0, " \n") + 1, text);
        errno = 0;
        if (!strcmp(f, "strtod")) d = strtod(text, &end), memcpy(&v, &d, 8);
        else if (!strcmp(f, "strtof")) g = strtof(text, &end), memcpy(&v, &g, 4);
        else if (!strcmp(f, "atof")) d = atof(text), memcpy(&v, &d, 8);
        else if (!strcmp(f, "rand")) {
            srand(base);
            for (i = 0; i < 100; i++)
                v = v * 31 + rand();
        } else if (!strcmp(f, "rand_r")) {
            unsigned s = base;
            for (i = 0; i < 100; i++)
                v = v * 31 + rand_r(&s);
        } else if (!strcmp(f, "lrand48")) {
            srand48(base);
            for (i = 0; i < 100; i++)
                v = v * 31 + lrand48() + (mrand48() & 255);
        } else if (!strcmp(f, "drand48")) {
            srand48(base);
            for (i = 0; i < 10; i++)
                d = drand48();
            memcpy(&v, &d, 8);
        }
        printf("%llx %d %d\n", v, errno, (int)(end - text));
    }
    return 0;
}
