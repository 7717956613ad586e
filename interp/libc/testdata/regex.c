/* Matches regular expressions. One case a line: flags of regcomp and of regexec, the
 * expression and the text in hex; answers the result of regcomp, the number of
 * groups and the text of regerror or the result of regexec and the matches. */
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[65536], pattern[8192], text[8192];

static void unhex(const char *s, char *d)
{
    unsigned b;
    while (s[0] > ' ' && s[1] > ' ' && sscanf(s, "%2x", &b) == 1) {
        *d++ = b;
        s += 2;
    }
    *d = 0;
}

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        int cflags = atoi(strtok(line, " \n")), eflags = atoi(strtok(0, " \n"));
        regex_t re;
        regmatch_t m[6];
        char message[20];
        int r;
        unhex(strtok(0, " \n") + 1, pattern);
        unhex(strtok(0, " \n") + 1, text);
        memset(m, 0xaa, sizeof m);
        m[0].rm_so = strlen(text) / 2;
        m[0].rm_eo = strlen(text);
        r = regcomp(&re, pattern, cflags);
        printf("%d", r);
        if (r) {
            printf(" %u ", (unsigned)regerror(r, &re, message, sizeof message));
            printf("%s\n", message);
            continue;
        }
        printf(" %d", (int)re.re_nsub);
        r = regexec(&re, text, 6, m, eflags);
        printf(" %d", r);
        for (int i = 0; i < 6; i++)
            printf(" %d,%d", m[i].rm_so, m[i].rm_eo);
        putchar('\n');
        regfree(&re);
    }
    return 0;
}
