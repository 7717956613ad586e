// Quicksort and insertion sort through pointers.
static void swap(int *p, int *q) { int t = *p; *p = *q; *q = t; }
static void quick(int *a, int lo, int hi) {
  if (hi - lo < 8) {
    for (int i = lo + 1; i <= hi; i++) {
      int v = a[i], j = i - 1;
      while (j >= lo && a[j] > v) {
        a[j + 1] = a[j];
        j--;
      }
      a[j + 1] = v;
    }
    return;
  }
  int pivot = a[(lo + hi) / 2], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j)
      swap(&a[i++], &a[j--]);
  }
  quick(a, lo, j);
  quick(a, i, hi);
}
int main(void) {
  int a[2000], sum = 0;
  unsigned seed = 1;
  for (int r = 0; r < REPEAT; r++) {
    for (int i = 0; i < 2000; i++) {
      seed = seed * 1103515245u + 12345u;
      a[i] = seed >> 8 & 0xffff;
    }
    quick(a, 0, 1999);
    sum += a[1000];
  }
  return sum & 127;
}
