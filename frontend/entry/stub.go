package entry

import (
	"slices"
	"strings"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// A function that has a contract and no body gets one from its contract: it asserts
// what it requires, gives any value to what it assigns and to its result, and goes on
// where that is what it ensures. Without a clause of what it assigns it changes nothing,
// as functions without body and contract do.

// touch is a macro that reads the first and the last byte of an object, so that the
// checks of accesses see them.
const touch = `#define __verify_touch(p) ((void)*(const volatile unsigned char *)(p), (void)((const volatile unsigned char *)((p) + 1))[-1], 1)`

// contracts writes the bodies of those of the functions named that the file declares with a
// contract.
func (w *writer) contracts(names []string) {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		text, line, d := promised(w.units, w.at, name)
		if d == nil {
			continue
		}
		if c := (&contract{stub: true, file: w.units.Sources.FileName(d.NameTok())}).of(text, line); c != nil {
			w.stub(d, d.Type().(*cc.FunctionType), c)
		}
	}
}

// stub writes the body of one.
func (w *writer) stub(d *cc.Declarator, f *cc.FunctionType, c *contract) {
	name, own := d.Name(), syntax.Prototype(d)
	var params []string
	for i, p := range f.Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		if i >= len(own) || own[i] == nil || own[i].Name() == "" {
			w.assume("nothing of the contract of %s, whose parameters have no names", name)
			return
		}
		params = append(params, w.declarator(decayed(p.Type()), own[i].Name()))
	}
	if f.IsVariadic() || f.Result().Kind() == cc.Struct || f.Result().Kind() == cc.Union {
		w.assume("nothing of the contract of %s: no body is made for functions of its type", name)
		return
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	for _, x := range c.clauses {
		if x.kind == "assigns" && !x.understood() {
			w.assume("nothing of the contract of %s: what it changes is not understood: %s", name, x.text)
			return
		}
	}
	w.declare(mathematical)
	w.declare(touch)
	w.declare("extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);")
	body := w.capture(func() { w.promise(name, f, c) })
	w.declare(w.declarator(f.Result(), name+"("+strings.Join(params, ", ")+")") + "\n{\n" + body + "}")
	w.required = w.required || c.has("requires")
	w.contracted = true
	w.assume("%s does what its contract says%s", name, map[bool]string{true: "", false: ", and changes nothing"}[c.has("assigns")])
	if rest := c.ignored(); len(rest) > 0 {
		w.assume("nothing of what the contract of %s says in: %s", name, strings.Join(rest, "; "))
	}
}

// promise writes what a body does.
func (w *writer) promise(name string, f *cc.FunctionType, c *contract) {
	for _, x := range c.clauses {
		if x.kind == "requires" && x.cond != "" {
			w.failing(x, c.file, name)
		}
	}
	for k, e := range c.olds {
		w.line("__typeof__(%s) __verify_old%d = %s;", e, k+1, e)
	}
	for _, x := range c.clauses {
		for _, p := range x.places {
			change := func() { w.line("__VERIFIER_nondet_memory((void *)(%s), %s);", p.at, p.size) }
			if p.guard == "" {
				change()
			} else {
				w.block(p.guard, change)
			}
		}
	}
	result := f.Result().Kind() != cc.Void
	if result {
		w.line("%s;", w.declarator(f.Result(), "__verify_result"))
		if pointee(f.Result()) != nil {
			w.line("__verify_result = 0;")
			w.block(w.input("bool", "_Bool")+"()", func() { w.value("__verify_result", f.Result(), "what "+name+" returns", nil) })
		} else {
			w.value("__verify_result", f.Result(), "what "+name+" returns", nil)
		}
	}
	for _, x := range c.clauses {
		if x.kind == "ensures" && x.cond != "" {
			w.line("__VERIFIER_assume(%s);", x.cond)
		}
	}
	if result {
		w.line("return __verify_result;")
	}
}
