// --property valid-memsafety
#include <stdio.h>
#include <string.h>
#include <stdlib.h>
int main(void) {
    char answer[8];
    char *copy = NULL;
    printf("continue? ");
    if (scanf("%7s", answer) != 1) return 1;
    if (strcmp(answer, "yes") == 0) { copy = malloc(4); if (!copy) return 2; strcpy(copy, answer); }
    else if (strcmp(answer, "maybe") == 0) free(copy + 1);
    free(copy);
    return 0;
}
