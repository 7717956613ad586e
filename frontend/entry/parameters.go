package entry

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// parameters declares a variable for each parameter and gives it a value. It returns
// the arguments.
func (w *writer) parameters(f *cc.FunctionDefinition, t *cc.FunctionType) (args []string) {
	ps := t.Parameters()
	meant := meant(f)
	if len(ps) == 1 && ps[0].Type().Kind() == cc.Void {
		ps = nil
	}
	if t.IsVariadic() {
		w.assume("there are no arguments after those that are declared")
	}
	for i, p := range ps {
		name := p.Name()
		if name == "" {
			name = fmt.Sprintf("argument%d", i+1)
		}
		args = append(args, name)
		text := w.declarator(decayed(p.Type()), name)
		if !cc.IsArithmeticType(decayed(p.Type())) {
			text = "static " + text // what it leads to stays the caller's
		}
		w.line("%s;", text)
	}
	// Lengths come first, since blocks are made of them.
	of := w.lengths(f, ps)
	given := map[int]bool{}
	for i := range ps {
		n, ok := of[i]
		if ok && !given[n] {
			given[n] = true
			w.number(args[n], ps[n].Type(), args[n])
			w.line("__VERIFIER_assume(%s);", w.within(args[n], ps[n].Type()))
		}
		if ok {
			w.assume("%s is the number of elements behind %s, at most %d (--length)", args[n], args[i], w.Length)
		}
	}
	for i, p := range ps {
		if given[i] {
			continue
		}
		t := decayed(p.Type())
		elem := pointee(t)
		if as := meant[args[i]]; as != nil && elem != nil && elem.Kind() == cc.Void {
			w.assume("%s leads to what the function takes it for, %s", args[i], strings.TrimSpace(w.declarator(as, "")))
			t, elem = as.Pointer(), as
		}
		n, counted := of[i]
		w.free = ""
		if elem != nil && !counted && declared(p.Type()) == nil {
			w.free = args[i]
		}
		switch {
		case isEnd(ps, i):
		case isEnd(ps, i+1) && !counted:
			w.between(args[i], args[i+1], elem)
		case counted && elem != nil:
			w.array(args[i], elem, args[n], args[i])
			w.length(args[i], args[n])
		case declared(p.Type()) != nil:
			w.fixed(args[i], declared(p.Type()), args[i])
		case elem != nil && isChar(elem) && w.asks(args[i]):
			w.assume("no pointer is null but those that end a chain (--null)")
			w.length(args[i], w.string(args[i], elem, args[i])+" + 1")
		case elem != nil && w.asks(args[i]):
			n := w.some()
			w.line("long long %s_length = %s;", args[i], n)
			w.assume("there are at most %d elements behind %s (--length)", w.Length, args[i])
			w.array(args[i], elem, n, args[i])
		default:
			w.value(args[i], t, args[i], nil)
		}
	}
	return args
}

// between makes a block that one parameter begins and another one ends: a string, whose
// terminator is where it ends, or an array.
func (w *writer) between(first, end string, elem cc.Type) {
	w.assume("%s leads to the end of what %s begins", end, first)
	w.assume("no pointer is null but those that end a chain (--null)")
	if isChar(elem) {
		n := w.string(first, elem, first)
		w.line("%s = %s + %s;", end, first, n)
		return
	}
	n := w.some()
	w.assume("there are at most %d elements behind %s (--length)", w.Length, first)
	w.array(first, elem, n, first)
	w.line("%s = %s + %s;", end, first, n)
}

// declared is the type of a parameter that is declared as an array of some length.
func declared(t cc.Type) *cc.ArrayType {
	if a, ok := t.Undecay().(*cc.ArrayType); ok && a.Len() > 1 { // cc calls it 1 where nothing is said
		return a
	}
	return nil
}

// meant finds the types to which a body converts pointers to void that have a name.
func meant(f *cc.FunctionDefinition) map[string]cc.Type {
	out := map[string]cc.Type{}
	note := func(from cc.ExpressionNode, to cc.Type) {
		x := syntax.Ident(syntax.Unparen(from))
		e := pointee(to)
		if x == nil || e == nil || e.Kind() == cc.Void || e.IsIncomplete() {
			return
		}
		name := x.Token.SrcStr()
		if known, ok := out[name]; ok && known != nil && !known.IsCompatible(e) {
			out[name] = nil // it is taken for two things
		} else if !ok {
			out[name] = e
		}
	}
	syntax.Each(f.CompoundStatement, func(n cc.Node) {
		switch x := n.(type) {
		case *cc.CastExpression:
			if x.Case == cc.CastExpressionCast {
				note(x.CastExpression, x.TypeName.Type())
			}
		case *cc.InitDeclarator:
			if x.Initializer != nil && x.Initializer.AssignmentExpression != nil {
				note(x.Initializer.AssignmentExpression, x.Declarator.Type())
			}
		}
	})
	return out
}

// length gives a condition's len(p) its meaning: a signed number, so that i < len(p) lets i
// be negative.
func (w *writer) length(p, n string) {
	if w.asks(p) {
		w.line("long long %s_length = %s;", p, n)
	}
}

// asks reports whether a condition of the user speaks of the length of p.
func (w *writer) asks(p string) bool {
	speaks := lengthOf(p).MatchString
	return slices.ContainsFunc(w.Assume, speaks) || w.contract != nil && slices.ContainsFunc(w.contract.clauses, func(x clause) bool { return speaks(x.cond) })
}

// No declaration says which number is the length of which array: only names do.

// lengthName matches what programs call the length of an array.
var lengthName = regexp.MustCompile(`(?i)^(n|len|length|size|sz|count|cnt|num|argc|nmemb|nelems?|max|cap|capacity|bufsize?|nbytes|bytes)$|(_|^n|^num)(len|length|size|sz|count|cnt|num|max|cap|n|bytes|elems?|items|entries|left|remaining|avail)$|(Len|Length|Size|Count|Num)$`)

// roomName matches what they call the length of what is allocated, where another number
// says how much of it is in use, and placeName a place in it.
var (
	roomName  = regexp.MustCompile(`(?i)^(cap|capacity|alloc|allocated|room|max|maxlen|bufsize|limit)$|_(cap|capacity|alloc|max)$`)
	placeName = regexp.MustCompile(`(?i)^(off|offset|pos|position|idx|index|used|top|head|tail|cur|cursor|at|i)$|(_off|offset|pos|idx|index|_used)$`)
)

// backName matches what they call a pointer that leads back in a list or up in a tree.
var backName = regexp.MustCompile(`(?i)^_*(prev|previous|pred|parent|up|back|owner)$|_(prev|parent)$`)

// endName matches what they call a pointer to the end of what another one begins.
var endName = regexp.MustCompile(`(?i)(^|_)(end|last|limit|stop)$|End$`)

// isLength reports whether a number may be the length of an array, by its name.
func isLength(t cc.Type, name string) bool {
	return cc.IsIntegerType(t) && t.Kind() != cc.Bool && t.Kind() != cc.Enum && lengthName.MatchString(name)
}

// bareLength matches what is left of the name of a length without that of its array.
var bareLength = regexp.MustCompile(`(?i)^(n|nr|no|of|len|length|size|sz|count|cnt|num|number|max|cap)+$`)

// counts reports whether a number says in its name that it is the length of an array:
// s_len that of s, num_caps that of caps.
func counts(number, array *cc.Parameter) bool {
	rest, found := strings.CutPrefix(number.Name(), array.Name())
	if !found {
		rest, found = strings.CutSuffix(number.Name(), array.Name())
	}
	return found && array.Name() != "" && cc.IsIntegerType(number.Type()) && number.Type().Kind() != cc.Bool && bareLength.MatchString(strings.ReplaceAll(rest, "_", ""))
}

// isData reports whether a pointer may lead to an array.
func isData(t cc.Type) bool {
	e := pointee(t)
	return e != nil && e.Kind() != cc.Function && (e.Kind() == cc.Void || !e.IsIncomplete())
}

// isEnd reports whether a parameter leads to the end of what the one before begins.
func isEnd(ps []*cc.Parameter, i int) bool {
	if i == 0 || i >= len(ps) || !endName.MatchString(ps[i].Name()) || !isData(decayed(ps[i].Type())) {
		return false
	}
	a, b := pointee(decayed(ps[i-1].Type())), pointee(decayed(ps[i].Type()))
	return a != nil && a.Kind() != cc.Ptr && a.IsCompatible(b)
}

// lengths finds the parameters that are the length of arrays, by the array's name in
// theirs, or by their names and their place: behind one, or behind two, as memcpy has it, or in front of one if nothing
// else is. The keys are the arrays, the values the lengths. What f takes for one object
// is not an array.
func (w *writer) lengths(f *cc.FunctionDefinition, ps []*cc.Parameter) map[int]int {
	out, used := map[int]int{}, map[int]bool{}
	length := func(i int) bool { return i < len(ps) && isLength(ps[i].Type(), ps[i].Name()) }
	named := map[int]int{} // the arrays whose names the lengths have
	for i := range ps {
		for _, n := range []int{i + 1, i - 1, i + 2} {
			if _, taken := named[n]; n >= 0 && n < len(ps) && !taken && counts(ps[n], ps[i]) {
				named[n] = i
				break
			}
		}
	}
	data := func(i int) bool {
		return i < len(ps) && isData(decayed(ps[i].Type())) && !w.object(f, i, map[*cc.FunctionDefinition]bool{})
	}
	for n, i := range named {
		if data(i) {
			out[i], used[n] = n, true
		}
	}
	for i := range ps {
		owner, owned := named[i+1]
		if owned && owner != i || !owned && !length(i+1) || !data(i) {
			continue
		}
		used[i+1] = true
		e := pointee(decayed(ps[i].Type()))
		_, known := out[i-1]
		pair := i > 0 && !known && data(i-1) && !isEnd(ps, i) && pointee(decayed(ps[i-1].Type())).IsCompatible(e)
		if pair && !(owned && pointee(decayed(ps[i-1].Type())).Attributes().IsConst()) { // what is only read has a length of its own
			out[i-1] = i + 1
		}
		// A string that is read stays one where the number is what another one has room
		// for, as strlcpy has it.
		if owned || !(e.Kind() == cc.Char && e.Attributes().IsConst() && (pair || strings.Contains(ps[i+1].Name(), "max"))) {
			out[i] = i + 1
		}
	}
	for i := range ps {
		if _, known := out[i+1]; length(i) && !used[i] && data(i+1) && !known {
			out[i+1], used[i] = i, true
		}
	}
	return out
}

// container finds, in a structure that has one pointer to data and lengths, the pointer
// and the numbers that speak of it: how many elements there are first.
func container(t cc.Type) (data *cc.Field, numbers []*cc.Field) {
	room := -1
	var lengths, places []*cc.Field
	for _, f := range members(t) {
		switch {
		case f.Name() == "" || f.IsBitfield():
		case isData(f.Type()) && !leadsTo(f.Type(), t):
			if data != nil {
				return nil, nil
			}
			data = f
		case !cc.IsIntegerType(f.Type()) || f.Type().Kind() == cc.Bool || f.Type().Kind() == cc.Enum:
		case roomName.MatchString(f.Name()) && room < 0:
			room = len(lengths)
			lengths = append(lengths, f)
		case lengthName.MatchString(f.Name()):
			lengths = append(lengths, f)
		case placeName.MatchString(f.Name()):
			places = append(places, f)
		}
	}
	if t.Kind() != cc.Struct || data == nil || len(lengths) == 0 {
		return nil, nil
	}
	if room > 0 {
		lengths[0], lengths[room] = lengths[room], lengths[0]
	}
	return data, append(lengths, places...)
}

// leadsTo reports whether a pointer leads to a structure.
func leadsTo(p, t cc.Type) bool { return key(pointee(p)) == key(t) }

// contents gives values to the data of a container and to the numbers about it.
func (w *writer) contents(to string, t cc.Type, data *cc.Field, numbers []*cc.Field, path string) {
	path = inside(t, path)
	n := to + "." + numbers[0].Name()
	w.number(n, numbers[0].Type(), path)
	w.line("__VERIFIER_assume(%s);", w.within(n, numbers[0].Type()))
	w.assume("%s.%s is the number of elements behind %s.%s, at most %d (--length)", path, numbers[0].Name(), path, data.Name(), w.Length)
	for _, f := range numbers[1:] {
		m := to + "." + f.Name()
		w.number(m, f.Type(), path)
		if cc.IsSignedInteger(f.Type()) {
			w.line("__VERIFIER_assume(%s >= 0);", m)
		}
		w.line("__VERIFIER_assume(%s <= %s);", m, n)
		w.assume("%s.%s is at most %s.%s", path, f.Name(), path, numbers[0].Name())
	}
	w.array(to+"."+data.Name(), pointee(data.Type()), n, path+"."+data.Name())
	if isChar(pointee(data.Type())) {
		w.line("if (%s > 0) %s.%s[%s - 1] = 0;", n, to, data.Name(), n)
		w.assume("the last character behind %s.%s is 0", path, data.Name())
	}
}

// within is the condition that a number is a length.
func (w *writer) within(n string, t cc.Type) string {
	if cc.IsSignedInteger(t) {
		return fmt.Sprintf("%s >= 0 && %s <= %d", n, n, w.Length)
	}
	return fmt.Sprintf("%s <= %d", n, w.Length)
}

// function lets a pointer lead to a function that changes nothing but the buffers and
// numbers that it gets, and returns any value: of pointers null or a fresh block, which
// has the size that an allocator is asked for.
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
		fills += w.giving(f.Parameters(), i, a, path)
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

// giving writes any value through the i-th parameter, if it leads to a number and not
// to an array: of characters or floats, or with a length beside it.
func (w *writer) giving(ps []*cc.Parameter, i int, name, path string) string {
	e := pointee(decayed(ps[i].Type()))
	number := func(i int) bool { return i >= 0 && i < len(ps) && cc.IsIntegerType(ps[i].Type()) }
	if e == nil || !cc.IsIntegerType(e) || e.Attributes().IsConst() || isChar(e) || number(i-1) || number(i+1) {
		return ""
	}
	w.assume("%s writes any number where it gets a pointer to one, and changes nothing else", path)
	return w.capture(func() { w.block(name, func() { w.number("*"+name, e, "*"+name) }) })
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
	return w.capture(func() {
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
	})
}
