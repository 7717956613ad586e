// want: FALSE

// A door lock with an alarm. After three wrong codes in a row the alarm must
// ring, and not before. The counter of wrong codes is not cleared when a right
// code opens the door.

#include <assert.h>
#include <stdbool.h>

extern bool right_code(void);

enum state { LOCKED, OPEN, ALARM };

int main(void) {
    enum state state = LOCKED;
    int wrong = 0;                          // relevant
    int in_a_row = 0;                       // irrelevant: it is set to 0 later
    for (int tries = 0; tries < 6; tries++) {
        bool right = right_code();
        switch (state) {
        case LOCKED:
            if (right) {
                state = OPEN;               // the bug: wrong = 0 is missing
                in_a_row = 0;
            } else {
                wrong = wrong + 1;
                in_a_row = in_a_row + 1;
                if (wrong == 3)
                    state = ALARM;
            }
            break;
        case OPEN:
            state = LOCKED;
            break;
        case ALARM:
            break;
        }
        assert(state != ALARM || in_a_row >= 3);   // error
    }
    return 0;
}
