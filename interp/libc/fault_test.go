package libc

import (
	"errors"
	"strings"
	"testing"
)

// TestRefusals has the calls that do not return, with the text that says why.
func TestRefusals(t *testing.T) {
	for _, tc := range []struct {
		name string
		kind Kind
		text string
		call func(w *world) error
	}{
		{"too few", Mismatch, "%d has no argument", func(w *world) error { return w.fails("printf", "%d %d", 1) }},
		{"float for int", Mismatch, "%d gets the floating value 2.5", func(w *world) error { return w.fails("printf", "%d", 2.5) }},
		{"int for float", Mismatch, "%.2f gets the integer -3", func(w *world) error { return w.fails("printf", "%.2f", -3) }},
		{"width", Mismatch, "%*d gets", func(w *world) error { return w.fails("printf", "%*d", 1.0, 2) }},
		{"wild string", MemoryFault, "", func(w *world) error { return w.fails("printf", "%s", uint64(77)) }},
		{"short buffer", MemoryFault, "", func(w *world) error {
			return w.fails("sprintf", w.mem.bytes(make([]byte, 4)), "%d", 12345)
		}},
		{"unterminated", MemoryFault, "", func(w *world) error { return w.fails("puts", w.mem.bytes([]byte("abc"))) }},
		{"null stream", Undefined, "null pointer", func(w *world) error { return w.fails("getc", uint64(0)) }},
		{"wild stream", Undefined, "0x1234 is not a valid FILE handle", func(w *world) error { return w.fails("getc", uint64(0x1234)) }},
		{"closed stream", Undefined, `"f" is closed`, func(w *world) error {
			f := w.call("fopen", "f", "r").Bits
			w.call("fclose", f)
			return w.fails("getc", f)
		}},
		{"scanf to null", Undefined, "%d stores through a null pointer", func(w *world) error { return w.fails("sscanf", "1", "%d", uint64(0)) }},
		{"scanf without pointer", Mismatch, "%d has no argument", func(w *world) error { return w.fails("sscanf", "1 2", "%d %d", w.mem.bytes(make([]byte, 4))) }},
		{"scanf too long", MemoryFault, "", func(w *world) error { return w.fails("sscanf", "abcd", "%s", w.mem.bytes(make([]byte, 4))) }},
		{"output", OutputLimit, "limit on output", func(w *world) error { return w.fails("printf", "%2000000d", 1) }},
		{"width of a gigabyte", OutputLimit, "limit", func(w *world) error { return w.fails("sprintf", w.mem.bytes(make([]byte, 4)), "%1000000000d", 1) }},
		{"file too long", OutputLimit, `"f" grows`, func(w *world) error {
			f := w.call("fopen", "f", "w").Bits
			w.call("fseek", f, int64(1)<<40, 0)
			return w.fails("putc", 65, f)
		}},
		{"no arguments", Undefined, "called with 0 arguments instead of 1", func(w *world) error { return w.fails("puts") }},
	} {
		w := newWorld(t, 8, "", map[string][]byte{"f": []byte("text")})
		err := tc.call(w)
		var e *Error
		if !errors.As(err, &e) || e.Kind != tc.kind || !strings.Contains(e.Text, tc.text) {
			t.Errorf("%s: %v, want %v with %q", tc.name, err, tc.kind, tc.text)
		}
	}
}

func (w *world) fails(name string, args ...any) error {
	_, err := w.try(name, args...)
	return err
}

// TestOutputBeforeLimit checks that what fits is written.
func TestOutputBeforeLimit(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	w.lib.outLeft = 10
	if err := w.fails("puts", "0123456789abc"); err == nil || w.out.String() != "0123456789" {
		t.Errorf("%q, %v", w.out.String(), err)
	}
}

// TestTolerated has calls that registers make harmless on LP64.
func TestTolerated(t *testing.T) {
	w := newWorld(t, 8, "", nil)
	w.call("printf", "%d %ld %x %c|", int64(1)<<32+5, -1, int64(-1), int64(65))
	w.call("printf", "%s %p\n", uint64(0), uint64(0))
	if got, want := w.out.String(), "5 4294967295 ffffffff A|(null) (nil)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	w = newWorld(t, 4, "", nil)
	if err := w.fails("printf", "%d %d", int64(1), 2); err == nil {
		t.Errorf("a long long for %q is not noticed on ILP32", "%d")
	}
}

// TestClone checks that a copy and its origin do not see each other.
func TestClone(t *testing.T) {
	w := newWorld(t, 8, "abcdef", map[string][]byte{"f": []byte("text")})
	f := w.call("fopen", "f", "r+").Bits
	w.call("getchar")
	w.call("getc", f)
	old := w.lib
	c := old.Clone(&w.err, &w.err)
	w.lib = c
	if got := w.int("getchar"); got != 'b' {
		t.Errorf("copy reads %c from stdin", got)
	}
	w.call("fseek", f, int64(0), 0)
	w.call("fputs", "XYZ", f)
	w.call("puts", "copy")
	w.call("remove", "f")
	w.lib = old
	if a, b := w.int("getchar"), w.int("getc", f); a != 'b' || b != 'e' {
		t.Errorf("origin reads %c and %c", a, b)
	}
	if string(old.files["f"].data) != "text" || w.out.Len() != 0 || w.err.String() != "copy\n" {
		t.Errorf("file %q, output %q and %q", old.files["f"].data, w.out.String(), w.err.String())
	}
	w.call("fclose", f)
	w.lib = c
	w.call("getc", f) // still open in the copy
}

// TestSandbox checks that nothing outside is reachable.
func TestSandbox(t *testing.T) {
	w := newWorld(t, 8, "", map[string][]byte{"dir/in": []byte("x")})
	for _, name := range []string{"/etc/passwd", "../go.mod", "lib.go", "dir", "dir/out/x", ""} {
		if w.call("fopen", name, "r").Bits != 0 {
			t.Errorf("%q can be opened", name)
		}
	}
	for _, name := range []string{"./dir/in", "dir//in", "dir/../dir/in", "/dev/null", "/dev/stdin"} {
		if w.call("fopen", name, "r").Bits == 0 {
			t.Errorf("%q cannot be opened", name)
		}
	}
	if w.call("fopen", "dir/new", "w").Bits == 0 || w.call("fopen", "nodir/new", "w").Bits != 0 {
		t.Error("files are made where they should not be, or not where they should")
	}
	if w.call("getenv", "PATH").Bits != 0 || w.int("system", "ls") != -1 {
		t.Error("the environment is visible")
	}
}

// TestEnvironment: getenv finds what the program sets, in a copy of the library only what
// was set before.
func TestEnvironment(t *testing.T) {
	w := newWorld(t, 64, "", nil)
	old := w.lib.Clone(nil, nil)
	for _, c := range []struct {
		name string
		args []any
		want int64
		then string // of A after that
	}{
		{"setenv", []any{"A", "x", 0}, 0, "x"},
		{"setenv", []any{"A", "y", 0}, 0, "x"},
		{"setenv", []any{"A", "y", 1}, 0, "y"},
		{"setenv", []any{"A=", "z", 1}, -1, "y"},
		{"unsetenv", []any{""}, -1, "y"},
		{"unsetenv", []any{"A"}, 0, ""},
		{"putenv", []any{"A=b=c"}, 0, "b=c"},
		{"putenv", []any{"A"}, 0, ""},
		{"putenv", []any{"A=d"}, 0, "d"},
		{"clearenv", nil, 0, ""},
		{"putenv", []any{"A=e"}, 0, "e"},
	} {
		before := w.lib.State()
		if got := w.int(c.name, c.args...); got != c.want {
			t.Errorf("%s%v: %d", c.name, c.args, got)
		}
		now := ""
		if p := w.call("getenv", "A").Bits; p != 0 {
			b := make([]byte, len(c.then)+1)
			w.mem.Load(p, b)
			now = strings.TrimSuffix(string(b), "\x00")
		}
		if now != c.then {
			t.Errorf("after %s%v: %q", c.name, c.args, now)
		}
		if c.want == 0 && c.then != "x" && before == w.lib.State() {
			t.Errorf("%s%v: the same state", c.name, c.args)
		}
	}
	if len(old.env) != 0 || old.State() == w.lib.State() {
		t.Error("the copy has what was set later")
	}
}
