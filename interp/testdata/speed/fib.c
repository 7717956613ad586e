// Plain recursion.
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  int sum = 0;
  for (int r = 0; r < REPEAT; r++)
    sum += fib(20);
  return sum & 127;
}
