package interp

import (
	"slices"

	"culprit/cfg"
	"culprit/interp/code"
)

func newActivations(c *Code) *activations {
	p := c.Prog
	a := &activations{
		locals:  make([][]int32, len(p.Procs)),
		objects: make([][]int32, len(p.Procs)),
		open:    make([]int, len(p.Procs)),
		addr:    make([]uint64, len(p.Objects)),
		static:  make([]int32, len(p.Objects)),

		pointers: make([][]int32, len(p.Procs)),
	}
	for _, v := range p.Vars {
		switch {
		case !v.CType.Pointer():
		case v.Proc != nil:
			a.pointers[v.Proc.ID] = append(a.pointers[v.Proc.ID], int32(v.ID))
		default:
			for i := range a.pointers {
				a.pointers[i] = append(a.pointers[i], int32(v.ID))
			}
		}
	}
	for _, v := range p.Vars {
		if v.Proc != nil && v != v.Proc.Ret {
			a.locals[v.Proc.ID] = append(a.locals[v.Proc.ID], int32(v.ID))
			if c.Opt.Uninit && c.Open.Bit[v.ID] != code.NeverOpen {
				a.locals[v.Proc.ID] = append(a.locals[v.Proc.ID], int32(len(p.Vars)+v.ID))
			}
		}
	}
	for _, o := range p.Objects {
		if o.Proc != nil {
			a.objects[o.Proc.ID] = append(a.objects[o.Proc.ID], int32(o.ID))
		}
	}
	for i := range c.statics {
		a.static[c.statics[i].obj.ID] = int32(i)
	}
	a.begin(c)
	return a
}

// begin makes the activations those at the begin of the program.
func (a *activations) begin(c *Code) {
	p := c.Prog
	a.top = stackBase(p.PtrBits)
	a.saved, a.allocas = a.saved[:0], a.allocas[:0]
	a.statics = append(a.statics[:0], c.statics...)
	for i := range a.statics {
		o := a.statics[i].obj
		a.statics[i].dead = o.Proc != nil && o.Proc != p.Main
	}
	for _, o := range p.Objects {
		a.addr[o.ID] = o.Addr
	}
	clear(a.open)
	a.open[p.Main.ID] = 1
}

// activate opens an activation of proc.
func (m *machine) activate(proc *cfg.Proc, f *frame) {
	a := m.own
	f.stack = int32(len(m.stack))
	f.allocas = int32(len(a.allocas))
	id := proc.ID
	a.open[id]++
	if a.open[id] == 1 {
		for _, o := range a.objects[id] {
			b := &a.statics[a.static[o]]
			b.dead, b.left = false, false
		}
		return
	}
	f.saved = int32(len(a.saved))
	for _, s := range a.locals[id] {
		a.saved = append(a.saved, m.reg[s])
	}
	for _, o := range a.objects[id] {
		a.saved = append(a.saved, a.addr[o])
		obj := m.code.Prog.Objects[o]
		align := max(obj.Align, 16)
		a.top = (a.top + align - 1) &^ (align - 1)
		a.addr[o] = a.top
		m.lastBlock = nil // the table may move
		m.stack = append(m.stack, block{addr: a.top, size: obj.Size, obj: obj, stack: true})
		a.top += max(obj.Size, 1) + 16
	}
}

// exhausted reports whether the open activations take more than the memory.
func (m *machine) exhausted() bool {
	a := m.own
	return uint64(len(a.saved))*8 > m.mem.bytes() || a.top > environment(m.code.Prog.PtrBits)
}

// scope begins or ends the life of a local object of the most recent activation,
// with the block that declares it.
func (m *machine) scope(o *cfg.Object, ends bool) {
	b := m.areaOf(m.own.addr[o.ID]).below(m.own.addr[o.ID])
	if b == nil || b.obj != o || b.left == ends {
		return
	}
	b.dead, b.left = ends, ends
	if ends {
		m.localDied()
	} else {
		m.renew(b)
	}
}

// renew is where a local object begins to live again. Pointers to it are of an earlier
// round of the block, and lead nowhere; those in memory are not looked for.
func (m *machine) renew(b *block) {
	for _, v := range m.own.pointers[b.obj.Proc.ID] {
		if off := m.reg[v] - b.addr; off <= b.size {
			m.reg[v] = endedAddr(m.code.Prog.PtrBits) + off
		}
	}
}

// deactivate closes the most recent activation.
func (m *machine) deactivate(f frame) {
	a := m.own
	if len(a.objects[f.proc]) > 0 || len(a.allocas) > int(f.allocas) {
		m.localDied()
	}
	for _, i := range a.allocas[f.allocas:] {
		if i >= 0 {
			m.heap[i].dead = true
			m.retire(i)
		}
	}
	a.allocas = a.allocas[:f.allocas]
	a.open[f.proc]--
	if f.saved < 0 {
		for _, o := range a.objects[f.proc] {
			b := &a.statics[a.static[o]]
			b.dead, b.left = true, false
		}
		return
	}
	if int(f.stack) < len(m.stack) {
		a.top = m.stack[f.stack].addr
		m.stack = m.stack[:f.stack]
	}
	saved := a.saved[f.saved:]
	locals := a.locals[f.proc]
	for i, s := range locals {
		m.reg[s] = saved[i]
	}
	for i, o := range a.objects[f.proc] {
		a.addr[o] = saved[len(locals)+i]
	}
	a.saved = a.saved[:f.saved]
}

func (a *activations) clone() *activations {
	c := *a
	c.open, c.addr, c.saved = slices.Clone(a.open), slices.Clone(a.addr), slices.Clone(a.saved)
	c.statics, c.allocas = slices.Clone(a.statics), slices.Clone(a.allocas)
	return &c
}
