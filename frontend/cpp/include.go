package cpp

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"culprit/cfg"
	"culprit/frontend/headers"
)

// Inclusion of files: how a name is read, where a file is looked for, and what
// is remembered of files that were read before.

// open begins to read a file, which shows as name.
func (p *preprocessor) open(src *File, name, dir string, at cfg.Pos) {
	toks, err := p.lexed(src)
	if err != nil {
		panic(refusal{err})
	}
	p.conf.Poll()
	p.frames = append(p.frames, &openFile{src: src, toks: toks, name: name, dir: dir, at: at})
}

// embedded holds the tokens of our own headers.
var embedded sync.Map // of *lexedHeader by name

type lexedHeader struct {
	src  *File
	toks []Token
}

// lexed splits a text into tokens, once for each of our own headers.
func (p *preprocessor) lexed(src *File) ([]Token, *Error) {
	if h, ok := embedded.Load(src.Name); ok && h.(*lexedHeader).src == src {
		return h.(*lexedHeader).toks, nil
	}
	if Embedded(src.Name) {
		return lex(src)
	}
	return lexAs(src, p.conf.Standard)
}

// forced returns the tokens of the files that the configuration has read before
// each file.
func (p *preprocessor) forced() (out []Token, pragmas []Pragma, err *Error) {
	for _, name := range p.conf.Included {
		src := p.file(name)
		if src == nil {
			return nil, nil, Errorf(Start(name), "include file not found")
		}
		toks, err := p.read(src)
		if err != nil {
			return nil, nil, err
		}
		p.later.placed(len(out))
		for _, g := range p.pragmas {
			g.Before += len(out)
			pragmas = append(pragmas, g)
		}
		out = append(out, toks...)
	}
	return out, pragmas, nil
}

// include opens the file that an #include names.
func (p *preprocessor) include(f *openFile, hash *Token, word string, rest []Token) {
	name, angle, at := p.headerName(rest)
	src, dir := p.find(f, name, angle, word == "include_next")
	if src == nil {
		p.fail(at, "include file not found: %s", quotedName(name, angle))
	}
	if p.includes.once[src.Name] {
		return
	}
	if word == "import" {
		p.includes.once[src.Name] = true
	}
	pos := hash.Pos()
	if len(p.frames) > 1 {
		pos = p.frames[1].at // the user's file is where it begins
	}
	p.work -= opening
	if len(p.frames) >= maxIncludes || p.work < 0 {
		p.tooDeep(src.Name, pos)
	}
	p.open(src, src.Name, dir, pos)
}

// opening is the work of opening a file, in tokens.
const opening = 50

// tooDeep refuses files that include each other.
func (p *preprocessor) tooDeep(name string, pos cfg.Pos) {
	names := []string{name}
	for i := len(p.frames) - 1; i >= 0; i-- {
		names = append(names, filepath.Clean(p.frames[i].src.Name))
		if names[len(names)-1] == name {
			slices.Reverse(names)
			// The cycle begins with the file of it that is included first.
			for i := range p.frames {
				if k := slices.Index(names[:len(names)-1], filepath.Clean(p.frames[i].src.Name)); k >= 0 {
					names = append(append(names[k:len(names)-1:len(names)-1], names[:k]...), names[k])
					break
				}
			}
			panic(refusal{Errorf(pos, "files include each other endlessly: %s", strings.Join(names, " → "))})
		}
	}
	panic(refusal{Errorf(pos, "too many files are included")})
}

func quotedName(name string, angle bool) string {
	if angle {
		return "<" + name + ">"
	}
	return `"` + name + `"`
}

// headerName reads the operand of #include and __has_include.
func (p *preprocessor) headerName(rest []Token) (name string, angle bool, at *Token) {
	if len(rest) == 0 {
		p.failAt(rest, "missing file name")
	}
	at = &rest[0]
	if at.Is("<") && !at.Alien {
		text := string(at.File.Text[at.Off+1:])
		if n := strings.IndexAny(text, ">\n"); n >= 0 && text[n] == '>' {
			return text[:n], true, at
		}
	}
	if (at.Kind == Bad || at.Kind == String) && !at.Alien { // a backslash in the name is one
		text := string(at.File.Text[at.Off+1:])
		if n := strings.IndexAny(text, "\"\n"); n >= 0 && text[n] == '"' {
			return text[:n], false, at
		}
	}
	if !at.Alien {
		rest = p.expandAll(rest)
	}
	if len(rest) > 0 && rest[0].Kind == String {
		_, name = SplitLiteral(rest[0].Text)
		return name, false, at
	}
	if len(rest) > 2 && rest[0].Is("<") {
		for _, t := range rest[1:] {
			if t.Is(">") {
				return name, true, at
			}
			if t.Spaced && name != "" {
				name += " "
			}
			name += t.Text
		}
	}
	p.fail(at, "not the name of a file")
	return
}

// find looks for an included file: next to the including one, in the folders
// given, among our own headers.
func (p *preprocessor) find(f *openFile, name string, angle, next bool) (*File, string) {
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
	if !angle && !Embedded(f.src.Name) {
		if src := p.file(filepath.Join(filepath.Dir(f.src.Name), name)); src != nil {
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
func (p *preprocessor) file(name string) *File {
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
	src := NewFile(name, text)
	p.includes.files[name] = src
	return src
}

// Embedded reports whether a file is one of our own.
func Embedded(name string) bool {
	return name == "" || name[0] == '<' || IsHeader(name)
}

// embeddedHeader is one of our own headers, nil if there is none of the name.
func embeddedHeader(name string) *File {
	file := filepath.ToSlash(filepath.Clean(name))
	name = headerRoot + "/" + file
	if h, ok := embedded.Load(name); ok {
		return h.(*lexedHeader).src
	}
	text, err := headers.FS.ReadFile(file)
	if err != nil {
		return nil
	}
	src := NewFile(name, text)
	toks, lexErr := lex(src)
	if lexErr != nil {
		panic(lexErr)
	}
	h, _ := embedded.LoadOrStore(name, &lexedHeader{src, toks})
	return h.(*lexedHeader).src
}

// IsHeader reports whether a file is one of the embedded C headers.
func IsHeader(name string) bool { return strings.HasPrefix(name, headerRoot+"/") }
