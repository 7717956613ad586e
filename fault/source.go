package fault

import (
	"cmp"
	"context"

	"culprit/cfg"
	"culprit/frontend"
)

// Source is the text of a program and how it is lowered, for methods that
// change it.
type Source struct {
	Files []frontend.Source
	// Execute and Verify lower it for execution and for the verifier.
	Execute, Verify frontend.Config
	// Prove asks the verifier about a program, lowered for it: whether it proves
	// it, and if it finds a run that fails, the inputs of that, by number; nil: it
	// is not at hand.
	Prove func(context.Context, *cfg.Program) (proved bool, fails []uint64)
}

// Lower lowers the program for execution with other texts of its files.
func (s *Source) Lower(ctx context.Context, texts map[string][]byte) (*cfg.Program, error) {
	return s.lower(ctx, texts, s.Execute)
}

// LowerForVerifier lowers the program for the verifier with other texts.
func (s *Source) LowerForVerifier(ctx context.Context, texts map[string][]byte) (*cfg.Program, error) {
	return s.lower(ctx, texts, s.Verify)
}

func (s *Source) lower(ctx context.Context, texts map[string][]byte, conf frontend.Config) (*cfg.Program, error) {
	conf.Ctx = ctx
	var files []frontend.Source
	for _, f := range s.Files {
		if text, ok := texts[f.Name]; ok {
			f.Text = text
		}
		files = append(files, f)
	}
	return frontend.ParseFiles(files, conf)
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
