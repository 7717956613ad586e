// want: UNKNOWN
// A condition that nobody signals is waited for for ever, or not: threads may wake up without a signal.
#include <assert.h>
#include <pthread.h>
int main(void) {
	static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
	pthread_mutex_lock(&m);
	pthread_cond_wait(&c, &m);
	assert(0); // open
}
