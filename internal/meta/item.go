package meta

import "strings"

// item is a declaration or function definition at file scope: the tokens
// from first up to end.
type item struct {
	first, end int
	name       int // of a function definition: its name, else -1
	body       int // of a function definition: the opening brace, else -1
}

// unit is a program in tokens.
type unit struct {
	toks  []token
	pair  []int
	items []item
}

// newUnit reads a program; nil if its file scope is not understood (brackets
// that do not match, parameters declared after the parameter list).
func newUnit(src string) *unit {
	u := &unit{toks: lex(src)}
	u.pair = pairs(u.toks)
	for i, t := range u.toks {
		if t.kind == punctuator && len(t.text) == 1 && strings.Contains("()[]{}", t.text) && u.pair[i] < 0 {
			return nil
		}
	}
	for i := 0; i < len(u.toks); {
		if u.toks[i].kind == directive {
			i++
			continue
		}
		it, ok := u.item(i)
		if !ok {
			return nil
		}
		u.items = append(u.items, it)
		i = it.end
	}
	return u
}

func (u *unit) is(i int, text string) bool {
	return i >= 0 && i < len(u.toks) && u.toks[i].text == text && u.toks[i].kind != quoted
}

// item reads the item that begins at token i.
func (u *unit) item(i int) (item, bool) {
	it := item{first: i, name: -1, body: -1}
	assigned := false
	for ; i < len(u.toks); i++ {
		switch {
		case u.is(i, ";"):
			it.end = i + 1
			return it, true
		case u.is(i, "="):
			assigned = true
		case u.is(i, "{") && !assigned && u.is(i-1, ")"):
			p := u.pair[i-1]
			for p > 0 && (u.is(p-1, "__attribute__") || u.is(p-1, ")")) { // attributes after the parameters
				p--
				if u.is(p, ")") {
					p = u.pair[p]
					continue
				}
				p--
				if u.is(p, ")") {
					p = u.pair[p]
				}
			}
			if p == 0 || u.toks[p-1].kind != word {
				return it, false
			}
			it.name, it.body, it.end = p-1, i, u.pair[i]+1
			return it, true
		case u.is(i, "{") && !assigned && i > it.first && u.toks[i-1].kind == punctuator:
			return it, false // old-style parameters, or worse
		case u.pair[i] > i:
			i = u.pair[i]
		}
	}
	return it, false
}

// functions are the definitions whose text may be changed.
func (u *unit) functions() []item {
	var out []item
	for _, it := range u.items {
		if it.body >= 0 {
			out = append(out, it)
		}
	}
	return out
}

// inBodies tells for each token whether it is in the body of a function.
func (u *unit) inBodies() []bool {
	in := make([]bool, len(u.toks))
	for _, it := range u.functions() {
		for i := it.body + 1; i < it.end-1; i++ {
			in[i] = true
		}
	}
	return in
}

// statement is the index after the statement that begins at token i; 0 if
// that is not clear.
func (u *unit) statement(i int) int {
	switch {
	case i >= len(u.toks) || u.toks[i].kind == directive:
		return 0
	case u.is(i, "{"):
		return u.pair[i] + 1
	case u.is(i, "if"):
		end := u.statement(u.pair[i+1] + 1)
		if end > 0 && u.is(end, "else") {
			return u.statement(end + 1)
		}
		return end
	case u.is(i, "while"), u.is(i, "for"), u.is(i, "switch"):
		return u.statement(u.pair[i+1] + 1)
	case u.is(i, "do"):
		end := u.statement(i + 1)
		if end == 0 || !u.is(end, "while") {
			return 0
		}
		return u.pair[end+1] + 2
	case u.is(i, "case"), u.is(i, "default"), u.is(i+1, ":"):
		return 0
	}
	for ; i < len(u.toks); i++ {
		switch {
		case u.is(i, ";"):
			return i + 1
		case u.is(i, "}"), u.toks[i].kind == directive:
			return 0
		case u.pair[i] > i:
			i = u.pair[i]
		}
	}
	return 0
}

// edit replaces and inserts tokens; indices are those before any edit.
type edit struct {
	u      *unit
	before map[int][]token // inserted before a token
	with   map[int][]token // instead of a token
}

func (u *unit) edit() *edit {
	return &edit{u: u, before: map[int][]token{}, with: map[int][]token{}}
}

func (e *edit) insert(i int, src string) { e.before[i] = append(e.before[i], parse(src)...) }

func (e *edit) replace(i int, src string) {
	t := parse(src)
	if len(t) > 0 {
		t[0].space = e.u.toks[i].space
	}
	e.with[i] = t
}

func (e *edit) changed() bool { return len(e.before)+len(e.with) > 0 }

// result is the changed program; head comes before everything.
func (e *edit) result(head string) string {
	var out []token
	for i, t := range e.u.toks {
		out = append(out, e.before[i]...)
		if w, ok := e.with[i]; ok {
			out = append(out, w...)
		} else {
			out = append(out, t)
		}
	}
	out = append(out, e.before[len(e.u.toks)]...)
	return head + text(out)
}
