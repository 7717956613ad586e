#include <stdio.h>
#include <ctype.h>
int main(void) {
  for (int c = 0; c < 128; c++) {
    int m = !!isalpha(c) | !!isdigit(c) << 1 | !!isalnum(c) << 2 | !!isspace(c) << 3 | !!isupper(c) << 4 | !!islower(c) << 5 |
      !!ispunct(c) << 6 | !!isprint(c) << 7 | !!iscntrl(c) << 8 | !!isxdigit(c) << 9 | !!isgraph(c) << 10 | !!isblank(c) << 11;
    printf("%x%c", m, c % 16 == 15 ? '\n' : ' ');
  }
  for (const char *p = "Mixed Case 123!"; *p; p++) putchar(isupper(*p) ? tolower(*p) : toupper(*p));
  puts("");
  printf("%d %d\n", isalpha(EOF), toupper(EOF));
  return 0;
}
