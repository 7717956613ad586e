#ifndef _CULPRIT_SYS_TIMEB_H
#define _CULPRIT_SYS_TIMEB_H
#include <time.h>
struct timeb { time_t time; unsigned short millitm; short timezone, dstflag; };
int ftime(struct timeb *);
#endif
