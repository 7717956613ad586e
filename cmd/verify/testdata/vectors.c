// want: FALSE

// Elements of vectors are values of their own for the verifier.

#include <assert.h>

typedef int v4 __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);

int main(void) {
    v4 a = {1, 2, 3, 4};
    int x = __VERIFIER_nondet_int();
    a[1] = x;
    v4 small = a < 3;
    a = (a & small) | (3 & ~small);
    for (int i = 0; i < 4; i++)
        assert(a[i] <= 3);                  // safe
    assert((a + 1)[1] != 2);                // error
    return 0;
}
