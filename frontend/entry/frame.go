package entry

import (
	"fmt"
	"iter"
	"strings"

	"modernc.org/cc/v4"
)

// What a contract assigns is all that the function may change: the frame. The text keeps
// one element of each object that it knows, any of them, before the call. After it, what
// the contract lists gets back what it had, and then nothing may differ from what was
// kept, so that no addresses have to be compared.

// place is what a clause of a contract lists: so many bytes at an address, if guard
// holds, or always where that is "".
type place struct{ at, size, guard string }

// kept is an object that exists before the call.
type kept struct {
	at    string // a pointer to the first element, null if there is no object
	count string // how many elements there are; "" for one
	elem  cc.Type
	path  string // how the reader knows it
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
	if !w.contract.framed() {
		return
	}
	if nameless(elem) {
		w.assume("nothing of what %s leads to changes but by what its contract says", path)
		return
	}
	k := kept{at: fmt.Sprintf("__verify_kept%d", len(w.kept)+1), elem: elem, path: path}
	w.declare("static " + w.declarator(elem.Pointer(), k.at) + ";")
	w.line("%s = %s;", k.at, pointer)
	if count != "" {
		k.count = fmt.Sprintf("__verify_count%d", len(w.kept)+1)
		w.declare("static __SIZE_TYPE__ " + k.count + ";")
		w.line("%s = %s;", k.count, count)
	}
	w.kept = append(w.kept, k)
}

// variables are those of the file.
func (w *writer) variables() iter.Seq[*cc.Declarator] {
	return func(yield func(*cc.Declarator) bool) {
		for l := w.units.ASTs[w.at].TranslationUnit; l != nil; l = l.TranslationUnit {
			d := l.ExternalDeclaration
			if d == nil || d.Case != cc.ExternalDeclarationDecl {
				continue
			}
			for id := d.Declaration.InitDeclaratorList; id != nil; id = id.InitDeclaratorList {
				v := id.InitDeclarator.Declarator
				if file, _ := w.units.Sources.Locate(id); file == nil {
					continue // ours
				}
				if v == nil || v.IsTypename() || v.IsConst() || v.IsExtern() || w.units.Sources.InHeader(v) || v.Type().Kind() == cc.Function {
					continue
				}
				if !yield(v) {
					return
				}
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
		a, isArray := v.Type().(*cc.ArrayType)
		switch {
		case v.Type().IsIncomplete() || isArray && a.Len() <= 0:
		case isArray:
			w.keep(v.Name(), a.Elem(), fmt.Sprint(a.Len()), v.Name())
		default:
			w.keep("&"+v.Name(), v.Type(), "", v.Name())
		}
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
	for k, o := range w.kept {
		w.line("%s;", w.declarator(o.elem, fmt.Sprintf("__verify_before%d", k)))
		there := o.at
		if o.count != "" {
			there = o.at + " && " + o.count
		}
		w.block(there, func() {
			if o.count != "" {
				i := w.index(o.count)
				w.line("%s += %s;", o.at, i)
			}
			w.line("__builtin_memcpy((void *)&__verify_before%d, %s, sizeof *%s);", k, o.at, o.at)
		})
		w.kept[k].count = there
	}
	return func() {
		for _, r := range restore {
			w.line("%s", r)
		}
		for k, o := range w.kept {
			w.block(o.count, func() {
				x := clause{text: strings.Join(said, "; ") + ": the rest of " + o.path + " stays", line: line}
				x.cond = strings.Join(w.same("(*"+o.at+")", fmt.Sprintf("__verify_before%d", k), o.elem), " && ")
				if x.cond != "" {
					w.failing(x, w.contract.file, w.Function)
				}
			})
		}
	}
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
	case cc.Float, cc.Double:
		return []string{fmt.Sprintf("__builtin_memcmp(&%s, &%s, sizeof %s) == 0", a, b, a)}
	}
	return []string{a + " == " + b}
}
