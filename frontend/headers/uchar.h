#ifndef _CULPRIT_UCHAR_H
#define _CULPRIT_UCHAR_H
#include <stddef.h>
#include <stdint.h>
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#endif
