package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// EdgeOptions shapes the programs of Edges.
type EdgeOptions struct {
	Parts int // functions, each about one part of C; default EdgeParts
	// Only leaves all parts but one out, counted from 1: what a mismatch is
	// reduced to.
	Only int
}

// EdgeParts is the number of parts of a program of Edges.
const EdgeParts = 6

// Edges makes a random C program of what compilers and front ends err in and
// csmith leaves out: overlapping lvalues, initialisers, bit-fields of all
// types, unions, layouts, variable-length arrays, conversions, constants. Under
// -fwrapv -fno-strict-aliasing no behaviour is undefined or unspecified beyond
// what gcc documents, and both data models give it a meaning, each its own.
//
// It reports values by calling mix(unsigned long long), announces each of its
// parts by part(int), and ends by "return finish();": the caller supplies these
// three, and prints or adds up what they are given.
func Edges(seed uint64, opt EdgeOptions) string {
	if opt.Parts == 0 {
		opt.Parts = EdgeParts
	}
	choose := rand.New(rand.NewPCG(seed, 11))
	var b strings.Builder
	b.WriteString(edgeHead)
	var calls strings.Builder
	for k := 1; k <= opt.Parts; k++ {
		kind := edgeKinds[0]
		for i, w := 0, choose.IntN(edgeWeight()); w >= 0; i++ {
			kind, w = edgeKinds[i], w-edgeKinds[i].often
		}
		if opt.Only != 0 && opt.Only != k {
			continue
		}
		g := &edges{Rand: rand.New(rand.NewPCG(seed, uint64(100+k))), part: k}
		kind.write(g)
		fmt.Fprintf(&b, "\n/* part %d: %s */\n%svoid t%d(int n) {\n%s}\n", k, kind.name, g.file.String(), k, g.body.String())
		fmt.Fprintf(&calls, "\tpart(%d); for (int i = 1; i < 3; i++) t%d(i);\n", k, k)
	}
	fmt.Fprintf(&b, "\nint main(void) {\n%s\treturn finish();\n}\n", calls.String())
	return b.String()
}

// edgeKinds are the parts of C that Edges is about, and how often. Each
// function writes one function of a parameter n, which is 1 in the first call
// and 2 in the second, and what it needs at file scope.
var edgeKinds = []struct {
	name  string
	often int
	write func(g *edges)
}{
	{"operators", 3, (*edges).operators},
	{"side effects", 4, (*edges).effects},
	{"initialisers", 4, (*edges).initialisers},
	{"bit-fields", 4, (*edges).bitFields},
	{"enumerations", 1, (*edges).enumerations},
	{"snippets", 10, (*edges).snippets},
}

// edgeWeight is the sum of all kinds.
func edgeWeight() (sum int) {
	for _, k := range edgeKinds {
		sum += k.often
	}
	return sum
}

// edgeHead is before all parts. VALUE reports a value and the type of the
// expression, as far as size and sign show it; TYPE only those of its type.
const edgeHead = `
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#define TYPE(...) (mix(sizeof(__VA_ARGS__)), mix((__typeof__((__VA_ARGS__) + 0))-1 < 1))
#define VALUE(...) (mix((unsigned long long)(__VA_ARGS__)), TYPE(+(__VA_ARGS__)))
#define REAL(e) (mixd(e), mix(sizeof(e)))
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
static void mixd(double d) { unsigned long long u; memcpy(&u, &d, sizeof u); mix(d != d ? 3 : u); }
static void bytes(const void *p, size_t n) { const unsigned char *c = p; while (n--) mix(*c++); }
`

// edges writes one part.
type edges struct {
	*rand.Rand
	part       int
	file, body strings.Builder
	names      int // given out
}

// line adds to the function, with a line for each value that is reported.
func (g *edges) line(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	for _, report := range []string{"VALUE(", "REAL(", "mix("} {
		text = strings.ReplaceAll(text, "; "+report, ";\n\t"+report)
	}
	g.body.WriteString("\t" + text + "\n")
}

// top adds a line before the function.
func (g *edges) top(format string, args ...any) { fmt.Fprintf(&g.file, format+"\n", args...) }

func (g *edges) pick(s ...string) string { return s[g.IntN(len(s))] }

// fresh is a name that no other part has.
func (g *edges) fresh(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d_%d", prefix, g.part, g.names)
}

// edgeInts are the integer types of the language.
var edgeInts = []string{
	"char", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
	"long", "unsigned long", "long long", "unsigned long long", "_Bool",
}

func (g *edges) intType() string { return edgeInts[g.IntN(len(edgeInts))] }

// number is a literal; more often than not it is near a limit of some type.
func (g *edges) number() string {
	switch g.IntN(6) {
	case 0:
		return fmt.Sprint(g.IntN(7) - 3)
	case 1:
		return g.pick("127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32768", "65535", "65536", "2147483647", "(-2147483647-1)", "2147483648", "4294967295u", "4294967296", "0x80000000", "0xffffffff", "9223372036854775807", "(-9223372036854775807-1)", "0x8000000000000000", "18446744073709551615u")
	case 2:
		return g.pick("'a'", `'\377'`, `'\x80'`, "0b1011", "0777", "0x7fL", "40000u", "1ul", "2ll", "0xfedcba98ull", "-1ll", "~0u", "!0", "-5L", "L'x'", "u'y'")
	case 3:
		return fmt.Sprintf("%d", int32(g.Uint32())>>g.IntN(31))
	case 4:
		return fmt.Sprintf("0x%xull", g.Uint64()>>g.IntN(63))
	}
	return fmt.Sprintf("%dll", int64(g.Uint64())>>g.IntN(63)|1)
}

// small is a literal of few bits that is not 0.
func (g *edges) small() string { return fmt.Sprint(1 + g.IntN(9)) }
