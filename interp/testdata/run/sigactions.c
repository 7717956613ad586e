#include <stdio.h>
#include <signal.h>
#include <string.h>
#include <stdlib.h>
static int hits, infos;
static void on(int s) { hits += s; }
static void with(int s, siginfo_t *i, void *context) { infos += i->si_signo == s; (void)context; }
int main(void) {
  struct sigaction a, old;
  sigset_t set;
  printf("%d\n", sigemptyset(&set));
  printf("%d %d\n", sigaddset(&set, SIGUSR1), sigaddset(&set, SIGSYS));
  printf("%d %d %d\n", sigismember(&set, SIGUSR1), sigismember(&set, SIGUSR2), sigismember(&set, SIGSYS));
  printf("%d %d\n", sigdelset(&set, SIGSYS), sigismember(&set, SIGSYS));
  sigfillset(&set);
  printf("%d %d %d %d\n", sigismember(&set, 1), sigismember(&set, 64), sigismember(&set, 32), sigismember(&set, 34));
  printf("%d %d\n", sigaddset(&set, 65), sigismember(&set, 0));
  memset(&a, 0, sizeof a);
  a.sa_handler = on;
  a.sa_flags = SA_RESTART;
  printf("%d\n", sigaction(SIGUSR1, &a, &old));
  printf("%d %d\n", old.sa_handler == SIG_DFL, old.sa_flags);
  raise(SIGUSR1);
  raise(SIGUSR1);
  printf("%d\n", hits == 2 * SIGUSR1);
  a.sa_sigaction = with;
  a.sa_flags = SA_SIGINFO;
  sigaction(SIGUSR1, &a, &old);
  printf("%d %d\n", old.sa_handler == on, (old.sa_flags & SA_RESTART) != 0);
  raise(SIGUSR1);
  printf("%d %d\n", infos, hits == 2 * SIGUSR1);
  a.sa_handler = on;
  a.sa_flags = SA_RESETHAND;
  sigaction(SIGUSR2, &a, NULL);
  raise(SIGUSR2);
  sigaction(SIGUSR2, NULL, &old);
  printf("%d\n", old.sa_handler == SIG_DFL);
  printf("%d\n", sigaction(SIGKILL, &a, NULL));
  fflush(stdout);
  return hits == 2 * SIGUSR1 + SIGUSR2;
}
