// Figure 2 of "Different feasible error traces": the program of figure 1 with
// a way to stop on request.

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern bool input(void);

int main(void) {
    int *p1 = NULL;
    int *p2 = NULL;
    int i = 1;
    while (i < 10) {
        if (i == 0) {
            p1 = malloc(sizeof(int));
            p2 = malloc(sizeof(int));
        }
        bool stopOnRequest = false;
        bool stopRequested = input();
        if (stopRequested) {
            if (stopOnRequest)
                return 0;
        }
        assert(p1 != NULL && p2 != NULL);
        i = i + 1;
    }
    return 0;
}
