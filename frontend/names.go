package frontend

import (
	"fmt"

	"culprit/cfg"
)

// names hands out the names and numbers of what is created.
type names struct {
	global map[string]int               // how often a name was asked for
	local  map[*cfg.Proc]map[string]int // the same within a procedure
	temps  int
	labels map[string]uint64 // the values of &&label
}

func newNames() names {
	return names{global: map[string]int{}, local: map[*cfg.Proc]map[string]int{}, labels: map[string]uint64{}}
}

// scope begins the names of a procedure.
func (n *names) scope(p *cfg.Proc) { n.local[p] = map[string]int{} }

// unique makes a name distinct within a procedure, or among the globals if p
// is nil.
func (n *names) unique(p *cfg.Proc, name string) string {
	m := n.global
	if p != nil {
		m = n.local[p]
	}
	used := m[name]
	m[name] = used + 1
	if used == 0 {
		return name
	}
	return n.unique(p, fmt.Sprintf("%s#%d", name, used+1))
}

// temp names a temporary.
func (n *names) temp() string {
	n.temps++
	return fmt.Sprintf("#%d", n.temps)
}

// label is the value of &&name: a small number that is not the address of any
// object.
func (n *names) label(name string) uint64 {
	if n.labels[name] == 0 {
		n.labels[name] = uint64(len(n.labels)+1) * 8
	}
	return n.labels[name]
}

// notes are the remarks and assumptions of the program, each said once.
type notes struct {
	prog *cfg.Program
	said map[string]bool
}

// add records a remark once for each position and text.
func (n *notes) add(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...)})
}

// assume records an assumption once for each position and text.
func (n *notes) assume(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...), Assumed: true})
}

// assumeOrder records that an order of evaluation is assumed.
func (n *notes) assumeOrder(pos cfg.Pos, format string, args ...any) {
	n.record(cfg.Note{Pos: pos, Text: fmt.Sprintf(format, args...), Assumed: true, Order: true})
}

// assumeOnce records an assumption at the first of the positions where it is
// made.
func (n *notes) assumeOnce(pos cfg.Pos, format string, args ...any) {
	if !n.said[format] {
		n.said[format] = true
		n.assume(pos, format, args...)
	}
}

func (n *notes) record(note cfg.Note) {
	if key := note.Pos.String() + note.Text; !n.said[key] {
		n.said[key] = true
		n.prog.Notes = append(n.prog.Notes, note)
	}
}
