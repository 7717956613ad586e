#ifndef _CULPRIT_SEMAPHORE_H
#define _CULPRIT_SEMAPHORE_H
typedef struct { long __d[4]; } sem_t;
int sem_init(sem_t *, int, unsigned);
int sem_destroy(sem_t *);
int sem_wait(sem_t *);
int sem_trywait(sem_t *);
int sem_post(sem_t *);
int sem_getvalue(sem_t *, int *);
#endif
