// A calculator for postfix notation with a stack.
// bug: valid-memsafety an operator finds too few operands

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdbool.h>

extern char __VERIFIER_nondet_char(void);

#define LENGTH 12
#define DEPTH 6

enum status { OK, UNDERFLOW, OVERFLOW, DIVISION, SYNTAX };

struct calculator {
    long stack[DEPTH];
    int top; // number of values
    enum status status;
};

static void push(struct calculator *c, long value) {
    if (c->top == DEPTH) {
        c->status = OVERFLOW;
        return;
    }
    c->stack[c->top++] = value;
}

static long pop(struct calculator *c) {
    if (c->top == 0) {
        c->status = UNDERFLOW;
        return 0;
    }
    return c->stack[--c->top];
}

static void apply(struct calculator *c, char op) {
#ifdef BUG
    if (op == '~') {
        c->stack[c->top - 1] = -c->stack[c->top - 1];
        return;
    }
#else
    if (op == '~') {
        push(c, -pop(c));
        return;
    }
#endif
    long b = pop(c), a = pop(c);
    if (c->status != OK)
        return;
    switch (op) {
    case '+':
        push(c, a + b);
        break;
    case '-':
        push(c, a - b);
        break;
    case '/':
        if (b == 0)
            c->status = DIVISION;
        else
            push(c, a / b);
        break;
    default:
        c->status = SYNTAX;
    }
}

static enum status evaluate(struct calculator *c, const char *text) {
    c->top = 0;
    c->status = OK;
    for (; *text != '\0' && c->status == OK; text++) {
        if (isdigit((unsigned char)*text))
            push(c, *text - '0');
        else if (*text != ' ')
            apply(c, *text);
    }
    if (c->status == OK && c->top != 1)
        c->status = SYNTAX;
    return c->status;
}

int main(void) {
    char text[LENGTH];
    for (int i = 0; i < LENGTH - 1; i++)
        text[i] = __VERIFIER_nondet_char();
    text[LENGTH - 1] = '\0';

    struct calculator c;
    enum status s = evaluate(&c, text);
    assert(c.top >= 0 && c.top <= DEPTH);
    if (s == OK) {
        assert(c.top == 1);
        assert(c.stack[0] >= -9 * LENGTH && c.stack[0] <= 9 * LENGTH);
    }
    return 0;
}
