package frontend

import (
	"slices"
	"testing"
)

// TestPrologue: a unit gets the declarations of the builtin functions that it
// mentions, in whatever way, and few others.
func TestPrologue(t *testing.T) {
	for _, bits := range []int{32, 64} {
		p := prologueOf(bits)
		few, all := p.of(&text{}, nil), slices.Concat(p.decls...)
		if len(few) == 0 || len(few) > len(all)/10 {
			t.Errorf("%d of %d tokens without a mention", len(few), len(all))
		}
		for name := range p.uses {
			mention := tok{kind: tokIdent, text: name}
			for how, got := range map[string][]tok{
				"token":     p.of(&text{toks: []tok{mention}}, nil),
				"prelude":   p.of(&text{}, []tok{mention}),
				"raw":       p.of(&text{toks: []tok{{kind: tokRaw, text: "x=" + name + "("}}}, nil),
				"rewritten": p.of(&text{around: map[int][2]string{3: {"", "(" + name + ")"}}}, nil),
			} {
				if !slices.ContainsFunc(got, func(k tok) bool { return k.text == name }) || len(got) > len(few)+200 {
					t.Errorf("%s as %s: %d tokens", name, how, len(got))
				}
			}
		}
	}
}
