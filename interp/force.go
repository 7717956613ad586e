package interp

import (
	"culprit/cfg"
	"culprit/interp/code"
)

// override replaces the value that the current instance wrote.
func (m *machine) override() {
	t := m.tr
	f := t.forced(t.next)
	t.upcoming(t.next + 1)
	if f == nil || f.Edge != nil && f.Edge != t.inst.Edge {
		return
	}
	if c, ok := t.inst.Edge.Stmt.(*cfg.Call); ok {
		m.pass(c.Proc.Params, f.Args)
	}
	for _, c := range f.Cells {
		m.write(c)
	}
	if !f.SetValue {
		return
	}
	var dst *cfg.Var
	switch s := t.inst.Edge.Stmt.(type) {
	case *cfg.Assign:
		dst = s.Dst
	case *cfg.Havoc:
		dst = s.Dst
	case *cfg.Lib:
		dst = s.Dst
	case *cfg.Store:
		w := &t.inst.Writes[len(t.inst.Writes)-1]
		w.Value = f.Value & code.MaskOf(s.Val.Type().Width())
		m.write(*w)
	}
	if dst == nil {
		return
	}
	v := f.Value & code.MaskOf(dst.Type.Width())
	m.define(dst, v)
	if n := len(t.inst.Writes); n > 0 {
		t.inst.Writes[n-1].Value = v
	}
}

// write gives a cell a value, which the trace has as that of the cell.
func (m *machine) write(c cfg.Access) {
	if c.Var != nil {
		m.define(c.Var, c.Value&code.MaskOf(c.Var.Type.Width()))
	} else {
		m.mem.store(c.Addr, uint8(c.Size), c.Value)
		if m.shadow != nil {
			m.shadow.fill(c.Addr, 0, c.Size)
		}
	}
	for k := range m.tr.inst.Writes {
		if w := &m.tr.inst.Writes[k]; w.Var == c.Var && w.Addr == c.Addr && w.Size == c.Size {
			w.Value = c.Value
		}
	}
}

// pass replaces the values of parameters, as far as there are others.
func (m *machine) pass(params []*cfg.Var, values []uint64) {
	writes := m.tr.inst.Writes
	for k, p := range params[:min(len(params), len(values))] {
		v := values[k] & code.MaskOf(p.Type.Width())
		m.define(p, v)
		if k < len(writes) {
			writes[k].Value = v
		}
	}
}

// define gives a variable a value.
func (m *machine) define(x *cfg.Var, v uint64) {
	m.reg[x.ID] = v
	if m.code.Opt.Uninit {
		m.reg[len(m.code.Prog.Vars)+x.ID] = 0
	}
}
