package libc

import (
	"io"
	"strings"
	"testing"

	"culprit/cfg/clib"
)

// BenchmarkCalls measures what programs call most.
func BenchmarkCalls(b *testing.B) {
	m := newMemory(8)
	word := m.bytes(make([]byte, 8))
	line := m.bytes(make([]byte, 100))
	format, text := m.str("%d %s %.2f\n"), m.str("some text")
	number := m.str("%d")
	for _, k := range []struct {
		name string
		args []Value
	}{
		{"printf", m.values(format, 42, text, 3.25)},
		{"putchar", m.values(65)},
		{"puts", m.values(text)},
		{"getchar", nil},
		{"scanf", m.values(number, word)},
		{"fgets", m.values(line, 100, uint64(clib.Stdin))},
		{"sqrt", m.values(2.0)},
		{"pow", m.values(2.0, 0.3)},
		{"rand", nil},
	} {
		b.Run(k.name, func(b *testing.B) {
			l := New(Config{Stdin: io.MultiReader(strings.NewReader(strings.Repeat("12 34 56\n", 1<<20))), Stdout: io.Discard, Output: 1 << 60})
			f := Lookup(k.name)
			b.ReportAllocs()
			for range b.N {
				if _, err := l.Call(f, m, k.args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
