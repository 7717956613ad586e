package flow

import "culprit/cfg"

// Control holds the direct control dependences of a whole program, by
// location. It serves the run-time detection of control dependences (paper
// 001, Algorithm 1), which asks for each executed statement whether it is
// still inside the branches that are open.
type Control struct {
	deps    [][]*cfg.Edge // by Loc.ID, ascending by edge id
	pdom    []int32       // by Loc.ID
	endless []bool        // by Loc.ID
	calls   [][]*cfg.Edge // by Proc.ID
}

// NewControl computes the control dependences of all procedures.
func NewControl(prog *cfg.Program) *Control {
	c := &Control{
		deps:    make([][]*cfg.Edge, len(prog.Locs)),
		pdom:    make([]int32, len(prog.Locs)),
		endless: make([]bool, len(prog.Locs)),
		calls:   make([][]*cfg.Edge, len(prog.Procs)),
	}
	for _, f := range prog.Procs {
		p := Postdominators(prog, f)
		for l, edges := range p.ControlDependence() {
			c.deps[l.ID] = edges
		}
		for i, l := range p.locs {
			c.endless[l.ID] = p.endless[i]
			c.pdom[l.ID] = -1
			if d := p.Immediate(l); d != nil {
				c.pdom[l.ID] = int32(d.ID)
			}
		}
	}
	for _, e := range prog.Edges {
		if s, ok := e.Stmt.(*cfg.Call); ok {
			c.calls[s.Proc.ID] = append(c.calls[s.Proc.ID], e)
		}
	}
	return c
}

// Of lists the branch edges that l depends on directly, by id. The result
// must not be changed.
func (c *Control) Of(l *cfg.Loc) []*cfg.Edge { return c.deps[l.ID] }

// Calls lists the call edges of f, by id: what nothing inside f controls
// depends on the call.
func (c *Control) Calls(f *cfg.Proc) []*cfg.Edge { return c.calls[f.ID] }

// End is the id of the immediate postdominator of l, where a region that
// begins with a branch at l ends, or -1 if only the end of the procedure ends
// it.
func (c *Control) End(l *cfg.Loc) int32 { return c.pdom[l.ID] }

// Opens reports whether taking an edge out of l opens a region: l is a branch
// or the head of a cycle that cannot end. The latter is not a branch, but without
// it the iterations of such a cycle could not be told apart.
func (c *Control) Opens(l *cfg.Loc) bool { return len(l.Out) > 1 || c.endless[l.ID] }
