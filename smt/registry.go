package smt

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Factory makes engines. An engine is used by one goroutine at a time, so
// whoever works in parallel makes one for each.
type Factory func() Engine

// Default names the engine that is used where nobody asks for another.
const Default = "own"

// engines are the registered factories. Packages register in init, so no lock
// is needed.
var engines = map[string]struct {
	factory Factory
	missing string
}{}

// Register adds an engine under a name; the package that has the engine calls
// it from init. A nil factory stands for an engine that this build leaves
// out; missing then says how to get it.
func Register(name string, factory Factory, missing string) {
	e := engines[name]
	e.factory, e.missing = factory, missing
	engines[name] = e
}

// Names lists the engines of this build.
func Names() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(engines)) {
		if engines[name].factory != nil {
			names = append(names, name)
		}
	}
	return names
}

// Open finds the engine with a name; the empty name is Default. The error says
// which engines there are, or what to do for one that is not built in.
func Open(name string) (Factory, error) {
	name = cmp.Or(name, Default)
	switch e, ok := engines[name]; {
	case !ok:
		return nil, fmt.Errorf("unknown solver %q; this build has %s", name, strings.Join(Names(), ", "))
	case e.factory == nil:
		return nil, fmt.Errorf("this build has no solver %s; %s", name, e.missing)
	default:
		return e.factory, nil
	}
}
