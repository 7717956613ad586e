package libc

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
)

// State is a number for the state of the library except for what was printed: two
// libraries in the same state have the same number.
func (l *Lib) State() uint64 {
	h := fnv.New64a()
	var word [8]byte
	put := func(xs ...int64) {
		for _, x := range xs {
			binary.LittleEndian.PutUint64(word[:], uint64(x))
			_, _ = h.Write(word[:])
		}
	}
	flag := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	for _, d := range l.descs {
		if d != nil && d.read {
			put(d.off)
		}
	}
	put(int64(len(l.descs)), int64(len(l.streams)))
	for _, s := range l.streams {
		put(flag(s.eof)|flag(s.err)<<1|flag(s.closed)<<2, int64(len(s.back)))
		_, _ = h.Write(s.back)
	}
	names := make([]string, 0, len(l.files))
	for name := range l.files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		n := l.files[name]
		if g, ok := l.given[name]; ok && len(g) == len(n.data) && (len(g) == 0 || &g[0] == &n.data[0]) {
			continue
		}
		_, _ = h.Write([]byte(name))
		put(int64(len(n.data)))
		_, _ = h.Write(n.data[:min(len(n.data), maxHashed)])
	}
	put(int64(l.random.f), int64(l.random.r), int64(l.drand.x), int64(l.drand.a), int64(l.drand.c))
	for _, x := range l.random.state {
		put(int64(x))
	}
	return h.Sum64()
}

// With is a copy of l in the state of another library, except for what was
// printed and where that goes.
func (l *Lib) With(other *Lib) *Lib {
	n := other.Clone(l.stdout, l.stderr)
	n.outLeft, n.statics = l.outLeft, l.statics
	for i, d := range l.descs { // what was printed stays
		if i < len(n.descs) && d != nil && n.descs[i] != nil && d.dev == n.descs[i].dev && !d.read {
			n.descs[i].off = d.off
		}
	}
	return n
}
