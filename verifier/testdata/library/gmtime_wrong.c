// want: FALSE
// The object that gmtime returns is that of its last call.
#include <time.h>
#include <assert.h>
int main(void) {
	time_t day = 0, other = 86400;
	struct tm *p = gmtime(&day);
	gmtime(&other);
	assert(p->tm_mday == 1);
	return 0;
}
