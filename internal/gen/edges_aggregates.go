package gen

import (
	"fmt"
	"slices"
	"strings"
)

// aggregate is a type: a scalar, an array, a structure or a union.
type aggregate struct {
	scalar string // its type
	width  int    // of a bit-field, else 0
	tag    string // "struct T1_2"
	union  bool
	names  []string // of members, "" if anonymous
	parts  []*aggregate
	n      int // elements of an array, whose type is parts[0]
}

func (a *aggregate) array() bool { return a.n > 0 }

// text tells whether there is an array of characters in it, which gcc refuses
// to initialise in ranges.
func (a *aggregate) text() bool {
	if a.array() && strings.HasSuffix(a.parts[0].scalar, "char") {
		return true
	}
	return slices.ContainsFunc(a.parts, (*aggregate).text)
}

// leaves is the number of scalars, without those of other members of unions.
func (a *aggregate) leaves() int {
	switch {
	case a.scalar != "":
		return 1
	case a.array():
		return a.n * a.parts[0].leaves()
	case a.union:
		return a.parts[0].leaves()
	}
	sum := 0
	for _, p := range a.parts {
		sum += p.leaves()
	}
	return sum
}

// declare is the declaration of a name of the type.
func (a *aggregate) declare(name string) string {
	switch {
	case a.array():
		return a.parts[0].declare(fmt.Sprintf("%s[%d]", name, a.n))
	case a.width > 0:
		return fmt.Sprintf("%s %s : %d", a.scalar, name, a.width)
	case a.scalar != "":
		return a.scalar + " " + name
	}
	return a.tag + " " + name
}

// newAggregate makes a structure or union and declares it at file scope.
func (g *edges) newAggregate(depth int) *aggregate {
	a := &aggregate{union: depth < 2 && g.IntN(4) == 0}
	a.tag = "struct " + g.fresh("T")
	if a.union {
		a.tag = "union " + g.fresh("U")
	}
	var b strings.Builder
	for i := range 2 + g.IntN(3) {
		m := &aggregate{}
		switch k := g.IntN(9); {
		case k < 3 && depth > 0:
			m = g.newAggregate(depth - 1)
		case k == 3 && !a.union:
			m.scalar, m.width = g.pick("int", "unsigned", "signed char", "unsigned short", "long long", "unsigned long long", "_Bool"), 1
			if m.scalar != "_Bool" {
				m.width = 2 + g.IntN(6)
			}
		default:
			m.scalar = g.pick(g.intType(), "int", "float", "char", "double")
		}
		for d := g.IntN(3); d == 0 && m.width == 0 && m.leaves() < 7; d = g.IntN(3) {
			m = &aggregate{parts: []*aggregate{m}, n: 1 + g.IntN(3)}
		}
		name := fmt.Sprintf("%c%d", 'a'+i, g.IntN(10))
		a.names, a.parts = append(a.names, name), append(a.parts, m)
		fmt.Fprintf(&b, "%s; ", m.declare(name))
	}
	g.top("%s { %s};", a.tag, b.String())
	return a
}

// initialiser writes one. It knows which member of each union is the last one
// that was initialised, by path from the object.
type initialiser struct {
	*edges
	constant bool
	ranged   bool // a range of aggregates was initialised
	active   map[string]int
}

// forget makes what was initialised at the paths so as if it had not been.
func (i *initialiser) forget(paths []string) {
	for key := range i.active {
		for _, p := range paths {
			if strings.HasPrefix(key, p) && (len(key) == len(p) || key[len(p)] == '.' || key[len(p)] == '[') {
				delete(i.active, key)
			}
		}
	}
}

// scalarValue is an initialiser of a scalar.
func (i *initialiser) scalarValue(t string) string {
	switch {
	case t == "float" || t == "double":
		return i.pick("1.5", "-2", "3.25f", "100", "0.1", "7")
	case !i.constant && i.IntN(3) == 0:
		return i.pick("n", "n + 1", "-n", "n * 100", "n > 1", "(n, 3)")
	}
	return i.pick(i.small(), i.small(), i.number())
}

// braced is an initialiser in braces of the objects at the paths, which are
// several under a range designator.
func (i *initialiser) braced(a *aggregate, paths []string) string {
	i.forget(paths)
	if a.scalar != "" {
		value := i.scalarValue(a.scalar)
		if i.IntN(5) == 0 && !strings.HasSuffix(a.scalar, "char") { // there modernc.org/cc/v4 expects a string
			return "{ " + value + " }"
		}
		return value
	}
	var items []string
	for at, k := 0, 0; k < 5; k++ {
		count := len(a.parts)
		if a.array() {
			count = a.n
		}
		if at < count && (!a.union || k == 0) && i.IntN(5) > 1 {
			items = append(items, i.item(a, at, paths))
			at++
			if a.union { // modernc.org/cc/v4 refuses a second one
				break
			}
			continue
		}
		if i.IntN(2) == 0 || count == 1 && k > 0 {
			break
		}
		text, next := i.designated(a, count, paths)
		items = append(items, text)
		at = next
	}
	return "{ " + strings.Join(items, ", ") + " }"
}

// sub is the paths and the type of member or element at of the objects.
func (a *aggregate) sub(at int, paths []string) (*aggregate, []string) {
	var out []string
	for _, p := range paths {
		if a.array() {
			out = append(out, fmt.Sprintf("%s[%d]", p, at))
		} else {
			out = append(out, p+"."+a.names[at])
		}
	}
	if a.array() {
		return a.parts[0], out
	}
	return a.parts[at], out
}

// choose notes that a member of the unions at the paths is initialised.
// Another one that was is so no longer.
func (i *initialiser) choose(a *aggregate, at int, paths []string) {
	for _, p := range paths {
		if old, ok := i.active[p]; a.union && (!ok || old != at) {
			i.forget([]string{p})
			i.active[p] = at
		}
	}
}

// item initialises a member without designator: in braces, or without where it
// is an aggregate, from all of its scalars.
func (i *initialiser) item(a *aggregate, at int, paths []string) string {
	i.choose(a, at, paths)
	m, sub := a.sub(at, paths)
	if m.scalar != "" || i.IntN(3) > 0 {
		return i.braced(m, sub)
	}
	i.forget(sub)
	var out []string
	i.elided(m, sub, &out)
	return strings.Join(out, ", ")
}

func (i *initialiser) elided(a *aggregate, paths []string, out *[]string) {
	count := len(a.parts)
	switch {
	case a.scalar != "":
		*out = append(*out, i.scalarValue(a.scalar))
		return
	case a.array():
		count = a.n
	case a.union:
		count = 1
	}
	for at := range count {
		i.choose(a, at, paths)
		m, sub := a.sub(at, paths)
		i.elided(m, sub, out)
	}
}

// designated initialises by a designator of one or more steps, and says after
// which member the next item would follow.
func (i *initialiser) designated(a *aggregate, count int, paths []string) (text string, next int) {
	at := i.IntN(count)
	i.choose(a, at, paths)
	m, sub := a.sub(at, paths)
	switch {
	case a.array() && i.IntN(3) == 0 && at+1 < count && !m.text():
		last := at + 1 + i.IntN(count-at-1)
		for k := at + 1; k <= last; k++ {
			_, more := a.sub(k, paths)
			sub = append(sub, more...)
		}
		text, at = fmt.Sprintf("[%d ... %d]", at, last), last
	case a.array():
		text = fmt.Sprintf("[%d]", at)
	default:
		text = "." + a.names[at]
	}
	next = at + 1
	// modernc.org/cc/v4 refuses more steps after a range, and gcc clears the
	// rest of an element that was one of a range before.
	i.ranged = i.ranged || strings.Contains(text, "...") && m.scalar == ""
	for m.scalar == "" && i.IntN(2) == 0 && !i.ranged {
		n := len(m.parts)
		if m.array() {
			n = m.n
		}
		k := i.IntN(n)
		i.choose(m, k, sub)
		if m.array() {
			text += fmt.Sprintf("[%d]", k)
		} else {
			text += "." + m.names[k]
		}
		m, sub = m.sub(k, sub)
		next = count // what followed without designator would be in m
	}
	return text + " = " + i.braced(m, sub), next
}

// dump reports all scalars of an object that were initialised.
func (i *initialiser) dump(a *aggregate, path, object string) {
	switch {
	case a.scalar == "float" || a.scalar == "double":
		i.line("REAL(%s);", object)
	case a.scalar != "":
		i.line("mix(%s);", object)
	case a.array():
		for k := range a.n {
			i.dump(a.parts[0], fmt.Sprintf("%s[%d]", path, k), fmt.Sprintf("%s[%d]", object, k))
		}
	case a.union:
		k := i.active[path]
		i.dump(a.parts[k], path+"."+a.names[k], object+"."+a.names[k])
	default:
		for k, m := range a.parts {
			i.dump(m, path+"."+a.names[k], object+"."+a.names[k])
		}
	}
}

// initialisers initialises static and automatic objects and compound literals
// of some type with designators, ranges and elided braces, such that later
// items override earlier ones, and passes them on.
func (g *edges) initialisers() {
	a := g.newAggregate(2)
	for round := range 4 {
		i := &initialiser{edges: g, constant: round%2 == 0, active: map[string]int{}}
		t := a
		if g.IntN(3) == 0 {
			t = &aggregate{parts: []*aggregate{a}, n: 1 + g.IntN(3)}
		}
		name := fmt.Sprint("x", round)
		text := i.braced(t, []string{"x"})
		switch {
		case round == 0:
			g.line("static %s = %s;", t.declare(name), text)
		case round == 3 && !t.array():
			g.line("%s, *q = &(%s)%s; %s = *q;", a.declare(name), a.tag, text, name)
			g.line("%s *p = n ? &%s : q;", a.tag, name)
			name = "(*p)"
		default:
			g.line("%s = %s;", t.declare(name), text)
		}
		i.dump(t, "x", name)
		if !t.array() {
			g.line("{ %s = %s, t[2] = { %s, [1] = %s }, z; z = t[n - 1] = c;", t.declare("c"), name, name, name)
			i.dump(t, "x", "z")
			i.dump(t, "x", "t[0]")
			g.line("}")
		}
	}
}
