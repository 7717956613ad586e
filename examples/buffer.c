// want: FALSE

// A ring buffer of four cells. put compares the number of cells in use with
// the size in the wrong way, so that a fifth value overwrites the first.

#include <assert.h>

extern int input(void);

#define SIZE 4

static int cells[SIZE];
static unsigned first, used;

static int put(int value) {
    if (used > SIZE)                        // the bug: must be >=
        return 0;
    cells[(first + used) % SIZE] = value;
    used = used + 1;                        // relevant
    return 1;
}

static int get(void) {
    int value = cells[first];
    first = (first + 1) % SIZE;
    used = used - 1;
    return value;
}

int main(void) {
    int oldest = input();                   // relevant blocks=3
    put(oldest);
    for (int i = 0; i < SIZE; i++)
        put(i);
    assert(get() == oldest);                // error
    return 0;
}
