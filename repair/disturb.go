package repair

import (
	"cmp"
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"culprit/cfg"
	"culprit/fault"
	"culprit/interp"
	"culprit/repair/candidate"
)

// values is a digest of how named variables and memory change in a run of a
// program: each new value, in order. A statement that writes what is there already
// leaves no trace in it.
func (s *search) values(ctx context.Context, p *program, r *trial) uint64 {
	h := fnv.New64a()
	s.writes(ctx, p, r, func(_ *cfg.Edge, w *cfg.Access, anew bool) {
		if !anew {
			return
		}
		if w.Var != nil {
			h.Write([]byte(w.Var.Name))
		}
		h.Write(binary.LittleEndian.AppendUint64(nil, w.Value))
	})
	return h.Sum64()
}

// writes calls visit for what a run writes to named variables and memory; anew says that
// another value was there, or none.
func (s *search) writes(ctx context.Context, p *program, r *trial, visit func(e *cfg.Edge, w *cfg.Access, anew bool)) {
	type cell struct {
		v    *cfg.Var
		addr uint64
	}
	last := map[cell]uint64{}
	session := p.session(fault.Config(p.prog, r.test, fault.Budget{Steps: r.limit}))
	session.SetContext(ctx)
	got := session.Watch(func(inst *cfg.Instance) bool {
		for i := range inst.Writes {
			w := &inst.Writes[i]
			if w.Var != nil && (w.Var.Temp || w.Var.Name == "") {
				continue
			}
			c := cell{w.Var, w.Addr}
			was, ok := last[c]
			last[c] = w.Value
			visit(inst.Edge, w, !ok || was != w.Value)
		}
		return true
	})
	s.ran(watching * got.Steps)
}

// empties reports whether the assignment that a change is made in writes nothing but what is
// there already, in all runs, though it did not: it could as well be deleted.
func (s *search) empties(ctx context.Context, t *candidate.Change, own *program) bool {
	if len(t.Edits) != 1 || !s.check.sets(t.Edits[0]).Known() {
		return false
	}
	at := fault.Line{File: t.File, N: t.Line}
	effects := func(p *program) (wrote, anew bool) {
		for _, r := range append(s.failing[:1:1], s.varied(candidate.MaxCopies)...) {
			s.writes(ctx, p, r, func(e *cfg.Edge, _ *cfg.Access, is bool) {
				if fault.LineOf(e.Pos) == at {
					wrote, anew = true, anew || is
				}
			})
		}
		return wrote, anew
	}
	wrote, anew := effects(own)
	if !wrote || anew {
		return false
	}
	_, anew = effects(&program{prog: s.in.Prog, text: true})
	return anew
}

// disturbs reports whether right runs compute something else with a change than
// without it, though they end alike.
func (s *search) disturbs(ctx context.Context, own *program) bool {
	original := &program{prog: s.in.Prog, text: true}
	return slices.ContainsFunc(s.varied(candidate.MaxCopies), func(r *trial) bool {
		return s.values(ctx, own, r) != s.values(ctx, original, r)
	})
}

// leavesOther reports whether the function of a change leaves something else in memory behind
// in right runs than it did, whenever it returns, where it left something. That pointers lead
// elsewhere is the same, if they lead somewhere.
func (s *search) leavesOther(ctx context.Context, t *candidate.Change, own *program) bool {
	f := s.functionAt(t.Edits[0])
	if f == nil {
		return false
	}
	original := &program{prog: s.in.Prog, text: true}
	return slices.ContainsFunc(s.varied(candidate.MaxCopies), func(r *trial) bool {
		if s.onPath(r) {
			return false
		}
		was, is := s.leavesBehind(ctx, original, f.Name, r), s.leavesBehind(ctx, own, f.Name, r)
		for i := range min(len(was), len(is)) {
			for c, v := range was[i] {
				if now, ok := is[i][c]; ok && now != v {
					return true
				}
			}
		}
		return false
	})
}

// leavesBehind is what a function leaves in memory behind in a run, each time that it returns.
func (s *search) leavesBehind(ctx context.Context, p *program, name string, r *trial) (out []map[place]uint64) {
	type cell struct{ addr, size uint64 }
	written, nth := map[cell]place{}, map[uint64]int{}
	session := p.session(fault.Config(p.prog, r.test, fault.Budget{Steps: r.limit}))
	session.SetContext(ctx)
	got := session.Watch(func(inst *cfg.Instance) bool {
		for i := range inst.Writes {
			w := &inst.Writes[i]
			start, _, ok := session.Block(w.Addr)
			if w.Var != nil || w.Size > 8 || !ok {
				continue
			}
			if nth[start] == 0 {
				nth[start] = len(nth) + 1
			}
			written[cell{w.Addr, w.Size}] = place{nth[start], w.Addr - start, w.Size}
		}
		if _, ok := inst.Edge.Stmt.(*cfg.Return); ok && inst.Edge.From.Proc.Name == name {
			now := map[place]uint64{}
			for c, at := range written {
				if _, _, ok := session.Block(c.addr); !ok {
					continue
				}
				v := session.Word(c.addr, c.size)
				if _, _, leads := session.Block(v); leads && c.size*8 == uint64(p.prog.PtrBits) {
					v = 1
				} else if session.Freed(v) {
					v = 0
				}
				now[at] = v
			}
			out = append(out, now)
		}
		return len(out) < candidate.MaxCopies
	})
	s.ran(watching * got.Steps)
	return out
}

// place is where something is in memory: in which block, by the order in which they are written, and where.
type place struct {
	block        int
	offset, size uint64
}

// computes reports whether an operation fails: then what it computes where it does not
// is right.
func (s *search) computes() bool {
	switch s.in.Failure.Fault {
	case interp.SignedOverflow, interp.DivByZero, interp.DivOverflow:
		return true
	}
	return false
}

// replaces reports whether a change puts something else in place of an access to
// memory or of an operation that can fail, or a number in place of what is computed.
func (s *search) replaces(c *candidate.Change) bool {
	fails := func(text string) bool { return strings.ContainsAny(text, "[*/%") || strings.Contains(text, "->") }
	number := func(text string) bool {
		_, err := strconv.ParseInt(strings.Trim(text, "()"), 0, 64)
		return err == nil
	}
	return slices.ContainsFunc(c.Edits, func(e candidate.Edit) bool {
		old, _ := candidate.Fold(string(s.texts[e.File][e.Start:e.End]))
		moved := slices.ContainsFunc(c.Edits, func(to candidate.Edit) bool { return old != "" && strings.Contains(to.Text, old) })
		return fails(old) && !fails(e.Text) && !moved || old != "" && !number(old) && number(e.Text)
	})
}

// deferDoubtful puts fixes behind the others that are doubtful, and last, of those and of deletions, the ones that disturb right
// runs, among the places that all of them have.
func deferDoubtful(lines []*ranked) {
	var at []int
	var fixes []*ranked
	var scores []float64
	for i, r := range lines {
		if r.best != nil && r.best.reason != "" {
			at, fixes, scores = append(at, i), append(fixes, r), append(scores, r.score)
		}
	}
	doubts := func(r *ranked) int {
		switch {
		case r.best.disturbing:
			return 4
		case r.best.doubt&^Seldom == 0:
			return 0
		case r.best.doubt == Ambiguous:
			return 1
		case r.best.doubt&^(Ambiguous|comparative) == 0:
			return 2
		}
		return 3
	}
	slices.SortStableFunc(fixes, func(a, b *ranked) int {
		return cmp.Or(cmp.Compare(doubts(a), doubts(b)), cmp.Compare(b.best.likely(), a.best.likely()))
	})
	for k, i := range at {
		lines[i], fixes[k].score, fixes[k].choice = fixes[k], scores[k], k+1
	}
}
