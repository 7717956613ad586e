#include <stdio.h>
#include <stdlib.h>
static int trace(int n, int m[n][n]) { int t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static void mul(int a[3][3], int b[3][3], int c[3][3]) { for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) { c[i][j] = 0; for (int k = 0; k < 3; k++) c[i][j] += a[i][k] * b[k][j]; } }
static int sum(int *p, int *end) { int s = 0; while (p < end) s += *p++; return s; }
int main(void) {
  int a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, b[3][3], c[3][3];
  mul(a, a, b); mul(a, b, c);
  for (int i = 0; i < 3; i++) printf("%d %d %d\n", c[i][0], c[i][1], c[i][2]);
  int (*row)[3] = a + 1; printf("%d %d %d\n", (*row)[2], row[1][0], *(*(a + 2) + 1));
  printf("%d %d\n", trace(3, a), sum(a[0], a[0] + 3));
  int n = 6, vla[n], *heap[4]; for (int i = 0; i < n; i++) vla[i] = i * i;
  printf("%d %d\n", sum(vla, vla + n), (int)(sizeof vla / sizeof *vla));
  for (int i = 0; i < 4; i++) { heap[i] = malloc((i + 1) * sizeof(int)); for (int j = 0; j <= i; j++) heap[i][j] = j ? heap[i - 1][j - 1] + (j < i ? heap[i - 1][j] : 0) : 1; }
  for (int i = 0; i < 4; i++) { for (int j = 0; j <= i; j++) printf("%d ", heap[i][j]); free(heap[i]); }
  puts("");
  char words[3][8] = {"one", "two", "three"}; const char *p = words[1];
  printf("%s %c %d\n", p, words[2][4], (int)(&words[2][1] - words[0]));
  int *last = &a[2][2]; printf("%d %d\n", last[-1], (int)(last - &a[0][0]));
  int i = 2; printf("%d %d\n", i[vla], 1[a][1]);
  for (int k = 1; k < 4; k++) { int t[k]; for (int j = 0; j < k; j++) t[j] = k; printf("%d", sum(t, t + k)); } puts("");
  return 0;
}
