#ifndef _CULPRIT_REGEX_H
#define _CULPRIT_REGEX_H
#include <stddef.h>
typedef struct { size_t re_nsub; void *__d; } regex_t;
typedef int regoff_t;
typedef struct { regoff_t rm_so, rm_eo; } regmatch_t;
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOMATCH 1
int regcomp(regex_t *, const char *, int);
int regexec(const regex_t *, const char *, size_t, regmatch_t *, int);
void regfree(regex_t *);
size_t regerror(int, const regex_t *, char *, size_t);
#endif
