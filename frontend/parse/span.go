package parse

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// Span is a source range with its text.
type Span struct {
	Pos  cfg.Pos
	Text string
	Call *cfg.CallSite // what the range belongs to, if it is of a call
	// Negated says that text is the negation of what is there.
	Negated bool
}

// Between returns the range from one token to another.
func (s *Sources) Between(from, to cc.Token) Span {
	f, a := s.Locate(from)
	if f == nil {
		return Span{}
	}
	e := f.End(a, from.Src())
	if g, b := s.Locate(to); g == f && b >= a {
		e = max(e, f.End(b, to.Src()))
	}
	l, c := f.LineCol(a)
	el, ec := f.LineCol(e)
	return Span{Pos: cfg.Pos{File: f.Name, Line: l, Col: c, EndLine: el, EndCol: ec}, Text: foldText(f.Text[a:e])}
}

// Node returns the range of an expression.
func (s *Sources) Node(n cc.ExpressionNode) Span {
	if n == nil {
		return Span{}
	}
	return s.Between(syntax.First(n), syntax.Last(n))
}

// foldText strips comments and folds white space.
func foldText(b []byte) string {
	var out strings.Builder
	space := false
	for i := 0; i < len(b); i++ {
		c := b[i]
		switch {
		case c == '/' && i+1 < len(b) && b[i+1] == '*':
			for i += 2; i < len(b) && !(b[i] == '/' && b[i-1] == '*'); i++ {
			}
			space = true
			continue
		case c == '/' && i+1 < len(b) && b[i+1] == '/':
			for i < len(b) && b[i] != '\n' {
				i++
			}
			space = true
			continue
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == '\\' && i+1 < len(b) && b[i+1] == '\n':
			space = true
			continue
		}
		if space && out.Len() > 0 {
			out.WriteByte(' ')
		}
		space = false
		out.WriteByte(c)
		if c == '"' || c == '\'' {
			for i++; i < len(b); i++ {
				out.WriteByte(b[i])
				if b[i] == c {
					break
				}
				if b[i] == '\\' && i+1 < len(b) {
					i++
					out.WriteByte(b[i])
				}
			}
		}
	}
	if out.Len() > maxText {
		return out.String()[:maxText] + " ..."
	}
	return out.String()
}
