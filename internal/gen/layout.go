package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Layouts makes a C program of n random structures and unions with bit-fields,
// packed, aligned, under #pragma pack, nested and anonymous. For each it prints
// by mix(unsigned long long) the size and the alignment, the offsets of
// the members that have one, and by bytes(const void *, unsigned long) a zeroed
// object in which one member has been set. It announces each by part(int) and
// ends by "return finish();".
func Layouts(seed uint64, n int) string {
	g := &layouts{Rand: rand.New(rand.NewPCG(seed, 12))}
	g.b.WriteString("void *memset(void *, int, __SIZE_TYPE__);\n")
	var calls strings.Builder
	for k := 1; k <= n; k++ {
		g.part, g.names = k, 0
		g.show(g.declare())
		fmt.Fprintf(&calls, "\tpart(%d); t%d();\n", k, k)
	}
	fmt.Fprintf(&g.b, "int main(void) {\n%s\treturn finish();\n}\n", calls.String())
	return g.b.String()
}

type layouts struct {
	*rand.Rand
	b      strings.Builder
	part   int
	names  int
	pushed int // #pragma pack(push) that are open
	known  []string
}

// laidMember is a scalar in a structure: how one designates it, and its width
// if it is a bit-field.
type laidMember struct {
	path  string
	width int
}

func (g *layouts) pick(s ...string) string { return s[g.IntN(len(s))] }

// name is one that no other type has. (modernc.org/cc/v4 looks for members in
// members that have a name, too.)
func (g *layouts) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d_%d", prefix, g.part, g.names)
}

// declare writes a type and returns its name and scalars.
func (g *layouts) declare() (string, []laidMember) {
	switch g.IntN(8) {
	case 0:
		fmt.Fprintf(&g.b, "#pragma pack(push, %s)\n", g.pick("1", "2", "4", "8", "16"))
		g.pushed++
	case 1:
		if g.pushed > 0 {
			g.b.WriteString("#pragma pack(pop)\n")
			g.pushed--
		}
	case 2:
		fmt.Fprintf(&g.b, "#pragma pack(%s)\n", g.pick("1", "2", "4", "", "", ""))
	}
	tag := fmt.Sprintf("%s T%d", g.pick("struct", "struct", "struct", "union"), g.part)
	text, members := g.body(tag, 2)
	fmt.Fprintf(&g.b, "%s;\n", text)
	g.known = append(g.known, tag)
	return tag, members
}

// body is a structure or union with attributes.
func (g *layouts) body(tag string, depth int) (string, []laidMember) {
	var b strings.Builder
	var members []laidMember
	kind, name, _ := strings.Cut(tag, " ")
	before, after := "", ""
	if g.IntN(4) == 0 {
		before = g.attribute()
	} else if g.IntN(4) == 0 {
		after = " " + g.attribute()
	}
	fmt.Fprintf(&b, "%s %s%s { ", kind, before, name)
	for range 1 + g.IntN(5) {
		text, m := g.member(depth)
		b.WriteString(text + " ")
		members = append(members, m...)
	}
	return b.String() + "}" + after, members
}

func (g *layouts) attribute() string {
	return g.pick("__attribute__((packed)) ", "__attribute__((packed)) ", "__attribute__((aligned(2))) ", "__attribute__((packed, aligned(4))) ", "__attribute__((aligned(8))) ", "__attribute__((aligned)) ", "__attribute__((__packed__)) ", "__attribute__((aligned(16), packed)) ")
}

// laidTypes are the types of members.
var laidTypes = []string{
	"char", "short", "int", "long", "long long", "unsigned char", "unsigned short", "unsigned", "unsigned long long",
	"float", "double", "void *", "_Bool", "long double", "signed char", "unsigned long",
}

// member is a member with the scalars in it.
func (g *layouts) member(depth int) (string, []laidMember) {
	switch k := g.IntN(12); {
	case k == 0 && depth > 0: // anonymous
		return g.nested(depth, "")
	case k == 1 && depth > 0:
		return g.nested(depth, g.name("s"))
	case k == 2 && len(g.known) > 0:
		n := g.name("k")
		return fmt.Sprintf("%s %s%s;", g.known[g.IntN(len(g.known))], n, g.pick("", "", "[2]")), []laidMember{{n, 0}}
	case k < 7:
		return g.bits()
	}
	n := g.name("m")
	before, after := "", ""
	switch g.IntN(10) {
	case 0:
		before = g.pick("_Alignas(8) ", "_Alignas(16) ", "_Alignas(double) ", "_Alignas(0) ")
	case 1:
		after = " " + g.attribute()
	}
	t := laidTypes[g.IntN(len(laidTypes))]
	if t == "long double" { // _Alignas cannot make it less
		before = ""
	}
	return fmt.Sprintf("%s%s %s%s%s;", before, t, n, g.pick("", "", "", "[3]", "[0]", "[1]"), after), []laidMember{{n, 0}}
}

// nested is a structure or union in another one, without name or with one.
func (g *layouts) nested(depth int, name string) (string, []laidMember) {
	text, inner := g.body(g.pick("struct", "struct", "union")+" ", depth-1)
	if name == "" {
		return text + ";", inner
	}
	members := []laidMember{{name, 0}}
	for _, m := range inner {
		members = append(members, laidMember{name + "." + m.path, m.width})
	}
	return text + " " + name + ";", members
}

// bits is a bit-field.
func (g *layouts) bits() (string, []laidMember) {
	t := bitFieldTypes[g.IntN(len(bitFieldTypes))]
	w := 1 + g.IntN(t.bits)
	if g.IntN(6) == 0 {
		return fmt.Sprintf("%s : %d;", t.name, w*g.IntN(2)), nil
	}
	n := g.name("b")
	return fmt.Sprintf("%s %s : %d%s;", t.name, n, w, g.pick("", "", "", "", "", " __attribute__((packed))", " __attribute__((aligned(4)))", " __attribute__((aligned(1)))")), []laidMember{{n, w}}
}

// show writes the function that reports a type.
func (g *layouts) show(tag string, members []laidMember) {
	fmt.Fprintf(&g.b, "%s x%d; void t%d(void) {\n", tag, g.part, g.part)
	fmt.Fprintf(&g.b, "\tmix(sizeof(%s));\n\tmix(_Alignof(%s));\n\tstruct { char c; %s x; } y;\n\tmix((char *)&y.x - &y.c);\n\tmix(sizeof y);\n", tag, tag, tag)
	x := fmt.Sprint("x", g.part)
	for _, m := range members {
		if m.width > 0 {
			fmt.Fprintf(&g.b, "\tmemset(&%s, 0, sizeof %s); %s.%s = -1; bytes(&%s, sizeof %s);\n\tmix(%s.%s);\n", x, x, x, m.path, x, x, x, m.path)
			fmt.Fprintf(&g.b, "\tmemset(&%s, 255, sizeof %s); %s.%s = 0; bytes(&%s, sizeof %s);\n", x, x, x, m.path, x, x)
			continue
		}
		fmt.Fprintf(&g.b, "\tmix((char *)&%s.%s - (char *)&%s);\n\tmix(sizeof %s.%s);\n\tmix(__builtin_offsetof(%s, %s));\n\tmix(__alignof__(%s.%s));\n", x, m.path, x, x, m.path, tag, m.path, x, m.path)
	}
	g.b.WriteString("}\n")
}
