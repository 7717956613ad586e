#ifndef _CULPRIT_SYS_SEM_H
#define _CULPRIT_SYS_SEM_H
#include <sys/ipc.h>
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17
#define SEM_UNDO 0x1000
struct sembuf { unsigned short sem_num; short sem_op, sem_flg; };
int semget(key_t, int, int);
int semop(int, struct sembuf *, size_t);
int semctl(int, int, int, ...);
#endif
