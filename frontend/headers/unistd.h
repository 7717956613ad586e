#ifndef _CULPRIT_UNISTD_H
#define _CULPRIT_UNISTD_H
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define _SC_CLK_TCK 2
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
extern char **environ;
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const *, const char *);
int access(const char *, int);
unsigned alarm(unsigned);
int chdir(const char *);
int chown(const char *, uid_t, gid_t);
int fchown(int, uid_t, gid_t);
int close(int);
int dup(int);
int dup2(int, int);
int execl(const char *, const char *, ...);
int execlp(const char *, const char *, ...);
int execv(const char *, char *const *);
int execve(const char *, char *const *, char *const *);
int execvp(const char *, char *const *);
void _exit(int) __attribute__((noreturn));
pid_t fork(void);
pid_t vfork(void);
int fsync(int);
int fdatasync(int);
int fchdir(int);
int ftruncate(int, off_t);
char *getcwd(char *, size_t);
char *get_current_dir_name(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int gethostname(char *, size_t);
char *getlogin(void);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
int isatty(int);
int link(const char *, const char *);
off_t lseek(int, off_t, int);
int pause(void);
int pipe(int *);
int pipe2(int *, int);
ssize_t read(int, void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t readlink(const char *, char *, size_t);
int rmdir(const char *);
void *sbrk(intptr_t);
int brk(void *);
int setuid(uid_t);
int seteuid(uid_t);
int setegid(gid_t);
int setgid(gid_t);
pid_t setsid(void);
unsigned sleep(unsigned);
int symlink(const char *, const char *);
void sync(void);
long sysconf(int);
int getpagesize(void);
long syscall(long, ...);
int truncate(const char *, off_t);
char *ttyname(int);
int unlink(const char *);
int usleep(useconds_t);
ssize_t write(int, const void *, size_t);
void swab(const void *, void *, ssize_t);
ssize_t pwrite(int, const void *, size_t, off_t);
#define _CS_PATH 0
size_t confstr(int, char *, size_t);
#define F_LOCK 1
#define F_TEST 3
#define F_TLOCK 2
#define F_ULOCK 0
#define L_INCR 1
#define L_SET 0
#define L_XTND 2
#endif
