package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Fault makes a C function int NAME(int n) that may have undefined behaviour
// when it is called with 1: of arithmetic, or of memory. It calls only
// malloc, free and memset. The body keeps what it computes alive, so that what
// a sanitizer stops at is what the program does.
func Fault(seed uint64, name string, memory bool) string {
	g := &edges{Rand: rand.New(rand.NewPCG(seed, 13)), part: int(seed % 1000000)}
	table := arithmeticFaults
	if memory {
		table = memoryFaults
	}
	for range 2 + g.IntN(2) {
		s := table[g.IntN(len(table))]
		fill := g.filler()
		if s.top != "" {
			g.top("%s", fill(s.top))
		}
		g.line("{ %s }", fill(s.body))
	}
	return fmt.Sprintf("%sint %s(int n) {\n\tvolatile long long sink = 0;\n%s\treturn sink != 77;\n}\n", g.file.String(), name, strings.TrimLeft(g.body.String(), "\n"))
}

// arithmeticFaults may overflow. $A, $B and $C are integer types.
var arithmeticFaults = []snippet{
	{"", "$A x = $N; $B y = $N; -(x «+|-|*» y); sink = x «+|-|*» y;"},
	{"", "int x = $N; -(x = «-2147483647 - 1|5»); x «++|--»;"},
	{"", "long long x = $N; (void)(x «+|-|*» $N); sink = x;"},
	{"", "$A x = $N; x «++|--|+= $N|-= $N|*= $N|*= 3|<<= $K»; sink = x;"},
	{"", "$A x = $N; $B y = «$K|31|32|63|-1|n»; sink = («int|long long|$A»)x «<<|>>» y;"},
	{"", "$A x = $N; $B y = «$K|-1|-1|n|n - 2»; if (y) sink = x «/|%» y; if (y) x «/|%»= y; sink = x;"},
	{"", "struct { int a : «3|7|31|32»; unsigned b : «5|31|32»; long long c : «20|31|33|40|63»; signed char d : 4; } s = { $N, $N, $N, $N }; s.a «++|--|+= $K|*= 3|<<= 1»; s.c «+= $N|-= $N|*= $K|++»; sink = s.«a|b|c|d» «+|-|*|<<» s.«a|b|d»; -s.c; sink = -s.a; s.d++;"},
	{"", "struct { int a : «31|32»; long long c : «33|40|64»; } s = { «-1|0x3fffffff|0x7fffffff», -1 }; s.c = «0x7fffffffffffffff|0xffffffff|0x7fffffffff|1ll << 32»; s.c «+= 1|-= 1|*= 2|++|--»; sink = s.c «+|-|*» s.a; s.a «+= 1|-= 1|*= 2|++»; sink = s.a;"},
	{"", "«float|double» f = «128.5f|-129.0f|2147483647.0|2147483648.0|-2147483649.0|-2147483648.5|9.3e18|-9.3e18|1e30f|32768.5|255.5|-0.5|4294967295.5|4294967296.0»; sink = («signed char|short|int|long long»)f;"},
	{"", "double d = «1e10|-1e10|3.5|127.9|-128.9»; «signed char|short|int|long long» x = $K; x «=|+=|*=|-=» d; sink = x;"},
	{"", "int x = $N, y = $N; sink = «n|n - 1» ? x «+|-|*» y : 3; sink = (n == 2) && x «+|-|*» y; sink = n || x * y; sink = (x - y, 4);"},
	{"", "$A x = $N; «signed char|short|char|_Bool|unsigned char» c = x; c «++|--|*= $N|+= $N|<<= 7»; sink = c; sink = ($B)(x + 0) «+|-|*» c;"},
	{"enum E@ { A@ = «-1|0|2147483647», B@ = «2147483647|5|-2147483647 - 1» };", "enum E@ e = B@; sink = e «+|-|*» «1|A@|e|n»; e «++|--|+= 1»; sink = -(int)e; sink = A@ «-|+» «n|1»;"},
	{"", "unsigned u = $N; int i = $N; sink = u «+|-|*» i; sink = (unsigned short)u * («unsigned short|short|int»)u; sink = i «+|-|*» («short|unsigned char|unsigned short»)u; sink = -(short)i; sink = ~i + 1;"},
	{"", "$A t[3] = { $N, $N, $N }, *p = t; t[0] «+|-|*»= t[1]; ++*p; *p++ «+|-»= $N; sink = -*p; sink = p[1]--; switch (t[1] «+|*» t[2]) { case 1: sink = t[0]; }"},
	{"static $A f@($B x, $C y) { return x «+|-|*» y; } static int g@(int x) { return «-x|x * x|x << 1|x + 2147483647»; }", "sink = f@($N, $N); sink = g@($N); -f@($N, $N); g@(f@($K, $K));"},
	{"", "for (int i = «2147483645|0|-5», k = 0; k < 4; k++, i «++|+= $K|*= 3») sink = i; int j = 1; while (j > 0 && j < «1 << 30|0x7fffffff|100») j «*= 2|+= j|<<= 1»; sink = j;"},
	{"", "int x = $N; sink = ({ int y = x «+|-|*» $K; y; }); sizeof(x * 2147483647 * 2); sink = __builtin_constant_p(x + 2147483647); (void)(«x|$N» == -x); sink = «x < 0 ? -x : x|x > 0 ? -x : x»;"},
	{"struct S@ { int a; $A b; }; static int sum@(struct S@ s) { return s.a + s.b; }", "struct S@ s = { $N, $N }, *p = &s; sink = sum@(s); p->a «+|-|*»= p->b; sink = sum@((struct S@){ p->a «+|-» 1, $K }); struct S@ t = { .b = s.a «+|-|*» $N, .a = s.b }; sink = t.b;"},
	{"", "int n2 = n + 2; int v[n2]; v[0] = $N; v[1] = v[0] «+|-|*» $N; sink = v[1]; sink = -v[0]; int *p = v + n; sink = *p «<<|>>» «n|31|32|-n»;"},
	{"", "long long l = $N; int i = $N; l «+|-|*»= i; sink = l; i «+|-|*»= l; sink = i; sink = l << «1|32|63|64»; sink = (int)l «+|*» i; if (l) sink = i / l;"},
}

// memoryFaults may use memory wrongly. K is at most 9.
var memoryFaults = []snippet{
	{"", "int a[«3|5»] = { 0 }, i = «0|1|2|3|4|-1»; a[i] = 1; sink = a[«i|n|n + 1|i + 1»]; sink = *(a + i);"},
	{"", "$A a[4] = { 1, 2, 3, 4 }, *p = a + «0|3|4»; *p++; sink = p - a; «*p|p[0]|-*p|*--p|(void)*p|p[-1]|*&*p|&p[0]|p[1]»;"},
	{"", "int a[4] = { 0 }, i = «2|3|4»; a[i++]; -a[i]; (a[i], 1); sink = i; a[i - 1]++;"},
	{"", "int *p = 0; for (int k = 0; k < 2; k++) { int x = k; if (k == 0) p = &x; «sink = x|sink = *p|x = 3|*p = 4»; } «sink = *p|sink = p != 0|*p = 1|*p»;"},
	{"struct S@ { int x, y; };", "struct S@ *p = 0; { p = &(struct S@){ n, 2 }; sink = p->x; } «sink = p->y|sink = 3|p = 0|p->x = 1|struct S@ z = *p; sink = z.x»;"},
	{"struct S@ { int x; $A t[2]; };", "struct S@ *p = &(struct S@){ n }; sink = p->t[«0|1|2»]; int *q = (int[]){ 1, 2, 3 }; sink = q[«0|2|3|n»]; *p = (struct S@){ .t = { 3 } }; sink = p->x;"},
	{"static int *f@(int *p) { int x = 3, *q = «p|&x|p|p»; return q; }", "int y = 4, *r = f@(&y); «sink = *r|sink = r != 0|*r = 5|*r»; sink = y;"},
	{"void *malloc(__SIZE_TYPE__); void free(void *);", "int *p = malloc(«2|3» * sizeof *p); if (!p) return 0; p[0] = 1; p[«0|1|2|3»] = 2; sink = *p; «free(p)|;|free(p), p = 0|free(p + n - 1)»; if (p) «sink = p[0]|p[1] = 3|sink = 2|*p|p[0]»;"},
	{"void *malloc(__SIZE_TYPE__); void free(void *); struct N@ { struct N@ *next; int v; };", "struct N@ *p = malloc(sizeof *p); if (!p) return 0; p->next = 0; p->v = 3; struct N@ l = { p, 1 }; «free(p)|free(l.next)|;»; «l = *l.next|sink = l.v|*l.next = l|l.next = 0»; sink = l.v;"},
	{"", "int k = n + «1|2»; $A v[k], m[k][2]; v[«k - 1|k|0|n»] = 1; for (int i = 0; i < k; i++) m[i][0] = m[i][1] = i; sink = m[«k - 1|k|0»][«0|1»]; $A (*q)[2] = m + «0|1|k»; sink = sizeof *q; «sink = (*q)[0]|(*q)[1] = 2|q++»;"},
	{"", "int *p = 0; for (int k = 1; k < 3; k++) { int v[k]; v[0] = k; if (k == 1) p = v; sink = «v[k - 1]|v[k]|v[0]»; } «sink = p != 0|sink = *p|p[0] = 1»;"},
	{"", "int x = 0, *p = 0, **q = &p; { int y = 5; «p = &y|p = &x|*q = &y|*q = &x»; sink = *p; } «sink = *p|**q = 1|p = &x|**q|sink = p == &x»; sink = x;"},
	{"void *memset(void *, int, __SIZE_TYPE__);", "char b[8], *p = b + n; memset(«b|p|b + 4|&b[7]», 1, «1|4|7|8»); sink = b[7] * 0; sink = p[«-1|0|3|6|7»] * 0;"},
	{"struct B@ { char c; short t[2]; int z; } __attribute__((packed));", "struct B@ b[2] = { { 1 } }, *p = b + «0|1|2»; sink = «p->c|p->z|p[-1].z|b[1].t[1]|(p - 1)->t[0]»; «p->z = 3|p--|b[0] = *p|p[0].c++|sink = sizeof *p»; sink = ((char *)p)[«0|8|9|-1»];"},
	{"union U@ { int i; char c[«2|4|6»]; $A a; };", "union U@ u = { 1 }; sink = u.c[«0|1»]; union U@ *p = &u + «0|1»; «sink = p->i|p->c[0] = 1|sink = p == &u|p[-1].a = 2|*p»; sink = ((char *)&u)[«0|3|sizeof u - 1|sizeof u»];"},
	{"static int g@[3]; static int *h@ = g@ + «0|2|3»; static struct { char s[4]; int *p; } k@ = { \"abc\", g@ + «1|3» };", "sink = «*h@|h@[-1]|*k@.p|k@.s[3]|g@[n + 1]|g@[n + 2]|h@ - g@»; «*h@ = 1|k@.p[-1]++|k@.s[n]++|h@ = 0|k@.p = g@»; sink = *g@; «sink = h@ ? *h@ : 0|sink = *h@|sink = 1»;"},
	{"", "const char *s = «\"abc\"|\"\"|\"x\"»; sink = s[«0|1|2|3|4»]; sink = *(s + n); const char *t = s + 1; «*t|t++|sink = t[0]|sink = t - s»; sink = \"lit\"[«n|3|4|-n + 1»];"},
	{"static int f@(int *p, int k) { int l[2] = { k, k }; return k ? f@(«l|p|l + 1», k - 1) + *p : p[«0|1»]; }", "int y[2] = { 1, 2 }; sink = f@(y + «0|1», «0|1|2»);"},
	{"", "int a[2][3] = { 0 }, (*p)[3] = a + «0|1|2»; sink = a[«0|1»][«0|2|3»]; «sink = (*p)[0]|p++|sink = p[-1][2]|(*p)[n] = 1|*p|**p»; int *q = a[1] + «0|2|3»; «sink = *q|q[-1] = 2|*q++|q--»; sink = a[0][0];"},
	{"void *malloc(__SIZE_TYPE__); void free(void *);", "char *p = malloc(n + «0|1|4»); if (!p) return 0; char *q = p + «0|1|2»; *p = 1; «sink = *q * 0|*q = 2|q[n] = 3|q--»; «free(p)|free(p)|free(q)|;»; «free(p)|p = q = 0|;|;»; sink = 1;"},
	{"", "int x = 7; switch (n) { int y; case 1: y = 2; sink = y; { int *p = «&y|&x»; goto l@; l@: sink = *p; } default: x = 3; } int *q; { int z = 4; q = n > 1 ? &x : «&z|&x»; } «sink = *q|q = 0|*q = 9|*q»;"},
	{"", "int *p; { int z[2] = { n, n }; p = ({ int w = 3; «z|&w|z + 1|z + 2»; }); «sink = *p|p = 0|sink = p != z|*p = 2»; } sink = 4;"},
}
