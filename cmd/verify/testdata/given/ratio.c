// --property ub-division
#include <stdio.h>
int main(void) {
    int total, parts;
    if (scanf("%d/%d", &total, &parts) != 2) return 1;
    printf("%d\n", total / parts);
    return 0;
}
