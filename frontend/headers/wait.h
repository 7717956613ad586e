#ifndef _CULPRIT_WAIT_H
#define _CULPRIT_WAIT_H
#include <sys/wait.h>
#endif
