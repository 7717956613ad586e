#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static char log_[500];
static void note(const char *fmt, ...) {
  va_list ap; char b[100];
  va_start(ap, fmt);
  int n = vsnprintf(b, sizeof b, fmt, ap);
  va_end(ap);
  sprintf(log_ + strlen(log_), "(%d)%s;", n, b);
}
static int say(FILE *f, const char *fmt, ...) { va_list ap; va_start(ap, fmt); int n = vfprintf(f, fmt, ap); va_end(ap); return n; }
static void twice(const char *fmt, ...) {
  va_list ap, aq; va_start(ap, fmt); va_copy(aq, ap); vprintf(fmt, ap); vprintf(fmt, aq); va_end(aq); va_end(ap);
}
static int get(const char *s, const char *fmt, ...) { va_list ap; va_start(ap, fmt); int n = vsscanf(s, fmt, ap); va_end(ap); return n; }
int main(void) {
  note("%d %s %c", 5, "five", '5'); note("%g|%Lg|%lld|%hhd", 1.5, 2.5L, 1LL << 40, 'a'); note("plain");
  puts(log_);
  printf("%d\n", say(stdout, "%s %x %5.2f %*d\n", "text", 255, 3.14159, 4, 7));
  twice("%d-%s ", 1, "a"); puts("");
  int a; char w[10]; double d;
  printf("%d ", get("12 word 2.5", "%d %9s %lf", &a, w, &d));
  printf("%d %s %g\n", a, w, d);
  return 0;
}
