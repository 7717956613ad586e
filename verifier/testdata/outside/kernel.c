// want: TRUE
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
	*r = 3;
	assert(*p == 0);     // safe
	assert(q[1] == 0);   // safe
	assert(p != q && *r); // safe
	kfree(p);
	return 0;
}
