package repair

import (
	"context"

	"culprit/cfg"
	"culprit/fault"
	"culprit/repair/candidate"
)

// A value that is overwritten before anything reads it was computed for nothing. A
// change after which that is so takes back what the program does: a counter that begins at the number that a
// function is given does not begin at 0.

// overwritten is a variable, and the line that computed what is overwritten in it.
type overwritten struct {
	variable string
	line     fault.Line
}

// overwrites collects what a program overwrites in known runs, at the lines that at tells, and never keeps.
func (s *search) overwrites(ctx context.Context, p *program, edits []candidate.Edit, at func(fault.Line) bool) map[overwritten]bool {
	before := s.before(edits)
	out, kept := map[overwritten]bool{}, map[overwritten]bool{}
	tests := []*fault.Test{s.failing[0].test}
	for _, r := range s.varied(candidate.MaxVariables) {
		tests = append(tests, r.test)
	}
	for _, t := range tests {
		last := map[*cfg.Var]overwritten{} // what nothing has read yet
		session := p.session(fault.Config(p.prog, t, s.in.Budget))
		session.SetContext(ctx)
		got := session.Watch(func(inst *cfg.Instance) bool {
			for _, r := range inst.Reads {
				if o, ok := last[r.Var]; ok {
					kept[o] = true
					delete(last, r.Var)
				}
			}
			a, ok := inst.Edge.Stmt.(*cfg.Assign)
			if !ok || s.texts[inst.Edge.Pos.File] == nil || !fault.Shown(inst.Edge) {
				return true
			}
			l := before(fault.LineOf(inst.Edge.Pos))
			if o, ok := last[a.Dst]; ok && o.line != l && at(l) {
				out[o] = true
			}
			delete(last, a.Dst)
			if _, constant := a.Src.(*cfg.Const); !constant && !a.Dst.Temp {
				last[a.Dst] = overwritten{a.Dst.Name, l}
			}
			return true
		})
		s.ran(watching * got.Steps)
	}
	for o := range kept {
		delete(out, o)
	}
	return out
}

// takesBack reports whether a change overwrites what the program computes and reads.
func (s *search) takesBack(ctx context.Context, t *tried, own *program) bool {
	now := s.overwrites(ctx, own, t.Edits, func(l fault.Line) bool { return s.edits(t.Change, l) })
	if len(now) == 0 {
		return false
	}
	if s.overwritten == nil {
		s.overwritten = s.overwrites(ctx, &program{prog: s.in.Prog, text: true}, nil, func(fault.Line) bool { return true })
	}
	for o := range now {
		if !s.overwritten[o] {
			return true
		}
	}
	return false
}
