#ifndef _CULPRIT_SYS_SIGNAL_H
#define _CULPRIT_SYS_SIGNAL_H
#include <signal.h>
#endif
