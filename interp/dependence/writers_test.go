package dependence

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Writers of bytes are those of a list, for writes of any size.
func TestWriters(t *testing.T) {
	const page = 1 << writerPageBits
	r := rand.New(rand.NewPCG(3, 4))
	type extent struct{ addr, size uint64 }
	for range 20 {
		w, twin := newWriters(), []extent{}
		for by := range uint32(40) {
			x := extent{r.Uint64N(3*largePages) * page / 2, 1 + r.Uint64N(3*page)}
			if r.IntN(3) == 0 {
				x.size = largePages*page + r.Uint64N(largePages*page)
			}
			w.write(x.addr, x.size, by+1)
			twin = append(twin, x)
			for range 50 {
				at, want := r.Uint64N(3*largePages*page), uint32(0)
				for i, x := range twin {
					if at-x.addr < x.size {
						want = uint32(i) + 1
					}
				}
				if got := w.read(at, 1, nil); !slices.Equal(got, []uint32{want}) {
					t.Fatalf("byte %#x was written by %v, want %d, after %v", at, got, want, twin)
				}
			}
		}
	}
}
