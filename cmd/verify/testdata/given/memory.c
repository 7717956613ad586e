// --property valid-memsafety --malloc-may-fail
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *name = malloc(4), *copy = calloc(4, 1);
    if (!name) {
        free(copy);
        return 1;
    }
    strcpy(name, "a");
    copy[0] = name[0];
    free(name);
    free(copy);
    return 0;
}
