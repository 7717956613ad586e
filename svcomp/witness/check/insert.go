package check

import (
	"bytes"
	"slices"
	"sort"

	"culprit/cfg"
	"culprit/frontend"
	"culprit/frontend/ctree"
)

// edit changes a C file by inserting text into its lines, so that lines keep
// their numbers and the C front end resolves names where they stand.
type edit struct {
	*file
	inserts []insert
}

// insert is text that goes before the byte at off. Those at one place are
// put in the order in which brackets close and open: what ends there, inner
// ones first; statements; what starts there, outer ones first.
type insert struct {
	off   int
	class int // -1: declarations, 0: closes, 1: a statement, 2: opens
	key   int
	seq   int // the order among those that the others do not tell apart
	text  string
}

// wrap puts text around an extent.
func (e *edit) wrap(x ctree.Extent, open, end string) {
	n := len(e.inserts)
	e.inserts = append(e.inserts,
		insert{x.Start, 2, -x.End, n, open},
		insert{x.End, 0, -x.Start, -n, end})
}

// put puts text at a place.
func (e *edit) put(off int, text string) {
	e.inserts = append(e.inserts, insert{off, 1, 0, len(e.inserts), text})
}

// statement puts a statement before another.
func (e *edit) statement(p *ctree.Place, text string) {
	if p.Braces {
		e.wrap(ctree.Extent{Start: p.Insert, End: p.Whole.End}, "{ "+text+" ", " }")
		return
	}
	e.put(p.Insert, " "+text+" ")
}

// apply returns the changed text and the way back.
func (e *edit) apply() *changed {
	sort.Slice(e.inserts, func(i, j int) bool {
		a, b := e.inserts[i], e.inserts[j]
		if a.off != b.off {
			return a.off < b.off
		}
		if a.class != b.class {
			return a.class < b.class
		}
		if a.key != b.key {
			return a.key < b.key
		}
		return a.seq < b.seq
	})
	c := &changed{file: e.file, orig: e.text}
	last := 0
	var out bytes.Buffer
	for _, in := range e.inserts {
		out.Write(e.Text[last:in.off])
		c.marks = append(c.marks, mark{out.Len(), len(in.text), in.off})
		out.WriteString(in.text)
		last = in.off
	}
	out.Write(e.Text[last:])
	c.now = newLines(out.Bytes())
	return c
}

// changed is a changed text.
type changed struct {
	file      *file
	orig, now lines
	marks     []mark
}

// mark is one insertion: n bytes from at on, before the byte at off of
// the original.
type mark struct{ at, n, off int }

// back returns the original offset of one of the changed text; inserted says
// that what is there is not of the original.
func (c *changed) back(off int) (orig int, inserted bool) {
	i := sort.Search(len(c.marks), func(i int) bool { return c.marks[i].at > off }) - 1
	if i < 0 {
		return off, false
	}
	m := c.marks[i]
	if off < m.at+m.n {
		return m.off, true
	}
	return m.off + off - m.at - m.n, false
}

// pos maps a position back.
func (c *changed) pos(p cfg.Pos) (q cfg.Pos, inserted bool) {
	if !p.IsValid() {
		return p, false
	}
	start, inserted := c.back(c.now.offset(p.Line, p.Col))
	end := start
	if p.EndLine > 0 {
		end, _ = c.back(c.now.offset(p.EndLine, p.EndCol))
	}
	q = p
	q.Line, q.Col = c.orig.position(start)
	if p.EndLine > 0 {
		q.EndLine, q.EndCol = c.orig.position(max(start, end))
	}
	return q, inserted
}

// lines is a text with the offsets of its lines.
type lines struct {
	src    []byte
	starts []int
}

func newLines(src []byte) lines {
	l := lines{src, []int{0}}
	for i, b := range src {
		if b == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// offset is that of a line and column, which count from 1.
func (l lines) offset(line, col int) int {
	if line < 1 || line > len(l.starts) {
		return len(l.src)
	}
	return min(l.starts[line-1]+max(col, 1)-1, len(l.src))
}

func (l lines) position(off int) (line, col int) {
	i := sort.SearchInts(l.starts, off+1) - 1
	return i + 1, off - l.starts[i] + 1
}

// has reports whether the text has a line, and a byte at its column; column 0
// stands for none.
func (l lines) has(line, col int) bool {
	if line < 1 || line > len(l.starts) || line == len(l.starts) && l.starts[line-1] == len(l.src) {
		return false
	}
	end := len(l.src)
	if line < len(l.starts) {
		end = l.starts[line] - 1
	}
	return l.starts[line-1]+max(col, 1)-1 < end || col == 0
}

// restore gives what the lowered program has of the file the positions and
// texts of the original.
func (c *changed) restore(p *cfg.Program, loc func(*cfg.Loc), edge func(*cfg.Edge)) {
	fix := func(q *cfg.Pos) bool {
		if q.File != c.file.Name || !q.IsValid() {
			return false
		}
		r, in := c.pos(*q)
		*q = r
		return in
	}
	for _, l := range p.Locs {
		if fix(&l.Pos) {
			loc(l)
		}
	}
	for _, e := range p.Edges {
		old := e.Pos
		in := fix(&e.Pos)
		if in {
			edge(e)
		}
		if e.Text != "" && old != e.Pos {
			e.Text = c.text(e)
		}
	}
	for _, v := range p.Vars {
		fix(&v.Pos)
	}
	for _, o := range p.Objects {
		fix(&o.Pos)
	}
	for _, f := range p.Procs {
		fix(&f.Pos)
	}
	for i := range p.Notes {
		fix(&p.Notes[i].Pos)
	}
	p.Sources[c.file.Name] = c.orig.src
}

// text is the original text of an edge whose position is mapped back, if it
// has inserted text.
func (c *changed) text(e *cfg.Edge) string {
	from, to := c.orig.offset(e.Pos.Line, e.Pos.Col), c.orig.offset(e.Pos.EndLine, e.Pos.EndCol)
	if !slices.ContainsFunc(c.marks, func(m mark) bool { return from <= m.off && m.off <= to }) {
		return e.Text
	}
	if to <= from {
		return ""
	}
	return string(bytes.Join(bytes.Fields(c.orig.src[from:to]), []byte(" ")))
}

// file is one of the files.
type file struct {
	frontend.Source
	id      int // the position among the files
	text    lines
	outline *ctree.Outline
}
