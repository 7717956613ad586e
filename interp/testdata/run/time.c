#include <stdio.h>
#include <string.h>
#include <time.h>
int main(void) {
  time_t t = 86400 * 366 + 3600 * 5 + 61;
  struct tm *g = gmtime(&t), copy = *g;
  printf("%d-%02d-%02d %02d:%02d:%02d %d %d\n", g->tm_year + 1900, g->tm_mon + 1, g->tm_mday, g->tm_hour, g->tm_min, g->tm_sec, g->tm_wday, g->tm_yday);
  char b[80];
  int n = (int)strftime(b, sizeof b, "%Y-%m-%d %H:%M:%S %a %B %j %%", &copy);
  printf("%d %s\n", n, b);
  t = 1709164800; g = gmtime(&t); printf("%d %d %s", g->tm_mday, g->tm_mon, asctime(g));
  printf("%g\n", difftime(1000, 400));
  clock_t c = clock(); printf("%d\n", c != (clock_t)-1);
  struct tm u = *gmtime(&t); u.tm_mday += 40; printf("%ld %d %d\n", (long)mktime(&u), u.tm_mon, u.tm_mday);
  return time(NULL) > 0;
}
