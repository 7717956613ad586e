#ifndef _CULPRIT_LIBINTL_H
#define _CULPRIT_LIBINTL_H
char *gettext(const char *);
char *dgettext(const char *, const char *);
char *ngettext(const char *, const char *, unsigned long);
char *textdomain(const char *);
char *bindtextdomain(const char *, const char *);
#endif
