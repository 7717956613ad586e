package interp

import (
	"math/rand/v2"
	"testing"

	"culprit/cfg"
	"culprit/interp/code"
)

// TestMemoryTwin compares the paged memory with a map of bytes, mostly around
// page boundaries and the end of the address space.
func TestMemoryTwin(t *testing.T) {
	for _, bits := range []int{32, 64} {
		r := rand.New(rand.NewPCG(uint64(bits), 5))
		m := newMemory(bits, 1<<12)
		twin := make(map[uint64]byte)
		addr := func() uint64 {
			base := []uint64{0, 0x100000, 0x101000, 1 << 26, ^uint64(0) - pageSize}[r.IntN(5)]
			return (base + uint64(r.IntN(3*pageSize)) - pageSize) & m.mask
		}
		size := func() uint64 {
			if r.IntN(8) == 0 {
				return uint64(r.IntN(3 * pageSize))
			}
			return uint64(r.IntN(20))
		}
		for step := range 20000 {
			a := addr()
			switch r.IntN(6) {
			case 0, 1:
				n, v := 1+r.IntN(8), r.Uint64()
				m.store(a, uint8(n), v)
				for i := range n {
					twin[(a+uint64(i))&m.mask] = byte(v >> (8 * i))
				}
			case 2, 3:
				w := 1 + r.IntN(64)
				var want uint64
				for i := range (w + 7) / 8 {
					want |= uint64(twin[(a+uint64(i))&m.mask]) << (8 * i)
				}
				if got := m.load(a, code.MaskOf(w)); got != cfg.Mask(want, w) {
					t.Fatalf("%d bits, step %d: load %#x of %d bits is %#x, want %#x", bits, step, a, w, got, want)
				}
			case 4:
				n, b := size(), byte(r.IntN(3))
				if b == 0 && r.IntN(4) == 0 {
					n = 1 << 30
				}
				m.fill(a, b, n)
				if n == 1<<30 {
					for x := range twin {
						if (x-a)&m.mask < n {
							twin[x] = 0
						}
					}
					break
				}
				for i := range n {
					twin[(a+i)&m.mask] = b
				}
			case 5:
				src, n := addr(), size()
				if r.IntN(2) == 0 {
					src = (a + uint64(r.IntN(200)) - 100) & m.mask
				}
				m.copy(a, src, n)
				tmp := make([]byte, n)
				for i := range n {
					tmp[i] = twin[(src+i)&m.mask]
				}
				for i := range n {
					twin[(a+i)&m.mask] = tmp[i]
				}
			}
		}
		for x, b := range twin {
			if m.byteAt(x) != b {
				t.Fatalf("%d bits: byte %#x is %d, want %d", bits, x, m.byteAt(x), b)
			}
		}
	}
}

// Large fills share one page: what is written to one of them, or to a copy of the memory,
// is in no other.
func TestSharedPages(t *testing.T) {
	const size = 5*dirSize*pageSize + 3*pageSize + 10
	m := newMemory(32, 1<<20)
	start := uint64(dirSize*pageSize - 5)
	m.store(start+3*dirSize*pageSize, 4, 7) // a page that the fill replaces
	m.fill(start, 9, size)
	if want := 5*dirSize + 5; m.count != want || len(m.pageNumbers()) != want {
		t.Errorf("%d pages are counted, %d there, want %d", m.count, len(m.pageNumbers()), want)
	}
	c := m.clone()
	c.store(start+4*pageSize, 1, 3)
	m.store(start+2*dirSize*pageSize, 1, 4)
	for _, x := range []struct {
		m    *memory
		at   uint64
		want byte
	}{
		{m, start - 1, 0}, {m, start, 9}, {m, start + size - 1, 9}, {m, start + size, 0}, {m, start + 3*dirSize*pageSize, 9},
		{m, start + 4*pageSize, 9}, {c, start + 4*pageSize, 3}, {c, start + 5*pageSize, 9},
		{m, start + 2*dirSize*pageSize, 4}, {c, start + 2*dirSize*pageSize, 9},
	} {
		if got := x.m.byteAt(x.at); got != x.want {
			t.Errorf("byte %#x is %d, want %d", x.at, got, x.want)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	b := newBuild(32)
	p := b.v("p", cfg.BV(32))
	b.do(&cfg.Alloc{Dst: p, Size: num(32, 1<<28)}, &cfg.MemSet{Dst: ref(p), Val: num(8, 1), Size: num(32, 1<<28)})
	b.p.Layout()
	if o := Execute(b.p, Constant{}, Limits{Pages: 10}); o.Status != MemoryLimit {
		t.Errorf("status %v", o.Status)
	}
	b = newBuild(32)
	p = b.v("p", cfg.BV(32))
	b.do(&cfg.Alloc{Dst: p, Size: num(32, 1<<31)}, &cfg.Alloc{Dst: p, Size: num(32, 1<<31)})
	b.p.Layout()
	if o := Execute(b.p, Constant{}, Limits{}); o.Status != Blocked {
		t.Errorf("status %v", o.Status)
	}
}

// TestNotes checks what Replay reports beside the verdict.
func TestNotes(t *testing.T) {
	b := newBuild(32)
	x := b.v("x", cfg.BV(32))
	b.do(&cfg.Havoc{Dst: x, Kind: cfg.Unknown, Func: "sin"})
	b.do(set(x, bin(cfg.UDiv, ref(x), num(32, 0))), set(x, bin(cfg.UDiv, ref(x), num(32, 0))))
	bad := b.errorIf(bin(cfg.Eq, ref(x), num(32, 1<<32-1)))
	b.p.Layout()
	o := Execute(b.p, Constant{}, Limits{Record: true})
	res, err := ReplayNotes(b.p, o.Trace)
	if err != nil || res.Loc != bad || len(res.Unknown) != 1 || len(res.Notes) != 2 {
		t.Fatalf("%v %+v", err, res)
	}
	if n := res.Notes[0]; n.Kind != DivByZero || n.Error() != "t.c:2:1: division by zero: the divisor is 0" {
		t.Errorf("note %v", n)
	}
}
