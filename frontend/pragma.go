package frontend

import (
	"regexp"

	"modernc.org/cc/v4"
)

// Pragmas. Most say nothing about what a program does, and are blanked before
// cc sees them: diagnostics, optimisation, OpenMP (which gcc ignores without an
// option), STDC FP_CONTRACT and FENV_ACCESS (gcc knows neither in C), poison,
// system_header. push_macro and pop_macro are cc's, pack is read with the
// layouts, from the text. The others come here.

// meaningfulPragma matches the pragmas that are not blanked.
var meaningfulPragma = regexp.MustCompile(`^pragma\s+(.*pack|push_macro|pop_macro|weak|redefine_extname|scalar_storage_order)`)

// symbolMark is a pragma about a symbol.
type symbolMark struct {
	kind         string // weak, redefine_extname
	name, target string
}

// pragmas collects those of one translation unit.
type pragmas struct {
	symbols []symbolMark
}

func (p *pragmas) reset() { *p = pragmas{} }

// add is cc's handler of pragmas.
func (p *pragmas) add(toks []cc.Token) error {
	var words []string
	for i := range toks {
		if s := toks[i].SrcStr(); toks[i].Ch != ' ' && toks[i].Ch != '\n' && s != "" {
			words = append(words, s)
		}
	}
	if len(words) < 2 {
		return nil
	}
	switch words[0] {
	case "weak":
		m := symbolMark{kind: "weak", name: words[1]}
		if len(words) > 3 && words[2] == "=" {
			m.target = words[3]
		}
		p.symbols = append(p.symbols, m)
	case "redefine_extname":
		if len(words) > 2 {
			p.symbols = append(p.symbols, symbolMark{kind: words[0], name: words[1], target: words[2]})
		}
	}
	return nil
}
