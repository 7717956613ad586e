package gen

import (
	"fmt"
	"strings"
)

// snippet is a piece of a function with holes, and what comes before the
// function. In both, $A $B $C are integer types, $N is a number, $K a positive
// one of one digit, «x|y» one of the alternatives, and @ the end of a name of
// this snippet.
type snippet struct{ top, body string }

// snippets writes some from the tables.
func (g *edges) snippets() {
	table := edgeSnippets[g.IntN(len(edgeSnippets))]
	for range 4 {
		s := table[g.IntN(len(table))]
		fill := g.filler()
		if s.top != "" {
			g.top("%s", fill(s.top))
		}
		g.line("{ %s }", fill(strings.TrimSpace(s.body)))
	}
}

// filler returns a function that fills the holes of a snippet.
func (g *edges) filler() func(string) string {
	types := map[byte]string{'A': g.intType(), 'B': g.intType(), 'C': g.intType()}
	end := g.fresh("")
	var fill func(string) string
	fill = func(text string) string {
		var b strings.Builder
		for i := 0; i < len(text); i++ {
			switch {
			case text[i] == '@':
				b.WriteString(end)
			case text[i] == '$' && types[text[i+1]] != "":
				i++
				b.WriteString(types[text[i]])
			case strings.HasPrefix(text[i:], "$N"):
				i++
				b.WriteString(g.number())
			case strings.HasPrefix(text[i:], "$K"):
				i++
				b.WriteString(g.small())
			case strings.HasPrefix(text[i:], "«"):
				alternatives, _, _ := strings.Cut(text[i+len("«"):], "»")
				i += len("«"+alternatives+"»") - 1
				a := strings.Split(alternatives, "|")
				b.WriteString(fill(a[g.IntN(len(a))]))
			default:
				b.WriteByte(text[i])
			}
		}
		return b.String()
	}
	return fill
}

// enumerators writes a list of them. None exceeds int: the type of those beside
// it differs between versions of gcc, before and since 13.
func (g *edges) enumerators(prefix string) (list []string, text string) {
	negative := g.IntN(2) == 0
	for i := range 2 + g.IntN(4) {
		name := fmt.Sprintf("%s_%d", prefix, i)
		text += name
		switch k := g.IntN(5); {
		case k == 0 && negative:
			text += " = " + g.pick("-1", "-128", "-2147483647-1", "-32769", "-5")
		case k == 1:
			text += " = " + g.pick("5", "127", "255", "65535", "'a'", "1 << 20", "0x7ffffff0", "sizeof(int)")
		case k == 3 && i > 0:
			text += " = " + list[g.IntN(i)] + g.pick(" + 1", "", " ^ 3", " | 8")
		}
		list, text = append(list, name), text+", "
	}
	return list, text
}

// enumerations computes with enumerators and objects of enumerated types.
func (g *edges) enumerations() {
	e := g.fresh("E")
	list, text := g.enumerators(e)
	one := func() string { return list[g.IntN(len(list))] }
	g.top("enum %s { %s};", e, text)
	for _, l := range list {
		g.line("VALUE(%s); mix(%s < 0); mix(-%s < 0); mix(%s - %s < 0);", l, l, l, l, one())
	}
	g.line("VALUE((enum %s)-1 < 0); VALUE(sizeof %s); mix(sizeof(enum %s));", e, one(), e)
	g.line("enum %s x = %s, y = %s, t[3] = { %s, [2] = %s };", e, one(), one(), one(), one())
	g.line("VALUE(x); VALUE(x + y); VALUE(x - y); VALUE(-x); VALUE(~y); VALUE(x < y); VALUE(x < -1); VALUE(x > -1); VALUE(x * 1ll); VALUE(x ? y : t[n]); VALUE(x == %s);", one())
	g.line("x = %s; VALUE(x); x++; VALUE(x); y += %s; VALUE(y); x = -1; VALUE(x); VALUE(x < 0); VALUE(x >> 1); VALUE((long long)x); VALUE(t[1] |= x);", g.number(), g.small())
	g.line("switch (x) { case %s: mix(1); break; default: mix(2); } switch (%s) { case %s: mix(3); }", one(), one(), list[0])
	g.line("struct { enum %s e; char c; } s = { %s, 'c' }; VALUE(s.e); VALUE(sizeof s); s.e = y; VALUE(s.e);", e, one())
	g.line("int a[%s > 0 && %s < 9 ? %s : 3]; VALUE(sizeof a / sizeof *a);", list[0], list[0], list[0])
	g.line("enum { L2 = 9, L1 = %s } z = L2; VALUE(z); VALUE(L1);", g.pick("-3", "sizeof(long)", "'z'", "(char)200", "1 ? -1 : 0u", "5 > 3"))
	g.line("{ enum { %s = 77 }; VALUE(%s); } VALUE(%s);", list[1], list[1], list[1])
}
