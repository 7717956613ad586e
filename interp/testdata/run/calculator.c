// stdin: 1 + 2 * 3\n(1 + 2) * 3 - -4\n2 ^ 3 ^ 2 / 4\n10 / (5 - 5)\n3 + )\n
#include <stdio.h>
#include <ctype.h>
#include <stdlib.h>
static const char *p; static const char *err;
static long expr(void);
static void skip(void) { while (isspace((unsigned char)*p)) p++; }
static int accept(char c) { skip(); if (*p != c) return 0; p++; return 1; }
static long primary(void) {
  skip();
  if (accept('(')) { long v = expr(); if (!accept(')')) err = "missing )"; return v; }
  if (accept('-')) return -primary();
  if (!isdigit((unsigned char)*p)) { err = "number expected"; return 0; }
  char *end; long v = strtol(p, &end, 10); p = end; return v;
}
static long power(void) { long b = primary(); if (accept('^')) { long e = power(), v = 1; while (e-- > 0) v *= b; return v; } return b; }
static long term(void) {
  long v = power();
  for (;;) {
    if (accept('*')) v *= power();
    else if (accept('/')) { long d = power(); if (!d) { err = "division by zero"; return 0; } v /= d; }
    else return v;
  }
}
static long expr(void) { long v = term(); for (;;) if (accept('+')) v += term(); else if (accept('-')) v -= term(); else return v; }
int main(void) {
  char line[100]; int bad = 0;
  while (fgets(line, sizeof line, stdin)) {
    p = line; err = NULL;
    long v = expr();
    skip();
    if (!err && *p) err = "trailing text";
    if (err) { printf("error: %s at %d\n", err, (int)(p - line)); bad++; } else printf("%ld\n", v);
  }
  return bad;
}
