// Multiplication of square matrices of double.
#define N 40
static double a[N][N], b[N][N], c[N][N];
static void multiply(void) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double s = 0;
      for (int k = 0; k < N; k++)
        s += a[i][k] * b[k][j];
      c[i][j] = s;
    }
}
int main(void) {
  int sum = 0;
  for (int r = 0; r < REPEAT; r++) {
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
        a[i][j] = i + r;
        b[i][j] = i - j;
      }
    multiply();
    sum += (int)c[r % N][3];
  }
  return sum & 127;
}
