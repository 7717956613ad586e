package entry

import (
	"fmt"
	"iter"
	"strings"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// The frame of a contract is what it assigns: all that the function may change. The text keeps
// one element of each object that it knows, any of them, before the call. After it, what
// the contract lists gets back what it had, and then nothing may differ from what was
// kept, so that no addresses have to be compared.

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

// variables are those of the file that can be changed.
func (w *writer) variables() iter.Seq[*cc.Declarator] {
	return func(yield func(*cc.Declarator) bool) {
		for v := range declarations(w.units, w.at) {
			if !v.IsConst() && !syntax.ReadOnly(v.Type()) && !v.IsExtern() && v.Type().Kind() != cc.Function && !yield(v) {
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
