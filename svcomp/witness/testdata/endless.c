// property: valid-memtrack
#include <stdlib.h>
int main(void) {
	{
		int *a = malloc(sizeof(int));
		*a = 1;
	}
	while (1)
		;
}
