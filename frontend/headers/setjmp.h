#ifndef _CULPRIT_SETJMP_H
#define _CULPRIT_SETJMP_H
typedef struct { long __regs[25]; } jmp_buf[1];
typedef struct { long __regs[25]; } sigjmp_buf[1];
int setjmp(jmp_buf);
int _setjmp(jmp_buf);
int sigsetjmp(sigjmp_buf, int);
void longjmp(jmp_buf, int) __attribute__((noreturn));
void siglongjmp(sigjmp_buf, int) __attribute__((noreturn));
#endif
