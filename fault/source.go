package fault

import (
	"cmp"
	"context"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/internal/work"
)

// Source is the text of a program and how it is lowered, for methods that
// change it.
type Source struct {
	Files []frontend.Source
	// Execute and Verify lower it for execution and for the verifier.
	Execute, Verify frontend.Config
	// Prove asks the verifier about the program with other texts of its files:
	// what is proved of it and, if a run is found that fails, or does what is
	// undefined, the inputs of that, by number; nil: it is not at hand. It does at
	// most so much work and says how much it did.
	Prove func(ctx context.Context, texts map[string][]byte, most work.Amount) (proof Proof, fails []uint64, took work.Amount)
}

// Lower lowers the program for execution with other texts of its files.
func (s *Source) Lower(ctx context.Context, texts map[string][]byte) (*cfg.Program, error) {
	conf := s.Execute
	conf.Ctx = ctx
	return frontend.ParseFiles(s.Changed(texts), conf)
}

// Changed are the files with other texts.
func (s *Source) Changed(texts map[string][]byte) (files []frontend.Source) {
	for _, f := range s.Files {
		if text, ok := texts[f.Name]; ok {
			f.Text = text
		}
		files = append(files, f)
	}
	return files
}

// Line is a line of a source file.
type Line struct {
	File string
	N    int
}

// Compare orders lines by file and number.
func (l Line) Compare(o Line) int { return cmp.Or(cmp.Compare(l.File, o.File), cmp.Compare(l.N, o.N)) }

// LineOf is the line of a position.
func LineOf(p cfg.Pos) Line { return Line{p.File, p.Line} }
