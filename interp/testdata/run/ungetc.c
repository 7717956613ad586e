// stdin: 12+34*5-6\n
#include <stdio.h>
#include <ctype.h>
static int number(void) {
  int c, v = 0;
  while (isdigit(c = getchar())) v = v * 10 + c - '0';
  ungetc(c, stdin);
  return v;
}
static int term(void) {
  int v = number(), c;
  while ((c = getchar()) == '*' || c == '/') v = c == '*' ? v * number() : v / number();
  ungetc(c, stdin);
  return v;
}
int main(void) {
  int v = term(), c;
  while ((c = getchar()) == '+' || c == '-') v += c == '+' ? term() : -term();
  printf("%d, then %d\n", v, c);
  return v & 0xff;
}
