// Figure 1 of "Different feasible error traces".

#include <assert.h>
#include <stdlib.h>

int main(void) {
    int *p1 = NULL;
    int *p2 = NULL;
    int i = 1;
    while (i < 10) {
        if (i == 0) {
            p1 = malloc(sizeof(int));
            p2 = malloc(sizeof(int));
        }
        assert(p1 != NULL && p2 != NULL);
        i = i + 1;
    }
    return 0;
}
