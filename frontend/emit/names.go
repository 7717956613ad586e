package emit

import (
	"fmt"

	"culprit/cfg"
)

// Scope begins the names of a procedure.
func (n *names) Scope(p *cfg.Proc) { n.local[p] = map[string]int{} }

// Unique makes a name distinct within a procedure, or among the globals if p
// is nil.
func (n *names) Unique(p *cfg.Proc, name string) string {
	m := n.global
	if p != nil {
		m = n.local[p]
	}
	used := m[name]
	m[name] = used + 1
	if used == 0 {
		return name
	}
	return n.Unique(p, fmt.Sprintf("%s#%d", name, used+1))
}

// temp names a temporary.
func (n *names) temp() string {
	n.temps++
	return fmt.Sprintf("#%d", n.temps)
}

// Label is the value of &&name: a small number that is not the address of any
// object.
func (n *names) Label(name string) uint64 {
	if n.labels[name] == 0 {
		n.labels[name] = uint64(len(n.labels)+1) * 8
	}
	return n.labels[name]
}

// Add records a remark once for each position and text.
func (n *notes) Add(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...)})
}

// Assume records an assumption once for each position and text.
func (n *notes) Assume(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...), Assumed: true})
}

// AssumeEither records an assumption on which what fails rests, too, as an
// order of evaluation.
func (n *notes) AssumeEither(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...), Assumed: true, Fails: true})
}

// AssumeOnce records an assumption at the first of the positions where it is
// made.
func (n *notes) AssumeOnce(pos cfg.Pos, format string, args ...any) {
	if !n.said[format] {
		n.said[format] = true
		n.Assume(pos, format, args...)
	}
}

func (n *notes) record(note cfg.Note) {
	if key := note.Pos.String() + note.Text; !n.said[key] {
		n.said[key] = true
		n.prog.Notes = append(n.prog.Notes, note)
	}
}
