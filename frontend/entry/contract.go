package entry

import (
	"fmt"
	"slices"
)

// The contract of a function in the comment before it, in the part of ACSL, the
// specification language of Frama-C, that speaks of values: requires, ensures, and
// behaviors of them. Integers are those of mathematics there, so that sums are taken in
// a wider type. Clauses that are not understood are named in the answer.

// clause is one of a contract.
type clause struct {
	kind string // requires, ensures, or what else it begins with
	text string // as it is written
	line int
	cond string // in C; "" if it was not understood, or of assigns
	// places are what a clause assigns says may change, nil if it was not understood.
	places []place
}

// understood reports whether the clause says something here.
func (x clause) understood() bool { return x.cond != "" || x.places != nil }

// contract is what the comment before a function says.
type contract struct {
	clauses []clause
	olds    []string          // expressions whose value before the call is asked for
	names   map[string]string // what parameters are called in the text, where that differs
	stub    bool              // it is in the place of a body
	file    string            // where it stands
}

// old is the variable with the value that an expression had before the call.
func (c *contract) old(expr string) string {
	i := slices.Index(c.olds, expr)
	if i < 0 {
		i = len(c.olds)
		c.olds = append(c.olds, expr)
	}
	return fmt.Sprintf("__verify_old%d", i+1)
}

// has reports whether a contract has an understood clause of a kind.
func (c *contract) has(kind string) bool {
	return c != nil && slices.ContainsFunc(c.clauses, func(x clause) bool { return x.kind == kind && x.understood() })
}

// ignored are the clauses that say nothing here.
func (c *contract) ignored() (out []string) {
	for _, x := range c.clauses {
		if !x.understood() || x.kind == "assigns" && !c.stub && !c.framed() {
			out = append(out, x.text)
		}
	}
	return out
}

// place is what a clause of a contract lists: so many bytes at an address, if guard
// holds, or always where that is "".
type place struct{ at, size, guard string }

// called is what a parameter is called where the contract counts.
func (c *contract) called(name string) string {
	if n := c.names[name]; n != "" {
		return n
	}
	return name
}

// framed reports whether a contract says, in a way that is understood, all that the
// function may change. What frees memory changes more.
func (c *contract) framed() bool {
	framed := false
	if c == nil {
		return false
	}
	for _, x := range c.clauses {
		switch x.kind {
		case "assigns":
			if !x.understood() {
				return false
			}
			framed = true
		case "frees", "allocates":
			return false
		}
	}
	return framed
}
