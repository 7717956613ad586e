package repair

import (
	"strings"
	"testing"

	"culprit/fault"
	"culprit/internal/rounds"
)

// TestKinds repairs faults that need a kind of change of their own.
func TestKinds(t *testing.T) {
	for _, c := range rounds.Rows([]struct {
		name, src string
		tests     [][2]string // the first is explained, further ones may fail, too
		after     string      // in some fix, or its diff
	}{
		{"missing case", "#include <stdio.h>\nint main(void) {\n\tint n, r;\n\tscanf(\"%d\", &n);\n\tr = n - 5;\n\tprintf(\"%d\\n\", r);\n\treturn 0;\n}\n",
			[][2]string{{"3", "0"}, {"5", "0"}, {"7", "2"}, {"1", "0"}, {"60", "55"}}, "if (r < 0) r = 0;"},
		{"missing case of another variable", "#include <stdio.h>\nint main(void) {\n\tint a, r;\n\tdouble x;\n\tscanf(\"%d\", &a);\n\tx = a / 2.0 - 3;\n\tr = (int)x + 4;\n\tprintf(\"%d\\n\", r);\n\treturn 0;\n}\n",
			[][2]string{{"5", "0"}, {"0", "0"}, {"6", "4"}, {"9", "5"}, {"4", "0"}, {"-20", "0"}, {"-6", "0"}}, "if (x < 0) r = 0;"},
		{"two places", "#include <stdio.h>\nint main(void) {\n\tint a, b;\n\tscanf(\"%d %d\", &a, &b);\n\ta = a + 1;\n\tb = b - 2;\n\tprintf(\"%d %d\\n\", a, b);\n\treturn 0;\n}\n",
			[][2]string{{"1 2", "0 4"}, {"5 5", "4 7"}, {"9 1", "8 3"}}, "a - 1; b = b + 2;"},
		{"wider type", "#include <stdio.h>\nint main(void) {\n\tint i, n;\n\tint s = 1;\n\tscanf(\"%d\", &n);\n\tfor (i = 0; i < n; i++)\n\t\ts *= 10;\n\tprintf(\"%d\\n\", s);\n\treturn 0;\n}\n",
			[][2]string{{"12", "1000000000000"}, {"3", "1000"}, {"0", "1"}, {"11", "100000000000"}}, "long long s = 1;"},
		{"member for variable", "#include <stdio.h>\nstruct item { int left, least; };\nstruct item items[2] = {{9, 5}, {20, 5}};\nint main(void) {\n\tint i, n;\n\tscanf(\"%d %d\", &i, &n);\n\titems[i].left -= n;\n\tif (n < items[i].least)\n\t\tputs(\"low\");\n\tprintf(\"%d\\n\", items[i].left);\n\treturn 0;\n}\n",
			[][2]string{{"1 4", "16"}, {"0 5", "low\n4"}, {"1 16", "low\n4"}, {"1 10", "10"}, {"0 8", "low\n1"}, {"0 1", "8"}, {"1 1", "19"}}, "items[i].left < items[i].least"},
		{"missing return", "#include <stdio.h>\nint f(int n) {\n\tint r = 0;\n\tif (n > 2)\n\t\tr = n;\n}\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"%d\\n\", f(n));\n\treturn 0;\n}\n",
			[][2]string{{"4", "4"}, {"1", "0"}, {"7", "7"}}, "return r;"},
		{"missing break", "#include <stdio.h>\nint main(void) {\n\tint n, r = 0;\n\tscanf(\"%d\", &n);\n\tswitch (n) {\n\tcase 1:\n\t\tr += 10;\n\tcase 2:\n\t\tr -= 3;\n\t\tbreak;\n\tdefault:\n\t\tr = 5;\n\t}\n\tprintf(\"%d\\n\", r);\n\treturn 0;\n}\n",
			[][2]string{{"1", "10"}, {"2", "-3"}, {"3", "5"}}, "+\t\tbreak;"},
		{"grouping of operands", "#include <stdio.h>\nint main(void) {\n\tunsigned f;\n\tscanf(\"%u\", &f);\n\tif (f & 6 == 6)\n\t\tputs(\"both\");\n\telse\n\t\tputs(\"no\");\n\treturn 0;\n}\n",
			[][2]string{{"1", "no"}, {"2", "no"}, {"6", "both"}, {"7", "both"}, {"14", "both"}, {"5", "no"}, {"12", "no"}}, "(f & 6) == 6"},
		{"pointer that does not follow", "#include <stdio.h>\nstruct e { int k; struct e *next; };\nint main(void) {\n\tstruct e c = {3, 0}, b = {2, &c}, a = {1, &b}, *first = &a, *e = &a, *last = 0;\n\tint k;\n\tscanf(\"%d\", &k);\n\twhile (e && e->k != k) {\n\t\te = e->next;\n\t}\n\tif (e && last)\n\t\tlast->next = e->next;\n\telse if (e)\n\t\tfirst = e->next;\n\tfor (e = first; e; e = e->next)\n\t\tprintf(\"%d\\n\", e->k);\n\treturn 0;\n}\n",
			[][2]string{{"2", "1\n3"}, {"1", "2\n3"}, {"3", "1\n2"}, {"4", "1\n2\n3"}}, "last = e;"},
		{"loop that goes on", "#include <stdio.h>\nint differ(const char *a, const char *b) {\n\tint r = 0;\n\tfor (; *a && *b; a++, b++)\n\t\tif (*a != *b)\n\t\t\tr = *a < *b ? -1 : 1;\n\treturn r;\n}\nint main(void) {\n\tchar a[9], b[9];\n\tscanf(\"%8s %8s\", a, b);\n\tprintf(\"%d\\n\", differ(a, b));\n\treturn 0;\n}\n",
			[][2]string{{"ab ba", "-1"}, {"ca ab", "1"}, {"ba ab", "1"}, {"aa aa", "0"}, {"abc acb", "-1"}, {"acb abc", "1"}}, "break; }"},
		{"special case", "#include <stdio.h>\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tif (n == 1)\n\t\tputs(\"small\");\n\telse\n\t\tputs(\"large\");\n\treturn 0;\n}\n",
			[][2]string{{"2", "small"}, {"1", "small"}, {"0", "large"}, {"3", "large"}}, "n == 1 || n == 2"},
		{"printed text", "#include <stdio.h>\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"1 0 %d\\n\", n);\n\treturn 0;\n}\n",
			[][2]string{{"2", "2 0 2"}, {"1", "2 0 1"}}, `"2 0 %d\n"`},
		{"macro", "#include <stdio.h>\n#define LIMIT 11\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tputs(n >= LIMIT ? \"large\" : \"small\");\n\tputs(n + 5 >= LIMIT ? \"large\" : \"small\");\n\treturn 0;\n}\n",
			[][2]string{{"10", "large\nlarge"}, {"5", "small\nlarge"}, {"11", "large\nlarge"}}, "LIMIT 10"},
		{"table", "#include <stdio.h>\nint table[] = {31, 29, 31};\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"%d\\n\", table[n]);\n\treturn 0;\n}\n",
			[][2]string{{"1", "28"}, {"0", "31"}, {"2", "31"}}, "{31, 28, 31}"},
		{"mathematical constant", "#include <stdio.h>\n#define PI 3.14\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"%.4f\\n\", PI * n);\n\treturn 0;\n}\n",
			[][2]string{{"10", "31.4159"}, {"0", "0.0000"}, {"100", "314.1593"}}, "PI 3.141592653589793"},
		{"quotient rounded up", "#include <stdio.h>\nint main(void) {\n\tint n, size, pages;\n\tscanf(\"%d %d\", &n, &size);\n\tpages = n / size;\n\tprintf(\"%d\\n\", pages);\n\treturn 0;\n}\n",
			[][2]string{{"7 3", "3"}, {"5 4", "2"}, {"8 4", "2"}, {"9 3", "3"}}, "(n + size - 1) / size"},
		{"quotient of floats", "#include <stdio.h>\nint main(void) {\n\tint n, k;\n\tdouble share;\n\tscanf(\"%d %d\", &n, &k);\n\tshare = n / k;\n\tprintf(\"%.2f\\n\", share);\n\treturn 0;\n}\n",
			[][2]string{{"7 2", "3.50"}, {"1 4", "0.25"}, {"8 4", "2.00"}}, "(double)n / k"},
		{"double", "#include <stdio.h>\nint main(void) {\n\tfloat x;\n\tscanf(\"%f\", &x);\n\tprintf(\"%.0f\\n\", x);\n\treturn 0;\n}\n",
			[][2]string{{"16777217", "16777217"}, {"5", "5"}, {"33554433", "33554433"}}, "double x;"},
		{"comparison for assignment", "#include <stdio.h>\nint main(void) {\n\tint n, m = 0;\n\tscanf(\"%d\", &n);\n\tm == 3 * n;\n\tprintf(\"%d\\n\", m);\n\treturn 0;\n}\n",
			[][2]string{{"2", "6"}, {"0", "0"}, {"5", "15"}}, "m = 3 * n;"},
		{"result of a library function", "#include <stdio.h>\n#include <string.h>\nint main(void) {\n\tchar s[20];\n\tint n;\n\tscanf(\"%19s\", s);\n\tn = (int)strlen(s);\n\tprintf(\"%d\\n\", n);\n\treturn 0;\n}\n",
			[][2]string{{"abc", "4"}, {"x", "2"}, {"longer", "7"}}, "strlen(s) + 1"},
		{"difference for an order", "#include <stdio.h>\nstatic int order(const long long *a, const long long *b) {\n\treturn *a - *b;\n}\nint main(void) {\n\tlong long a, b;\n\tscanf(\"%lld %lld\", &a, &b);\n\tputs(order(&a, &b) < 0 ? \"less\" : order(&a, &b) > 0 ? \"greater\" : \"equal\");\n\treturn 0;\n}\n",
			[][2]string{{"4294967296 0", "greater"}, {"5000000000 1", "greater"}, {"1 2", "less"}, {"2 1", "greater"}, {"3 3", "equal"}, {"1 5000000000", "less"}}, "(*a > *b) - (*a < *b)"},
		{"arguments of the library", "#include <stdio.h>\n#include <string.h>\nint main(void) {\n\tchar s[8];\n\tint i, n;\n\tscanf(\"%d\", &n);\n\tfor (i = 0; i < 8; i++)\n\t\ts[i] = (char)(i + n);\n\tmemset(s, sizeof s, 0);\n\tprintf(\"%d\\n\", s[1] + s[7]);\n\treturn 0;\n}\n",
			[][2]string{{"4", "0"}, {"-4", "0"}, {"9", "0"}}, "memset(s, 0, sizeof s)"},
		{"guard of two variables", "#include <stdio.h>\nint main(void) {\n\tint n, k;\n\tscanf(\"%d %d\", &n, &k);\n\tn = 2 * k;\n\tprintf(\"%d\\n\", n);\n\treturn 0;\n}\n",
			[][2]string{{"5 3", "5"}, {"1 3", "6"}, {"9 9", "18"}, {"4 1", "4"}, {"7 8", "16"}}, "n <= k"},
		{"macros that are no expressions", "#include <stdio.h>\n#define end return 0\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tif (n > 5)\n\t\tputs(\"large\");\n\telse\n\t\tputs(\"small\");\n\tend;\n}\n",
			[][2]string{{"5", "large"}, {"4", "small"}, {"6", "large"}}, "n >= 5"},
		{"names that are known only later", "#include <stdio.h>\nint f(int n) { return n > 2 ? 7 : 3; }\n#define LATER 9\nint late;\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tlate = LATER;\n\tif (late > LATER)\n\t\tn = late;\n\tprintf(\"%d\\n\", f(n));\n\treturn 0;\n}\n",
			[][2]string{{"2", "7"}, {"1", "3"}, {"4", "7"}, {"0", "3"}}, "n >= 2"},
		{"comparison function", "#include <stdio.h>\n#include <stdlib.h>\nint order(const void *a, const void *b) { return *(int *)a - *(int *)b; }\nint main(void) {\n\tint a[3];\n\tscanf(\"%d %d %d\", a, a + 1, a + 2);\n\tqsort(a, 3, sizeof a[0], order);\n\tprintf(\"%d %d %d\\n\", a[0], a[1], a[2]);\n\treturn 0;\n}\n",
			[][2]string{{"1 2 3", "3 2 1"}, {"7 7 7", "7 7 7"}, {"3 5 4", "5 4 3"}}, "*(int *)b - *(int *)a"},
		{"elements left out", "#include <stdio.h>\nint main(void) {\n\tint a[3], i, s = 0;\n\tfor (i = 0; i < 3; i++)\n\t\tscanf(\"%d\", &a[i]);\n\tfor (i = 0; i < 3; i++)\n\t\ts += a[i];\n\tprintf(\"%d\\n\", s);\n\treturn 0;\n}\n",
			[][2]string{{"1 -2 3", "4"}, {"-1 -1 -1", "0"}, {"1 2 3", "6"}, {"0 0 -7", "0"}, {"5 5 -50", "10"}}, "if (a[i] >"},
		{"superfluous break", "#include <stdio.h>\nint main(void) {\n\tint n, i, s = 0;\n\tscanf(\"%d\", &n);\n\tfor (i = 0; i < n; i++) {\n\t\ts += i;\n\t\tif (i == 2)\n\t\t\ts += 10;\n\t\tif (i == 3) {\n\t\t\ts += 100;\n\t\t\tbreak;\n\t\t}\n\t}\n\tprintf(\"%d\\n\", s);\n\treturn 0;\n}\n",
			[][2]string{{"6", "125"}, {"2", "1"}, {"4", "116"}, {"3", "13"}}, "-\t\t\tbreak;"},
		{"wider product", "#include <stdio.h>\nint main(void) {\n\tint a, b;\n\tlong long p;\n\tscanf(\"%d %d\", &a, &b);\n\tp = a * b / 2;\n\tprintf(\"%lld\\n\", p);\n\treturn 0;\n}\n",
			[][2]string{{"100000 100000", "5000000000"}, {"3 4", "6"}, {"70000 90000", "3150000000"}, {"1 1", "0"}}, "(long long)a * b"},
		{"larger array", "#include <stdio.h>\nint a[3];\nint main(void) {\n\tint n, i;\n\tscanf(\"%d\", &n);\n\tfor (i = 0; i < n; i++)\n\t\ta[i] = i * i;\n\tfor (i = n - 1; i >= 0; i--)\n\t\tprintf(\"%d \", a[i]);\n\treturn 0;\n}\n",
			[][2]string{{"5", "16 9 4 1 0"}, {"3", "4 1 0"}, {"1", "0"}}, "a[5]"},
		{"wider parameter", "#include <stdio.h>\nlong long f(int a, int b) { return a * 2LL + b; }\nint main(void) {\n\tlong long n;\n\tscanf(\"%lld\", &n);\n\tprintf(\"%lld\\n\", f(n, 1));\n\treturn 0;\n}\n",
			[][2]string{{"5000000000", "10000000001"}, {"3", "7"}, {"4300000000", "8600000001"}}, "f(long long a"},
		{"wider global variable", "#include <stdio.h>\nint s;\nint main(void) {\n\tint i, n;\n\tscanf(\"%d\", &n);\n\ts = 1;\n\tfor (i = 0; i < n; i++)\n\t\ts = s * 10LL;\n\tprintf(\"%d\\n\", s);\n\treturn 0;\n}\n",
			[][2]string{{"12", "1000000000000"}, {"3", "1000"}, {"0", "1"}}, "+long long s;"},
		{"two cases in different runs", "#include <stdio.h>\nint main(void) {\n\tint d, a, b;\n\tscanf(\"%d %d %d\", &d, &a, &b);\n\tif ((d == 0 && a > b) || (d == 1 && a < b))\n\t\tputs(\"no\");\n\telse\n\t\tputs(\"yes\");\n\treturn 0;\n}\n",
			[][2]string{{"1 4 4", "no"}, {"0 4 4", "no"}, {"0 5 4", "no"}, {"0 4 5", "yes"}, {"1 4 5", "no"}, {"1 5 4", "yes"}, {"2 3 3", "yes"}, {"2 1 0", "yes"}, {"0 7 7", "no"}, {"1 9 9", "no"}}, "a >= b) || (d == 1 && a <= b"},
		{"copied condition", "#include <stdio.h>\nint main(void) {\n\tint a[2], lo, hi;\n\tscanf(\"%d %d %d %d\", &a[0], &a[1], &lo, &hi);\n\tif (a[0] < lo || a[0] > hi)\n\t\tputs(\"bad\");\n\telse\n\t\tprintf(\"%d\\n\", a[1] - a[0]);\n\treturn 0;\n}\n",
			[][2]string{{"5 11 2 9", "bad"}, {"5 1 2 9", "bad"}, {"5 7 2 9", "2"}, {"1 7 2 9", "bad"}, {"10 4 2 9", "bad"}, {"2 9 2 9", "7"}, {"9 2 2 9", "-7"}}, "a[0] > hi || (a[1] < lo || a[1] > hi)"},
		{"larger matrix", "#include <stdio.h>\nint a[2][2];\nint main(void) {\n\tint n, i, j, s = 0;\n\tscanf(\"%d\", &n);\n\tfor (i = 0; i < n; i++)\n\t\tfor (j = 0; j < n; j++)\n\t\t\ta[i][j] = i * j;\n\tfor (i = n - 1; i >= 0; i--)\n\t\tfor (j = 0; j < n; j++)\n\t\t\ts = 3 * s + a[i][j];\n\tprintf(\"%d\\n\", s);\n\treturn 0;\n}\n",
			[][2]string{{"3", "7425"}, {"2", "9"}, {"1", "0"}}, "int a[3][3];"},
		{"limit that nothing asks for", "#include <stdio.h>\n#define LIMIT 40 /* n > LIMIT */\nint main(void) {\n\tint n, m, ok;\n\tscanf(\"%d %d\", &n, &m);\n\tok = m >= 0 && m < 9;\n\tif (ok)\n\t\tputs(\"yes\");\n\telse\n\t\tputs(\"no\");\n\treturn 0;\n}\n",
			[][2]string{{"40 3", "no"}, {"39 3", "no"}, {"41 3", "yes"}, {"41 9", "no"}, {"500 0", "yes"}, {"90 -1", "no"}, {"-50 4", "no"}, {"1 9", "no"}}, "n > LIMIT"},
		{"elements set one too late", "#include <stdio.h>\nint t[4];\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tt[1] = 31;\n\tt[2] = 28;\n\tt[3] = 30;\n\tprintf(\"%d\\n\", t[n]);\n\treturn 0;\n}\n",
			[][2]string{{"1", "28"}, {"0", "31"}, {"2", "30"}}, "t[0] = 31;"},
		{"sum in a macro", "#include <stdio.h>\n#define LIMIT 600 + 150 // in feet\nint main(void) {\n\tint n;\n\tscanf(\"%d\", &n);\n\tputs(n > LIMIT ? \"high\" : \"low\");\n\treturn 0;\n}\n",
			[][2]string{{"601", "high"}, {"600", "low"}, {"760", "high"}, {"0", "low"}}, "LIMIT 600 // in feet"},
		{"round number", "#include <stdio.h>\nint main(void) {\n\tint n, m = 0;\n\tscanf(\"%d\", &n);\n\tif (n >= 550)\n\t\tm = 7;\n\tprintf(\"%d\\n\", m);\n\treturn 0;\n}\n",
			[][2]string{{"520", "7"}, {"499", "0"}, {"498", "0"}, {"601", "7"}, {"600", "7"}, {"3", "0"}, {"523", "7"}}, "n >= 500"},
		{"number of an input", "#include <stdio.h>\nint main(void) {\n\tint n, m = 0;\n\tscanf(\"%d\", &n);\n\tif (n >= 8123)\n\t\tm = 7;\n\tprintf(\"%d\\n\", m);\n\treturn 0;\n}\n",
			[][2]string{{"7719", "7"}, {"7718", "0"}, {"9000", "7"}, {"3", "0"}}, "n >= 7719"},
		{"endless loop", "#include <stdio.h>\nint main(void) {\n\tint n, s = 0;\n\tscanf(\"%d\", &n);\n\twhile (n != 0) {\n\t\ts += n;\n\t\tn -= 2;\n\t}\n\tprintf(\"%d\\n\", s);\n\treturn 0;\n}\n",
			[][2]string{{"5", "9"}, {"4", "6"}, {"0", "0"}, {"7", "16"}}, "while (n > 0)"},
		{"arrays written as strings", "#include <stdio.h>\nint main(void) {\n\tchar a[] = \"abcdef\", b[2][4] = {\"xyz\", \"uvw\"};\n\tconst char *p[] = {\"no\", \"yes\"};\n\tint n;\n\tscanf(\"%d\", &n);\n\tprintf(\"%c%c %s\\n\", a[n], b[1][2], p[n < 3]);\n\treturn 0;\n}\n",
			[][2]string{{"3", "dw yes"}, {"2", "cw yes"}, {"4", "ew no"}, {"0", "aw yes"}}, "n <= 3"},
		{"line for word", "#include <stdio.h>\nint main(void) {\n\tchar s[50];\n\tint i, n = 0;\n\tscanf(\"%s\", s);\n\tfor (i = 0; s[i]; i++)\n\t\tn += s[i] == 'x';\n\tprintf(\"%d\\n\", n);\n\treturn 0;\n}\n",
			[][2]string{{"ax bx", "2"}, {"xxx", "3"}, {"a b x", "1"}, {"q", "0"}}, `%[^\n]`},
		{"once at least", "#include <stdio.h>\nint main(void) {\n\tint n, k = 0;\n\tscanf(\"%d\", &n);\n\twhile (n != 0) {\n\t\tk++;\n\t\tn /= 10;\n\t}\n\tprintf(\"%d\\n\", k);\n\treturn 0;\n}\n",
			[][2]string{{"0", "1"}, {"7", "1"}, {"125", "3"}, {"-10", "2"}}, "} while (n != 0);"},
		{"bounds that belong together", "#include <stdio.h>\nint main(void) {\n\tint a, b, c;\n\tscanf(\"%d %d %d\", &a, &b, &c);\n\tif (a < b && a < c)\n\t\tprintf(\"%d\\n\", a);\n\telse if (b < a && b < c)\n\t\tprintf(\"%d\\n\", b);\n\telse if (c < a && c < b)\n\t\tprintf(\"%d\\n\", c);\n\treturn 0;\n}\n",
			[][2]string{{"1 1 1", "1"}, {"2 2 7", "2"}, {"3 9 3", "3"}, {"9 4 4", "4"}, {"1 2 3", "1"}, {"5 4 6", "4"}, {"5 4 3", "3"}}, "a <= b && a <= c"},
		{"digits after the point", "#include <stdio.h>\nint main(void) {\n\tdouble x;\n\tscanf(\"%lf\", &x);\n\tprintf(\"%.2f\\n\", x / 8);\n\treturn 0;\n}\n",
			[][2]string{{"1", "0.125"}, {"3", "0.375"}, {"8", "1.000"}}, "%.3f"},
		{"part of a function", "#include <stdio.h>\nint fast, n;\nint cost(void) { return fast ? n + 15 : n; }\nint main(void) {\n\tscanf(\"%d %d\", &fast, &n);\n\tif (n + 15 > 20)\n\t\tputs(\"high\");\n\tprintf(\"%d\\n\", cost());\n\treturn 0;\n}\n",
			[][2]string{{"0 10", "10"}, {"1 10", "high\n25"}, {"0 21", "high\n21"}, {"0 20", "20"}, {"1 5", "20"}, {"1 6", "high\n21"}}, "cost() > 20"},
		{"two places for one run", "#include <stdio.h>\nint main(void) {\n\tint n, k = 0;\n\tprintf(\"digits\");\n\tscanf(\"%d\", &n);\n\twhile (n != 0) {\n\t\tk++;\n\t\tn /= 10;\n\t}\n\tprintf(\" %d\\n\", k);\n\treturn 0;\n}\n",
			[][2]string{{"5", "number 1"}, {"0", "number 1"}, {"123", "number 3"}, {"-10", "number 2"}}, "} while (n != 0);"},
	}) {
		t.Run(c.name, func(t *testing.T) {
			in := input(t, c.src, c.tests[0])
			for _, x := range c.tests[1:] {
				test := &fault.Test{Name: x[0], Stdin: []byte(x[0]), Expect: &fault.Expectation{Output: []byte(x[1]), HasOutput: true, FoldSpace: true}}
				if strings.TrimSpace(outputOf(t, c.src, x[0])) == x[1] {
					in.Passing = append(in.Passing, test)
				} else {
					in.Others = append(in.Others, test)
				}
			}
			res := repaired(t, in)
			found := false
			for _, f := range res.Changes {
				found = found || strings.Contains(f.After, c.after) || strings.Contains(f.Diff, c.after)
			}
			if !found {
				t.Errorf("no fix with %q: %+v", c.after, res.Changes)
			}
		})
	}
}

// TestSymmetric changes comparisons of the same operands together, where one alone passes
// the tests, too.
func TestSymmetric(t *testing.T) {
	const src = "#include <stdio.h>\nint main(void) {\n\tint a, b, c, m;\n\tscanf(\"%d %d %d\", &a, &b, &c);\n\tif (a < b && a > c || a > b && a < c)\n\t\tm = a;\n\telse if (b < a && b > c || b > a && b < c)\n\t\tm = b;\n\telse\n\t\tm = c;\n\tprintf(\"%d\\n\", m);\n\treturn 0;\n}\n"
	res := repaired(t, input(t, src, [2]string{"2 2 1", "2"}, [2]string{"1 2 3", "2"}, [2]string{"3 1 2", "2"}, [2]string{"2 3 1", "2"}, [2]string{"1 5 1", "1"}))
	const want = "b <= a && b >= c || b >= a && b <= c"
	if len(res.Changes) == 0 || !strings.Contains(res.Changes[0].Diff, want) {
		t.Errorf("the first change is not %q: %+v", want, res.Changes)
	}
}
