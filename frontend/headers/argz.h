#ifndef _CULPRIT_ARGZ_H
#define _CULPRIT_ARGZ_H
#include <errno.h>
#include <string.h>
typedef int error_t;
error_t argz_create(char *const *, char **, size_t *);
error_t argz_create_sep(const char *, int, char **, size_t *);
size_t argz_count(const char *, size_t);
void argz_extract(const char *, size_t, char **);
void argz_stringify(char *, size_t, int);
error_t argz_append(char **, size_t *, const char *, size_t);
error_t argz_add(char **, size_t *, const char *);
error_t argz_add_sep(char **, size_t *, const char *, int);
void argz_delete(char **, size_t *, char *);
error_t argz_insert(char **, size_t *, char *, const char *);
error_t argz_replace(char **, size_t *, const char *, const char *, unsigned *);
char *argz_next(const char *, size_t, const char *);
#endif
