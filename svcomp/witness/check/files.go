package check

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/ctree"
	"culprit/svcomp"
	"culprit/svcomp/witness"
)

// The files of the program that a witness is checked against, and the places
// in them.

// spot is a place in one of the files.
type spot struct {
	*ctree.Place
	file *file
}

func (f *file) base() string { return filepath.Base(f.Name) }

func (f *file) hash() string {
	sum := sha256.Sum256(f.Text)
	return hex.EncodeToString(sum[:])
}

// hashes makes sure that an entry is about these texts, and notes by which
// names it calls them.
func (c *checker) hashes(e *witness.Entry) error {
	t := e.Metadata.Task
	if n := len(t.InputFiles); n != len(c.files) {
		return c.complaint(e.Line, "the witness is for a program with %d input files, not with %d", n, len(c.files))
	}
	taken := map[*file]bool{}
	for _, name := range t.InputFiles {
		f := c.fileOf(name, t.Hashes[name], taken)
		if f == nil {
			f = c.files[0]
			for _, g := range c.files {
				if g.base() == witness.Base(name) {
					f = g
				}
			}
			what := "another version of " + f.base()
			if witness.Base(name) != f.base() {
				what = "another program, " + witness.Base(name)
			}
			return c.complaint(e.Line, "the witness is for %s: its SHA-256 is %.8s…, that of %s is %.8s…", what, t.Hashes[name], f.base(), f.hash())
		}
		if g := c.named[name]; g != nil && g != f {
			return c.complaint(e.Line, "%s is another file than in an entry above", name)
		}
		taken[f], c.named[name] = true, f
	}
	return nil
}

// fileOf is the file with a hash that no other name stands for, of several
// the one with the same name.
func (c *checker) fileOf(name, hash string, taken map[*file]bool) *file {
	var found *file
	for _, f := range c.files {
		if taken[f] || f.hash() != hash {
			continue
		}
		if found == nil || f.base() == witness.Base(name) && found.base() != witness.Base(name) {
			found = f
		}
	}
	return found
}

// file is the one that a location is in. The reader made sure that its name
// stands for one of the input files.
func (c *checker) file(l witness.Location) *file {
	if f := c.named[l.File]; f != nil {
		return f
	}
	for name, f := range c.named {
		if witness.Base(name) == witness.Base(l.File) {
			return f
		}
	}
	return c.files[0]
}

// fileAt is the file that a position of the program is in, nil if it is in
// none of them.
func (c *checker) fileAt(p cfg.Pos) *file {
	for _, f := range c.files {
		if f.Name == p.File && p.IsValid() {
			return f
		}
	}
	return nil
}

// locations makes sure that everything is about a place in its file.
func (c *checker) locations(e *witness.Entry) error {
	check := func(line int, l witness.Location) error {
		if f := c.file(l); !f.text.has(l.Line, l.Column) {
			if l.Column > 0 {
				return c.complaint(line, "%s has nothing at %d:%d", f.base(), l.Line, l.Column)
			}
			return c.complaint(line, "%s has no line %d", f.base(), l.Line)
		}
		return nil
	}
	for _, i := range e.Invariants {
		if err := check(i.Line, i.Location); err != nil {
			return err
		}
	}
	for _, s := range e.Segments {
		for _, w := range s {
			if err := check(w.Line, w.Location); err != nil {
				return err
			}
		}
	}
	return nil
}

// at names a line of the witness and a place of the program.
func (c *checker) at(line int, l witness.Location) string {
	s := fmt.Sprintf("%s:%d (%s:%d", c.w.File, line, c.file(l).base(), l.Line)
	if l.Column > 0 {
		s += fmt.Sprintf(":%d", l.Column)
	}
	return s + ")"
}

// outlines finds the places of all files. A file that is C only as a part of
// its program has none.
func (c *checker) outlines() (*Answer, error) {
	for _, f := range c.files {
		var err error
		if f.outline, err = frontend.NewOutline(f.Name, f.Text, c.prog.Frontend); err == nil {
			continue
		}
		if len(c.files) > 1 {
			if _, perr := frontend.ParseFiles(c.prog.Files, c.prog.Frontend); perr == nil {
				return undecided("%s cannot be read without the other files: %s", f.base(), message(err)), nil
			}
		}
		return nil, err
	}
	return nil, nil
}

// find returns the place of a kind at a location: without a column, the
// leftmost of the line. Of several the largest is meant.
func (c *checker) find(l witness.Location, ok func(*ctree.Place) bool) (s spot, found bool) {
	f := c.file(l)
	s.file = f
	for i := range f.outline.Places {
		p := &f.outline.Places[i]
		if !ok(p) || l.Function != "" && l.Function != p.Func {
			continue
		}
		if !f.matches(l, p.At) && !(p.Also >= 0 && f.matches(l, p.Also)) {
			continue
		}
		if s.Place == nil || p.At == s.At && p.Whole.End > s.Whole.End {
			s.Place = p
		}
	}
	return s, s.Place != nil
}

// hidden reports whether a location may be that of a place which comes from
// a macro as a whole, so that no code can be put there.
func (c *checker) hidden(l witness.Location, ok func(*ctree.Place) bool) bool {
	f := c.file(l)
	for i := range f.outline.Hidden {
		p := &f.outline.Hidden[i]
		if !ok(p) || l.Function != "" && l.Function != p.Func {
			continue
		}
		from, _ := f.text.position(p.Whole.Start)
		to, _ := f.text.position(p.Whole.End - 1)
		if l.Column > 0 && p.Whole.Contains(f.text.offset(l.Line, l.Column)) || l.Column == 0 && from <= l.Line && l.Line <= to {
			return true
		}
	}
	return false
}

// matches reports whether an offset is at a location.
func (f *file) matches(l witness.Location, off int) bool {
	line, col := f.text.position(off)
	return line == l.Line && (l.Column == 0 || l.Column == col)
}

// edits are the changes of the program, one for each file.
type edits []*edit

func (c *checker) edit() edits {
	var out edits
	for _, f := range c.files {
		out = append(out, &edit{file: f})
	}
	return out
}

// in is the change of the file of a place.
func (e edits) in(s spot) *edit { return e[s.file.id] }

// declare puts declarations before the first function of each file that
// is changed.
func (e edits) declare(text string) bool {
	for _, x := range e {
		if len(x.inserts) == 0 {
			continue
		}
		if x.file.outline.First < 0 {
			return false
		}
		x.inserts = append(x.inserts, insert{x.file.outline.First, -1, 0, 0, text + " "})
	}
	return true
}

// apply returns the changed program.
func (e edits) apply() changes {
	var out changes
	for _, x := range e {
		out = append(out, x.apply())
	}
	return out
}

// changes are the changed texts of the files.
type changes []*changed

// inserted reports whether a position is in inserted text.
func (cs changes) inserted(p cfg.Pos) bool {
	for _, c := range cs {
		if c.file.Name == p.File {
			_, in := c.pos(p)
			return in
		}
	}
	return false
}

// restore gives the lowered program the positions and texts of the originals.
// It calls loc and edge for what comes from inserted text.
func (cs changes) restore(p *cfg.Program, loc func(*cfg.Loc), edge func(*cfg.Edge)) {
	for _, c := range cs {
		c.restore(p, loc, edge)
	}
}

// lower lowers the changed program. An error comes with the original file and
// offset where it is, nil if that is not known.
func (c *checker) lower(cs changes) (prog *cfg.Program, in *file, off int, err error) {
	files := make([]frontend.Source, len(cs))
	for i, ch := range cs {
		files[i] = frontend.Source{Name: ch.file.Name, Text: ch.now.src}
	}
	prog, err = frontend.ParseFiles(files, c.prog.Frontend)
	if err == nil {
		return prog, nil, 0, nil
	}
	var fe *frontend.Error
	if errors.As(err, &fe) && fe.Pos.Line > 0 {
		for _, ch := range cs {
			if ch.file.Name == fe.Pos.File {
				off, _ := ch.back(ch.now.offset(fe.Pos.Line, fe.Pos.Col))
				return nil, ch.file, off, err
			}
		}
	}
	return nil, nil, 0, err
}

// Lint lists what a witness says about a program that is not so: its
// hashes, and places that its files do not have.
func Lint(w *witness.Witness, files []frontend.Source) []witness.Complaint {
	c := newChecker(w, Program{Files: files})
	var out []witness.Complaint
	for i := range w.Entries {
		for _, err := range []error{c.hashes(&w.Entries[i]), c.locations(&w.Entries[i])} {
			var e *svcomp.Error
			if errors.As(err, &e) {
				out = append(out, witness.Complaint{Error: *e, Fatal: true})
			}
		}
	}
	return out
}

// message is the text of an error without its position.
func message(err error) string {
	var fe *frontend.Error
	if errors.As(err, &fe) {
		return fe.Msg
	}
	return err.Error()
}

func newChecker(w *witness.Witness, prog Program) *checker {
	c := &checker{w: w, prog: prog, named: map[string]*file{}}
	for i, f := range prog.Files {
		c.files = append(c.files, &file{Source: f, id: i, text: newLines(f.Text)})
	}
	return c
}
