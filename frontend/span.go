package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/parse"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// sources are the texts of a program, in which ranges have a text to be shown.
type sources struct{ *parse.Sources }

// span is a source range with its text.
type span struct {
	pos  cfg.Pos
	text string
	call *cfg.CallSite // what the range belongs to, if it is of a call
	// negated says that text is the negation of what is there.
	negated bool
}

// between returns the range from one token to another.
func (s *sources) between(from, to cc.Token) span {
	f, a := s.Locate(from)
	if f == nil {
		return span{}
	}
	e := f.End(a, from.Src())
	if g, b := s.Locate(to); g == f && b >= a {
		e = max(e, f.End(b, to.Src()))
	}
	l, c := f.LineCol(a)
	el, ec := f.LineCol(e)
	return span{pos: cfg.Pos{File: f.Name, Line: l, Col: c, EndLine: el, EndCol: ec}, text: fold(f.Text[a:e])}
}

// node returns the range of an expression.
func (s *sources) node(n cc.ExpressionNode) span {
	if n == nil {
		return span{}
	}
	return s.between(syntax.First(n), syntax.Last(n))
}

// maxText bounds the text of one statement.
const maxText = 2000

// fold strips comments and folds white space.
func fold(b []byte) string {
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
