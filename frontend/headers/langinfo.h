#ifndef _CULPRIT_LANGINFO_H
#define _CULPRIT_LANGINFO_H
typedef int nl_item;
#define CODESET 14
#define RADIXCHAR 65536
#define THOUSEP 65537
char *nl_langinfo(nl_item);
#endif
