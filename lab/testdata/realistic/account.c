// A bank account: open, frozen or closed, with an overdraft limit and fees.
// bug: unreach-call the fee of a withdrawal is not part of the check

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum state { OPEN, FROZEN, CLOSED };
enum event { DEPOSIT, WITHDRAW, FREEZE, RELEASE, CLOSE, SET_LIMIT };

#define FEE 2
#define MAX_AMOUNT 10000
#define MAX_BALANCE 1000000
#define MAX_LIMIT 500

struct account {
    enum state state;
    int balance;
    int limit; // how far it may be overdrawn
    int withdrawals;
};

static int deposit(struct account *a, int amount) {
    if (a->state == CLOSED || amount <= 0 || amount > MAX_AMOUNT)
        return 0;
    if (a->balance > MAX_BALANCE - amount)
        return 0;
    a->balance += amount;
    return 1;
}

static int withdraw(struct account *a, int amount) {
    int fee = a->withdrawals >= 3 ? FEE : 0;
    if (a->state != OPEN || amount <= 0 || amount > MAX_AMOUNT)
        return 0;
#ifdef BUG
    if (a->balance - amount < -a->limit)
#else
    if (a->balance - amount - fee < -a->limit)
#endif
        return 0;
    a->balance -= amount + fee;
    if (a->withdrawals < 100)
        a->withdrawals++;
    return 1;
}

static int set_limit(struct account *a, int limit) {
    if (a->state != OPEN || limit < 0 || limit > MAX_LIMIT)
        return 0;
    if (a->balance < -limit)
        return 0;
    a->limit = limit;
    return 1;
}

static int close_account(struct account *a) {
    if (a->state != OPEN || a->balance != 0)
        return 0;
    a->state = CLOSED;
    return 1;
}

int main(void) {
    struct account a = {OPEN, 0, 0, 0};
    while (1) {
        int amount = __VERIFIER_nondet_int();
        switch (__VERIFIER_nondet_int()) {
        case DEPOSIT:
            deposit(&a, amount);
            break;
        case WITHDRAW:
            withdraw(&a, amount);
            break;
        case FREEZE:
            if (a.state == OPEN)
                a.state = FROZEN;
            break;
        case RELEASE:
            if (a.state == FROZEN)
                a.state = OPEN;
            break;
        case CLOSE:
            close_account(&a);
            break;
        case SET_LIMIT:
            set_limit(&a, amount);
            break;
        default:
            return 0;
        }
        assert(a.balance >= -a.limit);
        assert(a.balance <= MAX_BALANCE);
        assert(a.state != CLOSED || a.balance == 0);
    }
}
