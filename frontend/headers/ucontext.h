#ifndef _CULPRIT_UCONTEXT_H
#define _CULPRIT_UCONTEXT_H
#include <signal.h>
typedef struct __ucontext { unsigned long uc_flags; struct __ucontext *uc_link; stack_t uc_stack; long long __registers[116]; } ucontext_t;
int getcontext(ucontext_t *);
int setcontext(const ucontext_t *);
void makecontext(ucontext_t *, void (*)(void), int, ...);
int swapcontext(ucontext_t *, const ucontext_t *);
#endif
