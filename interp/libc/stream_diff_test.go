package libc

import (
	"encoding/hex"
	"fmt"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"culprit/internal/rounds"
)

// streamCase is a sequence of operations on one file.
type streamCase struct {
	mode, content string
	ops           []string
}

func (k *streamCase) line() string {
	return fmt.Sprintf("%s x%x %s", k.mode, k.content, strings.Join(k.ops, " "))
}

// run executes the case as testdata/stream.c does.
func (k *streamCase) run(t *testing.T) string {
	w := newWorld(t, 8, "", map[string][]byte{"file": []byte(k.content)})
	f := w.call("fopen", "file", k.mode).Bits
	buf := w.mem.bytes(make([]byte, 8192))
	word := w.mem.bytes(make([]byte, 16))
	var out strings.Builder
	for _, op := range k.ops {
		w.mem.errno = 0
		var a, b int
		fmt.Sscanf(op[1:], "%d:%d", &a, &b)
		switch op[0] {
		case 'g':
			fmt.Fprint(&out, w.int("getc", f))
		case 'u':
			fmt.Fprint(&out, w.int("ungetc", a, f))
		case 'L':
			if w.call("fgets", buf, a, f).Bits != 0 {
				fmt.Fprintf(&out, "x%x00", w.mem.text(buf))
			} else {
				out.WriteString("-")
			}
		case 'r':
			n := w.int("fread", buf, int64(a), int64(b), f)
			fmt.Fprintf(&out, "%dx%x", n, w.mem.at(buf, uint64(n)*uint64(a)))
		case 'w':
			data, _ := hex.DecodeString(op[1:])
			fmt.Fprint(&out, w.int("fwrite", w.mem.bytes(data), int64(1), int64(len(data)), f))
		case 'p':
			fmt.Fprint(&out, w.int("fprintf", f, "<%d>", a))
		case 'P':
			fmt.Fprint(&out, w.int("putc", a, f))
		case 's':
			fmt.Fprint(&out, w.int("fseek", f, int64(a), b))
		case 't':
			fmt.Fprint(&out, w.int("ftell", f))
		case 'e':
			fmt.Fprint(&out, w.int("feof", f))
		case 'E':
			fmt.Fprint(&out, w.int("ferror", f))
		case 'c':
			w.call("clearerr", f)
		case 'R':
			w.call("rewind", f)
		case 'f':
			fmt.Fprint(&out, w.int("fflush", f))
		case 'd':
			n := -99
			w.mem.Store(word, []byte{0x9d, 0xff, 0xff, 0xff})
			r := w.int("fscanf", f, "%d", word)
			b := w.mem.at(word, 4)
			n = int(int32(uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24))
			fmt.Fprintf(&out, "%d=%d", r, n)
		case 'l':
			w.mem.Store(word, make([]byte, 16))
			n := w.int("getline", word, word+8, f)
			fmt.Fprint(&out, n)
			if n > 0 {
				p := (&call{mem: w.mem, ptr: 8}).loadWord(word, 8)
				size := (&call{mem: w.mem, ptr: 8}).loadWord(word+8, 8)
				fmt.Fprintf(&out, "x%x:%d", w.mem.at(p, uint64(n)+1), size)
			}
		case 'F':
			w.call("fclose", f)
			f = w.call("fopen", "file", op[1:]).Bits
		case 'O':
			f = w.call("freopen", "file", op[1:], f).Bits
		}
		fmt.Fprintf(&out, "/%d ", w.mem.errno)
	}
	fmt.Fprintf(&out, "x%x", w.lib.files["file"].data)
	return out.String()
}

func randomStream(r *rand.Rand) *streamCase {
	k := &streamCase{mode: pick(r, "r", "r", "r+", "w", "w+", "a", "a+", "rb", "r+b", "wb+")}
	for range r.Intn(8) {
		k.content += pick(r, "12 ", "hello\n", "\n", "x", "-7\n", "long line of text with words\n", "99", strings.Repeat("ab", 80)+"\n")
	}
	const none, reading, writing = 0, 1, 2
	last, pushed, mode := none, true, k.mode
	for range 3 + r.Intn(20) {
		op := pick(r, "g", "g", "g", "u", "L", "r", "w", "p", "P", "s", "t", "e", "E", "c", "R", "f", "d", "l", "F", "O")
		now := none
		switch op {
		case "g", "L", "r", "d", "l", "u":
			now = reading
		case "w", "p", "P":
			now = writing
		}
		if op == "u" && (pushed || last == writing || !strings.ContainsAny(mode, "r+")) {
			continue // pushing back more than was read is not portable
		}
		if now != none && last != none && now != last {
			k.ops = append(k.ops, "s0:1") // C asks for it
		}
		switch op {
		case "u":
			k.ops = append(k.ops, "s1:0", "g")
			op += fmt.Sprint(65 + r.Intn(26))
		case "L":
			op += fmt.Sprint(r.Intn(12))
		case "r":
			op += fmt.Sprintf("%d:%d", 1+r.Intn(5), r.Intn(6))
		case "w":
			op += fmt.Sprintf("%x", pick(r, "q", "new text", "1 2\n"))
		case "p", "P":
			op += fmt.Sprint(48 + r.Intn(70))
		case "s":
			op += fmt.Sprintf("%d:%d", r.Intn(40)-10, r.Intn(3))
		case "F", "O":
			mode = pick(r, "r", "r+", "a", "a+")
			op += mode
		}
		switch op[0] {
		case 's', 'R', 'F', 'O':
			last, pushed = none, true
		case 'g':
			pushed = false
		case 'u', 'f', 'd':
			pushed = true
		}
		if op[0] == 'f' && last == reading {
			continue // flushing input is not defined
		}
		if now != none {
			last = now
		}
		k.ops = append(k.ops, op)
	}
	return k
}

func TestStreamsAgainstGcc(t *testing.T) {
	d := compile(t, "stream.c", 8)
	d.args = []string{filepath.Join(t.TempDir(), "file")}
	r := rand.New(rand.NewSource(3))
	var all []*streamCase
	var lines []string
	for range rounds.Of(2500) {
		k := randomStream(r)
		all = append(all, k)
		lines = append(lines, k.line())
	}
	bad := 0
	for i, want := range d.ask(t, lines) {
		if got := all[i].run(t); got != want {
			bad++
			if bad <= 10 {
				t.Errorf("%s %q %v:\n got %s\nwant %s", all[i].mode, all[i].content, all[i].ops, got, want)
			}
		}
	}
	t.Logf("%d sequences compared, %d mismatches", len(all), bad)
}
