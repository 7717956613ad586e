package ccfix

import (
	_ "embed"
	"slices"
	"strings"

	"culprit/frontend/cpp"
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
	chosen map[int]int    // associations, by the token of the selection
	types  map[int]string // of what typeof and __auto_type take them from, by their token
	guess  bool           // how types that are asked for compatibility are compared at first
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

// UsesC23 reports whether the text has words that C23 made keywords.
func (t *Text) UsesC23() bool {
	for _, l := range strings.Fields(cpp.C23) {
		if _, ok := t.Names[l]; ok {
			return true
		}
	}
	return false
}

// Tokens are those of the user, headers included, as preprocessing leaves them.
func (t *Text) Tokens() []cpp.Token { return t.toks }

// Pragmas are the user's; each counts the tokens before it.
func (t *Text) Pragmas() []cpp.Pragma { return t.pragmas }

// Index is the number of the user's token at an offset of the text that cc reads;
// negative before the first.
func (t *Text) Index(off int) int { return t.indexAt(off) - (len(t.cc.toks) - len(t.toks)) }
