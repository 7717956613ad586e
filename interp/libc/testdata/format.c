/* Executes formats of the printf family. One case a line:
 *   kind format stars star1 star2 value      (format and strings in hex)
 * and answers   result errno output          (output in hex). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char line[65536], fmt[4096], text[8192], out[1 << 17];
static wchar_t wide[2048];

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

static unsigned long long parse(const char *s) { return strtoull(s, 0, 16); }

static double bits(unsigned long long v)
{
    double d;
    memcpy(&d, &v, 8);
    return d;
}

#define CALL(v) (stars == 0 ? snprintf(out, size, fmt, v) \
               : stars == 1 ? snprintf(out, size, fmt, s1, v) : snprintf(out, size, fmt, s1, s2, v))

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        char *f[6];
        int n = 0, r = 0, i, size;
        char *p = strtok(line, " \n");
        while (p && n < 6) {
            f[n++] = p;
            p = strtok(0, " \n");
        }
        unhex(f[1] + 1, fmt);
        int stars = atoi(f[2]), s1 = atoi(f[3]), s2 = atoi(f[4]);
        char *v = f[5];
        size = sizeof out;
        errno = 0;
        memset(out, 0, 64);
        switch (f[0][0]) {
        case 'i': r = CALL((int)parse(v)); break;
        case 'l': r = CALL((long)parse(v)); break;
        case 'q': r = CALL((long long)parse(v)); break;
        case 'd': r = CALL(bits(parse(v))); break;
        case 'D': r = CALL(bits(parse(v)) / 3.0L); break;
        case 'p': r = CALL((void *)(size_t)parse(v)); break;
        case 's': unhex(v + 1, text); r = CALL(text); break;
        case 'N': r = CALL((char *)0); break;
        case 'w':
            n = unhex(v + 1, text);
            for (i = 0; i <= n; i++)
                wide[i] = (unsigned char)text[i];
            r = CALL(wide);
            break;
#ifdef __LP64__
        case 'm': { /* 8 integers and 8 doubles that follow from the value */
            unsigned long long x = parse(v), a[8];
            double d[8];
            for (i = 0; i < 8; i++) {
                x = x * 6364136223846793005ULL + 1442695040888963407ULL;
                a[i] = x >> (x >> 58);
                d[i] = (double)(long long)x / (1LL << (x & 63));
            }
            r = snprintf(out, size, fmt, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
                         d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]);
            break;
        }
#endif
        }
        printf("%d %d ", r, errno);
        n = r < 0 ? 0 : (int)strlen(out); /* a NUL from %c ends what is shown */
        for (i = 0; i < n; i++)
            printf("%02x", (unsigned char)out[i]);
        printf("\n");
    }
    return 0;
}
