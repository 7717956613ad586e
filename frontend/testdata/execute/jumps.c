#include <stdio.h>
static int w(int n) { int r = 0, i = 0; goto in; while (i < n) { r += 10; in: r++; i++; } return r; }
static int d(int n) { int r = 0; goto in; do { r += 10; in: r++; } while (--n > 0); return r; }
static int f(int n) { int r = 0, i = 0; goto in; for (i = 100; i < n; i++) { r += 10; in: r++; } return r; }
static int s(int n) { int r = 0; switch (n) { while (r < 50) { case 3: r += 7; case 4: r += 3; } default: r++; } return r; }
static int t(int n) { int r = 0; switch (n) do { r += 100; case 1: r += 1; if (r > 150) break; } while (r < 300); return r; }
static int e(int n) { if (n) goto end; n = 7; end: }
static int nest(int n) { goto deep; for (;;) { while (n > 0) { deep: n--; if (n == 5) continue; if (n == 2) goto out; } break; } out: return n; }
int main(void) { printf("%d %d %d %d %d %d %d %d %d\n", w(3), d(3), f(3), s(3), s(4), s(9), t(1), t(2), nest(9)); e(3); { goto l; l: } switch (3) { case 3: } return 0; }
