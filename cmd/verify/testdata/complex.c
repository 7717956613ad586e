// want: TRUE

// Complex integers in a loop, and a product of complex numbers.

#include <assert.h>
#include <complex.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    _Complex int z = 1 + 2i;
    for (int k = 0; k < n; k++)
        z += 1i;
    assert(__imag__ z == n + 2);            // safe
    assert(__real__ z == 1);                // safe
    double complex w = 1.0 + 2.0 * I;
    w *= w;
    assert(creal(w) == -3 && cimag(w) == 4); // safe
    return 0;
}
