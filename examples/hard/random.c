// Nobody can say soon whether the generator comes to this number.

#include <assert.h>

int main(void) {
    unsigned long long x = 1;
    while (1) {
        x = x * 6364136223846793005ull + 1442695040888963407ull;
        assert(x != 12345);
    }
}
