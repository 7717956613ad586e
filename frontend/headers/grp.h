#ifndef _CULPRIT_GRP_H
#define _CULPRIT_GRP_H
#include <sys/types.h>
struct group { char *gr_name, *gr_passwd; gid_t gr_gid; char **gr_mem; };
struct group *getgrnam(const char *);
struct group *getgrgid(gid_t);
struct group *getgrent(void);
void setgrent(void);
void endgrent(void);
int initgroups(const char *, gid_t);
int setgroups(size_t, const gid_t *);
#endif
