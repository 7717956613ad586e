// What an instruction of the processor leaves in a variable is not modelled.

#include <assert.h>

int main(void) {
    unsigned flags = 0;
    __asm__ volatile("lahf; movb %%ah, %b0" : "=q"(flags) : : "ah");
    assert(flags < 256);
    return 0;
}
