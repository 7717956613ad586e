#ifndef _CULPRIT_AIO_H
#define _CULPRIT_AIO_H
#include <signal.h>
#include <time.h>
#include <sys/types.h>
struct aiocb {
	int aio_fildes, aio_lio_opcode, aio_reqprio;
	volatile void *aio_buf;
	size_t aio_nbytes;
	struct sigevent aio_sigevent;
	struct aiocb *__next;
	int __prio, __policy, __error;
	ssize_t __result;
	off_t aio_offset;
	char __rest[32];
};
enum { AIO_CANCELED, AIO_NOTCANCELED, AIO_ALLDONE };
enum { LIO_READ, LIO_WRITE, LIO_NOP };
enum { LIO_WAIT, LIO_NOWAIT };
int aio_read(struct aiocb *);
int aio_write(struct aiocb *);
int lio_listio(int, struct aiocb *const *, int, struct sigevent *);
int aio_error(const struct aiocb *);
ssize_t aio_return(struct aiocb *);
int aio_cancel(int, struct aiocb *);
int aio_suspend(const struct aiocb *const *, int, const struct timespec *);
int aio_fsync(int, struct aiocb *);
#endif
