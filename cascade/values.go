package cascade

import (
	"culprit/cfg"
	"culprit/fault"
)

// values writes the condition of an instance with what it read in place of
// variables, and names these; "" if it is long.
func (t *Tree) values(i int) (string, []string) {
	text, names := t.Graph.Edge(i).Valued(func(v *cfg.Var) (uint64, bool) {
		for _, j := range t.Graph.Data(i) {
			for _, w := range t.b.trace.run.Writes(int(j)) {
				if w.Var == v {
					return w.Value, true
				}
			}
		}
		return 0, false
	}, t.Graph.Prog)
	if len(text) > fault.MaxQuoted {
		return "", nil
	}
	return text, names
}
