#ifndef _CULPRIT_TERMIOS_H
#define _CULPRIT_TERMIOS_H
#include <bits/types.h>
#define NCCS 32
#define VINTR 0
#define VQUIT 1
#define VERASE 2
#define VKILL 3
#define VEOF 4
#define VTIME 5
#define VMIN 6
#define BRKINT 2
#define ICRNL 0400
#define INPCK 020
#define ISTRIP 040
#define INLCR 0100
#define IGNCR 0200
#define IXON 02000
#define OPOST 1
#define CS8 060
#define CSIZE 060
#define ECHO 010
#define ECHOE 020
#define ECHOK 040
#define ECHONL 0100
#define ICANON 2
#define ISIG 1
#define IEXTEN 0100000
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
#define TCIFLUSH 0
#define TCOFLUSH 1
#define TCIOFLUSH 2
#define B9600 015
#define B115200 010002
typedef unsigned char cc_t;
typedef unsigned speed_t;
typedef unsigned tcflag_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_line, c_cc[NCCS]; speed_t c_ispeed, c_ospeed; };
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
int tcflush(int, int);
int tcdrain(int);
speed_t cfgetospeed(const struct termios *);
speed_t cfgetispeed(const struct termios *);
int cfsetospeed(struct termios *, speed_t);
int cfsetispeed(struct termios *, speed_t);
void cfmakeraw(struct termios *);
#endif
