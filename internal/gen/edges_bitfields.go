package gen

import (
	"fmt"
	"slices"
	"strings"
)

// bitField is a member of a structure of bit-fields.
type bitField struct {
	name, typ string
	width     int // 0: an ordinary member
}

// bitFieldTypes are the types of bit-fields and how many bits these have that are the same in both
// data models; long has at least 32.
var bitFieldTypes = []struct {
	name string
	bits int
}{
	{"int", 32}, {"unsigned", 32}, {"signed char", 8}, {"unsigned char", 8}, {"char", 8}, {"short", 16},
	{"unsigned short", 16}, {"long", 32}, {"unsigned long", 32}, {"long long", 64}, {"unsigned long long", 64},
	{"_Bool", 1}, {"int", 32}, {"unsigned", 32},
}

// bitFieldStruct declares a structure.
func (g *edges) bitFieldStruct(tag string) []bitField {
	var fields []bitField
	var b strings.Builder
	enum := g.fresh("W")
	neg := g.pick("-1", "0")
	g.top("enum %s { %sA = %s, %sB = 3 };", enum, enum, neg, enum)
	for i := range 3 + g.IntN(6) {
		t := bitFieldTypes[g.IntN(len(bitFieldTypes))]
		f := bitField{fmt.Sprintf("f%d", i), t.name, 1 + g.IntN(t.bits)}
		switch k := g.IntN(12); {
		case k == 0:
			f.width = 0
		case k == 1:
			f.typ, f.width = "enum "+enum, 3+g.IntN(30)
		case k == 2:
			fmt.Fprintf(&b, "%s : %d; ", f.typ, g.IntN(2)*f.width)
		case k < 6:
			f.width = t.bits - g.IntN(2)*(t.bits-1)/3
		}
		if f.width == 0 {
			fmt.Fprintf(&b, "%s %s; ", f.typ, f.name)
		} else {
			fmt.Fprintf(&b, "%s %s : %d; ", f.typ, f.name, f.width)
		}
		fields = append(fields, f)
	}
	pack := g.IntN(6)
	if pack == 0 {
		g.top("#pragma pack(push, %s)", g.pick("1", "2", "4"))
	}
	g.top("struct %s { %s}%s;", tag, b.String(), g.pick("", "", " __attribute__((packed))"))
	if pack == 0 {
		g.top("#pragma pack(pop)")
	}
	return fields
}

// bitFields writes and reads bit-fields in all ways and looks at the bytes.
func (g *edges) bitFields() {
	tag := g.fresh("B")
	fields := g.bitFieldStruct(tag)
	g.line("struct %s s, *p = &s, *q = n > 1 ? p : &s; long long r; memset(&s, 0, sizeof s); mix(sizeof s); mix(_Alignof(struct %s));", tag, tag)
	fills := []string{"0", "1"}
	if !slices.ContainsFunc(fields, func(f bitField) bool { return f.typ == "_Bool" && f.width == 0 }) {
		fills = append(fills, "255", "0xa5")
	}
	for range 12 {
		f, h := fields[g.IntN(len(fields))], fields[g.IntN(len(fields))]
		x, y := g.pick("s.", "p->", "q->")+f.name, g.pick("s.", "p->", "(*q).")+h.name
		switch g.IntN(11) {
		case 0:
			g.line("%s = %s; bytes(&s, sizeof s);", x, g.number())
		case 1:
			g.line("r = (%s = %s); mix(r); r = (%s %s= %s); mix(r);", x, g.number(), x, g.pick("+", "-", "*", "|", "^"), g.number())
		case 2:
			g.line("r = %s; mix(r); r = %s; mix(r);", fmt.Sprintf(g.pick("%s++", "++%s", "%s--", "--%s"), x), x)
		case 3:
			g.line("%s = %s = %s; bytes(&s, sizeof s);", x, y, g.number())
		case 4:
			g.line("mix(%s + %s); mix(%s - %s); mix(%s * %s); mix(%s < %s); mix(%s == %s);", x, y, x, y, x, y, x, y, x, y)
		case 5:
			g.line("mix(-%s); mix(~%s); mix(!%s); mix(+%s); mix(%s < 0); mix(%s - 1 < 0); mix(%s > -1);", x, x, x, x, x, x, x)
		case 6:
			g.line("mix(%s << %d); mix(%s >> %d); mix(%s & %s); mix(%s / 3); mix(%s %% 5);", x, g.IntN(max(1, min(f.width, 31))), x, g.IntN(max(1, min(f.width, 31))), x, y, x, x)
		case 7:
			g.line("mix(n ? %s : %s); mix(%s ? 1 : 2); mix(%s && %s); if (%s) mix(1); r = (%s, %s); mix(r); mix(1 ? %s : 0u);", x, y, x, x, y, y, x, y, x)
		case 8:
			g.line("{ struct %s t = { %s, %s }, v = s; t.%s = %s; v = t; mix(v.%s); mix(v.%s); v.%s++; mix(t.%s == v.%s); t = (struct %s){ .%s = %s }; mix(t.%s); }", tag, g.number(), g.number(), f.name, g.number(), f.name, fields[0].name, h.name, f.name, f.name, tag, h.name, g.number(), h.name)
		case 9:
			g.line("{ static struct %s t[2] = { { %s }, { .%s = %s, .%s = %s } }; mix(t[n - 1].%s); mix(t[1].%s); t[n - 1].%s ^= %s; mix(t[0].%s); mix((int)sizeof(%s + 0)); }", tag, g.number(), f.name, g.number(), h.name, g.number(), f.name, h.name, h.name, g.number(), h.name, x)
		case 10:
			g.line("memset(&s, %s, sizeof s); mix(%s); mix(%s); %s = n; bytes(&s, sizeof s); switch (%s) { case 1: mix(1); break; case -1: mix(2); break; default: mix(3); }", g.pick(fills...), x, y, x, x)
		}
	}
	for _, f := range fields {
		g.line("mix(s.%s);", f.name)
	}
}
