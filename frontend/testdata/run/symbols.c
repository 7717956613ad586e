// Constructors, aliases, weak symbols and names for the linker.
extern void abort(void);
#define check(c) ((c) ? (void)0 : abort())

static int order;
static void late(void) __attribute__((constructor(300)));
__attribute__((constructor)) static void b(void) { order = order * 10 + 4; }
static void late(void) { order = order * 10 + 3; }
static __attribute__((constructor(200))) void c(void) { order = order * 10 + 1; }
static void d(void) __attribute__((constructor(200)));
__attribute__((constructor(400))) static void d(void) { order = order * 10 + 2; }
static void e(void);
__attribute__((constructor(150))) static void e(void) { // too late for a priority
	 order = order * 10 + 5; }

int real(void) { return 7; }
int alias(void) __attribute__((alias("real")));
static int hidden = 3;
extern int shown __attribute__((alias("hidden")));
int table[4] = {1, 2};
extern int view[4] __attribute__((alias("table")));
static int ref(void) __attribute__((weakref("real")));

extern int missing(void) __attribute__((weak));
extern int absent __attribute__((weak));
int soft(void) __attribute__((weak));
int soft(void) { return 5; }

int labelled(void) asm("tag");
int labelled(void) { return 77; }
int tag(void);

int main(void) {
	check(order == 12345);
	check(alias() == 7 && ref() == 7 && alias == real);
	shown++;
	check(hidden == 4 && &shown == &hidden);
	view[2] = 9;
	check(table[2] == 9);
	check(missing == 0 && &absent == 0 && soft != 0 && soft() == 5);
	if (missing) missing();
	check(tag() == 77);
	return 0;
}
