// want: FALSE
// Clocks that do not exist, and times that no clock has, fail for certain.
#include <time.h>
#include <assert.h>
int main(void) {
	struct timespec t = {1, -1};
	assert(clock_gettime(999, &t) == 0 || nanosleep(&t, 0) == 0); // error
	return 0;
}
