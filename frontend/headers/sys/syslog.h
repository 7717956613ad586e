#ifndef _CULPRIT_SYS_SYSLOG_H
#define _CULPRIT_SYS_SYSLOG_H
#include <syslog.h>
#endif
