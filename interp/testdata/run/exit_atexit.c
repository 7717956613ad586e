#include <stdio.h>
#include <stdlib.h>
static int state = 1;
static void first(void) { printf("first %d\n", state); }
static void second(void) { printf("second %d\n", state); state = 9; }
static void deep(int n) { if (n == 0) { printf("leaving\n"); exit(300 + state); } deep(n - 1); printf("never\n"); }
int main(void) {
  atexit(first); atexit(second);
  state = 5;
  deep(3);
  return 1;
}
