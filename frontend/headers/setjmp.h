#ifndef _CULPRIT_SETJMP_H
#define _CULPRIT_SETJMP_H
#if __SIZEOF_POINTER__ == 8
typedef struct __jmp_buf_tag { long __regs[25]; } jmp_buf[1];
#else
typedef struct __jmp_buf_tag { int __regs[39]; } jmp_buf[1];
#endif
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf);
int _setjmp(jmp_buf);
int sigsetjmp(sigjmp_buf, int);
int __sigsetjmp(sigjmp_buf, int);
void longjmp(jmp_buf, int) __attribute__((noreturn));
void _longjmp(jmp_buf, int) __attribute__((noreturn));
void siglongjmp(sigjmp_buf, int) __attribute__((noreturn));
#endif
