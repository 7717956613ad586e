// --property valid-memsafety
#include <stdio.h>
#include <string.h>
int main(void) {
    char first[16], second[16], both[20];
    if (!fgets(first, sizeof first, stdin) || !fgets(second, sizeof second, stdin)) return 1;
    strcpy(both, first);
    strcat(both, second);
    return both[0];
}
