#ifndef _CULPRIT_MNTENT_H
#define _CULPRIT_MNTENT_H
#include <stdio.h>
#define MNTTAB "/etc/fstab"
#define MOUNTED "/etc/mtab"
struct mntent { char *mnt_fsname, *mnt_dir, *mnt_type, *mnt_opts; int mnt_freq, mnt_passno; };
FILE *setmntent(const char *, const char *);
struct mntent *getmntent(FILE *);
struct mntent *getmntent_r(FILE *, struct mntent *, char *, int);
int addmntent(FILE *, const struct mntent *);
int endmntent(FILE *);
char *hasmntopt(const struct mntent *, const char *);
#endif
