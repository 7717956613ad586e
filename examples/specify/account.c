// An account that is never overdrawn. What callers keep to is assumed, what the
// function promises is asserted, and a variable that only the specification has
// remembers what was.

#include <assert.h>

extern void __VERIFIER_assume(int);
extern unsigned input(void);

static unsigned balance;

static void transfer(unsigned amount, unsigned fee) {
    if (amount + fee > balance)
        return;
    balance = balance - amount - fee;
}

int main(void) {
    balance = input();
    unsigned amount = input(), fee = input();
    __VERIFIER_assume(fee <= 5); // by contract

    unsigned before = balance;
    unsigned long long sum = (unsigned long long)amount + fee;
    transfer(amount, fee);
    assert(balance == (sum <= before ? before - sum : before));
    return 0;
}
