package logic

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"culprit/internal/ieee"
)

// ParseError is a syntax or sort error at a byte offset of the input.
type ParseError struct {
	Line, Col int
	Msg       string
}

func (e *ParseError) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// Parse reads one term, or a script of declarations and assertions, whose conjunction it gives. Variables must be declared in the
// script, or exist in the table under exactly one sort. Other commands of SMT-LIB are skipped.
func Parse(tb *Table, s string) (t T, err error) {
	p := &parser{tb: tb, src: s, vars: map[string]T{}, funs: map[string]funDecl{}, lets: map[string][]T{}}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*ParseError)
			if !ok {
				panic(r)
			}
			t, err = False, e
		}
	}()
	return p.script(), nil
}

type funDecl struct {
	args []Sort
	res  Sort
}

type binding struct {
	name string
	t    T
}

type parser struct {
	tb    *Table
	src   string
	pos   int
	depth int
	vars  map[string]T
	funs  map[string]funDecl
	lets  map[string][]T // innermost last
	known map[string][]T // variables of the table by name, built on demand
}

// maxParseDepth bounds the nesting of the input.
const maxParseDepth = 200000

func (p *parser) fail(pos int, format string, args ...any) {
	before := p.src[:min(pos, len(p.src))]
	line := strings.Count(before, "\n") + 1
	col := len(before) - strings.LastIndexByte(before, '\n')
	panic(&ParseError{line, col, fmt.Sprintf(format, args...)})
}

// next gives the next token: "(", ")", a symbol (quoted: with leading '|' kept), a number; "" at the end.
func (p *parser) next() (string, int) {
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			p.pos++
			continue
		case c == ';':
			for p.pos < len(p.src) && p.src[p.pos] != '\n' {
				p.pos++
			}
			continue
		}
		break
	}
	start := p.pos
	if start == len(p.src) {
		return "", start
	}
	switch p.src[start] {
	case '(', ')':
		p.pos++
	case '|', '"':
		end := strings.IndexByte(p.src[start+1:], p.src[start])
		if end < 0 {
			p.fail(start, "unterminated %c", p.src[start])
		}
		p.pos = start + 1 + end
		tok := p.src[start:p.pos]
		p.pos++
		return tok, start
	default:
		for p.pos < len(p.src) && !strings.ContainsRune(" \t\r\n()|\";", rune(p.src[p.pos])) {
			p.pos++
		}
	}
	return p.src[start:p.pos], start
}

func (p *parser) peek() string {
	save := p.pos
	tok, _ := p.next()
	p.pos = save
	return tok
}

func (p *parser) expect(want string) {
	if tok, at := p.next(); tok != want {
		p.fail(at, "%q expected, not %q", want, tok)
	}
}

func (p *parser) script() T {
	var asserts []T
	for p.peek() != "" {
		save := p.pos
		tok, _ := p.next()
		if tok == "(" {
			cmd, at := p.next()
			switch cmd {
			case "declare-fun", "declare-const":
				p.declare(cmd)
				continue
			case "assert":
				f := p.term()
				if p.tb.Sort(f).Kind != SBool {
					p.fail(at, "assertion of sort %s", p.tb.Sort(f))
				}
				asserts = append(asserts, f)
				p.expect(")")
				continue
			case "set-logic", "set-info", "set-option", "check-sat", "get-model", "exit":
				p.skip()
				continue
			}
		}
		p.pos = save
		t := p.term()
		if tok, at := p.next(); tok != "" {
			p.fail(at, "unexpected %q after the term", tok)
		}
		if len(asserts) == 0 {
			return t
		}
		p.fail(save, "a term after assertions")
	}
	if len(asserts) == 0 {
		p.fail(p.pos, "no term")
	}
	return p.tb.And(asserts...)
}

// skip reads up to the parenthesis that closes the current command.
func (p *parser) skip() {
	for depth := 1; depth > 0; {
		switch tok, at := p.next(); tok {
		case "(":
			depth++
		case ")":
			depth--
		case "":
			p.fail(at, "unexpected end")
		}
	}
}

func (p *parser) symbol() string {
	tok, at := p.next()
	if tok == "" || tok == "(" || tok == ")" || tok[0] == '"' {
		p.fail(at, "symbol expected, not %q", tok)
	}
	return strings.TrimPrefix(tok, "|")
}

func (p *parser) number(lo, hi int) int {
	tok, at := p.next()
	n, err := strconv.Atoi(tok)
	if err != nil || n < lo || n > hi {
		p.fail(at, "number from %d to %d expected, not %q", lo, hi, tok)
	}
	return n
}

func (p *parser) declare(cmd string) {
	at := p.pos
	name := p.symbol()
	var d funDecl
	if cmd == "declare-fun" {
		p.expect("(")
		for p.peek() != ")" {
			d.args = append(d.args, p.sort())
		}
		p.expect(")")
	}
	d.res = p.sort()
	p.expect(")")
	if _, ok := p.funs[name]; ok {
		p.fail(at, "%q is declared twice", name)
	}
	if v, ok := p.vars[name]; ok && (p.tb.Sort(v) != d.res || len(d.args) > 0) {
		p.fail(at, "%q is declared differently before", name)
	}
	if len(d.args) == 0 {
		p.vars[name] = p.tb.Var(name, d.res)
	} else {
		p.funs[name] = d
	}
}

func (p *parser) sort() Sort {
	tok, at := p.next()
	switch tok {
	case "Bool":
		return BoolSort()
	case "(":
		switch tok, at := p.next(); tok {
		case "_":
			p.expect("BitVec")
			w := p.number(1, 64)
			p.expect(")")
			return BVSort(w)
		case "Array":
			i := p.sort()
			e := p.sort()
			p.expect(")")
			if i.Kind != SBV || e.Kind != SBV {
				p.fail(at, "array of %s to %s", i, e)
			}
			return ArraySort(int(i.W), int(e.W))
		}
	}
	p.fail(at, "sort expected, not %q", tok)
	return Sort{}
}

// term reads one term. Nested lets are read in a loop.
func (p *parser) term() T {
	p.depth++
	if p.depth > maxParseDepth {
		p.fail(p.pos, "nested too deeply")
	}
	var scopes [][]binding
	for {
		save := p.pos
		if tok, _ := p.next(); tok != "(" || p.peek() != "let" {
			p.pos = save
			break
		}
		p.next()
		scopes = append(scopes, p.bindings())
	}
	t := p.simple()
	for _, bs := range scopes {
		p.expect(")")
		for _, b := range bs {
			p.lets[b.name] = p.lets[b.name][:len(p.lets[b.name])-1]
		}
	}
	p.depth--
	return t
}

func (p *parser) bindings() []binding {
	p.expect("(")
	var bs []binding
	for p.peek() != ")" {
		p.expect("(")
		name := p.symbol()
		bs = append(bs, binding{name, p.term()})
		p.expect(")")
	}
	p.expect(")")
	for _, b := range bs {
		p.lets[b.name] = append(p.lets[b.name], b.t)
	}
	return bs
}

func (p *parser) simple() T {
	tok, at := p.next()
	switch {
	case tok == "":
		p.fail(at, "unexpected end")
	case tok == ")":
		p.fail(at, "unexpected )")
	case tok == "(":
		return p.compound(at)
	case tok == "true":
		return True
	case tok == "false":
		return False
	case strings.HasPrefix(tok, "#x"), strings.HasPrefix(tok, "#b"):
		return p.literal(tok, at)
	}
	return p.variable(strings.TrimPrefix(tok, "|"), at)
}

func (p *parser) literal(tok string, at int) T {
	base, per := 16, 4
	if tok[1] == 'b' {
		base, per = 2, 1
	}
	v, err := strconv.ParseUint(tok[2:], base, 64)
	w := (len(tok) - 2) * per
	if err != nil || w > 64 {
		p.fail(at, "bad literal %q", tok)
	}
	return p.tb.BV(w, v)
}

func (p *parser) variable(name string, at int) T {
	if ts := p.lets[name]; len(ts) > 0 {
		return ts[len(ts)-1]
	}
	if v, ok := p.vars[name]; ok {
		return v
	}
	if p.known == nil {
		p.known = map[string][]T{}
		for t := range p.tb.nodes {
			if p.tb.nodes[t].op == OpVar {
				n := p.tb.Name(T(t))
				p.known[n] = append(p.known[n], T(t))
			}
		}
	}
	vs := p.known[name]
	if len(vs) != 1 {
		p.fail(at, "%q is declared under %d sorts", name, len(vs))
	}
	return vs[0]
}

func (p *parser) args() []T {
	var ts []T
	for p.peek() != ")" {
		ts = append(ts, p.term())
	}
	p.next()
	return ts
}

// compound reads a term after its opening parenthesis.
func (p *parser) compound(at int) T {
	tok, _ := p.next()
	switch {
	case tok == "(":
		return p.indexed()
	case tok == "_":
		// (_ bv5 32)
		lit, lat := p.next()
		w := p.number(1, 64)
		p.expect(")")
		v, err := strconv.ParseUint(strings.TrimPrefix(lit, "bv"), 10, 64)
		if err != nil || !strings.HasPrefix(lit, "bv") {
			p.fail(lat, "bad literal %q", lit)
		}
		return p.tb.BV(w, v)
	case tok == "as":
		// (as name sort): the variable of that sort.
		name := p.symbol()
		v := p.tb.Var(name, p.sort())
		p.expect(")")
		return v
	}
	args := p.args()
	if !strings.HasPrefix(tok, "|") && reserved[tok] {
		return p.apply(tok, at, args)
	}
	name := strings.TrimPrefix(tok, "|")
	d, ok := p.funs[name]
	if !ok {
		p.fail(at, "unknown function %q", name)
	}
	if len(d.args) != len(args) {
		p.fail(at, "%q takes %d arguments, not %d", name, len(d.args), len(args))
	}
	for i, a := range args {
		if p.tb.Sort(a) != d.args[i] || d.args[i].Kind == SArray {
			p.fail(at, "argument %d of %q has sort %s", i+1, name, p.tb.Sort(a))
		}
	}
	if d.res.Kind == SArray {
		p.fail(at, "function %q gives an array", name)
	}
	return p.tb.Apply(name, d.res, args...)
}

// indexed reads ((_ f n...) args) and ((as const sort) arg) after the second parenthesis.
func (p *parser) indexed() T {
	tok, at := p.next()
	switch tok {
	case "as":
		p.expect("const")
		s := p.sort()
		p.expect(")")
		args := p.args()
		if s.Kind != SArray || len(args) != 1 || p.tb.Sort(args[0]) != BVSort(int(s.E)) {
			p.fail(at, "ill-sorted constant array")
		}
		return p.tb.ConstArray(s, args[0])
	case "_":
		op, opAt := p.next()
		var idx []int
		for p.peek() != ")" {
			idx = append(idx, p.number(0, 64))
		}
		p.next()
		args := p.args()
		if strings.HasPrefix(op, "fp.") {
			return p.float(op, opAt, idx, args)
		}
		if len(args) != 1 || p.tb.Sort(args[0]).Kind != SBV {
			p.fail(at, "ill-sorted %s", op)
		}
		w := p.tb.Width(args[0])
		switch {
		case op == "extract" && len(idx) == 2 && idx[0] >= idx[1] && idx[0] < w:
			return p.tb.Extract(idx[0], idx[1], args[0])
		case op == "zero_extend" && len(idx) == 1 && w+idx[0] <= 64:
			return p.tb.ZExt(args[0], w+idx[0])
		case op == "sign_extend" && len(idx) == 1 && w+idx[0] <= 64:
			return p.tb.SExt(args[0], w+idx[0])
		}
		p.fail(opAt, "bad indices of %q", op)
	}
	p.fail(at, "unexpected %q", tok)
	return False
}

// float applies an operation on floats, ((_ fp.add mode width) x y).
func (p *parser) float(name string, at int, idx []int, args []T) T {
	op := ieee.Op(0)
	for op < ieee.NumOps && op.String() != name {
		op++
	}
	ok := op < ieee.NumOps
	n := 1
	if op.Binary() {
		n = 2
	}
	if !ok || len(idx) != 2 || idx[0] >= int(ieee.NumModes) || idx[1] == 0 || len(args) != n {
		p.fail(at, "bad indices or arguments of %q", name)
	}
	isFloat := func(w int) bool { return w == 32 || w == 64 }
	for _, a := range args {
		if s := p.tb.Sort(a); s.Kind != SBV || s != p.tb.Sort(args[0]) || !op.FromInt() && !isFloat(int(s.W)) {
			p.fail(at, "ill-sorted %q", name)
		}
	}
	if !op.ToInt() && !isFloat(idx[1]) || !op.ToInt() && !op.FromInt() && op != ieee.Convert && idx[1] != p.tb.Width(args[0]) {
		p.fail(at, "%q cannot have %d bits", name, idx[1])
	}
	return p.tb.Float(op, ieee.Mode(idx[0]), idx[1], args...)
}

// WriteSMT writes a script that declares the variables and functions of fs and asserts each of them.
func (tb *Table) WriteSMT(w io.Writer, fs ...T) error {
	p := printer{tb: tb, w: bufio.NewWriter(w)}
	cone := tb.Cone(fs...)
	funs := map[string]bool{}
	for _, t := range cone {
		nd := &tb.nodes[t]
		switch {
		case nd.op == OpVar:
			fmt.Fprintf(p.w, "(declare-fun %s () %s)\n", quote(tb.names[nd.aux]), nd.sort)
		case nd.op == OpApply && !funs[tb.names[nd.aux]]:
			funs[tb.names[nd.aux]] = true
			var sorts []string
			for _, a := range tb.Args(t) {
				sorts = append(sorts, tb.nodes[a].sort.String())
			}
			fmt.Fprintf(p.w, "(declare-fun %s (%s) %s)\n", quote(tb.names[nd.aux]), strings.Join(sorts, " "), nd.sort)
		}
	}
	for _, f := range fs {
		p.w.WriteString("(assert ")
		p.term(f)
		p.w.WriteString(")\n")
	}
	return p.w.Flush()
}
