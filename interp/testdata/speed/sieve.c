// The sieve of Eratosthenes: bytes in a global array.
static char composite[20000];
int main(void) {
  int count = 0;
  for (int r = 0; r < 2 * REPEAT; r++) {
    count = 0;
    for (int i = 0; i < 20000; i++)
      composite[i] = 0;
    for (int i = 2; i < 20000; i++) {
      if (composite[i])
        continue;
      count++;
      for (int j = i + i; j < 20000; j += i)
        composite[j] = 1;
    }
  }
  return count & 127;
}
