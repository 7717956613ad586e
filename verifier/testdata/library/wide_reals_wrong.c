// want: FALSE
#include <assert.h>
#include <wchar.h>

int main(void)
{
	wchar_t *end;
	double d = wcstod(L" 1.5:", &end);
	assert(d == 1.5 && *end != ':');
	return 0;
}
