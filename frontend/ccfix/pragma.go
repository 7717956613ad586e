package ccfix

import (
	"strconv"
	"strings"

	"culprit/frontend/cpp"
)

// SymbolMark is a pragma about a symbol.
type SymbolMark struct {
	Kind         string // weak, redefine_extname, or optimize, whose target is an option
	Name, Target string
}

// SymbolMarks are the pragmas of a translation unit about symbols.
func (t *Text) SymbolMarks() (out []SymbolMark) {
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
			m := SymbolMark{Kind: "weak", Name: word(1)}
			if word(2) == "=" {
				m.Target = word(3)
			}
			out = append(out, m)
		case word(0) == "GCC" && word(1) == "optimize":
			for _, t := range pr.Toks[2:] {
				if text, literal := strings.CutPrefix(t.Text, `"`); literal {
					out = append(out, SymbolMark{Kind: word(1), Target: strings.TrimSuffix(text, `"`)})
				}
			}
		case word(0) == "redefine_extname" && word(2) != "":
			out = append(out, SymbolMark{Kind: word(0), Name: word(1), Target: word(2)})
		}
	}
	return out
}

// Mark says that #pragma pack is n (0: none), or scalar_storage_order n, from
// offset off on of what cc reads.
type Mark struct {
	Off   int
	Value uint64
}

// PackMarks reads the #pragma pack lines of a translation unit.
func PackMarks(u *Text) []Mark {
	var out []Mark
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
		out = append(out, Mark{u.offsetOf(pr.Before), cur})
	}
	return out
}

// Order is a byte order that the source asks for.
type Order uint8

const (
	AnyOrder Order = iota
	littleEndian
	BigEndian
)

// OrderOf reads the name of a byte order.
func OrderOf(s string) Order {
	switch s {
	case "big-endian":
		return BigEndian
	case "little-endian":
		return littleEndian
	}
	return AnyOrder
}

// OrderMarks reads the pragmas scalar_storage_order of a translation unit.
func OrderMarks(u *Text) (out []Mark) {
	for _, pr := range u.pragmas {
		if len(pr.Toks) < 2 || pr.Toks[0].Text != "scalar_storage_order" {
			continue
		}
		name := ""
		for _, t := range pr.Toks[1:] {
			name += t.Text
		}
		out = append(out, Mark{u.offsetOf(pr.Before), uint64(OrderOf(name))})
	}
	return out
}

// HasLayout reports whether something in the text may change layouts. Of the attributes
// of embedded headers only that one does, as it is written there and rewritten.
func (t *Text) HasLayout() bool {
	for i := range t.toks {
		k := &t.toks[i]
		word := k.Kind == cpp.Ident || k.Kind == cpp.Raw
		if word && (k.Text == "__Aligned__" || !cpp.Embedded(k.File.Name) && (strings.HasPrefix(k.Text, "__attribute") || k.Text == "_Alignas")) {
			return true
		}
	}
	return len(t.pragmas) > 0
}
