// stdin: first\n\nthird line is rather long and must be split\nlast without newline
#include <stdio.h>
#include <string.h>
int main(void) {
  char buf[16]; int lines = 0, parts = 0;
  while (fgets(buf, sizeof buf, stdin)) {
    size_t n = strlen(buf);
    parts++;
    if (n && buf[n - 1] == '\n') { lines++; buf[n - 1] = '$'; }
    printf("%2d [%s] %d\n", parts, buf, (int)n);
  }
  printf("%d lines, %d parts, eof %d, error %d\n", lines, parts, !!feof(stdin), !!ferror(stdin));
  return lines;
}
