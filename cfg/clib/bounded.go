package clib

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// Call is a call of a function of the library, as text, and the header that declares it.
type Call struct{ Name, Header, Text string }

//go:embed bounded.txt
var boundedTable string

// bounded are the calls that take the room of what they write into account, by the name
// of the function that does not.
var bounded = sync.OnceValue(func() map[string]Call {
	out := map[string]Call{}
	for line := range strings.Lines(boundedTable) {
		w := strings.Fields(line)
		if len(w) < 3 || w[0] == "#" {
			continue
		}
		text := strings.Join(w[2:], " ")
		name, _, _ := strings.Cut(text, "(")
		out[w[0]] = Call{name, w[1], text}
	}
	return out
})

// Bounded is the call that does what a call of a function does, but writes no more than the
// first argument has room for. It is false if the library has none.
func (f *Func) Bounded(args []string, room string) (Call, bool) {
	call, ok := bounded()[f.Name]
	if !ok || len(args) == 0 {
		return Call{}, false
	}
	words := []string{"$n", room, "$*", strings.Join(args[1:], ", ")}
	for i, a := range args {
		words = append(words, "$"+strconv.Itoa(i+1), a)
	}
	call.Text = strings.NewReplacer(words...).Replace(call.Text)
	return call, true
}
