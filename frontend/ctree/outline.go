package ctree

import (
	"sort"

	"culprit/frontend/cpp"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// PlaceKind says what is at a Place.
type PlaceKind uint8

// The kinds of places.
const (
	PlaceStatement   PlaceKind = iota // a statement
	PlaceDeclaration                  // a declaration in a block
	PlaceExpression                   // a full expression that is not a statement of its own
	PlaceBranching                    // if, while, do, for, or the ? of a conditional expression
	PlaceSwitch                       // switch
	PlaceCall                         // a call, at its closing parenthesis
)

// Extent is a range of bytes of the file.
type Extent struct{ Start, End int }

// Contains reports whether an offset lies in the range.
func (e Extent) Contains(off int) bool { return e.Start <= off && off < e.End }

// Place is something in a C file that other programs refer to by its position,
// with what is needed to change the text there. Offsets are in bytes from the
// start of the file.
type Place struct {
	Kind  PlaceKind
	Func  string // the function it is in
	At    int    // where it is: the first character, the keyword, the ?, the )
	Also  int    // for do: the keyword while after the body, else -1
	Whole Extent
	// Own is what is evaluated at the place itself, without the statements
	// below it: the conditions of if, while and for.
	Own []Extent
	// Insert is where another statement can be put so that it is executed
	// whenever this one is: after its labels. Braces says that both then need
	// braces around them.
	Insert int
	Braces bool
	// Cond is the condition of a branching, empty for for (;;). Loop says that
	// it is one of a loop, Do that the loop is do-while.
	Cond     Extent
	Loop, Do bool
	Cases    []Extent // of a switch: the case labels without keyword and colon
	// Name is the function of a call, "" if it is not called by name. Args
	// tells whether there are calls among the arguments, Last is the last
	// argument, and Void that there is no result.
	Name  string
	Args  bool
	Last  Extent
	Void  bool
	Label bool // a statement with a label that is a name
}

// Outline lists the places of a C file in the order of At, and where its
// first function starts. Hidden are the places that are expanded from a macro, or
// whose condition does with its parentheses: of these, only Kind, Func, Loop
// and, as Whole, the use of the macro or the keyword are known.
type Outline struct {
	Places []Place
	Hidden []Place
	First  int
	Bodies map[string]Extent // of the functions
}

// NewOutline is the outline of the first of the units.
func NewOutline(units *parse.Units) *Outline {
	ast := units.ASTs[0]
	s := outliner{src: units.Sources, main: units.Sources.Main, out: &Outline{First: -1, Bodies: map[string]Extent{}}}
	for l := ast.TranslationUnit; l != nil; l = l.TranslationUnit {
		d := l.ExternalDeclaration
		if d == nil || d.Case != cc.ExternalDeclarationFuncDef || d.FunctionDefinition.Declarator == nil {
			continue
		}
		s.function(d.FunctionDefinition)
	}
	sort.SliceStable(s.out.Places, func(i, j int) bool { return s.out.Places[i].At < s.out.Places[j].At })
	return s.out
}

type outliner struct {
	src  *parse.Sources
	main *cpp.File
	out  *Outline
	name string
}

// at is the offset of a token or node in the file, -1 if it stands elsewhere.
func (s *outliner) at(t cc.Node) int {
	f, off := s.src.Locate(t)
	if f != s.main || f == nil {
		return -1
	}
	return off
}

// is returns the offset of a token whose text is there, -1 for one that
// is expanded from a macro.
func (s *outliner) is(t cc.Token) int {
	off := s.at(t)
	src, txt := s.main.Text, t.Src()
	if off < 0 || len(txt) == 0 || off+len(txt) > len(src) || string(src[off:off+len(txt)]) != string(txt) {
		return -1
	}
	return off
}

// behind is the offset after a token, or after the macro it comes from.
func (s *outliner) behind(t cc.Token) int {
	off := s.at(t)
	if off < 0 {
		return -1
	}
	return s.main.End(off, t.Src())
}

// between is what stands between two tokens.
func (s *outliner) between(a, b cc.Token) (Extent, bool) {
	i, j := s.is(a), s.is(b)
	if i < 0 || j < 0 || i >= j {
		return Extent{}, false
	}
	return Extent{i + len(a.Src()), j}, true
}

// expr is the extent of an expression.
func (s *outliner) expr(n cc.ExpressionNode) (Extent, bool) {
	if n == nil {
		return Extent{}, false
	}
	i, j := s.at(syntax.First(n)), s.behind(syntax.Last(n))
	if i < 0 || j <= i {
		return Extent{}, false
	}
	return Extent{i, max(j, s.behind(syntax.First(n)))}, true
}

func (s *outliner) add(p Place) {
	p.Func = s.name
	if p.Kind != PlaceBranching || !p.Do {
		p.Also = -1
	}
	s.out.Places = append(s.out.Places, p)
}

// hide adds a place that cannot be changed, where its first token is.
func (s *outliner) hide(p Place, first cc.Token) {
	if at, end := s.at(first), s.behind(first); at >= 0 && end > at {
		p.Func, p.At, p.Whole = s.name, at, Extent{at, end}
		s.out.Hidden = append(s.out.Hidden, p)
	}
}

func (s *outliner) function(d *cc.FunctionDefinition) {
	s.name = d.Declarator.Name()
	c := d.CompoundStatement
	if c == nil {
		return
	}
	open, end := s.is(c.Token), s.is(c.Token2)
	if open < 0 || end < 0 {
		s.hideBody(c)
		return
	}
	s.out.Bodies[s.name] = Extent{open, end + 1}
	start := s.at(d)
	if start >= 0 && (s.out.First < 0 || start < s.out.First) {
		s.out.First = start
	}
	s.block(c)
	syntax.Each(c, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.ConditionalExpression:
			if x.Case == cc.ConditionalExpressionCond {
				s.conditional(x)
			}
		case *cc.PostfixExpression:
			if x.Case == cc.PostfixExpressionCall {
				s.call(x)
			}
		}
	})
}

// hideBody hides all that may be in a body whose braces are expanded from a macro.
func (s *outliner) hideBody(c *cc.CompoundStatement) {
	at, end := s.at(c.Token), max(s.behind(c.Token), s.behind(c.Token2))
	if at < 0 || end <= at {
		return
	}
	for k := PlaceStatement; k <= PlaceCall; k++ {
		s.out.Hidden = append(s.out.Hidden, Place{Kind: k, Func: s.name, At: at, Whole: Extent{at, end}, Loop: true})
	}
}

func (s *outliner) block(c *cc.CompoundStatement) {
	for l := c.BlockItemList; l != nil; l = l.BlockItemList {
		switch b := l.BlockItem; b.Case {
		case cc.BlockItemDecl:
			s.declaration(b.Declaration)
		case cc.BlockItemStmt:
			s.stmt(b.Statement, false)
		}
	}
}

// declaration adds a declaration and the initialisers in it.
func (s *outliner) declaration(d *cc.Declaration) {
	at, end := s.at(d), s.behind(d.Token)
	if d.Case == cc.DeclarationAuto {
		end = s.behind(d.Token3)
	}
	if d.Case == cc.DeclarationAssert || at < 0 || end <= at || s.main.Text[at] == '{' { // __func__ is declared there
		return
	}
	whole := Extent{at, end}
	s.add(Place{Kind: PlaceDeclaration, At: at, Whole: whole, Own: []Extent{whole}, Insert: at})
	syntax.Each(d, func(n cc.Node) {
		if x, ok := n.(*cc.InitDeclarator); ok && x.Initializer != nil {
			s.full(x.Initializer.AssignmentExpression)
			if t := s.at(x.Declarator.NameTok()); t > at && t < end {
				s.add(Place{Kind: PlaceExpression, At: t, Whole: Extent{t, end}, Own: []Extent{{t, end}}})
			}
		}
	})
}

// full adds a full expression.
func (s *outliner) full(n cc.ExpressionNode) {
	if e, ok := s.expr(n); ok {
		s.add(Place{Kind: PlaceExpression, At: e.Start, Whole: e, Own: []Extent{e}})
	}
}

// stmt adds a statement and those in it, and returns where it starts and
// ends; the end is -1 if it is not known. bare says that it is not an item of a
// block.
func (s *outliner) stmt(x *cc.Statement, bare bool) (start, end int) {
	p := Place{Kind: PlaceStatement, Braces: bare}
	switch x.Case {
	case cc.StatementLabeled:
		return s.labeled(x.LabeledStatement, bare)
	case cc.StatementCompound:
		c := x.CompoundStatement
		start, end = s.is(c.Token), s.is(c.Token2)
		s.block(c)
		if start < 0 || end < 0 {
			s.hide(p, c.Token)
			return start, -1
		}
		p.Insert, p.Braces = start+1, false
		p.Whole = Extent{start, end + 1}
		p.At = start
		s.add(p)
		return start, end + 1
	case cc.StatementExpr:
		e := x.ExpressionStatement
		start, end = s.at(e.Token), s.behind(e.Token)
		if own, ok := s.expr(e.ExpressionList); ok {
			start = own.Start
			if s.is(e.Token) < 0 { // the semicolon is expanded from a macro, too
				end = max(end, own.End)
			}
			p.Own = []Extent{own}
		}
	case cc.StatementSelection:
		start, end = s.selection(x.SelectionStatement, &p)
	case cc.StatementIteration:
		start, end = s.iteration(x.IterationStatement, &p)
	case cc.StatementJump:
		start, end = s.jump(x.JumpStatement, &p)
	case cc.StatementAsm:
		if x.AsmStatement == nil || x.AsmStatement.Asm == nil {
			return -1, -1
		}
		start, end = s.at(x.AsmStatement.Asm.Token), s.behind(x.AsmStatement.Token)
		p.Own = []Extent{{start, end}}
	}
	if start < 0 || end <= start {
		return start, -1
	}
	p.At, p.Insert, p.Whole = start, start, Extent{start, end}
	s.add(p)
	return start, end
}

func (s *outliner) labeled(x *cc.LabeledStatement, bare bool) (start, end int) {
	colon := x.Token2
	if x.Case == cc.LabeledStatementRange {
		colon = x.Token3
	}
	start = s.is(x.Token)
	p := Place{Kind: PlaceStatement, At: start, Braces: true, Label: x.Case == cc.LabeledStatementLabel}
	p.Insert = s.behind(colon)
	if x.Statement == nil {
		return start, p.Insert
	}
	from, end := s.stmt(x.Statement, bare)
	if start < 0 || p.Insert < 0 || from < 0 || end < 0 {
		s.hide(Place{Kind: PlaceStatement, Label: p.Label}, x.Token)
		return start, -1
	}
	p.Braces = bare
	p.Whole = Extent{start, end}
	p.Own = []Extent{{start, p.Insert}}
	s.add(p)
	// A label ERROR counts as its statement.
	for i := len(s.out.Places) - 2; i >= 0; i-- {
		if q := &s.out.Places[i]; q.Kind == PlaceStatement && q.At == from {
			s.out.Places[len(s.out.Places)-1].Own = append(p.Own, q.Own...)
			q.Braces = bare
			break
		}
	}
	return start, end
}

func (s *outliner) selection(x *cc.SelectionStatement, p *Place) (start, end int) {
	start = s.is(x.Token)
	cond, ok := s.between(x.Token2, x.Token3)
	_, end = s.stmt(x.Statement, true)
	if x.Case == cc.SelectionStatementIfElse && x.Statement2 != nil {
		_, end = s.stmt(x.Statement2, true)
	}
	b := Place{Kind: PlaceBranching, At: start, Whole: Extent{start, end}, Cond: cond}
	if x.Case == cc.SelectionStatementSwitch {
		b.Kind = PlaceSwitch
	}
	if start < 0 || !ok {
		s.hide(b, x.Token)
		s.hide(*p, x.Token)
		return start, -1
	}
	p.Own = []Extent{{start, cond.End}}
	s.full(x.ExpressionList)
	if b.Kind == PlaceSwitch {
		for _, l := range x.LabeledStatements() {
			switch l.Case {
			case cc.LabeledStatementCaseLabel:
				if e, ok := s.expr(l.ConstantExpression); ok {
					b.Cases = append(b.Cases, e)
				}
			case cc.LabeledStatementRange:
				e, ok1 := s.expr(l.ConstantExpression)
				f, ok2 := s.expr(l.ConstantExpression2)
				if ok1 && ok2 {
					b.Cases = append(b.Cases, Extent{e.Start, f.End})
				}
			}
		}
	}
	s.add(b)
	return start, end
}

func (s *outliner) iteration(x *cc.IterationStatement, p *Place) (start, end int) {
	start = s.is(x.Token)
	b := Place{Kind: PlaceBranching, At: start, Loop: true}
	var ok bool
	switch x.Case {
	case cc.IterationStatementWhile:
		b.Cond, ok = s.between(x.Token2, x.Token3)
		s.full(x.ExpressionList)
		_, end = s.stmt(x.Statement, true)
	case cc.IterationStatementDo:
		b.Cond, ok = s.between(x.Token3, x.Token4)
		b.Do, b.Also = true, s.is(x.Token2)
		s.full(x.ExpressionList)
		s.stmt(x.Statement, true)
		end = s.behind(x.Token5)
	case cc.IterationStatementFor:
		b.Cond, ok = s.between(x.Token3, x.Token4)
		s.full(x.ExpressionList)
		s.full(x.ExpressionList2)
		s.full(x.ExpressionList3)
		_, end = s.stmt(x.Statement, true)
	default:
		b.Cond, ok = s.between(x.Declaration.Token, x.Token3)
		s.declaration(x.Declaration)
		s.forDeclaration()
		s.full(x.ExpressionList)
		s.full(x.ExpressionList2)
		_, end = s.stmt(x.Statement, true)
	}
	if start < 0 || !ok {
		s.hide(b, x.Token)
		s.hide(*p, x.Token)
		return start, -1
	}
	p.Own = []Extent{{start, b.Cond.End}}
	if b.Do {
		p.Own = []Extent{b.Cond}
	}
	b.Whole = Extent{start, end}
	s.add(b)
	return start, end
}

// forDeclaration makes the declaration in the head of a for loop a mere
// expression: no statement fits before it.
func (s *outliner) forDeclaration() {
	for i := len(s.out.Places) - 1; i >= 0; i-- {
		if p := &s.out.Places[i]; p.Kind == PlaceDeclaration {
			p.Kind = PlaceExpression
			return
		}
	}
}

func (s *outliner) jump(x *cc.JumpStatement, p *Place) (start, end int) {
	start = s.at(x.Token)
	last := x.Token2
	switch x.Case {
	case cc.JumpStatementGoto, cc.JumpStatementGotoExpr:
		last = x.Token3
	}
	end = s.behind(last)
	if x.ExpressionList != nil {
		s.full(x.ExpressionList)
	}
	p.Own = []Extent{{start, end}}
	return start, end
}

func (s *outliner) conditional(x *cc.ConditionalExpression) {
	at := s.is(x.Token)
	cond, ok := s.expr(x.LogicalOrExpression)
	if at < 0 || !ok || cond.End > at {
		s.hide(Place{Kind: PlaceBranching}, x.Token)
		return
	}
	whole, _ := s.expr(x)
	s.add(Place{Kind: PlaceBranching, At: at, Whole: whole, Cond: cond})
}

func (s *outliner) call(x *cc.PostfixExpression) {
	at := s.is(x.Token2)
	whole, ok := s.expr(x)
	if at < 0 || s.is(x.Token) < 0 || !ok {
		s.hide(Place{Kind: PlaceCall}, x.Token2)
		return
	}
	whole.End = at + 1
	p := Place{Kind: PlaceCall, At: at, Whole: whole, Own: []Extent{whole}}
	if id := syntax.Ident(x.PostfixExpression); id != nil {
		p.Name = id.Token.SrcStr()
	}
	if t := x.Type(); t != nil {
		p.Void = t.Kind() == cc.Void
	}
	for l := x.ArgumentExpressionList; l != nil; l = l.ArgumentExpressionList {
		if e, ok := s.expr(l.AssignmentExpression); ok {
			p.Last = e
		}
		p.Args = p.Args || hasCall(l.AssignmentExpression)
	}
	s.add(p)
}

// hasCall reports whether an expression contains a call.
func hasCall(n cc.Node) bool {
	found := false
	syntax.Each(n, func(n cc.Node) {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionCall {
			found = true
		}
	})
	return found
}
