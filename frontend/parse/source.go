package parse

import (
	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"

	"modernc.org/cc/v4"
)

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
