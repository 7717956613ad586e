package libc

import (
	"testing"

	"culprit/cfg/clib"
)

func TestSmoke(t *testing.T) {
	w := newWorld(t, 8, "12 abc 3.5\nline two\nx", map[string][]byte{"in.txt": []byte("hello\nworld\n")})
	n, s, d := w.mem.bytes(make([]byte, 4)), w.mem.bytes(make([]byte, 10)), w.mem.bytes(make([]byte, 8))
	if r := w.int("scanf", "%d %s %lf", n, s, d); r != 3 {
		t.Errorf("scanf = %d", r)
	}
	line := w.mem.bytes(make([]byte, 20))
	w.call("printf", "[%d] [%s] [%5.2f] [%-6d|%06d] %g %a\n", 12, s, 3.25, 7, -7, 1e20, 1.5)
	w.call("getchar")
	w.call("fgets", line, 20, uint64(clib.Stdin))
	w.call("printf", "%s", line)
	f := w.call("fopen", "in.txt", "r")
	for range 3 {
		if w.call("fgets", line, 20, f.Bits).Bits == 0 {
			break
		}
		w.call("fputs", line, uint64(clib.Stdin+0x10))
	}
	w.call("fclose", f.Bits)
	if _, err := w.try("fclose", f.Bits); err == nil {
		t.Error("a closed stream was closed")
	} else {
		t.Log(err)
	}
	want := "[12] [abc] [ 3.25] [7     |-00007] 1e+20 0x1.8p+0\nline two\nhello\nworld\n"
	if w.out.String() != want {
		t.Errorf("output %q\nwant   %q", w.out.String(), want)
	}
}
