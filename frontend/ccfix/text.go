package ccfix

import (
	_ "embed"
	"maps"
	"slices"
	"strings"

	"culprit/frontend/cpp"

	"modernc.org/cc/v4"
)

// Prepare preprocesses, checks and rewrites a file. The preprocessor reads the
// texts in defs first, for their macros.
func Prepare(src *cpp.File, files map[string]*cpp.File, conf cpp.Config, defs ...string) (*Text, *cpp.Error) {
	toks, pragmas, err := cpp.Read(src, files, conf, defs...)
	if err != nil {
		return nil, err
	}
	if err := checkNesting(toks); err != nil {
		return nil, err
	}
	for i := range toks {
		if t := &toks[i]; t.Kind == cpp.Ident && (t.Text == "__builtin_has_attribute" || t.Text == "_BitInt") {
			return nil, cpp.Errorf(t.Pos(), "%s is not supported", t.Text)
		}
	}
	toks = revise(toks, pragmas, conf.Standard)
	t := &Text{name: src.Name, conf: conf, toks: toks, Names: identifiers(toks), pragmas: pragmas}
	if t.selects() {
		t.generic.raw, t.generic.chosen, t.generic.types = slices.Clone(toks), map[int]int{}, map[int]string{}
	}
	t.around = rewrite(t.toks, conf.PtrBits, &t.generic)
	return t, nil
}

// identifiers lists the identifiers of the user among the tokens, and the builtin
// functions that embedded headers call.
func identifiers(toks []cpp.Token) map[string]bool {
	out := map[string]bool{}
	for i := range toks {
		if t := &toks[i]; t.Kind == cpp.Ident && (!cpp.Embedded(t.File.Name) || strings.HasPrefix(t.Text, "__builtin_")) {
			bare := i+1 == len(toks) || !toks[i+1].Is("(")
			if old, ok := out[t.Text]; !ok || bare && !old {
				out[t.Text] = bare
			}
		}
	}
	return out
}

// write sets the text that cc reads, with the prelude before the file.
func (t *Text) write(prelude string) *cpp.Error {
	lib, err := cpp.ReadOwn(PreludeFile, prelude, t.conf)
	if err != nil {
		return err
	}
	var added []string
	for _, a := range t.around {
		added = append(added, a[0], a[1])
	}
	t.cc.toks = slices.Concat(cpp.Builtins(t.conf.PtrBits, added, lib, t.toks), lib, t.toks)
	n := 0
	for i := range t.cc.toks {
		n += len(t.cc.toks[i].Text) + 1
	}
	src := make([]byte, 0, n)
	t.cc.offs = make([]int32, len(t.cc.toks))
	for i := range t.cc.toks {
		k := &t.cc.toks[i]
		if k.First || t.cc.apart && k.Is("[") {
			src = append(src, '\n')
		} else {
			src = append(src, ' ')
		}
		t.cc.offs[i] = int32(len(src))
		more, ok := t.around[i-(len(t.cc.toks)-len(t.toks))]
		if ok {
			src = append(src, more[0]...)
		}
		src = append(append(src, k.Text...), more[1]...)
	}
	t.cc.src = append(src, '\n')
	return nil
}

// Translate parses and type checks the text after the given C source. Every
// failure is an *Error.
func (t *Text) Translate(prelude string) (*cc.AST, error) {
	ast, err := t.parse(prelude)
	if err == nil {
		return ast, nil
	}
	again := *t
	again.toks, again.around = slices.Clone(t.toks), maps.Clone(t.around)
	if again.rewriter().initializers() {
		again.lists = true
		if ast, err := again.parse(prelude); err == nil {
			relist(ast)
			*t = again
			return ast, nil
		}
		again = *t
		again.toks, again.around = slices.Clone(t.toks), maps.Clone(t.around)
	}
	again.complex = true
	again.cc.apart = true
	rewritten := rewriteComplex(again.toks, again.around)
	for range maxRepairs {
		if !rewritten && !again.rewriteElements() {
			break
		}
		if ast, err := again.parse(prelude); err == nil {
			*t = again
			return ast, nil
		}
		rewritten = false
	}
	return nil, err
}

// parse is translate for the text as it is rewritten.
func (t *Text) parse(prelude string) (ast *cc.AST, err error) {
	var first error
	for {
		t.conf.Poll()
		if err := t.write(prelude); err != nil {
			return nil, err
		}
		config, err := newConfig(t.conf)
		if err != nil {
			return nil, cpp.Errorf(cpp.Start(t.name), "%v", err)
		}
		quietly(func() {
			defer func() {
				if p := recover(); p != nil {
					ast, err = nil, cpp.Errorf(cpp.Start(t.name), "the C parser failed on this file: %s", firstLine(p))
				}
			}()
			ast, err = cc.Translate(config, []cc.Source{
				{Name: UnitName(t.name), Value: t.cc.src},
				{Name: endName, Value: "\n;;;;\nextern int __culprit_end;\n"},
			})
		})
		if err != nil {
			t.cc.said = err.Error()
		}
		if err != nil && t.generic.raw != nil && !t.generic.guess {
			first = t.error(err) // a wrong choice may be why
			t.generic.guess = true
			t.again()
			continue
		}
		if err != nil && first != nil {
			return nil, first
		}
		if err != nil {
			return nil, t.error(err)
		}
		again, refused := t.choose(ast)
		if refused != nil {
			return nil, refused
		}
		if !again {
			return ast, nil
		}
		t.again()
	}
}

// again rewrites the text with what is known about its generic selections.
func (t *Text) again() {
	t.toks = slices.Clone(t.generic.raw)
	t.around = rewrite(t.toks, t.conf.PtrBits, &t.generic)
	if t.complex {
		rewriteComplex(t.toks, t.around)
	}
	m := t.rewriter()
	if t.lists {
		m.initializers()
	}
	for _, i := range t.elements {
		m.element(i)
	}
}

// PreludeFile is the name of the prelude in positions.
const PreludeFile = "<prelude>"
