#ifndef _CULPRIT_VALUES_H
#define _CULPRIT_VALUES_H
#include <limits.h>
#include <float.h>
#define BITSPERBYTE CHAR_BIT
#define MAXSHORT SHRT_MAX
#define MAXINT INT_MAX
#define MAXLONG LONG_MAX
#define MINSHORT SHRT_MIN
#define MININT INT_MIN
#define MINLONG LONG_MIN
#define MAXDOUBLE DBL_MAX
#define MAXFLOAT FLT_MAX
#define MINDOUBLE DBL_MIN
#define MINFLOAT FLT_MIN
#endif
