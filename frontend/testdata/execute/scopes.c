/* Memory of variable-length arrays is used again when their scope is left, and
   the structures that calls return have room of their own. */
#include <stdio.h>

struct t { int a[3]; };
static struct t make(int x) { struct t t = {{x, x + 1, x + 2}}; return t; }
static int sum(int *p, int *q) { return 10 * p[0] + q[0]; }

static long fill(int n) {
    long s = 0;
    for (int i = 0; i < 320; i++) {
        char big[n + i % 7];
        big[0] = i;
        big[n - 1] = 1;
        s += big[0] + big[n - 1];
    }
    return s;
}

static int back(int n) {
    int rounds = 0;
again:;
    char big[n];
    big[n - 1] = rounds;
    if (++rounds < 450) {
        {
            int inner[n / 8];
            inner[1] = rounds;
            if (inner[1] % 2) goto again;
        }
        goto again;
    }
    return big[n - 1];
}

static int down(int n) {
    int total = 0;
    for (int i = 0; i < 3 && n > 0; i++) {
        int a[n];
        a[n - 1] = i;
        total += down(n - 1) + a[n - 1];
    }
    return total;
}

int main(void) {
    printf("%ld %d %d\n", fill(7000000), back(1000), down(6));
    printf("%d %d\n", sum(make(1).a, make(2).a), make(1).a[make(1).a[0]]);
    printf("%d\n", sum(({ make(3); }).a, (0 ? make(4) : make(5)).a));
    return 0;
}
