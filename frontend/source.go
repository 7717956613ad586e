package frontend

import (
	"strings"

	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// sources maps tokens to ranges of the files the user named and of the files
// that they include, except for the embedded headers.
type sources struct {
	main  *cpp.File              // the first
	files map[string]*cpp.File   // of the user, as far as they were opened
	units map[string]*ccfix.Text // by UnitName
	texts map[string][]byte      // of the included files that occur, and the named ones
}

func newSources(files []Source) *sources {
	s := &sources{files: map[string]*cpp.File{}, units: map[string]*ccfix.Text{}, texts: map[string][]byte{}}
	for _, f := range files {
		s.files[f.Name], s.texts[f.Name] = cpp.NewFile(f.Name, f.Text), f.Text
	}
	s.main = s.files[files[0].Name]
	return s
}

// token returns the token of the user's, of the prelude or of an embedded
// header that a token or the beginning of a node of cc comes from, nil if there
// is none.
func (s *sources) token(n cc.Node) *cpp.Token {
	p := n.Position()
	u := s.units[p.Filename]
	if u == nil {
		return nil
	}
	return u.At(p.Offset)
}

// position is where a token or node stands.
func (s *sources) position(n cc.Node) cfg.Pos {
	if k := s.token(n); k != nil {
		return k.Pos()
	}
	return cfg.Pos{}
}

// fileName is the name of the file that a token is in.
func (s *sources) fileName(t cc.Token) string {
	if k := s.token(t); k != nil && k.File != nil {
		return k.File.Name
	}
	return ""
}

// inHeader reports whether an embedded header declares d.
func (s *sources) inHeader(d *cc.Declarator) bool {
	return cpp.IsHeader(s.fileName(d.NameTok()))
}

// locate returns the file and the offset of a token or node; the file is nil if
// it is not the user's.
func (s *sources) locate(n cc.Node) (*cpp.File, int) {
	k := s.token(n)
	if k == nil || k.File == nil || cpp.Embedded(k.File.Name) {
		return nil, 0
	}
	if s.texts[k.File.Name] == nil {
		s.texts[k.File.Name] = k.File.Text
	}
	return k.File, int(k.Off)
}

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
	f, a := s.locate(from)
	if f == nil {
		return span{}
	}
	e := f.End(a, from.Src())
	if g, b := s.locate(to); g == f && b >= a {
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
