// want: TRUE
// Numbers of wide characters.
#include <assert.h>
#include <wchar.h>

int main(void)
{
	wchar_t *end;
	const wchar_t *none = L"  .";
	assert(wcstof(L" 0x1.8p3x", &end) == 12 && *end == 'x');
	assert(wcstod(none, &end) == 0 && end == none);
	return 0;
}
