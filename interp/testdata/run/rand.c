#include <stdio.h>
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 5; i++) printf("%d ", rand());
  srand(42);
  for (int i = 0; i < 40; i++) if (i % 8 == 0) printf("%d ", rand() % 100); else rand();
  srand(1);
  printf("%d %d\n", rand(), RAND_MAX);
  srandom(7);
  long r = random(); printf("%ld %ld\n", r, random());
  srand48(3);
  r = lrand48(); printf("%ld %.6f\n", r, drand48());
  unsigned s = 5;
  r = rand_r(&s); printf("%d %d\n", (int)r, rand_r(&s));
  return 0;
}
