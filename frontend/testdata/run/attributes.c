// Attributes that change types and layouts.
extern void abort(void);
#define check(c) ((c) ? (void)0 : abort())

typedef unsigned u8 __attribute__((mode(QI)));
typedef unsigned int __attribute__((__mode__(__DI__))) u64;
typedef int word __attribute__((mode(word)));
typedef word again;
typedef float wide __attribute__((mode(DF)));
typedef int ptr __attribute__((mode(pointer)));
typedef int v4 __attribute__((mode(V4SI)));
typedef long v2 __attribute__((mode(SI))) __attribute__((vector_size(8)));
static unsigned v8 __attribute__((mode(QI)));
struct modes { int a __attribute__((mode(HI))); char c; unsigned b __attribute__((mode(DI))); };
static int narrow(int x __attribute__((mode(QI)))) { return x; }

typedef int A8 __attribute__((aligned(8)));
typedef int A1 __attribute__((aligned(1)));
typedef A8 B8;
struct packed { char c; A8 a; } __attribute__((packed));
struct loose { char c; A1 a; };
struct two { char c; int x __attribute__((aligned(2))); };
struct both { char c; int x __attribute__((packed, unused, aligned(2))); };
typedef struct { char c; } T16 __attribute__((aligned(16)));
struct holds { char a; T16 t; char b; };
struct S { int x; long long y; double d; };
typedef struct S S2 __attribute__((aligned(2)));
struct lower { char a; S2 s; };
struct comma { int x __attribute__((packed)), y; char c; unsigned z __attribute__((aligned(16))), w; };
struct __attribute__((aligned(4), aligned(16), packed)) list { char x; short y; };
static char c32 __attribute__((aligned(32)));
static int arr[3] __attribute__((aligned));
static _Alignas(64) char c64;
static A8 t16 __attribute__((aligned(16)));

void func(void) __attribute__((aligned(256)));

int main(void) {
	check(sizeof(u8) == 1 && sizeof(u64) == 8 && sizeof(word) == sizeof(long) && sizeof(again) == sizeof(long));
	check(sizeof(wide) == 8 && sizeof(ptr) == sizeof(void *) && sizeof v8 == 1);
	check(sizeof(struct modes) == (sizeof(long) == 8 ? 16 : 12) && narrow(300) == 44);
	v8 = 300;
	u8 q = -1;
	struct modes z = {70000, 1, -1};
	check(v8 == 44 && q == 255 && q + 1 == 256 && z.a == 4464 && z.b > 0 && -1 < (word)0);
	char array[sizeof(u8) + 1];
	check(sizeof array == 2);

	check(sizeof(struct packed) == 5 && sizeof(struct loose) == 5 && sizeof(struct two) == 8 && sizeof(struct both) == 6);
	check(sizeof(T16) == 1 && sizeof(struct holds) == 32 && sizeof(B8) == 4 && _Alignof(B8) == 8 && _Alignof(S2) == 2);
	check(sizeof(struct lower) == 2 + sizeof(struct S) && sizeof(struct comma) == 32 && sizeof(struct list) == 16);
	int local __attribute__((aligned(128)));
	check((unsigned long)&local % 128 == 0 && (unsigned long)&c32 % 32 == 0 && (unsigned long)arr % 16 == 0);
	check((unsigned long)&c64 % 64 == 0 && (unsigned long)&t16 % 16 == 0);
	v4 v = {1, 2, 3, 4};
	v2 w = {5, 6};
	v += v;
	check(sizeof v == 16 && v[3] == 8 && sizeof w == 8 && w[1] == 6);
	check(__alignof__(c32) == 32 && __alignof__(local) == 128 && _Alignof(c64) == 64 && __alignof__(main) == 1 && __alignof__(func) == 256);
	return 0;
}
void func(void) {}
