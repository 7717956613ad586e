package target

import (
	"fmt"

	"culprit/cmd/verify/console"
	"culprit/frontend/entry"
)

// EntryFlags let a program begin at one of its functions, with any arguments.
type EntryFlags struct {
	Entry      string   `help:"Call this function with any arguments of its types, instead of main, and ask about undefined behaviour unless --property asks something else." placeholder:"FUNCTION" group:"A function instead of main"`
	Length     int      `help:"How many elements arrays and strings have at most." default:"4" placeholder:"N" group:"A function instead of main"`
	Chain      int      `name:"depth-of-links" help:"How many structures a list has, and how high a tree is, at most." default:"2" placeholder:"N" group:"A function instead of main"`
	Null       bool     `help:"Pointers may be null." group:"A function instead of main"`
	AnyGlobals bool     `help:"Variables of the file have any value, not that of the beginning." group:"A function instead of main"`
	Assume     []string `sep:"none" help:"A condition in C that the arguments fulfil; len(p) is the number of elements behind p." placeholder:"CONDITION" group:"A function instead of main"`
}

// The defaults of --length and --depth-of-links, as the tags above have them: few elements,
// so that most functions are decided, and two structures, which show what one does not.
const defaultLength, defaultChain = 4, 2

// check rejects flags that mean nothing without --entry.
func (c *EntryFlags) check() error {
	switch {
	case c.Length < 0 || c.Length > MaxEntryLength:
		return console.BadInput("--length: must be from 0 to %d", MaxEntryLength)
	case c.Chain < 1:
		return console.BadInput("--depth-of-links: must be at least 1")
	case c.Entry != "":
		return nil
	case c.Null:
		return console.BadInput("--null: says something about --entry, which is missing")
	case c.AnyGlobals:
		return console.BadInput("--any-globals: says something about --entry, which is missing")
	case len(c.Assume) > 0:
		return console.BadInput("--assume: says something about --entry, which is missing")
	}
	return nil
}

// words are the flags as words of a command line.
func (c *EntryFlags) words() (out []string) {
	if c.Entry == "" {
		return nil
	}
	out = append(out, "--entry="+c.Entry)
	if c.Length != defaultLength {
		out = append(out, fmt.Sprintf("--length=%d", c.Length))
	}
	if c.Chain != defaultChain {
		out = append(out, fmt.Sprintf("--depth-of-links=%d", c.Chain))
	}
	if c.Null {
		out = append(out, "--null")
	}
	if c.AnyGlobals {
		out = append(out, "--any-globals")
	}
	for _, a := range c.Assume {
		out = append(out, "--assume="+a)
	}
	return out
}

// call is what the flags say to package entry.
func (c *EntryFlags) call() entry.Config {
	return entry.Config{Function: c.Entry, Length: c.Length, Depth: c.Chain, Null: c.Null, Globals: c.AnyGlobals, Assume: c.Assume}
}
