package prelude

import (
	"strings"

	"culprit/cfg/clib"
)

// Executed finds the function that a call of name means, if executions call
// it by cfg.Lib, and the arguments that it does not have.
func Executed(name string) (fn *clib.Func, drop []int) {
	plain, checked := clib.Plain(strings.TrimPrefix(strings.TrimPrefix(name, hostPrefix), "__builtin_"))
	fn = clib.Lookup(plain)
	switch {
	case fn == nil || !fn.Run || checked && fn.Checked == nil:
		return nil, nil
	case checked:
		drop = fn.Checked
	}
	return fn, drop
}

// runs reports whether executions call the function name by cfg.Lib.
func runs(name string) bool {
	f := clib.Lookup(name)
	return f != nil && f.Run && f.Name == name
}

// hostPrefix marks calls that always mean the library: those in the wrappers
// below.
const hostPrefix = "__culprit_host_"

// RefPrefix marks the wrappers by which a program calls, through a pointer, a
// function of the library that is not a procedure.
const RefPrefix = "__culprit_ref_"

// wrapper returns C source for a function that does what the library function
// name does, or "".
func wrapper(name string) string {
	lf, _ := Executed(name)
	if f := clib.Lookup(name); lf == nil && f != nil && statements[f.Model] {
		return refPrefixed(f, name, "__builtin_"+name, "", "")
	}
	if lf == nil {
		return ""
	}
	target, body, last := lf.Name, "", ""
	if lf.Variadic {
		target = "v" + target
		if !runs(target) {
			return ""
		}
		body = "__builtin_va_list ap; __builtin_va_start(ap, " + letterOf(lf.Arity()-1) + "); "
		last = "ap"
	}
	return letterTypes[lf.Result] + " " + hostPrefix + target + "(); " + refPrefixed(lf, name, hostPrefix+target, body, last)
}

// letterTypes are the types that the letters of signatures mean, in C.
var letterTypes = map[byte]string{'v': "void", 'i': "int", 'u': "unsigned", 'l': "long", 'z': "__SIZE_TYPE__", 't': "__PTRDIFF_TYPE__",
	'f': "float", 'd': "double", 'D': "long double", 'p': "void *", 'F': "void *", 'a': "__builtin_va_list"}

func letterOf(i int) string { return string(rune('a' + i)) }

// refPrefixed is the wrapper of a function by a call of target, with a last
// argument that body makes, "" for none.
func refPrefixed(f *clib.Func, name, target, body, last string) string {
	var params, args []string
	for i, p := range f.Params {
		params = append(params, letterTypes[p.Type]+" "+letterOf(i))
		args = append(args, letterOf(i))
	}
	if f.Variadic {
		params = append(params, "...")
	}
	if last != "" {
		args = append(args, last)
	}
	if params == nil {
		params = []string{"void"}
	}
	if f.Result != 'v' {
		body += "return "
	}
	return letterTypes[f.Result] + " " + RefPrefix + name + "(" + strings.Join(params, ", ") + ") { " + body + target + "(" + strings.Join(args, ", ") + "); }"
}

// statements are the models that executions use, too: a pointer to such a
// function is one to a wrapper.
var statements = map[clib.Model]bool{
	clib.Abort: true, clib.Exit: true, clib.Malloc: true, clib.ZAlloc: true, clib.Calloc: true, clib.Realloc: true, clib.Free: true, clib.Copy: true, clib.Move: true, clib.CopyEnd: true, clib.Set: true,
	clib.FAbs: true, clib.FSqrt: true, clib.FFloor: true, clib.FCeil: true, clib.FTrunc: true, clib.FRound: true,
}
