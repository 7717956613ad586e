/* Converts times. One case a line: a time or the fields of a struct tm, and a
 * format in hex; answers the conversions. TZ is UTC. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char line[65536], text[8192], out[8192];

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
        long t;
        int sec, min, hour, mday, mon, year, n, i;
        char format[1024];
        sscanf(line, "%ld %d %d %d %d %d %d x%1023s", &t, &sec, &min, &hour, &mday, &mon, &year, format);
        unhex(format, text);
        time_t tt = t;
        errno = 0;
        struct tm *r = gmtime(&tt);
        n = strftime(out, sizeof out, text, r);
        printf("%d x", n);
        for (i = 0; i < n; i++)
            printf("%02x", (unsigned char)out[i]);
        printf(" %d.%d.%d %s %s", r->tm_year, r->tm_yday, r->tm_wday, r->tm_zone, strtok(asctime(r), "\n"));
        struct tm m = {sec, min, hour, mday, mon, year};
        time_t u = mktime(&m);
        printf(" %ld %d.%d.%d %d.%d.%d %d %d %d\n", (long)u, m.tm_year, m.tm_mon, m.tm_mday, m.tm_hour, m.tm_min, m.tm_sec, m.tm_wday, m.tm_yday, errno);
    }
    return 0;
}
