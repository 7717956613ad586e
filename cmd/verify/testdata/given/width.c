// --property valid-memsafety
#include <stdio.h>
int main(void) {
    char user[8], host[8];
    if (scanf("%7s@%s", user, host) != 2) return 1;
    printf("%s %s\n", user, host);
    return 0;
}
