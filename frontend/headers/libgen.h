char *basename(char *);
char *dirname(char *);
