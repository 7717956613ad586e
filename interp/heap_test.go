package interp

import (
	"math/rand/v2"
	"testing"

	"culprit/interp/code"
)

// TestPool allocates and frees at random, and compares with a list of the live
// blocks: they keep their distance, free accepts exactly their addresses, and
// a freed block is not used again at once.
func TestPool(t *testing.T) {
	for _, bits := range []int{32, 64} {
		b := newBuild(bits)
		b.ret()
		b.p.Layout()
		m, _ := prepare(compile(b.p, code.Options{Own: true}), &RunConfig{Limits: Limits{Pages: 1 << 14}})
		r := rand.New(rand.NewPCG(uint64(bits), 1))
		const wait = 100
		m.pool.maxWaiting = wait
		m.reg[b.p.HeapTop.ID] = b.p.HeapBase()
		type span struct{ addr, size uint64 }
		var live []span
		freed := make(map[uint64]int) // address: the how-manieth free it was
		reused, frees := 0, 0
		for step := range 30000 {
			if r.IntN(10) < 5 || len(live) == 0 {
				size := uint64(r.IntN(300))
				if r.IntN(50) == 0 {
					size = uint64(r.IntN(1 << 16))
				}
				addr, i, ok := m.newBlock(0, size, 0, false)
				if !ok || addr%16 != 0 || m.heap[i].addr != addr || m.heap[i].size != size {
					t.Fatalf("step %d: %#x, %+v, %v", step, addr, m.heap[i], ok)
				}
				if at, ok := freed[addr]; ok {
					reused++
					if frees-at < wait/2 {
						t.Fatalf("step %d: the block at %#x was freed %d frees ago", step, addr, frees-at)
					}
					delete(freed, addr)
				}
				live = append(live, span{addr, size})
				continue
			}
			k := r.IntN(len(live))
			s := live[k]
			if m.free(0, s.addr+16) && s.size > 0 {
				t.Fatalf("step %d: free inside a block", step)
			}
			if !m.free(0, s.addr) || m.free(0, s.addr) {
				t.Fatalf("step %d: free of %#x", step, s.addr)
			}
			frees++
			freed[s.addr] = frees
			live = append(live[:k], live[k+1:]...)
		}
		for i := range m.heap {
			if i > 0 && m.heap[i].addr < m.heap[i-1].addr+m.heap[i-1].size+32 {
				t.Fatalf("blocks %+v and %+v are too close", m.heap[i-1], m.heap[i])
			}
		}
		count := 0
		for i := range m.heap {
			if !m.heap[i].dead {
				count++
			}
		}
		if count != len(live) || reused == 0 {
			t.Errorf("%d live blocks, want %d; %d blocks reused", count, len(live), reused)
		}
	}
}

// TestRoom: the gap after a block is never less than 32 bytes, and rooms are
// few.
func TestRoom(t *testing.T) {
	rooms := make(map[uint64]bool)
	for size := uint64(0); size < 1<<20; size++ {
		n := room(size)
		if n < size+32 || n%16 != 0 || n > size+size/2+4200 {
			t.Fatalf("%d bytes have room %d", size, n)
		}
		rooms[n] = true
	}
	if len(rooms) > 200 {
		t.Errorf("%d rooms", len(rooms))
	}
}
