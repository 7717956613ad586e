// Scalar arithmetic in nested loops.
int main(void) {
  unsigned x = 1, sum = 0;
  for (int r = 0; r < REPEAT; r++)
    for (int i = 0; i < 1000; i++)
      for (int j = 0; j < 200; j++) {
        x = x * 1103515245u + 12345u;
        if (x & 0x10000)
          sum += x >> 16;
        else
          sum ^= i + j;
      }
  return sum & 127;
}
