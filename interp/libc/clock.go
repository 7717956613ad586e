package libc

// The clock: every look at it takes a millisecond.

func addTime(add adder) {
	add(1, timeCall, "time")
	add(0, clockCall, "clock")
	add(2, gettimeofdayCall, "gettimeofday")
	add(2, clockGettimeCall, "clock_gettime")
	add(2, difftimeCall, "difftime")
}

func (l *Lib) look() int64 {
	t := l.micros
	l.micros += 1000
	return t
}

func timeCall(c *call) Value {
	t := c.lib.look() / 1000000
	if p := c.wordArg(0); p != 0 {
		c.storeWord(p, c.ptr, uint64(t))
	}
	return c.long(t)
}

func clockCall(c *call) Value { return c.long(c.lib.look() - c.lib.start) }

func gettimeofdayCall(c *call) Value {
	t := c.lib.look()
	if p := c.wordArg(0); p != 0 {
		c.storeWord(p, c.ptr, uint64(t/1000000))
		c.storeWord(p+uint64(c.ptr), c.ptr, uint64(t%1000000))
	}
	return intValue(0)
}

func clockGettimeCall(c *call) Value {
	t := c.lib.look()
	if id := c.intArg(0); id != 0 && id != 5 {
		t -= c.lib.start // since the start of the program
	}
	p := c.wordArg(1)
	c.storeWord(p, c.ptr, uint64(t/1000000))
	c.storeWord(p+uint64(c.ptr), c.ptr, uint64(t%1000000*1000))
	return intValue(0)
}

func difftimeCall(c *call) Value {
	return doubleValue(float64(c.longArg(0)) - float64(c.longArg(1)))
}
