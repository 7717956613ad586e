package interp

import (
	"cmp"
	"fmt"
	"strings"

	"culprit/cfg"
	"culprit/interp/code"
)

// fault records undefined behaviour at pc and, if that is to stop the
// execution, makes the next accounting instruction do so. The text is only
// asked for if it is needed.
func (m *machine) fault(pc int32, k FaultKind, detail func(f *Fault)) {
	if m.strict && m.status != Running {
		return
	}
	id := m.code.EdgeAt[pc]
	if !m.strict {
		key := noteKey{id, k}
		if m.noted[key] {
			return
		}
		m.noted[key] = true
	}
	f := Fault{Kind: k, Step: int(m.steps - m.code.ahead(pc)), Func: m.libFunc}
	if id >= 0 {
		f.Edge = m.code.Prog.Edges[id]
		f.At = f.Edge.Pos
	}
	for i := len(m.frames) - 1; i >= 0 && !f.At.IsValid(); i-- {
		f.At = m.caller(i).Pos
		f.Func = ProcName(m.code.Prog.Procs[m.frames[i].proc])
	}
	if f.Expr = m.site(pc); f.Expr != nil {
		if s := cfg.SiteOf(f.Expr); s != nil {
			f.At = s.Pos
		}
	}
	if detail != nil {
		detail(&f)
	}
	m.notes = append(m.notes, f)
	if m.strict {
		m.faultPC = pc
		m.stop(Faulted, k.String())
	}
}

// divisionByZero reports a division or remainder whose divisor is 0.
func (m *machine) divisionByZero(pc int32) {
	m.fault(pc, DivByZero, func(f *Fault) {
		if b, ok := m.site(pc).(*cfg.Binary); ok {
			f.Text = "the divisor is 0"
			if name := m.nameOf(b.Y); name != "" {
				f.Text = name + " is 0"
			}
		}
	})
}

// divisionOverflow reports a division of the least value by -1.
func (m *machine) divisionOverflow(pc int32, a int64) {
	m.fault(pc, DivOverflow, func(f *Fault) {
		f.Text = fmt.Sprintf("%d divided by -1", a)
		if b, ok := m.site(pc).(*cfg.Binary); ok {
			f.Text += m.named(b.X)
		}
	})
}

// shiftRange reports a shift by more than the width allows.
func (m *machine) shiftRange(pc int32, in *code.Instr) {
	w := 64 - int(in.Sh)
	by := cfg.SignExtend(m.reg[in.B], w)
	m.fault(pc, ShiftRange, func(f *Fault) {
		f.Text = fmt.Sprintf("shift by %d of a %d bit value", by, w)
		if b, ok := m.site(pc).(*cfg.Binary); ok {
			if name, v, ok := m.operand(b.Y); ok {
				f.Text = fmt.Sprintf("shift by %d of a %d bit value, %s is %d", v, w, name, v)
			}
		}
	})
}

// uninitialised reports the use of a variable without value.
func (m *machine) uninitialised(pc int32, v *cfg.Var) {
	m.fault(pc, UninitRead, func(f *Fault) {
		f.Expr = &cfg.VarRef{V: v}
		if f.Func != "" && m.libFunc == "" {
			f.Text = "an argument"
		} else if code.IsResult(v) {
			f.Text = "the result of " + ProcName(v.Proc) + ", which ended without one"
		} else if name := m.nameOf(&cfg.VarRef{V: v}); name != "" {
			f.Text = name + place(", declared at ", v.Pos)
		}
	})
}

// uninitialisedBytes reports the use of memory without value. An access that
// is not allowed at all is reported as such.
func (m *machine) uninitialisedBytes(pc int32, addr, n uint64) {
	if m.checks && !m.access(pc, addr, n, false) {
		return
	}
	for i := range n {
		if flag := uint64(m.shadow.byteAt(addr + i)); flag >= code.FirstOpaque {
			m.notKnown(pc, flag)
			return
		}
	}
	m.fault(pc, UninitRead, func(f *Fault) {
		f.Addr, f.Size = addr, n
		if b := m.blockAt(addr); b != nil {
			f.Object, f.Alloc = b.obj, b.alloc
			f.Text = count(n, "byte") + " at " + element(b, int64(addr-b.addr), n) + m.describe(b)
		}
	})
}

// badAccess reports an access that classify found wrong. b is the block next
// to it, nil if there is none.
func (m *machine) badAccess(pc int32, k FaultKind, addr, n uint64, write bool, b *block) {
	m.fault(pc, k, func(f *Fault) {
		f.Addr, f.Size, f.Write = addr, n, write
		what := "read"
		if write {
			what = "write"
		}
		f.Text = fmt.Sprintf("%s of %s", what, count(n, "byte"))
		site := m.site(pc)
		if b == nil {
			if f.Func != "" && m.libFunc == "" {
				site = nil // names of the function's own variables say nothing
			}
			f.Text += m.strayPointer(site, addr)
			return
		}
		f.Object, f.Alloc, f.Free = b.obj, b.alloc, b.freed
		f.Low, f.High = b.addr, b.addr+b.size
		offset := int64(addr - b.addr)
		part := element(b, offset, n)
		f.Text += " at " + part + m.describe(b)
		if k == OutOfBounds && !strings.HasPrefix(part, "offset") {
			f.Text += fmt.Sprintf(", offset %d", offset)
		}
		if k == UseAfterFree {
			f.Text += m.endOf(b)
		}
		if k == OutOfBounds && f.Func == "" {
			f.Text += m.index(site)
		}
	})
}

// strayPointer says where an access went that met no object.
func (m *machine) strayPointer(site cfg.Expr, addr uint64) string {
	if v, ok := m.valueOf(cfg.Base(site)); ok && (m.code.Prog.Slots && v == m.code.Prog.EndedAddr() || m.own != nil && v-endedAddr(m.ptrBits) < endedAddr(m.ptrBits)>>8) {
		return " through a pointer to a variable whose life has ended, of an earlier round or call"
	}
	if name := m.nameOf(cfg.Base(site)); name != "" {
		v, ok := m.valueOf(cfg.Base(site))
		switch {
		case ok && v == 0 && addr == 0:
			return ", " + name + " is null"
		case ok && v == 0:
			return fmt.Sprintf(" at offset %d from %s, which is null", cfg.SignExtend(addr, m.code.Prog.PtrBits), name)
		case ok && v == addr:
			return fmt.Sprintf(", %s is %#x", name, v)
		case ok:
			return fmt.Sprintf(" at address %#x, %s is %#x", addr, name, v)
		}
	}
	if addr == 0 {
		return " through a null pointer"
	}
	return fmt.Sprintf(" at address %#x", addr)
}

// endOf says how the life of a block ended.
func (m *machine) endOf(b *block) string {
	switch {
	case b.freed != nil:
		return place(", freed at ", b.freed.Pos)
	case b.lib && b.left:
		return ", which has been closed"
	case b.left || b.obj != nil && m.ended[b.obj] && m.active(b.obj.Proc):
		return ", whose scope has been left"
	case b.local != nil:
		return fmt.Sprintf(", whose function %s has returned", ProcName(b.local.Proc))
	case b.obj != nil && b.obj.Proc != nil:
		return fmt.Sprintf(", whose function %s has returned", ProcName(b.obj.Proc))
	}
	return ""
}

// badFree reports a free of what no allocation returned.
func (m *machine) badFree(pc int32, p uint64) {
	m.fault(pc, BadFree, func(f *Fault) {
		f.Addr = p
		name := m.nameOf(m.site(pc))
		name = cmp.Or(name, "the pointer")
		b := m.blockAt(p)
		switch {
		case b == nil || !b.contains(p, 1) && p != b.addr:
			f.Text = fmt.Sprintf("%s is %#x, not the address of an object", name, p)
		case p == b.addr:
			f.Object, f.Alloc = b.obj, b.alloc
			f.Text = fmt.Sprintf("%s points to %s", name, m.describe(b))
		default:
			f.Object, f.Alloc = b.obj, b.alloc
			f.Text = fmt.Sprintf("%s points to offset %d of %s", name, p-b.addr, m.describe(b))
		}
	})
}

// doubleFree reports a free of a block that is free already.
func (m *machine) doubleFree(pc int32, b *block) {
	m.fault(pc, DoubleFree, func(f *Fault) {
		f.Addr, f.Alloc, f.Free = b.addr, b.alloc, b.freed
		f.Text = m.describe(b) + m.endOf(b)
		if name := m.nameOf(m.site(pc)); name != "" {
			f.Text = name + " points to " + f.Text
		}
	})
}

// badCall reports a call through a pointer to no function. Control is at the
// location l, where the pointer leads to none of the functions it may point to.
func (m *machine) badCall(l *cfg.Loc) {
	edge, target := calledPointer(l)
	v, known := uint64(0), false
	if target != nil {
		v, known = m.valueOf(target)
	}
	b := m.blockAt(v)
	if b != nil && !b.contains(v, 1) {
		b = nil
	}
	if b != nil && b.obj != nil && b.obj.CType.Function() { // the front end's object for a function without body
		m.stop(Unsupported, "call through a pointer to "+b.obj.Name+", which has no body")
		return
	}
	m.fault(0, BadCall, func(f *Fault) {
		f.Edge, f.Expr = edge, target
		if l.Pos.IsValid() {
			f.At, f.Func = l.Pos, ""
		}
		if !known {
			return
		}
		name := m.nameOf(target)
		if name == "" || f.Func != "" {
			name = "the pointer"
		}
		f.Addr = v
		switch p := m.procAt(v); {
		case v == 0:
			f.Text = name + " is null"
		case p != nil:
			f.Text = fmt.Sprintf("%s points to %s, whose type does not fit the call", name, ProcName(p))
		case b != nil:
			f.Object, f.Alloc, f.Free = b.obj, b.alloc, b.freed
			f.Text = fmt.Sprintf("%s points to %s", name, m.describe(b))
		default:
			f.Text = fmt.Sprintf("%s is %#x", name, v)
		}
	})
	if m.status == Running {
		m.stop(Unsupported, l.Reason.String())
	}
}

// procAt is the procedure at an address, nil if there is none.
func (m *machine) procAt(addr uint64) *cfg.Proc {
	for _, p := range m.code.Prog.Procs {
		if p.Addr == addr {
			return p
		}
	}
	return nil
}

// calledPointer finds the pointer of a call that ended at l, and the edge that
// tests it.
func calledPointer(l *cfg.Loc) (edge *cfg.Edge, p cfg.Expr) {
	for at := l; p == nil && len(at.In) == 1; at = at.In[0].From {
		edge = at.In[0]
		switch s := edge.Stmt.(type) {
		case *cfg.Assume:
			p = functionPointer(s.Cond)
		case *cfg.Skip:
			continue
		}
		break
	}
	return edge, p
}

// functionPointer is the expression that a condition compares with functions,
// or with null.
func functionPointer(cond cfg.Expr) cfg.Expr {
	var out cfg.Expr
	cfg.Walk(cond, func(e cfg.Expr) {
		if b, ok := e.(*cfg.Binary); ok && (b.Op == cfg.Eq || b.Op == cfg.Ne) {
			switch k := b.Y.(type) {
			case *cfg.FuncAddr:
				out = b.X
			case *cfg.Const:
				if k.V == 0 {
					out = b.X
				}
			}
		}
	})
	return out
}

// notKnown stops at the use of a value that an execution does not know.
func (m *machine) notKnown(pc int32, flag uint64) {
	if m.strict {
		m.stopAt(pc, Unsupported, m.ignorance(flag))
	}
}

// ignorance says which value the flag is about.
func (m *machine) ignorance(flag uint64) string {
	e := m.code.Opaque[flag-code.FirstOpaque]
	what := e.Text
	if what == "" {
		what = describe(e)
	}
	if e.Pos.IsValid() {
		what += " at " + e.Pos.String()
	}
	return "the rest depends on the result of " + what + ", which is not known"
}
