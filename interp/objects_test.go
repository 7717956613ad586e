package interp

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/interp/code"
)

// TestClassifyTwin compares accesses with and without what the machine
// remembers of earlier ones, while blocks come and go.
func TestClassifyTwin(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 11))
		b := newBuild(64)
		f := b.proc("f")
		b.p.NewObject(f, "local", 40, 8)
		b.ret()
		b.f, b.at = b.p.Main, b.p.Main.Entry
		b.p.NewObject(nil, "a", 100, 8)
		b.p.NewObject(nil, "c", 8, 8).Const = true
		b.do(&cfg.Call{Proc: f})
		b.ret()
		b.p.Layout()
		conf := RunConfig{}
		m, _ := prepare(compile(b.p, conf.options(code.Options{})), &conf)
		var open []frame
		kinds := make(map[FaultKind]int)
		for range 3000 {
			switch k := r.IntN(20); {
			case k == 0:
				m.newBlock(0, uint64(r.IntN(100)), 0, false)
			case k == 1 && len(m.heap) > 0:
				if x := &m.heap[r.IntN(len(m.heap))]; !x.dead {
					m.free(0, x.addr)
				}
			case k == 2 && len(open) < 4:
				fr := frame{proc: int32(f.ID), saved: -1}
				m.activate(f, &fr)
				open = append(open, fr)
			case k == 3 && len(open) > 0:
				m.deactivate(open[len(open)-1])
				open = open[:len(open)-1]
			default:
				near := m.statics
				if len(m.heap) > 0 && r.IntN(2) == 0 {
					near = m.heap
				}
				if len(m.stack) > 0 && r.IntN(3) == 0 {
					near = m.stack
				}
				x := near[r.IntN(len(near))]
				addr, n, write := x.addr+uint64(r.IntN(int(x.size)+4)), uint64(1+r.IntN(8)), r.IntN(2) == 0
				got, at := m.classify(addr, n, write)
				last, extents := m.lastBlock, m.extents
				m.lastBlock, m.extents = nil, [extentSlots]extent{}
				want, wantAt := m.classify(addr, n, write)
				m.lastBlock, m.extents = last, extents
				if r.IntN(2) == 0 {
					m.lastBlock = nil // so that extents are asked
				}
				if got != want || got != NoFault && (at == nil) != (wantAt == nil) {
					t.Fatalf("seed %d: %d bytes at %#x, write=%v: %v, want %v", seed, n, addr, write, got, want)
				}
				kinds[got]++
			}
		}
		if kinds[NoFault] < 100 || kinds[UseAfterFree] < 100 || kinds[OutOfBounds] < 100 {
			t.Errorf("seed %d: %v", seed, kinds)
		}
	}
}
