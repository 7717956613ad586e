package libc

import "culprit/cfg/clib"

// Random numbers, in the sequences of glibc.

func addRandom(add adder) {
	add(randCall, "rand")
	add(randomCall, "random")
	add(srandCall, "srand", "srandom")
	add(randRCall, "rand_r")
	add(srand48Call, "srand48")
	add(func(c *call) Value { return unit48(c.lib.drand.step()) }, "drand48")
	add(func(c *call) Value { return lrand48(c, c.lib.drand.step()) }, "lrand48")
	add(func(c *call) Value { return mrand48(c, c.lib.drand.step()) }, "mrand48")
	add(func(c *call) Value { return unit48(c.step48()) }, "erand48")
	add(func(c *call) Value { return lrand48(c, c.step48()) }, "nrand48")
	add(func(c *call) Value { return mrand48(c, c.step48()) }, "jrand48")
}

// additive is the generator of rand and random (TYPE_3: degree 31,
// separation 3).
type additive struct {
	state []int32
	f, r  int
}

func (a *additive) seed(seed uint32) {
	if seed == 0 {
		seed = 1
	}
	a.state = make([]int32, 31)
	a.state[0] = int32(seed)
	for i := 1; i < 31; i++ {
		prev := a.state[i-1]
		w := 16807*(prev%127773) - 2836*(prev/127773)
		if w < 0 {
			w += clib.MaxInt
		}
		a.state[i] = w
	}
	a.f, a.r = 3, 0
	for range 310 {
		a.next()
	}
}

func (a *additive) next() int32 {
	a.state[a.f] += a.state[a.r]
	v := int32(uint32(a.state[a.f]) >> 1)
	a.f = (a.f + 1) % 31
	a.r = (a.r + 1) % 31
	return v
}

func srandCall(c *call) Value {
	c.lib.random.seed(uint32(c.intArg(0)))
	return void()
}

func randCall(c *call) Value   { return intValue(c.lib.random.next()) }
func randomCall(c *call) Value { return c.long(int64(c.lib.random.next())) }

// randRCall has its state in the program.
func randRCall(c *call) Value {
	p := c.wordArg(0)
	next := uint32(c.loadWord(p, 4))
	result := uint32(0)
	for i, bits := range []uint32{11, 10, 10} {
		next = next*1103515245 + 12345
		if i > 0 {
			result <<= 10
		}
		result ^= next >> 16 & (1<<bits - 1)
	}
	c.storeWord(p, 4, uint64(next))
	return intValue(int32(result))
}

const (
	drandA = 0x5deece66d
	drandC = 0xb
	bits48 = 1<<48 - 1
)

// drand48 is the 48-bit linear congruential generator.
type drand48 struct {
	x, a, c uint64
}

func (d *drand48) next(x uint64) uint64 { return (x*d.a + d.c) & bits48 }

func (d *drand48) step() uint64 {
	d.x = d.next(d.x)
	return d.x
}

func srand48Call(c *call) Value {
	d := &c.lib.drand
	d.x, d.a, d.c = uint64(uint32(c.integer(0)))<<16|0x330e, drandA, drandC
	return void()
}

// load48 reads three 16-bit words, the lowest first.
func (c *call) load48(p uint64) uint64 {
	return c.loadWord(p, 2) | c.loadWord(p+2, 2)<<16 | c.loadWord(p+4, 2)<<32
}

func (c *call) store48(p, x uint64) {
	for i := range uint64(3) {
		c.storeWord(p+2*i, 2, x>>(16*i))
	}
}

// step48 advances the generator in the program's memory that erand48 and its
// relatives name.
func (c *call) step48() uint64 {
	p := c.wordArg(0)
	x := c.lib.drand.next(c.load48(p))
	c.store48(p, x)
	return x
}

func unit48(x uint64) Value { return doubleValue(float64(x) / (1 << 48)) }

func lrand48(c *call, x uint64) Value { return c.long(int64(x >> 17)) }
func mrand48(c *call, x uint64) Value { return c.long(int64(int32(x >> 16))) }
