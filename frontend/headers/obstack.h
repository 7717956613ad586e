#ifndef _CULPRIT_OBSTACK_H
#define _CULPRIT_OBSTACK_H
#include <stddef.h>
#include <stdarg.h>
struct _obstack_chunk { char *limit; struct _obstack_chunk *prev; char contents[4]; };
struct obstack {
	long chunk_size;
	struct _obstack_chunk *chunk;
	char *object_base, *next_free, *chunk_limit;
	union { ptrdiff_t tempint; void *tempptr; } temp;
	int alignment_mask;
	struct _obstack_chunk *(*chunkfun)(void *, long);
	void (*freefun)(void *, struct _obstack_chunk *);
	void *extra_arg;
	unsigned use_extra_arg : 1, maybe_empty_object : 1, alloc_failed : 1;
};
extern void (*obstack_alloc_failed_handler)(void);
extern int obstack_exit_failure;
int _obstack_begin(struct obstack *, int, int, void *(*)(long), void (*)(void *));
#define obstack_init(h) _obstack_begin((h), 0, 0, (void *(*)(long))obstack_chunk_alloc, (void (*)(void *))obstack_chunk_free)
#define obstack_begin(h, size) _obstack_begin((h), (size), 0, (void *(*)(long))obstack_chunk_alloc, (void (*)(void *))obstack_chunk_free)
void obstack_free(struct obstack *, void *);
void *obstack_alloc(struct obstack *, int);
void *obstack_copy(struct obstack *, const void *, int);
void *obstack_copy0(struct obstack *, const void *, int);
void obstack_grow(struct obstack *, const void *, int);
void obstack_grow0(struct obstack *, const void *, int);
void obstack_1grow(struct obstack *, char);
void obstack_ptr_grow(struct obstack *, const void *);
void obstack_int_grow(struct obstack *, int);
void obstack_blank(struct obstack *, int);
void *obstack_finish(struct obstack *);
void *obstack_base(struct obstack *);
void *obstack_next_free(struct obstack *);
int obstack_object_size(struct obstack *);
int obstack_room(struct obstack *);
void obstack_make_room(struct obstack *, int);
int obstack_empty_p(struct obstack *);
int obstack_memory_used(struct obstack *);
#define obstack_chunk_size(h) ((h)->chunk_size)
#define obstack_alignment_mask(h) ((h)->alignment_mask)
int obstack_printf(struct obstack *, const char *, ...);
int obstack_vprintf(struct obstack *, const char *, va_list);
#endif
