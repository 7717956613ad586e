/* Wide characters, the C locale, and the classes of characters. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>
int main(void)
{
	wchar_t w[16], v[16], *next;
	char c[16], bad[2] = { (char)0xe9, 0 };
	int r;
	printf("%d %d\n", (int)wcslen(L"abc"), (int)wcsnlen(L"abc", 2));
	wcscpy(w, L"hello");
	wcscat(w, L", ");
	wcsncat(w, L"world!", 5);
	wcsncpy(v, w, 5);
	v[5] = 0;
	printf("%d %d %d %d\n", wcscmp(w, v), wcscmp(v, w), wcsncmp(v, w, 5), wcscmp(v, L"hello"));
	printf("%d %d %d %d\n", (int)(wcschr(w, L'l') - w), (int)(wcsrchr(w, L'l') - w), wcschr(w, L'z') == 0, (int)(wcsstr(w, L"wor") - w));
	printf("%d %d %d\n", (int)wcsspn(w, L"ehl"), (int)wcscspn(w, L" ,"), (int)(wcspbrk(w, L"ow") - w));
	wmemset(v, L'x', 3);
	printf("%d %d %d\n", wmemcmp(v, L"xxx", 3), wmemcmp(v, L"xxy", 3), (int)(wmemchr(L"abc", L'c', 3) != 0));
	wmemmove(v + 1, v, 3);
	wmemcpy(v, L"ab", 2);
	printf("%d%d%d\n", v[0], v[1], v[3]);
	wcscpy(w, L"a,b;;c");
	for (wchar_t *t = wcstok(w, L",;", &next); t; t = wcstok(0, L",;", &next))
		printf("%c", (char)t[0]);
	printf("\n%d %d\n", (int)mbstowcs(w, "abc", 16), (int)mbstowcs(0, "abcd", 0));
	printf("%d %s\n", (int)wcstombs(c, L"xyz", 16), c);
	errno = 0;
	r = mbtowc(w, bad, 1);
	printf("%d %d\n", r, errno);
	errno = 0;
	r = wctomb(c, 0xe9);
	printf("%d %d\n", r, errno);
	printf("%d %d %d %d\n", mblen("a", 1), mblen("", 1), mblen("a", 0), mbtowc(0, 0, 0));
	printf("%d %d %d %d\n", btowc(65), btowc(200), wctob(66), wctob(200));
	printf("%d %d %d\n", iswctype(L'a', wctype("alpha")) != 0, iswctype(L'1', wctype("alpha")) != 0, wctype("x") == 0);
	printf("%d %d\n", towupper(L'q'), towlower(0x10400));
	for (int i = -1; i < 256; i++) {
		unsigned m = 0;
		m |= !!isalnum(i) | !!isalpha(i) << 1 | !!isblank(i) << 2 | !!iscntrl(i) << 3 | !!isdigit(i) << 4 | !!isgraph(i) << 5;
		m |= !!islower(i) << 6 | !!isprint(i) << 7 | !!ispunct(i) << 8 | !!isspace(i) << 9 | !!isupper(i) << 10 | !!isxdigit(i) << 11;
		m |= !!iswalnum(i) << 12 | !!iswalpha(i) << 13 | !!iswblank(i) << 14 | !!iswcntrl(i) << 15 | !!iswdigit(i) << 16 | !!iswgraph(i) << 17;
		m |= !!iswlower(i) << 18 | !!iswprint(i) << 19 | !!iswpunct(i) << 20 | !!iswspace(i) << 21 | !!iswupper(i) << 22 | !!iswxdigit(i) << 23;
		if (m)
			printf("%d %x %d %d\n", i, m, toupper(i), tolower(i));
	}
	return 0;
}
