package frontend

import (
	"strconv"
	"strings"

	"culprit/frontend/cpp"
)

// symbolMark is a pragma about a symbol.
type symbolMark struct {
	kind         string // weak, redefine_extname
	name, target string
}

// symbolMarks are the pragmas of a translation unit about symbols.
func (t *text) symbolMarks() (out []symbolMark) {
	for _, pr := range t.pragmas {
		word := func(i int) string {
			if i < len(pr.Toks) {
				return pr.Toks[i].Text
			}
			return ""
		}
		switch {
		case word(1) == "":
		case word(0) == "weak":
			m := symbolMark{kind: "weak", name: word(1)}
			if word(2) == "=" {
				m.target = word(3)
			}
			out = append(out, m)
		case word(0) == "redefine_extname" && word(2) != "":
			out = append(out, symbolMark{kind: word(0), name: word(1), target: word(2)})
		}
	}
	return out
}

// packMark says that #pragma pack is n (0: none), or scalar_storage_order n, from
// offset off on of what cc reads.
type packMark struct {
	off int
	n   uint64
}

// packMarks reads the #pragma pack lines of a translation unit.
func packMarks(u *text) []packMark {
	var out []packMark
	var stack []uint64
	cur := uint64(0)
	for _, pr := range u.pragmas {
		if len(pr.Toks) < 3 || pr.Toks[0].Text != "pack" || !pr.Toks[1].Is("(") {
			continue
		}
		pop := false
		if pr.Toks[2].Is(")") {
			cur = 0
		}
		for _, a := range pr.Toks[2:] {
			switch a.Text {
			case "push":
				stack = append(stack, cur)
			case "pop":
				pop = true
			default:
				if n, err := strconv.ParseUint(a.Text, 0, 8); err == nil && a.Kind == cpp.Number {
					cur = n
				}
			}
		}
		if pop && len(stack) > 0 {
			cur = stack[len(stack)-1]
			stack = stack[:len(stack)-1]
		}
		out = append(out, packMark{u.offsetOf(pr.Before), cur})
	}
	return out
}

// order is a byte order that the source asks for.
type order uint8

const (
	anyOrder order = iota
	littleEndian
	bigEndian
)

// orderOf reads the name of a byte order.
func orderOf(s string) order {
	switch s {
	case "big-endian":
		return bigEndian
	case "little-endian":
		return littleEndian
	}
	return anyOrder
}

// orderMarks reads the pragmas scalar_storage_order of a translation unit.
func orderMarks(u *text) (out []packMark) {
	for _, pr := range u.pragmas {
		if len(pr.Toks) < 2 || pr.Toks[0].Text != "scalar_storage_order" {
			continue
		}
		name := ""
		for _, t := range pr.Toks[1:] {
			name += t.Text
		}
		out = append(out, packMark{u.offsetOf(pr.Before), uint64(orderOf(name))})
	}
	return out
}

// hasLayout reports whether something in the text may change layouts.
func (t *text) hasLayout() bool {
	for i := range t.toks {
		if k := &t.toks[i]; (k.Kind == cpp.Ident || k.Kind == cpp.Raw) && !cpp.Embedded(k.File.Name) &&
			(strings.HasPrefix(k.Text, "__attribute") || k.Text == "_Alignas") {
			return true
		}
	}
	return len(t.pragmas) > 0
}
