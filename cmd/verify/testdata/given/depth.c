// --property unreach-call
#include <assert.h>
#include <stdio.h>
int main(void) {
    char line[16];
    if (!fgets(line, sizeof line, stdin)) return 1;
    int depth = 0;
    for (int i = 0; line[i]; i++) {
        if (line[i] == '(') depth++;
        if (line[i] == ')') depth--;
        assert(depth >= 0);
    }
    return 0;
}
