package cpp

import (
	_ "embed"
	"strings"
	"sync"

	"culprit/cfg"
)

// Expansion follows gcc: a macro is disabled while its expansion is read, and
// a name that is met then is never expanded.

// tokList is a list of tokens that is read before the rest of the file.
type tokList struct {
	toks    []Token
	i       int
	m       *macro // whose expansion it is
	barrier bool   // what is after it is not read
}

// condition is an open #if.
type condition struct {
	at    *Token
	taken bool // one of its groups was
	last  bool // #else was there
}

// openFile is an open file.
type openFile struct {
	src   *File
	toks  []Token
	i     int
	conds []condition
	shift int32  // of the line numbers by #line
	name  string // for __FILE__
	dir   string // where it was found among the folders of includes
	at    cfg.Pos
	later bool // it has definitions that are expanded if they are needed (definitions.go)
}

// Pragma is a #pragma or _Pragma before token before.
type Pragma struct {
	Before int
	Toks   []Token
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
	out      []Token
	pragmas  []Pragma
	later    definitions
}

// includes are the files that may be included.
type includes struct {
	files map[string]*File // the user's
	once  map[string]bool  // by #pragma once
}

// refusal is the panic that ends preprocessing with an error.
type refusal struct{ err *Error }

func (p *preprocessor) fail(t *Token, format string, args ...any) {
	panic(refusal{Errorf(t.Pos(), format, args...)})
}

// failAt is fail for the first token of a line, which may be empty.
func (p *preprocessor) failAt(line []Token, why string) {
	if len(line) > 0 {
		p.fail(&line[0], "%s", why)
	}
	f := p.frames[len(p.frames)-1]
	p.fail(&f.toks[f.i-1], "%s", why)
}

// count adds work, and ends it at the limit.
func (p *preprocessor) count(t *Token, n int) {
	p.work -= n
	if p.work < 0 {
		p.fail(t, "macro expansion limit exceeded")
	}
	p.poll(n)
}

// poll ends the work now and then if the context is done.
func (p *preprocessor) poll(n int) {
	p.polled -= n
	if p.polled < 0 {
		p.polled = 10_000
		p.conf.Poll()
	}
}

// refused, deferred, makes an error of a refusal.
func (p *preprocessor) refused(err **Error) {
	if r := recover(); r != nil {
		e, is := r.(refusal)
		if !is {
			panic(r)
		}
		*err = e.err
	}
}

// read preprocesses a text with the macros that are there, and returns its
// tokens.
func (p *preprocessor) read(src *File) (out []Token, err *Error) {
	defer p.refused(&err)
	p.base = src.Name
	p.out, p.lists, p.pragmas = nil, nil, nil
	p.open(src, src.Name, "", cfg.Pos{})
	for {
		t := p.token()
		if t.Kind == End {
			break
		}
		switch {
		case t.Kind == Bad:
			p.fail(&t, "%s", t.Text)
		case t.Kind == Punct && strings.Contains("##@`\\", t.Text):
			p.fail(&t, "%s is not expected here", t.Text)
		}
		p.poll(1)
		p.out = append(p.out, t)
	}
	return p.out, nil
}

// push lets tokens be read next.
func (p *preprocessor) push(toks []Token, m *macro) {
	p.lists = append(p.lists, tokList{toks: toks, m: m})
}

// next returns the next token, before expansion.
func (p *preprocessor) next() Token {
	for n := len(p.lists); n > 0; n = len(p.lists) {
		l := &p.lists[n-1]
		if l.i < len(l.toks) {
			l.i++
			return l.toks[l.i-1]
		}
		if l.barrier {
			return Token{}
		}
		if l.m != nil {
			l.m.disabled = false
		}
		p.lists = p.lists[:n-1]
	}
	return p.fromFile()
}

// expandAll expands a list of tokens on its own.
func (p *preprocessor) expandAll(in []Token) (out []Token) {
	p.lists = append(p.lists, tokList{toks: in, barrier: true})
	for {
		t := p.token()
		if t.Kind == End {
			break
		}
		p.count(&t, 1)
		out = append(out, t)
	}
	p.lists = p.lists[:len(p.lists)-1]
	return out
}

// restOfLine takes the tokens up to the end of the line.
func (p *preprocessor) restOfLine(f *openFile) []Token {
	start := f.i
	for f.i < len(f.toks) && !f.toks[f.i].First {
		f.i++
	}
	return f.toks[start:f.i]
}

// Pragmas. Most say nothing about what a program does: diagnostics,
// optimisation, OpenMP (which gcc ignores without an option), STDC FP_CONTRACT
// and FENV_ACCESS (gcc knows neither in C), poison, system_header. once,
// push_macro and pop_macro are the preprocessor's, pack is read with the
// layouts. The others come here.

// definitions are those of a unit.
type definitions struct {
	all   []*definition
	first map[string]*definition // that has the name
	ready int                    // those at the beginning whose places count from the beginning of the unit
}

// macro is a macro of the preprocessor.
type macro struct {
	name     string
	funlike  bool
	variadic bool     // the last parameter takes the rest
	params   []string // __VA_ARGS__ for ...
	body     []Token
	dynamic  func(p *preprocessor, t *Token) (Token, bool) // of __LINE__ and the like
	disabled bool                                          // its expansion is being read
}

// prologue is what the translation units of a data model start with: macros,
// and of the declarations of builtin.h those that a unit needs. All of them
// take cc longer to read than most programs.
type prologue struct {
	once   sync.Once
	macros map[string]*macro
	names  map[string]bool // that occur in builtin.h
	decls  [][]Token
	// uses lists the declarations, by their index, in which a name of a
	// builtin function occurs; always are those that no name asks for: types,
	// and what rewritten texts and the lowering refer to.
	uses   map[string][]int
	always []bool
}

// definition is one that may be needed.
type definition struct {
	at     int     // how many tokens of the unit are before it
	toks   []Token // before expansion
	needed bool
	out    []Token // after expansion
}
