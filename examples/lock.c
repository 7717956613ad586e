// A lock that is taken and released any number of times, with a counter of
// packets as in a device driver.

#include <assert.h>

extern int input(void);

int main(void) {
    int locked = 0;
    unsigned packets = 0, before;
    do {
        assert(locked == 0);
        locked = 1;
        before = packets;
        if (input()) {
            locked = 0;
            packets = packets + 1;
        }
    } while (packets != before);
    assert(locked == 1);
    return 0;
}
