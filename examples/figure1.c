// want: FALSE
// want traces=1 complete

// Figure 1 of "Different feasible error traces": the loop counter starts at 1
// instead of 0, so that the two pointers are never allocated.

#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p1 = NULL;                         // irrelevant: p2 is still null
    int *p2 = NULL;                         // irrelevant: p1 is still null
    int i = 1;                              // relevant fix=0 validated blocks=10..2147483647
    while (i < 10) {
        if (i == 0) {
            p1 = malloc(sizeof(int));
            p2 = malloc(sizeof(int));
        }
        assert(p1 != NULL && p2 != NULL);   // error
        i = i + 1;
    }
    return 0;
}
