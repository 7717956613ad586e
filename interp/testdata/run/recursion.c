#include <stdio.h>
#include <string.h>
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int moves; static char rods[3][12];
static void hanoi(int n, int a, int b, int c) {
  if (!n) return;
  hanoi(n - 1, a, c, b);
  char *from = rods[a], *to = rods[c]; int k = strlen(from) - 1, j = strlen(to);
  to[j] = from[k]; to[j + 1] = 0; from[k] = 0; moves++;
  hanoi(n - 1, b, a, c);
}
static int odd(int n); static int even(int n) { return n ? odd(n - 1) : 1; } static int odd(int n) { return n ? even(n - 1) : 0; }
static void permute(char *s, int k, int *n) {
  if (!s[k]) { if ((*n)++ % 7 == 0) printf("%s ", s); return; }
  for (int i = k; s[i]; i++) { char t = s[k]; s[k] = s[i]; s[i] = t; permute(s, k + 1, n); t = s[k]; s[k] = s[i]; s[i] = t; }
}
static int board[8], found;
static void queens(int r) {
  if (r == 8) { found++; return; }
  for (int c = 0; c < 8; c++) {
    int ok = 1;
    for (int i = 0; i < r; i++) if (board[i] == c || board[i] - c == i - r || c - board[i] == i - r) ok = 0;
    if (ok) { board[r] = c; queens(r + 1); }
  }
}
static unsigned long long fib(int n, unsigned long long *memo) { return n < 2 ? (unsigned)n : memo[n] ? memo[n] : (memo[n] = fib(n - 1, memo) + fib(n - 2, memo)); }
int main(void) {
  printf("%d\n", ack(2, 5));
  strcpy(rods[0], "54321"); hanoi(5, 0, 1, 2); printf("%d [%s] [%s]\n", moves, rods[0], rods[2]);
  printf("%d %d\n", even(100), odd(100));
  char s[] = "abcd"; int n = 0; permute(s, 0, &n); printf("%d\n", n);
  queens(0); printf("%d\n", found);
  unsigned long long memo[91] = {0}; printf("%llu\n", fib(90, memo));
  return 0;
}
