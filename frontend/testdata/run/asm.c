// Inline assembly that moves or keeps values, or does nothing.
extern void abort(void);
#define check(c) ((c) ? (void)0 : abort())

static int calls;
static int *next(int *p) { calls++; return p; }

int main(void) {
	int x = 5, y = 0, a = 1, b = 2, *p = &x;
	struct { int v[4]; } s = {{1, 2, 3, 4}};
	asm("" : "=r"(y) : "0"(x));
	check(y == 5);
	asm volatile("" : "+r"(x), "+m"(s) : : "memory", "cc");
	check(x == 5 && s.v[3] == 4);
	__asm__ __volatile__("" : "=r"(a), "=r"(b) : "0"(b), "1"(a)); // swaps
	check(a == 2 && b == 1);
	asm("# a comment\n\t/* another */ // and one more" : [out] "=&r"(y) : "m"(a), [in] "[out]"(a + 1));
	check(y == 3);
	asm("" : "+g"(*next(p)));
	asm volatile("" : : "r"(next(p)), "i"(3));
	check(calls == 2 && x == 5);
	asm volatile("" : "=m"(x) : "m"(x));
	check(x == 5);
	asm volatile("mfence" ::: "memory");
	asm volatile("rep; nop\n\tpause" ::: "memory");
	asm goto("" : : : : out);
	char c;
	asm("" : "=r"(c) : "0"(x));
	check(c == 5);
	int e = 1;
	check(__builtin_expect(x == 5, e++) == 1 && e == 2);
	register int r asm("ebx") = 4;
	asm("nop" : "+r"(r));
	check(r == 4);
	return 0;
out:
	abort();
}
