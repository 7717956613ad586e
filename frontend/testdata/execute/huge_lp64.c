// The sizes of structures with more bits than a word counts.
int printf(const char *, ...);
struct after {
	short a[1L << 61];
	unsigned x : 3;
	unsigned y : 31;
	char c;
	long long z : 60;
	int q : 10;
};
struct __attribute__((packed)) tight {
	char a[1L << 62];
	unsigned x : 3;
	unsigned y : 31;
	char c;
};
union either {
	char a[(1L << 62) + 1];
	int x : 3;
};
struct most {
	short a[(1L << 62) - 256];
	int b, c;
};
int main(void) {
	printf("%zx %zx\n", sizeof(struct after), __builtin_offsetof(struct after, c));
	printf("%zx %zx\n", sizeof(struct tight), __builtin_offsetof(struct tight, c));
	printf("%zx\n", sizeof(union either));
	printf("%zx %zx\n", sizeof(struct most), (unsigned long)&((struct most *)0)->c);
	return 0;
}
