#include <stdio.h>
#include <string.h>
int sign(int x) { return (x > 0) - (x < 0); }
int main(void) {
  char a[32] = "hello", b[32];
  printf("%d %d\n", (int)strlen(a), (int)strlen(""));
  strcpy(b, a); strcat(b, ", "); strncat(b, "world!!!", 5);
  printf("%s\n", b);
  strncpy(a, "ab", 5); printf("%s %d %d\n", a, a[3], a[5]);
  printf("%d %d %d %d\n", sign(strcmp("abc", "abd")), sign(strcmp("b", "abc")), strcmp("x", "x"), sign(strncmp("abcd", "abzz", 3)));
  printf("%d %d\n", sign(strcmp("a", "\x80")), sign(memcmp("a\0b", "a\0c", 3)));
  char *p = strchr(b, 'o'), *q = strrchr(b, 'o');
  printf("%d %d %d\n", (int)(p - b), (int)(q - b), strchr(b, 'z') == NULL);
  printf("%s %d\n", strstr(b, "lo"), strstr(b, "xyz") == NULL);
  printf("%d %d\n", (int)strspn("aabbcc", "ab"), (int)strcspn("hello", "ol"));
  printf("%s\n", strpbrk("key=value", "=:"));
  char list[] = "one,two;;three", *tok = strtok(list, ",;");
  while (tok) { printf("<%s>", tok); tok = strtok(NULL, ",;"); }
  puts("");
  printf("%d %s\n", *(char *)memchr("abc", 'c', 3), (char *)memmove(b + 2, b, 6));
  char *d = strdup("copy");
  d[0] = 'C'; printf("%s\n", d);
  printf("%d\n", sign(strcasecmp("HeLLo", "hEllO")));
  return 0;
}
