package cpp

import (
	_ "embed"
	"regexp"
	"strings"
)

var prologues [2]prologue

// prologueOf returns the prologue of a data model.
func prologueOf(ptrBits int) *prologue {
	model, at := predefinedLP64, &prologues[0]
	if ptrBits == 32 {
		model, at = predefinedILP32, &prologues[1]
	}
	at.once.Do(func() {
		p := &preprocessor{work: maxWork, macros: dynamicMacros(), includes: includes{files: map[string]*File{}}}
		if _, err := p.read(NewFile("<predefined>", []byte(predefinedCommon+model))); err != nil {
			panic(err)
		}
		toks, err := p.read(NewFile("<builtin>", []byte(builtinPrologue)))
		if err != nil {
			panic(err)
		}
		at.macros, at.names, at.uses = p.macros, map[string]bool{}, map[string][]int{}
		depth, first := 0, 0
		for i := range toks {
			t := &toks[i]
			at.names[t.Text] = true
			switch {
			case t.Is("{"):
				depth++
			case t.Is("}"):
				depth--
			case t.Is(";") && depth == 0:
				at.add(toks[first : i+1])
				first = i + 1
			}
		}
	})
	return at
}

// builtinName matches the names of builtin functions.
var builtinName = regexp.MustCompile(`\b__(builtin|atomic|sync)_\w+`)

func (p *prologue) add(decl []Token) {
	always := decl[0].Text == "typedef"
	for i := range decl {
		name := decl[i].Text
		switch {
		case decl[i].Kind != Ident || name == "__builtin_va_list":
		case builtinName.MatchString(name):
			p.uses[name] = append(p.uses[name], len(p.decls))
		case strings.HasPrefix(name, "__culprit_") || name == "__predefined_declarator":
			always = true
		}
	}
	p.decls, p.always = append(p.decls, decl), append(p.always, always)
}

// Builtins returns the declarations of builtin functions that a unit needs, with
// its tokens in lists, and more text in texts.
func Builtins(ptrBits int, texts []string, lists ...[]Token) []Token {
	p := prologueOf(ptrBits)
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
	for _, toks := range lists {
		for i := range toks {
			switch x := &toks[i]; x.Kind {
			case Ident:
				use(x.Text)
			case Raw:
				mentioned(x.Text)
			}
		}
	}
	for _, t := range texts {
		mentioned(t)
	}
	var out []Token
	for i, d := range p.decls {
		if needed[i] {
			out = append(out, d...)
		}
	}
	return out
}

//go:embed predefined/common.h
var predefinedCommon string

//go:embed predefined/lp64.h
var predefinedLP64 string

//go:embed predefined/ilp32.h
var predefinedILP32 string

//go:embed predefined/builtin.h
var builtinPrologue string
