package cfgtext

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
)

// Parse reads the text form of a program, which cfg/print.go describes, and
// assigns its addresses. The result satisfies Check if the text does.
func Parse(text string) (prog *cfg.Program, err error) {
	p := &textParser{
		prog: &cfg.Program{PtrBits: 64}, vars: map[string]*cfg.Var{}, objects: map[string]*cfg.Object{},
		procs: map[string]*cfg.Proc{}, locs: map[int]*cfg.Loc{},
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			prog, err = nil, fmt.Errorf("line %d: %s", p.line, string(e))
		}
	}()
	lines := strings.Split(text, "\n")
	// Declarations and heads first: expressions name what is declared later.
	for i, pass := range []func(){p.declaration, p.header, p.definition} {
		p.cur = nil
		for k, l := range lines {
			p.line, p.rest = k+1, l
			if p.next(); p.tok != "" {
				pass()
			}
		}
		p.endPass(i)
	}
	return p.prog, nil
}

func parseType(s string) (cfg.Type, bool) {
	if s == "bool" {
		return cfg.BoolType, true
	}
	if len(s) < 2 {
		return cfg.Type{}, false
	}
	n, err := strconv.Atoi(s[1:])
	switch {
	case err != nil || n < 1 || n > 64 || strconv.Itoa(n) != s[1:]:
		return cfg.Type{}, false
	case s[0] == 'i':
		return cfg.BV(n), true
	case s[0] == 'f' && (n == 32 || n == 64):
		return cfg.FP(n), true
	}
	return cfg.Type{}, false
}

func (p *textParser) typ() cfg.Type {
	t, ok := parseType(p.tok)
	if !ok {
		p.fail("%q where a type was expected", p.tok)
	}
	p.next()
	return t
}

// pos reads an optional source range; file strings only count before one.
func (p *textParser) pos() cfg.Pos {
	file := p.prog.File
	if p.isString() {
		save, saveTok := p.rest, p.tok
		s := p.str()
		if !p.isNumber() {
			p.rest, p.tok = save, saveTok
			return cfg.Pos{}
		}
		file = s
	}
	if !p.isNumber() {
		return cfg.Pos{}
	}
	x := cfg.Pos{File: file, Line: p.number()}
	p.expect(":")
	x.Col = p.number()
	p.expect("-")
	x.EndLine = p.number()
	p.expect(":")
	x.EndCol = p.number()
	return x
}

// declaration handles a line in the first pass: everything but statements.
func (p *textParser) declaration() {
	switch p.tok {
	case "program":
		p.next()
		p.prog.File = p.str()
		p.prog.PtrBits = p.number()
		p.prog.Apart = p.accept("apart")
		p.prog.Initialised = p.accept("initialised")
	case "object":
		p.next()
		key, name := p.splitName()
		o := p.prog.NewObject(nil, name, uint64(p.number()), 1)
		p.objects[key] = o
	case "ctype":
		p.declareCType()
	case "region":
		p.next()
		_, name := p.splitName()
		r := &cfg.Region{ID: len(p.prog.Regions), Name: name}
		p.expect("cell")
		r.Cell = p.number()
		p.prog.Regions = append(p.prog.Regions, r)
	case "var":
		p.next()
		key, name := p.splitName()
		v := &cfg.Var{ID: len(p.prog.Vars), Name: name, Type: p.typ(), Proc: p.cur}
		if p.vars[key] != nil {
			p.fail("a second variable %s", key)
		}
		p.prog.Vars = append(p.prog.Vars, v)
		p.vars[key] = v
		return
	case "proc":
		p.next()
		p.declareProc()
	case "end":
		p.cur = nil
	case "loc":
		p.next()
		p.mention()
	default:
		if n := strings.TrimPrefix(p.tok, "e"); n != p.tok && n != "" && strings.Trim(n, "0123456789") == "" {
			p.next()
		}
		if p.isNumber() {
			p.mention()
			p.expect("->")
			p.mention()
		}
	}
}

// declareProc begins a procedure, and takes note of its entry and exit.
func (p *textParser) declareProc() {
	key, name := p.splitName()
	if p.procs[key] != nil {
		p.fail("a second procedure %s", key)
	}
	p.cur = p.prog.NewProc(name, cfg.Pos{})
	p.procs[key] = p.cur
	for p.tok != "" {
		named := p.tok == "entry" || p.tok == "exit"
		p.next()
		if named {
			p.mention()
		}
	}
}

// mention records the number of a location.
func (p *textParser) mention() {
	n := p.number()
	if p.owner == nil {
		p.owner = map[int]*cfg.Proc{}
	}
	if p.cur == nil {
		p.fail("location %d outside a procedure", n)
	}
	if f := p.owner[n]; f != nil && f != p.cur {
		p.fail("location %d belongs to %s", n, f.Name)
	}
	p.owner[n] = p.cur
}

// endPass makes the locations, in the order of their numbers, after the first
// pass, and completes the program after the second.
func (p *textParser) endPass(pass int) {
	if pass == 1 {
		return
	}
	if pass == 0 {
		p.edges = map[int]*cfg.Edge{}
		var nums []int
		for n := range p.owner {
			nums = append(nums, n)
		}
		slices.Sort(nums)
		for _, n := range nums {
			p.locs[n] = p.prog.NewLoc(p.owner[n], cfg.Pos{})
		}
		return
	}
	ids := make([]int, 0, len(p.edges))
	for id := range p.edges {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		e := p.edges[id]
		n := p.prog.NewEdge(e.From, e.To, e.Stmt, e.Pos, e.Text, e.Role)
		n.Call, n.Negated = e.Call, e.Negated
	}
	for _, v := range p.prog.Vars {
		if v.Proc != nil {
			v.Proc.Locals = append(v.Proc.Locals, v)
		}
	}
	p.prog.Layout()
}

func lookup[T any](p *textParser, m map[string]*T, what string) *T {
	x := m[p.tok]
	if x == nil {
		p.fail("no %s %q", what, p.tok)
	}
	p.next()
	return x
}

func (p *textParser) variable() *cfg.Var { return lookup(p, p.vars, "variable") }

func (p *textParser) loc() *cfg.Loc {
	n := p.number()
	if p.locs[n] == nil {
		p.fail("no location %d", n)
	}
	return p.locs[n]
}

// definition handles a line in the second pass.
func (p *textParser) definition() {
	switch p.tok {
	case "program", "region":
		for p.tok != "" {
			p.next()
		}
	case "ctype":
		p.defineCType()
	case "object":
		p.next()
		p.defineObject(lookup(p, p.objects, "object"))
	case "var":
		p.next()
		p.defineVar(p.variable())
	case "proc":
		p.next()
		p.cur = lookup(p, p.procs, "procedure")
		for p.tok != "" {
			p.next()
		}
	case "end":
		p.next()
		p.cur = nil
	case "loc":
		p.next()
		p.locLine(p.loc())
	case "main":
		p.next()
		p.prog.Main = lookup(p, p.procs, "procedure")
	case "heaptop":
		p.next()
		p.prog.HeapTop = p.variable()
	case "note":
		p.next()
		pos := p.pos()
		text := p.str()
		p.prog.Notes = append(p.prog.Notes, cfg.Note{Pos: pos, Text: text, Assumed: p.accept("assumed"), Fails: p.accept("fails")})
	default:
		p.edgeLine()
	}
	if p.tok != "" {
		p.fail("unexpected %q at the end of the line", p.tok)
	}
}

func (p *textParser) defineObject(o *cfg.Object) {
	p.number()
	for p.tok != "" {
		switch {
		case p.accept("align"):
			o.Align = uint64(p.number())
		case p.accept("const"):
			o.Const = true
		case p.accept("outside"):
			o.Outside = true
		case p.accept("elem"):
			o.Elem = p.typ()
		default:
			p.attribute(&o.CType, &o.Proc, &o.Pos)
		}
	}
}

func (p *textParser) defineVar(v *cfg.Var) {
	p.typ()
	for p.tok != "" {
		switch {
		case p.accept("signed"):
			v.Signed = true
		case p.accept("temp"):
			v.Temp = true
		case p.accept("converted"):
			v.Converted = true
		default:
			p.attribute(&v.CType, &v.Proc, &v.Pos)
		}
	}
}

// attribute reads what ends the lines of variables and objects.
func (p *textParser) attribute(ctype **cfg.CType, f **cfg.Proc, pos *cfg.Pos) {
	switch {
	case p.accept("type"):
		*ctype = p.ctypeNamed(p.str())
	case p.accept("proc"):
		*f = lookup(p, p.procs, "procedure")
	default:
		if *pos = p.pos(); *pos == (cfg.Pos{}) {
			p.fail("%q where an attribute was expected", p.tok)
		}
	}
}

// header handles the heads of procedures, before any call is read.
func (p *textParser) header() {
	if p.tok != "proc" {
		return
	}
	p.next()
	p.cur = lookup(p, p.procs, "procedure")
	for p.tok != "" {
		switch {
		case p.accept("params"):
			for p.tok != "" && p.vars[p.tok] != nil {
				p.cur.Params = append(p.cur.Params, p.variable())
			}
		case p.accept("ret"):
			p.cur.Ret = p.variable()
		case p.accept("entry"):
			p.cur.Entry = p.loc()
		case p.accept("exit"):
			p.cur.Exit = p.loc()
		default:
			if p.cur.Pos = p.pos(); p.cur.Pos == (cfg.Pos{}) {
				p.fail("%q in the head of a procedure", p.tok)
			}
		}
	}
}

func (p *textParser) locLine(l *cfg.Loc) {
	for p.tok != "" {
		switch {
		case p.accept("plain"):
		case p.accept("error"):
			l.Kind = cfg.Error
		case p.accept("unsupported"):
			l.Kind = cfg.Unsupported
		case p.accept("loop"):
			l.LoopHead = true
		case p.accept("property"):
			l.Property = p.str()
		case p.accept("because"):
			l.Reason = p.reason()
		default:
			if x := p.pos(); x != (cfg.Pos{}) {
				l.Pos = x
			} else {
				l.Reason = cfg.Reason{Kind: cfg.Construct, Text: p.str()}
			}
		}
	}
}

func (p *textParser) edgeLine() {
	if p.tok[0] == 'e' {
		n, err := strconv.Atoi(p.tok[1:])
		if err != nil {
			p.fail("unknown line %q", p.tok)
		}
		p.nextEdge = n
		p.next()
	}
	if !p.isNumber() {
		p.fail("unknown line %q", p.tok)
	}
	if p.edges[p.nextEdge] != nil {
		p.fail("a second edge %d", p.nextEdge)
	}
	e := &cfg.Edge{ID: p.nextEdge, From: p.loc()}
	p.expect("->")
	e.To = p.loc()
	p.expect(":")
	e.Stmt = p.stmt()
	if p.accept("#") {
		for p.tok != "" {
			switch {
			case p.accept("user"):
			case p.accept("init"):
				e.Role = cfg.RoleInit
			case p.accept("implicit"):
				e.Role = cfg.RoleImplicit
			case p.accept("negated"):
				e.Negated = true
			case p.accept("calls"):
				e.Call = &cfg.CallSite{Func: p.str(), Stdin: p.accept("stdin"), Writes: p.accept("writes")}
				if p.accept("format") {
					e.Call.Format, e.Call.Formatted = p.str(), true
				}
			default:
				if x := p.pos(); x != (cfg.Pos{}) {
					e.Pos = x
				} else {
					e.Text = p.str()
				}
			}
		}
	}
	p.edges[e.ID] = e
	p.nextEdge++
}
