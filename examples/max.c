// The largest of some numbers.

#include <assert.h>

extern int number(void);

static int largest(const int *a, int n) {
    int max = a[0];
    for (int i = 1; i < n - 1; i++) {
        if (a[i] > max)
            max = a[i];
    }
    return max;
}

int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = number();
    int max = largest(a, 4);
    for (int i = 0; i < 4; i++)
        assert(a[i] <= max);
    return 0;
}
