package frontend

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"culprit/cfg"
)

// Inclusion of files: how a name is read, where a file is looked for, and what
// is remembered of files that were read before.

// open begins to read a file, which shows as name.
func (p *preprocessor) open(src *source, name, dir string, at cfg.Pos) {
	toks, err := p.lexed(src)
	if err != nil {
		panic(refusal{err})
	}
	p.conf.poll()
	p.frames = append(p.frames, &openFile{src: src, toks: toks, name: name, dir: dir, at: at})
}

// embedded holds the tokens of our own headers.
var embedded sync.Map // of *lexedHeader by name

type lexedHeader struct {
	src  *source
	toks []tok
}

// lexed splits a text into tokens, once for each of our own headers.
func (p *preprocessor) lexed(src *source) ([]tok, *Error) {
	if h, ok := embedded.Load(src.name); ok && h.(*lexedHeader).src == src {
		return h.(*lexedHeader).toks, nil
	}
	if isEmbedded(src.name) {
		return lex(src)
	}
	return lexAs(src, p.conf.Standard)
}

// forced returns the tokens of the files that the configuration has read before
// each file.
func (p *preprocessor) forced() (out []tok, pragmas []pragma, err *Error) {
	for _, name := range p.conf.Included {
		src := p.file(name)
		if src == nil {
			return nil, nil, errorAt(pos0(name), "include file not found")
		}
		toks, err := p.read(src)
		if err != nil {
			return nil, nil, err
		}
		for _, g := range p.pragmas {
			g.before += len(out)
			pragmas = append(pragmas, g)
		}
		out = append(out, toks...)
	}
	return out, pragmas, nil
}

// include opens the file that an #include names.
func (p *preprocessor) include(f *openFile, hash *tok, word string, rest []tok) {
	name, angle, at := p.headerName(f, rest)
	src, dir := p.find(f, name, angle, word == "include_next")
	if src == nil {
		p.fail(at, "include file not found: %s", quotedName(name, angle))
	}
	if p.includes.once[src.name] {
		return
	}
	if word == "import" {
		p.includes.once[src.name] = true
	}
	pos := hash.pos()
	if len(p.frames) > 1 {
		pos = p.frames[1].at // the user's file is where it begins
	}
	if p.includes.opened++; len(p.frames) >= maxIncludes || p.includes.opened > maxOpened {
		p.tooDeep(src.name, pos)
	}
	p.open(src, src.name, dir, pos)
}

// tooDeep refuses files that include each other.
func (p *preprocessor) tooDeep(name string, pos cfg.Pos) {
	names := []string{name}
	for i := len(p.frames) - 1; i >= 0; i-- {
		names = append(names, filepath.Clean(p.frames[i].src.name))
		if names[len(names)-1] == name {
			slices.Reverse(names)
			// The cycle begins with the file of it that is included first.
			for i := range p.frames {
				if k := slices.Index(names[:len(names)-1], filepath.Clean(p.frames[i].src.name)); k >= 0 {
					names = append(append(names[k:len(names)-1:len(names)-1], names[:k]...), names[k])
					break
				}
			}
			panic(refusal{errorAt(pos, "files include each other endlessly: %s", strings.Join(names, " → "))})
		}
	}
	panic(refusal{errorAt(pos, "too many files are included")})
}

func quotedName(name string, angle bool) string {
	if angle {
		return "<" + name + ">"
	}
	return `"` + name + `"`
}

// headerName reads the operand of #include and __has_include.
func (p *preprocessor) headerName(f *openFile, rest []tok) (name string, angle bool, at *tok) {
	if len(rest) == 0 {
		p.failAt(rest, "missing file name")
	}
	at = &rest[0]
	if at.is("<") && !at.alien {
		text := string(at.file.src[at.off+1:])
		if n := strings.IndexAny(text, ">\n"); n >= 0 && text[n] == '>' {
			return text[:n], true, at
		}
	}
	if (at.kind == tokBad || at.kind == tokString) && !at.alien { // a backslash in the name is one
		text := string(at.file.src[at.off+1:])
		if n := strings.IndexAny(text, "\"\n"); n >= 0 && text[n] == '"' {
			return text[:n], false, at
		}
	}
	if !at.alien {
		rest = p.expandAll(rest)
	}
	if len(rest) > 0 && rest[0].kind == tokString {
		_, name = splitLiteral(rest[0].text)
		return name, false, at
	}
	if len(rest) > 2 && rest[0].is("<") {
		for _, t := range rest[1:] {
			if t.is(">") {
				return name, true, at
			}
			if t.spaced && name != "" {
				name += " "
			}
			name += t.text
		}
	}
	p.fail(at, "not the name of a file")
	return
}

// find looks for an included file: next to the including one, in the folders
// given, among our own headers.
func (p *preprocessor) find(f *openFile, name string, angle, next bool) (*source, string) {
	if filepath.IsAbs(name) {
		return p.file(name), ""
	}
	dirs := p.conf.IncludeDirs
	if next {
		if i := slices.Index(dirs, f.dir); i >= 0 && f.dir != "" {
			dirs = dirs[i+1:]
		}
		angle = true
	}
	if !angle && !isEmbedded(f.src.name) {
		if src := p.file(filepath.Join(filepath.Dir(f.src.name), name)); src != nil {
			return src, f.dir
		}
	}
	for _, dir := range dirs {
		if src := p.file(filepath.Join(dir, name)); src != nil {
			return src, dir
		}
	}
	return embeddedHeader(name), ""
}

// file reads a file of the user, nil if there is none of that name.
func (p *preprocessor) file(name string) *source {
	if src := p.includes.files[name]; src != nil {
		return src
	}
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() || info.Size() > maxSource {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	src := newSource(name, text)
	p.includes.files[name] = src
	return src
}

// isEmbedded reports whether a file is one of our own.
func isEmbedded(name string) bool {
	return name == "" || name[0] == '<' || strings.HasPrefix(name, headerRoot+"/")
}

// embeddedHeader is one of our own headers, nil if there is none of the name.
func embeddedHeader(name string) *source {
	name = headerRoot + "/" + filepath.ToSlash(filepath.Clean(name))
	if h, ok := embedded.Load(name); ok {
		return h.(*lexedHeader).src
	}
	text, err := headerFiles.ReadFile(name)
	if err != nil {
		return nil
	}
	src := newSource(name, text)
	toks, lexErr := lex(src)
	if lexErr != nil {
		panic(lexErr)
	}
	h, _ := embedded.LoadOrStore(name, &lexedHeader{src, toks})
	return h.(*lexedHeader).src
}
