// want: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int format(char **p, const char *f, ...) {
  va_list ap;
  va_start(ap, f);
  int n = vasprintf(p, f, ap);
  va_end(ap);
  return n;
}

int main(void) {
  char *text = 0, *other = 0;
  int n = asprintf(&text, "%d", 17);
  assert(text != 0); // safe
  assert(n >= 0);    // safe
  assert(text[n] == 0); // safe
  assert(format(&other, "%s", text) >= 0); // safe
  assert(other != text); // safe
  free(text);
  free(other);
  return 0;
}
