// Insertion sort, and what it has to do, in assertions.

#include <assert.h>

extern int input(void);

#define N 3

static void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i;
        while (j > 0 && a[j - 1] > x) {
            a[j] = a[j - 1];
            j--;
        }
        a[j] = x;
    }
}

static int count(const int *a, int n, int x) {
    int times = 0;
    for (int i = 0; i < n; i++)
        times += a[i] == x;
    return times;
}

int main(void) {
    int before[N], after[N];
    for (int i = 0; i < N; i++)
        after[i] = before[i] = input(); // any numbers
    sort(after, N);
    for (int i = 1; i < N; i++)
        assert(after[i - 1] <= after[i]);
    int any = input(); // for all numbers
    assert(count(after, N, any) == count(before, N, any));
    return 0;
}
