#include <stdio.h>
#include <limits.h>
int main(void) {
  int v[] = {0, 1, -1, 42, -4711, INT_MAX, INT_MIN};
  for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
    printf("[%d][%i][%u][%x][%X][%o]\n", v[i], v[i], v[i], v[i], v[i], v[i]);
    printf("[%8d][%-8d][%08d][%+d][% d][%.3d][%8.3d][%-8.3d|]\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
    printf("[%#x][%#o][%#X][%hhd][%hd][%hu]\n", v[i], v[i], v[i], v[i], v[i], v[i]);
  }
  printf("%lld %llu %llx\n", LLONG_MIN, ULLONG_MAX, 0x123456789abcdefLL);
  printf("%*d|%-*d|%.*d|%0*d\n", 6, 42, 6, 42, 4, 42, 5, -42);
  printf("%.0d|%.0x|%5.0d|\n", 0, 0, 0);
  printf("%c%c%c %5c|%-5c|%%\n", 'a', 'b', 'c', 'x', 'y');
  int n = printf("%d %d %d\n", 1, 22, 333);
  printf("%d\n", n);
  return n;
}
