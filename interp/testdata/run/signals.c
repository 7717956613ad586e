#include <stdio.h>
#include <signal.h>
static volatile sig_atomic_t hits;
static void on(int s) { hits += s; }
static void other(int s) { hits = -s; }
int main(void) {
  void (*old)(int) = signal(SIGINT, on);
  printf("%d\n", old == SIG_DFL);
  raise(SIGINT); raise(SIGINT);
  printf("%d\n", hits == 2 * SIGINT);
  old = signal(SIGINT, other);
  raise(SIGINT);
  printf("%d %d\n", old == on, hits == -SIGINT);
  signal(SIGTERM, SIG_IGN);
  printf("%d\n", raise(SIGTERM));
  printf("%d\n", signal(12345, on) == SIG_ERR);
  static const int unusual[] = {0, -1, 32, 33, 34, 64, 65};
  for (int i = 0; i < 7; i++) {
    struct sigaction before;
    int n = unusual[i];
    signal(n, SIG_IGN);
    printf("%d: %d %d %d\n", n, raise(n), signal(n, on) == SIG_ERR, sigaction(n, 0, &before));
  }
  fflush(stdout);
  raise(SIGHUP);
  return 3;
}
