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
#endif
