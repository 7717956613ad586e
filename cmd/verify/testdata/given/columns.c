// --property valid-memsafety
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    const char *s = getenv("COLS");
    char *row;
    if (!s || s[0] < '0' || s[0] > '9' || s[1]) return 1;
    int n = s[0] - '0';
    row = malloc(n);
    if (!row) return 2;
    row[n ? n : 0] = 0;
    free(row);
    return 0;
}
