#ifndef _CULPRIT_CTYPE_H
#define _CULPRIT_CTYPE_H
#include <bits/types.h>
const unsigned short **__ctype_b_loc(void);
int isalnum(int);
int isalpha(int);
int isascii(int);
int isblank(int);
int iscntrl(int);
int isdigit(int);
int isgraph(int);
int islower(int);
int isprint(int);
int ispunct(int);
int isspace(int);
int isupper(int);
int isxdigit(int);
int tolower(int);
int toupper(int);
int toascii(int);
#endif
