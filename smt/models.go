package smt

import (
	"slices"

	"culprit/logic"
)

// modelPool keeps recent models as candidates for the next questions, most
// recently successful first.
type modelPool struct {
	tb    *logic.Table
	limit int
	cand  []*candidate
	check *logic.Evaluator // for validation
}

// candidate is a model with the values of the terms evaluated under it.
type candidate struct {
	model *logic.Model
	ev    *logic.Evaluator
	top   logic.T // greatest variable with a value
}

func (p *modelPool) init(tb *logic.Table, limit int) {
	p.tb, p.limit = tb, limit
	p.check = logic.NewEvaluator(tb)
}

// find gives a candidate that satisfies all of conj, or nil.
func (p *modelPool) find(conj []logic.T) *logic.Model {
next:
	for i, c := range p.cand {
		for _, t := range conj {
			if !c.ev.Holds(t) {
				continue next
			}
		}
		copy(p.cand[1:i+1], p.cand[:i])
		p.cand[0] = c
		return c.model
	}
	return nil
}

// add makes m the first candidate and drops the last one of too many.
func (p *modelPool) add(m *logic.Model) {
	if p.limit == 0 {
		return
	}
	var c *candidate
	if len(p.cand) < p.limit {
		c = &candidate{ev: logic.NewEvaluator(p.tb)}
		p.cand = append(p.cand, c)
	} else {
		c = p.cand[len(p.cand)-1]
	}
	copy(p.cand[1:], p.cand)
	p.cand[0] = c
	c.set(m)
}

func (c *candidate) set(m *logic.Model) {
	c.model, c.top = m, 0
	for t := range m.BV {
		c.top = max(c.top, t)
	}
	for t := range m.Arr {
		c.top = max(c.top, t)
	}
	c.ev.Reset(m)
}

// forget drops values of released terms. The models' entries for released
// variables go too: their indices will mean other terms.
func (p *modelPool) forget(n int) {
	for _, c := range p.cand {
		if int(c.top) >= n {
			c.set(purge(c.model, n))
		} else {
			c.ev.Forget(n)
		}
	}
}

// purge copies a model without the variables of index n or more.
func purge(m *logic.Model, n int) *logic.Model {
	r := logic.NewModel()
	for t, v := range m.BV {
		if int(t) < n {
			r.BV[t] = v
		}
	}
	for t, v := range m.Arr {
		if int(t) < n {
			r.Arr[t] = v
		}
	}
	r.Fun = m.Fun
	return r
}

// merge adds to dst what src says of the variables of part. Functions of src
// extend dst's tables.
func (s *Solver) merge(dst, src *logic.Model, part []logic.T) {
	for _, t := range part {
		for _, v := range s.tb.Vars(t) {
			if x, ok := src.BV[v]; ok {
				dst.BV[v] = x
			} else if a := src.Arr[v]; a != nil {
				dst.Arr[v] = a
			}
		}
	}
	for name, f := range src.Fun {
		if g := dst.Fun[name]; g != nil {
			f = &logic.FuncVal{Rows: slices.Concat(g.Rows, f.Rows), Default: g.Default}
		}
		dst.Fun[name] = f
	}
}
