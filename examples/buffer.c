// A ring buffer of four cells.

#include <assert.h>

extern int input(void);

#define SIZE 4

static int cells[SIZE];
static unsigned first, used;

static int put(int value) {
    if (used > SIZE)
        return 0;
    cells[(first + used) % SIZE] = value;
    used = used + 1;
    return 1;
}

static int get(void) {
    int value = cells[first];
    first = (first + 1) % SIZE;
    used = used - 1;
    return value;
}

int main(void) {
    for (int i = 0; i < 10; i++) {
        if (input())
            put(i);
        else if (used > 0)
            get();
        assert(used <= SIZE);
    }
    return 0;
}
