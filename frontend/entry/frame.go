package entry

import (
	"fmt"
	"iter"
	"strings"

	"modernc.org/cc/v4"
)

// The frame of a contract is what it assigns: all that the function may change. The text keeps
// one element of each object that it knows, any of them, before the call. After it, what
// the contract lists gets back what it had, and then nothing may differ from what was
// kept, so that no addresses have to be compared.

// place is what a clause of a contract lists: so many bytes at an address, if guard
// holds, or always where that is "".
type place struct{ at, size, guard string }

// kept is an object that exists before the call.
type kept struct {
	number int
	count  string // the variable with the number of elements; "" for one
	elem   cc.Type
	path   string // how the reader knows it
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

// keep notes the elements behind a pointer.
func (w *writer) keep(pointer string, elem cc.Type, count, path string) {
	switch {
	case !w.contract.framed():
	case nameless(elem):
		w.assume("nothing of what %s leads to changes but by what its contract says", path)
	default:
		k := w.oneMore(elem, path)
		w.noted(k, w.declarator(elem.Pointer(), k.at()), pointer, count)
	}
}

// keepVariable notes a variable of the file, unless it may change at any time.
func (w *writer) keepVariable(v *cc.Declarator) {
	t := v.Type()
	a, isArray := t.(*cc.ArrayType)
	if t.IsIncomplete() || isArray && a.Len() <= 0 || v.IsVolatile() || t.Attributes().IsVolatile() {
		return
	}
	pointer, count := "&"+v.Name(), ""
	if isArray {
		t, pointer, count = a.Elem(), v.Name(), fmt.Sprint(a.Len())
	}
	k := w.oneMore(t, v.Name())
	w.noted(k, fmt.Sprintf("__typeof__(*%s) *%s", pointer, k.at()), pointer, count)
}

// noted declares what the text remembers of an object, and gives it its value.
func (w *writer) noted(k *kept, declaration, pointer, count string) {
	w.declare("static " + declaration + ";")
	w.line("%s = %s;", k.at(), pointer)
	if count != "" {
		k.count = fmt.Sprintf("__verify_count%d", k.number)
		w.declare("static __SIZE_TYPE__ " + k.count + ";")
		w.line("%s = %s;", k.count, count)
	}
}

// oneMore is one more object to be kept.
func (w *writer) oneMore(elem cc.Type, path string) *kept {
	w.kept = append(w.kept, kept{number: len(w.kept) + 1, elem: elem, path: path})
	return &w.kept[len(w.kept)-1]
}

// at names the pointer to the first element of an object, later to the element that is
// kept. It is null if the object does not exist.
func (k *kept) at() string { return fmt.Sprintf("__verify_kept%d", k.number) }

// variables are those of the file that can be changed.
func (w *writer) variables() iter.Seq[*cc.Declarator] {
	return func(yield func(*cc.Declarator) bool) {
		for v := range declarations(w.units, w.at) {
			if !v.IsConst() && !v.IsExtern() && v.Type().Kind() != cc.Function && !yield(v) {
				return
			}
		}
	}
}

// before writes what is kept, and gives what is to be written behind the call.
func (w *writer) before() (after func()) {
	if !w.contract.framed() {
		return func() {}
	}
	for v := range w.variables() {
		w.keepVariable(v)
	}
	var places []place
	var said, restore []string
	line := 0
	for _, x := range w.contract.clauses {
		if x.kind == "assigns" {
			places, line = append(places, x.places...), x.line
			said = append(said, x.text)
		}
	}
	for j, p := range places {
		w.line("void *__verify_at%d = (void *)(%s);", j, p.at)
		size := p.size
		if p.guard != "" {
			w.line("__SIZE_TYPE__ __verify_size%d = %s ? %s : 0;", j, p.guard, p.size)
			size = fmt.Sprintf("__verify_size%d", j)
		}
		w.line("unsigned char __verify_was%d[%s + 1];", j, size)
		w.line("__builtin_memcpy(__verify_was%d, __verify_at%d, %s);", j, j, size)
		restore = append(restore, fmt.Sprintf("__builtin_memcpy(__verify_at%d, __verify_was%d, %s);", j, j, size))
	}
	for _, k := range w.kept {
		w.line("__typeof__(*%s) __verify_before%d;", k.at(), k.number)
		w.block(k.there(), func() {
			if k.count != "" {
				w.line("%s += %s;", k.at(), w.index(k.count))
			}
			w.line("__builtin_memcpy((void *)&__verify_before%d, (void *)%s, sizeof *%s);", k.number, k.at(), k.at())
		})
	}
	return func() {
		for _, r := range restore {
			w.line("%s", r)
		}
		for _, k := range w.kept {
			w.block(k.there(), func() {
				x := clause{text: strings.Join(said, "; ") + ": the rest of " + k.path + " stays", line: line}
				x.cond = strings.Join(w.same("(*"+k.at()+")", fmt.Sprintf("__verify_before%d", k.number), k.elem), " && ")
				if x.cond != "" {
					w.failing(x, w.contract.file, w.Function)
				}
			})
		}
	}
}

// there is the condition that there is something to keep.
func (k *kept) there() string {
	if k.count != "" {
		return k.at() + " && " + k.count
	}
	return k.at()
}

// index is a number below n.
func (w *writer) index(n string) string {
	w.blocks++
	i := fmt.Sprintf("index%d", w.blocks)
	w.line("__SIZE_TYPE__ %s = %s();", i, w.input("ulong", "unsigned long"))
	w.line("__VERIFIER_assume(%s < %s);", i, n)
	return i
}

// same are the conditions that two values of a type are the same.
func (w *writer) same(a, b string, t cc.Type) (conds []string) {
	bytes := []string{fmt.Sprintf("__builtin_memcmp(&%s, &%s, sizeof %s) == 0", a, b, a)}
	if t.VectorSize() > 0 {
		return bytes
	}
	switch t.Kind() {
	case cc.Array:
		x := t.(*cc.ArrayType)
		if x.Len() <= 0 {
			return nil
		}
		if int(x.Len()) > maxSingle {
			i := w.index(fmt.Sprint(x.Len()))
			return w.same(a+"["+i+"]", b+"["+i+"]", x.Elem())
		}
		for i := range x.Len() {
			conds = append(conds, w.same(fmt.Sprintf("%s[%d]", a, i), fmt.Sprintf("%s[%d]", b, i), x.Elem())...)
		}
		return conds
	case cc.Struct, cc.Union:
		for k, f := range members(t) {
			switch {
			case t.Kind() == cc.Union && k > 0: // as it got its value
			case f.Name() != "":
				conds = append(conds, w.same(a+"."+f.Name(), b+"."+f.Name(), f.Type())...)
			case !f.IsBitfield():
				conds = append(conds, w.same(a, b, f.Type())...)
			}
		}
		return conds
	case cc.Float, cc.Double, cc.ComplexFloat, cc.ComplexDouble:
		return bytes
	case cc.LongDouble, cc.ComplexLongDouble: // which have bytes that belong to no value
		return []string{fmt.Sprintf("(%s == %s || %s != %s && %s != %s)", a, b, a, a, b, b)}
	}
	return []string{a + " == " + b}
}
