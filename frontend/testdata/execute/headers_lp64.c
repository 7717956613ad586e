#define _GNU_SOURCE
#include <stdio.h>
#include <signal.h>
#include <threads.h>
#include <dirent.h>
#include <sys/queue.h>
#include <netdb.h>
#include <endian.h>
#include <byteswap.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <termios.h>
#include <wchar.h>
#include <limits.h>
#include <string.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/param.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <netinet/in.h>
#include <sys/statvfs.h>
#include <utime.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <glob.h>
#include <pwd.h>
#include <grp.h>
#include <search.h>
#include <pthread.h>
struct n { int v; TAILQ_ENTRY(n) l; SLIST_ENTRY(n) s; };
TAILQ_HEAD(h, n); SLIST_HEAD(sh, n);
#define P(t) printf(#t " %zu\n", sizeof(t));
int main(void) {
  struct h h; TAILQ_INIT(&h); struct sh sh; SLIST_INIT(&sh); struct n a[3] = {{1},{2},{3}}, *p; for (int i = 0; i < 3; i++) { TAILQ_INSERT_TAIL(&h, &a[i], l); SLIST_INSERT_HEAD(&sh, &a[i], s); }
  TAILQ_REMOVE(&h, &a[1], l); TAILQ_FOREACH(p, &h, l) printf("%d ", p->v); SLIST_FOREACH(p, &sh, s) printf("%d ", p->v); TAILQ_FOREACH_REVERSE(p, &h, h, l) printf("%d ", p->v);
  printf("\n%d %d %x %x %d %d\n", SIGABRT, htons(1), bswap_32(0x11223344), (unsigned)htobe32(1), LONG_BIT, NSIG);
  mbstate_t st; memset(&st, 0, sizeof st); printf("%d %d\n", mbsinit(&st) != 0, ferror_unlocked(stdout)); putchar_unlocked('x'); putc_unlocked('\n', stdout); char *d = strdupa("dup"); puts(d);
  printf("%d %d %d\n", howmany(10, 3), roundup(10, 4), powerof2(8));
  P(struct dirent) P(struct rusage) P(struct utsname) P(struct termios) P(struct pollfd) P(struct sockaddr_in) P(struct sockaddr_in6) P(struct sockaddr_un) P(struct sockaddr_storage) P(struct addrinfo) P(struct statvfs) P(struct tms) P(struct iovec) P(glob_t) P(struct passwd) P(struct group) P(struct hostent) P(ENTRY) P(struct rlimit) P(struct utimbuf) P(mtx_t) P(cnd_t) P(pthread_mutexattr_t)
  printf("%lld %d\n", 1LL, wcsncasecmp(L"ABc", L"abd", 2)); printf("%d\n", PTHREAD_PROCESS_SHARED); return 0; }
