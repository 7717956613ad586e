#ifndef _CULPRIT_STRING_H
#define _CULPRIT_STRING_H
#include <stddef.h>
#include <strings.h>
void *memcpy(void *, const void *, size_t);
void *mempcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memccpy(void *, const void *, int, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
void *memfrob(void *, size_t);
size_t strlen(const char *);
size_t strnlen(const char *, size_t);
char *strcpy(char *, const char *);
char *stpcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *stpncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
char *strncat(char *, const char *, size_t);
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *, const char *, size_t);
char *strchr(const char *, int);
char *strchrnul(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
char *strcasestr(const char *, const char *);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strtok(char *, const char *);
char *strtok_r(char *, const char *, char **);
char *strsep(char **, const char *);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strerror(int);
#ifdef _GNU_SOURCE
char *strerror_r(int, char *, size_t);
#else
int __xpg_strerror_r(int, char *, size_t);
#define strerror_r(e, s, n) __xpg_strerror_r(e, s, n)
#endif
char *strsignal(int);
void explicit_bzero(void *, size_t);
int strverscmp(const char *, const char *);
#define strdupa(s) ({ const char *__s = (s); size_t __n = strlen(__s) + 1; (char *)memcpy(__builtin_alloca(__n), __s, __n); })
#define strndupa(s, n) ({ const char *__s = (s); size_t __n = strnlen(__s, (n)); char *__t = (char *)__builtin_alloca(__n + 1); __t[__n] = 0; (char *)memcpy(__t, __s, __n); })
#endif
