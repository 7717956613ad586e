package entry

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"culprit/frontend/syntax"

	"modernc.org/cc/v4"
)

// value gives an lvalue any value of its type. Path is how the reader knows it, and
// around are the structures that it is in or behind, from the outside.
func (w *writer) value(to string, t cc.Type, path string, around []string) {
	switch t.Kind() {
	case cc.Ptr:
		w.pointer(to, t, path, around)
	case cc.Array:
		w.elements(to, t.(*cc.ArrayType), path, around)
	case cc.Struct, cc.Union:
		w.record(to, t, path, around)
	case cc.Function, cc.Void, cc.InvalidKind:
		panic(impossible{path + " has no value"})
	default:
		w.number(to, t, path)
	}
}

// inputs are the functions that give numbers, by the kind of the type.
var inputs = map[cc.Kind][2]string{
	cc.Bool: {"bool", "_Bool"}, cc.Char: {"char", "char"}, cc.SChar: {"char", "char"}, cc.UChar: {"uchar", "unsigned char"},
	cc.Short: {"short", "short"}, cc.UShort: {"ushort", "unsigned short"}, cc.Int: {"int", "int"}, cc.UInt: {"uint", "unsigned int"},
	cc.Long: {"long", "long"}, cc.ULong: {"ulong", "unsigned long"}, cc.LongLong: {"longlong", "long long"},
	cc.ULongLong: {"ulonglong", "unsigned long long"}, cc.Float: {"float", "float"}, cc.Double: {"double", "double"},
}

// input is the name of a function that gives a number, which is declared.
func (w *writer) input(name, result string) string {
	name = "__VERIFIER_nondet_" + name
	w.declare("extern " + result + " " + name + "(void);")
	return name
}

// number gives a number, an enumeration or a boolean value.
func (w *writer) number(to string, t cc.Type, path string) {
	if e, ok := t.(*cc.EnumType); ok {
		w.enumeration(to, e, path)
		return
	}
	in, ok := inputs[t.Kind()]
	switch {
	case ok && t.VectorSize() <= 0:
		w.line("%s = %s();", to, w.input(in[0], in[1]))
	case t.Kind() == cc.LongDouble:
		w.line("%s = %s();", to, w.input("double", "double"))
		w.assume("%s is a value of double", path)
	case t.Kind() == cc.Int128 || t.Kind() == cc.UInt128:
		in := w.input("ulonglong", "unsigned long long")
		w.line("%s = (unsigned __int128)%s() << 64 | %s();", to, in, in)
	default:
		panic(impossible{fmt.Sprintf("%s is of type %s", path, t)})
	}
}

// enumeration gives one of the constants.
func (w *writer) enumeration(to string, t *cc.EnumType, path string) {
	w.line("%s = %s();", to, w.input("int", "int"))
	var is []string
	for _, e := range t.Enumerators() {
		is = append(is, to+" == "+e.Token.SrcStr())
	}
	if len(is) > 0 && len(is) <= maxElements {
		w.line("__VERIFIER_assume(%s);", strings.Join(is, " || "))
		w.assume("%s is one of the constants of its enumeration", path)
	}
}

func isChar(t cc.Type) bool {
	return t.Kind() == cc.Char || t.Kind() == cc.UChar || t.Kind() == cc.SChar
}

// plain reports whether every pattern of bits is a value of the type, so that memory
// need not be given values one by one.
func plain(t cc.Type) bool {
	switch t.Kind() {
	case cc.Array:
		return plain(t.(*cc.ArrayType).Elem())
	case cc.Struct, cc.Union:
		ok := true
		for _, f := range members(t) {
			ok = ok && plain(f.Type())
		}
		return ok
	case cc.Ptr, cc.Bool, cc.Enum, cc.Function, cc.Void, cc.LongDouble, cc.InvalidKind:
		return false
	}
	_, number := inputs[t.Kind()]
	return number
}

// memory gives a range of bytes any values.
func (w *writer) memory(at, size string) {
	w.declare("extern void __VERIFIER_nondet_memory(void *, __SIZE_TYPE__);")
	w.line("__VERIFIER_nondet_memory(%s, %s);", at, size)
}

// members are those of a structure or union.
func members(t cc.Type) (out []*cc.Field) {
	r, ok := t.(syntax.Record)
	if !ok {
		return nil
	}
	for i := range r.NumFields() {
		out = append(out, r.FieldByIndex(i))
	}
	return out
}

func (w *writer) record(to string, t cc.Type, path string, around []string) {
	if t.IsIncomplete() {
		panic(impossible{fmt.Sprintf("%s is of the incomplete type %s", path, key(t))})
	}
	fields := members(t)
	if t.Kind() == cc.Union && !plain(t) {
		w.assume("of the union %s the first member has a value", path)
		fields = fields[:min(1, len(fields))]
	} else if plain(t) && t.Kind() == cc.Union {
		w.memory("&("+to+")", "sizeof("+to+")")
		return
	}
	data, numbers := container(t)
	if data != nil {
		w.contents(to, t, data, numbers, path)
	}
	for _, f := range fields {
		a, isArray := f.Type().(*cc.ArrayType)
		switch {
		case data != nil && (f == data || slices.Contains(numbers, f)):
		case backName.MatchString(f.Name()) && isData(f.Type()) && leadsTo(f.Type(), t):
			w.line("%s.%s = %s;", to, f.Name(), w.behind(t))
			w.assume("%s leads back to where the structure was reached from, or nowhere", inside(t, path)+"."+f.Name())
		case f.Name() == "" && f.IsBitfield(), isArray && a.Len() <= 0:
		case f.Name() == "": // an anonymous structure or union
			w.anonymous(to, f.Type(), inside(t, path), around)
		default:
			w.value(to+"."+f.Name(), f.Type(), inside(t, path)+"."+f.Name(), around)
		}
	}
}

// inside is how the reader knows the members of a structure: by its type, since the same
// is assumed of all.
func inside(t cc.Type, path string) string {
	if d := t.Typedef(); d != nil || tag(t) != "" {
		return key(t)
	}
	return path
}

// anonymous gives values to the members of a member without name.
func (w *writer) anonymous(to string, t cc.Type, path string, around []string) {
	fields := members(t)
	if t.Kind() == cc.Union {
		fields = fields[:min(1, len(fields))]
		w.assume("of the union in %s the first member has a value", path)
	}
	for _, f := range fields {
		if f.Name() == "" {
			w.anonymous(to, f.Type(), path, around)
		} else {
			w.value(to+"."+f.Name(), f.Type(), path+"."+f.Name(), around)
		}
	}
}

// elements gives values to those of an array that is a variable or member.
func (w *writer) elements(to string, t *cc.ArrayType, path string, around []string) {
	n := t.Len()
	switch {
	case plain(t.Elem()) && int(n) > maxSingle:
		w.memory(to, "sizeof "+to)
	case n < 0 || int(n) > maxElements:
		panic(impossible{fmt.Sprintf("%s has %d elements", path, n)})
	default:
		for i := range n {
			w.value(fmt.Sprintf("%s[%d]", to, i), t.Elem(), path+"[]", around)
		}
	}
}

// pointer lets a pointer lead to what its type says.
func (w *writer) pointer(to string, t cc.Type, path string, around []string) {
	elem := pointee(t)
	name := key(elem)
	depth := 0
	for _, a := range around {
		if a == name && elem.Kind() != cc.Function {
			depth++
		}
	}
	link := depth > 0
	switch {
	case link && depth >= w.Depth:
		w.line("%s = 0;", to)
		w.assume("chains of %s end after at most %d (--depth-of-links)", name, w.Depth)
		return
	case w.Null && !link:
		w.assume("%s may be null", path)
	case !link && len(around) == 0:
		w.assume("no pointer is null but those that end a chain (--null)")
	}
	if w.Null || link {
		w.line("%s = 0;", to)
		w.block(w.input("bool", "_Bool")+"()", func() { w.target(to, elem, path, around) })
	} else {
		w.target(to, elem, path, around)
	}
}

// target makes the block behind a pointer.
func (w *writer) target(to string, elem cc.Type, path string, around []string) {
	name := key(elem)
	switch k := elem.Kind(); {
	case k == cc.Function:
		w.function(to, elem.(*cc.FunctionType), path)
	case isChar(elem):
		w.string(to, elem, path)
	case k == cc.Void:
		w.assume("%s leads to a block of at most %d bytes (--length)", path, w.Length)
		n := w.some()
		w.allocate(path, elem, "%s = __builtin_malloc(%s);", to, n)
		w.memory(to, n)
	case name == "FILE":
		w.declare("extern FILE *stdin;")
		w.line("%s = stdin;", to)
		w.assume("%s is the standard input", path)
	case elem.IsIncomplete():
		panic(impossible{fmt.Sprintf("%s leads to the incomplete type %s", path, name)})
	default:
		v := w.fresh()
		w.allocate(path, elem, "%s = __builtin_malloc(sizeof *%s);", w.pointing(elem, v, to), v)
		if elem.Kind() == cc.Struct || elem.Kind() == cc.Union {
			around = append(slices.Clone(around), name)
		} else {
			w.assume("%s leads to one object", path)
		}
		w.reached = append(w.reached, block{v, name})
		w.value("(*"+v+")", elem, "*"+path, around)
		w.reached = w.reached[:len(w.reached)-1]
		w.keep(v, elem, "", "*"+path)
		w.line("%s = %s;", to, v)
	}
}

// behind is the block of the same type through which the one of a structure that is
// being made was reached, or null.
func (w *writer) behind(t cc.Type) string {
	n := len(w.reached) - 2
	if n >= 0 && w.reached[n].of == key(t) && w.reached[n+1].of == key(t) {
		return w.reached[n].name
	}
	return "0"
}

// string makes a block with a terminator at its end.
func (w *writer) string(to string, char cc.Type, path string) (length string) {
	w.assume("%s is a string of at most %d characters (--length)", path, w.Length)
	n, v := w.some(), w.fresh()
	w.allocate(path, char, "%s = __builtin_malloc(%s + 1);", w.declarator(char.Pointer(), v), n)
	w.fill(v, char, n, path)
	w.line("%s[%s] = 0;", v, n)
	w.keep(v, char, n+" + 1", path)
	w.line("%s = %s;", to, v)
	return n
}

// fixed lets a pointer lead to as many elements as the declaration of a parameter says.
func (w *writer) fixed(to string, t *cc.ArrayType, path string) {
	v := w.fresh()
	w.allocate(path, t.Elem(), "%s = __builtin_malloc(%d * sizeof *%s);", w.pointing(t.Elem(), v, to), t.Len(), v)
	w.assume("there are %d elements behind %s", t.Len(), path)
	switch {
	case plain(t.Elem()) && int(t.Len()) > maxSingle:
		w.memory(v, fmt.Sprintf("%d * sizeof *%s", t.Len(), v))
	case int(t.Len()) > maxElements:
		panic(impossible{fmt.Sprintf("%s has %d elements", path, t.Len())})
	default:
		for i := range t.Len() {
			w.value(fmt.Sprintf("%s[%d]", v, i), t.Elem(), path+"[]", nil)
		}
	}
	w.keep(v, t.Elem(), fmt.Sprint(t.Len()), path)
	w.line("%s = %s;", to, v)
}

// fill gives values to the first n elements behind v. Those of few are inputs one by
// one, which executions can be given as text.
func (w *writer) fill(v string, elem cc.Type, n, path string) {
	if plain(elem) && w.Length > maxSingle {
		w.memory(v, n+" * sizeof *"+v)
		return
	}
	for i := range w.Length {
		w.block(fmt.Sprintf("%s > %d", n, i), func() {
			w.value(fmt.Sprintf("%s[%d]", v, i), elem, path+"[]", nil)
		})
	}
}

// some is a number of elements.
func (w *writer) some() string {
	w.blocks++
	n := fmt.Sprintf("length%d", w.blocks)
	w.line("__SIZE_TYPE__ %s = %s();", n, w.input("uint", "unsigned int"))
	w.line("__VERIFIER_assume(%s <= %d);", n, w.Length)
	return n
}

// fresh is the name of another block.
func (w *writer) fresh() string {
	w.blocks++
	return fmt.Sprintf("block%d", w.blocks)
}

// array lets a pointer lead to n elements.
func (w *writer) array(to string, elem cc.Type, n, path string) {
	if elem.Kind() == cc.Void {
		w.line("%s = __builtin_malloc(%s);", to, n)
		w.objects++
		w.memory(to, n)
		return
	}
	v := w.fresh()
	w.line("%s = __builtin_malloc(%s * sizeof *%s);", w.pointing(elem, v, to), n, v)
	w.objects++
	if path == w.free {
		w.made[len(w.body)] = Block{path, max(elem.Size(), 1), true}
	}
	w.fill(v, elem, n, path)
	w.keep(v, elem, n, path)
	w.line("%s = %s;", to, v)
	if w.Null {
		w.line("if (%s()) %s = 0;", w.input("bool", "_Bool"), to)
		w.assume("%s may be null", path)
	} else {
		w.assume("no pointer is null but those that end a chain (--null)")
	}
}

// lengthOf matches len(p).
func lengthOf(p string) *regexp.Regexp {
	return regexp.MustCompile(`\blen\(\s*` + regexp.QuoteMeta(p) + `\s*\)`)
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
