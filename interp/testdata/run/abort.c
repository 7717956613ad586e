#include <stdio.h>
#include <stdlib.h>
int main(void) {
  printf("before\n");
  fflush(stdout);
  if (getenv("NO_SUCH_VARIABLE") == NULL) abort();
  return 1;
}
