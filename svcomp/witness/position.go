package witness

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/ctree"
)

// text is a source file: it translates between the byte columns of package
// cfg, offsets, and the columns of the format, which count characters.
type text struct {
	file  string // as a witness calls it
	src   []byte
	lines []int // offset of each line
	out   *ctree.Outline
}

func newText(file string, src []byte) *text {
	t := &text{file: file, src: src, lines: []int{0}}
	for i, c := range src {
		if c == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// texts are the files of a program, by name.
type texts map[string]*text

// newTexts reads the outlines of the files. A file without one, which the
// front end accepts only as part of the program, has no places.
func newTexts(files []frontend.Source, conf frontend.Config) texts {
	ts := texts{}
	for i, name := range shortNames(files) {
		f := files[i]
		t := newText(name, f.Text)
		if t.out, _ = frontend.NewOutline(f.Name, f.Text, conf); t.out == nil {
			t.out = &ctree.Outline{}
		}
		ts[f.Name] = t
	}
	return ts
}

// find returns the file of a position and the offset there, -1 if the position
// is not in one of the files.
func (ts texts) find(p cfg.Pos) (*text, int) {
	t := ts[p.File]
	if t == nil {
		return nil, -1
	}
	return t, t.offset(p.Line, p.Col)
}

// offset returns the offset of a position, -1 if there is none.
func (t *text) offset(line, col int) int {
	if line < 1 || line > len(t.lines) || col < 1 {
		return -1
	}
	off := t.lines[line-1] + col - 1
	if off > len(t.src) {
		return -1
	}
	return off
}

// span is the range of offsets of a position.
func (t *text) span(p cfg.Pos) (ctree.Extent, bool) {
	a, b := t.offset(p.Line, p.Col), t.offset(p.EndLine, p.EndCol)
	return ctree.Extent{Start: a, End: b}, a >= 0 && b > a
}

// location names the place at an offset.
func (t *text) location(off int, function string) Location {
	line, _ := slices.BinarySearch(t.lines[1:], off+1)
	return Location{File: t.file, Line: line + 1, Column: utf8.RuneCount(t.src[t.lines[line]:off]) + 1, Function: function}
}

// starts reports whether a word is at an offset.
func (t *text) starts(off int, word string) bool {
	if off < 0 || !bytes.HasPrefix(t.src[off:], []byte(word)) {
		return false
	}
	end := off + len(word)
	return end == len(t.src) || !isIdent(t.src[end])
}

func isIdent(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// FunctionName is the name of a procedure in C: without what tells the copies
// of a recursive function, and static functions of several files, apart.
func FunctionName(p *cfg.Proc) string {
	if i := strings.IndexAny(p.Name, "@#"); i > 0 {
		return p.Name[:i]
	}
	return p.Name
}
