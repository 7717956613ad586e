#ifndef _CULPRIT_FCNTL_H
#define _CULPRIT_FCNTL_H
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_ACCMODE 3
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_SYNC 04010000
#define O_CLOEXEC 02000000
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
#define FD_CLOEXEC 1
#define AT_FDCWD (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR 0x200
#define AT_EACCESS 0x200
#define AT_SYMLINK_FOLLOW 0x400
struct flock { short l_type, l_whence; off_t l_start, l_len; pid_t l_pid; };
int open(const char *, int, ...);
int creat(const char *, mode_t);
int fcntl(int, int, ...);
#define FAPPEND 1024
#define FASYNC 8192
#define FFSYNC 1052672
#define FNDELAY 2048
#define FNONBLOCK 2048
#define F_DUPFD_CLOEXEC 1030
#define F_EXLCK 4
#define F_GETOWN 9
#define F_LOCK 1
#define F_OK 0
#define F_SETOWN 8
#define F_SHLCK 8
#define F_TEST 3
#define F_TLOCK 2
#define F_ULOCK 0
#define POSIX_FADV_DONTNEED 4
#define POSIX_FADV_NOREUSE 5
#define POSIX_FADV_NORMAL 0
#define POSIX_FADV_RANDOM 1
#define POSIX_FADV_SEQUENTIAL 2
#define POSIX_FADV_WILLNEED 3
#define S_IFBLK 24576
#define S_IFCHR 8192
#define S_IFDIR 16384
#define S_IFIFO 4096
#define S_IFLNK 40960
#define S_IFMT 61440
#define S_IFREG 32768
#define S_IFSOCK 49152
#define S_IRGRP 32
#define S_IROTH 4
#define S_IRUSR 256
#define S_IRWXG 56
#define S_IRWXO 7
#define S_IRWXU 448
#define S_ISGID 1024
#define S_ISUID 2048
#define S_ISVTX 512
#define S_IWGRP 16
#define S_IWOTH 2
#define S_IWUSR 128
#define S_IXGRP 8
#define S_IXOTH 1
#define S_IXUSR 64
#endif
