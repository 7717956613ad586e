// --property ub-division
#include <stdio.h>
int main(void) {
    char line[10];
    int n = 0, total = 0;
    while (fgets(line, sizeof line, stdin)) { n++; total += line[0]; }
    printf("%d\n", total / n);
    return 0;
}
