// The lights of a crossing of two roads with a button for pedestrians.
// bug: unreach-call the pedestrians' turn ends into green while the other road is still amber

#include <assert.h>
#include <stdbool.h>

extern bool __VERIFIER_nondet_bool(void);

enum light { RED, RED_AMBER, GREEN, AMBER };
enum phase { MAIN_GREEN, MAIN_STOP, SIDE_GREEN, SIDE_STOP, WALK, ALL_RED };

struct crossing {
    enum phase phase;
    enum phase after; // what follows when all are red
    enum light main_road, side_road;
    bool walk;
    bool button;
    int timer;
};

static void enter(struct crossing *c, enum phase p, int ticks) {
    c->phase = p;
    c->timer = ticks;
}

static void start(struct crossing *c, enum phase p) {
    switch (p) {
    case MAIN_GREEN:
        c->main_road = GREEN;
        enter(c, MAIN_GREEN, 6);
        break;
    case SIDE_GREEN:
        c->side_road = GREEN;
        enter(c, SIDE_GREEN, 4);
        break;
    default:
        c->walk = true;
        c->button = false;
        enter(c, WALK, 3);
        break;
    }
}

static void tick(struct crossing *c, bool pressed, bool car_waits) {
    if (pressed)
        c->button = true;
    if (c->timer > 0) {
        c->timer--;
        return;
    }
    switch (c->phase) {
    case MAIN_GREEN:
        if (c->button || car_waits) {
            c->main_road = AMBER;
            c->after = c->button ? WALK : SIDE_GREEN;
            enter(c, MAIN_STOP, 2);
        }
        break;
    case SIDE_GREEN:
        c->side_road = AMBER;
        c->after = c->button ? WALK : MAIN_GREEN;
#ifdef BUG
        if (!c->button) {
            start(c, MAIN_GREEN);
            break;
        }
#endif
        enter(c, SIDE_STOP, 2);
        break;
    case MAIN_STOP:
        c->main_road = RED;
        enter(c, ALL_RED, 1);
        break;
    case SIDE_STOP:
        c->side_road = RED;
        enter(c, ALL_RED, 1);
        break;
    case WALK:
        c->walk = false;
        c->after = MAIN_GREEN;
        enter(c, ALL_RED, 2);
        break;
    case ALL_RED:
        start(c, c->after);
        break;
    }
}

int main(void) {
    struct crossing c = {ALL_RED, MAIN_GREEN, RED, RED, false, false, 3};
    for (;;) {
        tick(&c, __VERIFIER_nondet_bool(), __VERIFIER_nondet_bool());
        assert(c.main_road == RED || c.side_road == RED);
        assert(!c.walk || (c.main_road == RED && c.side_road == RED));
        assert(c.timer >= 0 && c.timer <= 6);
    }
}
