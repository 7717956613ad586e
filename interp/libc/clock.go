package libc

// The clock: every look at it takes a millisecond.

func addTime(add adder) {
	add(timeCall, "time")
	add(clockCall, "clock")
	add(gettimeofdayCall, "gettimeofday")
	add(clockGettimeCall, "clock_gettime")
	add(clockGetresCall, "clock_getres")
	add(timespecGetCall, "timespec_get")
	add(sleepCall(1000000), "sleep")
	add(sleepCall(1), "usleep")
	add(nanosleepCall, "nanosleep")
	add(gmtimeCall, "gmtime")
	add(localtimeCall, "localtime")
	add(gmtimeRCall, "gmtime_r")
	add(localtimeRCall, "localtime_r")
	add(mktimeCall, "mktime")
	add(timegmCall, "timegm")
	add(asctimeCall, "asctime")
	add(asctimeRCall, "asctime_r")
	add(ctimeCall, "ctime")
	add(ctimeRCall, "ctime_r")
	add(strftimeCall, "strftime")
	add(func(*call) Value { return void() }, "tzset")
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
		c.storeTimes(p, t/1000000, t%1000000)
	}
	return intValue(0)
}

// timeUTC is TIME_UTC.
const timeUTC = 1

// lastClock is the largest number of a clock, CLOCK_TAI.
const lastClock = 11

func clockGettimeCall(c *call) Value {
	if id := c.intArg(0); id < 0 || id > lastClock {
		c.mem.SetErrno(einval)
		return intValue(-1)
	}
	t := c.lib.look()
	if id := c.intArg(0); id != 0 && id != 5 {
		t -= c.lib.start // since the start of the program
	}
	c.storeTimes(c.wordArg(1), t/1000000, t%1000000*1000)
	return intValue(0)
}

// storeTimes stores a struct timespec or timeval.
func (c *call) storeTimes(p uint64, sec, part int64) {
	c.storeWord(p, c.ptr, uint64(sec))
	c.storeWord(p+uint64(c.ptr), c.ptr, uint64(part))
}

func clockGetresCall(c *call) Value {
	if id := c.intArg(0); id < 0 || id > lastClock {
		return c.fail(einval)
	}
	if p := c.wordArg(1); p != 0 {
		c.storeTimes(p, 0, 1)
	}
	return intValue(0)
}

func timespecGetCall(c *call) Value {
	if c.intArg(1) != timeUTC {
		return intValue(0)
	}
	t := c.lib.look()
	c.storeTimes(c.wordArg(0), t/1000000, t%1000000*1000)
	return intValue(c.intArg(1))
}

// sleepCall lets the clock advance; a unit is in microseconds.
func sleepCall(unit int64) func(*call) Value {
	return func(c *call) Value {
		c.lib.micros += int64(uint32(c.intArg(0))) * unit
		return intValue(0)
	}
}

func nanosleepCall(c *call) Value {
	p := c.wordArg(0)
	sec := signed(c.loadWord(p, c.ptr), 8*c.ptr)
	nano := signed(c.loadWord(p+uint64(c.ptr), c.ptr), 8*c.ptr)
	if sec < 0 || nano < 0 || nano >= 1000000000 {
		return c.fail(einval)
	}
	c.lib.micros += min(sec, 1<<32)*1000000 + nano/1000
	return intValue(0)
}
