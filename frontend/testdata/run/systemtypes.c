#include <assert.h>
#include <ctype.h>

// The types of glibc's bits/types.h come with headers that need them.
__int64_t wide = (__int64_t)1 << 40;
__uint32_t word = -1;

#include <sys/types.h>
#include <time.h>

// A program may repeat them.
typedef unsigned char __uint8_t;
typedef __off_t off_t;

#define SAME(t, u) assert(_Generic((t)0, u: 1, default: 0))

int main(void) {
	assert(wide >> 39 == 2);
	assert(word == 4294967295u);
	__uint8_t byte = 300;
	assert(byte == 44);
	__int16_t half = (__int16_t)40000;
	assert(half == -25536);
	assert(sizeof(__int_least64_t) == 8 && (__uint_least64_t)-1 > 0);
	SAME(__ssize_t, ssize_t);
	SAME(__time_t, time_t);
	SAME(__off64_t, __quad_t);
	SAME(dev_t, __u_quad_t);
	SAME(nlink_t, __typeof__(sizeof 0));
	SAME(__pid_t, int);
	SAME(__timer_t, void *);
	assert(sizeof(dev_t) == 8);
	__fsid_t id = {{1, 2}};
	assert(id.__val[1] == 2 && sizeof id == 8);
	__u_char c = 256;
	assert(c == 0);
}
