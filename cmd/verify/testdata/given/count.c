// --property valid-memsafety
#include <stdio.h>
int main(void) {
    int n, a[5], sum = 0;
    if (scanf("%d", &n) != 1 || n < 0 || n > 6) return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &a[i]) != 1) return 2;
    for (int i = 0; i < n; i++) sum += a[i];
    printf("%d\n", sum);
    return 0;
}
