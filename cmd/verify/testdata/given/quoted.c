// --property valid-memsafety
#include <string.h>
int main(int argc, char **argv) {
    char out[4];
    if (argc != 2) return 1;
    const char *p = argv[1];
    if (p[0] != '%' || p[1] != '\'' || p[2] != '\\') return 2;
    strcpy(out, p);
    return 0;
}
