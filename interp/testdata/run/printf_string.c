#include <stdio.h>
int main(void) {
  char s[] = "hello, world";
  char raw[4] = {'a', 'b', 'c', 'd'};
  printf("[%s][%20s][%-20s][%.5s][%10.3s][%-10.3s]\n", s, s, s, s, s, s);
  printf("[%.4s][%.*s]\n", raw, 2, raw);
  printf("%s%s%s\n", "", "a", "");
  puts(s);
  fputs("no newline", stdout);
  putchar('\n');
  fprintf(stdout, "%s has %d characters\n", s, (int)sizeof s - 1);
  putc('x', stdout);
  fputc('\n', stdout);
  for (char *p = s; *p; p += 3) printf("%c|", *p);
  printf("\n\ttab \"quoted\" \\ \a\x41\101\n");
  return 0;
}
