package smt

import (
	"cmp"
	"slices"

	"culprit/logic"

	"github.com/emirpasic/gods/queues/priorityqueue"
)

// cache maps sets of conjuncts (sorted) to answers.
type cache struct {
	limit   int
	buckets map[uint64]int32 // hash to the newest entry with it
	entries []entry
	free    []int32
	byTop   *priorityqueue.Queue // of topEntry, the greatest first, for releases
}

type entry struct {
	conj   []logic.T
	result Result
	model  *logic.Model
	next   int32 // older entry with the same hash, -1 = none
	hash   uint64
}

// topEntry is an entry by its greatest term.
type topEntry struct {
	top logic.T
	at  int32
}

func greatestFirst(x, y any) int { return cmp.Compare(y.(topEntry).top, x.(topEntry).top) }

func hashTerms(ts []logic.T) uint64 {
	h := uint64(len(ts))
	for _, t := range ts {
		h = (h ^ uint64(t)) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

func (c *cache) get(conj []logic.T) *entry {
	if len(c.entries) == 0 {
		return nil
	}
	i, ok := c.buckets[hashTerms(conj)]
	for ok && i >= 0 {
		if slices.Equal(c.entries[i].conj, conj) {
			return &c.entries[i]
		}
		i = c.entries[i].next
	}
	return nil
}

// put remembers an answer. A full cache starts over.
func (c *cache) put(conj []logic.T, r Result, m *logic.Model) {
	if c.limit < 0 || c.get(conj) != nil {
		return
	}
	if c.buckets == nil || len(c.entries)-len(c.free) >= c.limit {
		c.buckets = make(map[uint64]int32)
		clear(c.entries)
		c.entries, c.free, c.byTop = c.entries[:0], c.free[:0], priorityqueue.NewWith(greatestFirst)
	}
	h := hashTerms(conj)
	next, ok := c.buckets[h]
	if !ok {
		next = -1
	}
	at := int32(len(c.entries))
	if n := len(c.free); n > 0 {
		at, c.free = c.free[n-1], c.free[:n-1]
	} else {
		c.entries = append(c.entries, entry{})
	}
	c.entries[at] = entry{slices.Clone(conj), r, m, next, h}
	c.buckets[h] = at
	c.byTop.Enqueue(topEntry{conj[len(conj)-1], at})
}

// forget drops entries with a term of index n or more.
func (c *cache) forget(n int) {
	if c.byTop == nil {
		return
	}
	for e, more := c.byTop.Peek(); more && int(e.(topEntry).top) >= n; e, more = c.byTop.Peek() {
		c.byTop.Dequeue()
		c.remove(e.(topEntry).at)
	}
}

func (c *cache) remove(at int32) {
	e := &c.entries[at]
	if first := c.buckets[e.hash]; first != at {
		for c.entries[first].next != at {
			first = c.entries[first].next
		}
		c.entries[first].next = e.next
	} else if e.next >= 0 {
		c.buckets[e.hash] = e.next
	} else {
		delete(c.buckets, e.hash)
	}
	*e = entry{}
	c.free = append(c.free, at)
}

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
