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
	for i, p := range f.Parameters() {
		if p.Type().Kind() == cc.Void {
			break
		}
		a := fmt.Sprintf("a%d", i+1)
		params = append(params, w.declarator(decayed(p.Type()), a))
		if cc.IsIntegerType(p.Type()) {
			size = a
		}
	}
	if len(params) == 0 {
		params = []string{"void"}
	}
	if f.IsVariadic() {
		params = append(params, "...")
	}
	head := w.declarator(f.Result(), name+"("+strings.Join(params, ", ")+")")
	w.declare("static " + head + "\n{\n" + w.result(f.Result(), size, path) + "}")
	w.line("%s = %s;", to, name)
}

// result is the body of such a function.
func (w *writer) result(t cc.Type, size, path string) string {
	if t.Kind() == cc.Void {
		w.assume("%s changes nothing", path)
		return ""
	}
	body, indent := w.body, w.indent
	w.body, w.indent = nil, 0
	w.line("%s;", w.declarator(t, "result"))
	if e := pointee(t); e != nil && e.Kind() == cc.Void && size != "" {
		w.line("result = %s() ? __builtin_malloc(%s) : 0;", w.input("bool", "_Bool"), size)
		w.assume("%s returns a fresh block of the size it is asked for, or null", path)
	} else {
		w.assume("%s returns any value and changes nothing", path)
		w.value("result", t, "the result of "+path, nil)
	}
	w.line("return result;")
	text := strings.Join(w.body, "\n") + "\n"
	w.body, w.indent = body, indent
	return text
}
