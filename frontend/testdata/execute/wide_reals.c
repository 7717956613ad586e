#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* numbers of wide characters: of many digits, hexadecimal, infinite, none; compared with those of bytes */
static void try(const char *text)
{
	wchar_t wide[200], *end, *end2;
	char *last;
	size_t n = strlen(text);
	for (size_t i = 0; i <= n; i++)
		wide[i] = (unsigned char)text[i] == '!' ? 0x20ac : text[i];
	errno = 0;
	double d = wcstod(wide, &end);
	int e = errno;
	errno = 0;
	float f = wcstof(wide, &end2);
	printf("%a %d %d, %a %d %d, ", d, e, (int)(end - wide), f, errno, (int)(end2 - wide));
	errno = 0;
	long double l = wcstold(wide, 0);
	double same = strtod(text, &last);
	printf("%.20Lg %d %d\n", l, errno, memcmp(&same, &d, sizeof d) == 0 && last - text == end - wide);
}

int main(void)
{
	char *texts[] = { "", " ", "12", "\t\n -3.25e2x", "+.5", "-.", ".e5", "1e", "1e+", "1e+5!", "0x1.8p3", "0x", "0x.p1", "-0", "inf", "-INFINITYx", "infinit", "nan", "nan(12)", "nan(1",
		"nan(1!)", "!1", "1!2", "1e400", "-1e-400", "4.9e-324", "1e39", "1e-46", "1.7976931348623159e308", "123456789012345678901234567890123456789012345678901234567890.5e-40z",
		"0.00000000000000000000000000000000000000000000000000000000000000000000000000001234567e70", "1,5", "1_0", "--1", "+-1", "3.4028236e38", "1.00000005960464477539062500000000000000001" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		try(texts[i]);
	return 0;
}
