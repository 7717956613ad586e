#ifndef _CULPRIT_SYS_CDEFS_H
#define _CULPRIT_SYS_CDEFS_H
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW
#define __P(args) args
#endif
