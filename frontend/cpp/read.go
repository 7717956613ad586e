package cpp

import (
	"bytes"
	_ "embed"
)

// Read preprocesses the file src, which may include those of files. The texts in
// defs are read first, for their macros. Pragmas that concern what comes after
// are returned beside the tokens.
func Read(src *File, files map[string]*File, conf Config, defs ...string) (toks []Token, pragmas []Pragma, err *Error) {
	if int64(len(src.Text)) > maxSource {
		return nil, nil, Errorf(Start(src.Name), "the file has %d bytes, more than the limit of %d", len(src.Text), maxSource)
	}
	if len(bytes.TrimSpace(src.Text)) == 0 {
		return nil, nil, Errorf(Start(src.Name), "the file is empty")
	}
	p := newPreprocessor(conf, files)
	for _, d := range append(defs, conf.definitions()) {
		if _, err := p.read(NewFile(commandLine, []byte(d))); err != nil {
			return nil, nil, err
		}
	}
	before, pragmas, err := p.forced()
	if err != nil {
		return nil, nil, err
	}
	if toks, err = p.read(src); err != nil {
		return nil, nil, err
	}
	all := func(toks []Token) {
		p.later.placed(len(before))
		for _, g := range p.pragmas {
			g.Before += len(before)
			pragmas = append(pragmas, g)
		}
		before = append(before, toks...)
	}
	all(toks)
	if b := conf.Behind; b != nil && b.File == src.Name {
		toks, err := p.read(NewFile(b.Name, b.Text))
		if err != nil {
			return nil, nil, err
		}
		all(toks)
	}
	toks, err = p.insert(before, pragmas)
	return toks, pragmas, err
}

// ReadOwn preprocesses a text that comes with this program and includes none of
// the user's files.
func ReadOwn(name, text string, conf Config) ([]Token, *Error) {
	return newPreprocessor(conf, nil).read(NewFile(name, []byte(text)))
}

// newPreprocessor returns one that knows the macros of the data model.
func newPreprocessor(conf Config, files map[string]*File) *preprocessor {
	p := &preprocessor{conf: conf, work: maxWork, includes: includes{files: files, once: map[string]bool{}}, pushed: map[string][]*macro{}, later: definitions{first: map[string]*definition{}}}
	p.prologue = prologueOf(conf.PtrBits)
	p.macros = make(map[string]*macro, len(p.prologue.macros)+64)
	for n, m := range p.prologue.macros {
		c := *m
		p.macros[n] = &c
	}
	return p
}
