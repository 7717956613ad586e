// stdin: short\na much longer line than the first one, so that the buffer grows\n\nend
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *line = NULL; size_t cap = 0; ssize_t n; int k = 0;
  while ((n = getline(&line, &cap, stdin)) != -1) {
    printf("%d %d %d", ++k, (int)n, (int)cap >= n + 1);
    if (n && line[n - 1] == '\n') line[n - 1] = 0;
    printf(" [%s]\n", line);
  }
  free(line);
  char *s; n = asprintf(&s, "%d+%s", 5, "six"); printf("%d %s\n", (int)n, s); free(s);
  return k;
}
