package libc

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"culprit/internal/rounds"
)

// timeCase is a line of testdata/time.c.
type timeCase struct {
	t      int64
	fields [6]int
	format string
}

func (k *timeCase) line() string {
	return fmt.Sprintf("%d %s x%x", k.t, strings.Trim(fmt.Sprint(k.fields), "[]"), k.format)
}

func (k *timeCase) run(t *testing.T, ptr int) string {
	w := newWorld(t, ptr, "", nil)
	m := w.mem
	c := &call{mem: m, ptr: ptr, lib: w.lib}
	at := m.bytes(make([]byte, 8))
	c.storeWord(at, ptr, uint64(k.t))
	r := w.call("gmtime", at).Bits
	buf := m.bytes(make([]byte, 8192))
	n := w.call("strftime", buf, uint64(8192), k.format, r).Bits
	f := c.loadTm(r, 9)
	zone := m.text(c.loadWord(r+c.tmTail()+uint64(ptr), ptr))
	asc := strings.TrimSuffix(m.text(w.call("asctime", r).Bits), "\n")
	out := fmt.Sprintf("%d x%x %d.%d.%d %s %s", n, m.at(buf, n), f.year, f.yday, f.wday, zone, asc)
	p := m.bytes(make([]byte, 64))
	for i, v := range k.fields {
		c.storeWord(p+4*uint64(i), 4, uint64(v))
	}
	u := w.int("mktime", p)
	g := c.loadTm(p, 9)
	return fmt.Sprintf("%s %d %d.%d.%d %d.%d.%d %d %d %d", out, u, g.year, g.mon, g.mday, g.hour, g.min, g.sec, g.wday, g.yday, m.errno)
}

func TestTimeAgainstGcc(t *testing.T) {
	t.Setenv("TZ", "UTC")
	models(t, func(t *testing.T, ptr int) {
		d := compile(t, "time.c", ptr)
		r := rand.New(rand.NewSource(int64(ptr)))
		var all []*timeCase
		var lines []string
		for range rounds.Of(10000) {
			k := &timeCase{t: int64(int32(r.Uint32()))}
			if ptr == 8 && r.Intn(3) == 0 {
				k.t = r.Int63n(1<<40) - 1<<34 // years of four digits and more
			}
			big := 100
			if r.Intn(5) == 0 {
				big = 100000
			}
			k.fields = [6]int{r.Intn(big) - big/4, r.Intn(big) - big/4, r.Intn(big) - big/4, r.Intn(big) - big/4, r.Intn(big/4) - big/8, 70 + r.Intn(60)}
			for range 1 + r.Intn(4) {
				k.format += pick(r, "", " ", "/", "x") + "%" + pick(r, "", "", "", "", "_", "-", "0", "^", "#", "5", "E", "O", "_4") +
					string("aAbBcCdDeFgGhHIjklmMnpPrRsStTuUVwWxXyYzZ%"[r.Intn(41)])
				k.format = strings.NewReplacer("_4z", "z", "5z", "z").Replace(k.format) // glibc pads before the sign, too
			}
			all = append(all, k)
			lines = append(lines, k.line())
		}
		bad := 0
		for i, want := range d.ask(t, lines) {
			if got := all[i].run(t, ptr); got != want {
				bad++
				if bad <= 10 {
					t.Errorf("%+v:\n got %s\nwant %s", *all[i], show(got), show(want))
				}
			}
		}
		t.Logf("%d times compared, %d mismatches", len(all), bad)
	})
}
