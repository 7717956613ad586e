package frontend

import (
	"culprit/cfg"
	"strings"
)

// The preprocessor of C, with the extensions of GNU. It is one of our own for
// the sake of what comes after it: positions that stay physical whatever the
// line directives say, repairs that see macros expanded (rewrite.go), and limits.
// Expansion follows gcc: a macro is disabled while its expansion is read, and
// a name that is met then is never expanded.

// Limits of the preprocessor.
const (
	maxIncludes = 200       // open at a time
	maxOpened   = 100_000   // altogether
	maxWork     = 5_000_000 // tokens of macros
)

// tokList is a list of tokens that is read before the rest of the file.
type tokList struct {
	toks    []tok
	i       int
	m       *macro // whose expansion it is
	barrier bool   // what is after it is not read
}

// condition is an open #if.
type condition struct {
	at    *tok
	taken bool // one of its groups was
	last  bool // #else was there
}

// openFile is an open file.
type openFile struct {
	src   *source
	toks  []tok
	i     int
	conds []condition
	shift int32  // of the line numbers by #line
	name  string // for __FILE__
	dir   string // where it was found among the folders of includes
	at    cfg.Pos
}

// pragma is a #pragma or _Pragma before token before.
type pragma struct {
	before int
	toks   []tok
}

// preprocessor is the state of one translation unit.
type preprocessor struct {
	conf     Config
	prologue *prologue
	macros   map[string]*macro
	includes includes
	pushed   map[string][]*macro // by #pragma push_macro
	base     string
	frames   []*openFile
	lists    []tokList
	inIf     bool
	peeking  bool // for a parenthesis after the name of a macro, not over a directive
	counter  int
	work     int // left
	polled   int // work left until the next look at the clock
	out      []tok
	pragmas  []pragma
}

// includes are the files that may be included.
type includes struct {
	files  map[string]*source // the user's
	once   map[string]bool    // by #pragma once
	opened int                // files so far
}

// refusal is the panic that ends preprocessing with an error.
type refusal struct{ err *Error }

func (p *preprocessor) fail(t *tok, format string, args ...any) {
	panic(refusal{errorAt(t.pos(), format, args...)})
}

// failAt is fail for the first token of a line, which may be empty.
func (p *preprocessor) failAt(line []tok, format string, args ...any) {
	if len(line) > 0 {
		p.fail(&line[0], format, args...)
	}
	f := p.frames[len(p.frames)-1]
	p.fail(&f.toks[f.i-1], format, args...)
}

// count adds work, and ends it at the limit.
func (p *preprocessor) count(t *tok, n int) {
	if p.work -= n; p.work < 0 {
		p.fail(t, "macro expansion limit exceeded")
	}
	p.poll(n)
}

// poll ends the work now and then if the context is done.
func (p *preprocessor) poll(n int) {
	if p.polled -= n; p.polled < 0 {
		p.polled = 10_000
		p.conf.poll()
	}
}

// newPreprocessor returns one that knows the macros of the data model.
func newPreprocessor(conf Config, files map[string]*source) *preprocessor {
	p := &preprocessor{conf: conf, work: maxWork, includes: includes{files: files, once: map[string]bool{}}, pushed: map[string][]*macro{}}
	p.prologue = prologueOf(conf.PtrBits)
	p.macros = make(map[string]*macro, len(p.prologue.macros)+64)
	for n, m := range p.prologue.macros {
		c := *m
		p.macros[n] = &c
	}
	return p
}

// read preprocesses a text with the macros that are there, and returns its
// tokens.
func (p *preprocessor) read(src *source) (out []tok, err *Error) {
	defer func() {
		if r := recover(); r != nil {
			e, is := r.(refusal)
			if !is {
				panic(r)
			}
			out, err = nil, e.err
		}
	}()
	p.base = src.name
	p.out, p.lists, p.pragmas = nil, nil, nil
	p.open(src, src.name, "", cfg.Pos{})
	for {
		t := p.token()
		if t.kind == tokEnd {
			break
		}
		switch {
		case t.kind == tokBad:
			p.fail(&t, "%s", t.text)
		case t.kind == tokPunct && strings.Contains("##@`\\", t.text):
			p.fail(&t, "%s is not expected here", t.text)
		}
		p.poll(1)
		p.out = append(p.out, t)
	}
	return p.out, nil
}

// push lets tokens be read next.
func (p *preprocessor) push(toks []tok, m *macro) {
	p.lists = append(p.lists, tokList{toks: toks, m: m})
}

// next returns the next token, before expansion.
func (p *preprocessor) next() tok {
	for n := len(p.lists); n > 0; n = len(p.lists) {
		l := &p.lists[n-1]
		if l.i < len(l.toks) {
			l.i++
			return l.toks[l.i-1]
		}
		if l.barrier {
			return tok{}
		}
		if l.m != nil {
			l.m.disabled = false
		}
		p.lists = p.lists[:n-1]
	}
	return p.fromFile()
}

// token returns the next token, after expansion.
func (p *preprocessor) token() tok {
	for {
		t := p.next()
		if t.kind != tokIdent || t.frozen {
			return t
		}
		if p.inIf && t.text == "defined" {
			return p.defined(&t)
		}
		m := p.macros[t.text]
		if m == nil {
			if t.text == "_Pragma" && !p.inIf && p.pragmaOperator(&t) {
				continue
			}
			return t
		}
		p.count(&t, 1)
		if m.disabled {
			t.frozen = true
			return t
		}
		if !p.expand(m, &t) {
			return t
		}
	}
}

// expandAll expands a list of tokens on its own.
func (p *preprocessor) expandAll(in []tok) (out []tok) {
	p.lists = append(p.lists, tokList{toks: in, barrier: true})
	for {
		t := p.token()
		if t.kind == tokEnd {
			break
		}
		p.count(&t, 1)
		out = append(out, t)
	}
	p.lists = p.lists[:len(p.lists)-1]
	return out
}

// fromFile returns the next token of the open files, handling directives.
func (p *preprocessor) fromFile() tok {
	for len(p.frames) > 0 {
		f := p.frames[len(p.frames)-1]
		if f.i == len(f.toks) {
			if n := len(f.conds); n > 0 {
				p.fail(f.conds[n-1].at, "unterminated #if")
			}
			p.frames = p.frames[:len(p.frames)-1]
			continue
		}
		t := &f.toks[f.i]
		f.i++
		if t.first && t.is("#") {
			if p.peeking {
				f.i--
				return tok{}
			}
			p.directive(f, p.restOfLine(f))
			continue
		}
		return *t
	}
	return tok{}
}

// restOfLine takes the tokens up to the end of the line.
func (p *preprocessor) restOfLine(f *openFile) []tok {
	start := f.i
	for f.i < len(f.toks) && !f.toks[f.i].first {
		f.i++
	}
	return f.toks[start:f.i]
}

// directive executes a directive, whose tokens after # are line.
func (p *preprocessor) directive(f *openFile, line []tok) {
	if len(line) == 0 {
		return
	}
	hash, word, rest := &f.toks[f.i-len(line)-1], &line[0], line[1:]
	if word.kind == tokNumber {
		p.lineMarker(f, line, false)
		return
	}
	switch word.text {
	case "define":
		p.define(rest)
	case "undef":
		if len(rest) == 0 || rest[0].kind != tokIdent {
			p.fail(word, "missing macro name")
		}
		delete(p.macros, rest[0].text)
	case "include", "include_next", "import":
		p.include(f, hash, word.text, rest)
	case "if", "ifdef", "ifndef":
		c := condition{at: hash, taken: p.holds(word, rest)}
		f.conds = append(f.conds, c)
		if !c.taken {
			p.skipGroups(f)
		}
	case "elif", "elifdef", "elifndef", "else", "endif":
		if len(f.conds) == 0 {
			p.fail(hash, "#%s without #if", word.text)
		}
		c := &f.conds[len(f.conds)-1]
		if word.text == "endif" {
			f.conds = f.conds[:len(f.conds)-1]
			return
		}
		p.another(c, hash, word)
		p.skipGroups(f)
	case "line":
		p.lineMarker(f, rest, true)
	case "error":
		p.fail(word, "%s", plain(rest))
	case "pragma":
		p.pragma(f, rest)
	case "warning", "ident", "sccs", "assert", "unassert":
	default:
		p.fail(hash, "invalid preprocessing directive #%s", word.text)
	}
}

// another checks the order of #elif and #else.
func (p *preprocessor) another(c *condition, hash, word *tok) {
	if c.last {
		p.fail(hash, "#%s after #else", word.text)
	}
	c.last = word.text == "else"
}

// skipGroups skips groups of the innermost #if up to the one to be read, or to
// its #endif.
func (p *preprocessor) skipGroups(f *openFile) {
	depth := 0
	c := &f.conds[len(f.conds)-1]
	for f.i < len(f.toks) {
		hash := &f.toks[f.i]
		f.i++
		if !hash.first || !hash.is("#") {
			continue
		}
		line := p.restOfLine(f)
		if len(line) == 0 {
			continue
		}
		word := &line[0]
		switch word.text {
		case "if", "ifdef", "ifndef":
			depth++
		case "endif":
			if depth--; depth < 0 {
				f.conds = f.conds[:len(f.conds)-1]
				return
			}
		case "else", "elif", "elifdef", "elifndef":
			if depth > 0 {
				continue
			}
			p.another(c, hash, word)
			if !c.taken && (c.last || p.holds(word, line[1:])) {
				c.taken = true
				return
			}
		}
	}
	p.fail(c.at, "unterminated #if")
}

// holds decides the condition of #if and its kin.
func (p *preprocessor) holds(word *tok, rest []tok) bool {
	switch word.text {
	case "if", "elif":
		return p.evaluate(word, rest)
	}
	if len(rest) == 0 || rest[0].kind != tokIdent {
		p.fail(word, "missing macro name")
	}
	return (p.macros[rest[0].text] != nil) != strings.HasSuffix(word.text, "ndef")
}

// plain is the text of tokens.
func plain(line []tok) string {
	if len(line) == 0 {
		return ""
	}
	src := line[0].file
	text := string(src.src[line[0].off:])
	last := int(line[len(line)-1].off - line[0].off)
	if n := strings.IndexByte(text[last:], '\n'); n >= 0 {
		text = text[:last+n]
	}
	return strings.TrimSpace(text)
}

// lineMarker executes #line, or # with a number: what __LINE__ and __FILE__
// say changes, positions do not.
func (p *preprocessor) lineMarker(f *openFile, rest []tok, word bool) {
	if word {
		rest = p.expandAll(rest)
	}
	n := int32(0)
	for _, c := range firstText(rest) {
		if c < '0' || c > '9' || n > 1<<27 {
			p.failAt(rest, "not a line number")
		}
		n = n*10 + c - '0'
	}
	if len(rest) == 0 {
		p.failAt(rest, "not a line number")
	}
	next := int32(0)
	if f.i < len(f.toks) {
		l, _ := f.src.lineCol(int(rest[0].off))
		next = int32(l) + 1
	}
	f.shift = n - next
	if len(rest) > 1 && rest[1].kind == tokString {
		_, body := splitLiteral(rest[1].text)
		units, _ := literalValues(body, "")
		name := make([]byte, len(units))
		for i, u := range units {
			name[i] = byte(u)
		}
		f.name = string(name)
	}
}

func firstText(line []tok) string {
	if len(line) == 0 {
		return ""
	}
	return line[0].text
}

// pragma executes a #pragma: those of the preprocessor at once, others are
// left for later.
func (p *preprocessor) pragma(f *openFile, rest []tok) {
	switch firstText(rest) {
	case "once":
		p.includes.once[f.src.name] = true
		return
	case "push_macro", "pop_macro":
		p.pushMacro(rest)
		return
	case "GCC":
		if len(rest) > 1 && rest[1].text == "error" {
			p.fail(&rest[1], "%s", plain(rest[2:]))
		}
	}
	if len(rest) > 0 && !isEmbedded(f.src.name) {
		p.pragmas = append(p.pragmas, pragma{before: len(p.out), toks: rest})
	}
}

// pushMacro executes #pragma push_macro("x") and pop_macro.
func (p *preprocessor) pushMacro(rest []tok) {
	if len(rest) < 4 || rest[2].kind != tokString {
		p.failAt(rest, "missing macro name")
	}
	_, name := splitLiteral(rest[2].text)
	stack := p.pushed[name]
	if rest[0].text == "push_macro" {
		p.pushed[name] = append(stack, p.macros[name])
		return
	}
	if n := len(stack); n > 0 {
		delete(p.macros, name)
		if m := stack[n-1]; m != nil {
			p.macros[name] = m
		}
		p.pushed[name] = stack[:n-1]
	}
}

// pragmaOperator executes _Pragma ("..."), whose operand may come from a macro.
func (p *preprocessor) pragmaOperator(t *tok) bool {
	var in []tok
	for range 3 {
		in = append(in, p.token())
	}
	if !in[0].is("(") || in[1].kind != tokString || !in[2].is(")") {
		p.fail(t, "_Pragma takes a string literal in parentheses")
	}
	_, text := splitLiteral(in[1].text)
	text = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(text)
	toks, err := lex(newSource("", []byte(text)))
	if err != nil {
		p.fail(t, "%s", err.Msg)
	}
	for i := range toks {
		toks[i].file, toks[i].off, toks[i].line, toks[i].alien = t.file, t.off, t.line, true
	}
	p.pragma(p.frames[len(p.frames)-1], toks)
	return true
}

// Pragmas. Most say nothing about what a program does: diagnostics,
// optimisation, OpenMP (which gcc ignores without an option), STDC FP_CONTRACT
// and FENV_ACCESS (gcc knows neither in C), poison, system_header. once,
// push_macro and pop_macro are the preprocessor's, pack is read with the
// layouts. The others come here.

// symbolMark is a pragma about a symbol.
type symbolMark struct {
	kind         string // weak, redefine_extname
	name, target string
}

// symbolMarks are the pragmas of a translation unit about symbols.
func (t *text) symbolMarks() (out []symbolMark) {
	for _, pr := range t.pragmas {
		word := func(i int) string {
			if i < len(pr.toks) {
				return pr.toks[i].text
			}
			return ""
		}
		switch {
		case word(1) == "":
		case word(0) == "weak":
			m := symbolMark{kind: "weak", name: word(1)}
			if word(2) == "=" {
				m.target = word(3)
			}
			out = append(out, m)
		case word(0) == "redefine_extname" && word(2) != "":
			out = append(out, symbolMark{kind: word(0), name: word(1), target: word(2)})
		}
	}
	return out
}
