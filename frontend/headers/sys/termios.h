#ifndef _CULPRIT_SYS_TERMIOS_H
#define _CULPRIT_SYS_TERMIOS_H
#include <termios.h>
#endif
