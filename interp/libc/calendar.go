package libc

import (
	"fmt"
	"math"
)

// The calendar: struct tm and what converts to and from it. The time zone is
// UTC.

// tm is struct tm; the fields are those of C.
type tm struct {
	sec, min, hour, mday, mon int64
	year                      int64 // since 1900
	wday, yday, isdst         int64
	gmtoff                    int64
	zone                      uint64 // pointer to the name
}

func (t *tm) ints() []*int64 {
	return []*int64{&t.sec, &t.min, &t.hour, &t.mday, &t.mon, &t.year, &t.wday, &t.yday, &t.isdst}
}

// tmTail returns the offset of tm_gmtoff.
func (c *call) tmTail() uint64 { return (36 + uint64(c.ptr) - 1) &^ (uint64(c.ptr) - 1) }

func (c *call) tmSize() uint64 { return c.tmTail() + 2*uint64(c.ptr) }

// loadTm reads the first fields of a struct tm: conversions do not look at
// all of them, and those need not be initialised.
func (c *call) loadTm(p uint64, fields int) tm {
	var t tm
	for i, f := range t.ints()[:fields] {
		*f = int64(int32(c.loadWord(p+4*uint64(i), 4)))
	}
	return t
}

func (c *call) storeTm(p uint64, t *tm) {
	for i, f := range t.ints() {
		c.storeWord(p+4*uint64(i), 4, uint64(*f))
	}
	c.storeWord(p+c.tmTail(), c.ptr, uint64(t.gmtoff))
	c.storeWord(p+c.tmTail()+uint64(c.ptr), c.ptr, t.zone)
}

// floorDiv and its remainder, for b > 0.
func floorDiv(a, b int64) (q, r int64) {
	q, r = a/b, a%b
	if r < 0 {
		q, r = q-1, r+b
	}
	return q, r
}

// daysBefore is the number of days from 1970 to January 1st of a year.
func daysBefore(year int64) int64 {
	y := year - 1
	a, _ := floorDiv(y, 4)
	b, _ := floorDiv(y, 100)
	c, _ := floorDiv(y, 400)
	return 365*(year-1970) + a - b + c - (1969/4 - 1969/100 + 1969/400)
}

func leap(year int64) bool { return year%4 == 0 && (year%100 != 0 || year%400 == 0) }

var monthStart = [13]int64{0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365}

// before is the number of days of a year before a month.
func before(year, mon int64) int64 {
	d := monthStart[mon]
	if mon > 1 && leap(year) {
		d++
	}
	return d
}

// split converts seconds since 1970.
func split(t int64) (r tm) {
	days, s := floorDiv(t, 86400)
	r.hour, r.min, r.sec = s/3600, s/60%60, s%60
	_, r.wday = floorDiv(days+4, 7)
	year, _ := floorDiv(days*400, 146097)
	year += 1970
	for daysBefore(year) > days {
		year--
	}
	for daysBefore(year+1) <= days {
		year++
	}
	r.year, r.yday = year-1900, days-daysBefore(year)
	for r.mon < 11 && before(year, r.mon+1) <= r.yday {
		r.mon++
	}
	r.mday = r.yday - before(year, r.mon) + 1
	return r
}

// join converts to seconds since 1970; fields may be out of their ranges.
func (t *tm) join() int64 {
	carry, mon := floorDiv(t.mon, 12)
	year := t.year + 1900 + carry
	days := daysBefore(year) + before(year, mon) + t.mday - 1
	return ((days*24+t.hour)*60+t.min)*60 + t.sec
}

func (c *call) zone(name string) uint64 {
	known := c.lib.statics["zone "+name] != 0
	p := c.static("zone "+name, 4)
	if !known {
		c.storeString(p, []byte(name))
	}
	return p
}

// breakDown is gmtime and localtime; to is where the result goes.
func (c *call) breakDown(to uint64, zone string) Value {
	t := signed(c.loadWord(c.wordArg(0), c.ptr), 8*c.ptr)
	r := split(t)
	if r.year > math.MaxInt32 || r.year < math.MinInt32 {
		c.mem.SetErrno(eoverflow)
		return c.size(0)
	}
	r.zone = c.zone(zone)
	c.storeTm(to, &r)
	return c.size(to)
}

func gmtimeCall(c *call) Value     { return c.breakDown(c.static("tm", c.tmSize()), "GMT") }
func localtimeCall(c *call) Value  { return c.breakDown(c.static("tm", c.tmSize()), "UTC") }
func gmtimeRCall(c *call) Value    { return c.breakDown(c.wordArg(1), "GMT") }
func localtimeRCall(c *call) Value { return c.breakDown(c.wordArg(1), "UTC") }

func mktimeCall(c *call) Value { return c.makeTime("UTC") }
func timegmCall(c *call) Value { return c.makeTime("GMT") }

// makeTime also brings the fields into their ranges.
func (c *call) makeTime(zone string) Value {
	p := c.wordArg(0)
	t := c.loadTm(p, 6)
	s := t.join()
	if c.ptr == 4 && s != int64(int32(s)) {
		c.mem.SetErrno(eoverflow)
		return c.long(-1)
	}
	r := split(s)
	if r.year > math.MaxInt32 || r.year < math.MinInt32 {
		c.mem.SetErrno(eoverflow)
		return c.long(-1)
	}
	r.zone = c.zone(zone)
	c.storeTm(p, &r)
	return c.long(s)
}

func asctimeCall(c *call) Value {
	t := c.loadTm(c.wordArg(0), 7)
	return c.ascii(&t, c.static("asctime", 114))
}

func asctimeRCall(c *call) Value {
	t := c.loadTm(c.wordArg(0), 7)
	return c.ascii(&t, c.wordArg(1))
}

// ctimeCall is asctime of localtime, in the same objects.
func ctimeCall(c *call) Value {
	tm := c.static("tm", c.tmSize())
	if v := c.breakDown(tm, "UTC"); v.Bits == 0 {
		return v
	}
	t := c.loadTm(tm, 7)
	return c.ascii(&t, c.static("asctime", 114))
}

func ctimeRCall(c *call) Value {
	t := split(signed(c.loadWord(c.wordArg(0), c.ptr), 8*c.ptr))
	return c.ascii(&t, c.wordArg(1))
}

func (c *call) ascii(t *tm, to uint64) Value {
	day, month := "???", "???"
	if t.wday >= 0 && t.wday < 7 {
		day = dayNames[t.wday][:3]
	}
	if t.mon >= 0 && t.mon < 12 {
		month = monthNames[t.mon][:3]
	}
	c.storeString(to, asciiTime(day, month, t))
	return c.size(to)
}

var dayNames = [7]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}

var monthNames = [12]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

func asciiTime(day, month string, t *tm) []byte {
	return fmt.Appendf(nil, "%s %s%3d %02d:%02d:%02d %d\n", day, month, t.mday, t.hour, t.min, t.sec, 1900+t.year)
}

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
