// --property valid-memsafety
#include <stdio.h>
struct rec { unsigned char kind, len; };
int main(void) {
    struct rec r; char data[16];
    while (fread(&r, sizeof r, 1, stdin) == 1) {
        if (r.kind != 7) continue;
        if (fread(data, 1, r.len, stdin) != r.len) return 1;
    }
    return 0;
}
