// --property valid-memsafety
#include <stdio.h>
int main(void) {
    char word[6];
    int c, n = 0;
    while ((c = getchar()) != EOF && c != '\n')
        word[n++] = c;
    word[n] = 0;
    return n;
}
