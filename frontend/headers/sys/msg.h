#ifndef _CULPRIT_SYS_MSG_H
#define _CULPRIT_SYS_MSG_H
#include <sys/ipc.h>
#define MSG_NOERROR 010000
struct msgbuf { long mtype; char mtext[1]; };
int msgget(key_t, int);
int msgsnd(int, const void *, size_t, int);
ssize_t msgrcv(int, void *, size_t, long, int);
#endif
