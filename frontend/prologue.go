package frontend

import (
	"regexp"
	"strings"
	"sync"
)

// prologue is what the translation units of a data model start with: macros,
// and of the declarations of builtin.h those that a unit needs. All of them
// take cc longer to read than most programs.
type prologue struct {
	once   sync.Once
	macros map[string]*macro
	names  map[string]bool // that occur in builtin.h
	decls  [][]tok
	// uses lists the declarations, by their index, in which a name of a
	// builtin function occurs; always are those that no name asks for: types,
	// and what rewritten texts and the lowering refer to.
	uses   map[string][]int
	always []bool
}

var prologues [2]prologue

// prologueOf returns the prologue of a data model.
func prologueOf(ptrBits int) *prologue {
	model, at := predefinedLP64, &prologues[0]
	if ptrBits == 32 {
		model, at = predefinedILP32, &prologues[1]
	}
	at.once.Do(func() {
		p := &preprocessor{work: maxWork, macros: dynamicMacros(), includes: includes{files: map[string]*source{}}}
		if _, err := p.read(newSource("<predefined>", []byte(predefinedCommon+model))); err != nil {
			panic(err)
		}
		toks, err := p.read(newSource("<builtin>", []byte(builtinPrologue)))
		if err != nil {
			panic(err)
		}
		at.macros, at.names, at.uses = p.macros, map[string]bool{}, map[string][]int{}
		depth, first := 0, 0
		for i := range toks {
			t := &toks[i]
			at.names[t.text] = true
			switch {
			case t.is("{"):
				depth++
			case t.is("}"):
				depth--
			case t.is(";") && depth == 0:
				at.add(toks[first : i+1])
				first = i + 1
			}
		}
	})
	return at
}

// builtinName matches the names of builtin functions.
var builtinName = regexp.MustCompile(`\b__(builtin|atomic|sync)_\w+`)

func (p *prologue) add(decl []tok) {
	always := decl[0].text == "typedef"
	for i := range decl {
		name := decl[i].text
		switch {
		case decl[i].kind != tokIdent || name == "__builtin_va_list":
		case builtinName.MatchString(name):
			p.uses[name] = append(p.uses[name], len(p.decls))
		case strings.HasPrefix(name, "__culprit_") || name == "__predefined_declarator":
			always = true
		}
	}
	p.decls, p.always = append(p.decls, decl), append(p.always, always)
}

// of returns the declarations that a unit needs.
func (p *prologue) of(t *text, prelude []tok) []tok {
	needed := append([]bool(nil), p.always...)
	use := func(name string) {
		for _, i := range p.uses[name] {
			needed[i] = true
		}
	}
	mentioned := func(text string) {
		for _, name := range builtinName.FindAllString(text, -1) {
			use(name)
		}
	}
	for _, toks := range [][]tok{prelude, t.toks} {
		for i := range toks {
			switch x := &toks[i]; x.kind {
			case tokIdent:
				use(x.text)
			case tokRaw:
				mentioned(x.text)
			}
		}
	}
	for _, rewritten := range t.around {
		mentioned(rewritten[0])
		mentioned(rewritten[1])
	}
	var out []tok
	for i, d := range p.decls {
		if needed[i] {
			out = append(out, d...)
		}
	}
	return out
}
