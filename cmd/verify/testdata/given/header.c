// --property valid-memsafety
#include <unistd.h>
int main(void) {
    char head[4], body[8];
    if (read(0, head, 4) != 4) return 1;
    int n = (unsigned char)head[3];
    if (head[0] != 'H') return 2;
    for (int i = 0; i < n && i <= 8; i++)
        body[i] = 0;
    return 0;
}
