package parse

import (
	"fmt"
	"runtime/debug"
	"slices"

	"culprit/cfg"
	"culprit/frontend/ccfix"
	"culprit/frontend/cpp"

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
