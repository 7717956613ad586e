package ccfix

import (
	_ "embed"
	"maps"
	"slices"
	"strings"

	"culprit/frontend/cpp"

	"modernc.org/cc/v4"
)

// Text is a translation unit on its way to cc: preprocessed, checked, rewritten,
// and written down again. cc knows it under a name of its own, and offsets in
// it lead back to the tokens and to where these are in the user's files.
type Text struct {
	name     string // of the user's file
	conf     cpp.Config
	toks     []cpp.Token // of the user's file
	complex  bool        // rewriteComplex is needed
	elements []int       // tokens that are rewritten by element
	lists    bool        // initialisers are rewritten by initializers
	generic  choices
	// names holds the identifiers of the user; the value says that one occurs
	// where no bracket follows.
	Names   map[string]bool
	pragmas []cpp.Pragma
	around  map[int][2]string // text before tokens and after them (rewrite.go)
	cc      rendering
}

// choices are how generic selections are rewritten.
type choices struct {
	// raw are the tokens before they were rewritten, if they may have to be
	// rewritten in another way.
	raw    []cpp.Token
	chosen map[int]int // associations, by the token of the selection
	guess  bool        // how types that are asked for compatibility are compared at first
}

// rendering is the text that cc reads.
type rendering struct {
	src  []byte
	said string // by cc, that refused it
	// apart: brackets begin lines, since cc says one thing for each line.
	apart bool
	toks  []cpp.Token // with those of prologue and prelude
	offs  []int32     // of the tokens in src
}

// UnitName is the name that cc knows the text of a file by.
func UnitName(name string) string { return "<" + name + ">" }

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
		t.generic.raw, t.generic.chosen = slices.Clone(toks), map[int]int{}
	}
	t.around = rewrite(t.toks, conf.PtrBits, t.generic.chosen, false)
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

// At is the token at an offset of the text that cc reads, nil if there is
// none.
func (t *Text) At(off int) *cpp.Token {
	i := t.indexAt(off)
	if i < 0 {
		return nil
	}
	return &t.cc.toks[i]
}

// indexAt is the index in all of the token at an offset, or -1.
func (t *Text) indexAt(off int) int {
	i, found := slices.BinarySearch(t.cc.offs, int32(off))
	if !found {
		i--
	}
	return i
}

// offsetOf is the offset of token i of the user's in the text that cc reads.
func (t *Text) offsetOf(i int) int {
	i += len(t.cc.toks) - len(t.toks)
	if i < len(t.cc.offs) {
		return int(t.cc.offs[i])
	}
	return len(t.cc.src)
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
	t.around = rewrite(t.toks, t.conf.PtrBits, t.generic.chosen, t.generic.guess)
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

// UsesC23 reports whether the text has words that C23 made keywords.
func (t *Text) UsesC23() bool {
	for _, l := range strings.Fields(cpp.C23) {
		if _, ok := t.Names[l]; ok {
			return true
		}
	}
	return false
}

// PreludeFile is the name of the prelude in positions.
const PreludeFile = "<prelude>"

// Tokens are those of the user, headers included, as preprocessing leaves them.
func (t *Text) Tokens() []cpp.Token { return t.toks }

// Pragmas are the user's; each counts the tokens before it.
func (t *Text) Pragmas() []cpp.Pragma { return t.pragmas }

// Index is the number of the user's token at an offset of the text that cc reads;
// negative before the first.
func (t *Text) Index(off int) int { return t.indexAt(off) - (len(t.cc.toks) - len(t.toks)) }
