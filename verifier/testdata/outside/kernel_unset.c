// want: FALSE
// The allocators of the Linux kernel have further arguments.
#include <assert.h>
void *kmalloc(unsigned long size, unsigned flags);
void *kzalloc(unsigned long size, unsigned flags);
void *kcalloc(unsigned long n, unsigned long size, unsigned flags);
void kfree(const void *p);

int main(void) {
	int *p = kzalloc(4, 0xcc0), *q = kcalloc(2, 4, 0xcc0), *r = kmalloc(4, 0xcc0);
	if (!p || !q || !r)
		return 0;
	assert(*p == 0);
	assert(q[1] == 0);
	assert(p != q && *r); // error
	kfree(p);
	return 0;
}
