// --property valid-memsafety
#include <stdlib.h>
#include <stdio.h>
int main(void) {
    static const char *names[] = {"error", "warn", "info"};
    const char *v = getenv("LEVEL");
    int i = v ? v[0] - '0' : 0;
    if (i < 0 || i > 3) i = 0;
    puts(names[i]);
    return 0;
}
