#ifndef _CULPRIT_SYS_SHM_H
#define _CULPRIT_SYS_SHM_H
#include <sys/ipc.h>
#include <time.h>
#define SHM_RDONLY 010000
#define SHM_RND 020000
typedef unsigned long shmatt_t;
struct shmid_ds { struct ipc_perm shm_perm; size_t shm_segsz; time_t shm_atime, shm_dtime, shm_ctime; pid_t shm_cpid, shm_lpid; shmatt_t shm_nattch; unsigned long __r4, __r5; };
int shmget(key_t, size_t, int);
void *shmat(int, const void *, int);
int shmdt(const void *);
int shmctl(int, int, struct shmid_ds *);
#endif
