/* Executes formats of the scanf family. One case a line: format input, in hex, and
 * for each of the six buffers a digit: 0, or how many characters a text has that its
 * pointer leads to, 9 for one that a zero ends.
 * Answers   result errno rest feof buffers   with the unread rest of the input
 * and the six buffers in hex. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 400
static char line[65536], fmt[4096], text[8192];
static unsigned char buf[6][SIZE];

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
        char *f[3];
        int i, j, n = 0, c;
        char *p = strtok(line, " \n");
        while (p && n < 3) {
            f[n++] = p;
            p = strtok(0, " \n");
        }
        unhex(f[0] + 1, fmt);
        n = unhex(f[1] + 1, text);
        memset(buf, 0xaa, sizeof buf);
        FILE *in = fmemopen(text, n, "r");
        errno = 0;
        int r = fscanf(in, fmt, buf[0], buf[1], buf[2], buf[3], buf[4], buf[5]);
        int e = errno, end = feof(in) != 0;
        printf("%d %d r", r, e);
        while ((c = getc(in)) != EOF)
            printf("%02x", c);
        printf(" %d", end);
        fclose(in);
        for (i = 0; i < 6; i++) {
            char *made;
            memcpy(&made, buf[i], sizeof made);
            if (f[2][i] != '0' && buf[i][0] != 0xaa | buf[i][1] != 0xaa) {
                n = f[2][i] - '0';
                if (made && n == 9)
                    n = strlen(made) + 1;
                printf(made ? " t" : " null");
                for (j = 0; made && j < n; j++)
                    printf("%02x", (unsigned char)made[j]);
                free(made);
                continue;
            }
            n = SIZE;
            while (n > 0 && buf[i][n - 1] == 0xaa)
                n--;
            printf(" b");
            for (j = 0; j < n; j++)
                printf("%02x", buf[i][j]);
        }
        printf("\n");
    }
    return 0;
}
