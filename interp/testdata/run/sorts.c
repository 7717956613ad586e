#include <stdio.h>
#include <string.h>
#include <stdlib.h>
static void bubble(int *a, int n) { for (int i = 0; i < n; i++) for (int j = 0; j + 1 < n - i; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; } }
static void insertion(int *a, int n) { for (int i = 1; i < n; i++) { int v = a[i], j = i; while (j > 0 && a[j - 1] > v) { a[j] = a[j - 1]; j--; } a[j] = v; } }
static void quick(int *a, int n) { if (n < 2) return; int p = a[n / 2], i = 0, j = n - 1; while (i <= j) { while (a[i] < p) i++; while (a[j] > p) j--; if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; } } quick(a, j + 1); quick(a + i, n - i); }
static void merge(int *a, int n) { if (n < 2) return; int m = n / 2, *t = malloc(n * sizeof *t); merge(a, m); merge(a + m, n - m); for (int i = 0, j = m, k = 0; k < n; k++) t[k] = j >= n || (i < m && a[i] <= a[j]) ? a[i++] : a[j++]; memcpy(a, t, n * sizeof *t); free(t); }
static void sift(int *a, int i, int n) { for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; int t = a[i]; a[i] = a[c]; a[c] = t; } }
static void heap(int *a, int n) { for (int i = n / 2; i-- > 0; ) sift(a, i, n); while (n-- > 1) { int t = a[0]; a[0] = a[n]; a[n] = t; sift(a, 0, n); } }
int main(void) {
  void (*sorts[])(int *, int) = {bubble, insertion, quick, merge, heap};
  for (int k = 0; k < 5; k++) {
    int a[60]; unsigned x = 1;
    for (int i = 0; i < 60; i++) { x = x * 1664525u + 1013904223u; a[i] = (int)(x >> 20) - 2000; }
    sorts[k](a, 60);
    unsigned h = 0; for (int i = 0; i < 60; i++) h = h * 31 + (unsigned)a[i];
    printf("%d %d %u\n", a[0], a[59], h);
  }
  return 0;
}
