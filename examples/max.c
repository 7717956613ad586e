// want: FALSE

// The largest of some numbers, found by comparing with 0 first: wrong if all
// numbers are negative. The fix that is found is the usual one.

#include <assert.h>

extern int number(void);

int main(void) {
    int a[3];
    for (int i = 0; i < 3; i++)
        a[i] = number();
    int max = 0;                        // relevant fix=-2147483648 validated
    for (int i = 0; i < 3; i++) {
        if (a[i] > max)
            max = a[i];
    }
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        if (a[i] == max)
            seen = 1;
    }
    assert(seen);                       // error
    return 0;
}
