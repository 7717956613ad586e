// --property valid-memsafety
#include <stdio.h>
#include <string.h>
int main(void) {
    char line[32];
    while (fgets(line, sizeof line, stdin)) {
        line[strlen(line) - 1] = 0;
        puts(line);
    }
    return 0;
}
