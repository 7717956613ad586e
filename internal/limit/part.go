package limit

import (
	"slices"
	"sync/atomic"
)

// Part is a part of the program that answers do not depend on: each takes part
// unless the environment says name=0. What it is worth is measured without it
// (experiments ablate), on the programs in which it would.
type Part struct {
	name  string
	on    bool
	asked atomic.Bool
}

// UnitPart is the unit of a part in the table.
const UnitPart = "part"

var parts []*Part

// PartOf declares a part. The name is the package, a dot and a word.
func PartOf(name string) *Part {
	p := &Part{name: name, on: Of(name, 1, 0, 1, UnitPart) != 0}
	parts = append(parts, p)
	return p
}

// On reports whether the part takes part, where it would.
func (p *Part) On() bool {
	if !p.asked.Load() {
		p.asked.Store(true)
	}
	return p.on
}

// Asked lists the parts that would have taken part so far, by name.
func Asked() []string {
	var names []string
	for _, p := range parts {
		if p.asked.Load() {
			names = append(names, p.name)
		}
	}
	slices.Sort(names)
	return names
}
