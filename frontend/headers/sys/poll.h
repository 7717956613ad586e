#ifndef _CULPRIT_SYS_POLL_H
#define _CULPRIT_SYS_POLL_H
#include <poll.h>
#endif
