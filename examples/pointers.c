// want: FALSE
// want traces=2 complete

// Figure 2 of the paper: the program of figure 1 with a way to stop on
// request. Now there are two ways to fail, and what is relevant in one of
// them need not be relevant in the program.

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>

extern bool input(void);

int main(void) {
    int *p1 = NULL;                         // irrelevant
    int *p2 = NULL;                         // irrelevant
    int i = 1;                              // relevant fix=0 validated blocks=10..2147483647
    while (i < 10) {
        if (i == 0) {
            p1 = malloc(sizeof(int));
            p2 = malloc(sizeof(int));
        }
        bool stopOnRequest = false;         // relevant some
        bool stopRequested = input();       // relevant nofix
        if (stopRequested) {
            if (stopOnRequest)
                return 0;
        }
        assert(p1 != NULL && p2 != NULL);   // error
        i = i + 1;
    }
    return 0;
}
