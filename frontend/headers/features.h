#ifndef _CULPRIT_FEATURES_H
#define _CULPRIT_FEATURES_H
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GLIBC_PREREQ(a, b) ((a) < 2 || (a) == 2 && (b) <= 36)
#define __GNUC_PREREQ(a, b) ((a) < 12 || (a) == 12 && (b) <= 2)
#include <sys/cdefs.h>
#endif
