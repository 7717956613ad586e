package check

import (
	"bytes"
	"fmt"
	"strconv"

	"culprit/analysis/safety"
	"culprit/cfg"
	"culprit/verifier"
)

// An invariant holds only where its evaluation is defined. Its arithmetic is
// checked together with the invariants; what it reads from memory is checked
// in a second run, since that is another lowering of the program.

// undefinedAt is an operation of an invariant that may be undefined.
type undefinedAt struct {
	claim int // the number of the claim, or -1
	why   string
}

// undefined adds error locations for the undefined arithmetic of invariants,
// and collects all that lie in inserted text. It must run before restore.
func (cs changes) undefined(prog *cfg.Program) map[*cfg.Loc]*undefinedAt {
	safety.Undefined(prog, func(p cfg.Pos) bool {
		_, inserted := cs.pos(p)
		return p.IsValid() && inserted
	})
	out := map[*cfg.Loc]*undefinedAt{}
	for _, l := range prog.ErrorLocs() {
		if i, ok := cs.claimAt(l.Pos); ok {
			out[l] = &undefinedAt{i, l.Reason.String()}
		}
	}
	return out
}

// claimAt is the number of the claim whose text is at a position of the
// changed text: that of the next call of the claim function.
func (cs changes) claimAt(p cfg.Pos) (n int, ok bool) {
	if _, inserted := cs.pos(p); !inserted || !p.IsValid() {
		return -1, false
	}
	for _, c := range cs {
		if c.file.Name != p.File {
			continue
		}
		_, rest, found := bytes.Cut(c.now.src[c.now.offset(p.Line, p.Col):], []byte(prefix+"claim("))
		digits, _, closed := bytes.Cut(rest, []byte(")"))
		if n, err := strconv.Atoi(string(digits)); found && closed && err == nil {
			return n, true
		}
	}
	return -1, true
}

func (c *checker) isUndefined(claims []claim, u *undefinedAt) string {
	if u.claim < 0 || u.claim >= len(claims) {
		return "evaluating an invariant is undefined: " + u.why
	}
	cl := &claims[u.claim]
	return fmt.Sprintf("%s: evaluating the invariant %s is undefined: %s", c.at(cl.Line, cl.Location), clip(cl.Value), u.why)
}

// unreadable says which memory the evaluation of invariants, all of which were
// proved, may read that it must not read; "" if there is none.
func (c *checker) unreadable(ch changes, claims []claim) string {
	checks := c.prog.Frontend.Checks
	if checks&safety.Deref != 0 {
		return "" // that was part of the proof
	}
	c.prog.Frontend.Checks |= safety.Deref
	defer func() { c.prog.Frontend.Checks = checks }()
	prog, _, _, err := c.lower(ch)
	if err != nil {
		return "whether the invariants read valid memory cannot be checked: " + message(err)
	}
	undefined := map[*cfg.Loc]*undefinedAt{}
	for _, l := range prog.ErrorLocs() {
		if i, ok := ch.claimAt(l.Pos); ok && l.Property == safety.ValidDeref {
			undefined[l] = &undefinedAt{i, l.Reason.String()}
		} else {
			l.Kind, l.Checks = cfg.Plain, nil // what the program does is its own affair
		}
	}
	ch.restore(prog, func(*cfg.Loc) {}, func(e *cfg.Edge) { e.Role = cfg.RoleImplicit })
	switch res := c.verify(prog); res.Verdict {
	case verifier.True:
		return ""
	case verifier.False:
		tr := res.Traces[0].Trace
		if u := undefined[tr.Edges[len(tr.Edges)-1].To]; u != nil {
			return c.isUndefined(claims, u)
		}
		return "evaluating an invariant is undefined"
	default:
		return "whether the invariants read valid memory is not known: " + res.Reason
	}
}

// readsMemory reports whether a statement reads memory.
func readsMemory(e *cfg.Edge) bool {
	found := false
	cfg.Exprs(e.Stmt, func(x cfg.Expr) {
		cfg.Walk(x, func(x cfg.Expr) {
			_, load := x.(*cfg.Load)
			found = found || load
		})
	})
	return found
}
