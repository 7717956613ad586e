#include <stdio.h>
#include <string.h>
int main(void) {
  char b[64], small[8];
  int n = sprintf(b, "%d-%s-%.2f", 17, "abc", 2.0 / 3);
  printf("%d %s\n", n, b);
  n = snprintf(small, sizeof small, "%s", "a long string");
  printf("%d %s\n", n, small);
  n = snprintf(small, 0, "%d", 123456);
  printf("%d\n", n);
  n = snprintf(NULL, 0, "%5d|%-5d", 1, 2);
  printf("%d\n", n);
  char *p = b;
  for (int i = 0; i < 5; i++) p += sprintf(p, "%s%d", i ? "," : "", i * i);
  printf("%s %d\n", b, (int)(p - b));
  char hex[33]; unsigned char key[] = {0, 15, 16, 255, 128};
  for (int i = 0; i < 5; i++) sprintf(hex + 2 * i, "%02x", key[i]);
  puts(hex);
  return (int)strlen(hex);
}
