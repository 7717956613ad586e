package html

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"culprit/report"
)

// The source, with what is known about each line.

// file is a source file of the page.
type file struct {
	Name   string
	Chunks []chunk
}

// chunk is a stretch of lines that the browser need not lay out before it is seen.
type chunk struct {
	Before int // lines
	Lines  []line
}

type line struct {
	ID    string
	Class string // heat and whether it is dimmed
	Code  template.HTML
	Rank  string // of the likeliest places
	Notes []template.HTML
}

// marks is what is known about a line.
type marks struct {
	heat    int // 0: not relevant; to 4
	visited bool
	fails   bool
	rank    int
	notes   []string
}

// sources are the files of the page and what is known about their lines.
type sources struct {
	files []File
	index map[string]int
	at    map[string]*marks // by anchor
}

func newSources(files []File) *sources {
	s := &sources{files: files, index: map[string]int{}, at: map[string]*marks{}}
	for i, f := range files {
		s.index[f.Name] = i
	}
	return s
}

// ref is a link to a line.
type ref struct{ ID, Label string }

// ref is the link to where a range begins, without an ID if the page does not have
// the file.
func (s *sources) ref(r report.Range) ref {
	i, ok := s.index[r.File]
	label := strconv.Itoa(r.Line)
	switch {
	case r.Line == 0:
		return ref{Label: "–"}
	case !ok:
		return ref{Label: r.File + ":" + label}
	case i > 0:
		label = base(r.File) + ":" + label
	}
	return ref{fmt.Sprintf("f%d-%d", i, r.Line), label}
}

// mark is what is known about the line where a range begins.
func (s *sources) mark(r report.Range) *marks {
	id := s.ref(r).ID
	m := s.at[id]
	if m == nil {
		m = &marks{}
		s.at[id] = m
	}
	return m
}

func (m *marks) note(text string) {
	if text != "" && !slices.Contains(m.notes, text) {
		m.notes = append(m.notes, text)
	}
}

// lines of a chunk.
const chunkLines = 100

// pages are the files with their lines.
func (s *sources) pages() (out []file) {
	visited := false
	for _, m := range s.at {
		visited = visited || m.visited
	}
	for i, f := range s.files {
		text := strings.TrimSuffix(strings.ReplaceAll(string(f.Text), "\r\n", "\n"), "\n")
		lines := strings.Split(text, "\n")
		page := file{Name: f.Name}
		p := painter{}
		for n, l := range lines {
			if n%chunkLines == 0 {
				page.Chunks = append(page.Chunks, chunk{Before: n})
			}
			id := fmt.Sprintf("f%d-%d", i, n+1)
			m := cmp.Or(s.at[id], &marks{})
			x := line{ID: id}
			for _, text := range m.notes[:min(len(m.notes), 2)] {
				x.Notes = append(x.Notes, prose(clip(text, maxNote)))
			}
			if m.rank > 0 {
				x.Rank = strconv.Itoa(m.rank)
			}
			switch {
			case m.fails:
				x.Class = " e"
			case m.heat > 0:
				x.Class = fmt.Sprintf(" h%d", m.heat)
			case visited && m.rank == 0:
				x.Class = " d" // not relevant
			}
			x.Code = p.line(l)
			if len(lines) > maxColoured && x.Class == " d" {
				x.Code = template.HTML(escape(l))
			}
			c := &page.Chunks[len(page.Chunks)-1]
			c.Lines = append(c.Lines, x)
		}
		out = append(out, page)
	}
	return out
}
