/* Wide string literals in braces. */
#include <wchar.h>
wchar_t wbr[] = { L"abc" }; char b2[] = {"abc"}; wchar_t w4[4] = {L"ab"};
struct { wchar_t w[4]; wchar_t v[3]; } ws = { L"abc", {L"xy"} }; wchar_t w5[2][4] = { {L"abc"}, L"de" };
const wchar_t *tab[] = { L"ab", L"\x12" "b" };
#include <assert.h>
int main(void) { assert(sizeof wbr == 4 * sizeof(wchar_t) && wbr[2] == 'c' && sizeof b2 == 4 && w4[1] == 'b' && ws.v[1] == 'y' && w5[1][1] == 'e' && w5[0][2] == 'c' && tab[1][0] == 0x12); return 0; }
