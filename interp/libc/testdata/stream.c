/* Executes operations on a file. One case a line: mode, content in hex, then
 * operations (a letter and operands, see stream_diff_test.go); answers their
 * results and the file's final content in hex. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char line[65536], text[8192], buf[8192];

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

static void hex(const char *p, int n)
{
    printf("x");
    while (n-- > 0)
        printf("%02x", (unsigned char)*p++);
}

int main(int argc, char **argv)
{
    char *name = argv[1], *lp;
    size_t size;
    while (fgets(line, sizeof line, stdin)) {
        char mode[8], *op;
        int n, k, v;
        long pos;
        strcpy(mode, strtok(line, " \n"));
        n = unhex(strtok(0, " \n") + 1, text);
        remove(name);
        FILE *f = fopen(name, "w");
        fwrite(text, 1, n, f);
        fclose(f);
        f = fopen(name, mode);
        for (op = strtok(0, " \n"); op; op = strtok(0, " \n")) {
            errno = 0;
            memset(buf, 0xaa, 64);
            switch (op[0]) {
            case 'g': printf("%d", getc(f)); break;
            case 'u': printf("%d", ungetc(atoi(op + 1), f)); break;
            case 'L':
                n = atoi(op + 1);
                if (fgets(buf, n, f))
                    hex(buf, strlen(buf) + 1);
                else
                    printf("-");
                break;
            case 'r':
                sscanf(op + 1, "%d:%d", &n, &k);
                v = fread(buf, n, k, f);
                printf("%d", v);
                hex(buf, n * v);
                break;
            case 'w':
                n = unhex(op + 1, text);
                printf("%d", (int)fwrite(text, 1, n, f));
                break;
            case 'p': printf("%d", fprintf(f, "<%d>", atoi(op + 1))); break;
            case 'P': printf("%d", putc(atoi(op + 1), f)); break;
            case 's':
                sscanf(op + 1, "%d:%d", &n, &k);
                printf("%d", fseek(f, n, k));
                break;
            case 't': printf("%ld", ftell(f)); break;
            case 'e': printf("%d", feof(f) != 0); break;
            case 'E': printf("%d", ferror(f) != 0); break;
            case 'c': clearerr(f); break;
            case 'R': rewind(f); break;
            case 'f': printf("%d", fflush(f)); break;
            case 'd': v = -99; printf("%d", fscanf(f, "%d", &v)); printf("=%d", v); break;
            case 'l':
                lp = 0;
                size = 0;
                n = getline(&lp, &size, f);
                printf("%d", n);
                if (n > 0)
                    hex(lp, n + 1), printf(":%d", (int)size);
                free(lp);
                break;
            case 'F':
                fclose(f);
                f = fopen(name, op + 1);
                break;
            case 'O':
                f = freopen(name, op + 1, f);
                break;
            }
            printf("/%d ", errno);
        }
        fclose(f);
        f = fopen(name, "r");
        n = fread(buf, 1, sizeof buf, f);
        fclose(f);
        hex(buf, n);
        printf("\n");
    }
    remove(name);
    return 0;
}
