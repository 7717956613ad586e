// A door lock with an alarm, which rings after three wrong codes in a row, and
// not before.

#include <assert.h>
#include <stdbool.h>

extern bool right_code(void);

enum state { LOCKED, OPEN, ALARM };

int main(void) {
    enum state state = LOCKED;
    int wrong = 0;
    int in_a_row = 0;
    for (int tries = 0; tries < 6; tries++) {
        bool right = right_code();
        switch (state) {
        case LOCKED:
            if (right) {
                state = OPEN;
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
        assert(state != ALARM || in_a_row >= 3);
    }
    return 0;
}
