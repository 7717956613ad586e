#ifndef _CULPRIT_SYS_UNISTD_H
#define _CULPRIT_SYS_UNISTD_H
#include <unistd.h>
#endif
