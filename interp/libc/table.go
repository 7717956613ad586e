package libc

import (
	"sync"

	"culprit/cfg/clib"
)

// functions are those that the table of package clib says are run here.
var functions = sync.OnceValue(makeTable)

func makeTable() map[string]*Func {
	t := make(map[string]*Func)
	add := func(run func(*call) Value, names ...string) {
		for _, n := range names {
			f := clib.Lookup(n)
			if f == nil || !f.Run || f.Name != n || t[n] != nil {
				panic("no function " + n + " to run") // the table is part of the program
			}
			t[n] = &Func{Name: n, params: values(f), list: f.TakesList(), run: run}
		}
	}
	for _, part := range []func(adder){addPrintf, addScanf, addStdio, addMemoryStreams, addRegex, addNumbers, addRandom, addSystem, addTime, addMath, addMathParts, addLongMath, addLongParts} {
		part(add)
	}
	return t
}

// Lookup returns the function of this name, or nil.
func Lookup(name string) *Func {
	if f := clib.Lookup(name); f != nil {
		return functions()[f.Name]
	}
	return nil
}

// values is the number of values that the parameters of a function are: a long
// double is two, and as the result one, the address to write it to.
func values(f *clib.Func) int {
	n := f.Arity()
	for _, p := range f.Params {
		if p.Type == 'D' {
			n++
		}
	}
	if f.Result == 'D' {
		n++
	}
	return n
}

func addNumbers(add adder) {
	add(func(c *call) Value { return doubleValue(c.strtod(64)) }, "strtod", "atof")
	add(func(c *call) Value { return floatValue(float32(c.strtod(32))) }, "strtof")
	add(strtoldCall, "strtold")
}
