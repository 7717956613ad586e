#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf back;
static int calls;
static void leave(int n) {
	printf("leave %d\n", n);
	longjmp(back, 1);
}
static void again(int n) {
	printf("again %d\n", n);
	if (calls++ < 2)
		abort();
}
int main(void) {
	setvbuf(stdout, 0, _IONBF, 0);
	signal(SIGABRT, leave);
	if (setjmp(back) == 0)
		abort();
	signal(SIGABRT, SIG_IGN);
	struct sigaction a = { .sa_handler = again };
	sigaction(SIGABRT, &a, 0);
	abort();
}
