#ifndef _CULPRIT_SYS_FCNTL_H
#define _CULPRIT_SYS_FCNTL_H
#include <fcntl.h>
#endif
