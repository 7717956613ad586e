package cpp

import (
	"slices"
	"testing"
)

// TestPrologue: a unit gets the declarations of the builtin functions that it
// mentions, in whatever way, and few others.
func TestPrologue(t *testing.T) {
	for _, bits := range []int{32, 64} {
		p := prologueOf(bits)
		few, all := Builtins(bits, nil), slices.Concat(p.decls...)
		if len(few) == 0 || len(few) > len(all)/10 {
			t.Errorf("%d of %d tokens without a mention", len(few), len(all))
		}
		for name := range p.uses {
			mention := Token{Kind: Ident, Text: name}
			for how, got := range map[string][]Token{
				"token":     Builtins(bits, nil, []Token{mention}),
				"prelude":   Builtins(bits, nil, nil, []Token{mention}),
				"raw":       Builtins(bits, nil, []Token{{Kind: Raw, Text: "x=" + name + "("}}),
				"rewritten": Builtins(bits, []string{"", "(" + name + ")"}),
			} {
				if !slices.ContainsFunc(got, func(k Token) bool { return k.Text == name }) || len(got) > len(few)+200 {
					t.Errorf("%s as %s: %d tokens", name, how, len(got))
				}
			}
		}
	}
}
