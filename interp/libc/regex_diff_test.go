package libc

import (
	"encoding/binary"
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"culprit/internal/rounds"
)

// regexCase is a line of testdata/regex.c.
type regexCase struct {
	compile, execute int
	pattern, text    string
}

// run executes the case, and returns the result and whether all of it is offered.
func (k regexCase) run(ptr int) (result string, offered bool) {
	m := newMemory(ptr)
	lib := New(Config{})
	call := func(name string, args ...any) Value {
		v, err := lib.Call(Lookup(name), m, m.values(args...))
		if err != nil {
			panic(err)
		}
		return v
	}
	defer func() {
		if r := recover(); r != nil {
			err, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			result, offered = err.Error(), err.Kind != Unsupported
		}
	}()
	re := m.bytes(make([]byte, 8*ptr))
	matches := m.bytes([]byte(strings.Repeat("\xaa", 48)))
	c := &numbers{m}
	c.put(matches, len(k.text)/2)
	c.put(matches+4, len(k.text))
	r := call("regcomp", re, k.pattern, k.compile)
	if r.Bits != 0 {
		message := m.bytes(make([]byte, 20))
		n := call("regerror", int(r.Bits), re, message, int64(20))
		return fmt.Sprintf("%d %d %s", r.Bits, n.Bits, m.text(message)), true
	}
	result = fmt.Sprintf("0 %d", c.get(re+uint64(6*ptr)))
	r = call("regexec", re, k.text, int64(6), matches, k.execute)
	result += fmt.Sprintf(" %d", r.Bits)
	for i := range uint64(6) {
		result += fmt.Sprintf(" %d,%d", c.get(matches+8*i), c.get(matches+8*i+4))
	}
	blocks := len(m.objects)
	call("regfree", re)
	if len(m.objects) != blocks-1 {
		result += " leaked"
	}
	return result, true
}

// numbers reads and writes numbers of four bytes.
type numbers struct{ m *fakeMemory }

func (c *numbers) put(addr uint64, v int) {
	c.m.Store(addr, binary.LittleEndian.AppendUint32(nil, uint32(v)))
}

func (c *numbers) get(addr uint64) int32 {
	return int32(binary.LittleEndian.Uint32(c.m.at(addr, 4)))
}

// randomPattern makes an expression of a few letters, which is mostly valid.
func randomPattern(r *rand.Rand, extended bool, depth int) string {
	escape := func(s string) string {
		if extended {
			return s
		}
		return `\` + s
	}
	s := ""
	for range 1 + r.Intn(3) {
		switch r.Intn(16) {
		case 0, 1, 2, 3:
			s += pick(r, "a", "b", "c", "ab", "A", "_", "\xe4", "\n", " ", "1", "-")
		case 4:
			s += pick(r, ".", ".", "^", "$", "*", "|", "+", "?", "{", "}", ")", `\.`, `\*`, `\`, "]", "(")
		case 5, 6:
			s += pick(r, "[ab]", "[^a]", "[a-c]", "[]a]", "[^]a]", "[a-]", "[-a]", "[[:alpha:]]", "[[:digit:]b]", "[^[:space:]]", "[[:upper:]]", "[[.a.]]", "[[=b=]c]", "[[.-.]]", "[a-b-c]", "[c-a]", "[Z-a]", "[---]", "[+---]", "[a", "[", "[^", "[[:foo:]]", "[[.ab.]]", "[[:alpha:]-z]", "[a-[:digit:]]", "[[:alpha:", `[\]`, `[\n]`, "[[.a.]-c]", "[[a]", "[[]", "[%--]", "[a-[.c.]]")
		case 7:
			s += pick(r, `\w`, `\W`, `\s`, `\S`, `\b`, `\B`, `\<`, `\>`, "\\`", `\'`, `\n`, `\/`)
		case 8, 9, 10:
			if depth > 0 {
				s += escape("(") + randomPattern(r, extended, depth-1) + escape(")")
			}
		case 11:
			if depth > 0 {
				s += randomPattern(r, extended, depth-1) + escape("|") + randomPattern(r, extended, depth-1)
			}
		case 12:
			s += pick(r, "^", "", "") + pick(r, "a", "b") + pick(r, "$", "", "")
		case 13:
			s += escape("(") + escape(")")
		case 14:
			s += pick(r, "a", "b") + escape("{") + pick(r, "0", "1", "2", "1,", ",2", "1,2", "2,1", "x", "1,x", "", ",", "0,0", "40000", "1") + pick(r, escape("}"), escape("}"), escape("}"), "")
		case 15:
			s += pick(r, `\1`, `\2`, "a")
		}
		if r.Intn(4) == 0 {
			s += pick(r, "*", "*", escape("+"), escape("?"), escape("{")+"2"+escape("}"), escape("{")+"1,2"+escape("}"))
		}
	}
	return s
}

func TestRegexAgainstGcc(t *testing.T) {
	models(t, func(t *testing.T, ptr int) {
		d := compile(t, "regex.c", ptr)
		r := rand.New(rand.NewSource(int64(ptr)))
		var cases []regexCase
		var lines, results []string
		tried, bad, matched := rounds.Of(20000), 0, 0
		for range tried {
			k := regexCase{compile: r.Intn(16), execute: r.Intn(4)}
			if r.Intn(8) == 0 {
				k.execute |= 4 | r.Intn(2)*8
			}
			k.pattern = randomPattern(r, k.compile&1 != 0, 2)
			for range r.Intn(8) {
				k.text += pick(r, "a", "b", "c", "a", "b", "A", "B", "_", "\xe4", "\n", " ", "1", "-", "ab")
			}
			// What is refused is not asked, since glibc crashes on some references.
			if result, offered := k.run(ptr); offered {
				cases, results = append(cases, k), append(results, result)
				lines = append(lines, fmt.Sprintf("%d %d x%x x%x", k.compile, k.execute, k.pattern, k.text))
			}
		}
		for i, want := range d.ask(t, lines) {
			if strings.HasPrefix(want, "0 ") && strings.Fields(want)[2] == "0" {
				matched++
			}
			if k := cases[i]; results[i] != want {
				bad++
				if bad <= 40 {
					t.Errorf("%d %d %+q %+q:\n got %s\nwant %s", k.compile, k.execute, k.pattern, k.text, results[i], want)
				}
			}
		}
		t.Logf("%d cases compared, %d matched, %d refused, %d mismatches", len(cases), matched, tried-len(cases), bad)
		if matched < tried/8 || len(cases) < 3*tried/4 {
			t.Errorf("of %d cases %d matched and %d were compared", tried, matched, len(cases))
		}
	})
}
