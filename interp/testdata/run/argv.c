// args: one -x=3 "" two
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(int argc, char *argv[]) {
  printf("%d\n", argc);
  for (int i = 1; i < argc; i++) printf("%d [%s] %d\n", i, argv[i], (int)strlen(argv[i]));
  for (char **p = argv + 1; *p; p++) if (!strncmp(*p, "-x=", 3)) printf("x is %d\n", atoi(*p + 3));
  printf("%d\n", argv[argc] == NULL);
  argv[1][0] = 'O';
  puts(argv[1]);
  return argc;
}
