#ifndef _CULPRIT_SYS_SYSCALL_H
#define _CULPRIT_SYS_SYSCALL_H
#define SYS_read 0
#define SYS_write 1
#define SYS_open 2
#define SYS_close 3
#define SYS_getpid 39
#define SYS_exit 60
#define SYS_gettid 186
#define SYS_futex 202
#define SYS_exit_group 231
long syscall(long, ...);
#endif
