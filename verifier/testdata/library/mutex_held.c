// want: FALSE
#include <assert.h>
#include <pthread.h>
int main(void) {
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&m);
	if (pthread_mutex_trylock(&m) == 0) return 0;
	pthread_mutex_unlock(&m);
	assert(pthread_mutex_trylock(&m) != 0);
}
