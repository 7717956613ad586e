#ifndef _CULPRIT_SYS_SELECT_H
#define _CULPRIT_SYS_SELECT_H
#include <sys/types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
#define FD_SETSIZE 1024
typedef struct { unsigned long fds_bits[1024 / (8 * sizeof(long))]; } fd_set;
#define __FD_BITS (8 * (int)sizeof(long))
#define FD_ZERO(s) ((void)memset((s), 0, sizeof(fd_set)))
#define FD_SET(d, s) ((void)((s)->fds_bits[(d) / __FD_BITS] |= 1UL << ((d) % __FD_BITS)))
#define FD_CLR(d, s) ((void)((s)->fds_bits[(d) / __FD_BITS] &= ~(1UL << ((d) % __FD_BITS))))
#define FD_ISSET(d, s) (((s)->fds_bits[(d) / __FD_BITS] & (1UL << ((d) % __FD_BITS))) != 0)
void *memset(void *, int, size_t);
int select(int, fd_set *, fd_set *, fd_set *, struct timeval *);
#endif
