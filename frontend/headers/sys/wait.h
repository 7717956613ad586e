#ifndef _CULPRIT_SYS_WAIT_H
#define _CULPRIT_SYS_WAIT_H
#include <sys/types.h>
#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(s) (((s) >> 8) & 255)
#define WTERMSIG(s) ((s) & 127)
#define WIFEXITED(s) (WTERMSIG(s) == 0)
#define WIFSIGNALED(s) (WTERMSIG(s) != 0 && WTERMSIG(s) != 127)
pid_t wait(int *);
pid_t waitpid(pid_t, int *, int);
#ifndef WCONTINUED
#define WCONTINUED 8
#endif
#define WSTOPPED 2
#define WEXITED 4
#define WNOWAIT 0x01000000
#ifndef WIFSTOPPED
#define WIFSTOPPED(s) (((s) & 0xff) == 0x7f)
#endif
#ifndef WSTOPSIG
#define WSTOPSIG(s) (((s) & 0xff00) >> 8)
#endif
#ifndef WIFCONTINUED
#define WIFCONTINUED(s) ((s) == 0xffff)
#endif
#ifndef WCOREDUMP
#define WCOREDUMP(s) ((s) & 0x80)
#endif
#endif
