package libc

import (
	"encoding/binary"
	"strings"
	"testing"

	"culprit/cfg/clib"
	"culprit/internal/extended"
)

// TestFiles goes through what programs do with files.
func TestFiles(t *testing.T) {
	w := newWorld(t, 8, "first\nsecond\n", map[string][]byte{"in": []byte("alpha\nbeta\n")})
	buf := w.mem.bytes(make([]byte, 64))
	// stdin from a file, and back to the start of it.
	if w.call("freopen", "in", "r", uint64(clib.Stdin)).Bits != clib.Stdin {
		t.Fatal("freopen failed")
	}
	w.call("gets", buf)
	if got := w.mem.text(buf); got != "alpha" {
		t.Errorf("gets after freopen: %q", got)
	}
	w.call("rewind", uint64(clib.Stdin))
	if got := w.int("getchar"); got != 'a' {
		t.Errorf("after rewind: %c", got)
	}
	// A file is written, renamed, read by another stream, removed.
	f := w.call("fopen", "out", "w").Bits
	w.call("fprintf", f, "%s-%d", "x", 7)
	w.call("rename", "out", "out2")
	g := w.call("fopen", "out2", "r").Bits
	if n := w.int("fread", buf, int64(1), int64(64), g); n != 3 || string(w.mem.at(buf, 3)) != "x-7" {
		t.Errorf("fread = %d, %q", n, w.mem.at(buf, 3))
	}
	pos := w.mem.bytes(make([]byte, 8))
	w.call("fseek", g, int64(1), 0)
	w.call("fgetpos", g, pos)
	w.call("getc", g)
	w.call("fsetpos", g, pos)
	if got := w.int("getc", g); got != '-' {
		t.Errorf("after fsetpos: %c", got)
	}
	if w.int("remove", "out2") != 0 || w.int("remove", "out2") != -1 || w.mem.errno != enoent {
		t.Error("remove")
	}
	if got := w.int("fseek", g, int64(0), 0); got != 0 {
		t.Error("a removed file that is open cannot be read")
	}
	if h := w.call("tmpfile").Bits; w.int("fputs", "t", h) != 1 || w.int("fclose", h) != 0 {
		t.Error("tmpfile")
	}
}

// TestDevices reads devices without end, whose bytes depend on the position alone.
func TestDevices(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	buf := w.mem.bytes(make([]byte, 64))
	read := func(name string) string {
		f := w.call("fopen", name, "rb").Bits
		first := w.int("getc", f)
		w.call("ungetc", int(first), f)
		if n := w.int("fread", buf, int64(1), int64(64), f); n != 64 || int64(w.mem.at(buf, 1)[0]) != first {
			t.Errorf("%s: %d bytes, %v after %d", name, n, w.mem.at(buf, 1), first)
		}
		return string(w.mem.at(buf, 64))
	}
	if got := read("/dev/zero"); got != strings.Repeat("\x00", 64) {
		t.Errorf("/dev/zero: %q", got)
	}
	seen := map[rune]bool{}
	got := read("/dev/urandom")
	for _, b := range got {
		seen[b] = true
	}
	if len(seen) < 32 || read("/dev/urandom") != got {
		t.Errorf("/dev/urandom: %q", got)
	}
	if w.int("sysconf", 30) != 4096 || w.int("getpagesize") != 4096 {
		t.Error("sysconf and getpagesize differ")
	}
}

// TestPipe checks that a pipe cannot be moved in.
func TestPipe(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	w.lib = New(Config{Stdin: strings.NewReader("abc"), Pipe: true, Stdout: &w.out})
	w.call("getchar")
	if w.int("fseek", uint64(clib.Stdin), int64(0), 0) != -1 || w.mem.errno != espipe || w.int("ftell", uint64(clib.Stdin)) != -1 {
		t.Error("a pipe can be moved in")
	}
	w.call("rewind", uint64(clib.Stdin))
	if got := w.int("getchar"); got != 'b' {
		t.Errorf("read %c", got)
	}
}

// TestDescriptors uses the calls of unistd.h.
func TestDescriptors(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	buf := w.mem.bytes(make([]byte, 16))
	fd := int(w.int("open", "f", 0102, 0644)) // O_RDWR|O_CREAT
	if fd != 3 {
		t.Fatalf("open = %d", fd)
	}
	w.call("write", fd, w.mem.bytes([]byte("hello")), int64(5))
	if w.int("lseek", fd, int64(-4), 1) != 1 || w.int("read", fd, buf, int64(16)) != 4 || string(w.mem.at(buf, 4)) != "ello" {
		t.Error("lseek and read")
	}
	old := w.int("dup", 1)
	w.call("dup2", fd, 1)
	w.call("puts", "into f")
	w.call("dup2", int(old), 1)
	w.call("puts", "out")
	if got := string(w.lib.files["f"].data); got != "hellointo f\n" || w.out.String() != "out\n" {
		t.Errorf("file %q, output %q", got, w.out.String())
	}
	if w.int("close", fd) != 0 || w.int("close", fd) != -1 || w.mem.errno != ebadf {
		t.Error("close")
	}
}

// TestStrings covers the functions that print to and scan from memory.
func TestStrings(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	buf := w.mem.bytes([]byte("xxxxxxxx"))
	if n := w.int("snprintf", buf, int64(4), "%d", 123456); n != 6 || w.mem.text(buf) != "123" || w.mem.at(buf, 8)[4] != 'x' {
		t.Errorf("snprintf = %d, %q", n, w.mem.at(buf, 8))
	}
	if n := w.int("snprintf", uint64(0), int64(0), "%s", "abc"); n != 3 {
		t.Errorf("snprintf to nothing = %d", n)
	}
	p := w.mem.bytes(make([]byte, 8))
	c := &call{mem: w.mem, ptr: 8}
	if n := w.int("asprintf", p, "<%s>", "text"); n != 6 || w.mem.text(c.loadWord(p, 8)) != "<text>" {
		t.Errorf("asprintf = %d", n)
	}
	n := w.mem.bytes(make([]byte, 8))
	if r := w.int("snprintf", w.mem.bytes(make([]byte, 8)), uint64(8), "ab%d%hhn", uint64(12), n); r != 4 || c.loadWord(n, 1) != 4 {
		t.Errorf("snprintf with %%n: %d, %d", r, c.loadWord(n, 1))
	}
	if r := w.int("sscanf", "key = some words", "%ms = %m[a-z ]%n", p, n, w.mem.bytes(make([]byte, 4))); r != 2 || w.mem.text(c.loadWord(p, 8)) != "key" || w.mem.text(c.loadWord(n, 8)) != "some words" {
		t.Errorf("sscanf with m = %d", r)
	}
}

// TestClock checks that waiting for the clock ends.
func TestClock(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	start := w.int("time", uint64(0))
	if start != 1000000000 {
		t.Errorf("time = %d", start)
	}
	w.call("sleep", 10)
	if got := w.int("time", uint64(0)); got != start+10 {
		t.Errorf("after sleep: %d", got)
	}
	for n := 0; w.int("clock") < 60000000; n++ {
		if n > 60000 {
			t.Fatal("clock stands still")
		}
	}
}

// TestLongDouble prints, reads and converts long doubles.
func TestLongDouble(t *testing.T) {
	w := newWorld(t, 4, "", nil)
	a := extended.OfFloat64(1.5)
	w.call("printf", "%Lf %.2Lf|", a, extended.OfFloat64(-2.25))
	w.call("printf", "%2$Lf %1$d|", 3, a)
	slots := w.mem.slots(append(longValues(a), intValue(7)))
	w.call("vprintf", "%Lg %d|", slots)
	at := w.mem.bytes(make([]byte, 16))
	read := func() extended.Number {
		p := w.mem.at(at, 10)
		return extended.Number{Sig: binary.LittleEndian.Uint64(p), SE: binary.LittleEndian.Uint16(p[8:])}
	}
	tenth := extended.Number{Sig: 0xcccccccccccccccd, SE: 0x3ffb}
	for _, text := range []string{"0.1", " +0.10000000000000000000e0 "} {
		w.call("sscanf", text, "%Lf", at)
		if n := read(); n != tenth {
			t.Errorf("scanned %x", n)
		}
		w.call("strtold", text, uint64(0), at)
		if n := read(); n != tenth {
			t.Errorf("converted %x", n)
		}
	}
	for text, want := range map[string]extended.Number{"-0": {SE: 0x8000}, "-inf": extended.Inf(true), "0x1p-16445": {Sig: 1}, "1e4933": extended.Inf(false),
		"1e-4966": {}, "0x.8p1": {Sig: 1 << 63, SE: 16383}, "nan": {Sig: 3 << 62, SE: 0x7fff}, "-1e-4950": {Sig: 3, SE: 0x8000}} {
		w.call("strtold", text, uint64(0), at)
		if n := read(); n != want {
			t.Errorf("%s: %x", text, n)
		}
	}
	if got := w.out.String(); got != "1.500000 -2.25|1.500000 3|1.5 7|" {
		t.Errorf("%q", got)
	}
}
