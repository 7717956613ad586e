package parse

import (
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"
	"culprit/frontend/syntax"
	"modernc.org/cc/v4"
)

// Source is a C file, one translation unit of a program.
type Source struct {
	Name string
	Text []byte
	// Flags, if not nil, is what the compiler was told about this file alone: folders,
	// macros and included files, besides those of all, and the standard.
	Flags *cpp.Config
}

// conf says how the file is read.
func (s *Source) conf(c cpp.Config) cpp.Config {
	if f := s.Flags; f != nil {
		c.IncludeDirs, c.Macros = slices.Concat(c.IncludeDirs, f.IncludeDirs), slices.Concat(f.Macros, c.Macros)
		c.Included, c.Standard = slices.Concat(f.Included, c.Included), f.Standard
	}
	return c
}

// Prelude is C text that units are read after: the functions of the library
// that they mention.
type Prelude interface {
	// Mention adds what the identifiers of a unit may refer to.
	Mention(t *ccfix.Text)
	// Text is the C source, "" if nothing is needed.
	Text() string
	// Less is an empty prelude, to be tried where a unit does not go with this
	// one; nil if there is none.
	Less() Prelude
}

// Units are the translation units of a program.
type Units struct {
	Files   []Source
	Texts   []*ccfix.Text
	ASTs    []*cc.AST
	Sources *Sources

	conf    cpp.Config
	prelude Prelude // nil: none
}

// Files reads all files of a program, each after the prelude that the program
// needs. The error is a *cpp.Error.
func Files(files []Source, conf cpp.Config, prelude Prelude) (*Units, error) {
	u := &Units{Files: files, Sources: newSources(files), conf: conf, prelude: prelude}
	for _, f := range files {
		text, err := ccfix.Prepare(u.Sources.files[f.Name], u.Sources.files, f.conf(conf))
		if err != nil {
			return nil, err
		}
		u.Texts = append(u.Texts, text)
		if prelude != nil {
			prelude.Mention(text)
		}
	}
	for i, f := range files {
		ast, err := u.file(i)
		if err != nil && u.Texts[i].UsesC23() {
			ast = u.asC23(i)
		}
		if ast == nil {
			conf.Poll() // what is said about files that were not opened is not an answer
			if e, ok := err.(*cpp.Error); ok && e.Pos.Line == 0 {
				e.Pos = cpp.Start(f.Name)
			}
			return nil, err
		}
		u.Sources.Units[ccfix.UnitName(f.Name)] = u.Texts[i]
		u.ASTs = append(u.ASTs, ast)
	}
	return u, nil
}

// file reads one file. A program that uses errno, or a type, in its own way,
// does with less of the prelude, or without.
func (u *Units) file(i int) (*cc.AST, error) {
	text := u.Texts[i]
	if u.prelude == nil {
		return text.Translate("")
	}
	ast, err := text.Translate(u.prelude.Text())
	if less := u.prelude.Less(); err != nil && less != nil {
		for _, text := range u.Texts {
			less.Mention(text)
		}
		var again error
		if ast, again = text.Translate(less.Text()); again == nil || len(u.Files) == 1 {
			u.prelude = less
		}
		if again == nil {
			return ast, nil
		}
	}
	if err != nil && u.prelude.Text() != "" {
		ast, err = text.Translate("")
	}
	return ast, err
}

// asC23 reads one file again that was rejected, as a program for C23, whose new
// keywords may be names in older ones. It returns nil if that does not help.
func (u *Units) asC23(i int) *cc.AST {
	old := u.Texts[i]
	text, err := ccfix.Prepare(u.Sources.files[u.Files[i].Name], u.Sources.files, u.Files[i].conf(u.conf), cpp.C23)
	if err == nil {
		u.Texts[i] = text
		if ast, err := u.file(i); err == nil {
			return ast
		}
	}
	u.Texts[i] = old
	return nil
}

// InternalError is a defect of the front end that showed on a source text: the
// text may be fine.
type InternalError struct {
	Pos   cfg.Pos // the beginning of the file
	Value any     // of the panic
	Stack []byte
}

func (e *InternalError) Error() string {
	return fmt.Sprintf("%v: internal error of the C front end: %v", e.Pos, e.Value)
}

// Recover, deferred, makes an InternalError about the file name of a panic.
func Recover(name string, err *error) {
	if p := recover(); p != nil {
		*err = &InternalError{Pos: cpp.Start(name), Value: p, Stack: debug.Stack()}
	}
}

// Span is a source range with its text.
type Span struct {
	Pos  cfg.Pos
	Text string
	Call *cfg.CallSite // what the range belongs to, if it is of a call
	// Negated says that text is the negation of what is there.
	Negated bool
	Valid   bool // as in cfg.Edge
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

// Sources maps tokens to ranges of the files the user named and of the files
// that they include, except for the embedded headers.
type Sources struct {
	Main  *cpp.File              // the first
	files map[string]*cpp.File   // of the user, as far as they were opened
	Units map[string]*ccfix.Text // by UnitName
	Texts map[string][]byte      // of the included files that occur, and the named ones
}

func newSources(files []Source) *Sources {
	s := &Sources{files: map[string]*cpp.File{}, Units: map[string]*ccfix.Text{}, Texts: map[string][]byte{}}
	for _, f := range files {
		s.files[f.Name], s.Texts[f.Name] = cpp.NewFile(f.Name, f.Text), f.Text
	}
	s.Main = s.files[files[0].Name]
	return s
}

// token returns the token of the user's, of the prelude or of an embedded
// header that a token or the beginning of a node of cc comes from, nil if there
// is none.
func (s *Sources) token(n cc.Node) *cpp.Token {
	p := n.Position()
	u := s.Units[p.Filename]
	if u == nil {
		return nil
	}
	return u.At(p.Offset)
}

// Position is where a token or node stands.
func (s *Sources) Position(n cc.Node) cfg.Pos {
	if k := s.token(n); k != nil {
		return k.Pos()
	}
	return cfg.Pos{}
}

// FileName is the name of the file that a token is in.
func (s *Sources) FileName(t cc.Token) string {
	if k := s.token(t); k != nil && k.File != nil {
		return k.File.Name
	}
	return ""
}

// InHeader reports whether an embedded header declares d.
func (s *Sources) InHeader(d *cc.Declarator) bool {
	return cpp.IsHeader(s.FileName(d.NameTok()))
}

// Locate returns the file and the offset of a token or node; the file is nil if
// it is not the user's.
func (s *Sources) Locate(n cc.Node) (*cpp.File, int) {
	k := s.token(n)
	if k == nil || k.File == nil || cpp.Embedded(k.File.Name) {
		return nil, 0
	}
	if s.Texts[k.File.Name] == nil {
		s.Texts[k.File.Name] = k.File.Text
	}
	return k.File, int(k.Off)
}
