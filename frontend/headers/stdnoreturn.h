#ifndef _CULPRIT_STDNORETURN_H
#define _CULPRIT_STDNORETURN_H
#define noreturn _Noreturn
#endif
