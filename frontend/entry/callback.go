package entry

import (
	"fmt"
	"strings"

	"modernc.org/cc/v4"
)

// function lets a pointer lead to a function that changes nothing and returns any
// value: of pointers null or a fresh block, which has the size that an allocator is
// asked for.
func (w *writer) function(to string, f *cc.FunctionType, path string) {
	w.stubs++
	name := fmt.Sprintf("__verify_callback%d", w.stubs)
	var params []string
	size := "" // the last number that may be one
	fills := ""
	for i, p := range f.Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		a := fmt.Sprintf("a%d", i+1)
		params = append(params, w.declarator(decayed(p.Type()), a))
		if cc.IsIntegerType(p.Type()) {
			size = a
			fills += w.filling(f.Parameters(), i, path)
		}
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	if f.IsVariadic() {
		params = append(params, "...")
	}
	head := w.declarator(f.Result(), name+"("+strings.Join(params, ", ")+")")
	w.declare("static " + head + "\n{\n" + fills + w.result(f.Result(), size, fills != "", path) + "}")
	w.line("%s = %s;", to, name)
}

// filling writes any values into a buffer whose length is the i-th parameter.
func (w *writer) filling(ps []*cc.Parameter, i int, path string) string {
	if i == 0 {
		return ""
	}
	e := pointee(decayed(ps[i-1].Type()))
	if e == nil || e.Attributes().IsConst() || !plain(e) {
		return ""
	}
	w.declare("extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);")
	buffer, n := fmt.Sprintf("a%d", i), fmt.Sprintf("a%d", i+1)
	text := fmt.Sprintf("    if (%s && %s > 0) {\n        __VERIFIER_nondet_memory(%s, %s * sizeof *%s);\n", buffer, n, buffer, n, buffer)
	if isChar(e) {
		text += fmt.Sprintf("        %s[%s - 1] = 0;\n", buffer, n)
	}
	w.assume("%s fills the buffer that it gets, and changes nothing else", path)
	return text + "    }\n"
}

// result is what such a function returns.
func (w *writer) result(t cc.Type, size string, filled bool, path string) string {
	if t.Kind() == cc.Void {
		if !filled {
			w.assume("%s changes nothing", path)
		}
		return ""
	}
	body, indent := w.body, w.indent
	w.body, w.indent = nil, 0
	w.line("%s;", w.declarator(t, "result"))
	if e := pointee(t); e != nil && e.Kind() == cc.Void && size != "" {
		w.line("result = %s() ? __builtin_malloc(%s) : 0;", w.input("bool", "_Bool"), size)
		w.assume("%s returns a fresh block of the size it is asked for, or null", path)
	} else {
		if !filled {
			w.assume("%s returns any value and changes nothing", path)
		}
		if pointee(t) != nil {
			w.line("if (%s()) return 0;", w.input("bool", "_Bool"))
			w.assume("the result of %s may be null", path)
		}
		w.value("result", t, "what "+path+" returns", nil)
	}
	w.line("return result;")
	text := strings.Join(w.body, "\n") + "\n"
	w.body, w.indent = body, indent
	return text
}
