/* Literals of all prefixes and their concatenation, names with universal characters. */
#include <assert.h>
#include <wchar.h>
#include <uchar.h>
#include <string.h>
wchar_t w1[] = L"a\x1234" L"b" "c"; char16_t s16[] = u"x" "y" u"z"; char32_t s32[] = U"\U0001F600" "q"; char s8[] = u8"é" "a";
const wchar_t *wp = "a" L"b"; struct { wchar_t w[4]; char c[3]; } ws = { L"abc", "xyz" }; const char32_t *tab[] = { U"a", U"bc" }; char16_t fix[8] = u"ab"; wchar_t two[][3] = { L"a", L"bc" }; wchar_t (br) [] = (L"zz"); char par[] = ("abc"); char brc[] = { "abc" }; wchar_t wbr[] = { L"abc" };
int \u00e9t\u00e9 = 3; int $dollar$ = 4; 
int main(void) {
  assert(sizeof w1 == 5 * sizeof(wchar_t) && w1[1] == 0x1234 && w1[3] == 'c'); assert(sizeof s16 == 8 && s16[2] == 'z'); assert(s32[0] == 0x1F600 && s32[1] == 'q' && sizeof s32 == 12); assert(sizeof s8 == 4 && (unsigned char)s8[0] == 0xc3);
  assert(wp[0] == 'a' && wp[1] == 'b' && ws.w[2] == 'c' && ws.c[2] == 'z' && tab[1][1] == 'c' && fix[7] == 0 && two[1][1] == 'c' && sizeof par == 4 && sizeof brc == 4 && wbr[2] == 'c');
  assert(été == 3 && $dollar$ == 4); assert('ab' == 24930 && L'\xff' == 255 && u'\u20ac' == 0x20ac && U'\U0001F600' == 0x1F600 && '\377' == -1 && '\e' == 27 && '\?' == '?' && '\'' == 39); assert("\u00e9"[0] == (char)0xc3 && sizeof "\u00e9" == 3); assert(sizeof L"ab" == 3 * sizeof(wchar_t) && sizeof u"ab" == 6 && sizeof U"ab" == 12 && sizeof u8"ab" == 3); assert(L"ab"[1] == 'b' && *U"q" == 'q'); assert("a\0b"[2] == 'b' && sizeof "a\0b" == 4 && "\x41" "1"[0] == 'A' && sizeof "\x41" "1" == 3 && "\1012"[1] == '2' && "a\
b"[1] == 'b'); assert("??=" [0] == '?');
  int t<:3:> = <% 1, 2, 3 %>; assert(t<:1:> == 2);
  return sizeof(L'a') == sizeof(wchar_t) && sizeof(u'a') == 2 && sizeof(U'a') == 4 && sizeof('a') == 4 ? 0 : 1;
}
%:define X 1
