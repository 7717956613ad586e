// stdin:   alpha beta,gamma;delta [x=17] 2024-03-09 abcdef 12abc\nlast line here\n
#include <stdio.h>
int main(void) {
  char a[20], b[20], c[20], ch; int n, y, m, d, pos;
  n = scanf("%s", a); printf("%d %s\n", n, a);
  n = scanf(" %[a-z],%[^;];%5s", a, b, c); printf("%d %s %s %s\n", n, a, b, c);
  n = scanf(" [%c=%d]", &ch, &d); printf("%d %c %d\n", n, ch, d);
  n = scanf("%d-%d-%d%n", &y, &m, &d, &pos); printf("%d %d %d %d %d\n", n, y, m, d, pos);
  n = scanf("%3s%*2s%c", a, &ch); printf("%d %s %c\n", n, a, ch);
  n = scanf("%2d%s", &d, a); printf("%d %d %s\n", n, d, a);
  n = scanf(" %[^\n]", a); printf("%d %s\n", n, a);
  n = scanf("%s", a); printf("%d\n", n);
  n = sscanf("10 20 thirty", "%d %d %d", &y, &m, &d); printf("%d\n", n);
  n = sscanf("", "%d", &y); printf("%d\n", n);
  n = sscanf("50%", "%d%%", &y); printf("%d %d\n", n, y);
  return 0;
}
