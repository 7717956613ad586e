// want: TRUE
// One thread alone: semaphores, locks for readers and writers, barriers, spin locks, mutexes of C11. What nobody ends is waited for for ever.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
int main(void) {
	sem_t s;
	int n;
	assert(sem_init(&s, 0, 2) == 0 && sem_wait(&s) == 0 && sem_trywait(&s) == 0);
	assert(sem_trywait(&s) == -1 && errno == EAGAIN && sem_post(&s) == 0);
	assert(sem_getvalue(&s, &n) == 0 && n == 1);
	assert(sem_init(&s, 0, -1) == -1 && errno == EINVAL);
	pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
	assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_tryrdlock(&l) == 0 && pthread_rwlock_trywrlock(&l) == EBUSY);
	assert(pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_wrlock(&l) == 0);
	assert(pthread_rwlock_tryrdlock(&l) == EBUSY && pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_destroy(&l) == 0);
	pthread_spinlock_t p;
	assert(pthread_spin_init(&p, 0) == 0 && pthread_spin_lock(&p) == 0 && pthread_spin_trylock(&p) == EBUSY && pthread_spin_unlock(&p) == 0);
	pthread_barrier_t b;
	assert(pthread_barrier_init(&b, 0, 0) == EINVAL && pthread_barrier_init(&b, 0, 1) == 0);
	assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	struct timespec t = {0, 0}, bad = {0, -1};
	assert(pthread_mutex_timedlock(&m, &t) == 0 && pthread_mutex_timedlock(&m, &t) == ETIMEDOUT && pthread_mutex_timedlock(&m, &bad) == EINVAL);
	mtx_t x;
	assert(mtx_init(&x, mtx_plain) == thrd_success && mtx_lock(&x) == thrd_success && mtx_trylock(&x) == thrd_busy && mtx_unlock(&x) == thrd_success);
	sem_init(&s, 0, 0);
	sem_wait(&s);
	assert(0);
}
