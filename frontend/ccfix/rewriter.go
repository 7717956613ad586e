package ccfix

import "culprit/frontend/cpp"

// rewriter holds the state of one pass over the tokens, which it changes in
// place: what replaces several tokens is put into the first, and the others are
// blank.
type rewriter struct {
	toks     []cpp.Token
	ptrBits  int
	match    []int // index of the closing bracket of an opening one, or -1
	typedefs map[string]bool
	around   map[int][2]string
	chosen   map[int]int
	types    map[int]string
	guess    bool // types of the same text are compatible, others are not
}

func (m *rewriter) str(i int) string {
	if i < 0 || i >= len(m.toks) {
		return ""
	}
	return m.toks[i].Text
}

// is reports whether token i is the punctuator c.
func (m *rewriter) is(i int, c string) bool {
	return i >= 0 && i < len(m.toks) && m.toks[i].Is(c)
}

func (m *rewriter) isIdent(i int) bool {
	return i >= 0 && i < len(m.toks) && m.toks[i].Kind == cpp.Ident
}

// replace replaces tokens i to j by text that is not looked at again.
func (m *rewriter) replace(i, j int, repl string) {
	for k := i; k <= j; k++ {
		delete(m.around, k)
	}
	m.toks[i].Kind, m.toks[i].Text = cpp.Raw, repl
	for i++; i <= j; i++ {
		m.toks[i].Kind, m.toks[i].Text = cpp.Place, ""
	}
}

// before and after add text to token i, which is looked at by the repairs that
// follow.
func (m *rewriter) before(i int, s string) {
	m.around[i] = [2]string{m.around[i][0] + s, m.around[i][1]}
}

func (m *rewriter) after(i int, s string) {
	m.around[i] = [2]string{m.around[i][0], s + m.around[i][1]}
}
