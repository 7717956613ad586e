/* Declarations only. */
#ifndef _ERR_H
#define _ERR_H
#include <stdarg.h>
void warn(const char *, ...), vwarn(const char *, va_list);
void warnx(const char *, ...), vwarnx(const char *, va_list);
void err(int, const char *, ...) __attribute__((noreturn));
void verr(int, const char *, va_list) __attribute__((noreturn));
void errx(int, const char *, ...) __attribute__((noreturn));
void verrx(int, const char *, va_list) __attribute__((noreturn));
#endif
