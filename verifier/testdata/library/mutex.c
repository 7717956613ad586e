// want: TRUE
// One thread alone: a mutex is locked or not, by its kind more than once.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void inc(void) { pthread_mutex_lock(&plain); n++; pthread_mutex_unlock(&plain); }
int main(void) {
	pthread_mutexattr_t a;
	pthread_mutex_t m;
	inc();
	assert(n == 1 && pthread_mutex_trylock(&plain) == 0 && pthread_mutex_trylock(&plain) == EBUSY);
	pthread_mutexattr_init(&a);
	assert(pthread_mutexattr_settype(&a, 9) == EINVAL && pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
	pthread_mutex_init(&m, &a);
	assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_trylock(&m) == 0);
	assert(pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == EPERM);
	assert(pthread_mutex_destroy(&m) == 0);
	pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&m, &a);
	assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK && pthread_mutex_trylock(&m) == EBUSY);
	return 0;
}
