package cascade

import "culprit/cfg"

// explained is a node with the statements of its cause.
type explained struct {
	cause *Cause
	stmts statements
}

// statements is a set of statements, by edge.
type statements []uint64

func (s statements) add(e *cfg.Edge) { s[e.ID/64] |= 1 << (e.ID % 64) }

func (s statements) has(e *cfg.Edge) bool { return s[e.ID/64]>>(e.ID%64)&1 != 0 }

// within reports whether all statements are in another set.
func (s statements) within(t statements) bool {
	for k, w := range s {
		if w&^t[k] != 0 {
			return false
		}
	}
	return true
}

// repeated is the node that a cause repeats: one of the same branch, gone the
// same way, whose cause has all its statements. If there is none it is nil, and
// the cause becomes a node.
func (b *Builder) repeated(c *Cause) *Cause {
	if b.nodes == nil || c.Kind != Branch {
		return nil
	}
	set := make(statements, len(b.g.Prog.Edges)/64+1)
	b.whole.forget()
	calls := map[int]bool{}
	b.whole.cause(c, func(i int) {
		set.add(b.g.Edge(i))
		for j := b.g.Call(i); j >= 0 && !calls[j]; j = b.g.Call(j) { // as in withCalls
			calls[j] = true
			set.add(b.g.Edge(j))
		}
	})
	e := b.g.Edge(c.Condition)
	for _, x := range b.nodes[e] {
		if set.within(x.stmts) {
			return x.cause
		}
	}
	b.nodes[e] = append(b.nodes[e], explained{c, set})
	return nil
}
